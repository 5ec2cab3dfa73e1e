"""What is printed on the board, the table of dealing levels and the cards."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import Final, NamedTuple, TypeAlias

BUY: Final = 1
SELL: Final = -1

KINDS: Final = ("traded", "traditional")
"""The two kinds of Options cards (S33); what is counted by kind stands in this order."""


class SquareType(StrEnum):
    """The types of squares."""

    START = "start"
    COMPANY = "company"
    OPTIONS = "options"
    BID = "bid"
    FORTUNE = "fortune"
    WEALTH = "wealth"


class Level(NamedTuple):
    """What a share costs and brings at one throw of the die (S11)."""

    buy: int
    sell: int


class Size(NamedTuple):
    """What companies of one size have in common: shares, the kind of Options, the least bid."""

    name: str
    shares: int
    kind: int
    bid: int


class Company(NamedTuple):
    """A company: its code of three letters, its name, its size."""

    code: str
    name: str
    size: Size


class Square(NamedTuple):
    """One square of the board; `company` is the number of the company that it shows."""

    type: SquareType
    company: int | None = None


class Money(NamedTuple):
    """An effect of a card: so much is collected (above 0) or paid (below 0).

    With `each` it is so much for every share held, of the sizes named in it, `most` at most.
    """

    amount: int
    each: tuple[str, ...] = ()
    most: int | None = None


class Gift(NamedTuple):
    """An effect of a card: so many Options cards of a kind; of the one held fewer of if None."""

    cards: int
    kind: int | None


Effect: TypeAlias = Money | Gift


class Card(NamedTuple):
    """A card of a deck: its name in ledgers, its words in English, what it does."""

    code: str
    text: str
    effects: tuple[Effect, ...]


class Amounts(NamedTuple):
    """The sums and numbers of the rules, in the order in which `rules.md` comes to them."""

    cash: int
    shares: int
    passing: int
    landing: int
    option_price: int
    option_most: int
    bid_price: int
    bid_most: int
    bid_elsewhere: int
    score_share: int
    score_option: int
    score_bid: int


@dataclass(frozen=True)
class Table:
    """All that is printed; `edition` says whose board and cards these are."""

    edition: str
    levels: tuple[Level, ...]
    companies: tuple[Company, ...]
    squares: tuple[Square, ...]
    decks: Mapping[str, tuple[Card, ...]]
    amounts: Amounts

    def price(self, level: int, sign: int) -> int:
        """What a share costs a buyer (sign 1) or brings a seller (-1) at a level from 1."""
        return self.levels[level - 1].buy if sign == BUY else self.levels[level - 1].sell

    def shifted(self, die: int, by: int, sign: int) -> int:
        """The level `by` steps better for a buyer or seller than the throw, within the table."""
        return min(max(die - by * sign, 1), len(self.levels))

    @cached_property
    def codes(self) -> tuple[str, ...]:
        """The companies' codes in the order of the table."""
        return tuple(company.code for company in self.companies)

    @cached_property
    def numbers(self) -> Mapping[str, int]:
        """The companies' numbers by code."""
        return {code: n for n, code in enumerate(self.codes)}

    @cached_property
    def cards(self) -> Mapping[str, Card]:
        """Every card of both decks by its name."""
        return {card.code: card for deck in self.decks.values() for card in deck}
