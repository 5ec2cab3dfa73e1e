"""The Stock Exchange Game by mail: whole games, throws made before anybody is asked, bids told."""

import random
import re
from pathlib import Path
from typing import Any

import pytest
from club import Club, begin, reply, text

from pbm.clerk.desk import Taken
from pbm.core.failure import Status
from pbm.core.ledger import Entry
from pbm.office import games
from pbm.office.verifying import verdict

ANNA, BORIS, CAROL = "anna@example.org", "boris@example.org", "carol@example.org"
ADDRESSES = {"Анна": ANNA, "Борис": BORIS, "Carol": CAROL}
FIRST = {"Анна": "начать ALB", "Борис": "ЗАПОЧВАМ ash", "Carol": "start BEL"}


@pytest.fixture
def club(tmp_path: Path) -> Club:
    made = begin(tmp_path / "club")
    made.open(seats=3, rules="stockexchange", max_rounds="4")
    return made


def outcomes(club: Club) -> list[str]:
    return [line.outcome for line in club.house.home.journal.since("")][::-1]


def state(club: Club) -> Any:
    return club.ledger().last.state


def send(club: Club, to: str, words: str, number: int = 1) -> Entry:
    """An answer to the last letter that somebody got, the run that takes it, and its entry."""
    club.deliver(reply(club.last(to), words, number=number))
    assert club.run() == []
    return club.ledger().last


def choose(club: Club) -> str:
    """All first shares chosen; returns the name of the seat that threw the first six."""
    for name, words in FIRST.items():
        assert send(club, ADDRESSES[name], words).kind == "move"
    return str(state(club)["to_move"])


def test_a_whole_game_by_mail(club: Club) -> None:
    dice = random.Random(5)
    choose(club)
    number = 0
    while (mover := state(club)["to_move"]) is not None:
        number += 1
        if number % 5 == 0:
            other = dice.choice([name for name in ADDRESSES if name != mover])
            send(club, ADDRESSES[other], dice.choice(["forfeit traded", "отдать любые"]), number)
            assert club.ledger().last.kind == "standing"
        lines = [line for line in club.lines(mover) if not line.startswith("FORFEIT")]
        send(club, ADDRESSES[mover], dice.choice(lines), number)
    assert number == 12
    entries = list(club.ledger().entries())
    assert [entry.kind for entry in entries[-2:]] == ["move", "opened_seal"]
    found = verdict(club.ledger().path)
    assert found.status is Status.DONE, found.lines
    assert set(outcomes(club)) == {"move"}


def test_the_throw_is_made_before_the_form(club: Club) -> None:
    mover = choose(club)
    entry = club.ledger().last
    assert entry.seat == "Carol"
    thrown = [fact for fact in entry.facts if fact["fact"] in {"opening", "threw"}]
    assert [fact["seat"] for fact in thrown] == [mover, mover]
    assert entry.chance[0]["for"] == "die"
    assert state(club)["turn"]["die"] == thrown[1]["die"]
    form = club.last(ADDRESSES[mover])
    pattern = {ANNA: "Вы выбросили", BORIS: "Хвърлихте", CAROL: "You threw"}[ADDRESSES[mover]]
    assert f"{pattern} {thrown[1]['die']}" in text(form)
    assert any(part.get_content_type() == "application/pdf" for part in form.iter_attachments())
    others = [name for name in ADDRESSES if name != mover]
    assert all(pattern not in text(club.last(ADDRESSES[name])) for name in others)


def test_each_throw_landing_card_and_deal_is_told(club: Club) -> None:
    choose(club)
    told: list[str] = []
    while (mover := state(club)["to_move"]) is not None:
        lines = [line for line in club.lines(mover) if re.match("BUY|SELL|OPTIONS|BIDS", line)]
        typed = games.move(club.house, "vesna", (lines or ["PASS"])[0], seat=mover)
        told += [message.text for message in games.story(typed)]
    facts = [fact["fact"] for entry in club.ledger().entries() for fact in entry.facts]
    for kind, sentence in {
        "threw": "{seat} throws {die} and comes to {square}",
        "drew": "{seat} draws a card",
        "bought": "{seat} buys {shares}",
        "sold": "{seat} sells {shares}",
    }.items():
        assert facts.count(kind)
        # What the entry of the last choice brought was told before the first of these lines.
        assert sum(message.startswith(sentence) for message in told) >= facts.count(kind) - 1


def test_several_orders_are_done_in_order_all_or_none(club: Club) -> None:
    mover = choose(club)
    address = ADDRESSES[mover]
    company = next(iter(state(club)["seats"][mover]["shares"]))
    before = club.ledger().last.number
    send(club, address, f"продать {company} 2\nsell {company} 2; bids")
    assert outcomes(club)[-1] == "refused"
    assert club.ledger().last.number == before
    answer = text(club.last(address))
    assert "S40" in answer
    send(club, address, f"sell {company} 5", number=2)
    assert "S15" in text(club.last(address))
    assert f"{company} 3" in text(club.last(address)), "what could be sent instead is named"
    entry = send(club, address, f"sell {company} 1\nпродать {company} все", number=3)
    assert entry.line == f"SELL {company} 1; SELL {company} 2"


BIDDING = ("START ASH", "START BEL", "BIDS 1", "BIDS 1", *["PASS"] * 4, "BUY ASH 8 WITH BID")
"""Lines of a game with the seed 1742 in which shares are taken from their owner."""


def test_an_owner_is_told_of_a_bid_and_paid(tmp_path: Path) -> None:
    club = begin(tmp_path / "bids")
    club.open(seats=2, rules="stockexchange", seed=(1742).to_bytes(32, "big"))
    for line in BIDDING:
        assert not games.refused(games.move(club.house, "vesna", line))
    entry = club.ledger().last
    (seized,) = (fact for fact in entry.facts if fact["fact"] == "seized")
    owner = seized["owner"]
    assert owner != entry.seat
    assert seized["money"] == seized["count"] * seized["each"]
    assert entry.state["seats"][owner]["shares"] == {"ASH": 2}
    club.run()
    letter = text(club.last(ADDRESSES[owner]))
    assert f"{owner} обязательно продаёт" in letter or f"{owner} е длъжен да продаде" in letter
    assert str(seized["money"]) in letter


def test_letters_of_ours_hold_no_orders_that_could_be_quoted_back(club: Club) -> None:
    mover = choose(club)
    send(club, ADDRESSES[mover], "pass")
    desk = club.house.desk(club.ledger())
    for letter in club.letters():
        # What stands behind a bar is never read.
        for line in (line for line in text(letter).splitlines() if "│" not in line):
            assert desk.game.likeness(line).value != "order", line


def test_a_game_masters_own_board_by_mail(tmp_path: Path) -> None:
    club = begin(tmp_path / "own")
    shipped = Path(games.__file__).parents[1] / "rules" / "stockexchange" / "board.yaml"
    own = club.folder / "tables" / "stockexchange" / "board.yaml"
    own.parent.mkdir(parents=True)
    board = shipped.read_text("utf-8").replace("house board", "the printed game", 1)
    own.write_text(board.replace("ALB", "OIL"), "utf-8")
    club.open(seats=2, rules="stockexchange", max_rounds="1")
    own.unlink()
    send(club, ANNA, "начать OIL")
    assert state(club)["seats"]["Анна"]["shares"] == {"OIL": 3}
    assert "the printed game" in text(club.last(BORIS))
    assert verdict(club.ledger().path).status is Status.DONE


def test_a_check_does_not_show_the_next_throw(club: Club) -> None:
    """What chance decides is sealed until the decision is made, from the game master, too."""
    while club.ledger().last.state["turn"] is None:
        mover = club.ledger().last.state["to_move"]
        games.move(club.house, "vesna", club.lines(mover)[0])
    considered = games.consider(club.house, "vesna", "PASS")
    assert isinstance(considered.answer, Taken)
    assert not considered.answer.entries[0].chance
    assert [fact["fact"] for fact in considered.answer.entries[0].facts] == ["passed"]
    moved = games.move(club.house, "vesna", "PASS")
    assert isinstance(moved.answer, Taken)
    assert moved.answer.entries[0].chance
