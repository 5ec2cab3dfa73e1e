"""Places round the edge of a rectangle, for the squares of a ring."""

from math import ceil
from typing import NamedTuple

from pbm.paper.pen import Box

_ACROSS = 0.3
"""The share of all squares that stand along the upper side, unless a layout says otherwise."""


class Edge(NamedTuple):
    """How many squares stand above and below, corners included, and on each side between them."""

    above: int
    below: int
    beside: int


def divided(count: int, above: int | None = None) -> Edge:
    """The squares divided among the sides; an odd one stands below.

    So few that no ring comes of them stand in a row or two.
    """
    above = min(above or max(2, round(count * _ACROSS)), (count + 1) // 2)
    rest = count - above
    beside = max(0, (rest - above) // 2)
    return Edge(above, rest - 2 * beside, beside)


def places(edge: Edge, box: Box, high: float) -> list[Box]:
    """Where the squares stand, clockwise from the upper left corner.

    Those above and below are `high`, those on the sides share what is left between them.
    """
    wide = box.width / edge.above
    low = box.bottom - high
    above = [Box(box.left + n * wide, box.top, wide, high) for n in range(edge.above)]
    each = (low - box.top - high) / max(edge.beside, 1)
    tops = [box.top + high + n * each for n in range(edge.beside)]
    right = [Box(box.right - wide, top, wide, each) for top in tops]
    left = [Box(box.left, top, wide, each) for top in reversed(tops)]
    broad = box.width / max(edge.below, 1)
    below = [Box(box.left + n * broad, low, broad, high) for n in reversed(range(edge.below))]
    return [*above, *right, *below, *left]


def spots(count: int, box: Box, largest: float) -> tuple[float, list[tuple[float, float]]]:
    """The size of so many discs, as large as they can be, and their middles at the box's foot."""
    if not count:
        return 0.0, []
    size, rows = max(
        (min(largest, box.width / ceil(count / rows), box.height / rows), -rows)
        for rows in range(1, count + 1)
    )
    columns = ceil(count / -rows)
    middles = []
    for number in range(count):
        row, column = divmod(number, columns)
        beside = min(columns, count - row * columns)
        x = box.left + box.width / 2 + (column - (beside - 1) / 2) * size
        middles.append((x, box.bottom + (rows + row + 0.5) * size))
    return size, middles
