"""How a game of Broker passes from player to player, and when it is over (B26, B30, B31)."""

from collections.abc import Collection, Sequence

from pbm.core.contract import Fact
from pbm.core.market.ending import over, richest
from pbm.core.market.position import Position


def no_turn_follows(
    before: Position, seat: int, out: Collection[int], *, last_one_wins: bool
) -> bool:
    """Whether a seat's turn is the last of the game, when it ruins the seats `out`."""
    cards = [
        sum(each.left) - (n == seat)
        for n, each in enumerate(before.seats)
        if not each.out and n not in out
    ]
    return not any(cards) or (last_one_wins and len(cards) <= 1)


def pass_on(
    after: Position,
    seat: int,
    out: Collection[int],
    names: Sequence[str],
    facts: list[Fact],
    *,
    last: bool,
) -> Position:
    """The position with those ruined out, and the next player to move; none after the last turn."""
    seats = tuple(each._replace(out=each.out or n in out) for n, each in enumerate(after.seats))
    able = (n for n in after.after_seat(seat) if not seats[n].out and any(seats[n].left))
    passed = after._replace(seats=seats, mover=None if last else next(able))
    if last:
        facts.append(over(richest(passed), names))
    return passed
