"""A crash: a price that fell below the board, and what its owners pay or lose (B22-B26)."""

from collections.abc import Sequence

from pbm.core.market.session import Session
from pbm.rules.broker.moves import Keep


def settle(
    session: Session, fallen: Sequence[int], keeps: Sequence[Keep], seat: int, each: int
) -> None:
    """What one owner pays to keep his shares of the fallen companies, at `each` a share (B22-B24).

    He pays for as many as his standing order says and his cash allows; the bank takes the rest.
    """
    orders = {keep.stock: keep.most for keep in keeps}
    for stock in sorted(fallen, key=lambda n: _weight(n, orders)):
        # A trade that is refused may have sold more than there is; then there is nothing to keep.
        held = max(session.shares[seat][stock], 0)
        most = orders.get(stock)
        paid = min(held, session.cash[seat] // each, held if most is None else most)
        session.levy("penalty", "returned", seat, stock, paid, each)


def _weight(stock: int, orders: dict[int, int | None]) -> tuple[int, int]:
    """The owner's own order of companies first, then A to D (B24)."""
    return (list(orders).index(stock) if stock in orders else len(orders), stock)


def ruined(session: Session, seat: int) -> bool:
    """Whether a player has neither cash nor shares (B26)."""
    return not session.cash[seat] and not any(session.shares[seat])
