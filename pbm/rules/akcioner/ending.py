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
    cheapest = min(state.prices)
    seats = list(state.seats)
    mover = None
    for n in state.after_seat(seat):
        if seats[n].out or not sum(seats[n].left):
            continue
        if skip_broke and not any(seats[n].shares) and seats[n].cash < cheapest:
            seats[n] = seats[n]._replace(out=True)
            facts.append({"fact": "out", "seat": names[n]})
            continue
        mover = n
        break
    if skip_broke and sum(not each.out for each in seats) <= 1:
        mover = None
    after = state._replace(seats=tuple(seats), mover=mover)
    if mover is None:
        facts.append(over(richest(after), names))
    return after
