"""Takes down the marks of a form while the program draws it."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch

from bench.marks import Page, Word
from pbm.paper.fields import Fields
from pbm.paper.pen import Box, Pen


def taken_down(draw: Callable[[], Any]) -> list[Page]:
    """The pages that a drawing makes."""
    pages = [Page()]
    with _watched(pages):
        draw()
    return pages[:-1]


@contextmanager
def _watched(pages: list[Page]) -> Iterator[None]:
    """Take down what the pen and the fields of a form are told to draw."""
    open_page, close_page, add = Pen.open_page, Pen.close_page, Fields.add

    def opened(pen: Pen, width: float, height: float) -> None:
        pages[-1].size = (width, height)
        open_page(pen, width, height)

    def closed(pen: Pen) -> None:
        pages[-1].code = list(pen._code)
        pages[-1].words = [Word(*word) for word in pen._words]
        pages.append(Page())
        close_page(pen)

    def added(fields: Fields, pen: Pen, box: Box, name: str, *rest: Any, **more: Any) -> None:
        pages[-1].fields.append((name, pen.box(box)))
        add(fields, pen, box, name, *rest, **more)

    with (
        patch.object(Pen, "open_page", opened),
        patch.object(Pen, "close_page", closed),
        patch.object(Fields, "add", added),
    ):
        yield
