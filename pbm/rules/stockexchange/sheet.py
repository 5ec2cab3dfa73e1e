"""What a seat may see of the game, put into the shapes that letters and forms show."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from pbm.core.marks import seat_marks
from pbm.core.tell import Message, Value
from pbm.core.view import Cell, Column, Field, Mark, Pawn, Ring, Square, Table, View
from pbm.rules.stockexchange.ending import assets
from pbm.rules.stockexchange.examples import examples
from pbm.rules.stockexchange.prompt import asked, notes
from pbm.rules.stockexchange.tables import KINDS
from pbm.rules.stockexchange.telling import KIND_NAMES, company_name, square_name

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pbm.core.contract import Past
    from pbm.rules.stockexchange.game import StockExchange
    from pbm.rules.stockexchange.position import Hand, Position

FIELDS: Final = (Field("orders", Message("Orders")),)
"""The box of the row to fill in."""

_OPENED: Final = {"opened": Message("opened"), "opened_seal": Message("seal opened")}


def view(
    game: StockExchange,
    state: Position,
    seat: int | None,
    hand: Hand | None,
    past: Sequence[Past],
    language: str,
) -> View:
    """The board with everybody's marker, the levels, holdings, the history; what is asked now."""
    marks = seat_marks(game.seats)
    mine = seat is not None and seat == state.mover
    return View(
        seat=seat,
        boards={},
        hand=hand,
        rings={"board": _ring(game, state, marks)},
        tables={
            "position": _position(game, state, marks),
            "levels": _levels(game, state),
            "holdings": _holdings(game, state, marks),
            "history": _history(game, past, language),
        },
        fields=FIELDS,
        examples=tuple(examples(game, state, language)) if mine else (),
        asked=tuple(asked(game, state, language)) if mine else (),
        notes=tuple(notes(game, state, language)),
    )


def _ring(game: StockExchange, state: Position, marks: Sequence[Mark]) -> Ring:
    """The squares with the markers; a company's square has its code, and its size is its ink."""
    table = game.table
    squares = []
    for square in table.squares:
        name = square_name(table, square)
        if square.company is None:
            squares.append(Square(name, "", str(square.type)))
        else:
            company = table.companies[square.company]
            squares.append(Square(name, company.code, company.size.name))
    pawns = tuple(Pawn(state.seats[n].square, marks[n]) for n in state.order)
    thrown = state.turn is not None and state.mover is not None
    marked = state.seats[state.mover].square if thrown and state.mover is not None else None
    return Ring(Message("Board"), tuple(squares), pawns, marked)


def _position(game: StockExchange, state: Position, marks: Sequence[Mark]) -> Table:
    """Who has what, in the order of play; the seat to move is marked, the bank comes last."""
    cards = Message("Options")
    columns = (
        Column("", kind="text"),
        Column(Message("player"), kind="text"),
        Column(Message("cash")),
        Column(Message("shares")),
        *(Column(KIND_NAMES[kind], cards) for kind in KINDS),
        Column(Message("Bids")),
        Column(Message("assets")),
    )
    rows: list[tuple[Cell, ...]] = []
    for n in state.order:
        own = state.seats[n]
        held = (number or None for number in (sum(own.shares), *own.options, own.bids))
        rows.append(((marks[n],), game.seats[n], own.cash, *held, assets(own, game.table)))
    empty = (None,) * (len(columns) - 3)
    rows.append((None, Message("bank"), state.bank_cash, *empty))
    marked = None if state.mover is None else state.order.index(state.mover)
    return Table(Message("Position"), columns, tuple(rows), marked)


def _levels(game: StockExchange, state: Position) -> Table:
    """What shares cost and bring at each throw; the head of this turn's is a die."""
    levels = game.table.levels
    thrown = state.turn.die if state.turn else None
    columns = (
        Column(Message("throw"), kind="text"),
        *(Column(str(n), ink="die" if n == thrown else "") for n in range(1, len(levels) + 1)),
    )
    rows: tuple[tuple[Cell, ...], ...] = (
        (Message("buy"), *(level.buy for level in levels)),
        (Message("sell"), *(level.sell for level in levels)),
    )
    return Table(Message("Dealing levels"), columns, rows)


def _holdings(game: StockExchange, state: Position, marks: Sequence[Mark]) -> Table:
    """Whose the shares of each company are, in the order of the board; none is an empty cell."""
    columns = (
        Column(Message("code"), kind="text"),
        Column(Message("company"), kind="text"),
        Column(Message("of")),
        Column(Message("bank")),
        *(Column(marks[n].letter, ink=marks[n].ink) for n in state.order),
    )
    rows = tuple(
        (
            company.code,
            company_name(game.table, company.code),
            company.size.shares,
            state.bank_shares[number],
            *(state.seats[n].shares[number] or None for n in state.order),
        )
        for number, company in enumerate(game.table.companies)
    )
    return Table(Message("Holdings"), columns, rows)


def _history(game: StockExchange, past: Sequence[Past], language: str) -> Table:
    """One row an entry: throw, square and orders, and what they left."""
    states = [game.load(entry.state) for entry in past]
    order = states[-1].order if states else tuple(range(len(game.seats)))
    columns = [
        Column(Message("No.")),
        Column(Message("player"), kind="text"),
        Column(Message("throw")),
        Column(Message("square"), kind="text"),
        Column(Message("orders"), kind="line"),
        Column(Message("bank")),
    ]
    for n in order:
        name = game.seats[n]
        columns += [Column(Message(title), name) for title in ("cash", "shares", "assets")]
    rows = []
    for at, (entry, state) in enumerate(zip(past, states, strict=True)):
        row = [
            entry.entry,
            entry.seat or _OPENED.get(entry.kind),
            *_decided(game, entry, states[at - 1] if at else None),
            _line(game, entry, language),
            state.bank_cash,
        ]
        for n in order:
            own = state.seats[n]
            row += [own.cash, sum(own.shares), assets(own, game.table)]
        rows.append(tuple(row))
    return Table(Message("History"), tuple(columns), tuple(rows))


def _decided(game: StockExchange, entry: Past, before: Position | None) -> tuple[Cell, Cell]:
    """The throw and the square on which the orders of an entry were given, if they are known."""
    if entry.kind != "move" or before is None or before.turn is None or before.mover is None:
        return None, None
    square = game.table.squares[before.seats[before.mover].square]
    where: Value = square_name(game.table, square)
    return before.turn.die, where if square.company is None else game.table.codes[square.company]


def _line(game: StockExchange, entry: Past, language: str) -> str:
    """The orders of an entry in the reader's notation."""
    if language == game.language or not entry.line:
        return entry.line
    return game.write_move(game.notation.read(entry.line, game.language), language)
