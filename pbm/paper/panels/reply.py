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
_LINES: Final = 27.0


def plan_reply(desk: Desk, settings: Mapping[str, Any], _width: float) -> Plan | None:
    """The row to fill in, when the reader is to move."""
    sheet = desk.sheet
    if not (sheet.token and sheet.view.fields):
        return None
    blank = settings.get("height", 32)
    code = settings.get("qr", 78) if sheet.reply_to else 0.0
    height = max(_TITLE + _LABEL + blank + _LINES, code + 10)
    blank = height - _TITLE - _LABEL - _LINES

    def draw(pen: Pen, box: Box) -> None:
        pen.frame(box, BLACK, 1.2)
        pen.area(Box(box.left, box.top, box.width - (code + 14 if code else 0), _TITLE), BLACK)
        title = desk.say(Message("Your move: fill in here, or send one line by mail"))
        room = box.width - code - 2 * _INSET
        text, size = pen.faces["bold"].fit(title, 9.5, room, 6)
        pen.text(box.left + _INSET, box.top + 12, text, pen.faces["bold"], size, WHITE)
        inner = Box(box.left + _INSET, box.top + _TITLE, room - _INSET, box.height - _TITLE)
        _draw_fields(desk, pen, inner, blank)
        _draw_address(desk, pen, Box(inner.left, inner.top + _LABEL + blank, inner.width, _LINES))
        if code:
            draw_qr(
                pen,
                Box(box.right - code - 6, box.top + (box.height - code) / 2, code, code),
                sheet.reply_to,
            )

    return Plan(height, draw)


def _draw_fields(desk: Desk, pen: Pen, box: Box, blank: float) -> None:
    """A labelled box for each field, broad as the view says, with a field of the PDF over it."""
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
        desk.fields.add(
            pen,
            Box(cell.left + 1, cell.top + 1, cell.width - 2, cell.height - 2),
            field.name,
            title,
        )
        x += cell.width + gap


def _draw_address(desk: Desk, pen: Pen, box: Box) -> None:
    """The token of this decision and where the move is sent."""
    sheet, small, bold = desk.sheet, pen.faces["text"], pen.faces["bold"]
    for number, (label, value) in enumerate(
        (
            (desk.say(Message("token of this move")), sheet.token),
            (desk.say(Message("send to")), sheet.house),
        )
    ):
        y = box.top + 11 + number * 11
        pen.text(box.left, y, label, small, 7, DIM)
        start = box.left + small.width(label, 7) + 5
        text, size = bold.fit(value, 8.5, box.right - start, 6)
        pen.text(start, y, text, bold, size)
    desk.fields.add(
        pen,
        Box(box.left, box.top + 2, box.width, 11),
        "token",
        desk.say(Message("token of this move")),
        sheet.token,
    )
