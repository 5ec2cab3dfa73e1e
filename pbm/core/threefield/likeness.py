"""Tells orders from chatter, line by line, before anybody reads them as orders."""

import re
from typing import Final

from pbm.core.contract import Likeness
from pbm.core.text import STRUCK, clean, quoted
from pbm.core.threefield.patterns import FACTOR, LETTER, NUMBER, Patterns, any_of, phrase_of
from pbm.core.threefield.words import Words

_END: Final = f"(?!{LETTER}|[0-9])"
_LONGEST: Final = 1000
"""No order is written in a line longer than this; such a line is not looked into."""
_START: Final = r"(?<![^\W_])"
# In prose a lone а с к в у (Latin here: a c k b y) is a word of its own and ч are hours, unless
# more of an order follows.
_PREPOSITION: Final = "[ackbyч]"
_WORDLIKE: Final = "[ackbyчжз]"
_TIME: Final = re.compile("(?<![0-9])[0-9]{1,2}:[0-9]{2}(?![0-9])")
_AT_END: Final = r"(?=\s*(?:$|[-+|:]))"

_FIGURE: Final = re.compile(r"[0-9]|[-+]\s?[зil]")
"""What every order in numbers has, mistyped or not; else the patterns of such are not asked."""


class Judge:
    """Judges single lines by the patterns of the notation.

    They stay text until a line needs them, for few do; `re` keeps what it has compiled.
    """

    def __init__(self, patterns: Patterns, words: Words) -> None:
        self._patterns = patterns
        stock, figure = patterns.stock, patterns.figure
        follows = rf"(?=\s*(?:$|[-+|:]|{patterns.run}))"
        spaced = rf"\s+(?:(?!{_PREPOSITION}{_END}){stock}|{stock}{follows})"
        after = rf"(?:{patterns.run}|{spaced})"
        self._hint = (
            rf"(?<![0-9a-zа-я/.])[x*:/]\s*2\s*{patterns.run}"
            rf"|(?:{_START}(?<![-+.:])[-+]\s?{NUMBER}|(?<![\w.,:/-]){figure}){after}"
            rf"|(?<![\w.,:/-])[0-9][0-9oз]*(?:(?![gчabcd]{_END}){stock}|\s+(?!\w{_END}){stock})"
        )
        self._card = re.compile(rf"(?:{FACTOR}|{figure})\s*{patterns.run}")
        self._sketch = _Sketch(patterns, words)

    def likeness(self, line: str) -> Likeness:
        """How much one line of a letter looks like orders."""
        if len(line) > _LONGEST:
            return Likeness.CHATTER
        text = clean(line).clean
        if quoted(text):
            return Likeness.CHATTER
        if STRUCK in text:
            return Likeness.DOUBTFUL
        text = self._patterns.prepare(text).strip()
        if text and not text.strip("| "):
            return Likeness.ORDER
        if next(self._patterns.strangers(text), None) is None:
            return self._of_grammar(text)
        hinted = _FIGURE.search(text) and re.search(self._hint, text)
        sketched = hinted or self._sketch.in_prose(text)
        return Likeness.DOUBTFUL if sketched else Likeness.CHATTER

    def _of_grammar(self, text: str) -> Likeness:
        """A line of nothing but words of the notation."""
        if self._card.search(text):
            return Likeness.ORDER
        found = self._patterns.trade.search(text)
        if not found:
            sketched = self._sketch.in_grammar(text)
            return Likeness.DOUBTFUL if sketched else Likeness.CHATTER
        led = found["minus"] or found["plus"] or found["sell"] or found["buy"] or found["cash"]
        number = found["n1"] or found["n2"]
        return Likeness.ORDER if led or number else Likeness.DOUBTFUL


class _Sketch:
    """Finds what nobody could read as an order, but which may be meant to be one.

    That is a verb, a sign or a word such as "all" together with a stock: `продаю одну синюю`.
    """

    def __init__(self, patterns: Patterns, words: Words) -> None:
        stock, letter = patterns.stock, f"[{''.join(words.letters)}]{_END}"
        named = rf"{_START}(?:{any_of(words.stems)})|(?<=[0-9]){stock}|(?<=[0-9]\s){stock}"
        verb = rf"{_START}(?:{any_of((*words.sell, *words.buy))}){LETTER}*"
        cue = rf"{_START}(?:{any_of((*words.cues, *words.max))}){LETTER}*"
        every = rf"(?:{any_of(words.all)}){_END}"
        # A comma, as in "thank you for all, G.", has become a second space.
        cash = phrase_of(words.cash)
        sign = rf"{_START}(?<![-+.:])[-+]"
        alone = rf"(?!{_WORDLIKE}{_END}){stock}|{stock}{_AT_END}"
        self._stock = rf"(?<!{LETTER})(?:{patterns.run})"
        whole = rf"(?:{every}|{any_of(words.max)}{_END})"
        self._of_nothing = (
            rf"(?:[-+]|{verb}\s)\s*{whole}|{verb}\s+{NUMBER}{_END}|{_START}{whole}\s+{verb}\W*$"
            rf"|^(?:{verb}|{cash})\W*$"
        )
        self._led = rf"[-+0-9]|{verb}|{cue}|{_START}{every}"
        self._verb = verb
        self._beside_verb = rf"{named}|{_START}(?:{alone})"
        self._cue = rf"{cue}|{_START}{every}"
        self._beside_cue = named
        self._joined = (
            rf"{verb}\s+{letter}|{cash}\s{letter}{_AT_END}|{cue}\s+(?:{LETTER}{{1,3}}\s+)?{letter}{_AT_END}"
            rf"|{sign}{stock}|{sign}\s(?:{alone})|{verb}\s+(?:{cue}|{any_of(words.whole)}{_END})\W*$"
        )
        self._tally = _tally(stock, words)
        self._numerals = words.numerals
        self._counted = _counted(letter, words)

    def in_grammar(self, text: str) -> bool:
        """Whether a line of nothing but words of the notation may be meant as a part of a move."""
        text = _TIME.sub(" ", text)
        part = re.search(self._stock, text) and re.search(self._led, text)
        return bool(part or re.search(self._of_nothing, text))

    def in_prose(self, text: str) -> bool:
        """The same for a line with other words in it, where a letter may be a word of its own."""
        verb, cue = re.search(self._verb, text), re.search(self._cue, text)
        # What leads in a pattern is looked for first: most prose has none of it.
        joins = verb or cue or "-" in text or "+" in text
        counts = any(numeral in text for numeral in self._numerals)
        found = (
            (verb and re.search(self._beside_verb, text))
            or (cue and re.search(self._beside_cue, text))
            or (joins and re.search(self._joined, text))
            or (counts and re.search(self._counted, text))
            or (_FIGURE.search(text) and re.search(self._tally, text))
        )
        return bool(found)


def _tally(stock: str, words: Words) -> str:
    """Small numbers of a stock, as people note them: `1зел`, `с=-1`, `-1/с`."""
    signed, small = rf"{_START}(?<![-+.:])[-+]\s?", r"[0-9]{1,3}(?![0-9.,:/-])"
    shares = rf"(?:\s*(?:{any_of(words.shares)}){LETTER}*)?\W*$"
    short = rf"(?={LETTER}{{2}})(?:{'|'.join(map(_shortened, words.stems))}){_END}"
    return (
        rf"(?<![\w.,:/-])[0-9]{{1,3}}{short}|[-+][0-9]{{1,3}}{short}"
        rf"|^[-+]?\s?{small}\s+{short}{shares}|^{short}\s*[:=]?\s*[-+]?\s?{small}{shares}"
        rf"|{_START}{stock}\s*[:=]\s*[-+]?\s?{small}|{signed}(?:[0-9]{{1,3}}\s?[/=]|[il])\s?{stock}"
    )


def _counted(letter: str, words: Words) -> str:
    """The same with a number in words: `одна зелёная`, `две з`, `-одна`."""
    number = rf"{any_of(words.numerals)}{LETTER}*"
    stock = rf"(?:{any_of(words.stems)}){LETTER}*(?:\s+{any_of(words.shares)}{LETTER}*)?|{letter}"
    minus = rf"(?:[-+]|{any_of(words.cues)}{LETTER}*\s)"
    return rf"{_START}{number}\s+(?:{stock})\W*$|^{minus}\s*{number}\W*$"


def _shortened(stem: str) -> str:
    """A pattern for a stem of which letters are left out, as in `сн` and `зел`."""
    return re.escape(stem[0]) + "".join(f"{re.escape(letter)}?" for letter in stem[1:])
