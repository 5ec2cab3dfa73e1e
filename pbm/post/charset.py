"""Bytes to text: the declared charset is asked first, the notation of moves decides.

Detectors fail on texts as short as a move, and labels lie. Wrong decodings hardly ever look
like moves, so the only one that does is right; where two do (`30к -60ж` of ISO 8859-5 is
`30з -60ж` in KOI8-R), the text is doubtful and the player is asked.
"""

import codecs
from collections.abc import Callable, Iterable
from typing import Final, NamedTuple

_CANDIDATES: Final = ("utf-8", "cp1251", "koi8-r", "iso8859-5", "cp866", "mac_cyrillic")
_ALIASES: Final = {
    "": "us-ascii",
    "windows-874": "cp874",
    "x-windows-1251": "cp1251",
    "x-cp1251": "cp1251",
    "x-mac-cyrillic": "mac_cyrillic",
    "x-gbk": "gbk",
    "iso-gb2312": "gb2312",
    "unicode-1-1-utf-7": "utf-7",
}
# Not charsets of mail; punycode and idna even take quadratic time.
_REFUSED: Final = {"punycode", "idna", "unicode-escape", "raw-unicode-escape", "undefined"}
# Here ASCII bytes do not mean ASCII characters.
_STATEFUL: Final = ("utf-16", "utf-32", "utf-7", "hz", "iso2022")

Fit = Callable[[str], str]
"""What of a text reads as moves, as one string to compare; empty if nothing does."""


class Decoded(NamedTuple):
    """A text, whether its charset is in doubt, and whether it cannot be trusted at all."""

    text: str
    doubtful: bool = False
    hopeless: bool = False


def decode(raw: bytes, declared: str, fit: Fit | None = None) -> Decoded:
    """The text of a body part.

    Without `fit` the declared charset wins where it decodes. What contradicts itself is
    doubtful; a UTF-7 that does not decode has lost characters and is hopeless.
    """
    label = _known(declared)
    stated = _strict(raw, label) if label else None
    if label == "utf-7":
        return Decoded(stated, "\ufffd" in stated) if stated is not None else _lost(raw)
    if raw.isascii() and not label.startswith(_STATEFUL):
        return Decoded(raw.decode("ascii"))
    if stated is not None and (label == "utf-8" or (fit and fit(stated))):
        return Decoded(stated)
    others = [text for name in _CANDIDATES if (text := _strict(raw, name)) is not None]
    fitting = _fullest({what: text for text in reversed(others) if fit and (what := fit(text))})
    if len(fitting) == 1:
        # A mistyped move, labelled truly, may be a good one in another charset: ask.
        return Decoded(next(iter(fitting.values())), doubtful=_plausible(stated))
    utf8 = _strict(raw, "utf-8")
    likeliest = utf8 if utf8 is not None else stated
    if likeliest is None:
        return Decoded(_most_lettered(others, raw), doubtful=True)
    return Decoded(likeliest, doubtful=len(fitting) > 1)


def guess(raw: bytes, declared: str = "") -> str:
    """The text of a header, where no move can decide; never fails."""
    return decode(raw, declared).text


def _known(declared: str) -> str:
    """Python's name of the charset, or an empty string if it is unknown or no charset."""
    wanted = declared.strip().strip("'\"").lower()
    try:
        name = codecs.lookup(_ALIASES.get(wanted, wanted)).name
    except (LookupError, ValueError):
        return ""
    return "" if name in _REFUSED else name


def _strict(raw: bytes, label: str) -> str | None:
    try:
        text = raw.decode(label)
        text.encode()  # UTF-7 can say half a character, which nobody could show or keep
    except (UnicodeError, LookupError):  # LookupError: a codec that is not from bytes to text
        return None
    return text


def _lost(raw: bytes) -> Decoded:
    return Decoded(raw.decode("ascii", "replace"), doubtful=True, hopeless=True)


def _plausible(text: str | None) -> bool:
    """Whether the text has Cyrillic letters as people write them, the small ones prevailing."""
    letters = [letter for letter in text or "" if "А" <= letter <= "я"]
    return 2 * sum(letter.islower() for letter in letters) > len(letters)


def _fullest(fitting: dict[str, str]) -> dict[str, str]:
    """Those that read as moves nearly as much as any other: of many lines one may by chance."""
    longest = max(map(len, fitting), default=0)
    return {what: text for what, text in fitting.items() if 3 * len(what) > 2 * longest}


def _most_lettered(texts: Iterable[str], raw: bytes) -> str:
    """The text with the most small Cyrillic letters: enough for chatter, not for moves."""
    return max(
        texts,
        key=lambda text: sum("а" <= letter <= "я" for letter in text),
        default=raw.decode("utf-8", "replace"),
    )
