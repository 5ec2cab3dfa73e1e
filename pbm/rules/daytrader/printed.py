"""What is printed on the board and the cards: companies, squares, tax brackets, effects."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import Final, NamedTuple

JOBS: Final = ("EMP", "SUP", "VP", "CEO")
"""The four jobs of every company, from the lowest wage to the highest."""

EMP: Final = 0
"""The job on which every token begins."""

Row = Sequence[int | None]
"""The jobs of one company: whose token is on each."""


class Ground(StrEnum):
    """The kinds of squares."""

    BANK = "bank"
    COMPANY = "company"
    VOLATILE = "volatile"
    TAXES = "taxes"
    BOOM = "boom"
    BUST = "bust"
    HIRED = "hired"


class Square(NamedTuple):
    """One square of the ring; `company` is the number, from 0, of the company that it is."""

    ground: Ground
    company: int | None = None


class Company(NamedTuple):
    """A company: its name in English, the wages of its jobs, how many stock cards it has."""

    name: str
    wages: tuple[int, ...]
    cards: int

    def price(self, row: Row) -> int:
        """What a stock card costs: the wages of all jobs that are taken (D20)."""
        return sum(wage for wage, worker in zip(self.wages, row, strict=True) if worker is not None)

    def earned(self, row: Row, seat: int) -> int:
        """The wages of all the tokens that a seat has here."""
        return sum(wage for wage, worker in zip(self.wages, row, strict=True) if worker == seat)


class Bracket(NamedTuple):
    """A tax bracket: from how much cash it begins, and the tax in it."""

    floor: int
    tax: int


class Effect(NamedTuple):
    """One thing that a card does, by its name, with what the name asks for (D42).

    Companies are numbers from 0. `worker` is `top` or `emp`, `part` and `of` make a fraction.
    """

    do: str
    company: int = 0
    money: int = 0
    worker: str = ""
    square: str = ""
    act: bool = False
    part: int = 1
    of: int = 1


class Card(NamedTuple):
    """A card of the Volatile Market: its words in English, and what it does."""

    text: str
    effects: tuple[Effect, ...]


class Amounts(NamedTuple):
    """The sums and numbers of the rules."""

    cash: int
    tokens: int
    first_wage: int
    trades: int
    retirement_price: int
    retirement_cards: int
    goal: int
    loan: int
    buy_back: int


@dataclass(frozen=True)
class Board:
    """All that is printed; `edition` says whose figures these are."""

    edition: str
    amounts: Amounts
    companies: tuple[Company, ...]
    squares: tuple[Square, ...]
    brackets: tuple[Bracket, ...]
    cards: Mapping[str, Card]

    @cached_property
    def codes(self) -> tuple[str, ...]:
        """The names of the cards in the order of the table."""
        return tuple(self.cards)

    @cached_property
    def homes(self) -> tuple[int, ...]:
        """On which square each company is."""
        numbers = range(len(self.companies))
        return tuple(self.squares.index(Square(Ground.COMPANY, n)) for n in numbers)

    @cached_property
    def issued(self) -> tuple[int, ...]:
        """How many cards of each stock there are: the companies', then the retirement stock's."""
        companies = (company.cards for company in self.companies)
        return (*companies, self.amounts.retirement_cards)

    def onwards(self, square: int, steps: int) -> int:
        """The square so many steps clockwise (D5)."""
        return (square + steps) % len(self.squares)

    def following(self, square: int, ground: str) -> int:
        """The next square of a kind, clockwise; after a whole round it may be the same."""
        ahead = (self.onwards(square, n) for n in range(1, len(self.squares) + 1))
        return next(n for n in ahead if self.squares[n].ground == ground)

    def bracket(self, cash: int) -> int:
        """The number of the tax bracket of so much cash, from 0 (D50)."""
        return sum(bracket.floor <= cash for bracket in self.brackets) - 1
