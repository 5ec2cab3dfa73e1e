"""What the readers of fields find: trades, a card, and the flaws in them."""

from collections.abc import Mapping
from typing import NamedTuple

from pbm.core.market.cards import Play
from pbm.core.market.moves import Trade
from pbm.core.tell import Value


class Flaw(NamedTuple):
    """A problem before it has its place: a stretch of the prepared text, and what is wrong.

    `weight` is how badly the stretch fits; of several failed readings the one with the least
    weight is the one the player most likely meant, and the one that is told. `about` is what the
    rule is about that was missed: "turn", "cards" or a deck; the game knows the rule's number.
    """

    code: str
    start: int
    end: int
    weight: float = 1.0
    about: str = ""
    values: Mapping[str, Value] = {}


class Item(NamedTuple):
    """One trade as written; more than one option where the words do not say which."""

    start: int
    end: int
    options: tuple[Trade, ...]
    signed: bool


class Trades(NamedTuple):
    """A field of trades. `curable`: with one option each the items are all that was meant."""

    items: tuple[Item, ...] = ()
    flaws: tuple[Flaw, ...] = ()
    curable: bool = True


class Found(NamedTuple):
    """A field with a card, and the plays it could mean: one if it says everything."""

    start: int
    end: int
    plays: tuple[Play, ...] = ()
    flaws: tuple[Flaw, ...] = ()


class Reading(NamedTuple):
    """One way to read the whole text."""

    before: Trades
    card: Found
    after: Trades
    others: tuple[Flaw, ...] = ()

    @property
    def flaws(self) -> tuple[Flaw, ...]:
        """All that is wrong, in the order of the text."""
        found = (*self.before.flaws, *self.card.flaws, *self.after.flaws, *self.others)
        return tuple(sorted(found, key=lambda flaw: flaw.start))

    @property
    def weight(self) -> float:
        """How badly this reading fits; 0 if it does."""
        return sum(flaw.weight for flaw in self.flaws)

    @property
    def key(self) -> tuple[object, ...]:
        """What it means: readings with one key are the same move."""
        items = ((item.options for item in trades.items) for trades in (self.before, self.after))
        return (*map(tuple, items), self.card.plays)
