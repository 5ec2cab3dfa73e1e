"""The notation of Broker: what it has beside Акционер's three fields, and its own cards."""

from time import process_time

import pytest
from broker_play import game
from hypothesis import given, settings
from hypothesis import strategies as st

from pbm.core.contract import Likeness
from pbm.core.market.moves import BUY, SELL, Move, Trade
from pbm.core.problem import Kind, Problem, Refusal
from pbm.core.tell import LANGUAGES
from pbm.rules.broker.moves import Keep, Line
from pbm.rules.broker.telling import explain

GAME = game()
NOTATION = GAME.notation
PLAYS = [play for plays in GAME.decks.plays.values() for play in plays]


def canon(text: str, language: str = "en") -> str:
    return NOTATION.write(NOTATION.read(text, language=language), language)


def refused(text: str, language: str = "en") -> tuple[Problem, ...]:
    with pytest.raises(Refusal) as caught:
        NOTATION.read(text, language=language)
    assert all(explain(problem) for problem in caught.value.problems)
    return caught.value.problems


def only(text: str, language: str = "en") -> Problem:
    (problem,) = refused(text, language)
    return problem


READ = {
    # cards
    "100A": "100A",
    "100a bcd": "100A",
    "100A -10D -10B -10C": "100A",
    "100A B10 C10 D10": "100A",
    "x2A B": "x2A :2B",
    "×2A ÷2B": "x2A :2B",
    ":2A B": ":2A x2B",
    "60A B": "60A -30B",
    "6OA -3OB": "60A -30B",
    "+60A -ЗОB": "60A -30B",
    "-50A B": "-50A +40B",
    "40B A": "-50A +40B",
    "40B -50A": "-50A +40B",
    "-30B 60A": "60A -30B",
    "D +60, A -30": "60D -30A",
    "A -30, D +60": "60D -30A",
    "B +100, A -10, C -10, D -10": "100B",
    "A ×2, B ÷2": "x2A :2B",
    # look-alikes: Cyrillic А В С
    "60А В": "60A -30B",
    "-2а +3в | 60с d | +1С": "-2A +3B | 60C -30D | +1C",
    "-З A | 60B C |": "-3A | 60B -30C |",
    # trades
    "-2A +3B | 60B C | +max D": "-2A +3B | 60B -30C | +max D",
    "продавам 2A, купувам 3B, 60B C": "-2A +3B | 60B -30C |",
    "продаю 2A, покупаю 3B, 60B C, покупаю макс D": "-2A +3B | 60B -30C | +max D",
    "sell all A and buy 3 shares B, 60B C": "-all A +3B | 60B -30C |",
    # standing orders and splits are no fields
    "60A B; keep A 3": "60A -30B; keep A 3",
    "60A B | keep A 3": "60A -30B; keep A 3",
    "60A B, keep 3A": "60A -30B; keep A 3",
    "60A B\nоставя А 3": "60A -30B; keep A 3",
    "оставить A 3; 60A B": "60A -30B; keep A 3",
    "keep A 3\n-2A\n60A B": "-2A | 60A -30B |; keep A 3",
    "-2A | 60B C | keep B 0": "-2A | 60B -30C |; keep B 0",
    "-2A | 60B C | +3D | keep b all": "-2A | 60B -30C | +3D; keep B all",
    "-2A; keep A 1 | 60B C | +3D": "-2A | 60B -30C | +3D; keep A 1",
    "keep A 3": "keep A 3",
    "Keep A 3.": "keep A 3",
    "запазвам A 3 B 0": "keep A 3; keep B 0",
    "сохраняю все A, keep B: 2": "keep A all; keep B 2",
    "keep A 3, B 2": "keep A 3; keep B 2",
    "keep A 3, and B 2, C all": "keep A 3; keep B 2; keep C all",
    "оставям А 3 и В 2": "keep A 3; keep B 2",
    "keep A 3, B 2, 60A B": "60A -30B; keep A 3; keep B 2",
    "keep A 3, 60A B": "60A -30B; keep A 3",
    "keep A 3, -2B | 60B C |": "-2B | 60B -30C |; keep A 3",
    "60A B; split A": "60A -30B; split A",
    "60A B | +1C | сплит А; keep A 1": "| 60A -30B | +1C; split A; keep A 1",
}


@pytest.mark.parametrize("text", READ)
def test_reads(text: str) -> None:
    assert canon(text) == READ[text]
    assert NOTATION.likeness(text.splitlines()[0]) is Likeness.ORDER


ASKED = {
    "60A": ("60A B", "60A C", "60A D"),
    "40B": ("-50A +40B", "-50C +40B", "-50D +40B"),
    "-2A | 60B | ; keep A 1": (
        "-2A | 60B A |; keep A 1",
        "-2A | 60B C |; keep A 1",
        "-2A | 60B D |; keep A 1",
    ),
}


@pytest.mark.parametrize("text", ASKED)
def test_asks_with_lines_ready_to_send(text: str) -> None:
    problem = only(text)
    assert problem.kind is Kind.AMBIGUOUS
    assert problem.rule == "B5"
    assert problem.nearest == ASKED[text]
    for line in problem.nearest:
        canon(line)


WRONG = {
    "100B +2A": ("no-dividers", "100B +2A", ("| 100B | +2A",)),
    "60A B\n-50C D": ("two-cards", "-50C D", ()),
    "60A -40B": ("wrong-half", "-40B", ("60A -30B",)),
    "60A +30B": ("wrong-sign", "+30B", ("60A -30B",)),
    "60A A": ("same-stock", "60A A", ("60A -30B", "60A -30C", "60A -30D")),
    "50A B": ("no-such-card", "50A B", ()),
    "100A BBC": ("free-twice", "BBC", ("100A",)),
    "100A AB": ("free-own", "AB", ()),
    "x2A x2B": ("wrong-factor", "x2B", ("x2A :2B",)),
    "60E A": ("unknown-words", "60E", ()),
    "keep E 3": ("keep-how", "keep E 3", ()),
    "keep A": ("keep-how", "keep A", ()),
    "60A B; keep": ("keep-how", "keep", ()),
    "60A B; split": ("split-how", "split", ()),
    "60A B; split A; split B": ("one-split", "split B", ()),
    "split A": ("empty", "", ()),
    "": ("empty", "", ()),
}


@pytest.mark.parametrize("text", WRONG)
def test_refuses(text: str) -> None:
    code, words, nearest = WRONG[text]
    problem = refused(text)[0]
    assert (problem.code, problem.place.words, problem.nearest) == (code, words, nearest)


def test_the_cards_there_are() -> None:
    assert only("50A B").values["cards"] == "100, x2, :2, 60, -50"


def test_problems_of_both_kinds_have_their_places() -> None:
    problems = refused("keep E 3\n-2A 3B | 60A -40B |\nkeep A")
    assert [(p.code, p.place.line, p.place.column) for p in problems] == [
        ("keep-how", 1, 1),
        ("no-sign", 2, 5),
        ("wrong-half", 2, 14),
        ("keep-how", 3, 1),
    ]


@pytest.mark.parametrize(
    ("text", "standing"),
    [
        ("keep A 3", True),
        ("keep A 3\nоставя B 0", True),
        ("keep E 3", True),
        ("keep A 3; 60A B", False),
        ("60A B", False),
        ("keep A 3; split A", False),
        ("", False),
    ],
)
def test_what_is_a_standing_order_alone(text: str, standing: bool) -> None:  # noqa: FBT001
    assert NOTATION.standing(text) is standing


LIKENESS = {
    Likeness.ORDER: "keep A 3;keep E 3;keep A;оставя А 3;60A B;x2A;100B;-2A +3B;сохранить все B;|",
    Likeness.DOUBTFUL: "please keep A 3;60A B please;my orders: keep A 3;I sell 3A today",
    Likeness.CHATTER: "keep in touch;I keep a secret;See you at 5;a;с уважение, А.;100 a day;"
    "Keep well!;> keep A 3;оставя те да помислиш;4 D films",
}


@pytest.mark.parametrize(
    ("line", "expected"),
    [(line, like) for like, lines in LIKENESS.items() for line in lines.split(";")],
)
def test_likeness(line: str, expected: Likeness) -> None:
    assert NOTATION.likeness(line) is expected


def test_canonical_lines_only() -> None:
    for line in ("60A B", "60A -30B;keep A 3", "60A -30B; keep 3A", "keep A 03", "keep a 3",
                 "keep A 3; 60A -30B", "100A BCD", "", "60A -30B; оставя A 3"):  # fmt: skip
        with pytest.raises(Refusal):
            NOTATION.read_canonical(line, "en")


counts = st.none() | st.integers(1, 10**12 - 1)
trades = st.builds(Trade, st.sampled_from([SELL, BUY]), counts, st.integers(0, 3))
fields = st.lists(trades, max_size=3).map(tuple)
keeps = st.lists(
    st.builds(Keep, st.integers(0, 3), st.none() | st.integers(0, 10**9 - 1)), max_size=3
).map(tuple)
moves = st.builds(Move, fields, st.sampled_from(PLAYS), fields)
lines = st.builds(Line, moves, st.none() | st.integers(0, 3), keeps)
orders = st.builds(lambda some: Line(None, keeps=some), keeps.filter(bool))


@settings(derandomize=True, deadline=None, max_examples=300)
@given(lines | orders, st.sampled_from(LANGUAGES))
def test_writing_and_reading_are_inverse(line: Line, language: str) -> None:
    written = NOTATION.write(line, language)
    assert NOTATION.read_canonical(written, language) == line
    assert NOTATION.read(written, language=language) == line
    assert NOTATION.likeness(written) is Likeness.ORDER
    assert NOTATION.standing(written) is (line.move is None)


pieces = st.lists(
    st.sampled_from([*"123450зоABCDabcdАВС×*:/÷-+−|;\n .,!", "60A", "keep ", "split ", "оставя "]),
    max_size=30,
).map("".join)


@settings(derandomize=True, deadline=None, max_examples=400)
@given(pieces | st.text(max_size=60))
def test_anything_is_read_or_refused(text: str) -> None:
    NOTATION.likeness(text)
    NOTATION.standing(text)
    try:
        line = NOTATION.read(text, language="bg")
    except Refusal as refusal:
        for problem in refusal.problems:
            assert min(problem.place[:2]) >= 1
            for nearest in problem.nearest:
                NOTATION.read(nearest, language="bg")
    else:
        assert NOTATION.read(NOTATION.write(line, "bg"), language="bg") == line


@pytest.mark.parametrize("text", ["keep A" + " " * 20_000 + "x", "keep A 3, " * 2_000 + "x"])
def test_long_standing_orders_are_refused_at_once(text: str) -> None:
    began = process_time()
    assert refused(text)
    NOTATION.likeness(text)
    assert process_time() - began < 2
