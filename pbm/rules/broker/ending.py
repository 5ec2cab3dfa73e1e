"""How a game of Broker passes from player to player, and when it is over (B26, B30, B31)."""

from collections.abc import Collection, Iterable

from pbm.core.market.position import Position, Seat


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
    seats: list[Seat], following: Iterable[int], out: Collection[int], *, last: bool
) -> int | None:
    """The next player to move, none after the last turn; those ruined are out from now on."""
    for n in out:
        seats[n] = seats[n]._replace(out=True)
    able = (n for n in following if not seats[n].out and any(seats[n].left))
    return None if last else next(able)
