"""Chance: every lot, deal and throw of a game as a pure function of its sealed seed.

The draw number n for a purpose is HMAC-SHA256(key, "PURPOSE/n/ATTEMPT"), its first eight bytes
read as a big-endian number and reduced to the size asked for. Numbers from the incomplete last
stretch of the 64-bit range are rejected and the next attempt (0, 1, 2 …) is taken, so that no
outcome is favoured. Anybody with the opened seed can repeat it with any HMAC at hand.
"""

import hashlib
import hmac
from collections.abc import Mapping, Sequence
from typing import Any, Final, Protocol, TypeVar

from pbm.core.canon import canonical

SEED_BYTES: Final = 32
_RANGE: Final = 1 << 64

T = TypeVar("T")


def commitment(seed: bytes, game: str, options: object, seats: Sequence[str]) -> str:
    """The promise `sha256:…` that fixes the seed of a game without telling it.

    It covers the seed, the game's name, its options and the seats as they stand in the head of
    the ledger, written as canonical JSON, so that one seed cannot be passed off for another game.
    """
    text = seed.hex() + "\n" + canonical([game, options, list(seats)])
    return "sha256:" + hashlib.sha256(text.encode()).hexdigest()


def key(seed: bytes, words: Sequence[str] = ()) -> bytes:
    """The 32-byte key of all draws: HMAC-SHA256(seed, the players' words in seat order)."""
    return hmac.digest(seed, "\n".join(words).encode(), "sha256")


class Chance(Protocol):
    """Where the draws of a game come from: its key, or the ledger that made them public."""

    def draw(self, purpose: str, n: int, size: int) -> int:
        """The n-th number drawn for this purpose, from 0 to size - 1."""
        ...

    def shuffled(self, purpose: str, items: Sequence[T]) -> list[T]:
        """The items in the order drawn for this purpose."""
        ...

    def card(self, purpose: str, n: int, size: int) -> int:
        """The n-th card drawn from a deck of `size` that returns to the bottom, from 0."""
        ...


class Sealed:
    """The draws of one game. The same question always gets the same answer.

    Orders are remembered, for every look at a hand asks for the whole deal.
    """

    __slots__ = ("_key", "_orders")

    def __init__(self, key: bytes) -> None:
        self._key = key
        self._orders: dict[tuple[str, int], Sequence[int]] = {}

    def draw(self, purpose: str, n: int, size: int) -> int:
        """The n-th number drawn for this purpose, from 0 to size - 1, all equally likely."""
        limit = _RANGE - _RANGE % size
        attempt = 0
        while True:
            digest = hmac.digest(self._key, f"{purpose}/{n}/{attempt}".encode(), "sha256")
            number = int.from_bytes(digest[:8], "big")
            if number < limit:
                return number % size
            attempt += 1

    def shuffled(self, purpose: str, items: Sequence[T]) -> list[T]:
        """The items in a random order (Fisher and Yates, from the end; draws 0 to len - 2)."""
        asked = purpose, len(items)
        if asked not in self._orders:
            self._orders[asked] = self._order(purpose, len(items))
        return [items[n] for n in self._orders[asked]]

    def card(self, purpose: str, n: int, size: int) -> int:
        """The n-th card drawn from a deck of `size` that returns to the bottom, from 0.

        Its order is that of `shuffled`, so the card n + size is the card n again.
        """
        return self.shuffled(purpose, range(size))[n % size]

    def _order(self, purpose: str, size: int) -> list[int]:
        order = list(range(size))
        for n, last in enumerate(range(size - 1, 0, -1)):
            other = self.draw(purpose, n, last + 1)
            order[last], order[other] = order[other], order[last]
        return order


class Recorded:
    """The draws that a ledger made public, in place of the chance that its seal still hides.

    A draw that is asked for and not recorded raises LookupError.
    """

    __slots__ = ("_drawn",)

    def __init__(self, drawn: Sequence[Mapping[str, Any]]) -> None:
        self._drawn = {(draw["for"], draw["n"]): draw["drawn"] for draw in drawn}

    def draw(self, purpose: str, n: int, size: int) -> int:
        """The n-th number drawn for this purpose, as it was recorded (there from 1)."""
        number = self._drawn[purpose, n] - 1
        if not 0 <= number < size:
            raise LookupError(purpose, n)
        return int(number)

    def card(self, purpose: str, n: int, size: int) -> int:
        """The n-th card drawn, as it was recorded (there from 1)."""
        return self.draw(purpose, n, size)

    def shuffled(self, purpose: str, items: Sequence[T]) -> list[T]:
        """The items in the order that was recorded for the purpose."""
        drawn = self._drawn[purpose, 0]
        if sorted(drawn) != list(range(1, len(items) + 1)):
            raise LookupError(purpose, 0)
        return [items[n - 1] for n in drawn]
