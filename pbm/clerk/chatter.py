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
# What is said in passing and has such words in it all the same.
_HARMLESS: Final = (
    r"\b(?:(?:за|извини(?:те)?|простите|any|for(?: the| my| any)?)(?: правописните)?"
    r" (?:ошибки|грешки(?:те)?|mistakes)|не (?:за что|с?мог(?:ла|ли)?|можах)"
    r"|не (?:ожидал|очаквах|успе[лх]|(?:ми |ме |се )?(?:боле|хвора|скуча|груст|унывай|волну"
    r"|беспоко|торопи|спеши|пропада|обижа|серд|сърд|губ|забу|забыва|забрав|проща|суди|съд|терп"
    r"|обессуд|поминай))\w*"
    r"|(?:давно|никогда|никога|отдавна) не|(?:слов|выбора|времени|сил|пути|дороги) нет|нет слов"
    r"|иначе (?:как|няма как|никак)|(?:\d|първи) май|подожд(?:ем|у),? (?:и )?(?:что|как|увид)\w*"
    r"|отзовис\w+|отзывайс\w+|отзовитесь|отзывайтесь|wait and see|can't wait|(?:the|long) wait"
    r"|could(?:n't| not) (?:resist|move)|not (?:bad|much|my best)"
    r"|don't (?:worry|disappear|forget|hate|judge|mention|get sick|be a)"
    r"|is it (?:really |already |finally )?my turn)\b"
)
_PERHAPS: Final = (
    r"\b(?:не|нет|если|иначе|можно|може ли|мога ли|ако|not|\w+n't|if|unless|otherwise"
    r"|(?:may|can|could|should) i|наверн\w+|возможно|может быть|може би|май|maybe|perhaps|probably"
    r"|(?:по|об)?дума(?:ю|ем|м)|(?:об)?мисля|think\w*|реш(?:у|им|а)|decide|(?:на)?пример\w*|example"
    r"|вариант\w*|допустим|предположим|suppose|тест\w*|провер[кя]\w*|проба|test\w*"
    r"|предварител\w+(?! благодар)|provisional\w*|tentativ\w+|сомнева\w+|съмнява\w+|i guess"
    r"|бы с?ыгра\w+|с?ыгра\w+ бы|бих (?:из)?играл\w*|щях да|чуть не"
    r"|(?:i'd|might|could|going to|almost) (?:play|move)\w*"
    r"|(?:прошл|минал|предишн)\w+ (?:\w+ )?(?:ход|раз|път)\w*|last time|my last move was"
    r"|(?:следующий раз|следващия път|завтра|потом|позже|утре) (?:\w+ )?(?:сыграю|схожу"
    r"|(?:из)?играя)|(?:next time|tomorrow|later) (?:i|i'll|i will) (?:play|move))\b"
)
_WONDERING: Final = r"\b(?:ли|дали|would|is (?:it|this|that))\b"
"""A word of a question that a move goes on with."""
# A word by which a move is taken back, held up or called a mistake.
_RECALLED: Final = (
    r"\b(?:отмен(?!н|ить подпис)\w*|ото?з(?:ыва|ов|в)\w+|передум\w+|(?:подо|обо)жд\w+|погоди(?:те)?"
    r"|сто[пй]|случайн\w+|нечаян\w+|ошиб\w+|шучу|шутк\w+|пошутил\w*|игнорир\w+|забудь(?:те)?"
    r"|удалите|анн?улир\w+|(?:для|из) другой (?:парти|игр)\w*|подтвержу|этого не было"
    r"|(?:беру|возьму|взять|верн(?:и|ите|уть)|връщам|върн(?:и|ете)) (?:\w+ )?(?:ход(?:а|ът)?|назад)"
    r"|(?:измен|промен)и\w* (?:\w+ ){0,2}(?:решени|мнени)\w*|только если|само ако"
    r"|окончател\w+ ход\w* (?:пришлю|напишу|ще)|не (?:е )?окончател\w+"
    r"|не (?:го )?(?:отправляй|изпращай)(?:те)?|не уверен\w*,? (?:можно|что так|что это)"
    r"|забрав(?:и|ете)|оттегл\w+|отказвам|(?:из|по)?чакай\w*|погреш\w+|грешк\w+|сгреш\w+|шега"
    r"|шегувам|размисли\w*|спрете|изтрий(?:те)?|потвърдя|за друга (?:парти|игр)\w*"
    r"|сигур(?:ен|на) дали|cancel\w*|withdraw\w*|revok\w+|retract\w*|undo|scrap|ignore|disregard"
    r"|never ?mind|(?<!n't )wait(?! for| till you)|hold (?:on|it|this|that)|stop|mistake\w*"
    r"|accident\w*|kidding|jok(?:e|ing)|take (?:\w+ ){0,2}back|changed my mind|reconsider"
    r"|second thoughts?|scratch (?:it|this|that)|forget (?:it|this|that|what i)"
    r"|wrong (?:game|mail|letter)|is for another game"
    r"|(?:delete|void|do not send|don't send) (?:it|this|that)|not final"
    r"|(?:send|write) (?:my|the) final|(?:will|i'll|be) confirm(?:ed)?|tbc"
    r"|not sure (?:about|if|this|that)|only if)\b"
    r"|^(?:или|либо|or) (?:друг|что|нещо|пас|не|something|maybe|not|pass)"
    r"|^provided|^(?:упс|oops|ой|опа)\W*$|^(?:\w{1,8}\W+)?(?:нет|не|no)\s*(?:[,.!:]|$)"
)
# Beside a move a word by which another is to come, or by which this one is only spoken of.
_PUT_OFF: Final = (
    r"\b(?:(?:still|let me) think\w*|(?:will|i'll) (?:answer|reply|decide)"
    r"|final (?:move|turn)|explain|what (?:does|would|will|happens|if)|says? (?:that )?i should"
    r"|whichever|i (?:wanted|planned|meant) to (?:play|move)|first (?:idea|thought|plan)"
    r"|(?:пока|еще) думаю|отвечу завтра|завтра отвечу|объясни\w*|как работает|спроси(?:те)? у"
    r"|что (?:будет|произойдет|сделает)|окончательн\w+ (?:ход|решени)\w*"
    r"|(?:да|още) (?:по)?мисля|обясни\w*|какво (?:става|прави|ще)|питай(?:те)?"
    r"|окончателн\w+ (?:ход|решени)\w*)\b"
)
_RIGHT: Final = (
    r"\b(?:так|правильно|верно|годится|пойдет|нормально|законно|разрешено|по правилам|става|нали"
    r"|правилно|позволено|така|вярно|добре|ok|okay|legal|right|correct|allowed|valid)\b"
)
"""What is asked about a move, as nobody asks how others are."""
_SAME: Final = str.maketrans("’ё", "'е")
_GREETING: Final = (
    r"(?:здравствуй|здравей|привет|добр|уважаем|дорог|скъп|поздрав|спасибо|благодар|извин|прост"
    r"|с (?:нов|праздник|рожд|дн)|честит|hello|hi|dear|good|greetings|happy|merry|thank|sorry)"
)


def unsure(lines: Sequence[str], kinds: Sequence[Likeness]) -> Iterator[tuple[int, str]]:
    """The places of lines that are no orders, but make those beside them doubtful, and how."""
    for at, line in enumerate(lines):
        if kinds[at] is not Likeness.CHATTER:
            continue
        before = kinds[at + 1 : at + 2] == [Likeness.ORDER]
        after = at > 0 and kinds[at - 1] is Likeness.ORDER
        words = clean(line[:_LONGEST]).clean.translate(_SAME).split()
        text = " ".join(word for word in words if "@" not in word)
        text = re.sub(_HARMLESS, "…", text)
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
    if not near:
        return False
    if re.search(_PUT_OFF, text) or _ASKED.fullmatch(text):
        return True
    return _doubts(text, words, before=before)


def _doubts(text: str, words: int, *, before: bool) -> bool:
    """Whether a line beside the move is of one sentence with it, or asks about it, or is curt."""
    asking, goes_on = text.endswith("?"), before and not text.endswith((".", "!"))
    if re.search(_PERHAPS, text) or (asking and re.search(_RIGHT, text)):
        return goes_on or asking or words <= _CURT
    if goes_on and re.search(_WONDERING, text):
        return True
    return before and text.endswith(",") and words > _CURT and not re.match(_GREETING, text)
