"""Game files: opened at their two ends, checked there, and added to in one write."""

import os
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final, NamedTuple

from pbm.core.canon import canonical
from pbm.core.failure import Damaged, Declined, Wrong
from pbm.core.ledger import START, Damage, Entry, Head, read_entry, read_head, sealed_item
from pbm.core.tell import Message
from pbm.store import batch
from pbm.store.batch import Batch
from pbm.store.files import append_to, create_synced, read_bytes, told, write_synced
from pbm.store.tail import End, holds, is_torn, read_end, read_front, without_head

_PUT_BACK: Final = Message(
    "`pbm verify` tells which entry was changed; put an unchanged copy of the file back"
)


class Changed(Declined):
    """A game file that somebody else wrote to between reading it and adding to it."""


class Stamp(NamedTuple):
    """What tells that a file is still the one that was read."""

    inode: int
    size: int
    changed: int

    @classmethod
    def of(cls, descriptor: int) -> "Stamp":
        """The stamp of an open file."""
        now = os.fstat(descriptor)
        return cls(now.st_ino, now.st_size, now.st_mtime_ns)


class Ledger:
    """One game's file: its head and its last entry. What lies between is read when asked for.

    `torn` tells that a broken write follows the last entry; such a ledger is read, not added to.
    """

    def __init__(self, path: Path, head: Head, last: Entry, stamp: Stamp, end: int) -> None:
        self.path = path
        self.head = head
        self.last = last
        self._stamp = stamp
        self._end = end

    @property
    def torn(self) -> bool:
        """Whether a broken write follows the last entry."""
        return self._end != self._stamp.size

    @classmethod
    def create(cls, path: Path, head: Head, entry: Entry) -> "Ledger":
        """A new game file with entry 0; raises Declined if there is a file of this name."""
        text = head.text()
        item, _ = sealed_item(entry, "", text)
        try:
            create_synced(path, text + item)
        except FileExistsError:
            raise Declined(
                Message("There is a game of this name"),
                Message("Choose another name"),
                str(path),
            ) from None
        return cls.open(path)

    @classmethod
    def open(cls, path: Path, *, repair: bool = False, lenient: bool = False) -> "Ledger":
        """The game file, its head and its last entry checked against their chains.

        A broken write at its end is set aside and cut off with `repair`, overlooked with
        `lenient`, and else raises Damaged, as everything does that pbm did not write.
        """
        with _descriptor(path, os.O_RDWR if repair else os.O_RDONLY) as descriptor:
            stamp = Stamp.of(descriptor)
            front = read_front(descriptor, stamp.size)
            end = read_end(descriptor, stamp.size, 1)
            head, last = _checked(path, front, end)
            if end.rest and not is_torn(end.rest, last.number + 1):
                raise _strange(path, end.size)
            whole = _whole(path, descriptor, end)
            if whole < stamp.size and not (repair or lenient):
                raise _torn(path, whole)
            if whole < end.size:
                head, last = _checked(path, front, read_end(descriptor, whole, 1))
            if whole < stamp.size and repair:
                _set_aside(path, descriptor, whole, stamp.size)
                stamp = Stamp.of(descriptor)
            return cls(path, head, last, stamp, whole)

    def preview(self, entries: Sequence[Entry]) -> list[Entry]:
        """The entries with the chains that they will have when they are added."""
        return [entry for _, entry in self._sealed(entries)]

    def whole(self, entries: Sequence[Entry]) -> bytes:
        """The bytes of the file as it will be with these entries added."""
        return read_bytes(self.path) + b"".join(item for item, _ in self._sealed(entries))

    def append(self, entries: Sequence[Entry]) -> list[Entry]:
        """Add entries in one synced write; returns them with their chains.

        Raises Changed if the file is no longer as it was read, and Wrong where the system
        refuses to write; the file then is as it was.
        """
        if self.torn:
            raise _torn(self.path, self._end)
        sealed = self._sealed(entries)
        if not sealed:
            return []
        with _descriptor(self.path, os.O_RDWR | os.O_APPEND) as descriptor:
            if Stamp.of(descriptor) != self._stamp:
                raise Changed(
                    Message("The game file was changed while pbm worked on it"),
                    Message("Run the command again"),
                    str(self.path),
                )
            self._write(descriptor, sealed)
            self._stamp = Stamp.of(descriptor)
        self._end = self._stamp.size
        self.last = sealed[-1][1]
        return [entry for _, entry in sealed]

    def _write(self, descriptor: int, sealed: list[tuple[bytes, Entry]]) -> None:
        """Add the items in one write, which counts as a whole or not at all."""
        data = b"".join(item for item, _ in sealed)
        if len(sealed) > 1:
            chain = sealed[0][1].chain
            batch.begin(self.path, Batch(self._end, self._end + len(data), chain))
        else:
            batch.done(self.path)  # one that a crash left
        append_to(descriptor, data, self._end)
        if len(sealed) > 1:
            batch.done(self.path)

    def _sealed(self, entries: Sequence[Entry]) -> list[tuple[bytes, Entry]]:
        """Each entry's bytes, and the entry with its chain."""
        before = self.last.chain
        sealed = []
        for number, entry in enumerate(entries, self.last.number + 1):
            if entry.number != number:
                raise ValueError(f"entry {entry.number} cannot follow entry {number - 1}")
            item, before = sealed_item(entry, before)
            sealed.append((item, entry._replace(chain=before)))
        return sealed

    def tail(self, count: int) -> list[Entry]:
        """The last entries, oldest first, their chains checked; no more is read than is needed."""
        if count == 1:
            return [self.last]
        with _descriptor(self.path, os.O_RDONLY) as descriptor:
            end = read_end(descriptor, self._end, count)
        entries: list[Entry] = []
        before, at = end.before, self._end - len(b"".join(end.items))
        for item in end.items:
            if not holds(item, before):
                raise _broken(self.path, at)
            entries.append(_entry(self.path, item))
            before, at = entries[-1].chain, at + len(item)
        return entries

    def has_entry_of(self, seat: str) -> bool:
        """Whether any entry is of this seat; nothing is parsed for it."""
        return f"\n  seat: {canonical(seat)}\n".encode() in read_bytes(self.path)

    def traced(self, letter: str, message: str) -> Iterator[Entry]:
        """The entries that came of this letter or of a Message-ID, by their hashes, oldest first.

        No others are parsed.
        """
        text = read_bytes(self.path)[: self._end]
        words = f"letter: {canonical(letter)}", f"message: {canonical(message)}"
        end = 0
        for found in re.finditer(f"\n  (?:{'|'.join(words)})\n".encode(), text):
            if found.start() < end:  # in the same entry
                continue
            begin = text.rfind(b"\n" + START, 0, found.start() + 1) + 1
            after = text.find(b"\n" + START, found.start())
            end = len(text) if after < 0 else after + 1
            yield _entry(self.path, text[begin:end])

    def entries(self) -> Iterator[Entry]:
        """Every entry from the first, their chains checked."""
        return iter(self.tail(self.last.number + 1))


def _checked(path: Path, front: bytes, end: End) -> tuple[Head, Entry]:
    """The head and the last entry, if both ends of the file are as pbm wrote them."""
    if not end.items:
        raise Damaged(Message("This is not a whole game file"), _PUT_BACK, str(path))
    if not holds(front, ""):
        raise _broken(path, 0)
    if not holds(end.items[0], end.before):
        raise _broken(path, end.size - len(end.items[0]))
    try:
        head = read_head(front[: -len(without_head(front))])
    except Damage:
        raise _broken(path, 0) from None
    return head, _entry(path, end.items[0])


def _entry(path: Path, item: bytes) -> Entry:
    """The entry of an item whose chain holds."""
    try:
        return read_entry(without_head(item))
    except Damage as damage:
        what = Message(
            "pbm cannot read this entry, though its chain holds: {why}", {"why": str(damage)}
        )
        raise Damaged(what, _PUT_BACK, str(path)) from None


@contextmanager
def _descriptor(path: Path, flags: int) -> Iterator[int]:
    """The open file; system errors become failures about it."""
    with told(path):
        try:
            descriptor = os.open(path, flags)
        except FileNotFoundError:
            raise Wrong(Message("There is no such game file"), None, str(path)) from None
        try:
            yield descriptor
        finally:
            os.close(descriptor)


def _whole(path: Path, descriptor: int, end: End) -> int:
    """Where the last whole write ends; of several entries in one write all must be there."""
    begun = batch.begun(path)
    if begun and begun.broken(descriptor, end.size, end.size + len(end.rest)):
        return begun.start
    return end.size


def _set_aside(path: Path, descriptor: int, whole: int, size: int) -> None:
    """Keep a broken write in a file of its own and cut it off."""
    broken = os.pread(descriptor, size - whole, whole)
    write_synced(path.with_name(f"{path.name}.torn-{whole}"), broken)
    os.ftruncate(descriptor, whole)
    os.fsync(descriptor)
    batch.done(path)


def _place(path: Path, offset: int) -> str:
    """The file and the line at this offset."""
    with told(path):
        line = path.read_bytes().count(b"\n", 0, offset) + 1
    return f"{path}:{line}"


def _broken(path: Path, offset: int) -> Damaged:
    """The failure for an entry that begins at this offset and has a wrong chain."""
    what = Message("The entry that begins here, or the chain before it, is not as pbm wrote it")
    return Damaged(what, _PUT_BACK, _place(path, offset))


def _strange(path: Path, offset: int) -> Damaged:
    """The failure for text after the last entry that pbm never wrote."""
    what = Message("What stands here, after the last whole entry, is not as pbm wrote it")
    return Damaged(what, _PUT_BACK, _place(path, offset))


def _torn(path: Path, offset: int) -> Damaged:
    """The failure for a broken write that nobody was asked to repair."""
    return Damaged(
        Message("The last entry was not written to its end (a power cut, perhaps)"),
        Message("The next `pbm run` repairs it; the letter that it came from is not lost"),
        _place(path, offset),
    )
