"""The folder's own Maildir: every letter that came, byte for byte, before anything reads it."""

import re
from collections.abc import Iterator
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Final, NamedTuple

from pbm.store.files import PRIVATE, exists, names_in, read_bytes, told, write_synced

_TIME: Final = "%Y%m%dT%H%M%S.%fZ"
_NAME: Final = r"([0-9]{8}T[0-9]{6}\.[0-9]{6}Z)\.[0-9a-f]{64}(?:\.cut)?"
_SEEN: Final = ":2,S"
_HELD: Final = ".eml"
_CUT: Final = ".cut"


class Kept(NamedTuple):
    """A letter in the folder: its file, its bytes, and when the server received it (UTC).

    Of a letter that was too large to be fetched whole the bytes are only its beginning.
    """

    path: Path
    raw: bytes
    at: datetime

    @property
    def cut(self) -> bool:
        """Whether only the letter's beginning is kept."""
        return _CUT in self.path.name

    @property
    def hash(self) -> str:
        """`sha256:…` of its bytes, as ledgers and the journal name it."""
        return "sha256:" + _sha256(self.raw)


class MailFolder:
    """mail/ with tmp, new and cur: letters wait in new and are put away in cur."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.folders = (folder, *(folder / name for name in ("tmp", "new", "cur", "held")))
        _, self._tmp, self._new, self._cur, self._held = self.folders

    def keep(self, raw: bytes, at: datetime, *, cut: bool = False) -> Kept:
        """Keep a letter, synced. The same bytes of the same time are kept once.

        `at` is aware; `cut` says that `raw` is only the beginning. Raises Wrong where the system
        refuses to write.
        """
        at = at.astimezone(UTC)
        name = f"{at.strftime(_TIME)}.{_sha256(raw)}"
        name += _CUT if cut else ""
        path = self._new / name
        put_away = self._cur / f"{name}{_SEEN}"
        if exists(put_away):
            return Kept(put_away, raw, at)
        if not exists(path):
            write_synced(path, raw, PRIVATE, by=self._tmp)
        return Kept(path, raw, at)

    def waiting(self) -> Iterator[Kept]:
        """The letters not put away, in the order in which they were received, one at a time.

        A mail server may deliver here, too: such a letter was received when its file was made.
        """
        with told(self._new):
            found = sorted(map(_received, filter(Path.is_file, self._inside())))
        for at, _, path in found:
            yield Kept(path, read_bytes(path), at)

    def odd(self) -> list[Path]:
        """What lies among the letters not put away and is no file."""
        with told(self._new):
            return [path for path in self._inside() if not path.is_file()]

    def _inside(self) -> list[Path]:
        return [self._new / name for name in names_in(self._new)]

    def find(self, sha256: str) -> bytes | None:
        """The letter of this hash that was put away; None if it is not there any more."""
        path = next(self._cur.glob(f"*.{sha256}*"), None)
        return None if path is None else read_bytes(path)

    def count_waiting(self) -> int:
        """How many letters are not put away."""
        return len(names_in(self._new))

    def count_held(self) -> int:
        """How many letters wait for the game master."""
        return sum(name.endswith(_HELD) for name in names_in(self._held))

    def held(self, kept: Kept) -> Path:
        """Put a letter before the game master, in mail/held; returns where it lies."""
        path = self._held / f"{kept.path.name.partition(':2,')[0]}{_HELD}"
        with told(kept.path), suppress(FileNotFoundError):
            kept.path.replace(path)
        return path

    def put_away(self, kept: Kept) -> Path:
        """Where a letter lies once it is put away."""
        return self._cur / f"{kept.path.name.partition(':2,')[0]}{_SEEN}"

    def handled(self, kept: Kept) -> None:
        """Put a letter away. It is not synced: what waits again is known to the journal."""
        name = kept.path.name.partition(":2,")[0]
        with told(kept.path), suppress(FileNotFoundError):
            (self._new / name).replace(self.put_away(kept))
        # A letter that was held and is dealt with now waits for the game master no longer.
        for path in self._held.glob(f"*{kept.hash.removeprefix('sha256:')}*{_HELD}"):
            path.unlink(missing_ok=True)


def _sha256(raw: bytes) -> str:
    import hashlib  # noqa: PLC0415 - a run without letters needs none

    return hashlib.sha256(raw).hexdigest()


def _received(path: Path) -> tuple[datetime, int, Path]:
    """When a letter was received, from its name or else from its file, and when it was kept."""
    kept = path.stat().st_mtime_ns
    if found := re.fullmatch(_NAME, path.name):
        with suppress(ValueError):  # the name is not ours
            return datetime.fromisoformat(found[1]), kept, path
    return datetime.fromtimestamp(kept / 1e9, UTC), kept, path
