"""The notation of Daytrader: orders read in every language, written in one, doubts asked about."""

from typing import Any

import pytest
from daytrader_play import game, position, random_game, spot
from hypothesis import given, settings
from hypothesis import strategies as st

from pbm.core.accounts import BANK
from pbm.core.contract import Likeness
from pbm.core.orders.moves import Order, Orders
from pbm.core.problem import Kind, Refusal
from pbm.core.tell import LANGUAGES
from pbm.rules import find
from pbm.rules.daytrader.choices import either, line
from pbm.rules.daytrader.moves import (
    Bankrupt,
    BoomFrom,
    Buy,
    Draw,
    Lend,
    Loan,
    Pass,
    Repay,
    Retire,
    Sell,
    Work,
)
from pbm.rules.daytrader.state import COMPANIES, RETIREMENT, Spot

TABLE = game()
STATE = position(TABLE, {2: "B---"})


def read(text: str) -> Orders:
    return TABLE.read_move(text, STATE, 0, (), "en")


def problems(text: str) -> list[tuple[str, int, int, str]]:
    with pytest.raises(Refusal) as caught:
        read(text)
    assert all(problem.kind is Kind.UNREADABLE for problem in caught.value.problems)
    return [(problem.code, *problem.place) for problem in caught.value.problems]


WRITTEN = [
    (line(Work()), "WORK", "РАБОТАТЬ", "РАБОТИ"),
    (line(Work(spot("1.EMP"))), "WORK FROM 1.EMP", "РАБОТАТЬ С 1.EMP", "РАБОТИ ОТ 1.EMP"),
    (line(Buy(1, 1)), "BUY 2 1", "КУПИТЬ 2 1", "КУПИ 2 1"),
    (
        line(Buy(None, 2, 120)),
        "BUY HERE 2 MAXPRICE 120",
        "КУПИТЬ ЗДЕСЬ 2 МАКСЦЕНА 120",
        "КУПИ ТУК 2 МАКСЦЕНА 120",
    ),
    (
        line(Sell(1, 2, 700), Sell(3, 1)),
        "SELL 2 2 MINPRICE 700; SELL 4 1",
        "ПРОДАТЬ 2 2 МИНЦЕНА 700; ПРОДАТЬ 4 1",
        "ПРОДАЙ 2 2 МИНЦЕНА 700; ПРОДАЙ 4 1",
    ),
    (line(Buy(RETIREMENT)), "BUY RETIREMENT", "КУПИТЬ ПЕНСИЮ", "КУПИ ПЕНСИЯ"),
    (line(Retire()), "RETIRE", "ПЕНСИЯ", "ПЕНСИОНИРАНЕ"),
    (line(Draw()), "DRAW", "ТЯНУТЬ", "ТЕГЛИ"),
    (line(Pass()), "PASS", "ПАС", "ПАС"),
    (line(Repay(1), Pass()), "REPAY 1; PASS", "ВЫКУПИТЬ 1; ПАС", "ОТКУПИ 1; ПАС"),
    (line(Loan(BANK, 2)), "LOAN BANK 2", "ЗАНЯТЬ БАНК 2", "ЗАЕМ БАНКА 2"),
    (line(Loan(1, 1)), "LOAN Boris 1", "ЗАНЯТЬ Boris 1", "ЗАЕМ Boris 1"),
    (line(Bankrupt()), "BANKRUPT", "БАНКРОТ", "ФАЛИТ"),
    (line(Lend(0, 2)), "LEND Anna 2", "ОДОЛЖИТЬ Anna 2", "НАЗАЕМ Anna 2"),
    (line(BoomFrom(spot("4.CEO"))), "BOOMFROM 4.CEO", "БУМ 4.CEO", "БУМ 4.CEO"),
    (
        either(Retire(), Buy(RETIREMENT), Work()),
        "RETIRE ELSE BUY RETIREMENT ELSE WORK",
        "ПЕНСИЯ ИНАЧЕ КУПИТЬ ПЕНСИЮ ИНАЧЕ РАБОТАТЬ",
        "ПЕНСИОНИРАНЕ ИНАЧЕ КУПИ ПЕНСИЯ ИНАЧЕ РАБОТИ",
    ),
]


@pytest.mark.parametrize(("orders", "en", "ru", "bg"), WRITTEN, ids=[row[1] for row in WRITTEN])
def test_orders_are_written_and_read(orders: Orders, en: str, ru: str, bg: str) -> None:
    for language, text in (("en", en), ("ru", ru), ("bg", bg)):
        assert TABLE.write_move(orders, language) == text
        assert TABLE.read_canonical(text, language) == orders
        for spelled in (text, text.lower(), f"  {text}. ", text.replace("; ", "\n")):
            assert read(spelled) == orders, spelled
        for like in (find("daytrader").likeness, TABLE.likeness):
            assert like(text) is Likeness.ORDER


@pytest.mark.parametrize(
    ("text", "orders"),
    [
        ("work", line(Work())),
        ("WORK 1.EMP", line(Work(spot("1.EMP")))),
        ("Work from 1. EMP", line(Work(spot("1.EMP")))),
        ("work from Energy EMP", line(Work(spot("1.EMP")))),
        ("РАБОТАТЬ С 1.ЕМР", line(Work(spot("1.EMP")))),
        ("work from 3-ceo", line(Work(spot("3.CEO")))),
        ("buy Health Care 2", line(Buy(2, 2))),
        ("Купить З 1", line(Buy(2, 1))),
        ("КУПЛЮ ЗДЕСЬ 2 МАКС 120", line(Buy(None, 2, 120))),
        ("sell retirement", line(Retire())),
        ("уйти на пенсию", line(Retire())),
        ("пенсионирам", line(Retire())),
        ("вытяну карту", line(Draw())),
        ("тегля карта", line(Draw())),
        ("borrow from bank 1", line(Loan(BANK, 1))),
        ("LOAN 2 1", line(Loan(1, 1))),
        ("LEND TO Carol 1", line(Lend(2, 1))),
        ("lend 3 0", line(Lend(2, 0))),
        ("boomfrom 1.emp", line(BoomFrom(spot("1.EMP")))),
        ("1) REPAY 1\n2) WORK", line(Repay(1), Work())),
        ("REPAY 1 and work", line(Repay(1), Work())),
        ("RETIRE else work", either(Retire(), Work())),
    ],
)
def test_spellings(text: str, orders: Orders) -> None:
    assert read(text) == orders


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("", [("empty", 1, 1, "")]),
        ("BUY", [("how", 1, 1, "BUY")]),
        ("BUY 2", [("how", 1, 5, "2")]),
        ("BUY 7 1", [("no-such-company", 1, 5, "7")]),
        ("SELL 2 0", [("how", 1, 8, "0")]),
        ("BUY 2 1 MAXPRICE", [("how", 1, 9, "MAXPRICE")]),
        ("WORK FROM EMP", [("how", 1, 11, "EMP")]),
        ("WORK hard", [("stray-words", 1, 6, "hard")]),
        ("LOAN Dora 1", [("no-such-player", 1, 6, "Dora")]),
        ("LEND Anna", [("how", 1, 6, "Anna")]),
        ("REPAY 0", [("how", 1, 7, "0")]),
        ("WRK", [("unknown-order-near", 1, 1, "WRK")]),
        ("BUY 7 1; LOAN BANK\nRETIRE", [("no-such-company", 1, 5, "7"), ("how", 1, 15, "BANK")]),
    ],
)
def test_what_cannot_be_read_is_told_with_its_place(
    text: str, found: list[tuple[str, int, int, str]]
) -> None:
    assert problems(text) == found


@pytest.mark.parametrize(
    ("text", "standing"),
    [
        ("LEND Anna 2", True),
        ("BOOMFROM 1.EMP; LEND Anna 0", True),
        ("LEND nobody", True),
        ("LEND Anna 2; WORK", False),
        ("WORK", False),
        ("LOAN Boris 1", False),
    ],
)
def test_standing_orders_are_known(text: str, standing: bool) -> None:  # noqa: FBT001
    assert TABLE.standing(text) is standing


@pytest.mark.parametrize(
    "text",
    [
        "I work from home these days",
        "У меня много работы на этой неделе",
        "работаю от зари до зари",
        "Тук е хубаво",
        "Boom! That was a turn",
        "see you at the bank",
        "С уважением, Анна",
    ],
)
def test_sentences_are_no_orders(text: str) -> None:
    assert TABLE.likeness(text) is Likeness.CHATTER
    assert find("daytrader").likeness(text) is Likeness.CHATTER


def test_names_that_orders_would_take_for_something_else_go_by_numbers() -> None:
    names = ["Bank", "C", "- Bob", "Anna 2", "J. Smith", "Анна-Мария де ла Вега"]
    table = game(names)
    state = position(table)
    for n, shown in enumerate(["1", "C", "3", "4", "J. Smith", "Анна-Мария де ла Вега"]):
        orders = line(Lend(n, 1))
        assert table.write_move(orders, "ru") == f"ОДОЛЖИТЬ {shown} 1"
        for text in (table.write_move(orders, "ru"), f"LEND {n + 1} 1"):
            assert table.read_move(text, state, 5, (), "en") == orders
            assert table.standing(text)
    assert table.read_move("LOAN BANK 1", state, 5, (), "en") == line(Loan(BANK, 1))


def test_names_that_look_alike_go_by_numbers() -> None:
    table = game(["Анна", "Aнна", "Ан"])
    assert table.write_move(line(Lend(1, 1)), "en") == "LEND 2 1"
    assert table.write_move(line(Lend(2, 1)), "en") == "LEND Ан 1"


spots = st.builds(Spot, st.integers(0, COMPANIES - 1), st.integers(0, 3))
counts = st.integers(1, 99)
limits = st.none() | st.integers(0, 9999)
stocks = st.none() | st.integers(0, COMPANIES - 1)
seats = st.integers(0, 2)
DECISIONS: st.SearchStrategy[Any] = st.one_of(
    st.builds(Work, st.none() | spots),
    st.builds(Buy, stocks, counts, limits),
    st.builds(Buy, st.just(RETIREMENT), st.just(1), limits),
    st.builds(Sell, stocks, counts, limits),
    st.sampled_from([Retire(), Draw(), Pass(), Bankrupt()]),
    st.builds(Repay, counts),
    st.builds(Loan, seats | st.just(BANK), counts),
)
STANDING: st.SearchStrategy[Any] = st.one_of(
    st.builds(Lend, seats, st.integers(0, 99)),
    st.builds(BoomFrom, spots),
)
ITEMS = st.lists(DECISIONS, min_size=1, max_size=3) | st.lists(STANDING, min_size=1, max_size=2)


@settings(max_examples=300, deadline=None, derandomize=True)
@given(
    items=st.lists(ITEMS, min_size=1, max_size=6),
    language=st.sampled_from(LANGUAGES),
)
def test_whatever_is_written_is_read(items: list[list[Any]], language: str) -> None:
    orders = Orders(tuple(tuple(map(Order, item)) for item in items))
    text = TABLE.write_move(orders, language)
    assert TABLE.read_canonical(text, language) == orders
    assert read(text.lower()) == orders
    assert TABLE.likeness(text) is Likeness.ORDER


def test_every_move_of_a_game_is_read_in_every_language() -> None:
    for seed in range(3):
        for state, seat, orders, taken in random_game(TABLE, seed):
            for language in LANGUAGES:
                for each in (orders, taken.move):
                    text = TABLE.write_move(each, language)
                    assert TABLE.read_move(text, state, seat, (), language) == each


# What could be sent instead


@pytest.mark.parametrize(
    ("text", "own"),
    [
        ("BUY 2 2", ("BUY 2 1",)),
        ("BUY 2 1 MAXPRICE 10", ("BUY 2 1",)),
        ("LEND Boris 1; BUY 2 2", ("LEND Boris 1; BUY 2 1",)),
        ("PASS; WORK", ("PASS",)),
        ("WORK", ("BUY 2 1", "DRAW", "PASS")),
        ("LEND Boris 1; SELL 1 1", ("LEND Boris 1",)),
    ],
)
def test_a_refusal_names_what_could_be_sent(text: str, own: tuple[str, ...]) -> None:
    state = position(TABLE, {2: "B---"}, A={"cash": 100})
    found = TABLE.illegal(state, 0, TABLE.read_move(text, state, 0, (), "en"), ())
    lines = [each for problem in found for each in (*problem.own, *problem.nearest)]
    assert tuple(TABLE.write_move(each, "en") for each in lines) == own
    assert all(TABLE.illegal(state, 0, each, ()) == [] for each in lines)
    for problem in found:
        shown = [TABLE.write_move(each, "en") for each in problem.nearest]
        assert not any(each.startswith("BUY") for each in shown), "that would tell of the cash"


def test_which_token_and_how_many() -> None:
    full = position(TABLE, {1: "A---", 2: "AAAA"}, A={"square": 7})
    (problem,) = TABLE.illegal(full, 0, line(Work()), ())
    assert [TABLE.write_move(each, "en") for each in problem.nearest] == [
        "WORK FROM 1.EMP",
        "WORK FROM 2.EMP",
        "WORK FROM 2.SUP",
    ]


def test_words_that_cannot_be_read_are_answered_with_lines() -> None:
    with pytest.raises(Refusal) as caught:
        TABLE.read_move("WRK", STATE, 0, (), "en")
    (problem,) = caught.value.problems
    assert [TABLE.write_move(each, "en") for each in problem.nearest] == [
        "DRAW",
        "PASS",
        "LEND Boris 1",
    ]
