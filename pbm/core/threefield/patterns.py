"""The patterns of the notation, made from the words of all languages.

They are matched against prepared text: clean, small letters, look-alikes as twins, dividers as
`|`. There Cyrillic с к о х у are the Latin letters; з stays, and is a 3 where a number stands
(behind another digit, in a trade, it is asked about: `+2зк` may be two green).
"""

import re
from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import Final

from pbm.core.text import twins
from pbm.core.threefield.words import Words

LETTER: Final = r"[^\W\d_]"
_END: Final = f"(?!{LETTER})"
_START: Final = r"(?<![^\W_])"
# Bounded, so that a long row of digits is not tried from each of its digits to its end.
NUMBER: Final = "[0-9з][0-9oз]{0,40}"
# Before a space a final з is a stock (`-3з к`), unless nothing else could be the number.
_NUMBER_APART: Final = "(?:[0-9з][0-9oз]{0,40}[0-9o]|[0-9з])"
FACTOR: Final = r"[x*:/]\s*2(?![0-9])"
_DIGITS: Final = str.maketrans("oз", "03")
_SPELLED: Final = str.maketrans({"0": "[0o]", "3": "[3з]"})
# A dot or a comma between two digits belongs to a number and is no pause.
_PAUSE: Final = re.compile(r"(?<![0-9])[.,]|[.,](?![0-9])")
_BAR: Final = re.compile(r"\s*[|;]\s*")
# Signs of prose that stand against a word without being part of it.
_QUOTES: Final = r"""!?…"'«»„“”()_"""
WORD: Final = re.compile(rf"[{_QUOTES}]+|[^\s|{_QUOTES}]+")
_BREAKS: Final = re.compile(r"\n\s*\n")


def number(digits: str) -> int:
    """The number that digits mean, З and О among them."""
    return int(digits.translate(_DIGITS))


class Patterns:
    """The compiled patterns; the field readers go from one match to the next.

    `figures` are those that stand on the game's cards.
    """

    def __init__(self, words: Words, figures: Iterable[str]) -> None:
        stems, letters = any_of(words.stems), f"[{''.join(words.letters)}]"
        self.figure: Final = spelled(figures)
        self.stock: Final = f"(?:(?:{stems}){LETTER}*|{letters}{_END})"
        # A stock that others may follow without a space, as in `100с кжз`.
        self.run: Final = f"(?:(?:{stems}){LETTER}*|{letters}(?={letters}*{_END}))"
        self.any_stock: Final = f"(?:(?:{stems}){LETTER}*|{letters})"
        self._words = words
        self._money: Final = {part for phrase in words.cash for part in phrase.split()}
        sells, buys = any_of(words.sell), any_of(words.buy)
        self._verbs: Final = f"{_START}(?:(?P<sell>{sells})|(?P<buy>{buys})){LETTER}*{_END}"
        self._lead: Final = rf"(?:(?P<minus>-)|(?P<plus>\+)|{self._verbs})"
        self.trade: Final = re.compile(rf"{self._lead}?\s*{self._amount()}")
        self._joins: Final = re.compile(rf"{_START}(?:{any_of(words.joins)}){_END}")
        tokens = self._token(stems, letters)
        # Possessive: a letter from a stranger must not be able to make it go back and forth.
        self._word: Final = re.compile(rf"(?>{tokens})++(?![^\s|{_QUOTES}])")

    # A pattern takes long to compile, and most lines need none of these.

    @cached_property
    def word_trade(self) -> re.Pattern[str]:
        """A trade that begins with a word, wherever in a line without dividers."""
        led = rf"{self._verbs}|{_START}(?={any_of(self._words.cash)})"
        return re.compile(rf"(?:{led})\s*{self._amount()}")

    @cached_property
    def without_stock(self) -> re.Pattern[str]:
        """A trade whose stock is missing."""
        count = f"(?:{NUMBER}|{any_of(self._words.all)}{_END})"
        return re.compile(rf"{self._lead}\s*{count}(?!\S)")

    @cached_property
    def uncounted(self) -> re.Pattern[str]:
        """A trade whose number is missing."""
        return re.compile(rf"{self._lead}\s*(?P<c>{self.stock})")

    @cached_property
    def grouped(self) -> re.Pattern[str]:
        """A trade whose number has gaps or points in it."""
        return re.compile(rf"{self._lead}?\s*(?P<n>[0-9]+(?:[ .,][0-9]+)+)\s*(?P<c>{self.stock})")

    def _amount(self) -> str:
        """How many of what: in numbers, all, most, or all that the cash allows."""
        words = self._words
        shares = f"(?:{any_of(words.shares)}){LETTER}*"
        cash = phrase_of(words.cash) + _END
        stock = self.stock
        apart = _NUMBER_APART if "з" in words.letters else NUMBER
        counted = (
            rf"(?P<n1>{NUMBER})|(?P<n2>{apart})\s+(?:{shares}\s+)?|(?P<cash>{cash})\s+"
            rf"|(?P<all>{any_of(words.all)}){_END}\s+(?:{shares}\s+)?"
            rf"|(?P<max>{any_of(words.max)})\s*(?:{shares}\s+)?"
        )
        return (
            rf"(?:(?:{counted})(?P<c>{stock})|(?P<c_first>{stock})\s+(?P<cash_after>{cash}))"
            rf"(?:\s+{shares}(?!\S))?"
        )

    def _token(self, stems: str, letters: str) -> str:
        """Every piece that a written word of the notation can be made of.

        What takes all letters up to the next sign stands first: then the first piece that fits is
        always a right one, and nothing need be tried twice.
        """
        words = self._words
        whole = any_of(sorted({*words.all, *self._money}, key=len, reverse=True))
        begun = any_of((*words.sell, *words.buy, *words.shares))
        return (
            rf"(?:{stems}|{begun}){LETTER}*+|(?:{whole}){_END}|{any_of(words.max)}|[-+]"
            rf"|[x*:/](?=\s*[0-9])|[0-9з]|(?<=[0-9oз])o|{letters}(?={letters}*(?:{_END}|{NUMBER}))"
        )

    def strangers(self, prepared: str) -> Iterator[re.Match[str]]:
        """The words of a prepared text that no order is made of."""
        for word in WORD.finditer(prepared):
            if not self._word.match(prepared, word.start()):
                yield word

    @cached_property
    def _loose(self) -> re.Pattern[str]:
        words = any_of(self._money - {*self._words.all})
        return re.compile(rf"{phrase_of(self._words.cash)}{_END}|(?P<loose>{_START}{words}{_END})")

    def loose(self, prepared: str) -> Iterator[re.Match[str]]:
        """The words that mean something in a phrase such as "for all cash", outside of one."""
        return (found for found in self._loose.finditer(prepared) if found["loose"])

    def prepare(self, clean: str) -> str:
        """Clean text as these patterns want it; every sign keeps its place."""
        text = _PAUSE.sub(" ", twins(clean))
        text = self._joins.sub(_blank, text)
        text = _BREAKS.sub(lambda found: "\n" + " " * (len(found[0]) - 1), text)
        return _BAR.sub(lambda found: found[0].replace("\n", " ").replace(";", "|"), text)

    def stock_of(self, found: re.Match[str]) -> int:
        """The stock of a matched amount."""
        return self._words.stock(found["c"] or found["c_first"])


def _blank(found: re.Match[str]) -> str:
    return " " * len(found[0])


def spelled(figures: Iterable[str]) -> str:
    """A pattern for the numbers of these figures without their signs, as people write them."""
    numbers = {figure.lstrip("+-") for figure in figures}
    longest = sorted(filter(str.isdigit, numbers), key=lambda digits: (-len(digits), digits))
    return "(?:" + "|".join(digits.translate(_SPELLED) for digits in longest) + ")"


def any_of(words: Iterable[str]) -> str:
    """A pattern for any of these words; without words it fits nothing."""
    return "(?:" + ("|".join(map(re.escape, words)) or "(?!)") + ")"


def phrase_of(phrases: Iterable[str]) -> str:
    """A pattern for any of these phrases, however far apart their words stand."""
    return "(?:" + "|".join(phrase.replace(" ", r"\s+") for phrase in phrases) + ")"
