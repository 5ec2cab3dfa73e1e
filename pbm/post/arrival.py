"""A raw mail arrived: what kind it is, who sent it, its tokens; nothing of it is a move yet.

Nothing raises, whatever the octets, and no header is trusted to say who somebody is.
"""

import re
from collections.abc import Collection, Iterable, Iterator
from hashlib import sha256
from typing import Final

from pbm.core.token import Token, find_tokens
from pbm.post.author import read_sender
from pbm.post.classify import SUBJECT, classify
from pbm.post.fields import Fields, message_ids
from pbm.post.letter import Arrival, Kind
from pbm.post.parts import PLAIN, TOO_LARGE, Opened, Part, take_apart, texts

_LONGEST_TEXT: Final = 262_144
_LONGEST_DATE: Final = 100
_REFERENCES: Final = 10
_BOUNCED: Final = 20
_TOKENS: Final = 50
_RECIPIENTS: Final = ("to", "cc", "delivered-to", "x-original-to", "envelope-to", "x-envelope-to")
# Bounded from both sides: without a beginning every letter of a long word would be one.
_MAILBOX: Final = r"[^\s<>:;,@\"]{1,128}@[^\s<>:;,@\"]{1,255}"
_ADDRESS: Final = re.compile(rf"(?<![^\s<>:;,@\"]){_MAILBOX}")
_UNDELIVERED: Final = re.compile(rf"^[ \t]*<?({_MAILBOX})>?:", re.MULTILINE)


def arrive(raw: bytes, own_addresses: Collection[str] = (), *, too_large: bool = False) -> Arrival:
    """The mail taken apart; `own_addresses` are the house's, with or without plus parts.

    Of what is `too_large`, or takes too much work, neither text nor papers are looked at later.
    """
    opened = take_apart(raw)
    fields = Fields(opened.message)
    sender, why_no_sender = read_sender(fields.all("from"))
    kind, why = classify(fields, sender, own_addresses)
    too_large = too_large or TOO_LARGE in opened.problems
    if kind is Kind.ORDER and too_large:
        kind, why = Kind.UNREADABLE, TOO_LARGE
    tokens = tuple(dict.fromkeys(_tokens(opened, fields)))[:_TOKENS]
    if why == SUBJECT and tokens:
        kind = Kind.LIST  # a player's answer perhaps: for the game master to see
    message_id = next(iter(message_ids(fields.first("message-id"))), "")
    return Arrival(
        kind=kind,
        why=why,
        sha256=sha256(raw).hexdigest(),
        message_id=message_id,
        message_hash=sha256(message_id.encode() or _lasting(raw, fields)).hexdigest(),
        in_reply_to=next(iter(message_ids(fields.first("in-reply-to"))), ""),
        references=tuple(message_ids(fields.first("references"))[-_REFERENCES:]),
        sender=sender,
        why_no_sender=why_no_sender,
        tokens=tokens,
        subject=fields.text("subject"),
        date=fields.text("date")[:_LONGEST_DATE],
        papers=() if too_large else tuple(_papers(opened.parts)),
        bounced=_bounced(opened, fields) if kind is Kind.BOUNCE else (),
        opened=opened,
    )


def _lasting(raw: bytes, fields: Fields) -> bytes:
    """What servers on the way leave as it is; it stands for a Message-ID where there is none."""
    _, _, body = raw.replace(b"\r\n", b"\n").partition(b"\n\n")
    heads = (fields.first(name) for name in ("from", "date", "subject"))
    return "\n".join(heads).encode("utf-8", "replace") + body


def _bounced(opened: Opened, fields: Fields) -> tuple[str, ...]:
    """The addresses that a bounce names as not reached, case-folded."""
    found = map(str.casefold, _not_reached(opened, fields))
    return tuple(dict.fromkeys(found))[:_BOUNCED]


def _papers(parts: Iterable[Part]) -> Iterator[bytes]:
    for part in parts:
        named = part.type == "application/pdf" or part.name.lower().endswith(".pdf")
        if named or part.data.startswith(b"%PDF"):
            yield part.data


def _tokens(opened: Opened, fields: Fields) -> Iterator[Token]:
    """The tokens, the most trusted first: address, thread, subject, text."""
    for text in (*fields.all(*_RECIPIENTS), *fields.all("in-reply-to", "references")):
        yield from find_tokens(text)
    yield from find_tokens(fields.text("subject"))
    returned = [part for part in opened.parts if part.type == "text/rfc822-headers"]
    for part in (*texts(opened.parts), *returned):
        yield from find_tokens(_latin(part.data))
    for header in map(Fields, opened.enclosed):  # a bounce encloses that of what came back
        for text in header.all("message-id", "reply-to", "references", "subject"):
            yield from find_tokens(text)


def _latin(data: bytes) -> str:
    """What a token could be read from, whatever the charset is."""
    return data[:_LONGEST_TEXT].replace(b"\0", b"").decode("ascii", "replace")


def _not_reached(opened: Opened, fields: Fields) -> Iterator[str]:
    """The addresses that a bounce names as not reached."""
    for block in map(Fields, opened.enclosed):  # RFC 3464: a block of fields per recipient
        action = block.first("action").strip().lower()
        if action in {"", "failed"}:
            for value in block.all("final-recipient", "original-recipient"):
                yield from _ADDRESS.findall(value)
    for value in fields.all("x-failed-recipients"):
        yield from _ADDRESS.findall(value)
    for part in opened.parts:  # qmail and its kin write for people only
        if part.type == PLAIN:
            text = part.data[:_LONGEST_TEXT].decode("utf-8", "replace")
            yield from _UNDELIVERED.findall(text)
