"""Orders in words (core/orders), with the orders of a game that exists only here."""

from dataclasses import dataclass
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pbm.core.contract import Likeness
from pbm.core.orders.moves import Order, Orders
from pbm.core.orders.notation import MOST_ITEMS, Notation, Say, Verb
from pbm.core.orders.reader import Reader
from pbm.core.orders.words import Vocabulary
from pbm.core.problem import Place, Refusal
from pbm.core.tell import LANGUAGES

WORDS: dict[str, dict[str, Any]] = {
    "verbs": {
        "buy": {"en": ["buy"], "ru": ["купить", "куп*"], "bg": ["купи", "куп*"]},
        "lend": {"en": ["lend"], "ru": ["одолжить"], "bg": ["заемам"]},
        "pass": {"en": ["pass"], "ru": ["пас"], "bg": ["пас"]},
    },
    "words": {
        "option": {"en": ["option"], "ru": ["опционом"], "bg": ["опция"]},
        "else": {"en": ["else", "or"], "ru": ["иначе", "или"], "bg": ["иначе", "или"]},
    },
    "particles": {
        "all": {"en": ["all"], "ru": ["все"], "bg": ["всички"]},
        "with": {"en": ["with"], "ru": ["с"], "bg": ["с"]},
    },
    "joins": {"en": ["and", "please"], "ru": ["и", "пожалуйста"], "bg": ["и", "моля"]},
}


@dataclass(frozen=True, slots=True)
class Buy:
    company: str
    count: int | None
    option: bool = False


@dataclass(frozen=True, slots=True)
class Lend:
    seat: int
    count: int


@dataclass(frozen=True, slots=True)
class Pass:
    pass


def read_buy(reader: Reader) -> Buy:
    company = reader.name("company")
    if company is None:
        raise reader.wrong("how")
    count = reader.number()
    if count is None and not reader.word("all"):
        raise reader.wrong("how")
    return Buy(company, count, bool(reader.word("with") and reader.word("option")))


def write_buy(buy: Buy, say: Say) -> str:
    count = say("all") if buy.count is None else str(buy.count)
    words = [buy.company, count, *([say("with"), say("option")] if buy.option else [])]
    return " ".join(words)


def read_lend(reader: Reader) -> Lend:
    seat, count = reader.name("seat"), reader.number()
    if seat is None or count is None:
        raise reader.wrong("how")
    return Lend(seat, count)


SEATS = ("Анна", "Anna Maria", "Anna")
NOTATION = Notation(
    Vocabulary(WORDS),
    {
        "buy": Verb(Buy, read_buy, write_buy, Buy("ALB", 3)),
        "lend": Verb(
            Lend,
            read_lend,
            lambda lend, _: f"{SEATS[lend.seat]} {lend.count}",
            Lend(0, 2),
            standing=True,
            names_seat=True,
        ),
        "pass": Verb(Pass, lambda _: Pass(), lambda *_: "", Pass()),
    },
    {
        "company": {"ALB": "ALB", "Albion Oil": "ALB", "HOM": "HOM"},
        "seat": {name: n for n, name in enumerate(SEATS)},
    },
)


def meant(text: str) -> list[list[Any]]:
    return [[order.action for order in item] for item in NOTATION.read(text, "en").items]


def problems(text: str) -> list[tuple[str, Place]]:
    with pytest.raises(Refusal) as caught:
        NOTATION.read(text, "en")
    return [(problem.code, problem.place) for problem in caught.value.problems]


@pytest.mark.parametrize(
    "text",
    [
        "BUY ALB 3; PASS",
        "buy alb 3 | pass",
        "buy ALB 3\npass",
        "buy ALB 3\n\n\npass.",
        "buy ALB 3, pass!",
        "Please buy ALB 3 and pass",
        "1) buy ALB 3\n2) pass",
        "- buy ALB 3\n- pass",
        "buy ALB\n3\npass",
        "КУПИТЬ АLВ 3; ПАС",
        "Куплю ALB З и пас",
        "купи ALB 3; пас, моля",
        "buy Albion Oil 3; pass",
        "«buy “ALB” 3»; pass",
        "buy\u00a0ALB\u200b 3; pass",
        "buy ALB-3; pass",
        "buy ALB3; pass",
        "buy ALB: 3/pass",
    ],
)
def test_many_ways_to_write_the_same(text: str) -> None:
    assert meant(text) == [[Buy("ALB", 3)], [Pass()]]


def test_items_and_alternatives() -> None:
    assert meant("buy ALB all with option else buy HOM 2 or pass; pass") == [
        [Buy("ALB", None, option=True), Buy("HOM", 2), Pass()],
        [Pass()],
    ]


def test_line_breaks_around_else_join_alternatives() -> None:
    for words in ("buy ALB 3 else\npass", "buy ALB 3\nelse pass", "buy ALB 3\n\nor\n\npass"):
        assert meant(words) == [[Buy("ALB", 3), Pass()]]


def test_a_standing_order_is_no_alternative_of_another() -> None:
    assert problems("lend Anna 2 else pass") == [("standing-alternative", (1, 1, "lend Anna 2"))]
    assert meant("lend Anna 2 else lend Anna 1") == [[Lend(2, 2), Lend(2, 1)]]


def test_the_longest_name_counts() -> None:
    assert meant("lend Anna Maria 1; lend Anna 2; lend Анна 3") == [
        [Lend(1, 1)],
        [Lend(2, 2)],
        [Lend(0, 3)],
    ]


def test_all_problems_are_named_with_their_places() -> None:
    found = problems("buy XYZ 3; sell ALB; pass pass\nbyu ALB 3; buy ALB 2 3")
    assert found == [
        ("how", (1, 5, "XYZ")),
        ("unknown-order", (1, 12, "sell")),
        ("unknown-order-near", (2, 1, "byu")),
        ("stray-words", (2, 22, "3")),
    ]


@pytest.mark.parametrize(
    ("text", "code"),
    [("", "empty"), (" \n ; ", "empty"), ("else pass", "unknown-order"), ("buy", "how")],
)
def test_what_is_no_order(text: str, code: str) -> None:
    assert [found for found, _ in problems(text)] == [code]


def test_too_many_orders_are_refused() -> None:
    assert [code for code, _ in problems("; ".join(["pass"] * (MOST_ITEMS + 1)))] == ["too-long"]
    assert [code for code, _ in problems("x" * 10_000)] == ["too-long"]


def test_an_example_shows_how_in_the_readers_language() -> None:
    with pytest.raises(Refusal) as caught:
        NOTATION.read("buy", "bg")
    assert caught.value.problems[0].values == {"example": "КУПИ ALB 3"}


@pytest.mark.parametrize(
    ("text", "standing"),
    [
        ("lend Anna 2", True),
        ("одолжить Анна 2; lend Anna 1", True),
        ("please lend", True),
        ("lend Anna 2; pass", False),
        ("lend Anna 2 pass", False),
        ("Anna; lend Anna 2", False),
        ("pass", False),
        ("", False),
    ],
)
def test_standing_orders(text: str, *, standing: bool) -> None:
    assert NOTATION.standing(text) is standing


@pytest.mark.parametrize(
    ("line", "likeness"),
    [
        ("buy ALB 3 with option; pass", Likeness.ORDER),
        ("Please pass!", Likeness.ORDER),
        ("with option", Likeness.ORDER),
        ("lend Nobody Here 2", Likeness.ORDER),
        ("I would buy ALB 3 today", Likeness.DOUBTFUL),
        ("ALB 3", Likeness.DOUBTFUL),
        ("b\u0336u\u0336y\u0336 ALB 3", Likeness.DOUBTFUL),
        ("Anna", Likeness.CHATTER),
        ("All", Likeness.CHATTER),
        ("We buy bread on Mondays", Likeness.CHATTER),
        ("We buy with care", Likeness.CHATTER),
        ("We buy with option in mind", Likeness.DOUBTFUL),
        ("with", Likeness.CHATTER),
        ("lend me your ears, friends and Romans", Likeness.CHATTER),
        ("pass: +359 88 1234567", Likeness.CHATTER),
        ("> buy ALB 3", Likeness.CHATTER),
        ("30.11.2026", Likeness.CHATTER),
        ("!!!", Likeness.CHATTER),
        ("; | ;", Likeness.CHATTER),
        ("buy " * 1000, Likeness.DOUBTFUL),
        ("or", Likeness.ORDER),
        ("option", Likeness.DOUBTFUL),
        ("All with Anna", Likeness.CHATTER),
        ("ALB all", Likeness.DOUBTFUL),
        ("byu ALB 3", Likeness.DOUBTFUL),
        ("buy АЛБ 3", Likeness.DOUBTFUL),
        ("buy ALB-3", Likeness.ORDER),
        ("buy ALB 3?", Likeness.DOUBTFUL),
        ("Anna, 30", Likeness.CHATTER),
        ("Anna Maria", Likeness.CHATTER),
        ("I buy 2", Likeness.DOUBTFUL),
        ("buy one share all", Likeness.DOUBTFUL),
        ("pass, thanks", Likeness.DOUBTFUL),
        ("thanks, then I shall pass on this one today", Likeness.CHATTER),
    ],
)
def test_likeness(line: str, likeness: Likeness) -> None:
    assert NOTATION.likeness(line) is likeness


buys = st.builds(
    Buy,
    st.sampled_from(["ALB", "HOM"]),
    st.none() | st.integers(0, 999),
    option=st.booleans(),
)
lends = st.builds(Lend, st.integers(0, 2), st.integers(0, 9))
passes = st.just(Pass())


@settings(max_examples=200, deadline=None, derandomize=True)
@given(
    items=st.lists(
        st.lists(st.one_of(buys, passes), min_size=1, max_size=3)
        | st.lists(lends, min_size=1, max_size=3),
        min_size=1,
        max_size=5,
    ),
    language=st.sampled_from(LANGUAGES),
)
def test_what_is_written_is_read(items: list[list[Any]], language: str) -> None:
    orders = Orders(tuple(tuple(map(Order, item)) for item in items))
    line = NOTATION.write(orders, language)
    assert NOTATION.read_canonical(line, language) == orders
    assert NOTATION.read(line.lower(), language) == orders
    assert NOTATION.likeness(line) is Likeness.ORDER
    many = NOTATION.write(Orders(orders.items * MOST_ITEMS), language)
    assert NOTATION.read_canonical(many, language).items == orders.items * MOST_ITEMS
    for wrong in (f" {line}", line + ".", line.lower() + ";"):
        with pytest.raises(Refusal):
            NOTATION.read_canonical(wrong, language)


@settings(max_examples=300, deadline=None, derandomize=True)
@given(text=st.text(max_size=60) | st.text(alphabet="buyALB3 ;elsepa\n,.1", max_size=40))
def test_any_text_is_read_or_refused(text: str) -> None:
    NOTATION.likeness(text)
    NOTATION.standing(text)
    try:
        NOTATION.read(text, "en")
    except Refusal as refusal:
        found = refusal.problems
    else:
        return
    assert found
    assert all(min(problem.place[:2]) >= 1 for problem in found)


def test_a_word_with_two_meanings_is_a_fault_of_the_table() -> None:
    table = {
        **WORDS,
        "verbs": {**WORDS["verbs"], "stop": {language: ["pass"] for language in LANGUAGES}},
    }
    with pytest.raises(ValueError, match="pass"):
        Vocabulary(table)
