"""The board, tax brackets and cards of Daytrader: as shipped, and as a game master's own (D95)."""

from pathlib import Path

import pytest

from pbm.core.failure import Wrong
from pbm.marked import read
from pbm.rules import Own, daytrader, find
from pbm.rules.daytrader.cards import EFFECTS
from pbm.rules.daytrader.game import Daytrader
from pbm.rules.daytrader.printed import Board, Ground
from pbm.rules.daytrader.tables import EFFECTS as KEYS
from pbm.rules.daytrader.tables import read_board

FILE = Path(daytrader.__file__).parent / "board.yaml"
SHIPPED = FILE.read_text("utf-8")


def board(text: str) -> Board:
    return read_board(read(text.encode(), "board.yaml"))


def test_the_shipped_board() -> None:
    shipped = board(SHIPPED)
    assert shipped.edition == "house board"
    assert len(shipped.squares) == 22
    counted = dict.fromkeys(Ground, 0)
    for each in shipped.squares:
        counted[each.ground] += 1
    assert counted == {
        Ground.BANK: 1,
        Ground.COMPANY: 6,
        Ground.VOLATILE: 4,
        Ground.TAXES: 3,
        Ground.BOOM: 3,
        Ground.BUST: 2,
        Ground.HIRED: 3,
    }
    assert len(shipped.cards) == 36
    assert shipped.issued == (4, 4, 4, 4, 4, 4, 6)
    technology = shipped.companies[1]
    assert technology.price([0, None, 1, 0]) == 780, "the example of the printed rules"


def test_every_effect_that_can_be_named_is_there_and_every_one_is_named() -> None:
    assert set(EFFECTS) == set(KEYS)
    used = {effect.do for card in board(SHIPPED).cards.values() for effect in card.effects}
    assert used == set(EFFECTS)


@pytest.mark.parametrize(
    ("old", "new", "at", "words"),
    [
        ("[60, 120, 240, 420]", "[60, 120, 240]", "[60, 120, 240]", "a wage for each"),
        ("[60, 120, 240, 420]", "[60, 120, 110, 420]", "110, 420", "rise"),
        ("[60, 120, 240, 420]", "[60, much, 240, 420]", "much", "whole number"),
        ("  6: {name: Real Estate", "  7: {name: Real Estate", "7: {name", "no key 7"),
        ("[bank, 1,", "[bank, 2,", "[bank", "company 1"),
        ("taxes, 2, boom", "taxes, 2, boom, 2", "2, boom, 2", "one square of company 2"),
        ("[bank, 1,", "[bank, 1, start,", "start", "one of"),
        ("{from: 0, tax: 0}", "{from: 10, tax: 0}", "{from: 10,", "begin from 0"),
        ("{from: 250, tax: 50}", "{from: 90, tax: 50}", "{from: 90", "rise"),
        ("{do: collect, money: 80}", "{do: colect, money: 80}", "colect", "collect"),
        ("{do: collect, money: 80}", "{do: collect}", "{do: collect}", "money"),
        ("{do: collect, money: 80}", "{money: 80}", "{money: 80}", "do is missing"),
        ("{do: promote}", "{do: promote, money: 5}", "money: 5}", "no key money"),
        ("square: bank, act: true", "square: start, act: true", "start, act", "one of"),
        ("goal: 3000", "goal: lots", "lots", "whole number"),
    ],
)
def test_d95_an_error_is_told_with_its_place(old: str, new: str, at: str, words: str) -> None:
    assert old in SHIPPED
    spoilt = SHIPPED.replace(old, new, 1)
    before = spoilt.partition(at)[0]
    with pytest.raises(Wrong) as caught:
        board(spoilt)
    assert words in f"{caught.value} {caught.value.cure}"
    line, column = before.count("\n") + 1, len(before) - before.rfind("\n")
    assert caught.value.where == f"board.yaml:{line}:{column}"


def test_d95_a_deck_that_only_leads_to_itself_is_refused() -> None:
    head = SHIPPED.partition("cards:\n  VM01")[0]
    again = "cards:\n  X1: {text: On!, effects: [{do: move, square: volatile, act: true}]}\n"
    with pytest.raises(Wrong, match="Too many cards"):
        board(head + again)
    once = again + "  X2: {text: Stop., effects: [{do: collect, money: 1}]}\n"
    assert board(head + once).codes == ("X1", "X2")


def test_d95_a_game_is_played_with_the_own_board() -> None:
    own = SHIPPED.replace("tokens: 5", "tokens: 4").replace("goal: 3000", "goal: 500")
    made = find("daytrader", {"board": Own(own.encode(), "own")}).game(["a", "b"], {}, "en")
    assert isinstance(made, Daytrader)
    assert (made.board.amounts.tokens, made.board.amounts.goal) == (4, 500)
