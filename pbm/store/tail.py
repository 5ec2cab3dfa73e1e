"""The two ends of a game file, read without what lies between, and what a power cut left.

An item is complete when its chain line and the newline after it stand. Entry 0's item begins
with the head, as its chain does.
"""

import json
import os
import re
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Final, NamedTuple

from pbm.core.canon import canonical
from pbm.core.ledger import START, Entry, link
from pbm.store.files import told

BLOCK: Final = 4096
CHAIN_LINE: Final = re.compile(rb"\n  chain: [^\n]*\n")
_CHAIN: Final = b'\n  chain: "'
_CHAIN_SIZE: Final = len(b'  chain: ""\n') + len(link("", b""))
_NAMES: Final = frozenset(map(str.encode, Entry._fields)) - {b"number", b"chain"}


class End(NamedTuple):
    """The last complete items, oldest first; the chain before them; where they end; the rest."""

    items: tuple[bytes, ...]
    before: str
    size: int
    rest: bytes


def read_end(descriptor: int, size: int, count: int) -> End:
    """The last `count` complete items of a file (all, if it has fewer), read from behind."""
    text = b""
    start = size
    ends: list[int] = []
    while start and len(ends) <= count:
        step = min(max(BLOCK, len(text)), start)
        start -= step
        text = os.pread(descriptor, step, start) + text
        ends = [found.end() for found in CHAIN_LINE.finditer(text)]
    if not ends:
        return End((), "", 0, text)
    bounds = ([0, *ends] if start == 0 else ends)[-count - 1 :]
    items = tuple(text[begin:end] for begin, end in pairwise(bounds))
    return End(items, chain_at(text[: bounds[0]]), start + ends[-1], text[ends[-1] :])


def read_front(descriptor: int, size: int) -> bytes:
    """The head and entry 0; all there is where entry 0 is not complete."""
    text = os.pread(descriptor, BLOCK, 0)
    while (found := CHAIN_LINE.search(text)) is None and len(text) < size:
        text = os.pread(descriptor, 2 * len(text), 0)
    return text[: found.end()] if found else text


def chain_at(text: bytes) -> str:
    """The chain that a text of whole items ends in; nothing where there is no item."""
    return text[text.rfind(_CHAIN) + len(_CHAIN) : -2].decode("ascii", "replace") if text else ""


def chain_due(item: bytes, before: str) -> str:
    """The chain that belongs to an item's bytes."""
    return link(before, item[:-_CHAIN_SIZE])


def holds(item: bytes, before: str) -> bool:
    """Whether an item ends in exactly the chain line that belongs to its bytes."""
    return item[-_CHAIN_SIZE:] == f'  chain: "{chain_due(item, before)}"\n'.encode()


def without_head(item: bytes) -> bytes:
    """The bytes of entry 0 alone; any other item as it is."""
    return item if item.startswith(START) else item[item.find(b"\n" + START) + 1 :]


def ends_whole(path: Path) -> bool:
    """Whether a game file ends as a whole entry does; its last bytes alone are read."""
    with told(path), path.open("rb") as file:
        size = file.seek(0, os.SEEK_END)
        file.seek(max(0, size - _CHAIN_SIZE - 1))
        return CHAIN_LINE.fullmatch(file.read()) is not None


def is_torn(rest: bytes, number: int) -> bool:
    """Whether what follows the last complete item is the begun entry `number` of a broken write.

    It holds NUL bytes, which a file system leaves where it had no time to write, or it is the
    beginning of an entry and of nothing else; anything else was not written by pbm.
    """
    if b"\0" in rest:
        return True
    first = START + f"{number}\n".encode()
    if len(rest) <= len(first):
        return first.startswith(rest)
    *whole, last = rest[len(first) :].split(b"\n")
    fits = len(last) < _CHAIN_SIZE if last.startswith(_CHAIN[1:]) else True
    return rest.startswith(first) and fits and all(map(_ours, whole))


def _ours(line: bytes) -> bool:
    """Whether a line is one of an entry's, the chain line excepted."""
    name, _, value = line[2:].partition(b": ")
    return line.startswith(b"  ") and name in _NAMES and is_canonical(value)


def is_canonical(value: bytes) -> bool:
    """Whether a value stands as pbm writes it."""
    try:
        return canonical(json.loads(value)).encode() == value
    except (ValueError, RecursionError):
        return False


def pieces(text: bytes) -> Iterator[tuple[int, int, bytes]]:
    """Every complete item of a whole file: its number by its place, its first line, its bytes."""
    number, line, begin = 0, 1, 0
    for found in CHAIN_LINE.finditer(text):
        piece = text[begin : found.end()]
        yield number, line, piece
        # Where a chain line was spoilt, one piece holds more than one entry.
        number += 1 + without_head(piece).count(b"\n" + START)
        line += piece.count(b"\n")
        begin = found.end()
