"""Broker: the rules of `rules.md` (version 1), beside them their tables and words."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar, Final, NamedTuple

from pbm.core.contract import Likeness, Plain
from pbm.core.market.cards import Decks, read_decks
from pbm.core.market.prices import PriceBoard
from pbm.core.market.sheet import FIELDS
from pbm.core.tell import Message
from pbm.core.threefield.words import named_words
from pbm.rules.broker.game import Broker, Table
from pbm.rules.broker.notation import Notation
from pbm.rules.broker.options import COMPANIES, read_options
from pbm.rules.broker.standing import read_order_words
from pbm.rules.broker.telling import TITLE, explain

VERSION: Final = 1
TABLES: Final = ("board", "cards", "words")
_MOST_SETS: Final = 64


class Set(NamedTuple):
    """What is made for the companies of a game: cards with their letters, and the notation."""

    decks: Decks
    notation: Notation


@dataclass(frozen=True, slots=True)
class Book:
    """The rulebook of Broker, its tables read; `sets` makes what depends on the companies."""

    slug: str
    table: Table
    shares: int
    sets: Callable[[tuple[str, ...]], Set]
    version: int = VERSION
    title: Message = TITLE
    language: str = "bg"
    fields: tuple[str, ...] = tuple(field.name for field in FIELDS)
    short: ClassVar[Mapping[str, str]] = {}

    def game(self, seats: Sequence[str], options: Mapping[str, str], language: str) -> Broker:
        """The game for these seats and options; raises Refusal with every wrong option."""
        settled = read_options(options, len(seats), self.shares)
        made = self.sets(settled.companies)
        return Broker(
            seats, language, settled, decks=made.decks, table=self.table, notation=made.notation
        )

    explain = staticmethod(explain)

    def likeness(self, line: str) -> Likeness:
        """Whether a line of a letter looks like an order of a game with the usual companies."""
        return self.sets(COMPANIES).notation.likeness(line)


def rulebook(slug: str, tables: Mapping[str, Plain]) -> Book:
    """The rulebook made of the tables that the finder has read."""
    board = tables["board"]
    orders = read_order_words(tables["words"])

    @lru_cache(maxsize=_MOST_SETS)
    def sets(companies: tuple[str, ...]) -> Set:
        words = named_words(companies)
        decks = read_decks(tables["cards"], [name[0].upper() for name in companies])
        return Set(decks, Notation(decks, words, orders))

    prices = PriceBoard(board, sets(COMPANIES).decks.figures, round_up=False)
    table = Table(prices, board["cash"], board["dealt"], board["crash"], board["split"])
    return Book(slug, table, board["shares"], sets)
