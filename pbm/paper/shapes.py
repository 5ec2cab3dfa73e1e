"""The shapes of markers, by which inks are told apart in grey, and the signs of squares.

Corners are given in halves of a marker's size, to the right and upwards; all shapes look about
equally large. A circle has none.
"""

from collections.abc import Mapping, Sequence
from itertools import cycle
from math import cos, pi, sin
from typing import Final

Corner = tuple[float, float]


def _sides(*right: Corner) -> tuple[Corner, ...]:
    """The corners of the right half, from below to above, and the same on the left."""
    return (*right, *((-x, y) for x, y in reversed(right) if x))


def _star(points: int, far: float, near: float) -> tuple[Corner, ...]:
    """A star whose first point is above."""
    turns = [pi / 2 - pi * number / points for number in range(2 * points)]
    return tuple(
        (reach * cos(turn), reach * sin(turn)) for turn, reach in zip(turns, cycle((far, near)))
    )


CORNERS: Final[Mapping[str, Sequence[Corner]]] = {
    "square": ((-0.92, -0.92), (0.92, -0.92), (0.92, 0.92), (-0.92, 0.92)),
    "diamond": ((0, -1.22), (1.22, 0), (0, 1.22), (-1.22, 0)),
    "triangle": ((-1.2, -0.85), (1.2, -0.85), (0, 1.25)),
    "hexagon": ((-1.25, 0), (-0.66, -0.95), (0.66, -0.95), (1.25, 0), (0.66, 0.95), (-0.66, 0.95)),
    "shield": _sides((0, -1.2), (0.98, -0.4), (0.98, 0.95)),
    "cross": _sides(
        (0.74, -1.14), (0.74, -0.74), (1.14, -0.74), (1.14, 0.74), (0.74, 0.74), (0.74, 1.14)
    ),
    "star": _star(5, 1.3, 0.55),
    "crown": _sides((1, -0.85), (1.15, 0.7), (0.5, 0), (0, 1)),
    "house": _sides((0.85, -0.95), (0.85, 0.05), (1.15, 0.05), (0, 1.1)),
    "up": _sides((0.38, -1.1), (0.38, 0), (1, 0), (0, 1.15)),
    "down": _sides((0, -1.15), (1, 0), (0.38, 0), (0.38, 1.1)),
    "both": _sides((0, -1.35), (0.95, -0.45), (0.36, -0.45), (0.36, 0.45), (0.95, 0.45), (0, 1.35)),
    "minus": _sides((1.1, -0.36), (1.1, 0.36)),
    "arrow": (
        (-1.1, -0.38),
        (0.05, -0.38),
        (0.05, -1),
        (1.15, 0),
        (0.05, 1),
        (0.05, 0.38),
        (-1.1, 0.38),
    ),
    "bolt": ((-0.35, -1.3), (0.85, 0.3), (0.12, 0.3), (0.6, 1.25), (-0.75, -0.2), (0.02, -0.2)),
}

SHAPES: Final = ("circle", *CORNERS)
"""The names of all shapes."""
