"""A sheet: everything that stands on one form, already for one reader, and how it is drawn."""

from collections.abc import Callable, Iterator, Sequence
from io import BytesIO
from typing import Any, NamedTuple

from pbm.core.tell import Message, Tongue
from pbm.core.view import View
from pbm.paper.desk import FOOT, Desk, Later
from pbm.paper.fields import Fields
from pbm.paper.fonts import Faces
from pbm.paper.grid import TOUCH
from pbm.paper.layout import Layout
from pbm.paper.pen import BLACK, DIM, Box, Pen
from pbm.paper.placing import Row, measured


class Sheet(NamedTuple):
    """What stands on one form; nothing of it may be secret to its reader.

    `reader` is the name of the seat it is for, empty for everybody's form; `to_move` is empty
    when the game is over; `token` is empty where the reader is not to move; `house` is the
    address for letters, `reply_to` what the QR code holds, empty without mail. `chain` is the
    first digits of the chain at `entry`.
    """

    title: str
    game: str
    entry: int
    chain: str
    reader: str
    to_move: str
    view: View
    house: str
    token: str
    reply_to: str
    headline: Message
    deadline: str = ""


class _Page(NamedTuple):
    """One page: whether it lies across, and what draws it between its margins."""

    across: bool
    draw: Callable[[Pen], None]


def draw(sheet: Sheet, layout: Layout, tongue: Tongue) -> bytes:
    """The form as PDF: the same bytes for the same sheet, layout and language."""
    out = BytesIO()
    faces = Faces(layout.furniture.faces)
    canvas = _canvas(out, sheet, faces, tongue)
    pen = Pen(canvas, faces, layout.furniture.inks)
    desk = Desk(sheet, layout, tongue, faces, Fields(canvas, faces))
    pages = list(_pages(desk))
    for number, page in enumerate(pages, 1):
        wide, high = desk.paper(across=page.across)
        pen.open_page(wide, high)
        if number > 1:
            _running_head(desk, pen, wide)
        page.draw(pen)
        _foot(desk, pen, wide, high, number, len(pages))
        pen.close_page()
    canvas.save()
    return out.getvalue()


def _canvas(out: BytesIO, sheet: Sheet, faces: Faces, tongue: Tongue) -> Any:
    """A canvas whose file depends on nothing but what is drawn: no date, no random name."""
    from reportlab import rl_config  # noqa: PLC0415 - heavy
    from reportlab.pdfgen.canvas import Canvas  # noqa: PLC0415 - heavy

    rl_config.useA85 = 0  # ASCII armour makes a file a quarter longer and mail armours it anyway
    first: Any = faces["narrow"].name  # else Helvetica stands in the file, and not embedded
    canvas = Canvas(
        out, invariant=1, pageCompression=1, lang=tongue.language, initialFontName=first
    )
    canvas.setTitle(f"{sheet.title} · {sheet.game} · {sheet.entry}")
    canvas.setAuthor("pbm")
    canvas.setCreator("pbm")
    canvas.setSubject("")
    return canvas


def _pages(desk: Desk) -> Iterator[_Page]:
    """The rows of the layout on as many pages as they need, then what goes on on others."""
    rest: list[Later] = []
    filled = list(_filled(desk))
    gap = desk.layout.furniture.gap
    for number, (room, rows) in enumerate(filled, 1):
        boxes, y = [], room.top
        for row in rows:
            boxes.append(Box(room.left, y, room.width, row.height))
            y += row.height + gap
        if rows and number == len(filled):
            boxes[-1] = boxes[-1]._replace(height=room.bottom - boxes[-1].top)
            rest = rows[-1].rest(boxes[-1].height)
        yield _of_rows(list(zip(rows, boxes, strict=True)))
    for later in rest:
        yield from (_of_rest(later, page, desk) for page in range(later.pages))


def _filled(desk: Desk) -> Iterator[tuple[Box, list[Row]]]:
    """Page by page the room between head and foot, and the rows that stand there.

    A row that has no room begins a page, unless it takes any room and goes on by itself.
    """
    wide, high = desk.paper(across=False)
    margin, gap = desk.layout.furniture.margin, desk.layout.furniture.gap
    room = Box(margin, margin, wide - 2 * margin, high - 2 * margin - FOOT)
    rows: list[Row] = []
    left = room.height
    for row in measured(desk, desk.layout.rows, room.width):
        if rows and row.bounded and row.height > left + TOUCH:
            yield room, rows
            room = desk.room(across=False)
            rows, left = [], room.height
        rows.append(row)
        left -= row.height + gap
    yield room, rows


def _of_rows(rows: Sequence[tuple[Row, Box]]) -> _Page:
    """The page of some rows."""

    def draw(pen: Pen) -> None:
        for row, box in rows:
            row.draw(pen, box)

    return _Page(across=False, draw=draw)


def _of_rest(later: Later, number: int, desk: Desk) -> _Page:
    """One page of what did not find room."""
    room = desk.room(across=later.across)
    return _Page(later.across, lambda pen: later.draw(pen, number, room))


def _running_head(desk: Desk, pen: Pen, wide: float) -> None:
    """The head of the pages after the first."""
    margin = desk.layout.furniture.margin
    pen.area(Box(margin, margin, wide - 2 * margin, 1.6), BLACK)
    pen.text(margin, margin + 14, desk.sheet.title, pen.faces["title"], 12)


def _foot(desk: Desk, pen: Pen, wide: float, high: float, number: int, total: int) -> None:
    """The foot of a page: enough to put loose sheets together again."""
    sheet, margin = desk.sheet, desk.layout.furniture.margin
    face, y = pen.faces["narrow"], high - margin
    about = Message(
        "{game}, entry {entry}, chain {chain}",
        {"game": sheet.game, "entry": sheet.entry, "chain": sheet.chain},
    )
    pen.text(margin, y, desk.say(about), face, 7, DIM)
    pages = Message("page {n} of {of}", {"n": number, "of": total})
    pen.right(wide - margin, y, desk.say(pages), face, 7, DIM)
