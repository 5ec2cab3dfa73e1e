"""What can be ordered, one type a verb; companies and kinds of Options cards are numbers."""

from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

from pbm.core.orders.moves import Order, Orders


class With(StrEnum):
    """The card that goes with a deal."""

    NOTHING = ""
    OPTION = "option"
    BID = "bid"


class Named(StrEnum):
    """What is written in place of a company: the one of the square, or all that are held."""

    HERE = "here"
    ALL = "all"


@dataclass(frozen=True, slots=True)
class Start:
    """Choose the company of the first shares (S3)."""

    company: int


@dataclass(frozen=True, slots=True)
class Buy:
    """Buy shares; count None is as many as cash and supply allow."""

    company: int | Named
    count: int | None
    card: With = With.NOTHING


@dataclass(frozen=True, slots=True)
class Sell:
    """Sell shares; count None is all that are held."""

    company: int | Named
    count: int | None
    card: With = With.NOTHING


@dataclass(frozen=True, slots=True)
class TakeOptions:
    """Buy Options cards, so many of each kind (S30)."""

    counts: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class TakeBids:
    """Buy Bid cards (S40)."""

    count: int


@dataclass(frozen=True, slots=True)
class Raise:
    """Sell shares to pay what is owed; count None is all that are held (S51)."""

    company: int
    count: int | None


@dataclass(frozen=True, slots=True)
class Forfeit:
    """The standing order which kinds of Options cards go first at Start; none takes it back."""

    kinds: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Pass:
    """Do nothing more."""


Action: TypeAlias = Start | Buy | Sell | TakeOptions | TakeBids | Raise | Forfeit | Pass


def ordered(*actions: Action) -> Orders:
    """These actions as orders, without alternatives."""
    return Orders(tuple((Order(action),) for action in actions))


def is_standing(orders: Orders) -> bool:
    """Whether orders are standing orders alone."""
    return bool(orders.items) and all(
        isinstance(order.action, Forfeit) for item in orders.items for order in item
    )
