"""Tells orders from chatter, line by line, before anybody reads them as orders."""

import re
from typing import Final

from pbm.core.contract import Likeness
from pbm.core.text import clean
from pbm.core.threefield.patterns import FACTOR, LETTER, NUMBER, Patterns

_END: Final = f"(?!{LETTER}|[0-9])"
_LONGEST: Final = 1000
"""No order is written in a line longer than this; such a line is not looked into."""
_START: Final = r"(?<![^\W_])"
# In prose a lone а с к в у (Latin here: a c k b y) is a word of its own and ч are hours, unless
# more of an order follows.
_PREPOSITION: Final = "[ackbyч]"


class Judge:
    """Judges single lines by the patterns of the notation."""

    def __init__(self, patterns: Patterns) -> None:
        self._patterns = patterns
        stock, figure = patterns.stock, patterns.figure
        follows = rf"(?=\s*(?:$|[-+|:]|{patterns.run}))"
        spaced = rf"\s+(?:(?!{_PREPOSITION}{_END}){stock}|{stock}{follows})"
        after = rf"(?:{patterns.run}|{spaced})"
        self._hint = re.compile(
            rf"(?<![0-9a-zа-я/.])[x*:/]\s*2\s*{patterns.run}"
            rf"|{_START}(?<![-+.:])[-+]\s?{NUMBER}{after}"
            rf"|(?<![\w.,:/-]){figure}{after}"
            rf"|(?<![\w.,:/-])[0-9][0-9oз]*(?:(?![gчabcd]{_END}){stock}|\s+(?!\w{_END}){stock})"
        )
        self._card = re.compile(rf"(?:{FACTOR}|{figure})\s*{patterns.run}")

    def likeness(self, line: str) -> Likeness:
        """How much one line of a letter looks like orders."""
        if len(line) > _LONGEST:
            return Likeness.CHATTER
        text = clean(line).clean
        if text.lstrip().startswith(">"):
            return Likeness.CHATTER
        text = self._patterns.prepare(text).strip()
        if text and not text.strip("| "):
            return Likeness.ORDER
        if next(self._patterns.strangers(text), None) is None:
            return self._of_grammar(text)
        if self._hint.search(text) or self._patterns.word_trade.search(text):
            return self._of_prose(text)
        return Likeness.CHATTER

    def _of_grammar(self, text: str) -> Likeness:
        """A line of nothing but words of the notation."""
        if self._card.search(text):
            return Likeness.ORDER
        found = self._patterns.trade.search(text)
        if not found:
            return Likeness.CHATTER
        led = found["minus"] or found["plus"] or found["sell"] or found["buy"] or found["cash"]
        number = found["n1"] or found["n2"]
        return Likeness.ORDER if led or number else Likeness.DOUBTFUL

    def _of_prose(self, text: str) -> Likeness:
        """A line of other words, with something like an order among them."""
        hint = self._hint.search(text)
        found = self._patterns.word_trade.search(text)
        sure = hint or (found and (found["sell"] or found["buy"]))
        return Likeness.DOUBTFUL if sure else Likeness.CHATTER
