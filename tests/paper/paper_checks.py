"""What every form must be: all of its sheet stands on it, nothing upon another thing, and small."""

from collections.abc import Iterator
from io import BytesIO

import pytest
from paper_sheets import Plain
from pypdf import PdfReader

from pbm.core.view import VACANT, View, apart
from pbm.paper.fonts import font_at
from pbm.paper.pen import CAP, Pen
from pbm.paper.sheet import Sheet

FORM_KB = 45 * 1024
Words = list[tuple[float, float, float, float, str]]


def words(pdf: bytes) -> str:
    """All text of all pages without spaces, which a PDF does not really have."""
    pages = PdfReader(BytesIO(pdf)).pages
    return "".join("".join(page.extract_text() for page in pages).split())


def stand_on(form: Sheet, pdf: bytes) -> None:
    """Whether every text of the sheet stands on the form."""
    found = words(pdf).replace("-", "−")
    for text in _texts(form, Plain()):
        assert "".join(text.split()).replace("-", "−") in found, text


def _texts(form: Sheet, tongue: Plain) -> Iterator[str]:
    yield from (form.title, form.game, str(form.entry), form.chain, form.to_move)
    yield from (form.token, form.deadline, tongue.say(form.headline), form.reader)
    seen: View = form.view
    for board in seen.boards.values():
        for track in board.tracks:
            yield from (tongue.say(track.name), track.letter, str(track.values[-1]))
    for ring in seen.rings.values():
        yield from (tongue.say(each) for square in ring.squares for each in square[:2])
        yield from (pawn.mark.letter for pawn in ring.pawns)
    for table in seen.tables.values():
        yield tongue.say(table.title)
        for row in table.rows:
            for words, marks in map(apart, row):
                yield tongue.say(words)
                yield from (mark.letter for mark in marks if mark != VACANT)
    for card in seen.hand or ():
        yield card.short
        yield from (part.text for part in card.parts)
    for field in seen.fields:
        yield tongue.say(field.title)
    for what, line in seen.examples:
        yield from (tongue.say(what), line)
    yield from map(tongue.say, (*seen.notes, *seen.asked))


def watched(monkeypatch: pytest.MonkeyPatch) -> list[Words]:
    """Where the words of every page drawn from now on stand."""
    pages: list[Words] = []
    close = Pen.close_page

    def closing(pen: Pen) -> None:
        page = []
        for word in pen._words:
            face = font_at(word.font).face
            width = sum(face.charWidths[ord(letter)] for letter in word.text) * word.size / 1000
            top = word.y - word.size * CAP
            page.append((word.x, top, word.x + width, word.y, word.text))
        pages.append(page)
        close(pen)

    monkeypatch.setattr(Pen, "close_page", closing)
    return pages


def stand_apart(pages: list[Words], pdf: bytes) -> None:
    """Whether no word lies upon another or outside the page."""
    for page, sized in zip(pages, PdfReader(BytesIO(pdf)).pages, strict=True):
        wide, high = map(float, sized.mediabox[2:])
        for at, (left, top, right, bottom, text) in enumerate(page):
            inside = left >= 28 and right <= wide - 28 and top >= 28 and bottom <= high - 28
            assert inside, text
            for other in page[:at]:
                apart = (
                    left >= other[2] - 0.5
                    or right <= other[0] + 0.5
                    or top >= other[3] - 0.3
                    or bottom <= other[1] + 0.3
                )
                assert apart, (text, other)
