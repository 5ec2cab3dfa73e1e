"""What stands between a club and its letters: told clearly, nothing lost, the next run goes on."""

import socket

import pytest
from cutline import cut_line
from mailclub import ANNA, BORIS, SILENT, Club, Place, ids, smtp
from servers import HOST, PASSWORD, certificate, smtpd

pytest_plugins = ["mailfixtures"]

WRONG = "Qz-wrong-7"
BOTH = sorted([ANNA.address, BORIS.address])


def nobody() -> int:
    """A port at which nobody answers."""
    with socket.create_server((HOST, 0)) as listening:
        return int(listening.getsockname()[1])


def test_a_wrong_password_changes_nothing(place: Place) -> None:
    before = place.club.contents()
    place.club.environ["PBM_PASSWORD"] = WRONG
    status, out, err = place.club.run()

    assert (status, out) == (2, "")
    assert "does not accept the user bot@example.test with this password" in err
    assert "Check the user and the password" in err
    assert WRONG not in err
    assert place.club.contents() == before
    assert len(place.imap.letters()) == 1
    place.club.environ["PBM_PASSWORD"] = PASSWORD
    place.goes_on()


def test_no_password_changes_nothing(busy: Place) -> None:
    before = busy.club.contents()
    busy.club.environ = {}
    status, out, err = busy.club.run()

    assert (status, out) == (2, "")
    assert "pbm.yaml:6:11: The environment has no variable PBM_PASSWORD" in err
    assert "In a crontab" in err
    assert busy.club.contents() == before
    assert len(busy.imap.letters()) == 1


def test_settings_without_a_password_say_so(busy: Place) -> None:
    settings = busy.club.folder / "pbm.yaml"
    lines = settings.read_text("utf-8").splitlines(keepends=True)
    settings.write_text("".join(each for each in lines if not each.startswith("password")), "utf-8")
    status, out, err = busy.club.run()

    assert (status, out) == (2, "")
    assert "pbm.yaml: The mail server wants a login, and no `password:` is set" in err
    assert "{env: NAME}" in err
    assert len(busy.imap.letters()) == 1


def test_a_wrong_password_for_smtp_keeps_the_letters(club: Club, move: bytes) -> None:
    club.environ["SSL_CERT_FILE"] = str(certificate().path)
    with smtpd(tls="starttls", login=True) as taken:
        url = smtp(taken.port, "bot%40example.test@localhost")
        out = "{env: PBM_PASSWORD_OUT}"
        club.configure("", url, plaintext=False, password_out=out)
        club.environ["PBM_PASSWORD_OUT"] = WRONG
        status, said, err = club.pbm("ingest", given=move)
        assert (status, said) == (0, "")
        assert "does not accept the user bot@example.test with this password" in err
        assert WRONG not in err
        assert club.entry()["entry"] == 1
        waiting = ids(club.letters("ready"))
        assert len(waiting) == 2

        club.environ["PBM_PASSWORD_OUT"] = PASSWORD
        assert club.run() == SILENT
        assert ids(posted.raw for posted in taken.letters) == waiting
        assert all(posted.encrypted for posted in taken.letters)


def test_imap_out_of_reach(place: Place) -> None:
    place.configure(mail_in=(port := nobody()))
    before = place.club.contents()
    status, out, err = place.club.run()

    assert (status, out) == (4, "")
    assert err.splitlines() == [
        f"The mail server {HOST}:{port} is out of reach: Connection refused",
        "  Nothing is lost: the next run tries again.",
    ]
    assert place.club.contents() == before
    place.goes_on()


def test_smtp_out_of_reach_keeps_the_letters_under_their_message_ids(busy: Place) -> None:
    place = busy
    place.configure(mail_out=(port := nobody()))
    status, out, err = place.club.run()

    assert (status, out) == (4, "")
    assert f"The mail server {HOST}:{port} is out of reach" in err
    assert len(err.splitlines()) == 2
    assert place.club.entry()["entry"] == 1
    waiting = ids(place.club.letters("ready"))
    assert len(waiting) == 2
    assert "waiting to be sent: 2" in place.club.pbm("status").out

    place.goes_on()
    assert ids(posted.raw for posted in place.smtp.letters) == waiting
    assert sorted(place.posted()) == BOTH


def test_both_out_of_reach_are_both_told_and_neither_stops_the_other(busy: Place) -> None:
    busy.configure(mail_out=nobody())
    assert busy.club.run().status == 4
    busy.configure(nobody(), nobody())
    status, _, err = busy.club.run()
    assert status == 4
    assert err.count("is out of reach") == 2
    assert busy.posted() == []

    busy.configure(mail_in=nobody())
    assert busy.club.run().status == 4
    assert sorted(busy.posted()) == BOTH
    busy.goes_on()


def test_one_refused_recipient_stops_no_other(busy: Place) -> None:
    busy.smtp.answers[BORIS.address] = "550 5.1.1 no such user here"
    status, out, err = busy.club.run()

    assert (status, out) == (1, "")
    assert f"did not take the letter to {BORIS.address}: 550 5.1.1 no such user here" in err
    assert "players.yaml" in err
    assert busy.club.entry()["entry"] == 1
    assert busy.posted() == [ANNA.address]
    shown = busy.club.pbm("status")
    assert shown.status == 0
    assert "not delivered: " in shown.out
    assert "550 5.1.1 no such user here" in shown.out
    assert busy.club.run() == SILENT
    assert busy.posted() == [ANNA.address]


def test_a_letter_is_sent_again_once_its_address_is_mended(busy: Place) -> None:
    busy.smtp.answers[BORIS.address] = "550 5.1.1 no such user here"
    assert "pbm resend" in busy.club.run().err
    players = busy.club.folder / "players.yaml"
    mended = players.read_text("utf-8").replace(BORIS.address, "new@example.test")
    players.write_text(mended, "utf-8")
    again = busy.club.pbm("resend", "vesna", "--seat", "2")
    assert (again.status, again.err) == (0, "")
    assert "new@example.test" in again.out
    assert busy.club.run() == SILENT
    assert busy.posted() == [ANNA.address, "new@example.test"]
    assert "not delivered" not in busy.club.pbm("status").out


def test_a_recipient_refused_for_now_gets_the_letter_later(busy: Place) -> None:
    busy.smtp.answers[ANNA.address] = "452 4.2.2 mailbox full"
    status, _, err = busy.club.run()
    assert status == 1
    assert "452 4.2.2 mailbox full" in err
    assert "The next run tries again." in err
    assert busy.posted() == [BORIS.address]

    busy.smtp.answers.clear()
    busy.goes_on()
    assert busy.posted() == [BORIS.address, ANNA.address]


def test_imap_dies_within_a_letter(place: Place) -> None:
    before = place.club.contents()
    with cut_line(place.imap.port, b"In-Reply-To:") as line:
        place.configure(mail_in=line.port)
        status, out, err = place.club.run()
    assert (status, out) == (4, "")
    assert "The letter INBOX/1 cannot be read now" in err
    assert "Nothing is lost: the next run tries again." in err
    assert place.club.contents() == before
    place.goes_on()


def test_imap_dies_before_a_letter_that_is_kept_is_moved(place: Place) -> None:
    with cut_line(place.imap.port, b"UID MOVE") as line:
        place.configure(mail_in=line.port)
        status, out, err = place.club.run()
    assert (status, out) == (4, "")
    assert "is out of reach" in err
    assert place.club.entry()["entry"] == 1
    assert len(place.imap.letters()) == 1
    place.goes_on()
    assert sorted(place.posted()) == BOTH


@pytest.mark.parametrize(
    ("word", "count", "twice"),
    [
        pytest.param(b"mail ", 2, 0, id="between two letters"),
        pytest.param(b"250 2.0.0 kept", 1, 1, id="before it says that it took one"),
    ],
)
def test_smtp_dies(busy: Place, word: bytes, count: int, twice: int) -> None:
    with cut_line(busy.smtp.port, word, count) as line:
        busy.configure(mail_out=line.port)
        status, out, err = busy.club.run()
    assert (status, out) == (4, "")
    assert "is out of reach" in err
    assert busy.club.entry()["entry"] == 1
    first = ids(posted.raw for posted in busy.smtp.letters)
    assert len(first) == 1
    assert len(busy.club.out("ready")) == 1 + twice

    busy.goes_on()
    both = ids(posted.raw for posted in busy.smtp.letters)
    assert len(both) == 2 + twice
    assert len(set(both)) == 2
    assert both.count(first[0]) == 1 + twice
