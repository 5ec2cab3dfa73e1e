"""The board: a printed scale for every track with a chip on it, and the curves that led there."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from pbm.core.tell import Message
from pbm.core.view import Board, Track
from pbm.paper.desk import Desk, Plan
from pbm.paper.panels.caption import CAPTION, draw_caption
from pbm.paper.pen import BLACK, CAP, DIM, RULE, Box, Pen

_NAMES: Final = 28.0
_COLUMN: Final = 29.0
_LABELS: Final = 18.0
_TAIL: Final = 13.0
_CHIP: Final = 12.4
_UNDER: Final = 8.0
_APART: Final = 1.2
_FEW, _BOLD, _MANY = 24, 1.5, 1.1  # up to so many entries curves are bold
_TICKS: Final = (1, 2, 5, 10, 20, 50, 100, 200, 500)


def plan_board(desk: Desk, settings: Mapping[str, Any], _width: float) -> Plan | None:
    """The board named in the settings, with its curves unless they are switched off."""
    board = desk.sheet.view.boards.get(settings["board"])
    if board is None or not board.tracks:
        return None

    def draw(pen: Pen, box: Box) -> None:
        box = draw_caption(pen, box, desk.say(Message("Prices on the board")))
        room = min(_COLUMN * len(board.tracks), box.width)
        if not settings.get("curves", True):
            room = box.width
        cells = Box(box.right - room, box.top + _NAMES, room, box.height - _NAMES - _UNDER)
        _draw_cells(desk, pen, board, cells)
        if room < box.width:
            left = box.left + _LABELS
            plot = Box(left, cells.top, cells.left - 4 - left, cells.height)
            _draw_curves(desk, pen, board, plot)

    return Plan(settings.get("height", 190) + CAPTION + _UNDER, draw)


def _level(board: Board, box: Box, value: float) -> float:
    """How far down a value stands: the middle of its cell."""
    cells = (board.high - board.low) // board.step + 1
    return box.bottom - ((value - board.low) / board.step + 0.5) * box.height / cells


def _draw_cells(desk: Desk, pen: Pen, board: Board, box: Box) -> None:
    """The printed cells, a column a track, and the chips that stand on them."""
    cells = (board.high - board.low) // board.step + 1
    width, high = box.width / len(board.tracks), box.height / cells
    size = min(6.5, high * 0.82)
    fine = [box.bottom - high * number for number in range(1, cells)]
    pen.lines([(box.left, y, box.right, y) for y in fine], RULE, 0.3)
    pen.lines(
        [
            (box.left + width * n, box.top, box.left + width * n, box.bottom)
            for n in range(1, len(board.tracks))
        ],
        DIM,
        0.5,
    )
    pen.frame(box, BLACK, 0.9)
    for number, track in enumerate(board.tracks):
        middle = box.left + width * (number + 0.5)
        pen.chip(track.ink, desk.say(track.letter), middle, box.top - 20, 12)
        name, small = pen.faces["narrow"].fit(desk.say(track.name), 6.8, width - 1, 5)
        pen.centre(middle, box.top - 5.6, name, pen.faces["narrow"], small)
        now = track.values[-1] if track.values else None
        for value in range(board.low, board.high + 1, board.step):
            if now is None or abs(value - now) * high / board.step >= _CHIP * 0.75:
                y = _level(board, box, value) + size * CAP / 2
                pen.centre(middle, y, str(value), pen.faces["narrow"], size, DIM)
        if now is not None:
            _draw_chip(pen, track, now, Box(middle - width / 2, _level(board, box, now), width, 0))


def _draw_chip(pen: Pen, track: Track, now: int, at: Box) -> None:
    """The chip with the present price in it, its middle at the upper edge of `at`."""
    ink = pen.ink(track.ink)
    chip = Box(at.left + 1.6, at.top - _CHIP / 2, at.width - 3.2, _CHIP)
    pen.area(chip, ink.fill, 3)
    pen.frame(chip, BLACK, 0.7, 3)
    face = pen.faces["bold"]
    text, size = face.fit(str(now), 10, chip.width - 3, 5)
    pen.centre(at.left + at.width / 2, at.top + size * CAP / 2, text, face, size, ink.over)


def _draw_curves(desk: Desk, pen: Pen, board: Board, box: Box) -> None:
    """The way of every price over the entries, on the same scale as the cells."""
    face = pen.faces["narrow"]
    longest = max(len(track.values) for track in board.tracks)
    every = next(n for n in _TICKS if n * 6 >= (board.high - board.low) // board.step)
    marks = [v for v in range(board.low, board.high + 1) if v % (every * board.step) == 0]
    pen.lines(
        [(box.left, y, box.right, y) for y in (_level(board, box, mark) for mark in marks)],
        RULE,
        0.35,
    )
    for mark in marks:
        pen.right(box.left - 3, _level(board, box, mark) + 2.3, str(mark), face, 6.5, DIM)
    plot = Box(box.left, box.top, box.width - _TAIL * 1.95, box.height)
    _draw_entries(pen, plot, longest)
    pen.lines(
        [
            (box.left, box.top, box.left, box.bottom),
            (box.left, box.bottom, box.right, box.bottom),
        ],
        BLACK,
        0.6,
    )
    ends = []
    for number, track in enumerate(board.tracks):
        shift = (number - (len(board.tracks) - 1) / 2) * _APART
        points = _points(board, plot, track.values, longest, shift)
        if points:
            _draw_curve(pen, track, points)
            ends.append((points[-1][1], track, points[-1][0]))
    _draw_ends(desk, pen, plot, ends)


def _draw_entries(pen: Pen, plot: Box, longest: int) -> None:
    """Numbers of the entries under the curves."""
    face = pen.faces["narrow"]
    every = next((n for n in _TICKS if n * 7 >= longest - 1), longest)
    ticks = []
    for entry in range(0, longest, every):
        x = plot.left + plot.width * entry / max(longest - 1, 1)
        ticks.append((x, plot.bottom, x, plot.bottom - 2.5))
        if entry:
            pen.centre(x, plot.bottom + 7, str(entry), face, 6, DIM)
    pen.lines(ticks, BLACK, 0.5)


def _points(
    board: Board, plot: Box, values: Sequence[int], longest: int, shift: float
) -> list[tuple[float, float]]:
    """Where the values stand, one an entry; `shift` keeps equal curves apart."""
    wide = plot.width / max(longest - 1, 1)
    return [
        (plot.left + wide * n + shift / 2, _level(board, plot, value) + shift)
        for n, value in enumerate(values)
    ]


def _draw_curve(pen: Pen, track: Track, points: Sequence[tuple[float, float]]) -> None:
    ink = pen.ink(track.ink)
    if len(points) > 1:
        pen.curve(points, ink.text, _MANY if len(points) > _FEW else _BOLD, ink.dash)


def _draw_ends(desk: Desk, pen: Pen, plot: Box, ends: list[tuple[float, Track, float]]) -> None:
    """A lettered marker at the end of each curve; those of equal prices stand side by side."""
    taken: list[tuple[float, float]] = []
    for y, track, x in sorted(ends, key=lambda end: -end[0]):
        at = x + 7
        while any(
            abs(at - left) < _TAIL * 0.8 and abs(y - top) < _TAIL * 0.8 for left, top in taken
        ):
            at += _TAIL * 0.85 if at < plot.right + _TAIL * 0.8 else -_TAIL * 4
            if at < plot.left:
                break
        taken.append((at, y))
        pen.chip(track.ink, desk.say(track.letter), at, y, 9.5)
