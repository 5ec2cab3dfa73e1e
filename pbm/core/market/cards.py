"""Cards with an own figure and free figures, the decks of them, and the ways to play them."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import permutations
from typing import Final, NamedTuple, TypeAlias

from pbm.core.contract import Plain

DOUBLE: Final = "x2"
HALVE: Final = "/2"


class Card(NamedTuple):
    """One kind of card: its deck, its own stock, and its figures (`+30`, `x2`, `/2` …).

    `others` are the figures that go to other stocks, each to one of its own. `code` is the
    card's short name in ledgers: `+30r`, `100b`, `x2g`, `/2y`.
    """

    deck: str
    stock: int
    own: str
    others: tuple[str, ...]
    code: str


Hand: TypeAlias = tuple[Card, ...]
"""The cards a player still holds, in the decks' order."""


class Play(NamedTuple):
    """A card as it is played: the stocks that its free figures go to, in the figures' order.

    `effects` are what happens to which stock: (stock, figure), the card's own stock first.
    """

    card: Card
    targets: tuple[int, ...]
    effects: tuple[tuple[int, str], ...]


class Decks(NamedTuple):
    """The decks as they are dealt from, by name, and every play that a card allows.

    `numbers` are the decks' places among each other, by name; `order` are those of the cards.
    """

    cards: Mapping[str, tuple[Card, ...]]
    numbers: Mapping[str, int]
    copies: Mapping[Card, int]
    plays: Mapping[Card, tuple[Play, ...]]
    order: Mapping[Card, int]

    @property
    def figures(self) -> frozenset[str]:
        """Every figure that stands on a card."""
        return frozenset(figure for card in self.copies for figure in (card.own, *card.others))

    def by_code(self) -> dict[str, Card]:
        """The cards by their short names."""
        return {card.code: card for card in self.copies}


def raises(figure: str) -> bool:
    """Whether a figure is a rise, judged by the card and not by what the marker can do."""
    return figure == DOUBLE or figure[0] == "+"


def read_decks(table: Plain, letters: Sequence[str]) -> Decks:
    """The decks of a table `{deck: [{copies, own, others}, …]}`; each stock has every card.

    `letters` are the stocks' letters in the short names of cards.
    """
    owns = {row["own"] for rows in table.values() for row in rows}
    dealt: dict[str, tuple[Card, ...]] = {}
    copies: dict[Card, int] = {}
    for deck, rows in table.items():
        cards: list[Card] = []
        for row in rows:
            name = short(row["own"], owns)
            for stock, letter in enumerate(letters):
                card = Card(deck, stock, row["own"], tuple(row["others"]), name + letter)
                copies[card] = row["copies"]
                cards.extend([card] * row["copies"])
        dealt[deck] = tuple(cards)
    numbers = {deck: n for n, deck in enumerate(dealt)}
    stocks = range(len(letters))
    plays = {card: tuple(_plays(card, stocks)) for card in copies}
    order = {card: n for n, card in enumerate(copies)}
    return Decks(dealt, numbers, copies, plays, order)


def short(figure: str, owns: set[str]) -> str:
    """A card's own figure in its short name: a plus stands only where there is a minus, too."""
    return figure if figure.replace("+", "-") in owns else figure.removeprefix("+")


def _plays(card: Card, stocks: Sequence[int]) -> Iterator[Play]:
    """Every different way to assign the free figures; equal figures may change places."""
    free = [stock for stock in stocks if stock != card.stock]
    seen = set()
    for targets in permutations(free, len(card.others)):
        effects = ((card.stock, card.own), *zip(targets, card.others, strict=True))
        if frozenset(effects) not in seen:
            seen.add(frozenset(effects))
            yield Play(card, targets, effects)
