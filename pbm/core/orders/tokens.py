"""The tokens of orders: words with their places, and the signs that divide items."""

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from pbm.core.text import Text, twins

BREAK: Final = "\n"
_TOKEN: Final = re.compile(r"""[;|\n]|[^\s;|,!?…"'«»„“”()]+""")
_TRAILING: Final = ".:*_"
_LEADING: Final = ".:*_"
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
        start, words = found.start(), found[0]
        bare = words.rstrip(_TRAILING)
        start += len(bare) - len(bare.lstrip(_LEADING))
        bare = bare.lstrip(_LEADING)
        if bare:
            yield Token(start, start + len(bare), bare)
