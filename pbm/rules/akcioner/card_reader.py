"""Reads a field with a card: `З0к ж`, `-40ж +50с`, `100с кжз`, `:2к x2ж`."""

import re
from collections.abc import Callable
from typing import Final, NamedTuple

from pbm.rules.akcioner.cards import DOUBLE, HALVE, Card, Decks, Play
from pbm.rules.akcioner.parts import Flaw, Found
from pbm.rules.akcioner.patterns import FACTOR, HUNDRED, NUMBER, SMALL, Patterns, number
from pbm.rules.akcioner.words import Words

_FALLS: Final = (10, 20, 30)
_LONGEST: Final = 4
"""Digits of a wrong figure that are looked at; no right one has more."""


class _Part(NamedTuple):
    """One piece after a сотня: a colour, with its figure or without one."""

    colour: int
    figure: int | None
    falls: bool


class CardReader:
    """Tells which card stands in a field, and how it is played."""

    def __init__(self, patterns: Patterns, words: Words, decks: Decks) -> None:
        self._words = words
        self._plays = decks.plays
        self._cards: dict[tuple[str, int], Card] = {(c.own, c.colour): c for c in decks.copies}
        colour, run, loose = patterns.colour, patterns.run, patterns.any_colour
        self._small = re.compile(rf"(?P<sign>[-+]?)\s*(?P<n>{SMALL})\s*(?P<c>{run})")
        self._hundred = re.compile(rf"\+?\s*{HUNDRED}\s*(?P<c>{run})")
        self._two = re.compile(rf"\+?\s*(?P<f>{FACTOR})\s*(?P<c>{run})")
        self._other = re.compile(rf"[-+]?\s*(?:[x*:/]\s*)?(?P<n>{NUMBER})\s*(?P<c>{run})")
        self._target = re.compile(rf"(?P<c>{colour})")
        self._half = re.compile(rf"(?P<sign>[-+]?)\s*(?P<n>{NUMBER})\s*(?P<c>{colour})")
        self._bare = re.compile(rf"[-+x*:/]\s*(?:{NUMBER})?")
        self._factor = re.compile(rf"(?P<f>[x*:/]\s*{NUMBER}?)\s*(?P<c>{colour})")
        self._part = re.compile(
            rf"\s*(?:(?P<sign>-)\s*(?P<n>{NUMBER})\s*(?P<c>{run})"
            rf"|(?P<c2>{loose})\s*-?\s*(?P<n2>[123з][0o]|[0-9]+)|(?P<c3>{run})"
            rf"|\+?\s*(?P<n3>[0-9][0-9oз]*)\s*(?P<c4>{run}))"
        )

    def read(self, text: str, start: int, end: int) -> Found:
        """The card between two places of a prepared text."""
        while start < end and text[start].isspace():
            start += 1
        while end > start and text[end - 1].isspace():
            end -= 1
        kinds: tuple[tuple[re.Pattern[str], Callable[..., Found]], ...] = (
            (self._small, self._read_small),
            (self._hundred, self._read_hundred),
            (self._two, self._read_two),
        )
        for pattern, read in kinds:
            if head := pattern.match(text, start, end):
                at = head.end()
                while at < end and text[at].isspace():
                    at += 1
                return read(head, text, at, end)
        if head := self._other.match(text, start, end):
            weight = 2 if self._ends(head, text, end) else 3.5
            return Found(start, end, (), (Flaw("no-such-card", start, end, weight, "A4"),))
        return Found(start, end, (), (Flaw("no-card", start, end, 3.5, "A10"),))

    def _ends(self, head: re.Match[str], text: str, end: int) -> bool:
        """Whether nothing but a card's second half follows."""
        rest = text[head.end() : end].strip()
        return not rest or bool(self._target.fullmatch(rest) or self._half.fullmatch(rest))

    def _read_small(self, head: re.Match[str], text: str, at: int, end: int) -> Found:
        figure = number(head["n"]) * (-1 if head["sign"] == "-" else 1)
        card = self._cards[f"{figure:+d}", self._words.colour(head["c"])]
        if at == end:
            return self._whole(head, end, card)
        if found := self._target.fullmatch(text, at, end):
            return self._targeted(head, end, card, self._words.colour(found["c"]))
        if found := self._half.fullmatch(text, at, end):
            return self._halved(head, end, card, found)
        return self._unfinished(head, text, at, end, card)

    def _halved(self, head: re.Match[str], end: int, card: Card, found: re.Match[str]) -> Found:
        """A small card with its second half written out."""
        right = card.others[0]
        whole = self._targeted(head, end, card, self._words.colour(found["c"]))
        written = found["sign"] + str(number(found["n"][:_LONGEST]))
        if whole.flaws or written == right:
            return whole
        code, weight = "wrong-half", 0.9
        if written.lstrip("+-") == right[1:]:
            code, weight = "wrong-sign", 1.0
        elif not found["sign"]:
            weight = 1.3
        flaw = Flaw(code, found.start(), end, weight, "A4", {"own": card.own, "right": right})
        return whole._replace(flaws=(flaw,))

    def _read_two(self, head: re.Match[str], text: str, at: int, end: int) -> Found:
        own = DOUBLE if head["f"][0] in "x*" else HALVE
        card = self._cards[own, self._words.colour(head["c"])]
        if at == end:
            return self._whole(head, end, card)
        if found := self._target.fullmatch(text, at, end):
            return self._targeted(head, end, card, self._words.colour(found["c"]))
        found = self._factor.fullmatch(text, at, end) or self._half.fullmatch(text, at, end)
        if not found:
            return self._unfinished(head, text, at, end, card)
        whole = self._targeted(head, end, card, self._words.colour(found["c"]))
        figure = found.groupdict().get("f") or ""
        right = card.others[0]
        if whole.flaws or (figure[-1:] == "2" and (figure[0] in "x*") == (right == DOUBLE)):
            return whole
        values = {"own": _shown(card.own), "right": _shown(right)}
        flaw = Flaw("wrong-factor", found.start(), end, 1, "A3", values)
        return whole._replace(flaws=(flaw,))

    def _read_hundred(self, head: re.Match[str], text: str, at: int, end: int) -> Found:
        card = self._cards["+100", self._words.colour(head["c"])]
        if at == end:
            return self._whole(head, end, card)
        start, parts = at, []
        while at < end and (found := self._part.match(text, at, end)):
            parts.append(self._hundred_part(found))
            at = found.end()
        if at < end:
            return self._unfinished(head, text, at, end, card)
        plays = tuple(play for play in self._plays[card] if _fits(play, parts))
        code = _hundred_code(card, parts)
        flaws = (Flaw(code, start, end, 1, "A3"),) if code else ()
        return Found(head.start(), end, plays, flaws)

    def _hundred_part(self, found: re.Match[str]) -> _Part:
        colour = found["c"] or found["c2"] or found["c3"] or found["c4"]
        digits = (found["n"] or found["n2"] or found["n3"] or "")[:_LONGEST]
        figure = number(digits) if digits else None
        return _Part(self._words.colour(colour), figure, not found["n3"])

    def _whole(self, head: re.Match[str], end: int, card: Card) -> Found:
        return Found(head.start(), end, self._plays[card])

    def _targeted(self, head: re.Match[str], end: int, card: Card, target: int) -> Found:
        plays = tuple(play for play in self._plays[card] if play.targets == (target,))
        if plays:
            return Found(head.start(), end, plays)
        rule = "A4" if card.deck == "small" else "A3"
        flaw = Flaw("same-colour", head.start(), end, 1, rule)
        return Found(head.start(), end, self._plays[card], (flaw,))

    def _unfinished(self, head: re.Match[str], text: str, at: int, end: int, card: Card) -> Found:
        """A card followed by something that does not belong to it, or by half of a figure."""
        if self._bare.fullmatch(text, at, end):
            flaw = Flaw("no-target", at, end, 1)
            return Found(head.start(), end, self._plays[card], (flaw,))
        return Found(head.start(), end, (), (Flaw("after-card", at, end, 3),))


def _shown(figure: str) -> str:
    return figure.replace("/", ":")


def _fits(play: Play, parts: list[_Part]) -> bool:
    """Whether a сотня played so has all that was written; colours alone give the order."""
    falls = dict(zip(play.targets, _FALLS, strict=True))
    if all(part.figure is None for part in parts):
        colours = tuple(part.colour for part in parts)
        return play.targets[: len(colours)] == colours
    return all(falls.get(part.colour) in (part.figure, None) for part in parts) and {
        part.colour for part in parts
    } <= set(play.targets)


def _hundred_code(card: Card, parts: list[_Part]) -> str:
    """What is wrong with the pieces after a сотня; empty if they are right."""
    colours = {part.colour for part in parts}
    if card.colour in colours:
        return "hundred-own"
    if len(colours) < len(parts):
        return "hundred-twice"
    figures = sorted(part.figure for part in parts if part.figure is not None)
    if len(parts) != len(_FALLS) or tuple(figures) not in ((), _FALLS):
        return "hundred-figures"
    return "" if all(part.falls for part in parts) else "hundred-signs"
