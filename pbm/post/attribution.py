"""How mail programs announce what they quote: attributions, header blocks, separators.

Collected from real letters in Russian, Ukrainian, Bulgarian, German and English.
"""

import re
from typing import Final

_MONTH: Final = (
    r"(?:янв|фев|февр|мар|апр|ма[йя]|июн|июл|авг|сен|сент|окт|ноя|нояб|дек"
    r"|січ|лют|бер|квіт|трав|черв|лип|серп|вер|жовт|лист|груд"
    r"|яну|юни|юли|септ|ное"
    r"|jan|feb|mar|mär|apr|ma[iy]|jun|jul|aug|sep|o[ck]t|nov|de[cz])\w{0,8}\.?"
)
_DAY: Final = (
    r"(?:\b\d{1,2}[./]\d{1,2}[./]\d{2,4}\b|\b\d{4}[-./]\d{1,2}[-./]\d{1,2}\b"
    rf"|\b\d{{1,2}}\.?(?:\s+de)?\s+{_MONTH}|\b{_MONTH}\s+\d{{1,2}}\b|\b{_MONTH}\s+\d{{4}}\b)"
)
_DATE: Final = re.compile(_DAY, re.IGNORECASE)
_TIME: Final = re.compile(r"\b\d{1,2}:\d{2}\b")
_YEAR: Final = re.compile(r"\b20\d\d\b")
_ADDRESS: Final = re.compile(r"<?(?:mailto:)?[^\s<>@\"]{1,64}@[\w.-]{1,255}>?")
_VERB: Final = re.compile(
    r"(?<!\w)(?:(?:на)?писал(?:а|и|\(а\))?|пишет|пишут|сообщил(?:а|\(а\))?"
    r"|пише|пишуть|написав(?:\(ла\))?|написала"
    r"|написа|писа|schrieb(?:en)?|geschrieben|wrote|writes"
    r"|escribió|escreveu|a écrit|ha scritto|napisał(?:\(a\)|a)?|schreef|skrev)(?!\w)",
    re.IGNORECASE,
)
_WEAK: Final = re.compile(rf"(?:\S+\s+){{1,5}}{_VERB.pattern}\s*:", re.IGNORECASE)
_UNENDED: Final = re.compile(rf"{_VERB.pattern}(?:\s*-{{2,}})?$", re.IGNORECASE)  # Zoho
_LONGEST: Final = 400
_SPAN: Final = 4

_SEPARATOR: Final = re.compile(
    r"[-_=*]{2,}\s*(?:"
    r"(?:исходное|пересылаемое|пересланное|перенаправленное|оригинальное|первоначальное)"
    r"\s+(?:сообщение|письмо)"
    r"|(?:оригінальне|початкове|переслане|вихідне)\s+повідомлення|пересланий\s+лист"
    r"|(?:оригинално|препратено|първоначално)\s+(?:писмо|съобщение)"
    r"|(?:ursprüngliche|weitergeleitete|original)[\s-]*nachricht"
    r"|(?:переадресованное|вложенное)\s+(?:сообщение|письмо)|mensaje original"
    r"|message d'origine|messaggio originale|oryginalna wiadomość"
    r"|(?:original|forwarded|reply)\s+(?:message|mail|appointment)(?:\s+(?:from|by)\b.*)?"
    r")\s*[-_=*]{2,}",
    re.IGNORECASE,
)
_BEGINNING: Final = re.compile(
    r"(?:начало\s+(?:переадресованного|пересланного|пересылаемого)\s+(?:сообщения|письма)"
    r"|початок\s+(?:переадресованого|пересланого)\s+(?:повідомлення|листа)"
    r"|начало на препратено(?:то)? (?:съобщение|писмо)"
    r"|begin forwarded message|anfang der weitergeleiteten (?:nachricht|e-mail))\s*:",
    re.IGNORECASE,
)

_FROM: Final = "from|von|от|от кого|отправитель|від|від кого|изпратено от|подател"
_WHEN: Final = (
    "sent|date|gesendet|datum|отправлено|дата|послано|надіслано|відправлено|изпратено на|изпратено"
)
_ABOUT: Final = "subject|betreff|тема|относно"
_OTHER: Final = "to|an|cc|kopie|кому|копия|копія|до|копие|reply-to|antwort an|важность|priority"
_LABEL: Final = re.compile(
    rf"[*_]{{0,2}}(?:(?P<who>{_FROM})|(?P<when>{_WHEN})|(?P<about>{_ABOUT})|(?P<other>{_OTHER}))"
    r"\s*:[*_]{0,2}(?:\s|$)",
    re.IGNORECASE,
)
_BLOCK: Final = 12
_GAP: Final = 2  # lines between two labels: a long To, an empty line


def attribution_at(texts: list[str], at: int) -> tuple[int, bool]:
    """How many plain lines from `at` on are one attribution, and whether it is beyond doubt.

    (0, …) if they are none. An attribution ends in a colon, rarely in its verb, and names a day
    with a time, an address or a verb, in whatever order; a name and a verb alone
    (`Анна написала:`) may be a sentence.
    """
    for span in range(1, _SPAN + 1):
        lines = texts[at : at + span]
        if len(lines) < span or not all(lines):
            return 0, False
        if lines[-1].endswith(":"):
            return _judge(lines)
        if _UNENDED.search(lines[-1]) and _attributes(" ".join(lines)):
            return span, True
    return 0, False


def _judge(lines: list[str]) -> tuple[int, bool]:
    """The same for lines of which the last ends in a colon; their beginning must count."""
    joined = " ".join(lines)
    if len(joined) > _LONGEST:
        return 0, False
    if len(lines) == 1 and _attributes(joined):
        return 1, True
    if len(lines) > 1 and _opens(lines[0]) and _attributes(joined):
        return len(lines), True
    return (1, False) if len(lines) == 1 and _WEAK.fullmatch(joined) else (0, False)


def _attributes(joined: str) -> bool:
    date, verb = _DATE.search(joined), _VERB.search(joined)
    address, time = _ADDRESS.search(joined), _TIME.search(joined)
    dated = date or (time and _YEAR.search(joined))  # a language whose months we do not know
    return bool((dated and (verb or address)) or (date and time) or (verb and (address or time)))


def _opens(line: str) -> bool:
    """Whether a wrapped attribution may begin so: with its day, its address or its verb."""
    return any(sign.search(line) for sign in (_DATE, _YEAR, _ADDRESS, _VERB))


def separator(text: str) -> bool:
    """Whether a plain line says that an older mail follows."""
    return bool(_SEPARATOR.fullmatch(text) or _BEGINNING.fullmatch(text))


def header_block_at(texts: list[str], at: int) -> bool:
    """Whether the older mail's header begins on this plain line: three labels, or who and when."""
    if not _LABEL.match(texts[at]):
        return False
    seen: set[str] = set()
    labels, gap = 0, 0
    for text in texts[at : at + _BLOCK]:
        found = _LABEL.match(text)
        gap = 0 if found else gap + 1
        if gap > _GAP:
            break
        if found:
            labels += 1
            seen.add(str(found.lastgroup))
    return len(seen) >= 3 or ("who" in seen and len(seen) >= 2)  # noqa: PLR2004
