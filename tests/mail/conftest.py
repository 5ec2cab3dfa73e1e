"""A club in the middle of its first turn, for tests of one command."""

import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from mailclub import ANNA, SILENT, Club, imap, offers, reply, smtp
from servers import Imap, Smtp, dovecot, pymap, smtpd


@pytest.fixture(scope="session")
def _dealt(tmp_path_factory: pytest.TempPathFactory) -> Path:
    club = Club(tmp_path_factory.mktemp("dealt") / "club")
    club.begin("", "maildir:../players")
    assert club.run() == SILENT
    return club.folder


@pytest.fixture
def club(_dealt: Path, tmp_path: Path) -> Club:
    """A club whose first letters were sent; Анна has her form."""
    shutil.copytree(_dealt, tmp_path / "club")
    return Club(tmp_path / "club")


@pytest.fixture
def move(club: Club) -> bytes:
    """Anna's answer, which has a move that is legal."""
    (form,) = (raw for raw in club.letters("sent", ANNA))
    return reply(ANNA, form, offers(form)[0])


@dataclass
class Place:
    """A club whose letters go through servers; Anna's answer lies in its INBOX."""

    club: Club
    imap: Imap
    smtp: Smtp

    def configure(self, mail_in: int = 0, mail_out: int = 0) -> None:
        """Write settings with these ports, by default the servers' own."""
        self.club.configure(imap(mail_in or self.imap.port), smtp(mail_out or self.smtp.port))

    def posted(self) -> list[str]:
        """To whom the SMTP server took letters, in order."""
        return [recipient for posted in self.smtp.letters for recipient in posted.recipients]

    def goes_on(self) -> None:
        """The next run does whatever there was to do, once, and leaves nothing."""
        self.configure()
        assert self.club.run() == SILENT
        assert self.club.entry()["entry"] == 1
        assert self.imap.letters() == []
        assert len(self.imap.letters("Processed")) == 1
        assert [self.club.out(state) for state in ("pending", "ready", "failed")] == [[], [], []]


@pytest.fixture(params=[pymap, dovecot], ids=["pymap", "Dovecot"])
def place(request: pytest.FixtureRequest, club: Club, move: bytes) -> Iterator[Place]:
    """The club with an IMAP server of either kind."""
    with request.param() as server, smtpd() as taken:
        server.put(move)
        place = Place(club, server, taken)
        place.configure()
        yield place


@pytest.fixture
def busy(club: Club, move: bytes) -> Iterator[Place]:
    """The club with the IMAP server that is everywhere."""
    with pymap() as server, smtpd() as taken:
        place = Place(club, server, taken)
        place.configure()
        server.put(move)
        yield place
