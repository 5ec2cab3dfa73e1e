"""Commands about mail: run, ingest, read, resend."""

import sys
from typing import IO

import click

from pbm.cli.common import echo_json, game_argument, house, json_option, seat_option
from pbm.cli.errors import print_failure, terminal
from pbm.core.failure import Status
from pbm.core.tell import Message, Value


@click.command()
@click.option("--verbose", "-v", is_flag=True, help="Say what is done.")
@click.pass_obj
def run(home: str | None, *, verbose: bool) -> Status:
    """The cron job: fetch letters, apply them, send what there is to send.

    Prints nothing when there is nothing to say. A second run at the same time leaves quietly.

    \b
    Crontab line:
      * * * * * pbm --home /home/me/club run
    """
    from pbm.office.run import Run  # noqa: PLC0415 - `pbm --help` needs no mail
    from pbm.store.home import Busy  # noqa: PLC0415

    watched = verbose or sys.stderr.isatty()
    at = Run(house(home), print_failure, _say if verbose else _quiet, watched=watched)
    try:
        at.all()
    except Busy:
        return Status.DONE
    return at.status


def _say(message: Message) -> None:
    click.echo(terminal().say(message))


def _quiet(message: Message) -> None:
    """Cron sends a mail for every line that is printed."""
    del message


@click.command()
@click.argument("file", type=click.File("rb"), default="-")
@click.pass_obj
def ingest(home: str | None, file: IO[bytes]) -> Status:
    """Take one raw mail from a file or a pipe (procmail, fetchmail, a mail server).

    Ends with status 0 once the letter is safely kept, whatever becomes of it, so that no mail
    server sends it back.

    \b
    Examples:
      pbm ingest letter.eml
      | pbm --home /home/me/club ingest        (in a .forward or .procmailrc)
    """
    from pbm.office.run import Run  # noqa: PLC0415 - `pbm --help` needs no mail

    Run(house(home), print_failure).ingest(file.read())
    return Status.DONE


@click.command()
@click.argument("file", type=click.File("rb"))
@json_option
@click.option("--reveal", is_flag=True, help="Show what was dropped; it may name cards of a hand.")
@click.pass_obj
def read(home: str | None, file: IO[bytes], *, as_json: bool, reveal: bool) -> None:
    """Say how a letter would be read: class, sender, token, own lines, problems.

    Nothing is changed. Outside a game master's folder tokens cannot be checked.

    \b
    Example:
      pbm read mail/cur/20261130T100000.000000Z.9f2c….eml
    """
    from pbm.office.reading import explain  # noqa: PLC0415 - `pbm --help` needs no mail

    told = explain(home, file.read())
    if as_json:
        echo_json(told.plain(reveal=reveal))
        return
    speech = terminal()
    for line in told.lines(speech, reveal=reveal):
        click.echo(line)


@click.command()
@game_argument
@seat_option
@click.pass_obj
def resend(home: str | None, name: str, seat: str | None) -> None:
    """Send the present form again: to the --seat, or to everybody in the game.

    For letters that did not arrive. They go to the addresses that are in players.yaml now, with
    the next run.

    \b
    Example:
      pbm resend vesna --seat Анна
    """
    from pbm.office.resending import resend  # noqa: PLC0415 - `pbm --help` needs no games

    speech = terminal()
    for reader in resend(house(home), name, seat, print_failure):
        values: dict[str, Value] = {"seat": reader.name, "address": reader.address}
        click.echo(speech.say(Message("A letter to {seat} ({address}) goes out.", values)))
