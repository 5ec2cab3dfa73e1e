"""A raw mail taken apart, within bounds that keep hostile mails cheap."""

import re
from collections.abc import Iterator, Sequence
from email import message_from_bytes
from email.message import Message
from typing import Final, NamedTuple

from pbm.post.fields import decoded, tame

PLAIN: Final = "text/plain"
HTML: Final = "text/html"
TOO_LARGE: Final = "too-large"
LARGEST: Final = 10_000_000
"""Octets of a mail; what is larger is not taken apart."""

_HEADER: Final = 65_536
_HEADERS: Final = 1_000
_LINES: Final = 250_000
_DASHED: Final = 5_000  # lines that may be boundaries; the parser is quadratic in its parts
_TYPED: Final = 300
_LONGEST_TYPE: Final = 4_096  # the parser is quadratic in a field's parameters, too
_NESTED: Final = 100  # each level is a level of the parser's recursion
_TYPE: Final = re.compile(rb"(?i)\ncontent-(?:type|disposition)[ \t]*:[^\n]*(?:\n[ \t][^\n]*)*")
_NESTING: Final = re.compile(rb"(?i)boundary|message/")
_TORN: Final = {
    "CloseBoundaryNotFoundDefect",
    "StartBoundaryNotFoundDefect",
    "NoBoundaryInMultipartDefect",
}


class Part(NamedTuple):
    """One leaf of a mail: its type, its declared charset, its octets as they were meant."""

    type: str
    charset: str
    data: bytes
    name: str
    attached: bool
    flowed: bool
    joined: bool  # delsp=yes: the space before a soft line break goes with it


class Opened(NamedTuple):
    """A mail's header, its leaves, mails enclosed in it, and what is wrong with it (codes).

    `TOO_LARGE` among the problems means that only the header was looked at.
    """

    message: Message
    parts: tuple[Part, ...]
    enclosed: tuple[Message, ...]
    problems: tuple[str, ...]


def texts(parts: Sequence[Part]) -> list[Part]:
    """The parts that hold the words of the sender, as plain text or HTML."""
    shown = [part for part in parts if not part.attached]
    # Some phones give the letter itself a file name; beside a nameless one it is an attachment.
    nameless = [part for part in shown if not part.name and part.type in (PLAIN, HTML)]
    return [part for part in nameless or shown if part.type in (PLAIN, HTML)]


def take_apart(raw: bytes) -> Opened:
    """The mail's header and leaves; what is enclosed as a mail of its own is not opened."""
    if _unbounded(raw):
        return _header_only(raw)
    try:
        message = message_from_bytes(raw)
    except RecursionError:
        return _header_only(raw)
    leaves, enclosed, torn = [], [], False
    for part in _leaves(message):
        torn = torn or any(type(defect).__name__ in _TORN for defect in part.defects)
        if part.get_content_maintype() == "message":
            enclosed.extend(_enclosed(part))
        elif not part.is_multipart():
            leaves.append(_leaf(part))
    return Opened(message, tuple(leaves), tuple(enclosed), ("truncated",) if torn else ())


def _unbounded(raw: bytes) -> bool:
    """Whether taking the mail apart could take more than a few seconds or too deep a stack."""
    if len(raw) > LARGEST or raw.count(b"\n") > _LINES or raw.count(b"\n--") > _DASHED:
        return True
    head = re.split(rb"\r?\n\r?\n", raw[: _HEADER + 4], maxsplit=1)[0]
    if len(head) > _HEADER or len(re.findall(rb"\n[^ \t]", head)) > _HEADERS:
        return True
    if sum(1 for _ in _NESTING.finditer(raw)) > _NESTED:
        return True
    types = [len(found[0]) for found in _TYPE.finditer(b"\n" + raw)]
    return len(types) > _TYPED or max(types, default=0) > _LONGEST_TYPE


def _header_only(raw: bytes) -> Opened:
    head = re.split(rb"\r?\n\r?\n", raw[:_HEADER], maxsplit=1)[0]
    kept, typed = [], False
    for line in head.split(b"\n")[:_HEADERS]:
        typed = typed if line[:1] in {b" ", b"\t"} else line.lower().startswith(b"content-")
        kept += [] if typed else [line]
    return Opened(message_from_bytes(b"\n".join(kept) + b"\n\n"), (), (), (TOO_LARGE,))


def _leaves(message: Message) -> Iterator[Message]:
    """Every part that is not inside an enclosed mail, containers included, in order."""
    waiting = [message]
    while waiting:
        part = waiting.pop()
        yield part
        if part.is_multipart() and part.get_content_maintype() != "message":
            waiting.extend(reversed(_below(part)))


def _below(part: Message) -> list[Message]:
    below = part.get_payload()
    return [one for one in below if isinstance(one, Message)] if isinstance(below, list) else []


def _enclosed(part: Message) -> list[Message]:
    """The mails, report blocks or returned headers that a part of type message encloses."""
    return _below(part) or [part]


def _leaf(part: Message) -> Part:
    nothing: object = b""
    data = tame(lambda: part.get_payload(decode=True), nothing)
    name = tame(part.get_filename, None)
    return Part(
        type=part.get_content_type(),
        charset=_parameter(part, "charset"),
        data=data if isinstance(data, bytes) else b"",
        name=decoded(name) if isinstance(name, str) else "",
        attached=tame(part.get_content_disposition, None) == "attachment",
        flowed=_parameter(part, "format").lower() == "flowed",
        joined=_parameter(part, "delsp").lower() == "yes",
    )


def _parameter(part: Message, name: str) -> str:
    value = tame(lambda: part.get_param(name), None)
    if isinstance(value, tuple):  # RFC 2231: charset, language, value
        value = value[2]
    return value if isinstance(value, str) else ""
