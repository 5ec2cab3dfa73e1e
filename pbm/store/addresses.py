"""E-mail addresses in files that people edit."""

import re
from typing import Final

from pbm.core.tell import Message
from pbm.marked import Value

_ADDRESS: Final = r"(?ai)[^\s@<>,;:\"()\[\]\\]{1,64}@[a-z0-9-]+(\.[a-z0-9-]+)*"


def fault(text: str) -> tuple[int, Message] | None:
    """What keeps a text from being a plain address and at which character; None if nothing does."""
    for column, letter in enumerate(text):
        if not letter.isascii():
            gaps = {"letter": letter}
            return column, Message("The letter {letter} is not a Latin one", gaps)
    if not re.fullmatch(_ADDRESS, text):
        return 0, Message("This is not an e-mail address")
    return None


def address(value: Value) -> str:
    """A plain address, `name@host`, without a display name; anything else raises Wrong."""
    text = value.text()
    if found := fault(text):
        column, what = found
        raise value.within(column, what, Message("Write it like name@example.org"))
    return text


def folded(text: str) -> str:
    """An address as it is compared: mail hosts fold capitals."""
    return text.strip().casefold()
