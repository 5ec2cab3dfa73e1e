"""The cards of Акционер and the ways to play them (A3, A4)."""

from itertools import permutations
from typing import Any, Final, NamedTuple, TypeAlias

from pbm.core.contract import Plain

BLUE, RED, YELLOW, GREEN = range(4)
COLOURS: Final = ("blue", "red", "yellow", "green")
"""Identifiers of the colours, in the order с к ж з."""

DOUBLE: Final = "x2"
HALVE: Final = "/2"


class Card(NamedTuple):
    """One kind of card: its deck, its own colour, and its figures (`+30`, `x2`, `/2` …).

    `others` are the figures that the player assigns, each to another colour.
    """

    deck: str
    colour: int
    own: str
    others: tuple[str, ...]

    @property
    def code(self) -> str:
        """The card's short name in ledgers and vectors: `+30r`, `100b`, `x2g`, `/2y`."""
        figure = "100" if self.own == "+100" else self.own
        return figure + COLOURS[self.colour][0]


Hand: TypeAlias = tuple[Card, ...]
"""The cards a player still holds, in the decks' order."""


class Play(NamedTuple):
    """A card as it is played: the colours that its free figures go to, in the figures' order."""

    card: Card
    targets: tuple[int, ...]

    @property
    def effects(self) -> tuple[tuple[int, str], ...]:
        """What happens to which colour: (colour, figure), the card's own colour first."""
        card = self.card
        return ((card.colour, card.own), *zip(self.targets, card.others, strict=True))


class Decks(NamedTuple):
    """Both decks as they are dealt from, and every play that a card allows."""

    big: tuple[Card, ...]
    small: tuple[Card, ...]
    copies: dict[Card, int]
    plays: dict[Card, tuple[Play, ...]]

    def by_code(self) -> dict[str, Card]:
        """The cards by their short names."""
        return {card.code: card for card in self.copies}


def raises(figure: str) -> bool:
    """Whether a figure is a card's raising side (A14: judged by the card, not by the marker)."""
    return figure == DOUBLE or figure[0] == "+"


def read_decks(table: Plain) -> Decks:
    """The decks from the table `cards.yaml`."""
    dealt: dict[str, list[Card]] = {"big": [], "small": []}
    copies: dict[Card, int] = {}
    for deck, cards in dealt.items():
        for row in table[deck]:
            for card in _kinds(deck, row):
                copies[card] = row["copies"]
                cards.extend([card] * row["copies"])
    plays = {card: tuple(_plays(card)) for card in copies}
    return Decks(tuple(dealt["big"]), tuple(dealt["small"]), copies, plays)


def _kinds(deck: str, row: dict[str, Any]) -> list[Card]:
    return [Card(deck, colour, row["own"], tuple(row["others"])) for colour in range(len(COLOURS))]


def _plays(card: Card) -> list[Play]:
    free = [colour for colour in range(len(COLOURS)) if colour != card.colour]
    return [Play(card, targets) for targets in permutations(free, len(card.others))]
