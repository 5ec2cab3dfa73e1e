"""How a game of Акционер nears its end and passes from player to player (A40-A43)."""

from collections.abc import Sequence

from pbm.core.contract import Fact
from pbm.core.market.ending import over, richest
from pbm.core.market.position import Position


def last_cards(state: Position) -> bool:
    """Whether everybody who plays has at most one card left, so that trade rests (A40)."""
    return all(seat.out or sum(seat.left) <= 1 for seat in state.seats)


def pass_on(
    state: Position, seat: int, names: Sequence[str], facts: list[Fact], *, skip_broke: bool
) -> Position:
    """The position with the next player to move, or none at the end (A41, A43)."""
    seats = list(state.seats)
    mover = None
    for n in state.after_seat(seat):
        held = seats[n]
        if held.out or not any(held.left):
            continue
        if skip_broke and not any(held.shares) and held.cash < min(state.prices):
            seats[n] = held._replace(out=True)
            facts.append({"fact": "out", "seat": names[n]})
            continue
        mover = n
        break
    if skip_broke and sum(not each.out for each in seats) <= 1:
        mover = None
    prices, _, bank_cash, bank_shares, order, _ = state
    after = Position(prices, tuple(seats), bank_cash, bank_shares, order, mover)
    if mover is None:
        facts.append(over(richest(after), names))
    return after
