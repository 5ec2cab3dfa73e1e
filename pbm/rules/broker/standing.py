"""Finds what a line has beside its three fields: standing orders and splits (B23, B32)."""

import re
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from pbm.core.contract import Plain
from pbm.core.text import Text, clean, twins
from pbm.core.threefield.patterns import LETTER, NUMBER, number
from pbm.core.threefield.words import Words
from pbm.rules.broker.moves import Keep

_BEFORE: Final = r"(?:^|(?<=[|;\n.,]))[^\S\n]*"
_REST: Final = r"(?:[^|;\n,.]|\.(?=[0-9]))*"
_DIVIDERS: Final = "|;,"
_BLANK: Final = "|;,. \n\t"
_NEARLY: Final = re.compile(r"\s+\w{1,2}(?:\s*[0-9]+)?[\s!]*")
MOST_DIGITS: Final = 9
"""Longer numbers of shares are not read."""


class Item(NamedTuple):
    """One item that is no field: where it stands in the clean text, and what it orders.

    `code` says what it begins like, `rest` is what follows the word. Without keeps and without a
    split it is no order.
    """

    start: int
    end: int
    code: str
    rest: str
    keeps: tuple[Keep, ...] = ()
    split: int | None = None

    @property
    def readable(self) -> bool:
        """Whether it is an order."""
        return bool(self.keeps) or self.split is not None


class OrderWords(NamedTuple):
    """The words of standing orders and splits: as they are written, and as they begin."""

    keep: Mapping[str, str]
    split: Mapping[str, str]
    keeps: str
    splits: str


def read_order_words(table: Plain) -> OrderWords:
    """The words from the table `words.yaml`."""

    def begun(key: str) -> str:
        return "|".join(sorted({twins(stem) for row in table.values() for stem in row[key][1:]}))

    return OrderWords(
        {language: row["keep"][0] for language, row in table.items()},
        {language: row["split"][0] for language, row in table.items()},
        begun("keep"),
        begun("split"),
    )


class Finder:
    """Finds the items of one game, whose companies have these words."""

    def __init__(self, orders: OrderWords, words: Words) -> None:
        self._words = words
        letters = "".join(words.letters)
        stems = "|".join(map(re.escape, words.stems)) or "(?!)"
        company = rf"(?:(?:{stems}){LETTER}*|[{letters}](?!{LETTER}))"
        every = "|".join(words.all)
        count = rf"(?:{NUMBER}|(?:{every})(?!{LETTER}))"
        named = rf"{company}\s*(?:[:=]\s*)?{count}"
        pair = rf"(?:{named}|{count}\s*{company})"
        joins = rf"(?:(?:{'|'.join(words.joins)})\s+)?"
        # A comma divides orders, but `keep A 3, B 2` goes on behind one.
        more = rf"(?:,\s*{joins}{named}(?=\s*(?:[|;\n.,]|$)))*"
        self._keep = re.compile(rf"{_BEFORE}(?:{orders.keeps}){LETTER}*(?P<rest>{_REST}{more})")
        self._split = re.compile(rf"{_BEFORE}(?:{orders.splits}){LETTER}*(?P<rest>{_REST})")
        self._pairs = re.compile(rf"\s+{pair}(?:(?:\s+|,\s*){joins}{pair})*[\s!]*")
        self._pair = re.compile(
            rf"(?P<a>{company})\s*(?:[:=]\s*)?(?P<n>{count})|(?P<m>{count})\s*(?P<b>{company})"
        )
        self._loose = re.compile(rf"(?<!{LETTER})(?:{orders.keeps}){LETTER}*\s+{pair}(?!{LETTER})")
        self._one = re.compile(rf"\s+(?P<c>{company})[\s!]*")

    def find(self, source: Text) -> list[Item]:
        """All items in the order in which they were written."""
        text = twins(source.clean)
        found = [self._kept(match) for match in self._keep.finditer(text)]
        found += [self._divided(match) for match in self._split.finditer(text)]
        return sorted(found)

    def hints(self, source: Text) -> bool:
        """Whether something like a standing order stands among other words."""
        return self._loose.search(twins(source.clean)) is not None

    def _kept(self, match: re.Match[str]) -> Item:
        rest = match["rest"]
        if not self._pairs.fullmatch(rest):
            return Item(*match.span(), "keep", rest)
        keeps = tuple(self._one_keep(pair) for pair in self._pair.finditer(rest))
        return Item(*match.span(), "keep", rest, keeps)

    def _one_keep(self, pair: re.Match[str]) -> Keep:
        stock = self._words.stock(pair["a"] or pair["b"])
        count = pair["n"] or pair["m"]
        if not count[0].isdigit() and count[0] not in "оз":
            return Keep(stock, None)
        return Keep(stock, number(count[:MOST_DIGITS]))

    def _divided(self, match: re.Match[str]) -> Item:
        rest = match["rest"]
        one = self._one.fullmatch(rest)
        return Item(
            *match.span(), "split", rest, split=self._words.stock(one["c"]) if one else None
        )


class Parsed(NamedTuple):
    """A player's words taken apart: the items in them, and the words that are left."""

    source: Text
    items: Sequence[Item]
    rest: str

    @property
    def alone(self) -> bool:
        """Whether there is nothing beside the items."""
        return bool(self.items) and not self.rest.strip(_BLANK)

    @property
    def nearly(self) -> bool:
        """Whether an item that is none looks like one all the same: `keep E 3`, `keep A`."""
        return any(_NEARLY.fullmatch(item.rest) for item in self.items if not item.readable)


def parse(text: str, finder: Finder) -> Parsed:
    """A player's words, the items taken out of them, each with one divider beside it."""
    source = clean(text)
    items = finder.find(source)
    if not items:
        return Parsed(source, items, text)
    rest = source.without(_with_divider(source.clean, item) for item in items)
    return Parsed(source, items, rest)


def _with_divider(text: str, item: Item) -> tuple[int, int]:
    if item.start and text[item.start - 1] in _DIVIDERS:
        return item.start - 1, item.end
    after = not item.start and item.end < len(text) and text[item.end] in _DIVIDERS
    return item.start, item.end + after
