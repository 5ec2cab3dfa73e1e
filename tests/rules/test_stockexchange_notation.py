"""How orders of The Stock Exchange Game are read: languages, look-alikes, what is wrong."""

import pytest
from stockexchange_play import game, position, seat

from pbm.core.contract import Likeness
from pbm.core.problem import Kind, Refusal
from pbm.core.tell import LANGUAGES
from pbm.rules import find
from pbm.rules.stockexchange.actions import (
    Action,
    Buy,
    Forfeit,
    Named,
    Pass,
    Raise,
    Sell,
    Start,
    TakeBids,
    TakeOptions,
    With,
    ordered,
)

GAME = game(2)
BOOK = find("stockexchange")
ALB, BEL = (GAME.table.numbers[code] for code in ("ALB", "BEL"))


def read(text: str) -> list[list[Action]]:
    return [[order.action for order in item] for item in GAME.notation.read(text, "en").items]


EXAMPLES = [
    ("START ALB", Start(ALB)),
    ("BUY HERE 6", Buy(Named.HERE, 6)),
    ("BUY ALB MAX WITH OPTION", Buy(ALB, None, With.OPTION)),
    ("BUY ALB 12 WITH BID", Buy(ALB, 12, With.BID)),
    ("SELL ALB ALL WITH OPTION", Sell(ALB, None, With.OPTION)),
    ("SELL HERE 2", Sell(Named.HERE, 2)),
    ("SELL ALL", Sell(Named.ALL, None)),
    ("OPTIONS TRADED 2 TRADITIONAL 1", TakeOptions((2, 1))),
    ("OPTIONS TRADITIONAL 4", TakeOptions((0, 4))),
    ("BIDS 3", TakeBids(3)),
    ("RAISE ALB 2", Raise(ALB, 2)),
    ("RAISE ALB ALL", Raise(ALB, None)),
    ("FORFEIT TRADED", Forfeit((0,))),
    ("FORFEIT TRADED TRADITIONAL", Forfeit((0, 1))),
    ("FORFEIT ANY", Forfeit(())),
    ("PASS", Pass()),
]


@pytest.mark.parametrize(("line", "action"), EXAMPLES)
def test_the_canonical_line_of_every_order(line: str, action: Action) -> None:
    assert read(line) == [[action]]
    assert GAME.write_move(ordered(action), "en") == line
    for language in LANGUAGES:
        written = GAME.write_move(ordered(action), language)
        assert GAME.read_canonical(written, language) == ordered(action)
        assert read(written) == [[action]], "every language is read in every game"
        assert GAME.likeness(written) is Likeness.ORDER
        assert BOOK.likeness(written) is Likeness.ORDER


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("ru", "КУПИТЬ ALB 12 С ОФЕРТОЙ; ОПЦИОНЫ БИРЖЕВЫЕ 2 ТРАДИЦИОННЫЕ 1; ОТДАТЬ ЛЮБЫЕ"),
        ("bg", "КУПУВАМ ALB 12 С ОФЕРТА; ОПЦИИ БОРСОВИ 2 ТРАДИЦИОННИ 1; ОТДАВАМ ПРОИЗВОЛНИ"),
        ("en", "BUY ALB 12 WITH BID; OPTIONS TRADED 2 TRADITIONAL 1; FORFEIT ANY"),
    ],
)
def test_lines_of_each_language(language: str, line: str) -> None:
    orders = ordered(Buy(ALB, 12, With.BID), TakeOptions((2, 1)), Forfeit(()))
    assert GAME.write_move(orders, language) == line


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("buy 6 alb", Buy(ALB, 6)),
        ("Buy 6 shares of Albion Oil", Buy(ALB, 6)),
        ("куплю 6 акций АLВ", Buy(ALB, 6)),
        ("купувам 6 акции ALB, моля", Buy(ALB, 6)),
        ("купить alb все", Buy(ALB, None)),
        ("buy alb max option", Buy(ALB, None, With.OPTION)),
        ("продаю все ALB с опционом", Sell(ALB, None, With.OPTION)),
        ("sell all", Sell(Named.ALL, None)),
        ("продавам всичко", Sell(Named.ALL, None)),
        ("options 2 traded 1 traditional", TakeOptions((2, 1))),
        ("опции 2 борсови", TakeOptions((2, 0))),
        ("оферты З", TakeBids(3)),
        ("выручу 2 акции ALB", Raise(ALB, 2)),
        ("отдаю биржевой", Forfeit((0,))),
        ("Пас!", Pass()),
    ],
)
def test_other_ways_to_write_the_same(text: str, action: Action) -> None:
    assert read(text) == [[action]]


def test_items_and_alternatives() -> None:
    text = "sell ALB 3 else sell BEL all\noptions traded 4; pass"
    assert read(text) == [
        [Sell(ALB, 3), Sell(BEL, None)],
        [TakeOptions((4, 0))],
        [Pass()],
    ]


@pytest.mark.parametrize(
    ("text", "code", "words", "rule"),
    [
        ("BUY XYZ 3", "no-such-company", "XYZ", "S13"),
        ("BUY ALB", "how", "ALB", "S13"),
        ("BUY 3", "how", "3", "S13"),
        ("START", "how", "START", "S3"),
        ("START XYZ", "no-such-company", "XYZ", "S3"),
        ("SELL ALB", "how", "ALB", "S15"),
        ("BUY ALB 3 WITH", "how", "WITH", "S31"),
        ("BUY ALB 12 WITH BID WITH OPTION", "option-and-bid", "OPTION", "S45"),
        ("OPTIONS 3", "how", "3", "S30"),
        ("OPTIONS TRADED", "how", "TRADED", "S30"),
        ("OPTIONS TRADED 1 TRADED 2", "how", "2", "S30"),
        ("BIDS", "how", "BIDS", "S40"),
        ("RAISE HERE 2", "how", "2", "S51"),
        ("FORFEIT", "how", "FORFEIT", "S22"),
        ("BUY ALB 3 4", "stray-words", "4", ""),
        ("SELL ALL WITH OPTION", "stray-words", "WITH", ""),
        ("HOLD ALB 3", "unknown-order", "HOLD", ""),
    ],
)
def test_what_cannot_be_read_is_named_with_its_place(
    text: str, code: str, words: str, rule: str
) -> None:
    with pytest.raises(Refusal) as caught:
        GAME.notation.read(text, "en")
    (problem,) = caught.value.problems
    assert (problem.kind, problem.code, problem.rule) == (Kind.UNREADABLE, code, rule)
    assert problem.place.words == words
    assert problem.place.column == text.index(words) + 1 if text.count(words) == 1 else True


def test_what_could_be_sent_instead_of_words_that_cannot_be_read() -> None:
    state = position(GAME, *[seat(GAME.table, square=2, BEL=3)] * 2)
    for by, lines in ((0, ["PASS", "BUY ALB MAX", "SELL BEL ALL"]), (1, [])):
        with pytest.raises(Refusal) as caught:
            GAME.read_move("BUY 3", state, by, None, "en")
        (problem,) = caught.value.problems
        assert [GAME.write_move(orders, "en") for orders in problem.nearest] == lines


def test_all_problems_of_a_letter_are_named() -> None:
    with pytest.raises(Refusal) as caught:
        GAME.notation.read("BUY XYZ 3; BIDS; SELL ALB", "bg")
    assert [problem.code for problem in caught.value.problems] == ["no-such-company", "how", "how"]
    assert caught.value.problems[1].values == {"example": "ОФЕРТИ 1"}


@pytest.mark.parametrize(
    ("line", "standing"),
    [
        ("FORFEIT TRADED", True),
        ("отдать биржевые", True),
        ("FORFEIT TRADED; FORFEIT ANY", True),
        ("FORFEIT", True),
        ("FORFEIT TRADED; PASS", False),
        ("PASS", False),
    ],
)
def test_standing_orders_are_known(line: str, *, standing: bool) -> None:
    assert GAME.standing(line) is standing


@pytest.mark.parametrize(
    ("line", "likeness"),
    [
        ("buy ALB 3", Likeness.ORDER),
        ("I would buy ALB 3 today", Likeness.DOUBTFUL),
        ("ALB 3", Likeness.DOUBTFUL),
        ("We stand on Albion Oil", Likeness.CHATTER),
        ("Добър ден, пращам хода си", Likeness.CHATTER),
        ("> buy ALB 3", Likeness.CHATTER),
        ("buy XYZ 3", Likeness.ORDER),
        ("SELL all XYZ; bids 1", Likeness.ORDER),
        ("Buy bread, please", Likeness.CHATTER),
        ("We buy 3 loaves of bread", Likeness.CHATTER),
    ],
)
def test_likeness(line: str, likeness: Likeness) -> None:
    assert GAME.likeness(line) is likeness
