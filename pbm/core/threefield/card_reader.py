"""Reads a field with a card: `З0к ж`, `-40ж +50с`, `100с кжз`, `:2к x2ж`."""

import re
from collections.abc import Iterable
from functools import cached_property
from typing import Final, NamedTuple

from pbm.core.market.cards import DOUBLE, HALVE, Decks, Play
from pbm.core.threefield.parts import Flaw, Found
from pbm.core.threefield.patterns import FACTOR, NUMBER, Patterns, number, spelled
from pbm.core.threefield.words import Words

_LONGEST: Final = 4
"""Digits of a wrong figure that are looked at; no right one has more."""


class _Way(NamedTuple):
    """A play as it may be written: after its first half, these figures at these stocks."""

    play: Play
    stocks: tuple[int, ...]
    figures: tuple[str, ...]


class _Part(NamedTuple):
    """One piece after the first half: a stock, with its figure or without one."""

    stock: int
    figure: int | None
    falls: bool
    signed: bool


class _Head(NamedTuple):
    """The first half of a card as it was written, and what may follow it."""

    start: int
    stock: int
    figure: str
    ways: tuple[_Way, ...]

    def found(
        self, end: int, ways: Iterable[_Way] | None = None, flaws: tuple[Flaw, ...] = ()
    ) -> Found:
        """The card up to here, played in one of these ways."""
        plays = tuple(way.play for way in (self.ways if ways is None else ways))
        return Found(self.start, end, plays, flaws)


class CardReader:
    """Tells which card stands in a field, and how it is played.

    A card is known by its own half; by the other one, too, where no card's own half is like it.
    """

    def __init__(self, patterns: Patterns, words: Words, decks: Decks) -> None:
        self._patterns = patterns
        self._words = words
        self._decks = decks
        stock, run, loose = patterns.stock, patterns.run, patterns.any_stock
        self._number = re.compile(rf"(?P<sign>[-+]?)\s*(?P<n>{patterns.figure})\s*(?P<c>{run})")
        self._two = re.compile(rf"\+?\s*(?P<f>{FACTOR})\s*(?P<c>{run})")
        self._target = re.compile(rf"(?P<c>{stock})")
        written = rf"(?:(?P<sign>[-+])\s*(?P<n>{patterns.figure})|(?P<f>{FACTOR}))(?!\S)"
        self._named = re.compile(rf"\s*(?P<c>{stock})\s*{written}")
        several = [f for card in decks.copies if len(card.others) > 1 for f in card.others]
        self._part = re.compile(
            rf"\s*(?:(?P<sign>-)\s*(?P<n>{NUMBER})\s*(?P<c>{run})"
            rf"|(?P<c2>{loose})\s*-?\s*(?P<n2>{spelled(several)}|[0-9]+)|(?P<c3>{run})"
            rf"|\+?\s*(?P<n3>[0-9][0-9oз]*)\s*(?P<c4>{run}))"
        )

    # Of what is no card as it should be; most cards are.

    @cached_property
    def _other(self) -> re.Pattern[str]:
        """A number with a stock that no card has."""
        return re.compile(rf"[-+]?\s*(?:[x*:/]\s*)?(?P<n>{NUMBER})\s*(?P<c>{self._patterns.run})")

    @cached_property
    def _half(self) -> re.Pattern[str]:
        """A half of a card with a number that need not be its own."""
        return re.compile(rf"(?P<sign>[-+]?)\s*(?P<n>{NUMBER})\s*(?P<c>{self._patterns.stock})")

    @cached_property
    def _factor(self) -> re.Pattern[str]:
        """The same with a factor."""
        return re.compile(rf"(?P<f>[x*:/]\s*{NUMBER}?)\s*(?P<c>{self._patterns.stock})")

    @cached_property
    def _bare(self) -> re.Pattern[str]:
        """A half without a stock."""
        return re.compile(rf"[-+x*:/]\s*(?:{NUMBER})?")

    @cached_property
    def _ways(self) -> dict[tuple[str, int], tuple[_Way, ...]]:
        """What may follow each first half, by its figure and stock."""
        own: dict[tuple[str, int], list[_Way]] = {}
        turned: dict[tuple[str, int], list[_Way]] = {}
        for card, plays in self._decks.plays.items():
            for play in plays:
                way = _Way(play, play.targets, card.others)
                own.setdefault((card.own, card.stock), []).append(way)
                if len(card.others) == 1:
                    back = _Way(play, (card.stock,), (card.own,))
                    turned.setdefault((card.others[0], play.targets[0]), []).append(back)
        return {head: tuple(ways) for head, ways in (turned | own).items()}

    @cached_property
    def _known(self) -> str:
        """The cards there are, by their own figures."""
        figures = {card.own: None for card in self._decks.copies}
        both = {f.lstrip("+-") if f"+{f[1:]}" in figures else f.lstrip("+"): None for f in figures}
        return ", ".join(map(_shown, both))

    def read(self, text: str, start: int, end: int) -> Found:
        """The card between two places of a prepared text."""
        while start < end and text[start].isspace():
            start += 1
        while end > start and text[end - 1].isspace():
            end -= 1
        found = self._number.match(text, start, end) or self._two.match(text, start, end)
        if found and (head := self._head(found)):
            return self._rest(head, text, _skip(text, found.end(), end), end)
        if found := self._other.match(text, start, end):
            return self._no_such_card(start, end, 2 if self._ends(found, text, end) else 3.5)
        if effects := self._effects(text, start, end):
            ways = [way for way in self._ways.get(effects[0], ()) if _is(way, effects[1:])]
            plays = tuple(way.play for way in ways)
            return Found(start, end, plays) if plays else self._no_such_card(start, end, 2)
        return Found(start, end, (), (Flaw("no-card", start, end, 3.5, "turn"),))

    def _no_such_card(self, start: int, end: int, weight: float) -> Found:
        flaw = Flaw("no-such-card", start, end, weight, "cards", {"cards": self._known})
        return Found(start, end, (), (flaw,))

    def _head(self, found: re.Match[str]) -> _Head | None:
        """The first half that was matched, if there is a card with it."""
        figure, stock = self._effect(found)
        ways = self._ways.get((figure, stock))
        return _Head(found.start(), stock, figure, ways) if ways else None

    def _effect(self, found: re.Match[str]) -> tuple[str, int]:
        """The figure and the stock of a half that was matched."""
        groups = found.groupdict()
        stock = self._words.stock(groups["c"])
        if factor := groups.get("f"):
            return DOUBLE if factor[0] in "x*" else HALVE, stock
        return f"{groups['sign'] or '+'}{number(groups['n'])}", stock

    def _effects(self, text: str, at: int, end: int) -> list[tuple[str, int]]:
        """All of a card's effects, each stock before its figure, as letters tell a move's meaning.

        No trade is written so: none begins with a stock and ends with a figure. Nothing where the
        text is anything else, or a half alone, which could be meant as a trade after all.
        """
        effects = []
        while found := self._named.match(text, at, end):
            effects.append(self._effect(found))
            at = found.end()
        return effects if at == end and len(effects) > 1 else []

    def _ends(self, head: re.Match[str], text: str, end: int) -> bool:
        """Whether nothing but a card's second half follows."""
        rest = text[head.end() : end].strip()
        return not rest or bool(self._target.fullmatch(rest) or self._half.fullmatch(rest))

    def _rest(self, head: _Head, text: str, at: int, end: int) -> Found:
        """The card with what follows its first half."""
        if at == end:
            return head.found(end)
        if len(head.ways[0].figures) > 1:
            return self._several(head, text, at, end)
        if found := self._target.fullmatch(text, at, end):
            return self._targeted(head, end, self._words.stock(found["c"]))
        found = self._half.fullmatch(text, at, end)
        if head.figure in {DOUBLE, HALVE} and not found:
            found = self._factor.fullmatch(text, at, end)
        if not found:
            return self._unfinished(head, text, at, end)
        return self._halved(head, end, found)

    def _targeted(self, head: _Head, end: int, target: int) -> Found:
        """A card of two halves whose second one is for this stock."""
        ways = [way for way in head.ways if way.stocks == (target,)]
        if ways:
            return head.found(end, ways)
        deck = head.ways[0].play.card.deck
        return head.found(end, flaws=(Flaw("same-stock", head.start, end, 1, deck),))

    def _halved(self, head: _Head, end: int, found: re.Match[str]) -> Found:
        """A card with its second half written out."""
        whole = self._targeted(head, end, self._words.stock(found["c"]))
        way = head.ways[0]
        right = way.figures[0]
        if right in {DOUBLE, HALVE}:
            wrong = _wrong_factor(found, right)
        else:
            own = right == way.play.card.own
            wrong = _wrong_half(found, right, right.removeprefix("+") if own else right)
        if whole.flaws or not wrong:
            return whole
        values = {"own": _shown(head.figure), "right": _shown(right)}
        deck = way.play.card.deck
        flaw = Flaw(wrong[0], found.start(), end, wrong[1], deck, values)
        return whole._replace(flaws=(flaw,))

    def _several(self, head: _Head, text: str, at: int, end: int) -> Found:
        """A card with more than one free figure."""
        start, parts = at, []
        while at < end and (found := self._part.match(text, at, end)):
            parts.append(self._one_part(found))
            at = found.end()
        if at < end:
            return self._unfinished(head, text, at, end)
        if _trades(parts, head.ways[0].figures):
            return self._unfinished(head, text, start, end)
        ways = [way for way in head.ways if _fits(way, parts)]
        code = _wrong_parts(head, parts)
        values = {"figures": ", ".join(head.ways[0].figures)}
        deck = head.ways[0].play.card.deck
        flaws = (Flaw(code, start, end, 1, deck, values),) if code else ()
        return head.found(end, ways, flaws)

    def _one_part(self, found: re.Match[str]) -> _Part:
        stock = found["c"] or found["c2"] or found["c3"] or found["c4"]
        digits = (found["n"] or found["n2"] or found["n3"] or "")[:_LONGEST]
        figure = number(digits) if digits else None
        signed = found[0].lstrip()[0] in "+-"
        return _Part(self._words.stock(stock), figure, not found["n3"], signed)

    def _unfinished(self, head: _Head, text: str, at: int, end: int) -> Found:
        """A card followed by something that does not belong to it, or by half of a figure."""
        if self._bare.fullmatch(text, at, end):
            return head.found(end, flaws=(Flaw("no-target", at, end, 1),))
        return Found(head.start, end, (), (Flaw("after-card", at, end, 3),))


def _skip(text: str, at: int, end: int) -> int:
    while at < end and text[at].isspace():
        at += 1
    return at


def _shown(figure: str) -> str:
    return figure.replace("/", ":")


def _wrong_factor(found: re.Match[str], right: str) -> tuple[str, float] | None:
    """What is wrong with a written x2 or :2, and how badly; None if it is right."""
    figure = found.groupdict().get("f") or ""
    if figure[-1:] == "2" and (figure[0] in "x*") == (right == DOUBLE):
        return None
    return "wrong-factor", 1


def _wrong_half(found: re.Match[str], right: str, bare: str) -> tuple[str, float] | None:
    """What is wrong with a written figure, and how badly; None if it is right.

    `bare` is how it may also be written: a card's own figure needs no plus.
    """
    digits = str(number(found["n"][:_LONGEST]))
    if found["sign"] + digits in {right, bare}:
        return None
    if digits == right.lstrip("+-"):
        return "wrong-sign", 1
    return "wrong-half", 0.9 if found["sign"] else 1.3


def _is(way: _Way, effects: list[tuple[str, int]]) -> bool:
    """Whether these effects, in any order, are those that a way has after its first half."""
    return sorted(zip(way.figures, way.stocks, strict=True)) == sorted(effects)


def _trades(parts: list[_Part], free: tuple[str, ...]) -> bool:
    """Whether the figures after a first half are trades: all signed, and none is on the card."""
    figures = {int(figure) for figure in free}
    counted = [part for part in parts if part.figure is not None]
    return bool(counted) and all(p.signed and -(p.figure or 0) not in figures for p in counted)


def _fits(way: _Way, parts: list[_Part]) -> bool:
    """Whether a card played so has all that was written; stocks alone give the order."""
    figures = {s: int(f.lstrip("+-")) for s, f in zip(way.stocks, way.figures, strict=True)}
    if all(part.figure is None for part in parts):
        written = zip((part.stock for part in parts), way.figures, strict=False)
        return set(written) <= set(zip(way.stocks, way.figures, strict=True))
    return all(
        part.stock in figures and part.figure in {figures[part.stock], None} for part in parts
    )


def _wrong_parts(head: _Head, parts: list[_Part]) -> str:
    """What is wrong with the pieces after a first half; empty if they are right."""
    stocks = {part.stock for part in parts}
    free = head.ways[0].figures
    if head.stock in stocks:
        return "free-own"
    if len(stocks) < len(parts):
        return "free-twice"
    figures = sorted(part.figure for part in parts if part.figure is not None)
    if len(parts) != len(free) or figures not in ([], sorted(int(f.lstrip("+-")) for f in free)):
        return "free-figures"
    fall = all(figure[0] == "-" for figure in free)
    return "free-signs" if fall and not all(part.falls for part in parts) else ""
