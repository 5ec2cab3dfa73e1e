"""Broker by mail: a whole game, and standing orders, which any seat may send at any time."""

import random
from email import message_from_string, policy
from email.message import EmailMessage
from pathlib import Path

import pytest
from club import SETTINGS, Club, begin, reply, text

from pbm.core.failure import Declined, Status
from pbm.office import games
from pbm.office.verifying import verdict

ANNA, BORIS, CAROL = "anna@example.org", "boris@example.org", "carol@example.org"
ADDRESSES = {"Анна": ANNA, "Борис": BORIS, "Carol": CAROL}


@pytest.fixture
def club(tmp_path: Path) -> Club:
    made = begin(tmp_path / "club")
    made.open(seats=3, rules="broker")
    return made


def outcomes(club: Club) -> list[str]:
    return [line.outcome for line in club.house.home.journal.since("")][::-1]


def attached(letter: EmailMessage) -> list[str]:
    return [str(part.get_filename()) for part in letter.iter_attachments()]


def send(club: Club, to: str, words: str, number: int = 1) -> None:
    """An answer to the last letter that somebody got, and the run that takes it."""
    club.deliver(reply(club.last(to), words, number=number))
    assert club.run() == []


def test_a_whole_game_by_mail(club: Club) -> None:
    dice = random.Random(7)
    number = 0
    while (mover := club.ledger().last.state["to_move"]) is not None:
        number += 1
        if number % 4 == 0:
            other = dice.choice([name for name in ADDRESSES if name != mover])
            order = f"{dice.choice(['keep', 'оставя', 'оставить'])} {dice.choice('ABCD')} 1"
            if "out" not in club.ledger().last.state["seats"][other]:
                send(club, ADDRESSES[other], order, number)
                assert club.ledger().last.kind == "standing"
        lines = [line for line in club.lines(mover) if "оставя" not in line.split(" ")[0]]
        send(club, ADDRESSES[mover], dice.choice(lines), number)
    entries = list(club.ledger().entries())
    assert [entry.kind for entry in entries[-2:]] == ["move", "opened_seal"]
    assert sum(entry.kind == "standing" for entry in entries) >= 5
    found = verdict(club.ledger().path)
    assert found.status is Status.DONE, found.lines
    assert set(outcomes(club)) == {"move"}
    for address in ADDRESSES.values():
        assert "vesna.yaml" in attached(club.last(address))


def test_a_standing_order_of_a_seat_that_is_not_to_move(club: Club) -> None:
    before = club.ledger().last
    send(club, CAROL, "keep A 3")
    entry = club.ledger().last
    assert (entry.kind, entry.seat, entry.line) == ("standing", "Carol", "оставя A 3")
    assert (entry.number, entry.opening) == (before.number + 1, before.opening)
    assert entry.state["to_move"] == "Анна"
    assert outcomes(club) == ["move"]
    receipt, news, waiting = club.last(CAROL), club.last(BORIS), club.last(ANNA)
    assert receipt["Auto-Submitted"] == "auto-replied"
    assert "keep A 3" in text(receipt)
    assert "Carol" in news["Subject"]
    assert "прежний бланк действителен" in text(waiting)
    assert not attached(receipt) + attached(news) + attached(waiting)


def test_the_decision_that_waits_goes_on_with_its_old_form(club: Club) -> None:
    form = club.last(ANNA)
    send(club, BORIS, "оставя B 0; оставя A 2")
    club.deliver(reply(form, "100A" if "100A" in club.lines("Анна") else club.lines("Анна")[0]))
    assert club.run() == []
    entry = club.ledger().last
    assert (entry.kind, entry.number, entry.opening) == ("move", 2, 2)
    assert entry.state["seats"]["Борис"]["keep"] == [["B", 0], ["A", 2]]


def test_a_standing_order_is_good_with_any_token_of_its_seat(club: Club) -> None:
    old = club.last(ANNA)
    send(club, ANNA, club.lines("Анна")[0])
    send(club, BORIS, club.lines("Борис")[0])
    club.deliver(reply(old, "оставить C 1", number=9))
    assert club.run() == []
    assert (club.ledger().last.kind, club.ledger().last.seat) == ("standing", "Анна")
    club.deliver(reply(old, "60A B; оставить C 1", number=10))
    assert club.run() == []
    assert club.ledger().last.kind == "standing"
    assert outcomes(club)[-1] == "old"


def test_the_seat_to_move_may_send_one_before_its_move(club: Club) -> None:
    form = club.last(ANNA)
    send(club, ANNA, "оставить D 0")
    assert club.ledger().last.opening == 0
    club.deliver(reply(form, club.lines("Анна")[0], number=5))
    assert club.run() == []
    assert club.ledger().last.kind == "move"


def test_a_move_out_of_turn_stays_one(club: Club) -> None:
    for number, words in enumerate(("60A B", "60A B\nkeep A 3"), 1):
        club.deliver(reply(club.last(CAROL), words, number=number))
        assert club.run() == []
    assert outcomes(club) == ["not-to-move", "not-to-move"]
    assert club.ledger().last.number == 0


def test_a_standing_order_that_cannot_be_read_is_refused_with_the_right_way(club: Club) -> None:
    send(club, CAROL, "keep E 3")
    assert outcomes(club) == ["refused"]
    assert "B23" in text(club.last(CAROL))
    assert "keep A 3" in text(club.last(CAROL))
    assert club.ledger().last.number == 0


def test_news_of_orders_go_to_nobody_where_only_the_next_gets_news(tmp_path: Path) -> None:
    club = begin(tmp_path / "quiet", SETTINGS + "news: next\n")
    club.open(seats=3, rules="broker")
    send(club, CAROL, "keep A 3")
    assert [len(club.letters(address)) for address in (ANNA, BORIS, CAROL)] == [1, 1, 2]


def test_orders_are_typed_for_any_seat(club: Club) -> None:
    house = club.house
    typed = games.move(house, "vesna", "keep A 3", seat="Carol")
    assert games.canonical_line(typed) == "оставя A 3"
    assert games.refused(games.consider(house, "vesna", "keep E 3", seat="Борис"))
    with pytest.raises(Declined):
        games.move(house, "vesna", "60A B", seat="Борис")
    assert games.lines(house, "vesna", "Анна")
    with pytest.raises(Declined):
        games.lines(house, "vesna", "Борис")


def test_letters_of_ours_hold_no_orders_that_could_be_quoted_back(club: Club) -> None:
    send(club, CAROL, "keep A 3")
    club.deliver(reply(club.last(ANNA), club.lines("Анна")[0]))
    club.run()
    desk = club.house.desk(club.ledger())
    for letter in club.letters():
        # What stands behind a bar is never read.
        for line in (line for line in text(letter).splitlines() if "│" not in line):
            assert desk.game.likeness(line).value != "order", line


@pytest.mark.parametrize("below", [False, True])
def test_companies_of_ones_own_by_mail(tmp_path: Path, *, below: bool) -> None:
    club = begin(tmp_path / "own")
    club.open(seats=3, rules="broker", companies="Siemens,Bayer,Krupp,Тисен")
    line = next(line for line in club.lines("Анна") if line.startswith("60"))
    raw = reply(club.last(ANNA), f"{line}; оставить Siemens 2\n\nС уважением,\nАнна")
    if below:
        head, _, quoted = raw.decode().partition("\n\n")
        answer = message_from_string(f"{head}\n\n{quoted}", policy=policy.default)
        words, _, rest = str(answer.get_content()).partition("\n\nClub")
        answer.set_content(f"Club{rest}\n{words}\n")
        raw = answer.as_bytes()
    club.deliver(raw)
    assert club.run() == []
    assert club.ledger().last.line == f"{line}; оставя S 2"
