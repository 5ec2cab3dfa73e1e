"""The command line: names, help, and the one place where errors become words and statuses."""

import sys
import traceback

import click

from pbm import __version__
from pbm.cli import faults, games, mail, show
from pbm.cli.errors import print_failure, terminal
from pbm.core.failure import Failure, Status

_EPILOG = """\b
A club in four commands:
  pbm init club && cd club
  pbm new vesna --rules akcioner --players "Анна, Борис"
  pbm moves vesna
  pbm move vesna "30к ж"

Exit status: 0 done, 1 refused (nothing changed), 2 wrong usage or settings,
3 a file is damaged, 4 a mail server is out of reach (work is kept).
"""


class Commands(click.Group):
    """A group that lists its commands in the order in which a game master meets them."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The commands as they were added."""
        del ctx
        return list(self.commands)


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


for _command in (*games.COMMANDS, *mail.COMMANDS, *show.COMMANDS):
    pbm.add_command(_command)


def main() -> None:
    """Run the command line; every error ends here."""
    try:
        status = pbm.main(standalone_mode=False)
    except click.exceptions.Abort:
        click.echo(terminal().say(show.STOPPED), err=True)
        status = Status.REFUSED
    except click.ClickException as error:
        error.show()
        status = Status.USAGE
    except Failure as failure:
        print_failure(failure)
        status = failure.status
    except Exception:  # noqa: BLE001 - nobody, and no cron mail, is to be shown a traceback
        print_failure(faults.kept(traceback.format_exc()))
        status = Status.REFUSED
    sys.exit(int(status or 0))
