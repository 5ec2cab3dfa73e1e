"""Measures everything and prints the table as it comes: `python -m bench` in tests/."""

import gc
import tempfile
import time
from pathlib import Path

import click

from bench import forms, ledgers, rules, starts, turns
from bench.table import HEAD, line

_GOALS = (
    turns.whole_turn,
    ledgers.taking,
    turns.long_game,
    ledgers.commit,
    lambda _: rules.moves(),
    ledgers.audit,
    forms.forms,
    forms.cold,
    starts.light,
    starts.imap,
    starts.one_letter,
    turns.many_letters,
)


def main() -> None:
    """Print a row for every goal; the folder that all of it happens in is thrown away."""
    begun = time.monotonic()
    gc.set_threshold(200_000)  # as pbm itself does; otherwise garbage is looked for at random
    click.echo(line(HEAD))
    with tempfile.TemporaryDirectory(prefix="pbm-bench-") as folder:
        for goal in _GOALS:
            for row in goal(Path(folder)):
                click.echo(line(row.cells()))
    click.echo(f"{time.monotonic() - begun:.0f} s", err=True)


main()
