"""Tells orders from chatter, line by line, before anybody reads them as orders."""

from collections.abc import Iterable, Sequence
from typing import Final

from pbm.core.contract import Likeness
from pbm.core.orders.tokens import Token, tokens
from pbm.core.orders.words import Vocabulary
from pbm.core.text import STRUCK, clean, quoted

_LONGEST: Final = 1000
"""No order is written in a line longer than this; such a line is not looked into."""
_NEAR: Final = 3
"""So many words after a verb in prose what it is about may stand."""
_MOST: Final = 9999
"""Larger numbers, as in dates and telephone numbers, are no part of orders."""


class Judge:
    """Judges single lines by the words of the orders and by the names that they can have.

    After the verbs `naming` somebody is named, whoever that is.
    """

    def __init__(
        self, vocabulary: Vocabulary, names: Iterable[str], naming: Iterable[str] = ()
    ) -> None:
        self._vocabulary = vocabulary
        self._naming = frozenset(naming)
        self._names = frozenset(word for name in names for word in name.split())

    def likeness(self, line: str) -> Likeness:
        """How much one line of a letter looks like orders."""
        if len(line) > _LONGEST:
            return Likeness.CHATTER
        source = clean(line)
        if quoted(source.clean):
            return Likeness.CHATTER
        if STRUCK in source.clean:
            return Likeness.DOUBTFUL
        words = [token for token in tokens(source) if not token.divides]
        if not words:
            return Likeness.CHATTER
        if all(map(self._belongs, self._nameless(words))):
            return self._of_grammar(words)
        return Likeness.DOUBTFUL if self._in_prose(words) else Likeness.CHATTER

    def _of_grammar(self, words: Sequence[Token]) -> Likeness:
        """A line of nothing but words that orders are made of."""
        if any(self._vocabulary.verb(token.text) for token in words):
            return Likeness.ORDER
        said = [token for token in words if self._tells(token.text)]
        if said and len(words) > 1:
            return Likeness.ORDER
        named = any(token.text in self._names for token in words)
        counted = any(token.number is not None for token in words)
        return Likeness.DOUBTFUL if named and counted else Likeness.CHATTER

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
        """Whether a verb stands before something that only orders are about."""
        verbs = (n for n, token in enumerate(words) if self._vocabulary.verb(token.text))
        return any(
            token.text in self._names or self._tells(token.text)
            for verb in verbs
            for token in words[verb + 1 : verb + 1 + _NEAR]
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
            or vocabulary.verb(text)
            or vocabulary.word(text)
            or vocabulary.is_join(text)
        )
