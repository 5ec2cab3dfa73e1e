"""Tells orders from chatter, line by line, before anybody reads them as orders."""

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Final

from pbm.core.contract import Likeness
from pbm.core.orders.reader import ELSE
from pbm.core.orders.tokens import Token, tokens
from pbm.core.orders.words import Vocabulary
from pbm.core.text import STRUCK, clean, quoted

_LONGEST: Final = 1000
"""A longer line is not looked into behind this, and asked about if it begins like orders."""
_NEAR: Final = 3
"""So many words after a verb in prose what it is about may stand."""
_MOST: Final = 9999
"""Larger numbers, as in telephone numbers, are no part of orders."""
_SHORT: Final = 6
_NUMBERS: Final = 2
"""An order that somebody misspelt has so many words, and so many numbers among them, at most."""
_CURT: Final = 3
"""In so few words the verb may be the second; in fewer it needs nothing beside it."""
_ASKING: Final = "?"


class Judge:
    """Judges single lines by the words of the orders and by the `names` that they can have.

    After the verbs `naming` somebody is named, whoever that is; names of `people` tell nothing.
    """

    def __init__(
        self,
        vocabulary: Vocabulary,
        names: Iterable[str],
        naming: Iterable[str] = (),
        people: Iterable[str] = (),
    ) -> None:
        self._vocabulary = vocabulary
        self._naming = frozenset(naming)
        called = [name.split() for name in names]
        self._names = frozenset(word for words in called for word in words)
        self._codes = frozenset(words[0] for words in called if len(words) == 1)
        self._people = frozenset(word for name in people for word in name.split())

    def likeness(self, line: str) -> Likeness:
        """How much one line of a letter looks like orders."""
        source = clean(line[:_LONGEST])
        if quoted(source.clean):
            return Likeness.CHATTER
        if STRUCK in source.clean:
            return Likeness.DOUBTFUL
        words = [token for token in tokens(source) if not token.divides]
        if not words:
            return Likeness.CHATTER
        if all(token.text in self._people for token in words):
            return Likeness.CHATTER
        if not all(map(self._belongs, self._nameless(words))):
            return Likeness.DOUBTFUL if self._in_prose(words) else Likeness.CHATTER
        found = self._of_grammar(words)
        if found is Likeness.ORDER and (_ASKING in source.clean or len(line) > _LONGEST):
            return Likeness.DOUBTFUL
        return found

    def _of_grammar(self, words: Sequence[Token]) -> Likeness:
        """A line of nothing but words that orders are made of."""
        meant = {self._vocabulary.word(token.text) for token in words}
        if ELSE in meant or any(self._vocabulary.verb(token.text) for token in words):
            return Likeness.ORDER
        if any(self._tells(token.text) for token in words):
            return Likeness.ORDER if len(words) > 1 else Likeness.DOUBTFUL
        named = any(token.text in self._names for token in words)
        counted = any(token.number is not None for token in words)
        return Likeness.DOUBTFUL if named and (counted or meant > {None}) else Likeness.CHATTER

    def _nameless(self, words: Sequence[Token]) -> list[Token]:
        """The words without those that name somebody, between a verb and a number."""
        kept, passed = [], 0
        for token in words:
            if passed and token.number is None:
                passed -= 1
                continue
            passed = _NEAR if self._vocabulary.verb(token.text) in self._naming else 0
            kept.append(token)
        return kept

    def _in_prose(self, words: Sequence[Token]) -> bool:
        """Whether a line with other words in it may be meant as an order all the same."""
        return self._about(words) or self._begun(words) or self._counted(words)

    def _about(self, words: Sequence[Token]) -> bool:
        """Whether a verb stands before something that only orders are about."""
        verbs = (n for n, token in enumerate(words) if self._vocabulary.verb(token.text))
        return any(
            token.text in self._names or self._tells(token.text)
            for verb in verbs
            for token in words[verb + 1 : verb + 1 + _NEAR]
        )

    def _begun(self, words: Sequence[Token]) -> bool:
        """Whether it is a short line that begins with a verb and counts, or ends in a particle."""
        begins = words[: 2 if len(words) <= _CURT else 1]
        if len(words) > _SHORT or not any(self._vocabulary.verb(each.text) for each in begins):
            return False
        numbers = [token.number for token in words if token.number is not None]
        counts = 0 < len(numbers) <= _NUMBERS and max(numbers) <= _MOST
        small = self._vocabulary.is_particle(words[-1].text)
        return counts or (not numbers and (small or len(words) < _CURT))

    def _counted(self, words: Sequence[Token]) -> bool:
        """Whether a name of one word stands beside a number."""
        beside = ((a, b) for one, other in pairwise(words) for a, b in ((one, other), (other, one)))
        return any(
            name.text in self._codes and count.number is not None and count.number <= _MOST
            for name, count in beside
        )

    def _tells(self, text: str) -> bool:
        vocabulary = self._vocabulary
        return vocabulary.word(text) is not None and not vocabulary.is_particle(text)

    def _belongs(self, token: Token) -> bool:
        vocabulary, text = self._vocabulary, token.text
        number = token.number
        return bool(
            (number is not None and number <= _MOST)
            or text in self._names
            or text in self._people
            or vocabulary.verb(text)
            or vocabulary.word(text)
            or vocabulary.is_join(text)
        )
