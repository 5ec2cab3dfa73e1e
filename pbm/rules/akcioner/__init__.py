"""Акционер: the rules of `rules.md` (version 1), beside them their tables and words."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from pbm.core.contract import Likeness, Plain
from pbm.core.tell import Message
from pbm.rules.akcioner.cards import Decks, read_decks
from pbm.rules.akcioner.game import Akcioner
from pbm.rules.akcioner.notation import Notation, read_words
from pbm.rules.akcioner.options import read_options
from pbm.rules.akcioner.prices import PriceBoard
from pbm.rules.akcioner.sheet import FIELDS
from pbm.rules.akcioner.telling import TITLE, explain

VERSION: Final = 1
TABLES: Final = ("board", "cards", "words")


@dataclass(frozen=True, slots=True)
class Book:
    """The rulebook of Акционер, its tables read."""

    slug: str
    board: Plain
    decks: Decks
    notation: Notation
    version: int = VERSION
    title: Message = TITLE
    language: str = "ru"
    fields: tuple[str, ...] = tuple(field.name for field in FIELDS)

    def game(self, seats: Sequence[str], options: Mapping[str, str], language: str) -> Akcioner:
        """The game for these seats and options; raises Refusal with every wrong option."""
        sizes = len(self.decks.big), len(self.decks.small), self.board["undealt"]
        settled = read_options(options, len(seats), sizes)
        figures = frozenset(f for card in self.decks.copies for f in (card.own, *card.others))
        prices = PriceBoard(self.board, figures, round_up=settled.round_up)
        return Akcioner(
            seats,
            language,
            settled,
            decks=self.decks,
            board=prices,
            notation=self.notation,
            start=(self.board["cash"], self.board["shares"]),
        )

    explain = staticmethod(explain)

    def likeness(self, line: str) -> Likeness:
        """Whether a line of a letter looks like an order of this game."""
        return self.notation.likeness(line)


def rulebook(slug: str, tables: Mapping[str, Plain]) -> Book:
    """The rulebook made of the tables that the finder has read."""
    decks = read_decks(tables["cards"])
    notation = Notation(decks, read_words(tables["words"]))
    return Book(slug, tables["board"], decks, notation)
