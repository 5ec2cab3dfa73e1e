"""Tables: the widest size in which all columns have room, and the rows set in it."""

from collections.abc import Iterator, Sequence
from itertools import groupby, pairwise
from typing import Final, NamedTuple

from pbm.core.view import Cell, Table, apart
from pbm.paper.cells import Written
from pbm.paper.columns import Head, Style, measure, pad, settle, spread
from pbm.paper.desk import Desk
from pbm.paper.fonts import Face
from pbm.paper.pen import CAP, DIM, RULE, TINT, Box, Pen

LEADING: Final = 1.16
TOUCH: Final = 0.01
"""What is smaller than this, in points, is the rounding of sums."""


class Grid(NamedTuple):
    """A table with its measures settled: the size, every column's width, every row's lines."""

    desk: Desk
    style: Style
    heads: tuple[Head, ...]
    size: float
    widths: tuple[float, ...]
    rows: tuple[tuple[Written, ...], ...]
    heights: tuple[float, ...]
    same: tuple[frozenset[int], ...]
    marked: int | None

    @property
    def pad(self) -> float:
        """The room beside a cell's text."""
        return pad(self.size)

    @property
    def width(self) -> float:
        """The width of all columns."""
        return sum(self.widths)

    @property
    def head_height(self) -> float:
        """The height of the head, groups included."""
        return self._group_height() + self._title_height()

    def _title_lines(self) -> list[list[str]]:
        face = self.desk.faces["narrow-bold"]
        return [
            face.wrap(head.title, self._small(), width - 1.2 * self.pad)
            for head, width in zip(self.heads, self.widths, strict=True)
        ]

    def _small(self) -> float:
        return max(5.0, self.size * 0.92)

    def _title_height(self) -> float:
        deep = max(len(lines) for lines in self._title_lines())
        return max(self.size * 1.7, deep * self._small() * 1.08 + self.size * 0.7)

    def _spans(self) -> Iterator[tuple[str, float, float]]:
        """Each group's words, its left edge from the table's, and its width."""
        left = 0.0
        pairs = zip(self.heads, self.widths, strict=True)
        for group, members in groupby(pairs, key=lambda pair: pair[0].group):
            width = sum(width for _, width in members)
            yield group, left, width
            left += width

    def _group_lines(self) -> list[tuple[list[str], float]]:
        """Each group's words in one line or two, and their size."""
        face = self.desk.faces["narrow-bold"]
        made = []
        for group, _, width in self._spans():
            room = width - self.pad
            text, size = face.fit(group, self.size, room, self.size * 0.8)
            lines = [text]
            if text != group:
                lines = face.wrap(group, size, room)[:2]
            made.append((lines, size))
        return made

    def _group_height(self) -> float:
        if not any(head.group for head in self.heads):
            return 0.0
        deep = max(len(lines) for lines, _ in self._group_lines())
        return deep * self.size * LEADING + self.size * 0.5

    def fitting(self, room: float, first: int = 0) -> int:
        """How many rows from `first` on have room under the head."""
        room -= self.head_height
        count = 0
        for height in self.heights[first:]:
            room -= height
            if room < -TOUCH:
                break
            count += 1
        return count

    def draw(self, pen: Pen, box: Box, first: int, last: int, *, blank: bool = False) -> float:
        """Draw the head and rows first to last (not included); returns the lower edge.

        With `blank` the rest of the box is ruled, to be filled in by hand.
        """
        y = box.top + self.head_height
        self._draw_head(pen, box)
        edges = []
        for number in range(first, last):
            self._draw_row(pen, box.left, y, number)
            y += self.heights[number]
            edges.append(y)
        while blank and y + self.style.row <= box.bottom + TOUCH:
            y += self.style.row
            edges.append(y)
        right = box.left + self.width
        pen.lines([(box.left, edge, right, edge) for edge in edges[:-1]], RULE, 0.35)
        self._draw_bars(pen, box, y)
        pen.line((box.left, y), (right, y), (0, 0, 0), 0.8)
        return y

    def _draw_bars(self, pen: Pen, box: Box, bottom: float) -> None:
        """Upright lines: fine ones between columns, stronger ones between groups."""
        fine, strong, x = [], [], box.left
        top = box.top + self._group_height()
        for number, width in enumerate(self.widths[:-1]):
            x += width
            if self.heads[number].group == self.heads[number + 1].group:
                fine.append((x, top, x, bottom))
            else:
                strong.append((x, box.top, x, bottom))
        pen.lines(fine, RULE, 0.3)
        pen.lines(strong, DIM, 0.5)

    def _draw_head(self, pen: Pen, box: Box) -> None:
        """The heads of groups and columns between two rules."""
        face = self.desk.faces["narrow-bold"]
        high = self._group_height()
        right = box.left + self.width
        pen.line((box.left, box.top), (right, box.top), (0, 0, 0), 0.8)
        for (group, left, width), (lines, size) in zip(
            self._spans(), self._group_lines() if high else [], strict=bool(high)
        ):
            middle = box.left + left + width / 2
            y = box.top + (high - len(lines) * size * LEADING) / 2 + size * 0.93
            for line in lines:
                pen.centre(middle, y, line, face, size)
                y += size * LEADING
            if group:
                edge = box.top + high
                pen.line((middle - width / 2, edge), (middle + width / 2, edge), RULE, 0.35)
        self._draw_titles(pen, box, box.top + high)
        bottom = box.top + self.head_height
        pen.line((box.left, bottom), (right, bottom), (0, 0, 0), 0.6)

    def _draw_titles(self, pen: Pen, box: Box, top: float) -> None:
        face = self.desk.faces["narrow-bold"]
        high, small, x = self._title_height(), self._small(), box.left
        for head, width, lines in zip(self.heads, self.widths, self._title_lines(), strict=True):
            middle = top + high / 2
            if head.ink:
                side = min(self.size * 1.3, width - 1)
                pen.chip(head.ink, head.title, x + width / 2, middle, side)
                x += width
                continue
            y = middle - (len(lines) - 1) * small * 1.08 / 2 + small * CAP / 2
            for line in lines:
                if head.kind == "number":
                    pen.centre(x + width / 2, y, line, face, small)
                else:
                    pen.text(x + self.pad, y, line, face, small)
                y += small * 1.08
            x += width

    def _draw_row(self, pen: Pen, left: float, top: float, number: int) -> None:
        """One row; the marked one stands on a tint in bold."""
        marked = number == self.marked
        face = self.desk.faces["narrow-bold" if marked else "narrow"]
        height, same = self.heights[number], self.same[number]
        if marked:
            pen.area(Box(left, top, self.width, height), TINT)
        leading = self.size * LEADING
        for column, cell in enumerate(self.rows[number]):
            width, head = self.widths[column], self.heads[column]
            colour = DIM if column in same and not marked else (0, 0, 0)
            beside = cell.beside * self.size
            right = left + width - self.pad
            y = top + (height - (len(cell.lines) - 1) * leading) / 2 + self.size * CAP / 2
            for line in cell.lines:
                if head.kind == "number":
                    pen.right(right - beside, y, line, face, self.size, colour)
                else:
                    pen.text(left + self.pad, y, line, face, self.size, colour)
                y += leading
            if head.kind != "number":
                words = max(face.width(line, self.size) for line in cell.lines)
                right = left + self.pad + words + beside
            cell.draw_tokens(pen, right, top + height / 2, self.size)
            left += width


def _same(rows: Sequence[Sequence[Written]], heads: Sequence[Head]) -> tuple[frozenset[int], ...]:
    """For each row the columns of numbers in which it repeats the row before it."""
    numbers = [column for column, head in enumerate(heads) if head.kind == "number"]
    made = [frozenset[int]()]
    for before, row in pairwise(rows):
        made.append(frozenset(column for column in numbers if before[column] == row[column]))
    return tuple(made[: len(rows)])


def make_grid(
    desk: Desk, table: Table, style: Style, room: float, brief: Sequence[str] | None = None
) -> Grid | None:
    """The table set in the room, or None if it has none even at the least size.

    `brief` names the groups (by their English text) that alone are kept; the columns without
    a group always are.
    """
    kept = [
        number
        for number, column in enumerate(table.columns)
        if brief is None or not column.group or getattr(column.group, "text", None) in brief
    ]
    heads = tuple(
        Head(desk.say(column.title), desk.say(column.group), column.kind, column.ink)
        for column in (table.columns[number] for number in kept)
    )
    texts = [[_written(desk, row[number]) for number in kept] for row in table.rows]
    face, bold = desk.faces["narrow"], desk.faces["narrow-bold"]
    columns = [
        measure(face, bold, head, [row[number] for row in texts])
        for number, head in enumerate(heads)
    ]
    size, least = settle(columns, style, room)
    if not size:
        return None
    widths = spread(columns, least, size, room)
    rows = tuple(_broken(face, bold, heads, widths, size, row) for row in texts)
    leading = size * LEADING
    heights = tuple(
        max(style.row, _deepest(row) * leading + (style.row - leading) * 0.5) for row in rows
    )
    same = _same(texts, heads) if style.quiet else tuple(frozenset[int]() for _ in texts)
    return Grid(desk, style, heads, size, widths, rows, heights, same, table.marked)


def _written(desk: Desk, cell: Cell) -> Written:
    words, marks = apart(cell)
    return Written((desk.say(words),), marks)


def _deepest(row: Sequence[Written]) -> int:
    """How many lines the deepest cell of a row has."""
    return max(len(cell.lines) for cell in row)


def _broken(
    face: Face,
    bold: Face,
    heads: Sequence[Head],
    widths: Sequence[float],
    size: float,
    row: Sequence[Written],
) -> tuple[Written, ...]:
    """The cells of a row in lines: moves are broken at spaces, names are cut."""
    made = []
    for head, width, cell in zip(heads, widths, row, strict=True):
        room = width - 2 * pad(size) - cell.beside * size + TOUCH
        lines = cell.lines
        if head.kind == "line":
            lines = tuple(face.wrap(cell.lines[0], size, room))
        elif head.kind == "text":
            lines = (bold.cut(cell.lines[0], size, room),)
        made.append(Written(lines, cell.marks))
    return tuple(made)
