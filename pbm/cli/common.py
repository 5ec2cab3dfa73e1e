"""What commands share: the house they work in, and arguments of the same kind."""

import os
import sys
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from pbm.office.house import House

Command = Callable[..., Any]


def _complete_game(
    context: click.Context, parameter: click.Parameter, incomplete: str
) -> list[str]:
    """The names of games that begin so, for shell completion; none outside a folder."""
    del parameter
    from pbm.core.failure import Failure  # noqa: PLC0415 - only completion pays for it
    from pbm.store.home import find_home  # noqa: PLC0415

    home = context.parent.params.get("home") if context.parent else None
    try:
        games = find_home(home, os.environ).games()
    except Failure:
        return []
    return [game for game in games if game.startswith(incomplete)]


game_argument = click.argument("name", metavar="NAME", shell_complete=_complete_game)
seat_option = click.option("--seat", metavar="S", help="The player's name, or the seat's number.")
json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON for programs.")


def house(home: str | None) -> "House":
    """The house in the game master's folder."""
    from pbm.office.house import House  # noqa: PLC0415 - `pbm --help` needs no house
    from pbm.store.home import find_home  # noqa: PLC0415

    return House(find_home(home, os.environ))


def echo_done(lines: Sequence[str]) -> None:
    """Print what was done; it is done even where a closed pipe or a full disk keep it unread."""
    try:
        click.echo("\n".join(lines))
        sys.stdout.flush()
    except OSError:
        # What is still in the buffer would fail again when Python ends.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def echo_json(value: Any) -> None:
    """Print a value as JSON, readable for people, too."""
    import json  # noqa: PLC0415 - only --json pays for it

    click.echo(json.dumps(value, ensure_ascii=False, indent=2))
