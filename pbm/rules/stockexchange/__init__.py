"""The Stock Exchange Game: the rules of `rules.md` (version 1), its tables and words."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any, Final

from pbm.core.contract import Likeness
from pbm.core.orders.notation import Notation
from pbm.core.orders.words import Vocabulary
from pbm.rules.stockexchange.game import StockExchange
from pbm.rules.stockexchange.notation import Guess, notation_of, taken
from pbm.rules.stockexchange.options import read_options
from pbm.rules.stockexchange.printed import read_table
from pbm.rules.stockexchange.sheet import FIELDS
from pbm.rules.stockexchange.tables import Table
from pbm.rules.stockexchange.telling import TITLE, explain

VERSION: Final = 1
TABLES: Final = ("board", "words")
EDITABLE: Final = ("board",)


class Book:
    """The rulebook of The Stock Exchange Game. The board is read when a game asks for it."""

    def __init__(self, slug: str, tables: Mapping[str, Any]) -> None:
        self.slug = slug
        self.version = VERSION
        self.title = TITLE
        self.language = "en"
        self.fields = tuple(field.name for field in FIELDS)
        self.short = {"max_rounds": "5"}
        self._tables = tables

    explain = staticmethod(explain)

    def game(
        self, seats: Sequence[str], options: Mapping[str, str], language: str
    ) -> StockExchange:
        """The game for these seats and options; raises Refusal with every wrong option."""
        settled = read_options(options, len(seats))
        table, notation, guess = self._table, self._notation, self._guess
        return StockExchange(seats, language, settled, table=table, notation=notation, guess=guess)

    def likeness(self, line: str) -> Likeness:
        """Whether a line of a letter looks like an order, whatever the companies are."""
        return self._guess.likeness(line)

    @cached_property
    def _vocabulary(self) -> Vocabulary:
        return Vocabulary(self._tables["words"])

    @cached_property
    def _guess(self) -> Guess:
        return Guess(self._vocabulary)

    @cached_property
    def _table(self) -> Table:
        return read_table(self._tables["board"], lambda code: taken(self._vocabulary, code))

    @cached_property
    def _notation(self) -> Notation:
        return notation_of(self._vocabulary, self._table)


def rulebook(slug: str, tables: Mapping[str, Any]) -> Book:
    """The rulebook made of the tables that the finder reads."""
    return Book(slug, tables)
