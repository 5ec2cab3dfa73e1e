"""Encrypted connections from the command line, by certificates that SSL_CERT_FILE names."""

from collections.abc import Iterator
from functools import partial
from typing import NamedTuple

import pytest
from mailclub import ANNA, BORIS, SILENT, Club, ids, imap, smtp
from servers import Imap, certificate, dovecot, exim, pymap, smtpd, until

pytest_plugins = ["mailfixtures"]


class Guarded(NamedTuple):
    """A club and its IMAP server; `mail_out` is the settings' address of its SMTP server."""

    club: Club
    server: Imap
    mail_out: str


@pytest.fixture
def guarded(club: Club, move: bytes) -> Iterator[Guarded]:
    """Dovecot, and exim that offers STARTTLS."""
    with dovecot() as server, exim(server.lmtp_port) as taking:
        server.put(move)
        yield Guarded(club, server, smtp(taking.port, "localhost"))


def test_a_turn_by_imaps_and_starttls(guarded: Guarded) -> None:
    club, server, mail_out = guarded
    club.configure(imap(server.tls_port, "localhost", "imaps"), mail_out, plaintext=False)
    club.environ["SSL_CERT_FILE"] = str(certificate().path)
    assert club.run() == SILENT
    assert club.entry()["entry"] == 1
    for player in (ANNA, BORIS):
        (letter,) = until(partial(server.letters, user=player.address))
        assert ids([letter])[0] in ids(club.letters("sent", player))
        assert b"with esmtps" in letter


def test_a_turn_by_starttls_and_smtps(club: Club, move: bytes) -> None:
    with dovecot() as server, smtpd(tls="tls") as taken:
        server.put(move)
        mail_out = smtp(taken.port, scheme="smtps")
        club.configure(imap(server.port, "localhost"), mail_out, plaintext=False)
        club.environ["SSL_CERT_FILE"] = str(certificate().path)
        assert club.run() == SILENT
        assert club.entry()["entry"] == 1
        assert len(taken.letters) == 2  # it speaks nothing but TLS


def test_an_unknown_certificate_is_not_trusted(guarded: Guarded) -> None:
    club, server, mail_out = guarded
    club.configure(imap(server.tls_port, "localhost", "imaps"), mail_out, plaintext=False)
    before = club.contents()
    status, out, err = club.run()
    assert (status, out) == (4, "")
    assert "certificate verify failed" in err
    assert club.contents() == before
    assert len(server.letters()) == 1


def test_without_encryption_no_password_is_sent(club: Club, move: bytes) -> None:
    with pymap() as server, smtpd() as taken:
        server.put(move)
        club.configure(imap(server.port), smtp(taken.port), plaintext=False)
        before = club.contents()
        status, out, err = club.run()
        assert (status, out) == (2, "")
        assert "does not encrypt the connection" in err
        assert "Write imaps:// in the settings" in err
        assert club.contents() == before
        assert taken.letters == []
