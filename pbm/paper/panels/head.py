"""The head: which game, whose sheet, what is wanted, and the facts of the form in a strip."""

from collections.abc import Mapping
from typing import Any, Final

from pbm.core.tell import Message
from pbm.paper.desk import Desk, Plan
from pbm.paper.pen import BLACK, DIM, RULE, WHITE, Box, Pen

HEIGHT: Final = 72.0
_STRIP: Final = 26.0


def facts_of(desk: Desk) -> list[tuple[str, str]]:
    """The labelled facts of the strip; what is empty is left out."""
    sheet = desk.sheet
    facts: list[tuple[Message, str]] = [
        (Message("game"), sheet.game),
        (Message("entry"), str(sheet.entry)),
        (Message("chain"), sheet.chain),
        (Message("sheet for"), sheet.reader or desk.say(Message("everybody"))),
        (Message("to move"), sheet.to_move),
        (Message("answer by"), sheet.deadline),
    ]
    return [(desk.say(label), value) for label, value in facts if value]


def plan_head(desk: Desk, _settings: Mapping[str, Any], _width: float) -> Plan:
    """The head of the first page."""

    def draw(pen: Pen, box: Box) -> None:
        pen.area(Box(box.left, box.top, box.width, 2.6), BLACK)
        _draw_headline(desk, pen, box, _draw_title(desk, pen, box))
        _draw_strip(desk, pen, Box(box.left, box.bottom - _STRIP, box.width, _STRIP))

    return Plan(HEIGHT, draw)


def _draw_title(desk: Desk, pen: Pen, box: Box) -> float:
    """Set the game's name; the right edge of it."""
    face = pen.faces["title"]
    text, size = face.fit(desk.sheet.title, 31, box.width * 0.56, 14)
    pen.text(box.left - 1, box.top + 34, text, face, size)
    return box.left + face.width(text, size)


def _draw_headline(desk: Desk, pen: Pen, box: Box, left: float) -> None:
    """Set what is wanted: white on black when it is wanted of the reader, else framed."""
    sheet, face = desk.sheet, pen.faces["bold"]
    room = box.right - left - 40
    text, size = face.fit(desk.say(sheet.headline), 14, room, 8)
    width = face.width(text, size) + 18
    label = Box(box.right - width, box.top + 12, width, 24)
    yours = bool(sheet.token)
    if yours:
        pen.area(label, BLACK)
    else:
        pen.frame(label, BLACK, 0.9)
    pen.text(
        label.left + 9, label.top + 12 + size * 0.35, text, face, size, WHITE if yours else BLACK
    )


def _draw_strip(desk: Desk, pen: Pen, box: Box) -> None:
    """Set the facts side by side, each value under its label."""
    facts = facts_of(desk)
    small, bold = pen.faces["text"], pen.faces["bold"]
    wide = [max(small.width(label, 6.5), bold.width(value, 9)) + 14 for label, value in facts]
    scale = min(1.0, box.width / sum(wide))
    spare = (box.width - sum(wide) * scale) / len(wide)
    pen.lines(
        [(box.left, box.top, box.right, box.top), (box.left, box.bottom, box.right, box.bottom)],
        BLACK,
        0.5,
    )
    x = box.left
    for number, ((label, value), natural) in enumerate(zip(facts, wide, strict=True)):
        width = natural * scale + spare
        inset = 6 if number else 0
        if number:
            pen.line((x, box.top + 4), (x, box.bottom - 4), RULE, 0.5)
        pen.text(x + inset, box.top + 9, small.cut(label, 6.5, width - 8), small, 6.5, DIM)
        text, size = bold.fit(value, 9, width - inset - 5, 6.5)
        pen.text(x + inset, box.top + 20.5, text, bold, size)
        x += width
