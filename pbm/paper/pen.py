"""The pen: draws on one page after another, measured in points from the upper left corner.

Areas and lines are drawn as they come; all text of a page is set above them in one text object,
which makes small pages and keeps the reading order.
"""

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from pbm.paper.fonts import Face, Faces
from pbm.paper.layout import Colour, Furniture, Ink

BLACK: Final[Colour] = (0.0, 0.0, 0.0)
WHITE: Final[Colour] = (1.0, 1.0, 1.0)
DIM: Final[Colour] = (0.42, 0.42, 0.42)
RULE: Final[Colour] = (0.72, 0.72, 0.72)
TINT: Final[Colour] = (0.93, 0.93, 0.93)
CAP: Final = 0.7
"""Height of a capital or a figure, as a share of the size."""

_CURVE: Final = 0.5523


class Box(NamedTuple):
    """A rectangle: its left and upper edge, its width and height."""

    left: float
    top: float
    width: float
    height: float

    @property
    def right(self) -> float:
        """The right edge."""
        return self.left + self.width

    @property
    def bottom(self) -> float:
        """The lower edge."""
        return self.top + self.height


class _Word(NamedTuple):
    x: float
    y: float
    font: str
    size: float
    colour: Colour
    text: str


class Pen:
    """Draws on a reportlab canvas; `faces` are its letters, `inks` the colours of the game."""

    def __init__(self, canvas: Any, furniture: Furniture) -> None:
        self.canvas = canvas
        self.faces = Faces(furniture.faces)
        self._inks = furniture.inks
        self._height = 0.0
        self._words: list[_Word] = []

    def ink(self, name: str) -> Ink:
        """The ink of that name; an unknown one is black, so that nothing is lost."""
        return self._inks.get(name) or Ink(BLACK, BLACK, WHITE, "circle", ())

    def open_page(self, width: float, height: float) -> None:
        """Begin a page."""
        self._height = height
        self.canvas.setPageSize((width, height))

    def close_page(self) -> None:
        """Set the text of the page and finish it."""
        text = self.canvas.beginText()
        font: tuple[str, float] = ("", 0.0)
        colour: Colour | None = None
        for word in self._words:
            if font != (word.font, word.size):
                font = (word.font, word.size)
                text.setFont(*font)
            if colour != word.colour:
                colour = word.colour
                text.setFillColorRGB(*colour)
            text.setTextOrigin(word.x, self._height - word.y)
            text.textOut(word.text)
        self.canvas.drawText(text)
        self._words.clear()
        self.canvas.showPage()

    def text(
        self, x: float, y: float, text: str, face: Face, size: float, colour: Colour = BLACK
    ) -> None:
        """Text that begins at x, on the base line y."""
        for font, piece, width in face.runs(text):
            self._words.append(_Word(x, y, font, size, colour, piece))
            x += width * size

    def right(
        self, x: float, y: float, text: str, face: Face, size: float, colour: Colour = BLACK
    ) -> None:
        """Text that ends at x."""
        self.text(x - face.width(text, size), y, text, face, size, colour)

    def centre(
        self, x: float, y: float, text: str, face: Face, size: float, colour: Colour = BLACK
    ) -> None:
        """Text whose middle is x."""
        self.text(x - face.width(text, size) / 2, y, text, face, size, colour)

    def area(self, box: Box, fill: Colour, radius: float = 0) -> None:
        """A filled rectangle."""
        self.canvas.setFillColorRGB(*fill)
        y = self._height - box.bottom
        if radius:
            self.canvas.roundRect(box.left, y, box.width, box.height, radius, stroke=0, fill=1)
        else:
            self.canvas.rect(box.left, y, box.width, box.height, stroke=0, fill=1)

    def frame(
        self,
        box: Box,
        colour: Colour = BLACK,
        width: float = 0.5,
        radius: float = 0,
        dash: Sequence[float] = (),
    ) -> None:
        """The outline of a rectangle."""
        self._stroke(colour, width, dash)
        y = self._height - box.bottom
        if radius:
            self.canvas.roundRect(box.left, y, box.width, box.height, radius)
        else:
            self.canvas.rect(box.left, y, box.width, box.height)

    def line(
        self, start: tuple[float, float], end: tuple[float, float], colour: Colour, width: float
    ) -> None:
        """A straight line."""
        self.lines([(*start, *end)], colour, width)

    def lines(
        self,
        lines: Sequence[tuple[float, float, float, float]],
        colour: Colour,
        width: float,
        dash: Sequence[float] = (),
    ) -> None:
        """Straight lines of one look, each from x, y to x, y."""
        self._stroke(colour, width, dash)
        high = self._height
        self.canvas.lines([(a, high - b, c, high - d) for a, b, c, d in lines])

    def curve(
        self,
        points: Sequence[tuple[float, float]],
        colour: Colour,
        width: float,
        dash: Sequence[float] = (),
    ) -> None:
        """A line through the points."""
        self._stroke(colour, width, dash)
        path = self.canvas.beginPath()
        path.moveTo(points[0][0], self._height - points[0][1])
        for x, y in points[1:]:
            path.lineTo(x, self._height - y)
        self.canvas.drawPath(path)

    def _stroke(self, colour: Colour, width: float, dash: Sequence[float]) -> None:
        self.canvas.setStrokeColorRGB(*colour)
        self.canvas.setLineWidth(width)
        self.canvas.setDash(list(dash) or [])

    def squares(self, boxes: Sequence[Box], fill: Colour = BLACK) -> None:
        """Many filled rectangles at once."""
        self.canvas.setFillColorRGB(*fill)
        path = self.canvas.beginPath()
        for box in boxes:
            path.rect(box.left, self._height - box.bottom, box.width, box.height)
        self.canvas.drawPath(path, stroke=0, fill=1)

    def mark(self, ink: Ink, x: float, y: float, size: float, edge: Colour = WHITE) -> None:
        """The marker of an ink with its middle at x, y; all shapes look about equally large."""
        self.canvas.setFillColorRGB(*ink.fill)
        self._stroke(edge, 0.6, ())
        y = self._height - y
        half = size / 2
        if ink.shape == "circle":
            self.canvas.circle(x, y, half, stroke=1, fill=1)
            return
        corners = {
            "square": [(-0.9, -0.9), (0.9, -0.9), (0.9, 0.9), (-0.9, 0.9)],
            "diamond": [(0, -1.22), (1.22, 0), (0, 1.22), (-1.22, 0)],
            "triangle": [(-1.2, -0.85), (1.2, -0.85), (0, 1.25)],
        }[ink.shape]
        path = self.canvas.beginPath()
        path.moveTo(x + corners[0][0] * half, y + corners[0][1] * half)
        for right, up in corners[1:]:
            path.lineTo(x + right * half, y + up * half)
        path.close()
        self.canvas.drawPath(path, stroke=1, fill=1)

    def chip(self, name: str, letter: str, x: float, y: float, size: float) -> None:
        """The marker of an ink with its letter, the middle at x, y."""
        ink = self.ink(name)
        self.mark(ink, x, y, size)
        low = 0.12 * size if ink.shape == "triangle" else 0.0
        height = size * (0.62 if ink.shape == "triangle" else 0.74)
        face = self.faces["bold"]
        self.centre(x, y + low + height * 0.52 / 2, letter, face, height, ink.over)

    def box(self, page_box: Box) -> tuple[float, float, float, float]:
        """The corners of a box as PDF counts them: left, lower, right, upper."""
        top = self._height - page_box.top
        return page_box.left, top - page_box.height, page_box.right, top
