"""What a player can order, each a frozen record of its own."""

from dataclasses import dataclass
from typing import Final

from pbm.rules.daytrader.state import Spot


@dataclass(frozen=True, slots=True)
class Work:
    """A token is placed on EMP: one from the hand, or with none there the one on `source`."""

    source: Spot | None = None


@dataclass(frozen=True, slots=True)
class Buy:
    """Stock is bought, if it costs `limit` at most; without a stock that of the own square."""

    stock: int | None
    count: int = 1
    limit: int | None = None


@dataclass(frozen=True, slots=True)
class Sell:
    """Stock is sold, if all bring `limit` at least; without a stock that of the own square."""

    stock: int | None
    count: int = 1
    limit: int | None = None


@dataclass(frozen=True, slots=True)
class Retire:
    """The retirement stock is sold, which wins the game."""


@dataclass(frozen=True, slots=True)
class Draw:
    """A card is drawn."""


@dataclass(frozen=True, slots=True)
class Pass:
    """Nothing is done."""


@dataclass(frozen=True, slots=True)
class Repay:
    """Pledged tokens are bought back, those that were pledged first."""

    count: int


@dataclass(frozen=True, slots=True)
class Loan:
    """Tokens are pledged to a lender, a seat or BANK, to pay a debt."""

    lender: int
    count: int


@dataclass(frozen=True, slots=True)
class Bankrupt:
    """A debt is not paid, and everything is given up."""


@dataclass(frozen=True, slots=True)
class Lend:
    """A standing order: so many tokens of a seat are good for a loan, 0 for none."""

    to: int
    count: int


@dataclass(frozen=True, slots=True)
class BoomFrom:
    """A standing order: which token is moved when one must be and none is in hand."""

    spot: Spot


STANDING: Final = (Lend, BoomFrom)
"""What may be ordered at any time, by anybody."""
