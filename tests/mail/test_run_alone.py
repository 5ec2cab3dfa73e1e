"""Two at once, and runs with nothing to do."""

import socket

import pytest
from mailclub import SILENT, Club, Place, ended, imap
from servers import HOST, PATIENCE, until

pytest_plugins = ["mailfixtures"]


def test_a_second_run_leaves_quietly_and_an_ingested_letter_waits(club: Club, move: bytes) -> None:
    with socket.create_server((HOST, 0)) as silent:
        silent.settimeout(PATIENCE)
        club.configure(imap(silent.getsockname()[1]), "maildir:../players")
        first = club.start("run")
        connection, _ = silent.accept()  # the first run waits for a greeting
        before = club.contents()
        assert club.run() == SILENT
        assert club.contents() == before

        third = club.start("ingest")
        assert third.stdin is not None
        third.stdin.write(move)
        third.stdin.close()
        third.stdin = None
        until(lambda: list((club.folder / "mail" / "new").iterdir()))
        assert first.poll() is None
        assert third.poll() is None
        assert club.entry()["entry"] == 0
        connection.close()
    assert ended(first).status == 4
    assert ended(third) == SILENT
    assert club.entry()["entry"] == 1
    assert len(club.letters("sent")) == 4


@pytest.mark.parametrize("mail_in", ["", "maildir:../letters"])
def test_nothing_to_do_says_nothing(club: Club, mail_in: str) -> None:
    for folder in ("new", "cur", "tmp"):
        (club.folder.parent / "letters" / folder).mkdir(parents=True)
    club.configure(mail_in, "maildir:../players")
    before = club.contents()
    assert club.run() == SILENT
    assert club.contents() == before


def test_nothing_to_do_on_servers_says_nothing(busy: Place) -> None:
    assert busy.club.run() == SILENT
    before = busy.club.contents()
    assert busy.club.run() == SILENT
    assert busy.club.contents() == before
    assert len(busy.posted()) == 2
    assert busy.smtp.sessions == 1
