"""The words of orders in every language, as the notation looks for them."""

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from pbm.core.contract import Plain
from pbm.core.text import twins

_WORDS: Final[Mapping[str, Mapping[str, tuple[str, ...]]]] = {
    "ru": {
        "sell": ("прода",),
        "buy": ("куп", "покуп", "беру", "возьму"),
        "all": ("все", "всех", "всю"),
        "max": ("макс", "максимум", "максимально"),
        "cash": ("на все", "на все деньги", "на всю сумму", "на всю наличность"),
        "shares": ("акци", "штук", "шт"),
        "joins": ("и",),
        "cues": (
            "минус", "плюс", "остал", "остат", "оставш", "весь", "полност", "взять", "берем",
            "докуп", "прикуп", "скуп", "выкуп", "приобр", "набира", "набер", "взял", "добав",
            "отда", "сда", "сбыва", "сбыть", "сбрас", "сброс", "слива", "избав", "распрода",
            "добир",
        ),
        "whole": (),
        "numerals": (
            "один", "одн", "два", "две", "двух", "три", "трех", "четыре", "пять", "пара", "пару",
        ),
    },
    "bg": {
        "sell": ("прода",),
        "buy": ("куп", "закуп"),
        "all": ("всички", "всичките", "всичко"),
        "max": ("макс", "максимум"),
        "cash": (
            "на всички",
            "на всичко",
            "за всичко",
            "за всички",
            "за всички пари",
            "на всички пари",
        ),
        "shares": ("акци", "броя", "бр"),
        "joins": ("и",),
        "cues": (
            "минус", "плюс", "остан", "остат", "цял", "взем", "взим",
            "докуп", "прикуп", "изкуп", "придоб", "отда", "давам", "разпрода", "пласир",
        ),
        "whole": (),
        "numerals": ("един", "една", "едно", "два", "две", "три", "четири", "пет"),
    },
    "en": {
        "sell": ("sell",),
        "buy": ("buy",),
        "all": ("all",),
        "max": ("max", "maximum"),
        "cash": (
            "for all",
            "for all cash",
            "for all my cash",
            "for all money",
            "for all my money",
            "for all the cash",
        ),
        "shares": ("share",),
        "joins": ("and",),
        "cues": (
            "minus", "plus", "rest", "remain", "sold", "bought", "purchas",
            "acquir", "dump", "unload", "offload", "dispos", "get", "take",
        ),
        "whole": ("everything", "out"),
        "numerals": ("one", "two", "three", "four", "five"),
    },
}  # fmt: skip
"""The words that trades are ordered with, by language.

`sell`, `buy`, `shares` are beginnings of words. `all` is all that is held, `max` all that the cash
allows; the first of each is the one that is written. `cash` are phrases that buy as much, without
a verb; `joins` stand between two orders and mean nothing. `cues` are beginnings of words that
order nothing here, but beside a stock they may well be meant to; nor do `whole`, words for all that
is held of every stock, and `numerals`, beginnings of words for small numbers.
"""


_KEYS: Final = tuple(_WORDS["en"])
"""The kinds of words, in the order in which `Words` has them."""


class Script(NamedTuple):
    """How one language writes: its stocks' letters, its words for all and for most."""

    letters: tuple[str, ...]
    all: str
    max: str


class Words(NamedTuple):
    """What is written in each language, and what is read in all of them.

    All words to be read are in small letters with look-alikes as twins. `letters` and `stems`
    lead to the stocks' numbers.
    """

    scripts: Mapping[str, Script]
    letters: Mapping[str, int]
    stems: Mapping[str, int]
    sell: tuple[str, ...]
    buy: tuple[str, ...]
    all: tuple[str, ...]
    max: tuple[str, ...]
    cash: tuple[str, ...]
    shares: tuple[str, ...]
    joins: tuple[str, ...]
    cues: tuple[str, ...]
    whole: tuple[str, ...]
    numerals: tuple[str, ...]

    def stock(self, word: str) -> int:
        """The stock that a letter or a word means, which must be one."""
        if len(word) == 1:
            return self.letters[word]
        return next(stock for stem, stock in self.stems.items() if word.startswith(stem))

    def taken(self, word: str) -> bool:
        """Whether a word would be read as an order and can be the name of no stock."""
        begun = (*self.sell, *self.buy, *self.all, *self.max, *self.shares)
        return twins(word.lower()).startswith(begun) or twins(word.lower()) in self.joins


def read_words(table: Plain) -> Words:
    """The words with the stocks of a table `{language: {letters: …, stocks: …}}`.

    `letters` are the stocks' letters, `stocks` beginnings of their names, in the order of the
    board; any ending may follow them.
    """
    letters = {language: tuple(row["letters"]) for language, row in table.items()}
    names = [(n, stem) for row in table.values() for n, stem in _stems(row["stocks"])]
    return _words(letters, names)


def named_words(names: Sequence[str]) -> Words:
    """The words with stocks that have the same names everywhere: a letter, or the first of one."""
    letters = dict.fromkeys(_WORDS, tuple(name[0].upper() for name in names))
    return _words(letters, [(n, name.lower()) for n, name in enumerate(names) if len(name) > 1])


def _words(letters: Mapping[str, tuple[str, ...]], names: Sequence[tuple[int, str]]) -> Words:
    def every(key: str) -> tuple[str, ...]:
        return tuple(sorted({twins(w) for r in _WORDS.values() for w in r[key]}, key=_longest))

    return Words(
        {
            language: Script(written, _WORDS[language]["all"][0], _WORDS[language]["max"][0])
            for language, written in letters.items()
        },
        {twins(a.lower()): n for written in letters.values() for n, a in enumerate(written)},
        {twins(stem): n for n, stem in names},
        *(every(key) for key in _KEYS),
    )


def _longest(word: str) -> tuple[int, str]:
    return (-len(word), word)


def _stems(stocks: Any) -> list[tuple[int, str]]:
    return [(stock, stem) for stock, stems in enumerate(stocks) for stem in stems]
