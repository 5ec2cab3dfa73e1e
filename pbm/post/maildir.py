"""Letters in and out through Maildir folders (https://cr.yp.to/proto/maildir.html)."""

import itertools
import os
import time
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple, Self

from pbm.core.failure import Unreachable, Wrong
from pbm.core.tell import Message
from pbm.post.mailbox import BEGINNING, LARGEST, Received
from pbm.post.server import words

PROCESSED = ".Processed"
"""A folder inside the Maildir, as Maildir++ names it: mail programs and servers show it."""


class _Waiting(NamedTuple):
    """A file that holds a letter; sorts oldest first. `time` is in nanoseconds."""

    time: int
    ref: str
    path: Path


class MaildirMailbox:
    """Letters that a mail server, fetchmail or procmail delivered into a Maildir.

    A mail program that looks into the folder moves files from `new` to `cur` and flags them as
    it likes. So both are read, flags mean nothing except "trashed", and a letter that is done
    goes to the folder Processed.
    """

    def __init__(self, path: Path, *, max_size: int = LARGEST) -> None:
        self.path = path
        self.left: list[Message] = []
        self._max_size = max_size
        self._seen: dict[str, Path] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def fetch(self) -> Iterator[Received]:
        """The letters in `new` and `cur`, oldest first by the time of their files."""
        self.left = []
        _create(self.path)
        for waiting in sorted(self._waiting().values()):
            letter = self._read(waiting)
            if letter is not None:
                yield letter

    def done(self, ref: str) -> None:
        """Move the letter's file to Processed, flagged as seen."""
        path = self._seen.pop(ref, None)
        try:
            _create(self.path / PROCESSED)
            if path is None or not _put_away(path, ref, self.path):
                found = self._waiting().get(ref)
                if found is not None:
                    _put_away(found.path, ref, self.path)
        except OSError as error:
            what = {"path": str(self.path / PROCESSED), "reason": words(error)}
            self._tell(Message("Letters cannot be moved to {path}: {reason}", what))
        except Wrong as wrong:
            self._tell(wrong.what)

    def _waiting(self) -> dict[str, _Waiting]:
        """The files with letters by reference; `new` first, since files only move to `cur`."""
        found = {}
        for folder in ("new", "cur"):
            try:
                with os.scandir(self.path / folder) as entries:
                    files = [e for e in entries if e.name[0] != "." and "T" not in _flags(e.name)]
            except OSError as error:
                raise _unusable(self.path, error) from error
            for entry in files:
                ref = entry.name.partition(":")[0]
                try:
                    if entry.is_file(follow_symlinks=False):
                        found[ref] = _Waiting(entry.stat().st_mtime_ns, ref, Path(entry.path))
                except FileNotFoundError:  # moved since; `cur` comes next
                    continue
        return found

    def _read(self, waiting: _Waiting) -> Received | None:
        """The letter, or None when it cannot be read now."""
        path = waiting.path
        try:
            try:
                raw, size = _bytes(path, self._max_size)
            except FileNotFoundError:
                moved = self._waiting().get(waiting.ref)
                if moved is None:
                    return None
                path = moved.path
                raw, size = _bytes(path, self._max_size)
        except OSError as error:
            self._leave(path, words(error))
            return None
        if not raw:  # somebody still writes it, or the disk was full when it came
            self._leave(path, "0 B")
            return None
        self._seen[waiting.ref] = path
        return Received(raw, _moment(waiting.time), waiting.ref, size, cut=size > len(raw))

    def _leave(self, path: Path, reason: str) -> None:
        what = {"letter": str(path), "reason": reason}
        self._tell(Message("The letter {letter} cannot be read now: {reason}", what))

    def _tell(self, what: Message) -> None:
        if what not in self.left:
            self.left.append(what)


class MaildirSender:
    """Letters out into a Maildir, for tests, for demonstrations and for other programs."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def send(self, raw: bytes, sender: str, recipients: Sequence[str]) -> None:  # noqa: ARG002
        """Deliver the letter as it is; the envelope is not kept.

        Raises `Unreachable` when it cannot be written: it is to be sent again.
        """
        _create(self.path)
        try:
            deliver(self.path, raw)
        except OSError as error:
            raise Unreachable(
                Message("Letters cannot be written to {path}: {reason}", _at(self.path, error)),
                Message("Nothing is lost: the next run tries again."),
            ) from error


_number = itertools.count()


def deliver(path: Path, raw: bytes) -> Path:
    """Write a letter into an existing Maildir and return its file; safe against power cuts."""
    host = os.uname().nodename.replace("/", "_").replace(":", "_")
    name = f"{time.time_ns() // 10**9}.P{os.getpid()}Q{next(_number)}T{time.time_ns()}.{host}"
    draft = path / "tmp" / name
    try:
        with draft.open("xb") as file:
            file.write(raw)
            file.flush()
            os.fsync(file.fileno())
        final = draft.rename(path / "new" / name)
    finally:
        draft.unlink(missing_ok=True)
    folder = os.open(path / "new", os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)
    return final


def _create(path: Path) -> None:
    """Make what is missing of a Maildir, but not the folder it stands in."""
    try:
        path.mkdir(mode=0o700, exist_ok=True)
        for folder in ("tmp", "new", "cur"):
            (path / folder).mkdir(mode=0o700, exist_ok=True)
    except OSError as error:
        raise _unusable(path, error) from error


def _put_away(path: Path, ref: str, maildir: Path) -> bool:
    """Move a file to Processed; whether it was there to be moved."""
    folder = maildir / PROCESSED / "cur"
    info = f":2,{''.join(sorted({*_flags(path.name), 'S'}))}"
    target = folder / f"{ref}{info}"
    number = itertools.count(2)
    # A name comes again when a person copies a letter in; the older one must survive.
    while target.exists():
        target = folder / f"{ref}.{next(number)}{info}"
    try:
        path.rename(target)
    except FileNotFoundError:
        return False
    return True


def _flags(name: str) -> str:
    """The flags in a file name, such as `RS`."""
    return name.partition(":2,")[2]


def _bytes(path: Path, max_size: int) -> tuple[bytes, int]:
    """The content of a file, only its beginning when it is too large, and its size."""
    with path.open("rb") as file:
        size = os.fstat(file.fileno()).st_size
        return file.read(BEGINNING if size > max_size else max_size), size


def _moment(nanoseconds: int) -> datetime:
    """The time of a file; now, where the file has an impossible one."""
    try:
        return datetime.fromtimestamp(nanoseconds / 10**9, UTC)
    except (ValueError, OverflowError, OSError):
        return datetime.now(UTC)


def _at(path: Path, error: OSError) -> dict[str, str]:
    return {"path": str(path), "reason": words(error)}


def _unusable(path: Path, error: OSError) -> Wrong:
    return Wrong(
        Message("{path} cannot be used as a Maildir: {reason}", _at(path, error)),
        Message("Correct the path in the settings, or create the folder it stands in."),
    )
