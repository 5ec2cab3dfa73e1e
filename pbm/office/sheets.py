"""Forms: the sheet of one seat, drawn by the layout of its game."""

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from pbm.clerk.desk import Desk
from pbm.core.contract import Past
from pbm.core.ledger import digits
from pbm.core.tell import Message
from pbm.core.token import Token
from pbm.core.view import View
from pbm.office.languages import tongue
from pbm.office.letters import result
from pbm.office.shipped import shipped
from pbm.store.settings import Settings

if TYPE_CHECKING:
    from pbm.paper.layout import Layout


def look(desk: Desk, seat: int | None, past: Sequence[Past], language: str) -> View:
    """What the seat (or, without one, everybody) may see; the only way to letters and forms."""
    hand = None if seat is None else desk.hand(seat)
    return desk.game.view(desk.state, seat, hand, past, language)


def headline(desk: Desk, seat: int | None) -> Message:
    """What is wanted of the reader."""
    mover = desk.to_move
    if mover is None:
        return Message("The game is over. {result}", {"result": result(desk)})
    if mover == seat:
        return Message("Your move")
    return Message("{seat} is to move", {"seat": desk.game.seats[mover]})


def form(
    desk: Desk,
    view: View,
    language: str,
    *,
    settings: Settings,
    forms: Path,
    token: Token | None,
    mail: bool,
) -> bytes:
    """The form of the seat whose view it is, as a PDF; public where the view is.

    `mail` says that its reader writes letters, not sheets of paper.
    """
    # Only a form pays for the drawing library.
    from pbm.paper.sheet import Sheet, draw  # noqa: PLC0415

    mover = desk.to_move
    sheet = Sheet(
        title=tongue(language, desk.rulebook.slug).say(desk.rulebook.title),
        game=desk.head.game,
        entry=desk.last.number,
        chain=digits(desk.last.chain),
        reader="" if view.seat is None else desk.game.seats[view.seat],
        to_move="" if mover is None else desk.game.seats[mover],
        view=view,
        house=settings.address if settings.address and mail else _postal(settings),
        token=str(token or ""),
        reply_to=_mailto(settings, token) if token else "",
        headline=headline(desk, view.seat),
    )
    return draw(sheet, _layout(forms, desk.rulebook.slug), tongue(language, desk.rulebook.slug))


@cache
def _layout(forms: Path, slug: str) -> "Layout":
    from pbm.paper.layout import load_layout  # noqa: PLC0415 - as above

    return load_layout([forms, shipped("forms")], slug)


def reply_address(settings: Settings, token: Token | None) -> str:
    """Where answers go: the club's address, with the token in it where the provider allows."""
    if not (token and settings.plus_address):
        return settings.address
    local, _, domain = settings.address.rpartition("@")
    return f"{local}+{token}@{domain}"


def _postal(settings: Settings) -> str:
    """Where sheets of paper are sent to, in one line."""
    return ", ".join(settings.postal.split("\n")) or settings.address


def _mailto(settings: Settings, token: Token) -> str:
    """What the QR code holds: a letter to the club with the token in it (RFC 6068)."""
    if not settings.address:
        return ""
    return f"mailto:{reply_address(settings, token)}?subject=%5B{token}%5D"


def file_name(desk: Desk, seat: int | None = None) -> str:
    """The name of a form: the game and the entry it shows, and the number of a seat (from 1).

    A form attached to a letter is named without one, and none says anything of anybody.
    """
    whose = "" if seat is None else f"-seat{seat + 1}"
    return f"{desk.head.game}-{desk.last.number}{whose}.pdf"
