"""Commands that change games: init, new, move, check."""

import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from pbm.cli.common import echo_done, game_argument, house, seat_option
from pbm.cli.errors import print_options, print_problems, terminal
from pbm.core.failure import Status
from pbm.core.tell import Message

if TYPE_CHECKING:
    from pbm.office.games import Typed

# A line may begin with a minus, and `-1 share` is no `-h`.
_LINE: Final = {"ignore_unknown_options": True, "help_option_names": ["--help"]}
_OPTION: Final = re.compile(r"([a-z_]+)=(.+)")
_MUTE: Final = Message(
    "No letters go out: pbm.yaml names no `address` or no `mail_out` yet. Later a "
    "player who writes to the club gets his form."
)
_HEX_SEED: Final = re.compile(r"[0-9a-fA-F]{64}")


@click.command()
@click.argument("folder", metavar="DIR", type=click.Path(file_okay=False, path_type=Path))
def init(folder: Path) -> None:
    """Make a game master's folder: settings with comments, players, games, mail.

    \b
    Example:
      pbm init club
    """
    from pbm.store.home import init as begin  # noqa: PLC0415 - `pbm --help` needs no folder

    made = begin(folder)
    speech = terminal()
    for path in made:
        if path.is_file():
            click.echo(path)
    told = Message("Now edit pbm.yaml and players.yaml, then open a game with `pbm new`.")
    click.echo(speech.say(told) if made else speech.say(Message("Everything is already there.")))


def _options(context: click.Context, parameter: click.Parameter, given: tuple[str, ...]) -> Any:
    """The options of a game as a dict."""
    del context, parameter
    matched = {text: _OPTION.fullmatch(text) for text in given}
    wrong = [text for text, match in matched.items() if match is None]
    if wrong:
        raise click.BadParameter(f"{wrong[0]!r} is not of the form name=value")
    return {match[1]: match[2] for match in matched.values() if match}


def _seed(context: click.Context, parameter: click.Parameter, given: str | None) -> bytes | None:
    del context, parameter
    if given is not None and not _HEX_SEED.fullmatch(given):
        raise click.BadParameter("a seed is 64 hexadecimal digits (32 bytes)")
    return None if given is None else bytes.fromhex(given)


def _people(context: click.Context, parameter: click.Parameter, given: str) -> list[str]:
    del context, parameter
    return [name for part in re.split(r"[,;\n]", given) if (name := part.strip())]


@click.command()
@click.argument("name", metavar="NAME")
@click.option("--rules", required=True, metavar="SLUG", help="Which game, for example akcioner.")
@click.option(
    "--players", required=True, metavar="NAMES", callback=_people, help="Names with commas between."
)
@click.option(
    "--option", "options", multiple=True, metavar="K=V", callback=_options, help="May be repeated."
)
@click.option("--language", type=click.Choice(["ru", "bg", "en"]), help="Of the ledger's lines.")
@click.option("--seed", metavar="HEX", callback=_seed, help="32 bytes; else they are drawn.")
@click.pass_obj
def new(
    home: str | None,
    name: str,
    rules: str,
    players: list[str],
    options: dict[str, str],
    language: str | None,
    seed: bytes | None,
) -> Status:
    """Open a game and prepare its first letters.

    Players are names from players.yaml, `Name <address>` for somebody new, or other names for
    seats without mail (typed, or on paper).

    \b
    Examples:
      pbm new vesna --rules akcioner --players "Анна, Борис"
      pbm new may --rules akcioner --players "Ann <ann@example.org>, Bob" --option formula=4+6
    """
    from pbm.clerk.desk import Refused, told  # noqa: PLC0415 - `pbm --help` needs no games
    from pbm.office import games  # noqa: PLC0415

    opened = games.new(house(home), name, rules, players, options, seed=seed, language=language)
    speech = terminal()
    if isinstance(opened, Refused):
        print_options(rules, opened.problems)
        return Status.REFUSED
    desk = opened.desk
    lines = [
        Message("Game: {game} ({rules})", {"game": name, "rules": desk.head.rules}),
        Message("Options: {options}", {"options": _told(desk.head.options)}),
        Message("Sealed: {sealed}", {"sealed": desk.head.sealed}),
        *told(desk, [desk.last]),
        *games.outlook(desk),
    ]
    if opened.language_is_assumed:
        lines.append(
            Message(
                "Language: {language}, in which the game was made; `language` in pbm.yaml or in "
                "players.yaml names another.",
                {"language": desk.head.language},
            )
        )
    if opened.mail_is_missing:
        lines.append(_MUTE)
    if opened.without_mail:
        names = ", ".join(opened.without_mail)
        lines.append(Message("Without mail (typed or on paper): {names}", {"names": names}))
    for line in lines:
        click.echo(speech.say(line))
    return Status.DONE


def _told(options: Any) -> str:
    told = {n: str(v).lower() if isinstance(v, bool) else v for n, v in options.items()}
    return ", ".join(f"{name}={value}" for name, value in told.items())


def _words(context: click.Context, parameter: click.Parameter, given: tuple[str, ...]) -> str:
    """The words of a line; one that begins like an option is no part of a move, but mistyped."""
    del parameter
    line = " ".join(given)
    for word in line.split():
        if word.startswith("--") and word[2:3].isalpha():
            raise click.NoSuchOption(word.partition("=")[0], ctx=context)
    return line


line_argument = click.argument(
    "line", metavar="LINE", nargs=-1, required=True, callback=_words, type=click.UNPROCESSED
)

reveal_option = click.option("--reveal", is_flag=True, help="A refusal may name cards of the hand.")


@click.command(context_settings=_LINE)
@game_argument
@line_argument
@seat_option
@reveal_option
@click.pass_obj
def move(home: str | None, name: str, line: str, seat: str | None, *, reveal: bool) -> Status:
    """Apply a typed line for the seat to move; of another --seat, a standing order.

    The first line printed is the canonical line of the ledger. An ambiguous line is asked about
    at a terminal, and else refused with the lines that could be meant.

    \b
    Examples:
      pbm move vesna "30к ж"
      pbm move vesna "-3с +5к | 30к -60ж | +2з"
      pbm move may "keep A 3" --seat Bob
    """
    from pbm.office import games  # noqa: PLC0415 - `pbm --help` needs no games

    at = house(home)
    typed = games.move(at, name, line, seat=seat)
    while (chosen := _ask(typed, reveal=reveal)) is not None:
        line = chosen
        typed = games.move(at, name, line, seat=seat)
    if typed.mail_is_missing:
        click.echo(terminal().say(_MUTE), err=True)
    return _tell(typed, line, reveal=reveal)


@click.command(context_settings=_LINE)
@game_argument
@line_argument
@seat_option
@reveal_option
@click.pass_obj
def check(home: str | None, name: str, line: str, seat: str | None, *, reveal: bool) -> Status:
    """Say what a line would do, and change nothing.

    \b
    Example:
      pbm check vesna "продаю 1с, 30к ж, покупаю макс з"
    """
    from pbm.office import games  # noqa: PLC0415 - `pbm --help` needs no games

    return _tell(games.consider(house(home), name, line, seat=seat), line, reveal=reveal)


def _ask(typed: "Typed", *, reveal: bool) -> str | None:
    """The line that is meant of those that could be, if somebody is there to be asked."""
    from pbm.office.games import choices  # noqa: PLC0415 - `pbm --help` needs no games

    lines = choices(typed, reveal=reveal)
    if not lines or not (sys.stdin.isatty() and sys.stderr.isatty()):
        return None
    speech = terminal()
    click.echo(speech.say(Message("Which is meant?")), err=True)
    for number, line in enumerate(lines, 1):
        click.echo(f"  {number}  {line}", err=True)
    wanted = click.prompt(
        speech.say(Message("Number")), type=click.IntRange(1, len(lines)), err=True
    )
    return lines[wanted - 1]


def _tell(typed: "Typed", line: str, *, reveal: bool) -> Status:
    """Print what a line did, or why it was refused."""
    from pbm.office import games  # noqa: PLC0415 - `pbm --help` needs no games

    speech = terminal(game=typed.desk.rulebook.slug)
    if problems := games.refused(typed):
        print_problems(typed.desk.rulebook, line, problems, reveal=reveal)
        return Status.REFUSED
    echo_done([games.canonical_line(typed), *(speech.say(told) for told in games.story(typed))])
    return Status.DONE
