"""A letter counts once, in whatever wrappings it comes again, and nobody else's ID can stop it."""

from pathlib import Path

import pytest
from club import SETTINGS, Club, begin, reply

from pbm.core.failure import Failure
from pbm.office.run import Run
from pbm.store.journal import Journal, Line

ANNA = "anna@example.org"
BORIS = "boris@example.org"


@pytest.fixture
def club(tmp_path: Path) -> Club:
    club = begin(tmp_path)
    club.open(rules="broker", seats=3)
    return club


def outcomes(club: Club) -> list[str]:
    return [line.outcome for line in club.house.home.journal.since("")][::-1]


def give(club: Club, *letters: bytes) -> None:
    for letter in letters:
        club.deliver(letter)
        club.run()


def kept(club: Club) -> list[str]:
    """The standing orders given so far."""
    return [entry.line for entry in club.ledger().entries() if entry.kind == "standing"]


def failed(failure: Failure) -> None:
    pytest.fail(str(failure))


def killed(_journal: Journal, _line: Line) -> None:
    raise KeyboardInterrupt


def test_copies_of_a_list_do_not_bring_an_older_order_back(club: Club) -> None:
    letter = club.last(ANNA)
    first, second = (reply(letter, f"keep A {n}", number=n) for n in (3, 0))
    give(club, b"List-Id: <x>\n" + first, first, second)
    give(club, b"Received: av\n" + first, b"Received: av2\n" + first)
    assert kept(club) == ["оставя A 3", "оставя A 0"]
    assert outcomes(club) == ["held", "move", "move", "again", "again"]


@pytest.mark.parametrize("wrong", ["", "Message-ID: 1234@x\n", "Message-ID: <12 34@x>\n"])
def test_copies_of_a_letter_without_a_good_message_id(club: Club, wrong: str) -> None:
    lines = reply(club.last(ANNA), "keep A 3").decode().splitlines(keepends=True)
    bare = "".join(line for line in lines if not line.startswith("Message-ID")).encode()
    again = reply(club.last(ANNA), "keep A 0", number=2)
    give(club, wrong.encode() + bare, again, b"Received: av\n" + wrong.encode() + bare)
    assert kept(club) == ["оставя A 3", "оставя A 0"]


def test_a_lost_journal_brings_no_order_back(club: Club) -> None:
    letter = club.last(ANNA)
    first, second = (reply(letter, f"keep A {n}", number=n) for n in (3, 0))
    give(club, first, second)
    (club.folder / "mail" / "handled").unlink()
    give(club, first, b"Received: av\n" + first)
    assert kept(club) == ["оставя A 3", "оставя A 0"]
    assert outcomes(club) == ["move", "again"]


def test_killed_between_entry_and_journal_without_letters_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    club = begin(tmp_path)
    club.open(rules="broker", seats=3)
    order = reply(club.last(ANNA), "keep A 3")
    (tmp_path / "pbm.yaml").write_text(SETTINGS.replace("mail_out: maildir:out\n", ""))
    with monkeypatch.context() as patched:
        patched.setattr(Journal, "add", killed)
        with pytest.raises(KeyboardInterrupt):
            Run(club.house, failed).ingest(order)
    assert kept(club) == ["оставя A 3"]
    Run(club.house, failed).ingest(order)
    assert kept(club) == ["оставя A 3"]
    assert outcomes(club) == ["move"]
    assert club.house.home.mail.count_waiting() == 0


@pytest.mark.parametrize("sender", [BORIS, "stranger@evil.example", "MAILER-DAEMON@evil.example"])
def test_nobody_elses_letter_of_the_same_message_id_stops_a_move(club: Club, sender: str) -> None:
    move = reply(club.last(ANNA), club.lines("Анна")[0])
    number = next(line for line in move.splitlines() if line.startswith(b"Message-ID"))
    give(club, b"From: " + sender.encode() + b"\n" + number + b"\n\n30\n", move)
    assert club.ledger().last.seat == "Анна"
    assert outcomes(club)[-1] == "move"


def test_a_program_that_uses_an_id_twice(club: Club) -> None:
    letter = club.last(ANNA)
    number = b"Message-ID: <same@player.example>"
    words = ("30A", "30A C", club.lines("Анна")[0])
    letters = [reply(letter, line, number=n) for n, line in enumerate(words)]
    for raw in letters:
        old = next(line for line in raw.splitlines() if line.startswith(b"Message-ID"))
        give(club, raw.replace(old, number))
    assert club.ledger().last.kind == "move"


def test_a_copy_of_a_refused_letter_is_told_so_once(club: Club) -> None:
    raw = reply(club.last(ANNA), "99A")
    give(club, raw, b"Received: av\n" + raw, b"Received: av2\n" + raw)
    assert outcomes(club) == ["refused", "again", "again"]
    assert len(club.letters(ANNA)) == 3
