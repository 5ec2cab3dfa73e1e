"""The words of orders: verbs and the words beside them, in every language, read and written."""

from collections.abc import Iterable, Mapping
from typing import Final

from pbm.core.contract import Plain
from pbm.core.tell import LANGUAGES
from pbm.core.text import clean, twins

_ANY_ENDING: Final = "*"
_SHORTEST_STEM: Final = 3


def folded(text: str) -> str:
    """Words as they are compared: small letters, one shape for look-alikes, single spaces."""
    return " ".join(twins(clean(text).clean).split())


class Vocabulary:
    """What the words of a game's orders mean, whichever of the languages they are of.

    The table has these parts. `verbs`, `words` and `particles` name each meaning with its words by
    language: the first is the one that is written, all are read, and one that ends with `*` is read
    with any ending. Particles, which a game may do without, are small words that stand beside verbs
    in other sentences, too. `joins` are words by language that may stand between orders and mean
    nothing.
    """

    def __init__(self, table: Plain) -> None:
        self._verbs = _Meanings(table["verbs"])
        self._words = _Meanings(table["words"])
        self._particles = _Meanings(table.get("particles", {}))
        joins = (word for words in table["joins"].values() for word in words)
        self._joins = frozenset(map(folded, joins))

    def verb(self, token: str) -> str | None:
        """The verb that a folded word means, if it is one."""
        return self._verbs.find(token)

    def word(self, token: str) -> str | None:
        """The meaning of a folded word beside verbs, if it has one."""
        return self._words.find(token) or self._particles.find(token)

    def is_particle(self, token: str) -> bool:
        """Whether a folded word says little of what the sentence is about."""
        return self._particles.find(token) is not None

    def is_join(self, token: str) -> bool:
        """Whether a folded word only joins orders, or is said to be polite."""
        return token in self._joins

    def write(self, meaning: str, language: str) -> str:
        """The word of a verb or another meaning, as canonical lines have it."""
        parts = (self._verbs, self._words, self._particles)
        return next(
            part.written[meaning, language] for part in parts if (meaning, language) in part.written
        )

    def near(self, token: str) -> str | None:
        """A verb, as it is read, that looks much like a folded word; None if none does."""
        # Only an error pays for it.
        from difflib import get_close_matches  # noqa: PLC0415

        near = get_close_matches(token, self._verbs.exact, 1, 0.6)
        return self._verbs.exact[near[0]] if near else None


class _Meanings:
    """The meanings of one part of the table, by word and by the beginnings of words."""

    def __init__(self, table: Mapping[str, Mapping[str, Iterable[str]]]) -> None:
        self.exact: dict[str, str] = {}
        self.written: dict[tuple[str, str], str] = {}
        self._stems: dict[str, str] = {}
        for meaning, by_language in table.items():
            for language in LANGUAGES:
                words = list(by_language[language])
                self.written[meaning, language] = words[0].upper()
                for word in words:
                    self._add(word, meaning)

    def _add(self, word: str, meaning: str) -> None:
        """Two meanings of one word are a fault of the table, found when it is read."""
        stem = word.endswith(_ANY_ENDING)
        kept = self._stems if stem else self.exact
        key = folded(word.removesuffix(_ANY_ENDING))
        if kept.setdefault(key, meaning) != meaning or (stem and len(key) < _SHORTEST_STEM):
            raise ValueError(f"{word} cannot mean {meaning}, too")

    def find(self, token: str) -> str | None:
        """The meaning of a folded word; the longest beginning that fits counts."""
        if token in self.exact:
            return self.exact[token]
        ends = range(len(token), _SHORTEST_STEM - 1, -1)
        return next((self._stems[token[:n]] for n in ends if token[:n] in self._stems), None)
