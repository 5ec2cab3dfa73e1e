"""How a game of Акционер nears its end and passes from player to player (A40-A43)."""

from pbm.core.market.position import Position, Seat
from pbm.core.market.session import Session


def last_cards(state: Position) -> bool:
    """Whether everybody who plays has at most one card left, so that trade rests (A40)."""
    for seat in state.seats:  # noqa: SIM110 - asked in every move; a generator takes thrice as long
        if sum(seat.left) > 1 and not seat.out:
            return False
    return True


def pass_on(seats: list[Seat], session: Session, *, skip_broke: bool) -> int | None:
    """The next player to move, or none at the end; those passed over are out (A41, A43)."""
    for n in session.position.after_seat(session.mover):
        if skip_broke and sum(not each.out for each in seats) <= 1:
            return None
        held = seats[n]
        if held.out or not any(held.left):
            continue
        if skip_broke and not any(session.shares[n]) and session.cash[n] < min(session.prices):
            seats[n] = held._replace(out=True)
            session.facts.append({"fact": "out", "seat": session.terms.seats[n]})
            continue
        return n
    return None
