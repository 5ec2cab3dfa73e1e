"""Letters on their way out: prepared, released by their entry, sent or failed.

Each letter is one file; a line above it, `X-Envelope:`, says from whom to whom it goes, so that
the file stays a letter that every mail program opens. Its folder is its state, and every step
is one rename: a letter is in one state at any time, whenever the power fails.
"""

import re
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Final, NamedTuple

from pbm.store.files import PRIVATE, names_in, read_bytes, told, write_synced

_LINE: Final = b"X-Envelope: "
_NAME: Final = r"(?P<key>.+)\.(?P<number>[0-9]+)\.eml"
_WHY: Final = ".why"
# A key is a part of a file name: game.entry.chain or letter.hash.
_KEY: Final = r"(?a)[a-z0-9-]+(\.[a-z0-9-]+)*"


class Envelope(NamedTuple):
    """From whom and to whom a letter goes (RFC 5321); an empty sender takes no bounces."""

    sender: str
    recipients: tuple[str, ...]


class Item(NamedTuple):
    """One letter in the outbox; `raw` is what is sent."""

    path: Path
    key: str
    envelope: Envelope
    raw: bytes


class Failure(NamedTuple):
    """A letter that no server took, and the server's words."""

    path: Path
    why: str


class Outbox:
    """mail/out with pending, ready, sent and failed."""

    def __init__(self, folder: Path) -> None:
        self.folders = tuple(folder / name for name in ("pending", "ready", "sent", "failed"))
        self._pending, self._ready, self._sent, self._failed = self.folders

    def prepare(self, key: str, number: int, envelope: Envelope, raw: bytes) -> None:
        """Write a letter, synced, which waits for its entry; the same again replaces it.

        `key` is shared by all letters of one entry (a-z, 0-9, - and dots), `number` tells them
        apart.
        """
        if not re.fullmatch(_KEY, key):
            raise ValueError(key)
        import json  # noqa: PLC0415 - a run without letters writes none

        line = json.dumps({"sender": envelope.sender, "recipients": envelope.recipients})
        path = self._pending / f"{key}.{number}.eml"
        write_synced(path, _LINE + line.encode() + b"\r\n" + raw, PRIVATE)

    def release(self, key: str) -> int:
        """Let the letters of a key be sent; returns how many were waiting. Safe to repeat."""
        paths = self._of(key)
        for path in paths:
            with told(path):
                path.replace(self._ready / path.name)
        return len(paths)

    def drop(self, key: str) -> int:
        """Throw away the letters of a key whose entry was never written; returns how many."""
        paths = self._of(key)
        for path in paths:
            with told(path):
                path.unlink(missing_ok=True)
        return len(paths)

    def sweep(self) -> None:
        """Throw away what a write that was killed left unfinished among the pending letters."""
        with told(self._pending):
            for path in self._pending.glob(".*"):
                path.unlink(missing_ok=True)

    def knows(self, game: str) -> bool:
        """Whether letters about a game of this name ever went out, or are on their way."""
        folders = (self._ready, self._sent, self._failed)
        return any(next(folder.glob(f"{game}.*"), None) for folder in folders)

    def settled(self) -> bool:
        """Whether nothing waits for an entry, and no write left anything."""
        with told(self._pending):
            return next(self._pending.iterdir(), None) is None

    def pending_keys(self) -> list[str]:
        """The keys of letters that wait for their entries, sorted."""
        return sorted({match["key"] for _, match in _letters(self._pending)})

    def ready(self) -> Iterator[Item]:
        """The letters to send: a game's in the order of its entries, one at a time.

        One whose envelope cannot be read is put aside as failed and stops no other.
        """
        for path, match in _letters(self._ready):
            item = _item(path, match["key"])
            if item.envelope.recipients:
                yield item
            else:
                self.failed(item, "X-Envelope?")

    def count_ready(self) -> int:
        """How many letters wait to be sent."""
        return len(_letters(self._ready))

    def sent(self, item: Item) -> None:
        """Mark a letter as sent. It is not synced: at worst it goes again, under its Message-ID."""
        with told(item.path), suppress(FileNotFoundError):
            item.path.replace(self._sent / item.path.name)

    def failed(self, item: Item, why: str) -> None:
        """Put aside a letter that was refused for good, with the server's words beside it."""
        path = self._failed / item.path.name
        with told(item.path):
            item.path.replace(path)
        write_synced(path.with_name(f"{path.name}{_WHY}"), f"{why}\n".encode(), PRIVATE)

    def failures(self) -> Iterator[Failure]:
        """The letters that were refused for good."""
        for path, _ in _letters(self._failed):
            why = path.with_name(f"{path.name}{_WHY}")
            words = read_bytes(why).decode(errors="replace").strip() if why.exists() else ""
            yield Failure(path, words)

    def forget(self, failure: Failure) -> None:
        """Throw a letter away that was refused for good, with the server's words."""
        for path in (failure.path.with_name(f"{failure.path.name}{_WHY}"), failure.path):
            with told(path):
                path.unlink(missing_ok=True)

    def _of(self, key: str) -> list[Path]:
        """The pending letters of a key in order."""
        return [path for path, match in _letters(self._pending) if match["key"] == key]


def _letters(folder: Path) -> list[tuple[Path, re.Match[str]]]:
    """The letters in a folder, those of one game in the order of entries and numbers."""
    found = [match for name in names_in(folder) if (match := re.fullmatch(_NAME, name))]
    return [(folder / match[0], match) for match in sorted(found, key=_order)]


def _order(match: re.Match[str]) -> list[tuple[int, str]]:
    """Where a letter stands among others: words before numbers, numbers by their size."""
    parts = [*match["key"].split("."), match["number"]]
    return [(int(part), "") if part.isdecimal() else (-1, part) for part in parts]


def _item(path: Path, key: str) -> Item:
    """The letter in a file, its first line taken off; to nobody, if that cannot be read."""
    import json  # noqa: PLC0415 - as above

    line, _, raw = read_bytes(path).partition(b"\r\n")
    try:
        plain = json.loads(line.removeprefix(_LINE))
        envelope = Envelope(plain["sender"], tuple(plain["recipients"]))
    except (ValueError, KeyError, TypeError):
        envelope = Envelope("", ())
    return Item(path, key, envelope, raw)
