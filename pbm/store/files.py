"""Files that survive a power cut: written whole or not at all, appended to, and synced.

Every function raises Wrong, with a cure, where the system refuses; the old content then stands
as it was.
"""

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

from pbm.core.failure import Wrong
from pbm.core.tell import Message

PRIVATE: Final = 0o600
SHARED: Final = 0o644
PRIVATE_FOLDER: Final = 0o700
_FULL: Final = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG}
_FORBIDDEN: Final = {errno.EACCES, errno.EPERM, errno.EROFS}
# Not every Unix has fdatasync, which leaves out what is not needed to read the data back.
_sync_data: Final = getattr(os, "fdatasync", os.fsync)


def trouble(path: Path, error: OSError) -> Wrong:
    """The failure to raise where the system refuses to read or write a file."""
    if error.errno in _FULL:
        return Wrong(
            Message("There is no room left to write this file"),
            Message("Make room on the disk and run the command again; nothing was lost"),
            str(path),
        )
    if error.errno in _FORBIDDEN:
        return Wrong(
            Message("The system forbids pbm to use this file"),
            Message("Let the file and its folder belong to the user that runs pbm"),
            str(path),
        )
    if error.errno == errno.ENOENT:
        return Wrong(
            Message("There is no such file or folder"),
            Message(
                "Look whether the name is right; `pbm init DIR` makes what is missing in a folder "
                "of pbm, the rest is in your backup"
            ),
            str(path),
        )
    why = os.strerror(error.errno) if error.errno else str(error)
    return Wrong(
        Message("The system refuses to use this file: {why}", {"why": why}), None, str(path)
    )


@contextmanager
def told(path: Path) -> Iterator[None]:
    """A block whose system errors are raised as failures about this file."""
    try:
        yield
    except OSError as error:
        raise trouble(path, error) from error


def sync_folder(path: Path) -> None:
    """Make the names in a folder durable."""
    with told(path):
        descriptor = os.open(path, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def write_synced(
    path: Path, data: bytes, mode: int = SHARED, *, by: Path | None = None, durable: bool = True
) -> None:
    """Write a whole file, which takes the place of an old one in one step.

    It is written in the folder `by` first (on the same disk; the file's own folder by default).
    With `durable` off the new name may be lost in a power cut, never the content under it: for
    several files in one folder, which is synced once after them.
    """
    with told(path), _written_aside(path, data, mode, by or path.parent) as aside:
        aside.replace(path)
    if durable:
        sync_folder(path.parent)


def create_synced(path: Path, data: bytes, mode: int = SHARED) -> None:
    """Write a new file, which appears whole; raises FileExistsError if there is one.

    The file system must know hard links.
    """
    try:
        with _written_aside(path, data, mode, path.parent) as aside:
            path.hardlink_to(aside)
    except FileExistsError:
        raise
    except OSError as error:
        raise trouble(path, error) from error
    sync_folder(path.parent)


@contextmanager
def _written_aside(path: Path, data: bytes, mode: int, folder: Path) -> Iterator[Path]:
    """A synced file with the data under a passing name; what is left of it is removed."""
    aside = folder / f".{path.name}.{os.getpid()}"
    descriptor = os.open(aside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, mode)
    try:
        try:
            _write_all(descriptor, data)
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
        yield aside
    finally:
        with suppress(FileNotFoundError):
            aside.unlink()


def _write_all(descriptor: int, data: bytes) -> None:
    """Write everything: one call, more only where the system took a part."""
    rest = memoryview(data)
    while rest:
        rest = rest[os.write(descriptor, rest) :]


def append_to(descriptor: int, data: bytes, end: int) -> None:
    """Add data at the end of an open file and sync it; whatever goes wrong, cut it off again.

    `end` is the size before. The descriptor is open for appending.
    """
    try:
        _write_all(descriptor, data)
        _sync_data(descriptor)
    except BaseException:
        os.ftruncate(descriptor, end)
        os.fsync(descriptor)
        raise


def append_synced(path: Path, data: bytes, mode: int = SHARED) -> None:
    """Add data at the end of a file, which is made where it is missing."""
    with told(path):
        descriptor = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, mode)
        try:
            append_to(descriptor, data, os.fstat(descriptor).st_size)
        finally:
            os.close(descriptor)


def names_in(folder: Path) -> list[str]:
    """The names in a folder, those that begin with a dot left out."""
    with told(folder), os.scandir(folder) as found:
        return [entry.name for entry in found if not entry.name.startswith(".")]


def exists(path: Path) -> bool:
    """Whether there is such a file or folder."""
    with told(path):
        return path.exists()


def read_bytes(path: Path) -> bytes:
    """The whole content of a file that must be there."""
    with told(path):
        return path.read_bytes()
