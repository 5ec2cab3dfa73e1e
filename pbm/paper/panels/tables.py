"""Tables: one that has room where it stands, and the history, which goes on on further pages."""

from collections.abc import Mapping
from itertools import pairwise
from typing import Any, Final

from pbm.core.tell import Message
from pbm.core.view import Table
from pbm.paper.columns import Style
from pbm.paper.desk import Desk, Later, Plan
from pbm.paper.grid import Grid, make_grid
from pbm.paper.panels.caption import CAPTION, CAPTION_SIZE, draw_caption
from pbm.paper.pen import DIM, Box, Pen

_ROWS_AT_LEAST: Final = 3
_BETWEEN: Final = 12.0
"""The room between the parts of a table."""


def _style(settings: Mapping[str, Any]) -> Style:
    size = settings.get("size", 8.0)
    floor = min(size, settings.get("floor", 5.5))
    return Style(size, floor, settings.get("row", size * 1.6), settings.get("quiet", False))


def _table(desk: Desk, settings: Mapping[str, Any]) -> Table | None:
    table = desk.sheet.view.tables.get(settings["table"])
    return table if table and table.columns else None


def plan_table(desk: Desk, settings: Mapping[str, Any], width: float) -> Plan | None:
    """A table that stands whole in its place, a long one in several parts side by side."""
    table = _table(desk, settings)
    if table is None:
        return None
    parts = max(1, min(settings.get("parts", 1), len(table.rows)))
    wide = (width - _BETWEEN * (parts - 1)) / parts
    grid = _smaller(desk, table, _style(settings), wide)
    count = len(grid.rows)
    firsts = [-(-count * number // parts) for number in range(parts + 1)]
    spans = list(pairwise(firsts))
    height = CAPTION + grid.head_height + max(sum(grid.heights[a:b]) for a, b in spans)

    def draw(pen: Pen, box: Box) -> None:
        inner = draw_caption(pen, box, desk.say(table.title))
        for number, (first, last) in enumerate(spans):
            left = inner.left + number * (wide + _BETWEEN)
            grid.draw(pen, inner._replace(left=left, width=wide), first, last)

    return Plan(height, draw)


def _smaller(desk: Desk, table: Table, style: Style, width: float) -> Grid:
    """The table in the width, smaller than the style allows if it must be."""
    grid = None
    while grid is None:
        grid = make_grid(desk, table, style, width)
        style = style._replace(size=style.floor, floor=style.floor * 0.8)
    return grid


def plan_history(desk: Desk, settings: Mapping[str, Any], width: float) -> Plan | None:
    """A table that takes what room there is.

    It stands whole if it can, and blank rows are ruled below it. If not, its last rows stand
    here, in the groups named by `brief` if all have no room, and all of it follows on pages of
    its own.
    """
    table = _table(desk, settings)
    if table is None:
        return None
    style = _style(settings)
    whole = make_grid(desk, table, style, width)

    def fits(height: float) -> bool:
        return whole is not None and whole.fitting(height - CAPTION) >= len(whole.rows)

    def draw(pen: Pen, box: Box) -> None:
        if whole and fits(box.height):
            inner = draw_caption(pen, box, desk.say(table.title))
            whole.draw(pen, inner, 0, len(whole.rows), blank=bool(desk.sheet.to_move))
            return
        part = whole or make_grid(desk, table, style, width, settings.get("brief", ()))
        if part and part.fitting(box.height - CAPTION) >= min(_ROWS_AT_LEAST, len(part.rows)):
            _draw_last(desk, pen, table, part, box)

    def rest(height: float) -> Later | None:
        if fits(height):
            return None
        small = whole is None or whole.size < style.size
        return _later(desk, table, style, across=small and settings.get("pages", False))

    return Plan(CAPTION + style.row * (_ROWS_AT_LEAST + 2), draw, rest)


def _draw_last(desk: Desk, pen: Pen, table: Table, grid: Grid, box: Box) -> None:
    """As many of the last rows as have room, and where the others stand."""
    inner = draw_caption(pen, box, desk.say(table.title))
    first = len(grid.rows)
    room = inner.height - grid.head_height
    while first and grid.heights[first - 1] <= room:
        first -= 1
        room -= grid.heights[first]
    note = Message("the last rows; all of them stand on the next pages")
    if not first:
        note = Message("in brief; all columns stand on the next pages")
    start = box.left + pen.faces["bold"].width(desk.say(table.title), CAPTION_SIZE) + 6
    pen.text(start, box.top + 8, desk.say(note), pen.faces["narrow"], 7.5, DIM)
    grid.draw(pen, inner, first, len(grid.rows), blank=not first and bool(desk.sheet.to_move))


def _later(desk: Desk, table: Table, style: Style, *, across: bool) -> Later:
    """The pages on which all of the table stands, its head repeated on each."""
    room = desk.room(across=across)
    grid = _smaller(desk, table, style, room.width)
    pages = [0]
    while pages[-1] < len(grid.rows):
        pages.append(pages[-1] + max(1, grid.fitting(room.height - CAPTION, pages[-1])))

    def draw(pen: Pen, number: int, box: Box) -> None:
        inner = draw_caption(pen, box, desk.say(table.title))
        last = number == len(pages) - 2
        grid.draw(
            pen, inner, pages[number], pages[number + 1], blank=last and bool(desk.sheet.to_move)
        )

    return Later(len(pages) - 1, across, draw)
