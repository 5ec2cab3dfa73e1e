"""Measures everything and prints the table as it comes: `python -m bench` in tests/.

Numbers of goals measure only these: `python -m bench 4 5`.
"""

import gc
import tempfile
import time
from pathlib import Path

import click

from bench import forms, ledgers, rules, starts, turns
from bench.table import HEAD, line

_GOALS = (
    (1, turns.whole_turn),
    (2, ledgers.taking),
    (2, turns.long_game),
    (3, ledgers.commit),
    (4, lambda _: rules.moves()),
    (5, ledgers.audit),
    (6, forms.forms),
    (6, forms.cold),
    (7, starts.light),
    (7, starts.imap),
    (8, starts.one_letter),
    (9, turns.many_letters),
)


@click.command()
@click.argument("wanted", nargs=-1, type=click.IntRange(1, 9))
def main(wanted: tuple[int, ...]) -> None:
    """Print a row for every goal WANTED, or for all; the folder it happens in is thrown away."""
    begun = time.monotonic()
    gc.set_threshold(200_000)  # as pbm itself does; otherwise garbage is looked for at random
    click.echo(line(HEAD))
    with tempfile.TemporaryDirectory(prefix="pbm-bench-") as folder:
        for number, goal in _GOALS:
            for row in goal(Path(folder)) if number in wanted or not wanted else ():
                click.echo(line(row.cells()))
    click.echo(f"{time.monotonic() - begun:.0f} s", err=True)


main()
