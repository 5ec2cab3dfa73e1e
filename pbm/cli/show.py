"""Commands that change nothing: show, history, status, moves, form, verify, demo."""

import sys
from pathlib import Path

import click

from pbm.cli.common import echo_json, game_argument, house, json_option, seat_option
from pbm.cli.errors import print_failure, terminal
from pbm.core.failure import Failure, Status


@click.command()
@game_argument
@seat_option
@json_option
@click.pass_obj
def show(home: str | None, name: str, seat: str | None, *, as_json: bool) -> None:
    """Show the position of a game; with --seat also that player's hand.

    \b
    Examples:
      pbm show vesna
      pbm show vesna --seat Анна
      pbm show vesna --json
    """
    from pbm.office import showing  # noqa: PLC0415 - `pbm --help` needs no games

    at = house(home)
    if as_json:
        echo_json(showing.as_plain(at, name, seat))
        return
    click.echo(showing.position(at, name, seat, terminal()))


@click.command()
@game_argument
@click.pass_obj
def history(home: str | None, name: str) -> None:
    """Print the history of a game, one row an entry, and what each move brought.

    \b
    Example:
      pbm history vesna
    """
    from pbm.office import showing  # noqa: PLC0415 - `pbm --help` needs no games

    click.echo_via_pager(showing.history(house(home), name, terminal()))


@click.command()
@click.pass_obj
def status(home: str | None) -> Status:
    """List all games and who is to move, and what is wrong with the mail.

    \b
    Example:
      pbm status
    """
    from pbm.office.status import overview  # noqa: PLC0415 - `pbm --help` needs no games

    rows, failures = overview(home)
    for row in rows:
        click.echo(row if isinstance(row, str) else terminal().say(row))
    for failure in failures:
        print_failure(failure)
    return max((failure.status for failure in failures), default=Status.DONE)


@click.command()
@game_argument
@seat_option
@click.pass_obj
def moves(home: str | None, name: str, seat: str | None) -> None:
    """Print lines that would be legal now, ready to send, one a line.

    With --seat all that the seat's hand offers; without it what does not depend on a hand.

    \b
    Example:
      pbm moves vesna --seat Анна
    """
    from pbm.office import games  # noqa: PLC0415 - `pbm --help` needs no games

    for line in games.lines(house(home), name, seat):
        click.echo(line)


@click.command()
@game_argument
@seat_option
@click.option("-o", "--output", metavar="FILE.pdf", help="Where to write it; - is standard output.")
@click.pass_obj
def form(home: str | None, name: str, seat: str | None, output: str | None) -> None:
    """Write the form of a game as a PDF; with --seat the player's own, with his hand.

    \b
    Examples:
      pbm form vesna --seat Анна -o anna.pdf
      pbm form vesna
    """
    from pbm.office import games  # noqa: PLC0415 - `pbm --help` needs no games

    drawn = games.form(house(home), name, seat)
    if output == "-":
        sys.stdout.buffer.write(drawn.pdf)
        return
    from pbm.store.files import told  # noqa: PLC0415 - as above

    path = Path(output or drawn.file_name)
    with told(path):
        path.write_bytes(drawn.pdf)
    click.echo(path)


@click.command()
@click.argument("files", metavar="FILE…", nargs=-1, required=True, type=click.Path(path_type=Path))
def verify(files: tuple[Path, ...]) -> Status:
    """Check game files from their own bytes alone: the chain, every state, the opened deal.

    Needs no folder and no settings: any player can do it.

    \b
    Example:
      pbm verify games/vesna.yaml
    """
    from pbm.office.verifying import verdict  # noqa: PLC0415 - `pbm --help` needs no games

    speech = terminal()
    worst = Status.DONE
    for path in files:
        try:
            found = verdict(path)
        except Failure as failure:
            print_failure(failure)
            worst = max(worst, failure.status)
            continue
        click.echo("\n".join(speech.say(line) for line in found.lines), err=bool(found.status))
        worst = max(worst, found.status)
    return worst


@click.command()
@click.argument("folder", metavar="[DIR]", required=False, type=click.Path(path_type=Path))
def demo(folder: Path | None) -> None:
    """Play a whole short game by mail in a temporary folder, with no server.

    Letters, forms and the ledger are left to look at.

    \b
    Example:
      pbm demo /tmp/demo
    """
    from pbm.office.demo import play  # noqa: PLC0415 - `pbm --help` needs no games

    for line in play(folder, terminal()):
        click.echo(line)
