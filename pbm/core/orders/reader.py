"""The reader of one order: it takes word after word, as the verb of the order asks for them."""

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final

from pbm.core.orders.tokens import BREAK, Token
from pbm.core.orders.words import Vocabulary
from pbm.core.problem import Kind, Place, Problem, Refusal
from pbm.core.tell import Value
from pbm.core.text import Text

ELSE: Final = "else"
"""The word between alternatives; every vocabulary has it."""
LONGEST_NAME: Final = 12
"""A name of more words is not read."""


class Reader:
    """A player's words with a finger on the next one.

    What is asked for and does not stand there is None, and the finger stays; the end of an item,
    an `ELSE` and the end of the text are never passed. `names` are what a game's orders can name,
    by kind: folded words and what they mean.
    """

    def __init__(
        self,
        source: Text,
        tokens: Sequence[Token],
        vocabulary: Vocabulary,
        names: Mapping[str, Mapping[str, Any]],
    ) -> None:
        self._source = source
        self._tokens = tokens
        self._vocabulary = vocabulary
        self._names = names
        self._at = 0

    def verb(self) -> str | None:
        """The verb that stands here."""
        token = self.peek()
        meaning = self._vocabulary.verb(token.text) if token else None
        return self._taken(meaning)

    def word(self, *meanings: str) -> str | None:
        """Which of these meanings the word here has."""
        token = self.peek()
        meaning = self._vocabulary.word(token.text) if token else None
        return self._taken(meaning if meaning in meanings else None)

    def number(self) -> int | None:
        """The whole number that stands here, from 0."""
        token = self.peek()
        return self._taken(token.number if token else None)

    def match(self, pattern: "re.Pattern[str]") -> "re.Match[str] | None":
        """The word here, if all of it fits a pattern of folded words."""
        token = self.peek()
        return self._taken(pattern.fullmatch(token.text) if token else None)

    def name(self, kind: str) -> Any | None:
        """What of this kind is named here; of names that begin alike the longest counts."""
        self.peek()
        words: list[str] = []
        found, after = None, self._at
        for token in self._tokens[self._at : self._at + LONGEST_NAME]:
            if token.divides or token.text == BREAK:
                break
            words.append(token.text)
            named = self._names[kind].get(" ".join(words))
            if named is not None:
                found, after = named, self._at + len(words)
        self._at = after
        return found

    def peek(self) -> Token | None:
        """The next word of this order; a line break may stand before it, if no verb follows."""
        at = self._past_breaks(self._at)
        if at == len(self._tokens) or self._tokens[at].divides:
            return None
        token = self._tokens[at]
        if self._vocabulary.word(token.text) == ELSE:
            return None
        if at > self._at and self._vocabulary.verb(token.text):
            return None
        self._at = at
        return token

    def wrong(self, code: str, rule: str = "", **values: Value) -> Refusal:
        """The refusal of the word that stands here, or of the order that ends here too soon."""
        token = self.peek()
        last = token or self._tokens[max(0, min(self._at, len(self._tokens)) - 1)]
        place = self.place(last.start, last.end)
        return Refusal([Problem(Kind.UNREADABLE, code, place, rule, values)])

    # What follows is for the notation, which goes from order to order.

    @property
    def at(self) -> int:
        """The number of the token under the finger."""
        return self._at

    @property
    def strays(self) -> bool:
        """Whether words stand here, in the line of an order that was read, that begin no order."""
        token = self.peek()
        if token is None or self._tokens[self._at - 1].text == BREAK:
            return False
        return not (self._vocabulary.verb(token.text) or self._vocabulary.is_join(token.text))

    @property
    def done(self) -> bool:
        """Whether nothing is left."""
        return self._at >= len(self._tokens)

    def place(self, start: int, end: int) -> Place:
        """Where a stretch of the clean text was written."""
        return self._source.place(start, end)

    def since(self, first: int) -> Place:
        """The words from a token to the last one taken."""
        last = max(first, self._at - 1)
        return self.place(self._tokens[first].start, self._tokens[last].end)

    def alternative(self) -> bool:
        """Whether an `ELSE` stands here, which is taken, and the line breaks around it."""
        at = self._past_breaks(self._at)
        token = self._tokens[at] if at < len(self._tokens) else None
        if token is None or self._vocabulary.word(token.text) != ELSE:
            return False
        self._at = self._past_breaks(at + 1)
        return True

    def between(self) -> None:
        """Pass what stands between two items."""
        while self._at < len(self._tokens):
            token = self._tokens[self._at]
            joins = token.text == BREAK or self._vocabulary.is_join(token.text)
            if not (token.divides or joins):
                return
            self._at += 1

    def skip(self) -> None:
        """Go to the end of an item that cannot be read."""
        while self._at < len(self._tokens):
            token = self._tokens[self._at]
            if token.divides or token.text == BREAK:
                return
            self._at += 1

    def near(self) -> str | None:
        """A verb that the word here may be meant for."""
        token = self.peek()
        return self._vocabulary.near(token.text) if token else None

    def _past_breaks(self, at: int) -> int:
        while at < len(self._tokens) and self._tokens[at].text == BREAK:
            at += 1
        return at

    def _taken(self, found: Any | None) -> Any | None:
        if found is not None:
            self._at += 1
        return found
