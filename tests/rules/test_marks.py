"""Marks of seats: told apart by ink and by letter, whatever the players are called."""

import pytest

from pbm.core.marks import seat_marks
from pbm.core.view import VACANT, Mark, in_words


@pytest.mark.parametrize(
    ("names", "letters"),
    [
        (("Анна", "Борис"), "АБ"),
        (("Анна", "Anna", "Александр"), "АNЛ"),
        (("Анна", "Αλέξανδρος", "Нина", "Ηρώ"), "АΛНΡ"),
        (("Ян", "Ян", "Ян"), "ЯН3"),
        (("漢字", "«Ёж»", "ß-Bob", "42"), "1ЁB4"),
    ],
)
def test_letters_are_the_names_own_and_never_look_alike(
    names: tuple[str, ...], letters: str
) -> None:
    marks = seat_marks(names)
    assert "".join(mark.letter for mark in marks) == letters
    assert [mark.ink for mark in marks] == [f"seat{n + 1}" for n in range(len(names))]
    assert [mark.name for mark in marks] == list(names)


def test_a_cell_of_tokens_is_said_by_their_letters() -> None:
    token = Mark("seat1", "А", "Анна")
    assert in_words((60, token)) == "60 А"
    assert in_words((60, VACANT)) == "60 ·"
    assert in_words((token, token)) == "А А"
    assert in_words(()) == in_words(None) == ""
