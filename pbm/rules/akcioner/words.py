"""The words of orders in every language, as the notation looks for them."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from pbm.core.contract import Plain
from pbm.core.text import twins


class Script(NamedTuple):
    """How one language writes: its colours' letters, its words for all and for most."""

    letters: tuple[str, ...]
    all: str
    max: str


class Words(NamedTuple):
    """What is written in each language, and what is read in all of them.

    All words to be read are in small letters with look-alikes as twins. `letters` and `stems`
    lead to the colours' numbers.
    """

    scripts: dict[str, Script]
    letters: dict[str, int]
    stems: dict[str, int]
    sell: tuple[str, ...]
    buy: tuple[str, ...]
    all: tuple[str, ...]
    max: tuple[str, ...]
    cash: tuple[str, ...]
    shares: tuple[str, ...]
    joins: tuple[str, ...]

    def colour(self, word: str) -> int:
        """The colour that a letter or a word means, which must be one."""
        if len(word) == 1:
            return self.letters[word]
        return next(colour for stem, colour in self.stems.items() if word.startswith(stem))


def read_words(table: Plain) -> Words:
    """The words from the table `words.yaml`."""
    scripts = {
        language: Script(tuple(row["letters"]), row["all"][0], row["max"][0])
        for language, row in table.items()
    }

    def all_of(key: str) -> tuple[str, ...]:
        return tuple(sorted({twins(w) for r in table.values() for w in r[key]}, key=_longest))

    return Words(
        scripts,
        {twins(letter): i for row in table.values() for i, letter in enumerate(row["letters"])},
        {twins(stem): i for row in table.values() for i, stem in _stems(row)},
        *(all_of(key) for key in ("sell", "buy", "all", "max", "cash", "shares", "and")),
    )


def _longest(word: str) -> tuple[int, str]:
    return (-len(word), word)


def _stems(row: dict[str, Any]) -> Iterator[tuple[int, str]]:
    for colour, stems in enumerate(row["colours"]):
        for stem in stems:
            yield colour, stem
