"""Columns of a table: how wide each has to be, and the largest size in which all have room."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from pbm.paper.cells import Written
from pbm.paper.fonts import Face

STEP: Final = 0.25
LINE_LEAST: Final = 6.0
"""How many times its size a column of moves is at least wide, so that moves can be written in."""
TEXT_LEAST: Final = 7.0
"""How many times its size a column of names is at least wide, before names are cut."""


class Style(NamedTuple):
    """How a table is set: largest and least size, row height, whether what stays is grey."""

    size: float
    floor: float
    row: float
    quiet: bool = False


class Head(NamedTuple):
    """The head of a column: its words, its ink, its group, and its kind."""

    title: str
    group: str
    kind: str
    ink: str


def pad(size: float) -> float:
    """The room beside a cell's text."""
    return size * 0.38


class Measured(NamedTuple):
    """A column at size 1: the widest cell, the widest word, the widest word of its head."""

    cell: float
    word: float
    head: float
    kind: str


def measure(face: Face, bold: Face, head: Head, cells: Sequence[Written]) -> Measured:
    """The column measured; cells may be set in bold, lines are not."""
    distinct = {line for cell in cells for line in cell.lines}
    beside = max((cell.beside for cell in cells), default=0.0)
    cell = max((bold.width(text, 1) for text in distinct), default=0.0) + beside
    word = cell
    if head.kind == "line":
        words = {word for text in distinct for word in text.split(" ")}
        word = max((face.width(text, 1) for text in words), default=0.0)
    wide = max(bold.width(word, 0.92) for word in head.title.split(" "))
    return Measured(cell, word, 1.0 if head.ink else wide, head.kind)


def _least(column: Measured, size: float, deep: int) -> float:
    """The width that a column needs when a line may be broken into `deep` lines."""
    cell = column.cell
    if deep > 1 and column.kind == "line":
        cell = max(column.word, column.cell / deep * 1.12)
    elif deep > 1 and column.kind == "text":
        cell = min(cell, TEXT_LEAST)
    if column.kind == "line":
        cell = max(cell, LINE_LEAST)
    return max(cell, column.head) * size + 2 * pad(size)


def settle(columns: Sequence[Measured], style: Style, room: float) -> tuple[float, list[float]]:
    """The size and the widths: lines unbroken if that is still well read, else broken.

    Names, which would be cut and not broken, get their room in any size.
    """
    lines = any(column.kind == "line" for column in columns)
    whole = max(style.floor, (style.size + style.floor) / 2) if lines else style.floor
    for deep, least in ((1, whole), (2, style.floor), (3, style.floor)):
        size = style.size
        while size >= least - 0.01:
            widths = [_least(column, size, deep) for column in columns]
            if sum(widths) <= room:
                return size, widths
            size -= STEP
    return 0.0, []


def spread(
    columns: Sequence[Measured], widths: list[float], size: float, room: float
) -> tuple[float, ...]:
    """The widths with what is left: first to lines that would be broken, then to all.

    Columns of lines get more of the rest than numbers, for they are written in by hand.
    """
    spare = room - sum(widths)
    whole = [
        max(width, _least(column, size, 1)) for column, width in zip(columns, widths, strict=True)
    ]
    wanted = sum(whole) - sum(widths)
    part = min(1.0, spare / wanted) if wanted > 0 else 0.0
    widths = [width + (full - width) * part for width, full in zip(widths, whole, strict=True)]
    shares = [3.0 if column.kind == "line" else 1.0 for column in columns]
    unit = (room - sum(widths)) / sum(shares)
    return tuple(width + unit * share for width, share in zip(widths, shares, strict=True))
