"""The tokens of orders: words with their places, and the signs that divide items."""

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from pbm.core.text import Text, clean, twins

BREAK: Final = "\n"
_TOKEN: Final = re.compile(r"""[;|\n]|[^\s;|,!?…"'’‘«»„“”()=/:]+""")
# A hyphen between letters or digits, as in ALB-1, and the seam of a word and a number, as in BEL3;
# a lone letter beside a digit may be one that looks like a digit.
_SEAM: Final = re.compile(r"(?<=\w)-(?=\w)|(?<=[^\W\d_]{2})(?=[0-9])|(?<=[0-9])(?=[^\W\d_]{2})")
_AROUND: Final = ".*_"
_BULLET: Final = re.compile(r"^[^\S\n]*(?:[-•*+]|[0-9]{1,2}[.)])[^\S\n]+(?=[^\W\d_])", re.MULTILINE)
_DIVIDERS: Final = (";", "|")
_NUMBER: Final = re.compile("(?=.*[0-9])[0-9oз]{1,9}|з")
_DIGITS: Final = str.maketrans("oз", "03")


class Token(NamedTuple):
    """One word or dividing sign: where it stands in the clean text, and how it is compared."""

    start: int
    end: int
    text: str

    @property
    def divides(self) -> bool:
        """Whether it is a sign that ends an item."""
        return self.text in _DIVIDERS

    @property
    def number(self) -> int | None:
        """The whole number it is, letters that look like digits among them; None if it is none."""
        if not _NUMBER.fullmatch(self.text):
            return None
        return int(self.text.translate(_DIGITS))


def tokens(source: Text) -> Iterator[Token]:
    """The tokens of a cleaned text; dots, quotes and bullets around words are no part of them."""
    text = _BULLET.sub(lambda found: " " * len(found[0]), twins(source.clean))
    for found in _TOKEN.finditer(text):
        start, word = found.start(), found[0].rstrip(_AROUND)
        start += len(word) - len(word.lstrip(_AROUND))
        yield from _pieces(start, word.lstrip(_AROUND))


def _pieces(start: int, word: str) -> Iterator[Token]:
    """A word cut at its seams."""
    at = 0
    for seam in _SEAM.finditer(word):
        yield Token(start + at, start + seam.start(), word[at : seam.start()])
        at = seam.end()
    if word:
        yield Token(start + at, start + len(word), word[at:])


def phrase(name: str) -> str:
    """A name as it is compared with what is written: its tokens."""
    return " ".join(token.text for token in tokens(clean(name)))
