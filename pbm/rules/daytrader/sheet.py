"""What a seat may see of Daytrader, put into the shapes that letters and forms show."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from pbm.core.accounts import BANK
from pbm.core.marks import seat_marks
from pbm.core.tell import Message
from pbm.core.view import VACANT, Column, Field, Pawn, Ring, Square, Table, View
from pbm.rules.daytrader import asked, examples
from pbm.rules.daytrader.history import NUMBERS, history
from pbm.rules.daytrader.printed import JOBS
from pbm.rules.daytrader.retiring import checklist
from pbm.rules.daytrader.session import monopoly
from pbm.rules.daytrader.telling import square_name
from pbm.rules.daytrader.trading import DOUBLE

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from pbm.core.contract import Past
    from pbm.core.view import Cell, Mark
    from pbm.rules.daytrader.game import Daytrader, Hand
    from pbm.rules.daytrader.printed import Board
    from pbm.rules.daytrader.session import Session
    from pbm.rules.daytrader.state import Seat, State


FIELDS: Final = (Field("orders", Message("Orders")),)
"""The box of the row to fill in: all orders stand in it."""


def view(
    game: Daytrader,
    state: State,
    seat: int | None,
    hand: Hand | None,
    past: Sequence[Past],
    language: str,
) -> View:
    """The ring, the jobs, what everybody has, the history; examples for the seat to move.

    Cash is shown to its owner alone, unless the option shows everybody's (D80).
    """
    session = game.session(state)
    marks = seat_marks(game.seats)

    def sees(other: int) -> bool:
        return game.settled.shown or other == seat

    mine = seat is not None and seat == state.mover
    return View(
        seat=seat,
        boards={},
        tables={
            "jobs": _jobs(session, marks),
            "position": _position(game, session, marks, sees),
            "retiring": _retiring(session, sees),
            "taxes": _taxes(game.board),
            "history": history(game, past, marks, seat, language),
        },
        hand=hand,
        fields=FIELDS,
        examples=examples.examples(game, state, language) if mine else (),
        notes=_notes(game, language),
        rings={"board": _ring(session, marks)},
        asked=asked.asked(session, past, sees),
    )


def _ring(session: Session, marks: Sequence[Mark]) -> Ring:
    """The squares with everybody's pawns; those who begin anew have none on it."""
    board = session.board
    squares = tuple(
        Square(
            square_name(board, square),
            "" if square.company is None else NUMBERS[square.company],
            str(square.ground),
        )
        for square in board.squares
    )
    pawns = tuple(
        Pawn(square, marks[seat])
        for seat, square in enumerate(session.squares)
        if square is not None
    )
    mover = session.state.mover
    marked = None if mover is None else session.squares[mover]
    return Ring(Message("Board"), squares, pawns, marked)


def _jobs(session: Session, marks: Sequence[Mark]) -> Table:
    """A row a company: who works there for what wage, the price, what the bank has to sell."""
    columns = [
        Column(Message("No.")),
        Column(Message("company"), kind="text"),
        *(Column(job, Message("jobs: wage and worker")) for job in JOBS),
        Column(Message("price")),
        Column(Message("bank has")),
    ]
    rows: list[list[Cell]] = []
    for n, company in enumerate(session.board.companies):
        workers = (VACANT if worker is None else marks[worker] for worker in session.jobs[n])
        jobs = zip(company.wages, workers, strict=True)
        rows.append([n + 1, Message(company.name), *jobs, session.price(n), session.held(BANK, n)])
    doubled = [_doubled(session, n, marks) for n in range(len(rows))]
    if any(doubled):
        columns.append(Column(Message("doubled for"), kind="text"))
        rows = [[*row, cell] for row, cell in zip(rows, doubled, strict=True)]
    here = None if session.state.mover is None else session.here(session.state.mover)
    return Table(Message("Companies"), tuple(columns), tuple(map(tuple, rows)), here)


def _doubled(session: Session, company: int, marks: Sequence[Mark]) -> Cell:
    """The double price of a company, and for whom it holds (D24)."""
    row = session.jobs[company]
    owner = row[0]
    if owner is None or not monopoly(row, owner):
        return None
    return (session.price(company) * DOUBLE, marks[owner])


def _position(
    game: Daytrader, session: Session, marks: Sequence[Mark], sees: Callable[[int], bool]
) -> Table:
    """Who holds what, in the order of play; cash only where the reader sees it (D80)."""
    columns = [
        Column("", kind="text"),
        Column(Message("player"), kind="text"),
        Column(Message("cash")),
        Column(Message("bracket")),
        Column(Message("in hand"), Message("tokens"), kind="text"),
        Column(Message("pledged"), Message("tokens"), kind="text"),
        *(Column(number, Message("stock cards")) for number in NUMBERS),
        Column(Message("retirement")),
    ]
    state = session.state
    rows: list[list[Cell]] = []
    for n in state.order:
        seat = state.seats[n]
        rows.append(
            [
                (marks[n],),
                game.seats[n],
                seat.cash if sees(n) else None,
                seat.bracket,
                (marks[n],) * seat.tokens,
                _pledged(seat, marks),
                *(count or None for count in seat.shares),
            ]
        )
    for column, cells in _standing(state, game.seats):
        columns.append(column)
        rows = [[*row, cells[n]] for row, n in zip(rows, state.order, strict=True)]
    marked = None if state.mover is None else state.order.index(state.mover)
    return Table(Message("Position"), tuple(columns), tuple(map(tuple, rows)), marked)


def _pledged(seat: Seat, marks: Sequence[Mark]) -> Cell:
    """How many tokens lie with the bank, and the marks of the others with whom they lie."""
    bank = seat.pledged.count(BANK)
    others = (marks[lender] for lender in seat.pledged if lender != BANK)
    return (*([bank] if bank else []), *others)


def _standing(state: State, names: Sequence[str]) -> list[tuple[Column, list[str]]]:
    """Columns for everybody's standing orders, of each kind that anybody has given."""
    lends = [", ".join(f"{names[to]} {count}" for to, count in seat.lends) for seat in state.seats]
    moves = [str(seat.boom_from or "") for seat in state.seats]
    found = [
        (Column(Message("lends"), kind="text"), lends),
        (Column(Message("moves first"), kind="text"), moves),
    ]
    return [(column, cells) for column, cells in found if any(cells)]


def _retiring(session: Session, sees: Callable[[int], bool]) -> Table:
    """The conditions of retiring, met or not, for every player; hidden cash is left open (D30)."""
    goal = session.board.amounts.goal
    columns = (
        Column(Message("player"), kind="text"),
        Column(Message("retirement stock"), kind="text"),
        Column(Message("{goal} in cash", {"goal": goal}), kind="text"),
        Column(Message("no company stock"), kind="text"),
        Column(Message("no debts"), kind="text"),
    )
    rows: list[tuple[Cell, ...]] = []
    for n in session.state.order:
        stock, cash, sold, free = map(_met, checklist(session, n))
        rows.append((session.names[n], stock, cash if sees(n) else None, sold, free))
    return Table(Message("On the way to retirement"), columns, tuple(rows))


def _met(condition: object) -> Message:
    return Message("yes") if condition else Message("no")


def _taxes(board: Board) -> Table:
    """The tax table, a column a bracket."""
    brackets = board.brackets
    columns = (Column("", kind="text"), *(Column(str(n)) for n in range(len(brackets))))
    rows: tuple[tuple[Cell, ...], ...] = (
        (Message("cash from"), *(bracket.floor for bracket in brackets)),
        (Message("tax"), *(bracket.tax for bracket in brackets)),
    )
    return Table(Message("Taxes"), columns, rows)


def _notes(game: Daytrader, language: str) -> tuple[Message, ...]:
    """What a reader must know of this game: whose figures these are, and what is hidden."""
    word = examples.with_alternatives(game, language)
    notes = [
        Message(
            "Figures, squares and cards: {edition}. Money is in thousands of dollars.",
            {"edition": Message(game.board.edition)},
        ),
        Message(
            "Orders are divided by “;”. Of alternatives, as in “{example}”, the first that can be "
            "done counts.",
            {"example": word},
        ),
    ]
    if not game.settled.shown:
        notes.append(
            Message("Of others one sees the tax bracket that they announced last, not their cash.")
        )
    return tuple(notes)
