"""Cells of a table: words in one line or several, and tokens after them."""

from typing import Final, NamedTuple

from pbm.core.view import Mark
from pbm.paper.pen import Pen
from pbm.paper.tokens import draw_token

_ROOM: Final = 1.42
"""How many times the size of the words a token takes in a row of them."""
_DISC: Final = 1.34
_APART: Final = 0.3
"""How many times the size is left between words and tokens."""


class Written(NamedTuple):
    """A cell's words, in one line until the width is known, and its tokens."""

    lines: tuple[str, ...]
    marks: tuple[Mark, ...] = ()

    @property
    def beside(self) -> float:
        """The width that the tokens take at size 1."""
        return _ROOM * len(self.marks) + _APART * bool(self.marks)

    def draw_tokens(self, pen: Pen, right: float, middle: float, size: float) -> None:
        """Draw the tokens side by side; `right` is where the last of them ends."""
        room = _ROOM * size
        for number, mark in enumerate(reversed(self.marks)):
            draw_token(pen, mark, right - (number + 0.5) * room, middle, _DISC * size)
