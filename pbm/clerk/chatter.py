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
_BRIEF: Final = 5
"""In so few words a move is taken back wherever in the letter they stand."""
_COUNT: Final = re.compile(r"[-+]\s?[0-9]{1,3}")
_ASKED: Final = re.compile(r"[?!.\s]*\?[?!.\s]*")
# These stay text until a letter has a line that is no order; `re` keeps what it has compiled.
# A negation before a word of playing, or a word for what is not yet a move.
_REVOKED: Final = (
    r"\b(?:чернов\w+|draft|не\s+(?:\w+\s+){0,2}(?:ход|сыгр|игра|дела|прин|засч|прави)\w*"
    r"|недей\w*|(?:not|don't)\s+(?:\w+\s+){0,2}(?:play|mov|mak|appl|count|accept)\w*)"
)
_PERHAPS: Final = (
    r"\b(?:не(?! (?:боле|хвора|скуча|груст|унывай|волну|беспоко|торопи|спеши))|нет|если|иначе|можно"
    r"|може ли|мога ли|ако|not|(?!can't wait)\w+n't|if|unless|otherwise|(?:may|can|could|should) i"
    r"|наверн\w+|возможно|может быть|може би|май|maybe|perhaps|probably|(?:по|об)?дума(?:ю|ем|м)"
    r"|(?:об)?мисля|think\w*|реш(?:у|им|а)|decide|(?:на)?пример\w*|example|вариант\w*|допустим"
    r"|suppose|тест\w*|провер\w*|проба|test\w*)\b"
)
_WONDERING: Final = r"\b(?:ли|дали|would|is (?:it|this|that))\b"
"""A word of a question that a move goes on with."""
# A word by which a move is taken back, held up or called a mistake.
_RECALLED: Final = (
    r"\b(?:отмен(?!н|ить подпис)\w*|ото?з(?:ыва|ов|в)\w+|передум\w+|(?:подо|обо)жд\w+|погоди(?:те)?"
    r"|сто[пй]|случайн\w+|нечаян\w+|ошиб\w+|шучу|шутк\w+|пошутил\w*|игнорир\w+"
    r"|(?<!не )забудь(?:те)?|оттегл\w+|отказвам|(?:из|по)?чакай\w*|погреш\w+|грешк\w+|сгреш\w+|шега"
    r"|шегувам|размисли\w*|cancel\w*|withdraw\w*|revok\w+|retract\w*|undo|scrap|ignore|disregard"
    r"|never ?mind|(?<!n't )wait(?! for)|hold on|stop|mistake\w*|accident\w*|kidding|jok(?:e|ing)"
    r"|take (?:\w+ ){0,2}back|changed my mind)\b"
    r"|^(?:\w{1,8}\W+)?(?:нет|не|no)\s*(?:[,.!:]|$)"
)
_RIGHT: Final = (
    r"\b(?:так|правильно|верно|годится|пойдет|нормально|законно|разрешено|по правилам|става|нали"
    r"|вярно|добре|ok|okay|legal|right|correct|allowed|valid)\b"
)
"""What is asked about a move, as nobody asks how others are."""
_SAME: Final = str.maketrans("’ё", "'е")
_GREETING: Final = r"(?:здравствуй|здравей|привет|добр|уважаем|дорог|скъп|hello|hi|dear|good)"


def unsure(lines: Sequence[str], kinds: Sequence[Likeness]) -> Iterator[tuple[int, str]]:
    """The places of lines that are no orders, but make those beside them doubtful, and how."""
    for at, line in enumerate(lines):
        if kinds[at] is not Likeness.CHATTER:
            continue
        before = kinds[at + 1 : at + 2] == [Likeness.ORDER]
        after = at > 0 and kinds[at - 1] is Likeness.ORDER
        words = clean(line[:_LONGEST]).clean.translate(_SAME).split()
        text = " ".join(word for word in words if "@" not in word)
        if _COUNT.fullmatch(text):
            yield at, PART
        elif re.search(_REVOKED, text) or _questions(text, before=before, after=after):
            yield at, UNMEANT


def asks(line: str) -> bool:
    """Whether a line of a form, in which nothing but a move can stand, is a question."""
    return "?" in clean(line).clean


def _questions(text: str, *, before: bool, after: bool) -> bool:
    """Whether a line takes the move back, or stands just before or after it and doubts it."""
    near, words = before or after, len(text.split())
    if re.search(_RECALLED, text) and (near or words <= _BRIEF):
        return True
    return near and (_doubts(text, words, before=before) or bool(_ASKED.fullmatch(text)))


def _doubts(text: str, words: int, *, before: bool) -> bool:
    """Whether a line beside the move is of one sentence with it, or asks about it, or is curt."""
    asking, goes_on = text.endswith("?"), before and not text.endswith((".", "!"))
    if re.search(_PERHAPS, text) or (asking and re.search(_RIGHT, text)):
        return goes_on or asking or words <= _CURT
    if goes_on and re.search(_WONDERING, text):
        return True
    return before and text.endswith(",") and words > _CURT and not re.match(_GREETING, text)
