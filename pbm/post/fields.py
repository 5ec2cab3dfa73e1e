"""Header fields of hostile mail: raw values, unfolded and decoded, that never raise."""

import re
from collections.abc import Callable
from email.errors import HeaderParseError
from email.header import decode_header
from email.message import Message
from typing import Final, TypeVar

from pbm.post import charset

T = TypeVar("T")

_LONGEST: Final = 20_000
_DECODED: Final = 4_000
_CONTROL: Final = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]+")
_MESSAGE_ID: Final = re.compile(r"<[!-;=?-~]{1,900}>")


def tame(ask: Callable[[], T], otherwise: T) -> T:
    """What the standard library's mail parser answers, or `otherwise` where it raises.

    Hostile headers make it raise nearly anything (IndexError, AttributeError, LookupError,
    OverflowError; python/cpython #134155, #148518, #151857), so everything is caught.
    """
    try:
        return ask()
    except Exception:  # noqa: BLE001
        return otherwise


class Fields:
    """The header fields of one message by lower-case name, each unfolded, long ones cut."""

    def __init__(self, message: Message) -> None:
        self._values: dict[str, list[str]] = {}
        self.ordered: list[tuple[str, str]] = []
        """Every field from the top: its lower-case name and its value on one line."""
        # raw_items is the only access that neither parses nor decodes a value.
        for name, value in message.raw_items():
            plain = _plain(str(value)[:_LONGEST])
            self._values.setdefault(name.lower(), []).append(plain)
            self.ordered.append((name.lower(), plain))

    def all(self, *names: str) -> list[str]:
        """Every value of these fields, as they came, on one line each."""
        return [value for name in names for value in self._values.get(name, [])]

    def first(self, name: str) -> str:
        """The first value of the field, or an empty string."""
        return next(iter(self.all(name)), "")

    def text(self, name: str) -> str:
        """The first value with its encoded words (RFC 2047) decoded and nothing unprintable."""
        return decoded(self.first(name))


def decoded(value: str) -> str:
    """A header value for people: encoded words decoded, control characters dropped."""
    return " ".join(_CONTROL.sub(" ", _words(value[:_DECODED])).split())


def message_ids(value: str) -> list[str]:
    """The Message-IDs in a value, each with its angle brackets."""
    return _MESSAGE_ID.findall(value)


def _plain(value: str) -> str:
    """The value unfolded; bytes beyond ASCII, which RFC 6532 allows, are read as characters."""
    unfolded = value.replace("\r", "").replace("\n", "")
    raw = unfolded.encode("utf-8", "surrogateescape")
    return charset.guess(raw) if not unfolded.isascii() else unfolded


def _words(value: str) -> str:
    try:
        chunks = decode_header(value)
    except (HeaderParseError, ValueError):
        return value
    return "".join(_chunk(chunk, label) for chunk, label in chunks)


def _chunk(chunk: str | bytes, label: str | None) -> str:
    if isinstance(chunk, str):
        return chunk
    if label is None:  # decode_header writes the text between encoded words in this way
        return chunk.decode("raw-unicode-escape", "replace")
    return charset.guess(chunk, label)
