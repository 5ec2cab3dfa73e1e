"""The board of The Stock Exchange Game as a file of the game master's own, checked by key."""

import re
from pathlib import Path
from typing import Any

import pytest
import yaml
from contract_play import say
from stockexchange_play import NAMES, position, seat, step

from pbm.core.failure import Wrong
from pbm.rules import Own, find
from pbm.rules.stockexchange.game import StockExchange
from pbm.rules.stockexchange.tables import Gift, Money, Table

FILE = Path(__file__).resolve().parents[2] / "pbm" / "rules" / "stockexchange" / "board.yaml"
SHIPPED = FILE.read_text("utf-8")


def game_with(text: str) -> StockExchange:
    book = find("stockexchange", {"board": Own(text.encode(), "club/board.yaml")})
    made = book.game(NAMES[:2], {}, "en")
    assert isinstance(made, StockExchange)
    return made


def table(text: str = SHIPPED) -> Table:
    return game_with(text).table


def test_the_shipped_table_is_what_the_file_says() -> None:
    plain: dict[str, Any] = yaml.safe_load(SHIPPED)
    read = table()
    assert [level._asdict() for level in read.levels] == plain["levels"]
    assert {company.code: company.name for company in read.companies} == {
        code: about["name"] for code, about in plain["companies"].items()
    }
    assert [
        str(square.type) if square.company is None else read.codes[square.company]
        for square in read.squares
    ] == plain["squares"]
    assert read.amounts._asdict() == plain["amounts"]
    for deck in ("fortune", "wealth"):
        assert [card.code for card in read.decks[deck]] == list(plain[deck])


def test_every_effect_is_known_and_used() -> None:
    effects = [effect for card in table().cards.values() for effect in card.effects]
    assert any(isinstance(effect, Gift) for effect in effects)
    money = [effect for effect in effects if isinstance(effect, Money)]
    assert {effect.amount > 0 for effect in money} == {True, False}
    assert {effect.each for effect in money} == {(), ("large", "small"), ("large",), ("small",)}


def changed(old: str, new: str) -> str:
    assert SHIPPED.count(old) == 1, old
    return SHIPPED.replace(old, new)


def test_another_board_is_played_and_told() -> None:
    text = changed("edition: house board ", "edition: printed {1988} ")
    text = text.replace("{buy: 250, sell: 200}", "{buy: 240, sell: 190}")
    text = text.replace("ALB", "OIL").replace("Albion Oil", "Old Oil")
    own = game_with(text)
    orders = own.notation.read("buy oil 3; sell Old Oil 1", "en")
    assert own.write_move(orders, "en") == "BUY OIL 3; SELL OIL 1"
    state = position(own, *[seat(own.table, square=2)] * 2, die=1)
    after = step(own, state, "BUY OIL 2").state
    assert after.seats[0].cash == 1000 - 2 * 240
    assert own.load(own.dump(after)) == after
    told = [say(note) for note in own.view(state, 0, None, [], "en").notes]
    assert told[0] == "Prices, companies and cards: printed {1988}."
    assert table().levels[0] == (250, 200), "other games keep the shipped one"


WRONG = [
    ("edition: house board ", "editor: house board ", "no key editor", "editor"),
    ("edition: house board ", "# ", "key edition is missing", "levels"),
    ("- {buy: 300, sell: 250}\n", "", "6 levels", "- {buy: 250"),
    (
        "{buy: 300, sell: 250}",
        "{buy: 300, sell: 301}",
        "more than it costs",
        "{buy: 300, sell: 301",
    ),
    ("{buy: 300, sell: 250}", "{buy: 249, sell: 200}", "cannot fall", "{buy: 249"),
    ("{buy: 300, sell: 250}", "{buy: 300}", "key sell is missing", "{buy: 300}"),
    ("{buy: 300, sell: 250}", "{buy: x, sell: 250}", "whole number", "x, sell"),
    ("20, options: traded, bid: 12}", "20, options: new, bid: 12}", "one of", "new,"),
    (
        "20, options: traded, bid: 12}",
        "9, options: traded, bid: 12}",
        "than there are: 9",
        "{shares: 9",
    ),
    ("  passing: 250 ", "  pasing: 250 ", "no key pasing", "pasing"),
    ("  option_most: 5 ", "  option_most: 0 ", "from 1", "0 "),
    ("  shares: 3 ", "  shares: 21 ", "too few shares", "cash: 1000"),
    ("  ASH: {name", "  ASHD: {name", "three capital Latin letters", "ASHD"),
    ("  ASH: {name", "  АSH: {name", "three capital Latin letters", "АSH"),
    ("  ASH: {name", "  MAX: {name", "means something else", "MAX"),
    ("  ASH: {name", "  YES: {name", "means something else", "YES"),
    ("  ASH: {name", "  ALB: {name", "stands in line", "ALB: {name: Albion"),
    ("Ashdown Breweries, size: small", "Ashdown Breweries, size: tiny", "one of", "tiny"),
    ("  start, ASH, ALB,", "  ASH, start, ALB,", "first square must be start", "ASH, start"),
    ("  start, ASH, ALB,", "  start, ALB, ALB,", "No square shows ASH", "["),
    ("  start, ASH, ALB,", "  start, ASH, ABL,", "one of", "ABL"),
    ("options, BEL, CAS, fortune", "options, BEL, CAS, bid", "one square bid", "bid, DUN"),
    ("  F01:\n", "  f01:\n", "named by a capital", "f01"),
    ("  W01:\n", "  F01:\n", "card of both decks", "F01"),
    ("{do: collect, money: 1000}", "{money: 500}", "key do is missing", "{money"),
    ("{do: collect, money: 1000}", "{do: lend, money: 500}", "one of", "lend"),
    ("{do: collect, money: 1000}", "{do: collect}", "key money is missing", "{do"),
    ("{do: collect, money: 1000}", "{do: collect, money: 5, each: pig}", "one of", "pig"),
    ("{do: collect, money: 1000}", "{do: pay, money: -5}", "whole number", "-5"),
    ("{do: take, cards: 1, kind: fewer}", "{do: take, cards: 1, kind: any}", "one of", "any"),
    ("{do: take, cards: 1, kind: fewer}", "{do: take, cards: 1}", "key kind is missing", "{do"),
]


@pytest.mark.parametrize(("old", "new", "what", "at"), WRONG)
def test_what_is_wrong_is_named_with_its_place(old: str, new: str, what: str, at: str) -> None:
    text = changed(old, new)
    with pytest.raises(Wrong) as caught:
        table(text)
    assert what in str(caught.value)
    found = re.fullmatch(r"club/board\.yaml:([0-9]+):([0-9]+)", caught.value.where)
    assert found, caught.value.where
    line, column = map(int, found.groups())
    assert text.splitlines()[line - 1][column - 1 :].startswith(at)


def test_an_empty_deck_is_refused() -> None:
    text = SHIPPED[: SHIPPED.index("wealth:\n  W01")] + "wealth: {}\n"
    with pytest.raises(Wrong, match="no cards"):
        table(text)
