"""The row to fill in: fields for programs and pens, the token, the address, the QR code."""

from collections.abc import Mapping
from typing import Any, Final

from pbm.core.tell import Message
from pbm.paper.desk import Desk, Plan
from pbm.paper.panels.qr import draw_qr
from pbm.paper.pen import BLACK, DIM, WHITE, Box, Pen

_INSET: Final = 8.0
_TITLE: Final = 17.0
_LABEL: Final = 12.0
_LINE: Final = 11.0
_SMALL: Final = 7.0
_SIZE: Final = 8.5


def plan_reply(desk: Desk, settings: Mapping[str, Any], width: float) -> Plan | None:
    """The row to fill in, when the reader is to move."""
    sheet = desk.sheet
    if not (sheet.token and sheet.view.fields):
        return None
    code = settings.get("qr", 78) if sheet.reply_to else 0.0
    room = width - code - 3 * _INSET
    told = _told(desk, room)
    under = _LINE * len(told) + 5
    blank = settings.get("height", 32)
    height = max(_TITLE + _LABEL + blank + under, code + 10)
    blank = height - _TITLE - _LABEL - under

    def draw(pen: Pen, box: Box) -> None:
        pen.frame(box, BLACK, 1.2)
        pen.area(Box(box.left, box.top, box.width - (code + 14 if code else 0), _TITLE), BLACK)
        title = desk.say(Message("Your move: fill in here, or send one line by mail"))
        text, size = pen.faces["bold"].fit(title, 9.5, room, 6)
        pen.text(box.left + _INSET, box.top + 12, text, pen.faces["bold"], size, WHITE)
        inner = Box(box.left + _INSET, box.top + _TITLE, room, box.height - _TITLE)
        _draw_fields(desk, pen, inner, blank, settings.get("lines", 1))
        _draw_told(desk, pen, told, Box(inner.left, inner.top + _LABEL + blank, room, under))
        if code:
            top = box.top + (box.height - code) / 2
            draw_qr(pen, Box(box.right - code - 6, top, code, code), sheet.reply_to)

    return Plan(height, draw)


def _told(desk: Desk, room: float) -> list[tuple[str, str]]:
    """Label and words of the lines under the fields: the token, and where the move is sent."""
    sheet, face = desk.sheet, desk.faces["bold"]
    token = [(desk.say(Message("token of this move")), sheet.token)]
    if not sheet.house:
        return token
    label = desk.say(Message("send to"))
    room -= desk.faces["text"].width(label, _SMALL) + 5
    lines = face.wrap(sheet.house, _SIZE, room)
    return token + [("" if number else label, line) for number, line in enumerate(lines)]


def _draw_fields(desk: Desk, pen: Pen, box: Box, blank: float, lines: int) -> None:
    """A labelled box for each field, broad as the view says, with a field of the PDF over it.

    Where it is to hold several lines, fine rules guide the pencil.
    """
    fields = desk.sheet.view.fields
    gap = 6.0
    unit = (box.width - gap * (len(fields) - 1)) / sum(field.width for field in fields)
    x = box.left
    for field in fields:
        cell = Box(x, box.top + _LABEL, unit * field.width, blank)
        title = desk.say(field.title)
        text, size = pen.faces["bold"].fit(title, 7.5, cell.width, 5)
        pen.text(x, box.top + 9, text, pen.faces["bold"], size)
        pen.frame(cell, BLACK, 0.7)
        for number in range(1, lines):
            y = cell.top + blank * number / lines
            pen.lines([(cell.left + 4, y, cell.right - 4, y)], DIM, 0.4, (1, 2))
        desk.fields.add(
            pen,
            Box(cell.left + 1, cell.top + 1, cell.width - 2, cell.height - 2),
            field.name,
            title,
            lines=lines,
        )
        x += cell.width + gap


def _draw_told(desk: Desk, pen: Pen, told: list[tuple[str, str]], box: Box) -> None:
    """Set the lines under the fields; the token is a field too, for programs, not shown twice."""
    small, bold = pen.faces["text"], pen.faces["bold"]
    start = box.left
    for number, (label, words) in enumerate(told):
        y = box.top + _LINE * (number + 1)
        if label:
            pen.text(box.left, y, label, small, _SMALL, DIM)
            start = box.left + small.width(label, _SMALL) + 5
        text, size = bold.fit(words, _SIZE, box.right - start, 6)
        pen.text(start, y, text, bold, size)
    place = Box(box.left, box.top + 2, box.width, _LINE)
    desk.fields.add(pen, place, "token", told[0][0], desk.sheet.token)
