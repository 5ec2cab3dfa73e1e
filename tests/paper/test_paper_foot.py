"""Nothing on a page reaches into its foot, however many play and however long it goes on."""

from collections.abc import Iterator
from io import BytesIO
from typing import Any

import pytest
from paper_sheets import FORMS, Plain, sheet
from pypdf import PageObject, PdfReader
from pypdf.generic import ContentStream

from pbm.paper.desk import FOOT
from pbm.paper.layout import load_layout
from pbm.paper.sheet import draw

LAYOUT = load_layout([FORMS], "akcioner")
MARGIN = LAYOUT.furniture.margin
ROUNDING = 0.06
DESCENT = 0.25
"""How far letters reach below their line, as a share of the size, at most."""


def names(seats: int, letters: int) -> tuple[str, ...]:
    """Names of that many letters, in words as names are."""
    whole = "нна-Мария Константиновна Преображенская-Тверская"
    return tuple(("АБВГДЕ"[seat] + whole)[:letters] for seat in range(seats))


def lowest(page: PageObject, reader: PdfReader) -> Iterator[tuple[float, str]]:
    """How far down every text, line and area of a page reaches, the page's foot left out."""
    size = y = 0.0
    stream: Any = ContentStream(page["/Contents"], reader)
    scaled = False
    for values, operator in stream.operations:
        name = operator.decode()
        if name in {"q", "Q"}:  # only the code's squares are drawn in units of their own
            scaled = name == "q"
        elif name == "Tf":
            size = float(values[1])
        elif name == "Td":
            y += float(values[1])
            if abs(y - MARGIN) > ROUNDING:
                yield y - DESCENT * size, name
        elif name in {"m", "l"} or (name == "re" and not scaled):
            yield float(values[1]), name
    for annotation in page.get("/Annots", ()):
        yield float(annotation.get_object()["/Rect"][1]), "field"


@pytest.mark.parametrize("entries", [1, 20, 44, 48])
@pytest.mark.parametrize("letters", [3, 40])
@pytest.mark.parametrize("seats", range(2, 7))
def test_nothing_reaches_into_the_foot(seats: int, letters: int, entries: int) -> None:
    form = sheet(names(seats, letters), entries)
    reader = PdfReader(BytesIO(draw(form, LAYOUT, Plain())))
    for number, page in enumerate(reader.pages, 1):
        found = list(lowest(page, reader))
        assert {"Td", "l"} <= {name for _, name in found}
        assert min(found) >= (MARGIN + FOOT - ROUNDING, ""), number
