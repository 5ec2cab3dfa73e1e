"""Daytrader by mail: a whole game with booms, a loan and a bankruptcy; cash that is hidden."""

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from club import Club, begin, reply, text

from pbm.clerk.desk import Desk
from pbm.core.failure import Declined, Status
from pbm.core.ledger import Entry
from pbm.office import games
from pbm.office.house import now
from pbm.office.mailing import Desktop
from pbm.office.verifying import verdict
from pbm.rules.daytrader.game import Daytrader
from pbm.store.ledgers import Ledger

GOLDEN = Path(__file__).resolve().parents[2] / "games" / "daytrader-debts.yaml"
LANGUAGES = {"Анна": "ru", "Борис": "bg", "Carol": "en"}
ADDRESSES = {
    "Анна": "anna@example.org",
    "Борис": "boris@example.org",
    "Carol": "carol@example.org",
}


def golden() -> Ledger:
    return Ledger.open(GOLDEN)


@pytest.fixture
def club(tmp_path: Path) -> Club:
    """A club in which the golden game was opened again, cash hidden this time."""
    made = begin(tmp_path / "club")
    made.open(seats=3, seed=bytes.fromhex(golden().last.seed), rules="daytrader")
    return made


def outcomes(club: Club) -> list[str]:
    return [line.outcome for line in club.house.home.journal.since("")][::-1]


def state(club: Club) -> Any:
    return club.ledger().last.state


def send(club: Club, name: str, words: str, number: int = 1) -> Entry:
    """An answer to the last letter that somebody got, the run that takes it, and its entry."""
    club.deliver(reply(club.last(ADDRESSES[name]), words, number=number))
    assert club.run() == []
    return club.ledger().last


def play_on(club: Club, until: str = "") -> Iterator[Entry]:
    """The golden game's lines sent one by one, each in its player's language.

    It stops before the entry that would bring a fact of the kind `until`.
    """
    table = club.house.desk(club.ledger()).game
    for entry in golden().entries():
        if until in {fact["fact"] for fact in entry.facts}:
            return
        if entry.seat:
            move = table.read_canonical(entry.line, "bg")
            words = table.write_move(move, LANGUAGES[entry.seat])
            yield send(club, entry.seat, words, entry.number)


def test_a_whole_game_by_mail(club: Club) -> None:
    told: dict[str, str] = dict.fromkeys(ADDRESSES, "")
    for entry in play_on(club):
        assert entry.kind in {"move", "standing", "opened_seal"}, outcomes(club)
        told = {name: told[name] + text(club.last(ADDRESSES[name])) for name in told}
    again, first = list(club.ledger().entries()), list(golden().entries())
    assert [entry.state for entry in again] == [entry.state for entry in first]
    assert [entry.facts for entry in again] == [entry.facts for entry in first]
    assert set(outcomes(club)) == {"move"}
    assert verdict(club.ledger().path).status is Status.DONE
    for sentence in ("booms.", "moves the token", "pledges 1 token to Carol", "is bankrupt"):
        assert sentence in told["Carol"], sentence
    assert "пенсионира" in text(club.last(ADDRESSES["Борис"]))
    assert "The winner is Борис." in text(club.last(ADDRESSES["Carol"]))


def test_a_debtor_is_asked_in_the_middle_of_anothers_turn(tmp_path: Path) -> None:
    """D60, D94: he alone decides, and he alone is told what is missing."""
    club = begin(tmp_path / "club")
    club.open(seats=3, rules="daytrader", seed=(85).to_bytes(32, "big"))
    send(club, "Борис", "работи")
    send(club, "Carol", "buy 2 2")
    at = state(club)
    assert at["pending"] == [{"do": "debt", "seat": "Carol", "money": 60, "card": "VM35"}]
    assert (at["turn"], at["to_move"]) == ("Борис", "Carol")
    asked = text(club.last(ADDRESSES["Carol"]))
    assert "A debt of 60 that cannot be paid (Market slump" in asked
    assert f"The cash is {at['seats']['Carol']['cash']}: it takes 1 token" in asked
    assert "│ LOAN BANK 1" in asked
    assert "Carol дължи 60" in text(club.last(ADDRESSES["Борис"]))
    for name in ("Борис", "Анна"):
        with pytest.raises(Declined):
            games.move(club.house, "vesna", "PASS", seat=name)
    send(club, "Carol", "DRAW", 2)
    assert outcomes(club)[-1] == "refused"
    assert send(club, "Carol", "loan bank 1", 3).line == "LOAN BANK 1"
    assert state(club)["to_move"] != "Carol" or state(club)["turn"] == "Carol"


def test_a_lender_answers_while_a_debtor_is_waited_for(club: Club) -> None:
    """D62: what was offered in time can be taken, by name or by number."""
    list(play_on(club, until="borrows-from"))
    debtor = state(club)["to_move"]
    assert state(club)["pending"][0]["do"] == "debt"
    before = club.last(ADDRESSES[debtor])
    lender = next(name for name in ADDRESSES if debtor in state(club)["seats"][name]["lends"])
    send(club, lender, f"LEND {debtor} 0", 50)
    assert club.ledger().last.kind == "standing"
    club.deliver(reply(before, f"LOAN {lender} 1", number=51))
    assert club.run() == []
    assert outcomes(club)[-1] == "refused"
    answer = text(club.last(ADDRESSES[debtor]))
    assert "D62" in answer
    send(club, lender, f"LEND {debtor} 1", 52)
    number = list(ADDRESSES).index(lender) + 1
    club.deliver(reply(before, f"LOAN {number} 1 ELSE LOAN BANK 1", number=53))
    assert club.run() == []
    assert club.ledger().last.line == f"LOAN {lender} 1"


def test_a_typed_refusal_does_not_tell_the_cash(club: Club) -> None:
    """What the game master sees without --reveal names no cash, and no line that tells of it."""
    mover = state(club)["to_move"]
    typed = games.consider(club.house, "vesna", "BUY RETIREMENT")
    found = games.refused(typed)
    assert found
    cash = state(club)["seats"][mover]["cash"]
    assert all(problem.veiled or "cash" not in problem.values for problem in found)
    assert not any(line.startswith("BUY") for problem in found for line in problem.nearest)
    assert cash < 300


def test_moves_without_a_seat_do_not_tell_the_cash(club: Club) -> None:
    public = games.lines(club.house, "vesna", None)
    own = games.lines(club.house, "vesna", state(club)["to_move"])
    assert set(public) < set(own)
    assert not any(line.startswith(("BUY", "RETIRE", "REPAY", "LOAN")) for line in public)


def hidden(desk: Desk, entries: list[Entry], seat: int, dice: random.Random) -> list[Entry]:
    """The ledger with other cash in everybody else's hands."""
    mine = desk.game.seats[seat]
    changed = []
    for entry in entries:
        seats = {
            name: held if name == mine else {**held, "cash": dice.randrange(0, 6000)}
            for name, held in entry.state["seats"].items()
        }
        cash = -sum(held["cash"] for held in seats.values())
        plain = {**entry.state, "seats": seats, "bank": {**entry.state["bank"], "cash": cash}}
        changed.append(entry._replace(state=plain))
    return changed


def test_other_cash_of_others_changes_no_byte_that_i_am_sent(club: Club) -> None:
    """D80: every letter and form, after every entry of the game."""
    dice = random.Random(1)
    house = club.house
    compared = differed = 0
    for _ in play_on(club):
        ledger = club.ledger()
        desk = house.desk(ledger)
        assert isinstance(desk.game, Daytrader)
        entries = list(ledger.entries())
        if compared and len(entries) % 4:
            continue
        at = now()
        for seat in range(3):
            other = hidden(desk, entries, seat, dice)
            told = (desk, entries), (desk._replace(last=other[-1]), other)
            both = [Desktop(house, each, known, at) for each, known in told]
            for kind in ("turn", "news", "opened") if desk.to_move is not None else ("over",):
                letters = [each.letter(kind, house.reader(desk, seat), form=True) for each in both]
                assert letters[0] == letters[1], (desk.last.number, seat, kind)
                compared += 1
            theirs = house.reader(desk, (seat + 1) % 3)
            news = [each.letter("news", theirs, form=True) for each in both]
            differed += news[0] != news[1]
    assert compared > 20
    assert differed > 5
