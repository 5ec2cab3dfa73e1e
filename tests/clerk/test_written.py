"""A player's words and the form that he filled in: what of both is a move, and what a question."""

from collections.abc import Sequence

import pytest

from pbm.clerk.desk import Desk, Refused, Sent, Taken, open_game, sit_down
from pbm.clerk.orders import Written, answer
from pbm.rules import find, slugs

SEED = bytes(range(32))
AT = "2026-11-30T10:00:00Z"


@pytest.fixture(params=slugs())
def desk(request: pytest.FixtureRequest) -> Desk:
    book = find(request.param)
    made = open_game(book, "vesna", ("A", "B", "C"), {}, "en", SEED, AT)
    assert not isinstance(made, Refused)
    return sit_down(book, *made, SEED)


def line(desk: Desk) -> str:
    seat = desk.to_move or 0
    moves = list(desk.game.legal(desk.state, seat, desk.hand(seat)))
    return desk.game.write_move(moves[-1], "en")


def told(desk: Desk, lines: Sequence[str], **fields: str) -> Taken | Refused:
    return answer(desk, desk.to_move or 0, Written(lines, fields), "en", Sent(AT), SEED)


def test_a_line_a_form_or_both_are_a_move(desk: Desk) -> None:
    said = line(desk)
    assert isinstance(told(desk, [said]), Taken)
    assert isinstance(told(desk, [], orders=said), Taken)
    assert isinstance(told(desk, ["Hello!", said], orders=said), Taken)


def test_a_question_in_the_box_of_a_form_is_asked_about(desk: Desk) -> None:
    said = line(desk)
    for lines in ([], [said]):
        found = told(desk, lines, orders=f"{said}?")
        assert isinstance(found, Refused)
        assert found.problems[0].place.words == f"{said}?"


def test_words_that_take_back_a_form_are_asked_about(desk: Desk) -> None:
    found = told(desk, ["Do not play this."], orders=line(desk))
    assert isinstance(found, Refused)
    assert [problem.code for problem in found.problems] == ["unmeant"]


@pytest.mark.parametrize("words", ["?", "Draft:", "May I play"])
def test_a_move_that_may_be_none_is_asked_about_in_every_game(desk: Desk, words: str) -> None:
    found = told(desk, [words, line(desk)])
    assert isinstance(found, Refused)
    assert [problem.place.words for problem in found.problems] == [words]


@pytest.mark.parametrize("nothing", ["", " ", "-", "—", "Нет.", "няма", "none", "0"])
def test_a_box_that_says_nothing_is_empty(nothing: str) -> None:
    assert Written((), {"a": nothing, "b": "100A", "c": nothing}).form_line() == " | 100A | "
    assert Written((), {"a": nothing}).form_line() == ""


@pytest.mark.parametrize(
    ("slug", "words", "expected"),
    [
        ("akcioner", "30к -60щ", ("unknown-words", "-60щ")),
        ("akcioner", "30к крсные", ("unknown-words", "крсные")),
        ("akcioner", "30к 50ж", ("wrong-half", "50ж")),
        (
            "akcioner",
            "Думал продать красные, а куплю",
            ("doubtful", "Думал продать красные, а куплю"),
        ),
        ("stockexchange", "START ALD", ("no-such-company", "ALD")),
    ],
)
def test_what_is_mistyped_is_told_by_its_words(
    slug: str, words: str, expected: tuple[str, str]
) -> None:
    book = find(slug)
    made = open_game(book, "vesna", ("A", "B", "C"), {"order": "given"}, "ru", SEED, AT)
    assert not isinstance(made, Refused)
    found = told(sit_down(book, *made, SEED), ["Привет!", words])
    assert isinstance(found, Refused)
    assert (found.problems[-1].code, found.problems[-1].place.words) == expected
    assert {each.place.line for each in found.problems} == {2}
