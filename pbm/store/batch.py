"""Several entries in one write are one step: a mark beside the game file until all are in it.

A single entry needs none, for its chain line ends it. Of several, the first could be whole and
the last missing after a power cut, and the letter that they came from would be half taken.
"""

import os
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from pbm.store.files import told, write_synced
from pbm.store.tail import CHAIN_LINE, chain_at


class Batch(NamedTuple):
    """Where in the game file a write of several entries begins and ends; its first chain."""

    start: int
    stop: int
    chain: str

    def broken(self, descriptor: int, whole: int, size: int) -> bool:
        """Whether a file of this size, whole entries up to `whole`, holds only a part of it.

        A mark that was forgotten must not count for what was written there later; that has
        another chain.
        """
        if not (self.start < whole < self.stop and size <= self.stop):
            return False
        text = os.pread(descriptor, whole - self.start, self.start)
        first = CHAIN_LINE.search(text)
        return first is not None and chain_at(text[: first.end()]) == self.chain


def begin(path: Path, batch: Batch) -> None:
    """Mark, synced, that a batch is being written to a game file."""
    write_synced(_mark(path), f"{batch.start} {batch.stop} {batch.chain}\n".encode())


def begun(path: Path) -> Batch | None:
    """The batch that was being written to a game file, if a mark is there."""
    text = ""
    with told(path), suppress(FileNotFoundError):
        text = _mark(path).read_text(encoding="ascii", errors="replace")
    match text.split():
        case [start, stop, chain] if start.isdecimal() and stop.isdecimal():
            return Batch(int(start), int(stop), chain)
    return None


def done(path: Path) -> None:
    """Take the mark away; where there is none this does nothing."""
    with told(path):
        _mark(path).unlink(missing_ok=True)


def _mark(path: Path) -> Path:
    return path.with_suffix(".batch")
