"""One square of a ring: a band with its code or the sign of its kind, its name, pawns on it."""

from collections.abc import Sequence
from math import ceil
from typing import Final

from pbm.core.tell import Value
from pbm.core.view import Mark, Square
from pbm.paper.desk import Desk
from pbm.paper.edge import spots
from pbm.paper.fonts import Face
from pbm.paper.layout import Colour
from pbm.paper.pen import CAP, Box, Pen
from pbm.paper.tokens import draw_token

_BAND: Final = 9.5
_PAD: Final = 2.0
_TITLE: Final = 8.0
_COMMON_LEAST: Final = 5.6
_TITLE_LEAST: Final = 4.4
_STEP: Final = 0.2
_LEADING: Final = 1.06
_PAWN: Final = 14.0
_PAWN_LEAST: Final = 9.0
_TINT, _PALE = 0.13, 0.42
_SIGN: Final = 16.0


def common_size(desk: Desk, titles: Sequence[Value], boxes: Sequence[Box]) -> float:
    """The size in which all names have room while no pawn is on their squares, if it is fair."""
    face = desk.faces["narrow"]
    sizes = [
        _set(face, desk.say(title), _body(box), _TITLE)[1]
        for title, box in zip(titles, boxes, strict=True)
    ]
    return max(_COMMON_LEAST, min(sizes))


def draw_square(
    desk: Desk, pen: Pen, square: Square, box: Box, marks: Sequence[Mark], size: float
) -> None:
    """The square; its name gets smaller than `size` where pawns need the room."""
    ink, face = pen.ink(square.ink), desk.faces["narrow"]
    middle = box.left + box.width / 2
    pen.area(box, _tint(ink.fill, _TINT))
    pen.area(Box(box.left, box.top, box.width, _BAND), ink.fill)
    note = desk.say(square.note)
    if note:
        bold = desk.faces["narrow-bold"]
        text, small = bold.fit(note, 8, box.width - 2 * _PAD, 5)
        pen.centre(middle, box.top + (_BAND + small * CAP) / 2, text, bold, small, ink.over)
    else:
        pen.sign(ink, middle, box.top + _BAND / 2, _BAND * 0.66, ink.over)
        pen.sign(ink, middle, box.bottom - _SIGN * 0.8, _SIGN, _tint(ink.fill, _PALE))
    body = _body(box)
    free = body._replace(height=body.height - _taken(len(marks), body.width))
    lines, size = _set(face, desk.say(square.title), free, size)
    for number, line in enumerate(lines):
        y = body.top + (number + 0.5) * size * _LEADING + size * CAP / 2
        pen.centre(middle, y, line, face, size)
    top = body.top + len(lines) * size * _LEADING + 1
    room = Box(body.left, top, body.width, body.bottom - top)
    large, middles = spots(len(marks), room, _PAWN)
    for mark, (x, y) in zip(marks, middles, strict=True):
        draw_token(pen, mark, x, y, large * 0.92)


def _body(box: Box) -> Box:
    """The square below its band."""
    top = box.top + _BAND + _PAD
    return Box(box.left + _PAD, top, box.width - 2 * _PAD, box.bottom - top - _PAD)


def _taken(count: int, width: float) -> float:
    """The height that so many pawns need at least."""
    return ceil(count / max(1, width // _PAWN_LEAST)) * _PAWN_LEAST


def _tint(colour: Colour, depth: float) -> Colour:
    """The colour as pale as the depth says, from 0 for white to 1."""
    red, green, blue = (1 - (1 - part) * depth for part in colour)
    return red, green, blue


def _set(face: Face, text: str, room: Box, size: float) -> tuple[list[str], float]:
    """The text in lines and the largest size in which they have room, or else the least."""
    while size > _TITLE_LEAST:
        lines = face.wrap(text, size, room.width)
        if " ".join(lines) == text and len(lines) * size * _LEADING <= room.height:
            return lines, size
        size -= _STEP
    most = max(1, int(room.height / (_TITLE_LEAST * _LEADING)))
    return face.wrap(text, _TITLE_LEAST, room.width)[:most], _TITLE_LEAST
