"""A raw mail read: what kind it is, who sent it, its tokens and the sender's own lines.

No move grammar is known here; `likely`, which tells whether a line looks like a move, is handed
in. Nothing raises, whatever the octets, and no header is trusted to say who somebody is.
"""

import re
from collections.abc import Callable, Collection, Iterable, Iterator
from functools import cache, partial
from hashlib import sha256
from typing import Final, NamedTuple

from pbm.core.token import Token, find_tokens
from pbm.post.author import read_sender
from pbm.post.charset import Decoded, decode
from pbm.post.classify import classify
from pbm.post.cut import Cut, Likely, cut
from pbm.post.fields import Fields, message_ids, tame
from pbm.post.letter import Dropped, Kind, Letter, OwnLine, Seen
from pbm.post.marker import BAR, MARKER, marker
from pbm.post.markup import text_of
from pbm.post.normalise import normalise, split_lines
from pbm.post.parts import Opened, Part, take_apart

__all__ = [
    "BAR", "MARKER", "Dropped", "Kind", "Letter", "OwnLine", "marker", "normalise", "read",
]  # fmt: skip

FormReader = Callable[[bytes], dict[str, str]]

_LONGEST_TEXT: Final = 262_144
_LONGEST_HTML: Final = 1_048_576
_SAMPLE: Final = 16_384  # characters that decide between charsets
_LONGEST_DATE: Final = 100
_REFERENCES: Final = 10
_FORMS: Final = 5
_BOUNCED: Final = 20
_SHOWN: Final = 100
_TOKENS: Final = 50
_RECIPIENTS: Final = ("to", "cc", "delivered-to", "x-original-to", "envelope-to", "x-envelope-to")
_ENCRYPTED: Final = ("application/pkcs7-mime", "application/x-pkcs7-mime", "multipart/encrypted")
_TEXTS: Final = ("text/plain", "text/html")
_TNEF: Final = ("application/ms-tnef", "application/vnd.ms-tnef")
_ADDRESS: Final = re.compile(r"[^\s<>;,\"]{1,128}@[^\s<>;,\"]{1,255}")
_UNDELIVERED: Final = re.compile(
    r"^\s*<?([^\s<>:;,\"]{1,128}@[^\s<>:;,\"]{1,255})>?:", re.MULTILINE
)


_NOTHING: Final = Cut((), (), ())


class _Body(NamedTuple):
    """The text of a letter before and after cutting, and what is doubtful about it."""

    cut: Cut
    tokens: tuple[Token, ...] = ()
    problems: tuple[str, ...] = ()
    seen: tuple[Seen, ...] = ()
    hopeless: bool = False


def read(
    raw: bytes,
    *,
    own_addresses: Collection[str] = (),
    form_reader: FormReader | None = None,
    likely: Likely | None = None,
) -> Letter:
    """The letter in a raw mail; mails of automats, lists' robots and ours have no own lines.

    `own_addresses` are the house's, with or without plus parts. `form_reader` gives the fields of
    a filled PDF (none for other PDFs). `likely` decides between charsets and between the text
    and the HTML of one letter.
    """
    likely = cache(likely) if likely else None  # a line is looked at more than once
    opened = take_apart(raw)
    fields = Fields(opened.message)
    sender, why_no_sender = read_sender(fields.all("from"))
    kind, why = classify(fields, sender, own_addresses)
    papers = _papers(opened.parts)
    form, form_problems = _read_forms(papers, form_reader)
    body = _Body(_NOTHING) if "too-large" in opened.problems else _read_body(opened.parts, likely)
    if kind is Kind.ORDER:
        kind, why = _readable(opened, body, form)
    written = kind in {Kind.ORDER, Kind.LIST, Kind.EMPTY}
    message_id = next(iter(message_ids(fields.first("message-id"))), "")
    return Letter(
        kind=kind,
        why=why,
        sha256=sha256(raw).hexdigest(),
        message_id=message_id,
        message_hash=sha256(message_id.encode()).hexdigest() if message_id else "",
        in_reply_to=next(iter(message_ids(fields.first("in-reply-to"))), ""),
        references=tuple(message_ids(fields.first("references"))[-_REFERENCES:]),
        sender=sender,
        why_no_sender=why_no_sender,
        tokens=_tokens(opened, fields, body, form),
        subject=fields.text("subject"),
        date=fields.text("date")[:_LONGEST_DATE],
        lines=body.cut.own if written else (),
        dropped=body.cut.dropped if written else (),
        problems=_problems(opened, body, form_problems, filled=form is not None, written=written),
        seen=(*body.seen, *body.cut.seen) if written else (),
        form=form if written else None,
        papers=len(papers),
        bounced=_bounced(opened, fields) if kind is Kind.BOUNCE else (),
    )


def _readable(opened: Opened, body: _Body, form: dict[str, str] | None) -> tuple[Kind, str]:
    """Whether a letter that a person sent is an order, empty, or cannot be read, and why."""
    if "too-large" in opened.problems:
        return Kind.UNREADABLE, "too-large"
    if form is not None:
        return Kind.ORDER, ""
    if body.hopeless:
        return Kind.UNREADABLE, "charset"
    closed = _closed(opened)
    if body.cut.own and "encrypted" not in closed:
        return Kind.ORDER, ""
    return (Kind.UNREADABLE, closed[0]) if closed else (Kind.EMPTY, "no-own-lines")


def _closed(opened: Opened) -> tuple[str, ...]:
    """The ways in which what the letter says is hidden from us."""
    types = {part.type for part in opened.parts} | {opened.message.get_content_type()}
    armoured = any(
        b"-----BEGIN PGP MESSAGE-----" in part.data
        for part in opened.parts
        if part.type.startswith("text/")
    )
    encrypted = armoured or types.intersection(_ENCRYPTED)
    return (*(["encrypted"] if encrypted else []), *(["tnef"] if types.intersection(_TNEF) else []))


def _problems(
    opened: Opened, body: _Body, form: tuple[str, ...], *, filled: bool, written: bool
) -> tuple[str, ...]:
    """All that makes the reading doubtful or says why nothing was found, each once."""
    found = [*opened.problems, *body.problems, *body.cut.problems, *form]
    if body.cut.own or filled:
        found = [code for code in found if code != "no-text"]
    if not written or not (body.cut.own or filled):
        found += _closed(opened)
    return tuple(dict.fromkeys(found))


def _read_body(parts: Iterable[Part], likely: Likely | None) -> _Body:
    """The own lines of the plain text if it is useful, else of the HTML; both are compared."""
    shown = [part for part in parts if not part.attached]
    # Some phones give the letter itself a file name; beside a nameless one it is an attachment.
    texts = [one for one in shown if not one.name and one.type in _TEXTS] or shown
    plain = [part for part in texts if part.type == "text/plain"]
    html = [part for part in texts if part.type == "text/html"]
    if not plain and not html:
        return _Body(_NOTHING, problems=("no-text",))
    from_plain = _from_plain(plain, likely)
    if not html:
        return from_plain
    from_html = _from_html(html, likely)
    tokens = (*from_plain.tokens, *from_html.tokens)
    if not plain:
        return from_html
    moves, other = _moves(from_plain.cut, likely), _moves(from_html.cut, likely)
    useful = moves or (not other and from_plain.cut.own)
    chosen = from_plain if useful and not from_plain.hopeless else from_html
    chosen = chosen._replace(tokens=tokens)
    if not (moves and other and moves != other):
        return chosen
    both = " / ".join(_likely_lines(body.cut, likely) for body in (from_plain, from_html))
    seen = (*chosen.seen, Seen("html-differs", both))
    return chosen._replace(problems=(*chosen.problems, "html-differs"), seen=seen)


def _from_plain(parts: list[Part], likely: Likely | None) -> _Body:
    def cut_of(text: str, part: Part) -> Cut:
        return cut(split_lines(text, flowed=part.flowed, joined=part.joined), likely)

    return _together([_read_part(part, cut_of, _LONGEST_TEXT, likely) for part in parts])


def _from_html(parts: list[Part], likely: Likely | None) -> _Body:
    def cut_of(text: str, _: Part) -> Cut:
        unmarked = text_of(text)
        found = cut(split_lines(unmarked.text), likely)
        seen = (*found.seen, *([Seen("long", "")] if unmarked.short else []))
        rest = (one for one in found.dropped if one.text.strip("> \n"))
        return Cut(found.own, (*unmarked.dropped, *rest), seen)

    return _together([_read_part(part, cut_of, _LONGEST_HTML, likely) for part in parts])


def _read_part(
    part: Part, cut_of: Callable[[str, Part], Cut], longest: int, likely: Likely | None
) -> _Body:
    """One text part: decoded so that it fits the moves if any decoding does, and cut."""

    def fit(text: str) -> str:
        return _moves(cut_of(text[:_SAMPLE], part), likely)

    data = part.data[:longest]
    decoded: Decoded = decode(data, part.charset, fit if likely else None)
    problems = [
        *(["charset"] if decoded.doubtful else []),
        *(["long"] if len(part.data) > longest else []),
    ]
    tokens = tuple(find_tokens(decoded.text)[:_TOKENS])
    found = cut_of(decoded.text, part)
    seen = (Seen("charset", _likely_lines(found, likely)),) if decoded.doubtful else ()
    return _Body(found, tokens, tuple(problems), seen, decoded.hopeless)


def _together(bodies: list[_Body]) -> _Body:
    """The text parts of a letter, which an attachment or a list's footer had divided, as one."""
    return _Body(
        Cut(
            tuple(line for body in bodies for line in body.cut.own),
            tuple(one for body in bodies for one in body.cut.dropped),
            tuple(one for body in bodies for one in body.cut.seen),
        ),
        tuple(token for body in bodies for token in body.tokens),
        tuple(code for body in bodies for code in body.problems),
        tuple(one for body in bodies for one in body.seen),
        any(body.hopeless for body in bodies),
    )


def _moves(found: Cut, likely: Likely | None) -> str:
    """The likely moves without their spaces and line breaks, to be compared."""
    if likely is None:
        return ""
    return "".join("".join(line.text.split()) for line in found.own if likely(line.text))


def _likely_lines(found: Cut, likely: Likely | None) -> str:
    """The likely moves as they were read, on one line, to be shown."""
    return " ".join(line.text for line in found.own if likely and likely(line.text))[:_SHOWN]


def _read_forms(
    papers: list[bytes], form_reader: FormReader | None
) -> tuple[dict[str, str] | None, tuple[str, ...]]:
    """The fields of the form among the PDFs, if one is, and what is wrong with it."""
    if form_reader is None:
        return None, ()
    forms, torn = [], False
    for data in papers[:_FORMS]:
        # A reader of PDF meets as many hostile octets as the mail parser: see `tame`.
        form = tame(partial(form_reader, data), None)
        torn = torn or form is None
        forms += [form] if form else []
    problems = (
        *(["form-unreadable"] if torn else []),
        *(["forms-differ"] if any(form != forms[0] for form in forms) else []),
    )
    return (forms[0] if forms else None), problems


def _papers(parts: Iterable[Part]) -> list[bytes]:
    return [part.data for part in parts if part.data.startswith(b"%PDF") or _is_pdf(part)]


def _is_pdf(part: Part) -> bool:
    return part.type == "application/pdf" or part.name.lower().endswith(".pdf")


def _tokens(
    opened: Opened, fields: Fields, body: _Body, form: dict[str, str] | None
) -> tuple[Token, ...]:
    """Every different token, the most trusted first: address, thread, subject, text, form."""
    texts = [*fields.all(*_RECIPIENTS), *fields.all("in-reply-to", "references")]
    found = [token for text in (*texts, fields.text("subject")) for token in find_tokens(text)]
    found += body.tokens
    found += [token for value in (form or {}).values() for token in find_tokens(value)]
    returned_headers = [part for part in opened.parts if part.type == "text/rfc822-headers"]
    found += [
        token
        for part in returned_headers
        for token in find_tokens(part.data[:_LONGEST_TEXT].decode("ascii", "replace"))
    ]
    for returned in opened.enclosed:  # a bounce encloses the header of what came back
        header = Fields(returned)
        values = header.all("message-id", "reply-to", "references", "subject")
        found += [token for value in values for token in find_tokens(value)]
    return tuple(dict.fromkeys(found))[:_TOKENS]


def _bounced(opened: Opened, fields: Fields) -> tuple[str, ...]:
    """The addresses that a bounce names as not reached, case-folded."""
    return tuple(dict.fromkeys(address.casefold() for address in _failures(opened, fields)))[
        :_BOUNCED
    ]


def _failures(opened: Opened, fields: Fields) -> Iterator[str]:
    for block in map(Fields, opened.enclosed):  # RFC 3464: a block of fields per recipient
        action = block.first("action").strip().lower()
        if action in {"", "failed"}:
            for value in block.all("final-recipient", "original-recipient"):
                yield from _ADDRESS.findall(value)
    for value in fields.all("x-failed-recipients"):
        yield from _ADDRESS.findall(value)
    for part in opened.parts:  # qmail and its kin write for people only
        if part.type == "text/plain":
            text = part.data[:_LONGEST_TEXT].decode("utf-8", "replace")
            yield from _UNDELIVERED.findall(text)
