"""Letters of ours as octets: the same letter always the same, nothing injected by anybody."""

import re
from base64 import encodebytes
from collections.abc import Iterator
from datetime import datetime
from email import policy
from email.encoders import encode_base64
from email.generator import BytesGenerator
from email.header import Header
from email.message import Message
from email.mime.multipart import MIMEMultipart
from email.mime.nonmultipart import MIMENonMultipart
from email.utils import format_datetime, quote
from hashlib import sha256
from html import escape
from io import BytesIO
from itertools import groupby, pairwise, repeat
from posixpath import splitext
from typing import Final, NamedTuple

from pbm.post.classify import LOOP_HEADER
from pbm.post.marker import BAR, MARKER

_LONGEST: Final = 200
_LONGEST_NAME: Final = 60
_REFERENCES: Final = 5
_FOLD: Final = 75
_CONTROL: Final = re.compile(
    "[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff]+"
)
_NOT_IN_ADDRESS: Final = re.compile(r"[^!-~]|[<>(),;:\\\"\[\]]")
_NOT_IN_ID: Final = re.compile(r"[^!-~]|[<>]")
# Fields are folded here, where it is known what may not be cut; 0 keeps the generator from it.
_POLICY: Final = policy.compat32.clone(linesep="\r\n", max_line_length=0)


class Outgoing(NamedTuple):
    """A letter to be sent; `auto` is `auto-replied` or `auto-generated` (RFC 3834).

    `message_id` and `references` may have their angle brackets or not; `reply_to` is an address
    or empty; `attachments` are file name, type such as `application/pdf`, content; `date` knows
    its zone.
    """

    to_name: str
    to: str
    sender_name: str
    sender: str
    reply_to: str
    subject: str
    text: str
    html: str
    attachments: tuple[tuple[str, str, bytes], ...]
    message_id: str
    references: tuple[str, ...]
    auto: str
    date: datetime


def compose(letter: Outgoing) -> bytes:
    """The mail with CRLF line ends: text, the HTML that says the same, attachments."""
    body = _part("plain", letter.text)
    if letter.html:
        body = _multipart("alternative", letter, [body, _part("html", letter.html)])
    if letter.attachments:
        attached = [_attachment(*one) for one in letter.attachments]
        body = _multipart("mixed", letter, [body, *attached])
    mail = Message(_POLICY)
    for name, value in _header(letter):
        mail[name] = value
    for name, value in body.items():
        mail[name] = value
    mail.set_payload(body.get_payload())
    octets = BytesIO()
    BytesGenerator(octets, mangle_from_=False, policy=_POLICY).flatten(mail)
    return octets.getvalue()


def _header(letter: Outgoing) -> Iterator[tuple[str, str]]:
    """The fields in order; addresses, ids and words each stripped of what they cannot hold."""
    references = [_id(one) for one in letter.references if one][-_REFERENCES:]
    yield "From", _mailbox("From", letter.sender_name, letter.sender)
    yield "To", _mailbox("To", letter.to_name, letter.to)
    if letter.reply_to:
        yield "Reply-To", _address(letter.reply_to)
    yield "Subject", _words("Subject", letter.subject, _LONGEST)
    yield "Date", format_datetime(letter.date)
    yield "Message-ID", _id(letter.message_id)
    if references:
        yield "In-Reply-To", references[-1]
        # One id a line: they are never cut, and never become encoded words (python #79986).
        yield "References", "\n ".join(references)
    yield "Auto-Submitted", _words("Auto-Submitted", letter.auto, _LONGEST)
    yield "X-Auto-Response-Suppress", "All"
    yield LOOP_HEADER, "letter"
    yield "MIME-Version", "1.0"


def _clean(text: str, longest: int) -> str:
    return " ".join(_CONTROL.sub(" ", text).split())[:longest].rstrip()


def _words(name: str, text: str, longest: int) -> str:
    """The text for a header: as it is, or in encoded words that no line is too long for."""
    clean = _clean(text, longest)
    if clean.isascii() and "=?" not in clean:
        return clean
    return Header(clean, "utf-8", maxlinelen=_FOLD, header_name=name).encode()


def _mailbox(name: str, display: str, address: str) -> str:
    clean = _clean(display, _LONGEST_NAME)
    if not clean:
        return _address(address)
    plain = clean.isascii() and "=?" not in clean
    shown = f'"{quote(clean)}"' if plain else _words(name, clean, _LONGEST_NAME)
    return f"{shown} <{_address(address)}>"


def _address(address: str) -> str:
    return _NOT_IN_ADDRESS.sub("", address)


def _id(message_id: str) -> str:
    return f"<{_NOT_IN_ID.sub('', message_id)}>"


def _part(subtype: str, text: str) -> Message:
    """A text part in UTF-8; base64, so that no host between us and the reader touches it."""
    part = MIMENonMultipart("text", subtype, policy=_POLICY, charset="utf-8")
    lines = "\r\n".join(text.rstrip("\n").splitlines()) + "\r\n"
    part.set_payload(encodebytes(lines.encode("utf-8", "replace")).decode("ascii"))
    part["Content-Transfer-Encoding"] = "base64"
    del part["MIME-Version"]
    return part


def _attachment(name: str, content_type: str, content: bytes) -> Message:
    main, _, sub = content_type.partition("/")
    part = MIMENonMultipart(main, sub, policy=_POLICY)
    part.set_payload(content)
    encode_base64(part)
    del part["MIME-Version"]
    stem, suffix = splitext(_clean(name, _LONGEST).replace("/", "_"))
    clean = stem[:_LONGEST_NAME] + suffix[: _LONGEST_NAME // 4]
    shown = clean if clean.isascii() else ("utf-8", "", clean)  # RFC 2231
    part.add_header("Content-Disposition", "attachment", filename=shown)
    return part


def _multipart(subtype: str, letter: Outgoing, parts: list[Message]) -> Message:
    """The parts with a boundary that only depends on the letter's Message-ID."""
    # "=_" can stand neither in base64 nor in quoted-printable.
    boundary = f"=_{subtype}-{sha256(_id(letter.message_id).encode()).hexdigest()[:24]}"
    whole = MIMEMultipart(subtype, boundary, parts, policy=_POLICY)
    del whole["MIME-Version"]
    return whole


_STYLE: Final = {
    # No colours for text or ground: the reader's program, dark or light, has its own.
    "body": "margin:0;padding:8px;font-family:Georgia,'Times New Roman',serif;font-size:16px;"
    "line-height:1.45",
    "p": "margin:0 0 12px 0",
    "ul": "margin:0 0 12px 0;padding:0 0 0 22px",
    "table": "border-collapse:collapse;margin:0 0 12px 0;font-size:15px",
    # The bar, which is not seen, hangs left of the words, so that wrapped words stand even.
    "td": "padding:3px 6px 3px 14px;text-indent:-14px;border-bottom:1px solid #999999;"
    "vertical-align:top",
    "code": "margin:0 0 12px 0;padding:6px 10px;border:1px solid #999999;"
    "font-family:Consolas,Menlo,'Courier New',monospace;font-size:16px",
    # Programs that know no transparent colour show the bar grey.
    "bar": "color:#999999;color:transparent;user-select:none;-webkit-user-select:none",
    "marker": "margin:0 0 12px 0;padding:0 0 6px 0;border-bottom:2px solid #999999;"
    "font-size:12px;color:#808080",
}
_BULLET: Final = "• "
_NUMBER: Final = re.compile(r"[-+\u2212]?\d+( \S)?")
"""A figure, with the letter of a token after it or without."""
_HEADED: Final = 3
"""So many lines a table with heads above its heads has at least."""
_TAG: Final = f'<span aria-hidden="true" style="{_STYLE["bar"]}">{BAR} </span>'


def html_of(text: str, title: str) -> str:
    """The HTML that says the same as the plain text, in paragraphs, lists and tables.

    Every cell keeps its bar, though it is not seen: whatever a mail program makes of the table
    when the reader answers, no line of it can be taken for a move. Nor is it copied with a cell.
    """
    blocks = "\n".join(
        _block(kind, list(lines))
        for kind, lines in groupby(text.splitlines(), key=_kind)
        if kind != "empty"
    )
    return (
        '<!DOCTYPE html>\n<html><head><meta charset="utf-8">'
        '<meta name="color-scheme" content="light dark">'
        f"<title>{escape(_clean(title, _LONGEST))}</title></head>\n"
        f'<body style="{_STYLE["body"]}">\n{blocks}\n</body></html>\n'
    )


def _kind(line: str) -> str:
    if not line.strip():
        return "empty"
    if MARKER.match(line):
        return "marker"
    if line.startswith(BAR):
        return "bars"
    return "list" if line.startswith(_BULLET) else "paragraph"


def _block(kind: str, lines: list[str]) -> str:
    if kind == "bars":
        lone = all(len(_cells(line)) == 1 for line in lines)
        return "\n".join(map(_to_copy, lines)) if lone else _table(lines)
    if kind == "list":
        items = "".join(f"<li>{escape(line.removeprefix(_BULLET))}</li>" for line in lines)
        return _one("ul", "ul", items)
    if kind == "marker":
        return "\n".join(_one("div", "marker", escape(line)) for line in lines)
    return _one("p", "p", "<br>\n".join(map(escape, lines)))


def _to_copy(line: str) -> str:
    return _one("div", "code", _TAG + escape(_cells(line)[0]))


def _table(lines: list[str]) -> str:
    """The lines as rows of one length; columns that end in a number stand flush."""
    rows = [_cells(line) for line in lines]
    columns = max(map(len, rows))
    rows = [row + [""] * (columns - len(row)) for row in rows]
    ends = [([""] + [cell for cell in column if cell])[-1] for column in zip(*rows, strict=True)]
    sides = [";text-align:right" if _NUMBER.fullmatch(end) else "" for end in ends]
    made = ["".join(map(_cell, row, sides)) for row in rows]
    if spans := _spans(lines):
        made[0] = "".join(map(_cell, rows[0], repeat(""), spans))
    opening = f'<table cellpadding="0" cellspacing="0" border="0" style="{_STYLE["table"]}">'
    return "\n".join((opening, *(f"<tr>{row}</tr>" for row in made), "</table>"))


def _spans(lines: list[str]) -> list[int]:
    """How many columns each head of the first line stands over; empty if each has its own.

    It does where the second line, set like all that follow, has more bars, those of the first
    among them.
    """
    bars = [[at for at, sign in enumerate(line) if sign == BAR] for line in lines[:3]]
    if len(bars) < _HEADED or bars[1] != bars[2] or not set(bars[0]) < set(bars[1]):
        return []
    edges = [bars[1].index(at) for at in bars[0]] + [len(bars[1])]
    return [after - before for before, after in pairwise(edges)]


def _cell(text: str, side: str, span: int = 1) -> str:
    """One cell; an empty one needs no bar."""
    extra = f' colspan="{span}"' if span > 1 else ""
    return f'<td{extra} style="{_STYLE["td"]}{side}">{_TAG + escape(text) if text else ""}</td>'


def _one(tag: str, style: str, content: str) -> str:
    return f'<{tag} style="{_STYLE[style]}">{content}</{tag}>'


def _cells(line: str) -> list[str]:
    """What stands between the bars, the empty end after a closing bar left out."""
    cells = [cell.strip() for cell in line.removeprefix(BAR).split(BAR)]
    return cells[:-1] if len(cells) > 1 and not cells[-1] else cells
