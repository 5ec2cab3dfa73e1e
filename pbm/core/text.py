"""A player's words made readable: one sign for each meaning, and where every sign came from.

Nothing here knows a game. Signs that mean the same become one (minus signs, spaces, line
breaks, times), what cannot be seen goes, capitals become small. What a look-alike letter
means is left to each game, for only it knows where a number stands and where a letter.
"""

import re
import unicodedata
from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from pbm.core.problem import Place

_SAME: Final = {
    "-": "−–—‐‑‒―⁃˗﹣➖",
    "+": "﹢➕",
    "x": "×✕✖⨯⨉",
    "/": "÷➗∕⁄",
    ":": "∶꞉",
    "|": "¦│┃∣❘",
    ";": ";",
    "\n": "\v\f\x85\u2028\u2029",
    " ": "\t\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a"
    "\u202f\u205f\u3000",
}
_WIDE: Final = {wide: wide - 0xFEE0 for wide in range(0xFF01, 0xFF5F)}
_SIGNS: Final = _WIDE | {ord(old): new for new, olds in _SAME.items() for old in olds}

_UNSEEN: Final = (
    "\u00ad\u034f\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f"
    "\ufe00-\ufe0f\ufeff\u20e3"
)
_MARKS: Final = "\u0300-\u036f"
_OVERLAYS: Final = re.compile("[\u0334-\u0338]")
STRUCK: Final = "\u0336"
"""The clean sign for every letter that is struck out: what is crossed out is not to be read."""
# Signs that do not become exactly one sign; a text without them keeps its columns.
_UNEVEN: Final = re.compile(f"[{_UNSEEN}{_MARKS}\rİ]")
_PIECE: Final = re.compile(f"(?P<unseen>[{_UNSEEN}]+)|\r\n?|(?s:.)[{_MARKS}]*")

_TWINS: Final = str.maketrans("авеёзкмнорстухіјѕ", "abeeзkmhopctyxijs")


class Text(NamedTuple):
    """Words as they were written, the same cleaned, and where each clean sign stood."""

    original: str
    clean: str
    origins: Sequence[int]

    def place(self, start: int, end: int) -> Place:
        """Where a stretch of the clean text was written, and the player's own words there."""
        before = self.clean.rfind("\n", 0, start)
        first = self._ends(before) if before >= 0 else 0
        left = self.origins[start] if start < len(self.origins) else len(self.original)
        right = self._ends(end - 1) if end > start else left
        words = " ".join(self.original[left:right].split())
        return Place(self.clean.count("\n", 0, start) + 1, left - first + 1, words)

    def without(self, spans: Iterable[tuple[int, int]]) -> str:
        """The original with blanks where these stretches of the clean text were written."""
        text = self.original
        for start, end in spans:
            left, right = self.origins[start], self._ends(end - 1)
            text = text[:left] + " " * (right - left) + text[right:]
        return text

    def _ends(self, index: int) -> int:
        """Where in the original the sign ends that became the clean sign `index`."""
        following = index + 1
        if following < len(self.origins):
            return self.origins[following]
        return len(self.original)


def clean(text: str) -> Text:
    """The text with one sign for each meaning, in small letters."""
    if not _UNEVEN.search(text):
        return Text(text, text.translate(_SIGNS).lower(), range(len(text)))
    signs: list[str] = []
    origins: list[int] = []
    for piece in _PIECE.finditer(text):
        if not piece["unseen"]:
            signs.append(_one_sign(piece[0]))
            origins.append(piece.start())
    return Text(text, "".join(signs), origins)


def quoted(line: str) -> bool:
    """Whether a line is a quotation, as mail programs mark one."""
    return line.lstrip().startswith(">")


def twins(text: str) -> str:
    """Small letters with one shape for look-alikes: Cyrillic ones become their Latin twins.

    The result is as long as the text. ё counts as е, for many write it so. З and О stay
    letters: whether they are digits depends on where they stand.
    """
    return text.translate(_TWINS)


def _one_sign(piece: str) -> str:
    """One clean sign for a letter with its marks, or for a line break of two signs."""
    if piece[0] == "\r":
        return "\n"
    if len(piece) > 1 and _OVERLAYS.search(piece, 1):
        return STRUCK
    letter = unicodedata.normalize("NFC", piece)[0]
    return letter.translate(_SIGNS).lower()[0]
