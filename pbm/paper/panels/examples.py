"""How to write a move, by lines that are legal now; and notes on the options of the game."""

from collections.abc import Mapping
from typing import Any, Final

from pbm.core.tell import Message
from pbm.paper.desk import Desk, Plan
from pbm.paper.fonts import Face
from pbm.paper.panels.caption import CAPTION, draw_caption
from pbm.paper.pen import DIM, RULE, Box, Pen

_SIZE: Final = 8.5
_LINE, _LINE_LEAST = 9.5, 8.0
_ROW: Final = 12.5
_LEADING: Final = 9.6


def plan_examples(desk: Desk, _settings: Mapping[str, Any], width: float) -> Plan | None:
    """One row an example: the line as it is sent, and what it does."""
    examples = [(desk.say(what), line) for what, line in desk.sheet.view.examples]
    if not examples:
        return None
    bold, plain = desk.faces["narrow-bold"], desk.faces["narrow"]
    wide = min(max(bold.width(line, _LINE) for _, line in examples) + 10, width * 0.6)
    lines = [_fitted(bold, line, wide - 8) for _, line in examples]
    told = [plain.wrap(what, _SIZE, width - wide) for what, _ in examples]
    heights = [
        _ROW + (max(len(written), len(words)) - 1) * _LEADING
        for (written, _), words in zip(lines, told, strict=True)
    ]

    def draw(pen: Pen, box: Box) -> None:
        inner = draw_caption(pen, box, desk.say(Message("How to write a move")))
        y = inner.top
        for (written, size), words, height in zip(lines, told, heights, strict=True):
            pen.line((box.left, y), (box.right, y), RULE, 0.35)
            for number, text in enumerate(written):
                pen.text(box.left, y + 9.2 + number * _LEADING, text, bold, size)
            for number, text in enumerate(words):
                pen.text(box.left + wide, y + 9.2 + number * _LEADING, text, plain, _SIZE)
            y += height

    return Plan(CAPTION + sum(heights), draw)


def _fitted(face: Face, line: str, room: float) -> tuple[list[str], float]:
    """The line a little smaller if that gives it room, else in several lines; and its size."""
    text, size = face.fit(line, _LINE, room, _LINE_LEAST)
    return ([text] if text == line else face.wrap(line, size, room)), size


def plan_notes(desk: Desk, _settings: Mapping[str, Any], width: float) -> Plan | None:
    """The notes as one small paragraph each."""
    notes = [desk.say(note) for note in desk.sheet.view.notes]
    if not notes:
        return None
    face = desk.faces["narrow"]
    lines = [line for note in notes for line in face.wrap("• " + note, _SIZE - 1, width)]

    def draw(pen: Pen, box: Box) -> None:
        for number, line in enumerate(lines):
            pen.text(box.left, box.top + 8 + number * (_LEADING - 0.6), line, face, _SIZE - 1, DIM)

    return Plan(len(lines) * (_LEADING - 0.6) + 2, draw)
