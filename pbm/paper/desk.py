"""The desk: what every panel needs at hand to plan and draw itself."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Final, NamedTuple

from pbm.core.tell import Tongue, Value
from pbm.paper.fields import Fields
from pbm.paper.fonts import Faces
from pbm.paper.layout import Layout
from pbm.paper.pen import Box, Pen

if TYPE_CHECKING:
    from pbm.paper.sheet import Sheet

FOOT: Final = 14.0
"""The height of a page's foot with the room above it, in points."""
RUNNING: Final = 26.0
"""The height of the running head of the pages after the first, in points."""


class Desk(NamedTuple):
    """One sheet, its layout, its reader's language and the faces to set it in, its fields."""

    sheet: "Sheet"
    layout: Layout
    tongue: Tongue
    faces: Faces
    fields: Fields

    def say(self, what: Value) -> str:
        """What was meant, in the reader's words; numbers have a true minus."""
        if isinstance(what, int):
            return str(what).replace("-", "\N{MINUS SIGN}")
        return self.tongue.say(what)

    def paper(self, *, across: bool) -> tuple[float, float]:
        """The width and height of a page, upright or across."""
        wide, high = self.layout.furniture.paper
        return (high, wide) if across else (wide, high)

    def room(self, *, across: bool) -> Box:
        """What a page after the first has between its running head and its foot."""
        wide, high = self.paper(across=across)
        margin = self.layout.furniture.margin
        return Box(margin, margin + RUNNING, wide - 2 * margin, high - 2 * margin - RUNNING - FOOT)

    def letter(self, ink: str) -> str:
        """The letter of an ink, as the boards of this view name it; empty if none does."""
        for board in self.sheet.view.boards.values():
            for track in board.tracks:
                if track.ink == ink:
                    return self.say(track.letter)
        return ""


class Later(NamedTuple):
    """Pages after the first: how many, across or upright, and what draws page n into a box."""

    pages: int
    across: bool
    draw: Callable[[Pen, int, Box], None]


class Plan(NamedTuple):
    """A measured panel: the least height it needs, and what draws it into a box.

    `rest` tells of a panel that takes what room it gets, however little, what goes on further
    pages where it gets so much height; the others need their height.
    """

    height: float
    draw: Callable[[Pen, Box], None]
    rest: Callable[[float], Later | None] | None = None
