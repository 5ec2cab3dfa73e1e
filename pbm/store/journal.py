"""The journal of handled letters, `mail/handled`: what became of each, one line a letter.

Letters without an entry are committed by their line here. A line that a power cut left without
its end does not count and is cut off by the next one.
"""

import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Final, NamedTuple

from pbm.store.files import PRIVATE, append_to, told

_NOTHING: Final = "-"
AGAIN: Final = "again"
"""The outcome of a letter that came before in other wrappings."""


class Line(NamedTuple):
    """One letter: hashes of its bytes and its Message-ID, what became of it, when.

    `entry` is `game/number` of the entry it led to; `sender` is whom an answer went to, for the
    limits. What is empty is written `-`; `at` is RFC 3339 in UTC, so that it sorts.
    """

    letter: str
    message: str
    outcome: str
    entry: str
    at: str
    sender: str = ""


class Journal:
    """The file of handled letters; it is read when something is first looked for."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._read: bytes | None = None

    def find(self, letter: str) -> Line | None:
        """The last line about a letter of these bytes."""
        text = self._text()
        at = text.rfind(f"\n{letter} ".encode())
        return None if at < 0 else self._line_at(at + 1)

    def of_message(self, message: str) -> Iterator[Line]:
        """The lines about letters of this Message-ID, whoever wrote them, oldest first."""
        word = f" {message} ".encode()
        at = self._text().find(word)
        while at >= 0:
            line = self._line_at(at)
            if line is not None and line.message == message:
                yield line
            at = self._text().find(word, at + 1)

    def knows(self, game: str) -> bool:
        """Whether a letter was ever dealt with for a game of this name."""
        text = self._text()
        return any(f" {game}{end}".encode() in text for end in ("/", " "))

    def last_entry(self, game: str) -> int:
        """The number of the last entry of a game that came of a letter; 0 if none did."""
        parts = (line.entry.partition("/") for line in self.since(""))
        return max((int(number or 0) for name, _, number in parts if name == game), default=0)

    def since(self, at: str) -> Iterator[Line]:
        """The lines from a moment on, newest first."""
        text = self._text()
        end = len(text) - 1
        while end > 0:
            begin = text.rfind(b"\n", 0, end) + 1
            line = _parse(text[begin:end])
            if line is None or line.at < at:
                return
            yield line
            end = begin - 1

    def _line_at(self, at: int) -> Line | None:
        """The line that this place is in."""
        text = self._text()
        return _parse(text[text.rfind(b"\n", 0, at) + 1 : text.index(b"\n", at)])

    def add(self, line: Line) -> None:
        """Write a line, synced; raises Wrong where the system refuses."""
        data = (" ".join(map(_word, line)) + "\n").encode()
        with told(self.path):
            descriptor = os.open(self.path, os.O_RDWR | os.O_APPEND | os.O_CREAT, PRIVATE)
            try:
                append_to(descriptor, data, _whole(descriptor))
            finally:
                os.close(descriptor)
        if self._read is not None:
            self._read += data

    def _text(self) -> bytes:
        """All whole lines, each with a line break before and after it."""
        if self._read is None:
            text = b""
            with told(self.path), suppress(FileNotFoundError):
                text = self.path.read_bytes()
            self._read = b"\n" + text[: text.rfind(b"\n") + 1]
        return self._read


def _whole(descriptor: int) -> int:
    """The size of the open file, what follows its last whole line cut off."""
    size = os.fstat(descriptor).st_size
    if not size or os.pread(descriptor, 1, size - 1) == b"\n":
        return size
    whole = os.pread(descriptor, size, 0).rfind(b"\n") + 1
    os.ftruncate(descriptor, whole)
    return whole


def _word(value: str) -> str:
    """A value as one word: outcomes and hashes are; an address may hold anything."""
    return "".join(c if c.isprintable() and c != " " else "?" for c in value) or _NOTHING


def _parse(line: bytes) -> Line | None:
    """The parts of a line; None for one that is not ours."""
    words = ["" if word == _NOTHING else word for word in line.decode(errors="replace").split(" ")]
    return Line(*words) if len(words) == len(Line._fields) else None
