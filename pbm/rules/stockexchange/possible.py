"""Orders that may be possible: those of one kind and one company at a time (S70)."""

from collections.abc import Iterator

from pbm.rules.stockexchange.actions import (
    Action,
    Buy,
    Forfeit,
    Named,
    Pass,
    Raise,
    Sell,
    Start,
    TakeBids,
    TakeOptions,
    With,
)
from pbm.rules.stockexchange.position import Position
from pbm.rules.stockexchange.tables import KINDS, SquareType, Table

_STANDING = ((0,), (1,), (0, 1), (1, 0), ())


def candidates(position: Position, seat: int, table: Table) -> Iterator[tuple[Action, ...]]:
    """Examples of all that a seat could order; some of it may be refused."""
    if seat == position.mover:
        if position.to_choose() is None:
            yield from _deals(position, seat, table)
        else:
            yield from ((Start(company),) for company in range(len(table.companies)))
    yield from ((Forfeit(kinds),) for kinds in _STANDING)


def _deals(position: Position, seat: int, table: Table) -> Iterator[tuple[Action, ...]]:
    own = position.seats[seat]
    held = [company for company, count in enumerate(own.shares) if count]
    square = table.squares[own.square]
    yield (Pass(),)
    if position.turn and position.turn.owed:
        yield from ((Raise(company, None), Pass()) for company in held)
    if square.company is not None:
        yield from ((Buy(square.company, count, card),) for card in With for count in (None, 1))
    for company in held:
        yield from ((Sell(company, None, card),) for card in With)
        yield (Sell(company, 1),)
    if len(held) > 1:
        yield (Sell(Named.ALL, None),)
    yield from _cards(square.type, table, bids=own.bids)


def _cards(square: SquareType, table: Table, *, bids: int) -> Iterator[tuple[Action, ...]]:
    """Cards that are sold on a type of square, and bids for companies that are not there."""
    amounts = table.amounts
    if square is SquareType.OPTIONS:
        for count in (1, amounts.option_most):
            yield from (
                (TakeOptions(tuple(count * (n == kind) for n in range(len(KINDS)))),)
                for kind in range(len(KINDS))
            )
    if square in {SquareType.BID, SquareType.FORTUNE, SquareType.WEALTH}:
        most = amounts.bid_most if square is SquareType.BID else amounts.bid_elsewhere
        yield from ((TakeBids(count),) for count in range(1, most + 1))
        if bids:
            companies = range(len(table.companies))
            yield from ((Buy(company, None, With.BID),) for company in companies)
