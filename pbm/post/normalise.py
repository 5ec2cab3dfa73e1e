"""Text made plain before anybody reads it: soft breaks joined, look-alikes of signs made one.

Letters that look alike in two alphabets are left as they are: which is meant is decided by
position, and only a game's notation knows positions.
"""

import re
import unicodedata
from typing import Final, NamedTuple

_INVISIBLE: Final = re.compile(
    "[\x00-\x08\x0e-\x1f\x7f-\x9f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180e"
    "\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\ufff9-\ufffb\ud800-\udfff]"
)
_SIGNS: Final = str.maketrans(
    {
        **dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2015\u2212\ufe58\ufe63\uff0d", "-"),
        **dict.fromkeys("\u2018\u2019\u201a\u201b\u2032", "'"),
        **dict.fromkeys("\u201c\u201d\u201e\u201f\u2033", '"'),
        "\uff0b": "+",
        "\uff1a": ":",
        "\uff1b": ";",
        "\uff5c": "|",
    }
)
_BOLD: Final = re.compile(r"(?<!\S)\*(?! )([^*]+)(?<! )\*(?=[\s.,;!?)]|$)")
"""How programs write in plain text what is bold; a lone `*` doubles a price (`*2к ж`)."""
_BREAK: Final = re.compile("\r\n|[\n\r\x0b\x0c\x85\u2028\u2029]")


class Line(NamedTuple):
    """A line of a letter: its number in the decoded text, as it came, and made plain."""

    number: int
    raw: str
    text: str


def normalise(line: str) -> str:
    """The line in composed characters without invisible ones, with ASCII signs and single spaces.

    Minus signs and dashes become `-`, curly quotation marks straight ones, every space a space;
    what is `*bold*` is as it is without.
    """
    visible = _INVISIBLE.sub("", unicodedata.normalize("NFC", line))
    plain = " ".join(visible.translate(_SIGNS).split())
    return _BOLD.sub(r"\1", plain) if "*" in plain else plain


def split_lines(text: str, *, flowed: bool = False, joined: bool = False) -> list[Line]:
    """The lines of a text; `flowed` joins soft line breaks (RFC 3676), `joined` is its DelSp."""
    raw = [(number, line) for number, line in enumerate(_BREAK.split(text), start=1)]
    if flowed:
        raw = _unflow(raw, joined=joined)
    return [Line(number, line, normalise(line)) for number, line in raw]


def _unflow(lines: list[tuple[int, str]], *, joined: bool) -> list[tuple[int, str]]:
    flowing: list[tuple[int, str]] = []
    open_depth = -1  # quote depth of the paragraph that goes on, -1 if none does
    for number, line in lines:
        depth, content = _unstuffed(line)
        signature = content == "-- "
        soft = content.endswith(" ") and not signature
        if depth == open_depth and not signature:
            first, before = flowing[-1]
            flowing[-1] = (first, before + _shortened(content, soft=soft and joined))
        else:
            kept = _shortened(content, soft=soft and joined)
            flowing.append((number, f"{'>' * depth} {kept}" if depth else kept))
        open_depth = depth if soft else -1
    return flowing


def _unstuffed(line: str) -> tuple[int, str]:
    """The quote depth, and the content without the space that protects its beginning."""
    marks = re.match(">*", line)
    depth = marks.end() if marks else 0
    return depth, line[depth:].removeprefix(" ")


def _shortened(content: str, *, soft: bool) -> str:
    return content[:-1] if soft else content
