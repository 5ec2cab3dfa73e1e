"""Marks of seats: an ink and one letter each, the same on pawns, tokens and heads of columns."""

import unicodedata
from collections.abc import Iterator, Sequence
from typing import Final

from pbm.core.text import twins
from pbm.core.view import Mark

_GREEK: Final = str.maketrans("αβεζηικμνορτυχ", "abezhikmnoptyx")
"""Greek letters by what their capitals look like."""


def seat_marks(names: Sequence[str]) -> tuple[Mark, ...]:
    """A mark for each seat, in order; no two letters look alike, in any alphabet."""
    taken: set[str] = set()
    marks = []
    for number, name in enumerate(names, 1):
        letter = next(each for each in _letters(name, number) if _looks(each) not in taken)
        taken.add(_looks(letter))
        marks.append(Mark(f"seat{number}", letter, name))
    return tuple(marks)


def _looks(letter: str) -> str:
    return twins(letter.lower()).translate(_GREEK)


def _letters(name: str, number: int) -> Iterator[str]:
    """The letters that a name offers, as capitals; at last the seat's number.

    Letters without capitals are passed over: a disc is too small for a word sign.
    """
    for letter in unicodedata.normalize("NFC", name):
        if letter.lower() != letter.upper() and len(letter.upper()) == 1:
            yield letter.upper()
    yield str(number)
