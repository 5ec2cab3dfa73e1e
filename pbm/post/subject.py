"""Subjects without what mail programs put before them."""

import re
from typing import Final

_PREFIXES: Final = re.compile(
    r"(?:\s*(?:re|aw|antw|sv|vs|fwd?|wg|tr|rv|rif|odp|pd|ha|на|отв|ответ|пересл|fyi|пд|від)"
    r"\s*(?:\[\d{1,3}\]|\(\d{1,3}\)|\^\d{1,3})?\s*:)+",
    re.IGNORECASE,
)


def topic(subject: str) -> str:
    """The subject without `Re:`, `AW:`, `Re[2]:`, `RE: FW:` and their like in other languages."""
    prefixes = _PREFIXES.match(subject)
    return subject[prefixes.end() :].strip() if prefixes else subject.strip()
