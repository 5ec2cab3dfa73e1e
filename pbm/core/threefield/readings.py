"""All ways to read a whole text: which field is the card, which line break a divider."""

import re
from collections.abc import Iterator
from itertools import combinations, pairwise
from typing import Final

from pbm.core.threefield.card_reader import CardReader
from pbm.core.threefield.parts import Flaw, Found, Item, Reading, Trades
from pbm.core.threefield.patterns import Patterns
from pbm.core.threefield.trade_reader import TradeReader

MOST_LINES: Final = 9
_FIELDS: Final = 3
_MOST_WORDS: Final = 16
_DIVIDERS: Final = str.maketrans("|\n", "  ")
_WORD: Final = re.compile(r"(?<!\S)\S|(?<=[^\s+-])[+-]")

_Span = tuple[int, int]


class Readings:
    """The readings of one prepared text; fields read once are remembered."""

    def __init__(
        self, text: str, patterns: Patterns, trades: TradeReader, cards: CardReader
    ) -> None:
        self.text = text
        self._flat = text.translate(_DIVIDERS)
        self._patterns = patterns
        self._trade_reader = trades
        self._card_reader = cards
        self._trades: dict[_Span, Trades] = {}
        self._cards: dict[_Span, Found] = {}

    def candidates(self) -> list[Reading]:
        """Every reading by fields, also those that do not fit."""
        return [reading for spans in self._groupings() for reading in self._assigned(spans)]

    def _groupings(self) -> Iterator[list[_Span]]:
        """Every way to divide the text: each bar divides, a line break may or may not."""
        start, end = len(self.text) - len(self.text.lstrip()), len(self.text.rstrip())
        bars = [at for at, sign in enumerate(self.text) if sign == "|"]
        breaks = [at for at in range(start, end) if self.text[at] == "\n"]
        for count in range(_FIELDS - len(bars)):
            for chosen in combinations(breaks, count):
                cuts = [-1, *sorted([*bars, *chosen]), len(self.text)]
                yield [(left + 1, right) for left, right in pairwise(cuts)]

    def _assigned(self, spans: list[_Span]) -> Iterator[Reading]:
        """What the fields could be, in the order in which they stand."""
        nothing = Trades()
        if len(spans) == 1:
            yield Reading(nothing, self._card(spans[0]), nothing)
            yield from self._in_words(spans[0])
        elif len(spans) == _FIELDS:
            before, card, after = spans
            yield Reading(self._trade(before), self._card(card), self._trade(after))
        else:
            yield Reading(nothing, self._card(spans[0]), self._trade(spans[1]))
            yield Reading(self._trade(spans[0]), self._card(spans[1]), nothing)

    def _in_words(self, span: _Span) -> Iterator[Reading]:
        """Trades in words around a card, without dividers."""
        sides: tuple[list[Item], list[Item]] = ([], [])
        flaws: list[Flaw] = []
        cards: list[_Span] = []
        at = span[0]
        for found in self._patterns.word_trade.finditer(self._flat, *span):
            if self._flat[at : found.start()].strip():
                cards.append((at, found.start()))
            item, flaw = self._trade_reader.item(found)
            sides[bool(cards)].extend([item] if item else [])
            flaws.extend([flaw] if flaw else [])
            at = found.end()
        if self._flat[at : span[1]].strip():
            cards.append((at, span[1]))
        if len(cards) == 1 and cards[0] != span:
            before, after = (Trades(tuple(side)) for side in sides)
            yield Reading(before, self._card(cards[0]), after, tuple(flaws))

    def repairs(self) -> Iterator[Reading]:
        """Readings that are not in the notation, but may be what was meant."""
        words = [found.start() for found in _WORD.finditer(self._flat)][: _MOST_WORDS + 1]
        if not words:
            return
        end = len(self._flat)
        yield self._no_card((0, end))
        if len(words) > _MOST_WORDS:
            return
        cuts = [*words, end]
        for left, right in combinations(cuts, 2):
            reading = self._undivided(left, right)
            if reading:
                yield reading
        yield from self._two_cards(cuts)

    def _no_card(self, span: _Span) -> Reading:
        """All of it as trades, with the card forgotten."""
        trades = self._trade(span)
        start, end = len(self._flat) - len(self._flat.lstrip()), len(self._flat.rstrip())
        missing = Flaw("no-card", start, end, 1.55, "turn")
        return Reading(trades, Found(start, end, (), (missing,)), Trades())

    def _undivided(self, left: int, right: int) -> Reading | None:
        """Trades around a card with the dividers forgotten or misplaced."""
        before, after = self._trade((0, left)), self._trade((right, len(self._flat)))
        card = self._card((left, right))
        if not card.plays:
            return None
        signed = any(item.signed for item in (*before.items, *after.items))
        start, end = len(self._flat) - len(self._flat.lstrip()), len(self._flat.rstrip())
        weight = 1.5 if len(card.plays) == 1 else 1.6
        code = "card-place" if "|" in self.text else "no-dividers"
        others = (Flaw(code, start, end, weight),)
        reading = Reading(before, card, after)
        return reading._replace(others=others) if signed or not reading.flaws else reading

    def _two_cards(self, cuts: list[int]) -> Iterator[Reading]:
        """Two cards next to each other."""
        for left, middle, right in combinations(cuts, 3):
            first, second = self._card((left, middle)), self._card((middle, right))
            if first.flaws or second.flaws:
                continue
            if self._could_be_trades((left, middle)) or self._could_be_trades((middle, right)):
                continue
            divided = "|" in self.text[left:middle] or "\n" in self.text[left:middle]
            if len(first.plays) == 1 or divided:
                flaw = Flaw("two-cards", second.start, second.end, 1.2, "turn")
                yield Reading(
                    self._trade((0, left)), first, self._trade((right, len(self._flat))), (flaw,)
                )

    def _could_be_trades(self, span: _Span) -> bool:
        """Whether what can be a card may as well be trades, for it has their signs and no more."""
        return self._flat[span[0]] in "+-" and not self._trade(span).flaws

    def _trade(self, span: _Span) -> Trades:
        if span not in self._trades:
            self._trades[span] = self._trade_reader.read(self._flat, *span)
        return self._trades[span]

    def _card(self, span: _Span) -> Found:
        if span not in self._cards:
            self._cards[span] = self._card_reader.read(self._flat, *span)
        return self._cards[span]
