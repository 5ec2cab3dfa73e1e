"""The pen: draws on one page after another, measured in points from the upper left corner.

Areas and lines are drawn as they come; all text of a page is set above them in one text object,
which makes small pages and keeps the reading order.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from pbm.paper.fonts import Face, Faces, font_at
from pbm.paper.layout import Colour, Ink
from pbm.paper.shapes import CORNERS

BLACK: Final[Colour] = (0.0, 0.0, 0.0)
WHITE: Final[Colour] = (1.0, 1.0, 1.0)
DIM: Final[Colour] = (0.42, 0.42, 0.42)
RULE: Final[Colour] = (0.72, 0.72, 0.72)
TINT: Final[Colour] = (0.93, 0.93, 0.93)
CAP: Final = 0.7
"""Height of a capital or a figure, as a share of the size."""

# How far a curve's control points stand from its ends to look like a quarter of a circle.
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
    """Draws on a reportlab canvas; `faces` are its letters, `inks` the colours of the game.

    The operators of a page (ISO 32000-1, annex A) are gathered here and handed to the canvas at
    once: a look that is already set is not set again, and a tenth of a point is fine enough, so
    that pages are half as large and drawn in half the time of the canvas's own calls.
    """

    def __init__(self, canvas: Any, faces: Faces, inks: Mapping[str, Ink]) -> None:
        self.canvas = canvas
        self.faces = faces
        self._inks = inks
        self._height = 0.0
        self._words: list[_Word] = []
        self._code: list[str] = []
        self._look: dict[str, str] = {}

    def ink(self, name: str) -> Ink:
        """The ink of that name; an unknown one is black, so that nothing is lost."""
        return self._inks.get(name) or Ink(BLACK, BLACK, WHITE, "circle", ())

    def open_page(self, width: float, height: float) -> None:
        """Begin a page."""
        self._height = height
        self.canvas.setPageSize((width, height))

    def close_page(self) -> None:
        """Set the text of the page above all else and finish it."""
        self._code.append("BT")
        font: tuple[str, float] = ("", 0.0)
        x = y = 0  # in tenths of a point; places are told from the word before
        for word in self._words:
            self._set("fill", word.colour)
            for name, codes in self._encoded(word):
                if font != (name, word.size):
                    font = (name, word.size)
                    self._code.append(f"{name} {word.size:.4g} Tf")
                place = ""
                if codes[1]:
                    right, up = round(word.x * 10), round((self._height - word.y) * 10)
                    place = f"{(right - x) / 10:g} {(up - y) / 10:g} Td"
                    x, y = right, up
                self._code.append(f"{place}<{codes[0].hex()}>Tj")
        self._code.append("ET")
        self.canvas.addLiteral("\n".join(self._code))
        self.canvas.showPage()
        self._words.clear()
        self._code.clear()
        self._look.clear()

    def _encoded(self, word: _Word) -> Iterator[tuple[str, tuple[bytes, bool]]]:
        """The subset font's name in the page and the bytes in it; whether they begin the word."""
        doc = self.canvas._doc  # noqa: SLF001 - reportlab's fonts ask for the document
        font = font_at(word.font)
        for number, (subset, codes) in enumerate(font.splitString(word.text, doc)):
            yield font.getSubsetInternalName(subset, doc), (codes, not number)

    def _set(self, what: str, colour: Colour) -> None:
        """Set the colour to fill or to draw with, unless it is set already."""
        sign = "rg" if what == "fill" else "RG"
        code = f"{colour[0]:.3g} {colour[1]:.3g} {colour[2]:.3g} {sign}"
        if self._look.get(what) != code:
            self._look[what] = code
            self._code.append(code)

    def text(
        self, x: float, y: float, text: str, face: Face, size: float, colour: Colour = BLACK
    ) -> None:
        """Text that begins at x, on the base line y."""
        for font, piece, width, scale in face.runs(text):
            self._words.append(_Word(x, y, font, size * scale, colour, piece))
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
        self._set("fill", fill)
        self._code.append(f"{self._outline(box, radius)} f")

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
        self._code.append(f"{self._outline(box, radius)} S")

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
        self._code += [f"{a:.1f} {high - b:.1f} m {c:.1f} {high - d:.1f} l" for a, b, c, d in lines]
        self._code.append("S")

    def curve(
        self,
        points: Sequence[tuple[float, float]],
        colour: Colour,
        width: float,
        dash: Sequence[float] = (),
    ) -> None:
        """A line through the points."""
        self._stroke(colour, width, dash)
        self._code.append(self._path(points) + " S")

    def bars(self, box: Box, unit: float, bars: Sequence[tuple[int, int, int]]) -> None:
        """Black bars of one unit's height inside the box, each given as x, y, width in units."""
        self._set("fill", BLACK)
        left, _, _, high = self.box(box)
        self._code.append(f"q {unit:.4f} 0 0 {unit:.4f} {left:.2f} {high:.2f} cm")
        self._code += [f"{x} {-y - 1} {width} 1 re" for x, y, width in bars]
        self._code.append("f Q")

    def mark(self, ink: Ink, x: float, y: float, size: float, edge: Colour = WHITE) -> None:
        """The marker of an ink with its middle at x, y; all shapes look about equally large."""
        self._set("fill", ink.fill)
        self._stroke(edge, 0.6, ())
        self._code.append(f"{self._shape(ink, x, y, size)} b")

    def sign(self, ink: Ink, x: float, y: float, size: float, colour: Colour) -> None:
        """The shape of an ink in a colour of its own."""
        self._set("fill", colour)
        self._code.append(f"{self._shape(ink, x, y, size)} f")

    def _shape(self, ink: Ink, x: float, y: float, size: float) -> str:
        """The operators of the outline of an ink's shape."""
        half = size / 2
        if ink.shape == "circle":
            return self._outline(Box(x - half, y - half, size, size), half)
        return self._path([(x + a * half, y - b * half) for a, b in CORNERS[ink.shape]])

    def _stroke(self, colour: Colour, width: float, dash: Sequence[float]) -> None:
        """Set how lines look, unless they look so already."""
        self._set("stroke", colour)
        for what, code in (
            ("width", f"{width:.2g} w"),
            ("dash", f"[{' '.join(f'{part:g}' for part in dash)}] 0 d"),
        ):
            if self._look.get(what) != code:
                self._look[what] = code
                self._code.append(code)

    def _path(self, points: Sequence[tuple[float, float]]) -> str:
        """The operators of a line through the points."""
        return " ".join(
            f"{x:.1f} {self._height - y:.1f} {'l' if number else 'm'}"
            for number, (x, y) in enumerate(points)
        )

    def _outline(self, box: Box, radius: float) -> str:
        """The operators of a rectangle, its corners rounded by four curves."""
        left, low, right, high = self.box(box)
        if not radius:
            return f"{left:.2f} {low:.2f} {box.width:.2f} {box.height:.2f} re"
        far = radius * (1 - _CURVE)
        parts = [
            f"{left + radius:.1f} {low:.1f} m {right - radius:.1f} {low:.1f} l",
            _corner(right - far, low, right, low + far, right, low + radius),
            f"{right:.1f} {high - radius:.1f} l",
            _corner(right, high - far, right - far, high, right - radius, high),
            f"{left + radius:.1f} {high:.1f} l",
            _corner(left + far, high, left, high - far, left, high - radius),
            f"{left:.1f} {low + radius:.1f} l",
            _corner(left, low + far, left + far, low, left + radius, low),
            "h",
        ]
        return " ".join(parts)

    def chip(self, name: str, letter: str, x: float, y: float, size: float) -> None:
        """The marker of an ink with its letter, the middle at x, y."""
        ink = self.ink(name)
        self.mark(ink, x, y, size)
        low = 0.13 * size if ink.shape == "triangle" else 0.0
        high = size * (0.6 if ink.shape == "triangle" else 0.8)
        self.centre(x, y + low + high * 0.26, letter, self.faces["narrow-bold"], high, ink.over)

    def box(self, page_box: Box) -> tuple[float, float, float, float]:
        """The corners of a box as PDF counts them: left, lower, right, upper."""
        top = self._height - page_box.top
        return page_box.left, top - page_box.height, page_box.right, top


def _corner(*places: float) -> str:
    """The operator of a curve by its two control points and its end."""
    return " ".join(f"{place:.1f}" for place in places) + " c"
