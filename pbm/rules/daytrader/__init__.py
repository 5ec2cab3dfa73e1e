"""Daytrader: the rules of `rules.md` (version 1), beside them their tables and words."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from types import MappingProxyType
from typing import Any, Final

from pbm.core.contract import Likeness
from pbm.core.orders.notation import Notation
from pbm.core.orders.words import Vocabulary
from pbm.core.tell import Message
from pbm.rules.daytrader.game import Daytrader
from pbm.rules.daytrader.notation import make_notation
from pbm.rules.daytrader.options import read_options
from pbm.rules.daytrader.printed import Board
from pbm.rules.daytrader.sheet import FIELDS
from pbm.rules.daytrader.tables import read_board
from pbm.rules.daytrader.telling import TITLE, explain

VERSION: Final = 1
TABLES: Final = ("board", "words")
EDITABLE: Final = ("board",)


class Book:
    """The rulebook of Daytrader; its board is read when a game needs it."""

    version: int = VERSION
    title: Message = TITLE
    language: str = "en"
    fields: tuple[str, ...] = tuple(field.name for field in FIELDS)
    short: Mapping[str, str] = MappingProxyType({})

    def __init__(self, slug: str, tables: Mapping[str, Any]) -> None:
        self.slug = slug
        self._tables = tables

    @cached_property
    def board(self) -> Board:
        """What is printed."""
        return read_board(self._tables["board"])

    @cached_property
    def _vocabulary(self) -> Vocabulary:
        return Vocabulary(self._tables["words"])

    @cached_property
    def _notation(self) -> Notation:
        """The notation without the names of any game."""
        return make_notation(self._vocabulary, (), ())

    def game(self, seats: Sequence[str], options: Mapping[str, str], language: str) -> Daytrader:
        """The game for these seats and options; raises Refusal with every wrong option."""
        settled = read_options(options, len(seats))
        companies = [company.name for company in self.board.companies]
        notation = make_notation(self._vocabulary, seats, companies)
        return Daytrader(seats, language, settled, board=self.board, notation=notation)

    explain = staticmethod(explain)

    def likeness(self, line: str) -> Likeness:
        """Whether a line of a letter looks like an order of the game, whoever plays."""
        return self._notation.likeness(line)


def rulebook(slug: str, tables: Mapping[str, Any]) -> Book:
    """The rulebook made of the tables that the finder has read."""
    return Book(slug, tables)
