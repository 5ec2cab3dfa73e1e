"""What people put around an order on its own line: `Мой ход: …`, `… !`, quotation marks."""

import re
from collections.abc import Callable
from typing import Final

from pbm.core.contract import Likeness

_GREETING: Final = (
    r"(?:hello|hi|hey|dear|ok|okay|well|привет\w*|здравств\w*|здраве\w*"
    r"|добр\w+ (?:ден\w*|вечер|утро)|хорошо|ну|добре)(?:,?\s+[^\W\d]{1,20})?[,!.]+\s+"
)
_LEAD: Final = re.compile(
    rf"\s*(?:•\s*)?(?:{_GREETING})?(?:"
    r"(?:(?:вот|ето|мой|моят|моя|my|this is|here is)\s+){0,2}"
    r"(?:ход(?:ът)?|карта(?:та)?|ответ|отговор|move|turn|card|answer)(?:\s+(?:такой|ми|is))?"
    r"(?:\s*[№#]?\s*[0-9]{1,3}(?=\s*:))?"
    r"|(?:(?:я|аз|i)\s+)?(?:хожу|играю|играя|делаю ход|play|move)"
    r"(?:\s+(?:так|карту|картой|карта|the card))?"
    r")(?::\s*|\s+:\s+|\s+(?![\s:\-–—−]))"
    rf"|\s*•\s+|\s*{_GREETING}",
    re.IGNORECASE,
)
"""Before a minus a lead needs its colon: a dash would be read as one (`Ход — 40ж с`).

A colon that stands apart from it and beside a number halves a price (`Ход :2к ж`).
"""
_POLITE: Final = (
    "please", "thanks", "thank you", "cheers", "good luck", "regards", "спасибо", "пожалуйста",
    "удачи", "успехов", "благодаря", "моля", "успех", "поздрави",
)  # fmt: skip
_PAUSES: Final = " \t,.!;"
_LONGEST: Final = 1_000
_NUMBERED: Final = re.compile(r"\s*[1-9][.)]\s+(?=\S)")
"""The number of a box of the form, or of an item in a list."""
_ENDS: Final = "!)\N{VARIATION SELECTOR-16}🙂😀😃😄😁😊😉😎👍🙏🎲☺ \t"
_EYES: Final = (":", ";", ":-", ";-")
_QUOTES: Final = {"«": "»", '"': '"', "“": "”", "„": "“”"}


def judged(likeness: Callable[[str], Likeness], line: str) -> tuple[Likeness, str]:
    """How much a line looks like orders, and the line; an order without what is around it."""
    if number := _NUMBERED.match(line):
        line = " " * number.end() + line[number.end() :]
    kind = likeness(line)
    if kind is Likeness.ORDER:
        return kind, line
    inner = unframed(line)
    if inner != line and likeness(inner) is Likeness.ORDER:
        return Likeness.ORDER, inner
    return kind, line


def unframed(line: str) -> str:
    """The line with blanks for what means nothing beside an order: every word keeps its place."""
    if len(line) > _LONGEST:
        return line
    lead = _LEAD.match(line)
    start, end = lead.end() if lead else 0, len(line)
    end = start + len(_unended(_unthanked(line[start:])))
    start += len(line[start:end]) - len(line[start:end].lstrip())
    if end - start > 1 and line[end - 1] in _QUOTES.get(line[start], ""):
        start, end = start + 1, end - 1
    return " " * start + line[start:end] + " " * (len(line) - end)


def _unthanked(line: str) -> str:
    """The line without words of politeness at its end."""
    kept = line.rstrip(_PAUSES)
    word = next((word for word in _POLITE if kept.lower().endswith(word)), "")
    before = kept[: -len(word)] if word else ""
    polite = before and before[-1] in _PAUSES
    return _unthanked(before.rstrip(_PAUSES)) if polite else line


def _unended(line: str) -> str:
    """The line without signs of joy at its end."""
    ends = _ENDS if "(" not in line else _ENDS.replace(")", "")
    kept = line.rstrip(ends)
    eyes = next((eyes for eyes in reversed(_EYES) if kept.endswith(eyes)), "")
    smiles = eyes and line[len(kept) :].startswith(")")
    return kept.removesuffix(eyes).rstrip(ends) if smiles else kept
