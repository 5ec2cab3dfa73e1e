"""What the club's own mail server says of a sender, in Authentication-Results (RFC 8601).

Anybody can write such a field into his letter. A server puts its own on top, so of all of them
only one speaks for the sender: the topmost, if it names the trusted server and stands above all
that senders write. What the same server says beside it, before the next Received field, can
only make that worse; everything below is not looked at. A server that keeps to section 5 of
the RFC removes forged fields anyway; with this rule one that does not is no danger either, as
long as it puts a field on every letter.
"""

import re
from collections.abc import Iterable, Iterator
from email.parser import BytesHeaderParser
from typing import TYPE_CHECKING, Final

from pbm.post.fields import Fields, tame
from pbm.post.verdict import UNASKED, Grade, Verdict, aligned, domain_of

if TYPE_CHECKING:
    from authres.core import AuthenticationResult

_FIELD: Final = "authentication-results"
_LONGEST: Final = 8_000
_HEADER: Final = 65_536
_DEEPEST: Final = 5
_ANY: Final = "*."
# Where the first of these stands, what the sender wrote has begun.
_WRITTEN: Final = {
    "from", "to", "cc", "subject", "date", "message-id", "reply-to", "in-reply-to", "references",
    "mime-version", "content-type", "content-transfer-encoding", "dkim-signature",
}  # fmt: skip
_VALUE: Final = re.compile(r"(?<==)[^\s;]+")
_ODD: Final = re.compile(r"[^A-Za-z0-9!#$%&'*+?^_`{|}~.@-]")


def server_verdict(raw: bytes, trusted: str, from_domain: str) -> Verdict:
    """What the trusted server says of a raw letter; see `authentication_results`."""
    if not trusted:
        return UNASKED
    head = re.split(rb"\r?\n\r?\n", raw[:_HEADER], maxsplit=1)[0]
    fields = Fields(BytesHeaderParser().parsebytes(head + b"\n\n"))
    return authentication_results(fields.ordered, trusted, from_domain)


def authentication_results(
    ordered: Iterable[tuple[str, str]], trusted: str, from_domain: str
) -> Verdict:
    """What the trusted server says of a letter whose From field is of `from_domain`.

    `ordered` are the header's fields from the top, with lower-case names; `trusted` is the
    server's authserv-id, or `*.domain` where each of its machines has its own. PASS needs
    dmarc=pass, or dkim=pass of an aligned domain; dmarc=fail and a field that cannot be read
    are FAIL.
    """
    said = [_results(value) for value in _ours(ordered, trusted)]
    if not said:
        return Verdict(Grade.NONE, "silent", trusted)
    if any(results is None for results in said):
        return Verdict(Grade.FAIL, "unreadable", trusted)
    first, *others = [results or [] for results in said]
    if any(one.result == "fail" for results in (first, *others) for one in _of("dmarc", results)):
        return Verdict(Grade.FAIL, "dmarc", trusted)
    return _proof(first, trusted, from_domain)


def _proof(results: "list[AuthenticationResult]", trusted: str, from_domain: str) -> Verdict:
    dmarc = _of("dmarc", results)
    froms = [_property(one, "from") for one in dmarc]
    if not all(aligned(domain_of(name), from_domain) for name in froms if name):
        return Verdict(Grade.NONE, "unproved", trusted)
    if dmarc and all(one.result == "pass" for one in dmarc):
        return Verdict(Grade.PASS, "dmarc", trusted)
    signed = [one for one in _of("dkim", results) if one.result == "pass"]
    signers = [_property(one, "d") or domain_of(_property(one, "i")) for one in signed]
    if any(aligned(signer, from_domain) for signer in signers):
        return Verdict(Grade.PASS, "dkim", trusted)
    return Verdict(Grade.NONE, "unproved", trusted)


def _of(method: str, results: "list[AuthenticationResult]") -> "list[AuthenticationResult]":
    return [one for one in results if one.method == method]


def _property(result: "AuthenticationResult", name: str) -> str:
    """The value of `header.name`, or an empty string."""
    for each in result.properties:
        if (each.type, each.name) == ("header", name):
            return str(each.value or "")
    return ""


def _ours(ordered: Iterable[tuple[str, str]], trusted: str) -> Iterator[str]:
    """The fields that the trusted server wrote, the one that decides first."""
    begun = False
    for name, value in ordered:
        if name in _WRITTEN or (begun and name == "received"):
            return
        if name == _FIELD:
            if not _named(_server(value), trusted):
                return
            begun = True
            yield value


def _server(value: str) -> str:
    """The authserv-id; empty where the field has none, as Outlook.com's."""
    plain = _plain(value)
    # What cannot be read is ours if it seems so: a verdict must not vanish by being spoilt.
    words = (value if plain is None else plain).partition(";")[0].split()
    return words[0].lower() if words and "=" not in words[0] else ""


def _named(server: str, trusted: str) -> bool:
    """Whether a server is the trusted one or, for `*.domain`, one of the trusted ones."""
    if trusted.startswith(_ANY):
        return server.endswith(trusted[1:])
    return server == trusted


def _results(value: str) -> "list[AuthenticationResult] | None":
    """The single results in a field; None if it cannot be read."""
    plain = _plain(value)
    if plain is None:
        return None
    # Only letters to clubs that trust a server need it.
    from authres import AuthenticationResultsHeader  # noqa: PLC0415

    # It raises an error of its own for bad syntax, and any other for what it did not foresee.
    header = tame(lambda: AuthenticationResultsHeader.parse_value(plain), None)
    return None if header is None else list(header.results)


def _plain(value: str) -> str | None:
    """The field without comments, quoted strings made words of `_`; None if it is not sound.

    Servers quote a sender's words in both, so they are gone before anything is looked for. A
    quotation mark in a comment makes it unsound: a server that writes `"a) ; dmarc=pass ("@b`
    into a comment has let the sender end the comment where he likes.
    """
    if len(value) > _LONGEST:
        return None
    kept: list[str] = []
    depth, quoted = 0, False
    signs = iter(value.rstrip("; \t"))
    for sign in signs:
        if sign == "\\" and (depth or quoted):
            next(signs, "")
            kept.append("_" if quoted else "")
        elif sign == '"':
            if depth:
                return None
            quoted = not quoted
        elif quoted:
            kept.append("_")
        elif sign in "()":
            depth += 1 if sign == "(" else -1
            kept.append(" ")
            if not 0 <= depth <= _DEEPEST:
                return None
        elif not depth:
            kept.append(sign)
    if depth or quoted:
        return None
    # authres does not know all letters of addresses (BATV's `prvs=1=a@b`), nor Zoho's `<a@b>`.
    return _VALUE.sub(lambda found: _ODD.sub("_", re.sub("[<>]", "", found[0])), "".join(kept))
