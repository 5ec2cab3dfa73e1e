"""The history table: one row an entry, like the rows of the postal form."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from pbm.core.tell import Message
from pbm.core.view import Column, Table
from pbm.rules.daytrader.state import COMPANIES
from pbm.rules.daytrader.telling import square_name

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from pbm.core.contract import Past, Plain
    from pbm.core.view import Cell, Mark
    from pbm.rules.daytrader.game import Daytrader

NUMBERS: Final = tuple(str(n) for n in range(1, COMPANIES + 1))
"""The numbers of the companies, as heads of columns."""

_KINDS: Final = {"opened": Message("opened"), "opened_seal": Message("seal opened")}


def history(
    game: Daytrader, past: Sequence[Past], marks: Sequence[Mark], seat: int | None, language: str
) -> Table:
    """Throw, square and orders of each entry, and the prices, stock and cash that it left.

    Cash is the reader's own, everybody's where it is shown (D80).
    """
    shown = game.settled.shown
    mine = None if seat is None else game.seats[seat]
    cash = (
        [Column(mark.letter, Message("cash"), ink=mark.ink) for mark in marks]
        if shown
        else [Column(Message("your cash"))]
    )
    columns = (
        Column(Message("No.")),
        Column(Message("player"), kind="text"),
        Column(Message("throw")),
        Column(Message("square"), kind="text"),
        Column(Message("orders"), kind="line"),
        *(Column(number, Message("prices")) for number in NUMBERS),
        *(Column(mark.letter, Message("stock"), "text", mark.ink) for mark in marks),
        *cash,
    )
    rows = tuple(
        (
            entry.entry,
            entry.seat or _KINDS.get(entry.kind),
            *came,
            _line(game, entry, language),
            *entry.state["prices"].values(),
            *map(_stock, entry.state["seats"].values()),
            *_cash(entry.state["seats"], game.seats if shown else [mine]),
        )
        for entry, came in zip(past, _came(game, past), strict=True)
    )
    return Table(Message("History"), columns, rows)


def _came(game: Daytrader, past: Sequence[Past]) -> Iterator[tuple[Cell, Cell]]:
    """What the player of each entry had thrown before it, and the square to which he came."""
    came: dict[str, tuple[Cell, Cell]] = {}
    for entry in past:
        yield came.get(entry.seat or "", (None, None))
        for fact in entry.facts:
            if fact["fact"] in {"begins", "throws"}:
                square = game.board.squares[fact["square"]]
                came[fact["seat"]] = fact["die"], square_name(game.board, square)


def _line(game: Daytrader, entry: Past, language: str) -> str:
    """The orders of an entry in the reader's notation."""
    if not entry.line or language == game.language:
        return entry.line
    return game.write_move(game.read_canonical(entry.line, game.language), language)


def _stock(seat: Mapping[str, Plain]) -> str:
    """The stock cards by company, `2:1 4:2`, and R for the retirement stock."""
    held = [f"{number}:{count}" for number, count in seat["shares"].items() if count]
    return " ".join([*held, *(["R"] if seat["retirement"] else [])])


def _cash(seats: Mapping[str, Plain], seen: Sequence[str | None]) -> list[Cell]:
    """The cash of those who are seen; a public reader sees nobody's."""
    return [None if name is None else seats[name]["cash"] for name in seen]
