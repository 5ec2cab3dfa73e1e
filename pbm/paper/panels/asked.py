"""What the seat to move has before it now: the throw, the square, prices, a debt."""

from collections.abc import Mapping
from typing import Any, Final

from pbm.paper.desk import Desk, Plan
from pbm.paper.pen import BLACK, TINT, Box, Pen

_SIZE: Final = 10.5
_INSET: Final = 9.0
_BAR: Final = 3.0
_LEADING: Final = 1.25


def plan_asked(desk: Desk, settings: Mapping[str, Any], width: float) -> Plan | None:
    """One line or more a sentence, the first in bold."""
    asked = [desk.say(each) for each in desk.sheet.view.asked]
    if not asked:
        return None
    size = settings.get("size", _SIZE)
    room = width - _BAR - 2 * _INSET
    faces = ["bold", *["text"] * (len(asked) - 1)]
    lines = [
        (face, line)
        for face, words in zip(faces, asked, strict=True)
        for line in desk.faces[face].wrap(words, size, room)
    ]
    height = len(lines) * size * _LEADING + _INSET

    def draw(pen: Pen, box: Box) -> None:
        pen.area(Box(box.left, box.top, box.width, height), TINT)
        pen.area(Box(box.left, box.top, _BAR, height), BLACK)
        y = box.top + _INSET / 2 + size * 0.92
        for face, line in lines:
            pen.text(box.left + _BAR + _INSET, y, line, pen.faces[face], size)
            y += size * _LEADING

    return Plan(height, draw)
