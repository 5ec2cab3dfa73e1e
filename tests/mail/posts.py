"""The ways by which a club's letters come and go, as a test sees them from the other side."""

import os
import shutil
import subprocess
from contextlib import ExitStack
from datetime import datetime
from email.parser import BytesHeaderParser
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final, NamedTuple, Protocol
from unittest.mock import patch

from club import SETTINGS
from imapclient import IMAPClient
from mailclub import imap, smtp
from servers import children, dovecot, exim, pymap, smtpd, until

from pbm.post.maildir import deliver


class Sent(NamedTuple):
    """A letter that a server took."""

    message_id: str
    to: str
    content: str

    @property
    def key(self) -> tuple[str, str]:
        """What is the same whenever it is written."""
        return self.message_id, self.to


class Post(Protocol):
    """One way; in a quick test one point of `stride` is enough."""

    stride: int

    def begin(self, club: Path) -> None:
        """Write the club's settings."""

    def put(self, raw: bytes, at: datetime) -> None:
        """A letter arrives."""

    def keep(self) -> None:
        """Remember how everything is now."""

    def restore(self, club: Path) -> None:
        """Make it so again, for a copy of the club; nothing was sent."""

    def processed(self) -> list[bytes]:
        """The letters that are done with; no other is left."""
        ...

    def sent(self) -> list[Sent]:
        """The letters that went out."""
        ...


class Folders:
    """Maildir folders within the club's own."""

    stride = 4

    def __init__(self, _: ExitStack) -> None:
        self._club = Path()

    def begin(self, club: Path) -> None:
        self._club = club
        shutil.rmtree(club / "out")
        for folder in ("new", "cur", "tmp"):
            (club / "in" / folder).mkdir(parents=True, exist_ok=True)

    def put(self, raw: bytes, at: datetime) -> None:
        os.utime(deliver(self._club / "in", raw), (at.timestamp(), at.timestamp()))

    def keep(self) -> None:
        """It is copied with the club."""

    def restore(self, club: Path) -> None:
        self._club = club

    def processed(self) -> list[bytes]:
        return _processed(self._club / "in")

    def sent(self) -> list[Sent]:
        raws = [path.read_bytes() for path in (self._club / "out" / "new").iterdir()]
        return [_sent(raw, str(_heads(raw)["To"])) for raw in raws]


class Pymap:
    """Pymap and aiosmtpd."""

    stride = 4

    def __init__(self, stack: ExitStack) -> None:
        self._imap = stack.enter_context(pymap())
        self._smtp = stack.enter_context(smtpd())
        self._kept = Path(stack.enter_context(TemporaryDirectory())) / "mail"

    def begin(self, club: Path) -> None:
        _configure(club, self._imap.port, self._smtp.port)

    def put(self, raw: bytes, at: datetime) -> None:
        self._imap.put(raw, at)

    def keep(self) -> None:
        _copy(self._imap.folder, self._kept)

    def restore(self, _: Path) -> None:
        _copy(self._kept, self._imap.folder)
        self._smtp.letters.clear()

    def processed(self) -> list[bytes]:
        return _processed(self._imap.folder)

    def sent(self) -> list[Sent]:
        return [_sent(taken.raw, *taken.recipients) for taken in self._smtp.letters]


class WithoutMove(Pymap):
    """A server that knows neither MOVE nor UIDPLUS: letters are copied and marked as deleted."""

    stride = 10

    def __init__(self, stack: ExitStack) -> None:
        super().__init__(stack)
        stack.enter_context(patch.object(IMAPClient, "has_capability", return_value=False))


class Dovecot:
    """Dovecot and exim."""

    stride = 20

    def __init__(self, stack: ExitStack) -> None:
        self._imap = stack.enter_context(dovecot())
        self._smtp = stack.enter_context(exim(self._imap.lmtp_port))
        self._kept = Path(stack.enter_context(TemporaryDirectory())) / "mail"
        self._before = 0

    def begin(self, club: Path) -> None:
        _configure(club, self._imap.port, self._smtp.port)

    def put(self, raw: bytes, at: datetime) -> None:
        self._imap.put(raw, at)

    def keep(self) -> None:
        self._wait()
        _copy(self._imap.folder, self._kept)

    def restore(self, _: Path) -> None:
        self._wait()
        _copy(self._kept, self._imap.folder)
        self._before = len(self._smtp.taken())

    def processed(self) -> list[bytes]:
        self._wait()
        return _processed(self._imap.folder)

    def sent(self) -> list[Sent]:
        self._wait()
        return [Sent(*words) for words in self._smtp.taken()[self._before :]]

    def _wait(self) -> None:
        """Until both servers have done with all sessions."""
        imap, smtp = self._imap.pid, self._smtp.pid
        until(lambda: not children(imap, "imap") and not children(smtp, "exim4"))


POSTS: Final = (Folders, Pymap, WithoutMove, Dovecot)


def _configure(club: Path, mail_in: int, mail_out: int) -> None:
    lines = [
        SETTINGS.partition("mail_in")[0],
        f"mail_in: {imap(mail_in)}",
        f"mail_out: {smtp(mail_out)}",
        "password: {env: PBM_PASSWORD}",
        "plaintext: true",
    ]
    (club / "pbm.yaml").write_text("\n".join(lines), "utf-8")


def _copy(source: Path, target: Path) -> None:
    """Copy a folder with all that belongs to its files, their owners among it."""
    shutil.rmtree(target, ignore_errors=True)
    subprocess.run(["cp", "-a", source, target], check=True)


def _processed(maildir: Path) -> list[bytes]:
    """The letters in Processed; in the Maildir itself are none but those marked as deleted."""
    left = [*maildir.glob("new/*"), *maildir.glob("cur/*")]
    assert all("T" in path.name.rpartition(":2,")[2] for path in left), left
    found = [*maildir.glob(".Processed/new/*"), *maildir.glob(".Processed/cur/*")]
    return [path.read_bytes() for path in found]


def _heads(raw: bytes) -> Any:
    return BytesHeaderParser().parsebytes(raw)


def _sent(raw: bytes, *to: str) -> Sent:
    return Sent(str(_heads(raw)["Message-ID"]), " ".join(to), sha256(raw).hexdigest())
