"""A move of Акционер: trades, one card, trades (A10)."""

from dataclasses import dataclass, field
from typing import Final, NamedTuple

from pbm.core.problem import Place
from pbm.rules.akcioner.cards import Play

SELL: Final = -1
BUY: Final = 1
NOWHERE: Final = Place(1, 1, "")


class Trade(NamedTuple):
    """A sale to or a purchase from the bank.

    `amount` is a number of shares, or None for all that are held (a sale) or all that the cash
    allows when everything else of the stage is settled (a purchase).
    """

    sign: int
    amount: int | None
    colour: int


@dataclass(frozen=True, slots=True)
class Move:
    """Trades of stage 1, the card of stage 2, trades of stage 3.

    `places` are where the player wrote them, in that order, the card included; a move that
    nobody wrote has none.
    """

    before: tuple[Trade, ...]
    play: Play
    after: tuple[Trade, ...]
    places: tuple[Place, ...] = field(default=(), compare=False)

    def place(self, index: int) -> Place:
        """Where the item with this number (before, card, after) was written."""
        return self.places[index] if index < len(self.places) else NOWHERE
