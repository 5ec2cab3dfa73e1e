"""Fixtures of a club in the middle of its first turn, for tests of one command.

They are no conftest.py: mypy knows only one module of that name.
"""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from mailclub import ANNA, SILENT, Club, Place, offers, reply
from servers import dovecot, pymap, smtpd


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
    (form,) = club.letters("sent", ANNA)
    return reply(ANNA, form, offers(form)[0])


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
