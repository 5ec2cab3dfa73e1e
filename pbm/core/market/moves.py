"""A move around a card: trades, the card, trades."""

from collections.abc import Mapping
from typing import Final, NamedTuple

from pbm.core.market.cards import Play
from pbm.core.problem import Place

SELL: Final = -1
BUY: Final = 1
NOWHERE: Final = Place(1, 1, "")


class Trade(NamedTuple):
    """A sale to or a purchase from the bank.

    `amount` is a number of shares, or None for all that are held (a sale) or all that the cash
    allows when its turn comes (a purchase).
    """

    sign: int
    amount: int | None
    stock: int


class Move(NamedTuple):
    """Trades before the card, the card as it is played, trades after it.

    `places` are where the player wrote them, in that order, the card included; a move that
    nobody wrote has none.
    """

    before: tuple[Trade, ...]
    play: Play
    after: tuple[Trade, ...]
    places: tuple[Place, ...] = ()

    def __eq__(self, other: object) -> bool:
        """Whether it is the same move, wherever the player wrote it."""
        return isinstance(other, Move) and self[:-1] == other[:-1]

    def __ne__(self, other: object) -> bool:
        """Whether it is another move."""
        return not self == other

    def __hash__(self) -> int:
        """The hash of what is compared."""
        return hash(self[:-1])

    @property
    def card_place(self) -> Place:
        """Where the card was written."""
        return self.place(len(self.before))

    def place(self, index: int) -> Place:
        """Where the item with this number (before, card, after) was written."""
        return self.places[index] if index < len(self.places) else NOWHERE


def counted(trades: tuple[Trade, ...], counts: Mapping[int, int]) -> tuple[Trade, ...]:
    """The trades with the counts of "all" and "max", by their places; without those of nothing."""
    if not counts:
        return trades
    known = (trade._replace(amount=counts.get(n, trade.amount)) for n, trade in enumerate(trades))
    return tuple(trade for trade in known if trade.amount)
