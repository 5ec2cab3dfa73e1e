"""Tokens and pawns: discs with a letter, told apart by their shape in grey."""

from typing import Final

from pbm.core.view import VACANT, Mark
from pbm.paper.pen import DIM, Box, Pen

_DASH: Final = (1.4, 1.4)


def draw_token(pen: Pen, mark: Mark, x: float, y: float, size: float) -> None:
    """A token with its middle at x, y; a place without one is a dashed circle."""
    if mark == VACANT:
        half = size / 2
        pen.frame(Box(x - half, y - half, size, size), DIM, 0.5, half, _DASH)
    else:
        pen.chip(mark.ink, mark.letter, x, y, size)
