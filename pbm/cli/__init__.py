"""The command line: names, help, and the one place where errors become words and statuses."""

import importlib
import io
import sys
from typing import Final

import click

from pbm import __version__
from pbm.cli.errors import print_failure, terminal
from pbm.core.failure import Failure, Status
from pbm.core.tell import Message

_EPILOG = """\b
A club in four commands:
  pbm init club && cd club
  pbm new vesna --rules akcioner --players "Анна, Борис"
  pbm moves vesna
  pbm move vesna "30к ж"

Exit status: 0 done, 1 refused (nothing changed), 2 wrong usage or settings,
3 a file is damaged, 4 a mail server is out of reach (work is kept).
"""


_COMMANDS: Final = {
    "games": ("init", "new", "move", "check"),
    "mail": ("run", "ingest", "read", "resend"),
    "show": ("show", "history", "status", "moves", "form", "verify", "demo"),
}
"""The commands by their modules, in the order in which a game master meets them."""


class Commands(click.Group):
    """A group that loads the module of a command when it is asked for, for `run` runs often."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The commands in the table's order."""
        del ctx
        return [name for names in _COMMANDS.values() for name in names]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of this name, if there is one."""
        del ctx
        for module, names in _COMMANDS.items():
            if cmd_name in names:
                loaded = importlib.import_module(f"{__name__}.{module}")
                command: click.Command = getattr(loaded, cmd_name)
                return command
        return None


@click.group(cls=Commands, epilog=_EPILOG, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, package_name="pbm")
@click.option("--home", metavar="DIR", help="The game master's folder (else PBM_HOME, else here).")
@click.pass_context
def pbm(context: click.Context, home: str | None) -> None:
    """A turn processor for correspondence play of stock-market board games.

    Players answer a letter with one line; pbm applies it to the game's ledger and sends the next
    player his form. Run `pbm COMMAND --help` for examples.
    """
    context.obj = home


def main() -> None:
    """Run the command line; every error ends here."""
    for stream in (sys.stdout, sys.stderr):
        # A terminal that lacks a letter gets a question mark, not a fault.
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
    try:
        status = pbm.main(standalone_mode=False)
    except click.exceptions.Abort:
        click.echo(terminal().say(Message("Stopped; nothing was changed.")), err=True)
        status = Status.REFUSED
    except click.ClickException as error:
        error.show()
        status = Status.USAGE
    except Failure as failure:
        print_failure(failure)
        status = failure.status
    except Exception:  # noqa: BLE001 - nobody, and no cron mail, is to be shown a traceback
        from pbm.cli.faults import kept  # noqa: PLC0415 - it should never be needed

        print_failure(kept())
        status = Status.REFUSED
    sys.exit(int(status or 0))
