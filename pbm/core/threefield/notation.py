"""The notation of three fields: what players write is read here, and moves are written.

`read` takes every spelling of every language and never guesses: what can be read in two ways
is asked about, with lines that could be sent. What is legal is no question of this module.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import islice, product
from math import prod
from typing import Final

from pbm.core.contract import Likeness
from pbm.core.market.cards import Card, Decks, Play
from pbm.core.market.moves import Move
from pbm.core.problem import Kind, Problem, Refusal
from pbm.core.text import Text, clean
from pbm.core.threefield.card_reader import CardReader
from pbm.core.threefield.likeness import Judge
from pbm.core.threefield.parts import Flaw, Reading
from pbm.core.threefield.patterns import Patterns
from pbm.core.threefield.readings import MOST_LINES, Readings
from pbm.core.threefield.trade_reader import TradeReader
from pbm.core.threefield.words import Words
from pbm.core.threefield.writer import Writer

_MOST_NEAREST: Final = 12
_MOST_BARS: Final = 2
_MOST_SIGNS: Final = 2000
_QUOTED: Final = 40
_BROKEN_NUMBER: Final = re.compile(r"[-+]?[0-9]+(?:[.,][0-9]+)+[^\W\d_]*")
"""A number with a dot or a comma inside, with its sign and stock: `-1.000с`."""
_BULLET: Final = re.compile(r"[-\u2010-\u2015\u2212]\s+")
"""A minus before a card that may as well be the head of an item in a list."""
_ORDERLY: Final = re.compile("[-+0-9]")
"""Signs that make foreign words look like an order that was not understood."""


class Notation:
    """Reads and writes moves; made once from the game's tables.

    `rules` are the numbers of the game's rules by what they are about: "turn", "cards", a deck.
    What reads a player's own words is made with the first of them: replays and letters out,
    which know canonical lines alone, do not pay for its patterns.
    """

    def __init__(self, decks: Decks, words: Words, rules: Mapping[str, str]) -> None:
        self._decks = decks
        self._words = words
        self._rules = rules
        self._writers = {
            language: Writer(decks, script) for language, script in words.scripts.items()
        }

    @cached_property
    def _patterns(self) -> Patterns:
        return Patterns(self._words, self._decks.figures)

    @cached_property
    def _cards(self) -> CardReader:
        return CardReader(self._patterns, self._words, self._decks)

    @cached_property
    def _judge(self) -> Judge:
        return Judge(self._patterns, self._words)

    def likeness(self, line: str) -> Likeness:
        """How much one line of a letter looks like orders."""
        return self._judge.likeness(line)

    def write(self, move: Move, language: str) -> str:
        """The canonical line of a move: `-3с +5к | 30к -60ж | +2з`."""
        return self._writers[language].move(move)

    def short(self, card: Card, language: str) -> str:
        """A card by its own half: `30к`, `-40ж`, `100с`, `x2к`, `:2к`."""
        return self._writers[language].short(card)

    def letter(self, stock: int, language: str) -> str:
        """A stock's letter, for the heads of tables."""
        return self._writers[language].letter(stock)

    def fields(self, move: Move, language: str) -> tuple[str, str, str]:
        """The canonical line's three fields: trades, card, trades."""
        return self._writers[language].fields(move)

    def read_canonical(self, line: str, language: str) -> Move:
        """The move of a line as `write` wrote it; raises Refusal for any other line."""
        return self._writers[language].read(line)

    def read(self, text: str, *, language: str) -> Move:
        """The move that the words mean; raises Refusal with every problem.

        Words of all languages are read; `language` is the one in which lines that could be
        sent instead are written.
        """
        if len(text) > _MOST_SIGNS:
            raise Refusal([_too_long(clean(text[:_MOST_SIGNS]))])
        source = clean(text)
        prepared = self._patterns.prepare(source.clean)
        self._refuse_shape(source, prepared)
        strangers = self._strangers(prepared)
        readings = self._readings(_without(prepared, strangers), language)
        candidates = readings.candidates()
        fitting = _distinct(reading for reading in candidates if not reading.flaws)
        if strangers:
            raise self._refuse_strangers(source, strangers, readings, fitting, language)
        fitting += [other for reading in fitting for other in self._bulleted(prepared, reading)]
        if len(fitting) == 1 and len(fitting[0].card.plays) == 1:
            return _move(source, fitting[0])
        if fitting:
            raise Refusal([self._ambiguous(source, fitting, language)])
        raise Refusal(self._problems(source, _best(candidates, readings), language))

    def _readings(self, prepared: str, language: str) -> Readings:
        trades = TradeReader(self._patterns, self._words, language)
        return Readings(prepared, self._patterns, trades, self._cards)

    def _bulleted(self, prepared: str, reading: Reading) -> Iterator[Reading]:
        """The same with the minus before the card as a bullet, where it may be one: `- 50с ж`."""
        start, end = reading.card.start, reading.card.end
        if prepared[:start].rpartition("\n")[2].strip() or not _BULLET.match(prepared, start):
            return
        card = self._cards.read(prepared, start + 1, end)
        if card.plays and not card.flaws:
            yield reading._replace(card=card)

    def _refuse_shape(self, source: Text, prepared: str) -> None:
        """Refuse what cannot be divided into fields at all."""
        written = prepared.strip()
        start = len(prepared) - len(prepared.lstrip())
        end = start + len(written)
        code, about = "", ""
        if not written.strip("| \n"):
            code, about = "empty", "turn"
        elif written.count("\n") >= MOST_LINES:
            raise Refusal([_too_long(source)])
        elif written.count("|") > _MOST_BARS:
            code = "too-many-fields"
        if code:
            place = source.place(min(start, end), end)
            raise Refusal([Problem(Kind.UNREADABLE, code, place, self._rules.get(about, ""))])

    def _strangers(self, prepared: str) -> list[Flaw]:
        """Words that no order is made of, neighbours taken together."""
        found: list[Flaw] = []
        words = [*self._patterns.strangers(prepared), *self._patterns.loose(prepared)]
        for word in sorted(words, key=re.Match.start):
            if _BROKEN_NUMBER.fullmatch(word[0]):
                continue
            if found and not prepared[found[-1].end : word.start()].strip(" "):
                found[-1] = found[-1]._replace(end=word.end())
            else:
                found.append(Flaw("unknown-words", *word.span()))
        return found

    def _refuse_strangers(
        self,
        source: Text,
        strangers: list[Flaw],
        readings: Readings,
        fitting: list[Reading],
        language: str,
    ) -> Refusal:
        """What to say of a text with foreign words; the rest may have problems of its own."""
        problems = [self._problem(source, flaw) for flaw in strangers]
        if any(_tears(flaw, reading) for flaw in strangers for reading in fitting):
            return Refusal(problems)
        if len(fitting) > 1 or any(len(reading.card.plays) > 1 for reading in fitting):
            problems.append(self._ambiguous(source, fitting, language))
        elif fitting and not _ORDERLY.search("".join(problem.place.words for problem in problems)):
            nearest = self._nearest(source, fitting, language)
            problems[-1] = problems[-1]._replace(nearest=nearest)
        elif not fitting and readings.text.strip("| \n"):
            others = self._problems(source, _best(readings.candidates(), readings), language)
            problems += [problem for problem in others if problem.code != "no-card"]
        return Refusal(sorted(problems, key=lambda problem: problem.place[:2]))

    def _ambiguous(self, source: Text, fitting: list[Reading], language: str) -> Problem:
        """The question which of several moves is meant."""
        nearest = self._nearest(source, fitting, language)
        if len(fitting) > 1:
            place = source.place(*_extent(source.clean))
            rule = self._rules["turn"]
            return Problem(Kind.AMBIGUOUS, "which-reading", place, rule, {}, nearest)
        found = fitting[0].card
        card = found.plays[0].card
        rule = self._rules[card.deck]
        place = source.place(found.start, found.end)
        if len(card.others) > 1:
            figures = {"figures": ", ".join(card.others)}
            return Problem(Kind.AMBIGUOUS, "which-order", place, rule, figures, nearest)
        one_card = all(play.card == card for play in found.plays)
        missing = {"figure": card.others[0] if one_card else card.own}
        return Problem(Kind.AMBIGUOUS, "which-stock", place, rule, missing, nearest)

    def _problems(self, source: Text, best: list[Reading], language: str) -> list[Problem]:
        """All that is wrong in the best readings; the lines that would be right go with the last.

        They differ in nothing that is wrong, only in the move that they would be.
        """
        problems = [self._problem(source, flaw) for flaw in best[0].flaws]
        curable = [
            reading
            for reading in best
            if reading.before.curable and reading.after.curable and reading.card.plays
        ]
        if all(problem.code != "two-cards" for problem in problems):
            nearest = self._nearest(source, curable, language)
            problems[-1] = problems[-1]._replace(nearest=nearest)
        return problems

    def _problem(self, source: Text, flaw: Flaw) -> Problem:
        place = source.place(flaw.start, flaw.end)
        rule = self._rules.get(flaw.about, "")
        return Problem(Kind.UNREADABLE, flaw.code, place, rule, flaw.values)

    def _nearest(self, source: Text, readings: Iterable[Reading], language: str) -> tuple[str, ...]:
        """Whole lines for every move that the readings could be, ready to send."""
        lines = (line for reading in readings for line in self._lines(source, reading, language))
        return tuple(islice(dict.fromkeys(lines), _MOST_NEAREST))

    def _lines(self, source: Text, reading: Reading, language: str) -> Iterator[str]:
        writer = self._writers[language]
        card = reading.card
        plain = not card.flaws and len(card.plays) > 1
        token = source.place(card.start, card.end).words.lstrip("+ ") if plain else ""
        token = _BULLET.sub("-", token)
        before, after = (
            tuple(item.options for item in trades.items)
            for trades in (reading.before, reading.after)
        )
        if prod(map(len, (card.plays, *before, *after))) > _MOST_NEAREST:
            return
        for first, play, last in product(product(*before), card.plays, product(*after)):
            written = self._completed(token, play, language) if token else writer.play(play)
            yield writer.line(first, written, last)

    def _completed(self, token: str, play: Play, language: str) -> str:
        """The player's own words for a card with the missing stocks in his language."""
        letters = self._words.scripts[language].letters
        short = f"{token} {''.join(letters[stock] for stock in play.targets)}"
        prepared = self._patterns.prepare(clean(short).clean)
        found = self._cards.read(prepared, 0, len(prepared))
        if found.plays == (play,) and not found.flaws:
            return short
        return self._writers[language].play(play)


def _move(source: Text, reading: Reading) -> Move:
    before, after = reading.before.items, reading.after.items
    spans = (*(item[:2] for item in before), reading.card[:2], *(item[:2] for item in after))
    return Move(
        tuple(item.options[0] for item in before),
        reading.card.plays[0],
        tuple(item.options[0] for item in after),
        tuple(source.place(start, end) for start, end in spans),
    )


def _too_long(source: Text) -> Problem:
    """More than a move can be; its first words are quoted."""
    start, end = _extent(source.clean)
    place = source.place(start, min(end, start + _QUOTED))
    return Problem(Kind.UNREADABLE, "too-long", place, "", {"most": MOST_LINES})


def _distinct(readings: Iterable[Reading]) -> list[Reading]:
    """The readings that mean different things, the first of each."""
    found: dict[tuple[object, ...], Reading] = {}
    for reading in readings:
        found.setdefault(reading.key, reading)
    return list(found.values())


def _without(prepared: str, strangers: Sequence[Flaw]) -> str:
    for flaw in strangers:
        blank = " " * (flaw.end - flaw.start)
        prepared = prepared[: flaw.start] + blank + prepared[flaw.end :]
    return prepared


def _extent(text: str) -> tuple[int, int]:
    start = len(text) - len(text.lstrip())
    return start, max(start, len(text.rstrip()))


def _best(candidates: list[Reading], readings: Readings) -> list[Reading]:
    """The readings that fit least badly, all with the same things wrong."""
    tried = [*candidates, *readings.repairs()]
    best = min(tried, key=lambda reading: reading.weight)
    return [reading for reading in tried if reading.flaws == best.flaws]


def _tears(flaw: Flaw, reading: Reading) -> bool:
    """Whether foreign words stand inside a trade or a card, so that it may mean another one."""
    spans: list[tuple[int, int]] = [
        part[:2] for part in (*reading.before.items, *reading.after.items)
    ]
    spans.append(reading.card[:2])
    return any(start < flaw.start < end for start, end in spans)
