"""A sheet: everything that stands on one form, already for one reader, and how it is drawn."""

from collections.abc import Sequence
from dataclasses import dataclass
from io import BytesIO
from typing import Any

from pbm.core.tell import Message, Tongue
from pbm.core.view import View
from pbm.paper.desk import FOOT, Desk, Later, Plan
from pbm.paper.fields import Fields
from pbm.paper.fonts import Faces
from pbm.paper.layout import Layout, Spot
from pbm.paper.panels import KINDS
from pbm.paper.pen import BLACK, DIM, Box, Pen


@dataclass(frozen=True, slots=True)
class Sheet:
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


def draw(sheet: Sheet, layout: Layout, tongue: Tongue) -> bytes:
    """The form as PDF: the same bytes for the same sheet, layout and language."""
    out = BytesIO()
    faces = Faces(layout.furniture.faces)
    canvas = _canvas(out, sheet, faces, tongue)
    pen = Pen(canvas, faces, layout.furniture.inks)
    desk = Desk(sheet, layout, tongue, faces, Fields(canvas, faces))
    wide, high = layout.furniture.paper
    pen.open_page(wide, high)
    later = _first_page(desk, pen)
    total = 1 + sum(part.pages for part in later)
    _foot(desk, pen, wide, high, 1, total)
    pen.close_page()
    number = 2
    for part in later:
        for page in range(part.pages):
            _further_page(desk, pen, part, page, number, total)
            number += 1
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


def _place(desk: Desk, spots: Sequence[Spot], width: float) -> list[tuple[Plan, float]]:
    """The panels of a row measured, with their widths; those with nothing to show are left out."""
    if not spots:
        return []
    room = width - desk.layout.furniture.gap * (len(spots) - 1)
    whole = sum(spot.width for spot in spots)
    plans = [(_plan(desk, spot, room * spot.width / whole), spot) for spot in spots]
    shown = [spot for plan, spot in plans if plan]
    if len(shown) < len(spots):
        return _place(desk, shown, width)
    return [(plan, room * spot.width / whole) for plan, spot in plans if plan]


def _plan(desk: Desk, spot: Spot, width: float) -> Plan | None:
    """The panel measured for a width; a stack is measured as one."""
    if spot.kind == "stack":
        return _stack(desk, spot, width)
    return KINDS[spot.kind](desk, spot.settings, width)


def _stack(desk: Desk, spot: Spot, width: float) -> Plan | None:
    """Panels one under another as one panel."""
    plans = [plan for under in spot.under if (plan := _plan(desk, under, width))]
    if not plans:
        return None
    gap = desk.layout.furniture.gap

    def draw(pen: Pen, box: Box) -> None:
        y = box.top
        for plan in plans:
            plan.draw(pen, Box(box.left, y, box.width, plan.height))
            y += plan.height + gap

    return Plan(sum(plan.height for plan in plans) + gap * (len(plans) - 1), draw)


def _first_page(desk: Desk, pen: Pen) -> list[Later]:
    """Draw the rows of the layout; what has to go on on further pages."""
    furniture = desk.layout.furniture
    wide, high = furniture.paper
    y, bottom = furniture.margin, high - furniture.margin - FOOT
    later = []
    rows = [row for spots in desk.layout.rows if (row := _place(desk, spots, wide - 2 * y))]
    for number, row in enumerate(rows):
        height = max(plan.height for plan, _ in row)
        if number == len(rows) - 1:
            height = bottom - y
        x = furniture.margin
        for plan, width in row:
            rest = plan.draw(pen, Box(x, y, width, height))
            later += [rest] if rest else []
            x += width + furniture.gap
        y += height + furniture.gap
    return later


def _further_page(desk: Desk, pen: Pen, part: Later, page: int, number: int, total: int) -> None:
    """Draw one page after the first, with a running head."""
    margin = desk.layout.furniture.margin
    wide, high = desk.paper(across=part.across)
    pen.open_page(wide, high)
    pen.area(Box(margin, margin, wide - 2 * margin, 1.6), BLACK)
    pen.text(margin, margin + 14, desk.sheet.title, pen.faces["title"], 12)
    part.draw(pen, page, desk.room(across=part.across))
    _foot(desk, pen, wide, high, number, total)
    pen.close_page()


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
