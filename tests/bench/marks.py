"""The marks of a form, drawn by the libraries' own calls; nothing of the program is imported."""

import json
import math
from dataclasses import asdict, dataclass, field
from io import BytesIO
from pathlib import Path
from typing import Any, NamedTuple

import segno
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas


class Word(NamedTuple):
    """A word, where it begins (from the upper left corner), and how it looks."""

    x: float
    y: float
    font: str
    size: float
    colour: tuple[float, float, float]
    text: str


@dataclass
class Page:
    """What stands on one page: its size, operators, words, and boxes of fields."""

    size: tuple[float, float] = (595.0, 842.0)
    code: list[str] = field(default_factory=list)
    words: list[Word] = field(default_factory=list)
    fields: list[tuple[str, tuple[float, float, float, float]]] = field(default_factory=list)


def kept(pages: list[Page], path: Path) -> None:
    """Write the pages into a file, for another process."""
    path.write_text(json.dumps([asdict(page) for page in pages]), encoding="utf-8")


def read(path: Path) -> list[Page]:
    """The pages that were written into a file."""
    pages = [Page(**page) for page in json.loads(path.read_text(encoding="utf-8"))]
    for page in pages:
        page.words = [Word(*word) for word in page.words]
    return pages


def bare(pages: list[Page], fonts: dict[str, str], qr: str) -> bytes:
    """The same marks by reportlab's own calls: fonts, lines, areas, words, fields, one QR code."""
    out = BytesIO()
    canvas = Canvas(out, invariant=1, pageCompression=1)
    for page in pages:
        canvas.setPageSize(page.size)
        _paths(canvas, page.code)
        _words(canvas, page, fonts)
        for name, box in page.fields:
            left, low, right, high = map(round, box)
            canvas.acroForm.textfield(
                name=name, x=left, y=low, width=right - left, height=high - low
            )
        canvas.showPage()
    segno.make_qr(qr, error="m")
    canvas.save()
    return out.getvalue()


def registered(pages: list[Page]) -> dict[str, str]:
    """The names of the fonts as they are registered with reportlab, by their files."""
    files = sorted({word.font for page in pages for word in page.words})
    names = {path: f"bare{n}" for n, path in enumerate(files)}
    for path, name in names.items():
        pdfmetrics.registerFont(TTFont(name, path))
    return names


def _words(canvas: Any, page: Page, fonts: dict[str, str]) -> None:
    for word in page.words:
        canvas.setFillColorRGB(*word.colour)
        canvas.setFont(fonts[word.font], word.size)
        canvas.drawString(word.x, page.size[1] - word.y, word.text)


def _paths(canvas: Any, code: list[str]) -> None:
    """Draw the operators of a page (ISO 32000-1, annex A) through the canvas's own calls."""
    stack: list[float] = []
    path = canvas.beginPath()
    for sign in " ".join(code).split():
        if sign in _ENDS:
            fill, stroke = _ENDS[sign]
            canvas.drawPath(path, fill=fill, stroke=stroke)
            path = canvas.beginPath()
        elif sign in _STEPS:
            getattr(path, _STEPS[sign])(*stack)
        elif sign in _LOOKS:
            getattr(canvas, _LOOKS[sign])(*stack)
        elif sign == "d":
            canvas.setDash(stack[:-1])
        elif sign.strip("[]"):
            stack.append(_number(sign.strip("[]")))
            continue
        else:
            continue
        stack.clear()


_ENDS = {"f": (1, 0), "S": (0, 1), "b": (1, 1), "B": (1, 1)}
_STEPS = {"re": "rect", "m": "moveTo", "l": "lineTo", "c": "curveTo", "h": "close"}
_LOOKS = {
    "rg": "setFillColorRGB",
    "RG": "setStrokeColorRGB",
    "w": "setLineWidth",
    "q": "saveState",
    "Q": "restoreState",
    "cm": "transform",
    "J": "setLineCap",
    "j": "setLineJoin",
}


def _number(sign: str) -> float:
    number = float(sign)
    assert math.isfinite(number)
    return number
