"""Акционер: the rules of `rules.md` (version 1), beside them their tables and words."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import ClassVar, Final

from pbm.core.contract import Likeness, Plain
from pbm.core.market.cards import Decks, read_decks
from pbm.core.market.prices import PriceBoard
from pbm.core.market.sheet import FIELDS
from pbm.core.tell import Message
from pbm.core.threefield.notation import Notation
from pbm.core.threefield.words import read_words
from pbm.rules.akcioner.game import Akcioner
from pbm.rules.akcioner.options import read_options
from pbm.rules.akcioner.telling import COLOURS, TITLE, explain

VERSION: Final = 1
TABLES: Final = ("board", "cards", "words")
_RULES: Final = {"turn": "A10", "cards": "A4", "big": "A3", "small": "A4"}
"""The rules that a line in the notation can miss, by what they are about."""


@dataclass(frozen=True, slots=True)
class Book:
    """The rulebook of Акционер, its tables read; `prices` makes the price board by rounding."""

    slug: str
    board: Plain
    prices: Callable[[bool], PriceBoard]
    decks: Decks
    notation: Notation
    version: int = VERSION
    title: Message = TITLE
    language: str = "ru"
    fields: tuple[str, ...] = tuple(field.name for field in FIELDS)
    short: ClassVar[Mapping[str, str]] = {}

    def game(self, seats: Sequence[str], options: Mapping[str, str], language: str) -> Akcioner:
        """The game for these seats and options; raises Refusal with every wrong option."""
        big, small = (len(cards) for cards in self.decks.cards.values())
        settled = read_options(options, len(seats), (big, small, self.board["undealt"]))
        return Akcioner(
            seats,
            language,
            settled,
            decks=self.decks,
            board=self.prices(settled.round_up),
            notation=self.notation,
            start=(self.board["cash"], self.board["shares"]),
        )

    explain = staticmethod(explain)

    def likeness(self, line: str) -> Likeness:
        """Whether a line of a letter looks like an order of this game."""
        return self.notation.likeness(line)


def rulebook(slug: str, tables: Mapping[str, Plain]) -> Book:
    """The rulebook made of the tables that the finder has read."""
    decks = read_decks(tables["cards"], [colour[0] for colour in COLOURS])
    notation = Notation(decks, read_words(tables["words"]), _RULES)

    @cache
    def prices(round_up: bool) -> PriceBoard:  # noqa: FBT001 - it is the key
        return PriceBoard(tables["board"], decks.figures, round_up=round_up)

    return Book(slug, tables["board"], prices, decks, notation)
