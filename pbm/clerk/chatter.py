"""What stands beside a move in a letter and makes it unsure that the move is meant to be made."""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from pbm.core.contract import Likeness
from pbm.core.text import clean

PART: Final = "doubtful"
"""The problem of what may be a part of a move."""
UNMEANT: Final = "unmeant"
"""The problem of words that may say that the move is none."""

_LONGEST: Final = 1_000
_CURT: Final = 3
"""In so few words a negation is about the move, whatever its sentence ends in."""
_COUNT: Final = re.compile(r"[-+]\s?[0-9]{1,3}")
_ASKED: Final = re.compile(r"[?!.\s]*\?[?!.\s]*")
# A negation before a word of playing, or a word for what is not yet a move.
_REVOKED: Final = re.compile(
    r"\b(?:чернов\w+|draft|не\s+(?:\w+\s+){0,2}(?:ход|сыгр|игра|дела|прин|засч|прави)\w*"
    r"|недей\w*|(?:not|don't)\s+(?:\w+\s+){0,2}(?:play|mov|mak|appl|count|accept)\w*)"
)
_PERHAPS: Final = re.compile(
    r"\b(?:не|нет|если|иначе|можно|може ли|мога ли|ако|not|\w+n't|if|unless|otherwise"
    r"|(?:may|can|could|should) i)\b"
)
_GREETING: Final = re.compile(
    r"(?:здравствуй|здравей|привет|добр|уважаем|дорог|скъп|hello|hi|dear|good)"
)


def unsure(lines: Sequence[str], kinds: Sequence[Likeness]) -> Iterator[tuple[int, str]]:
    """The places of lines that are no orders, but make those beside them doubtful, and how."""
    for at, line in enumerate(lines):
        if kinds[at] is not Likeness.CHATTER:
            continue
        before = kinds[at + 1 : at + 2] == [Likeness.ORDER]
        after = at > 0 and kinds[at - 1] is Likeness.ORDER
        text = clean(line[:_LONGEST]).clean.strip().replace("’", "'")
        if _COUNT.fullmatch(text):
            yield at, PART
        elif _REVOKED.search(text) or _questions(text, before=before, after=after):
            yield at, UNMEANT


def asks(line: str) -> bool:
    """Whether a line of a form, in which nothing but a move can stand, is a question."""
    return "?" in clean(line).clean


def _questions(text: str, *, before: bool, after: bool) -> bool:
    """Whether a line just before a move, or after one, is of one sentence with it and doubts it."""
    if not (before or after):
        return False
    words = len(text.split())
    goes_on = before and not text.endswith((".", "!"))
    if _PERHAPS.search(text) and (goes_on or words <= _CURT):
        return True
    joined = before and text.endswith(",") and words > _CURT and not _GREETING.match(text)
    return joined or bool(_ASKED.fullmatch(text))
