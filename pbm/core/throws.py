"""Throws and cards of one entry: asked of the chance in order, and recorded for the ledger."""

from collections.abc import Mapping
from typing import Final

from pbm.core.chance import Chance
from pbm.core.contract import Fact

DIE: Final = "die"
SIDES: Final = 6


class Throws:
    """The dice and decks of a game while one entry is made.

    `used` says how many draws of each stream were made before; a position keeps the new `used`,
    and the entry records what was `drawn`.
    """

    __slots__ = ("_chance", "drawn", "used")

    def __init__(self, chance: Chance, used: Mapping[str, int]) -> None:
        self._chance = chance
        self.used = dict(used)
        self.drawn: list[Fact] = []

    def die(self) -> int:
        """The next throw of the die, from 1 to 6."""
        n = self._next(DIE)
        return self._record(DIE, n, SIDES, self._chance.draw(DIE, n, SIDES)) + 1

    def card(self, deck: str, size: int) -> int:
        """The number of the deck's top card, from 0; it goes back to the bottom."""
        n = self._next(deck)
        return self._record(deck, n, size, self._chance.card(deck, n, size))

    def _next(self, stream: str) -> int:
        n = self.used.get(stream, 0)
        self.used[stream] = n + 1
        return n

    def _record(self, stream: str, n: int, size: int, drawn: int) -> int:
        self.drawn.append({"for": stream, "n": n, "of": size, "drawn": drawn + 1})
        return drawn
