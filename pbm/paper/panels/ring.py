"""The ring: squares round the edge of a board, pawns on them, and other panels inside."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from pbm.paper.desk import Desk, Plan
from pbm.paper.edge import divided, places
from pbm.paper.panels.squares import common_size, draw_square
from pbm.paper.pen import BLACK, Box, Pen

_SQUARE: Final = 46.0
_LEAST: Final = 0.68
"""How high a square on a side is at least, as a share of one above."""
_INSET: Final = 8.0
_FINE, _STRONG, _MARKED = 0.5, 1.4, 2.6


def plan_ring(
    desk: Desk,
    settings: Mapping[str, Any],
    width: float,
    within: Callable[[float], Plan | None],
) -> Plan | None:
    """The ring named in the settings, as high as what stands inside needs.

    So few squares that they leave no inside have it below them.
    """
    ring = desk.sheet.view.rings.get(settings["ring"])
    if ring is None or not ring.squares:
        return None
    edge = divided(len(ring.squares), settings.get("across"))
    high = settings.get("square", _SQUARE)
    side = width / edge.above + _INSET
    inside = within(width - 2 * side if edge.beside else width)
    between = high * _LEAST * edge.beside
    if inside and edge.beside:
        between = max(between, inside.height + 2 * _INSET)
    height = between + high * (2 if edge.below else 1)
    below = inside.height + _INSET if inside and not edge.beside else 0.0

    def draw(pen: Pen, box: Box) -> None:
        board = Box(box.left, box.top, width, height)
        boxes = places(edge, board, high)
        size = common_size(desk, [each.title for each in ring.squares], boxes)
        for number, (square, place) in enumerate(zip(ring.squares, boxes, strict=True)):
            marks = [pawn.mark for pawn in ring.pawns if pawn.square == number]
            draw_square(desk, pen, square, place, marks, size)
        for place in boxes:
            pen.frame(place, BLACK, _FINE)
        pen.frame(board, BLACK, _STRONG)
        if edge.beside:
            pen.frame(_court(board, boxes[0]), BLACK, _STRONG)
        if ring.marked is not None:
            pen.frame(boxes[ring.marked], BLACK, _MARKED)
        if inside and below:
            inside.draw(pen, Box(box.left, board.bottom + _INSET, width, inside.height))
        elif inside:
            top = board.top + high + (between - inside.height) / 2
            inside.draw(pen, Box(box.left + side, top, width - 2 * side, inside.height))

    return Plan(height + below, draw)


def _court(board: Box, corner: Box) -> Box:
    """What lies inside the squares."""
    return Box(
        corner.right,
        corner.bottom,
        board.width - 2 * corner.width,
        board.height - 2 * corner.height,
    )
