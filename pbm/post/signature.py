"""Our own look at a letter's DKIM signature (RFC 6376), for clubs that trust no server's word.

A valid signature proves less than it seems to: it may be of any domain, leave fields unsigned
and cover the beginning of the text only. Here it counts if it is of the sender's domain and
nothing that pbm reads or shows could have been changed or added after it was made.
"""

import re
from collections import Counter
from collections.abc import Callable
from email import message_from_bytes
from typing import TYPE_CHECKING, Final

from pbm.post.fields import tame
from pbm.post.verdict import Grade, Verdict, aligned

if TYPE_CHECKING:
    from dkim import DKIM

Dns = Callable[[str], bytes | None]
"""The TXT record of a name, None if there is none; raises OSError if nobody can say."""

_SIGNATURES: Final = 5
_LONGEST: Final = 4_000
_LONGEST_KEY: Final = 4_096
_LONGEST_NAME: Final = 200
_ALGORITHMS: Final = (b"rsa-sha256", b"ed25519-sha256")  # RFC 8301: rsa-sha1 proves nothing
_NAME: Final = re.compile(rb"[a-z0-9_-]{1,63}(?:\.[a-z0-9_-]{1,63}){0,9}", re.IGNORECASE)
_SINGLE: Final = (
    b"from", b"to", b"subject", b"message-id", b"reply-to", b"in-reply-to", b"references",
    b"mime-version", b"content-type", b"content-transfer-encoding",
)  # fmt: skip
# What follows is quadratic in dkimpy's expressions: this many steps are about a second.
_STEPS: Final = 10**8
_DIVIDER: Final = re.compile(rb"^--(.{1,200})$", re.MULTILINE)
_PART: Final = re.compile(rb"^--.{1,200}\r?\nContent-", re.MULTILINE | re.IGNORECASE)
_BLANKS: Final = re.compile(rb"[ \t]{20,}")
_SPACED: Final = re.compile(rb"\s{40}")


def dkim_verdict(raw: bytes, from_domain: str, dnsfunc: Dns) -> Verdict:
    """Whether a letter is signed by the domain of its From field, whole and as it is here.

    PASS if one signature is; UNKNOWN if the key of one could not be asked for; else NONE for
    no signature of that domain and FAIL for one that does not hold, with the reason as a code.
    """
    nothing = Verdict(Grade.FAIL, "malformed", from_domain)
    # Anything may be raised over hostile octets: see `tame`.
    return tame(lambda: _verdict(raw, from_domain, dnsfunc), nothing)


def _verdict(raw: bytes, from_domain: str, dnsfunc: Dns) -> Verdict:
    head = re.split(rb"\r?\n\r?\n", raw, maxsplit=1)[0]
    # Mail programs end a line at a lone CR, signers do not: two headers in one.
    if re.search(rb"\r(?!\n)|\0", head) or _steps(raw) > _STEPS:
        return Verdict(Grade.FAIL, "malformed", from_domain)
    import dkim  # noqa: PLC0415 - only clubs that check signatures pay for it

    verifier = dkim.DKIM(raw)
    present = Counter(name.lower() for name, _ in verifier.headers)
    if any(present[name] > 1 for name in _SINGLE):
        return Verdict(Grade.FAIL, "doubled", from_domain)
    if not present[b"dkim-signature"]:
        return Verdict(Grade.NONE, "unsigned", from_domain)
    found = [
        _signature(verifier, index, from_domain, dnsfunc)
        for index in range(min(present[b"dkim-signature"], _SIGNATURES))
    ]
    best = (Grade.PASS, Grade.UNKNOWN, Grade.FAIL, Grade.NONE)
    return min(found, key=lambda verdict: best.index(verdict.grade))


def _steps(raw: bytes) -> int:
    return sum(len(run[0]) ** 2 for run in _BLANKS.finditer(raw))


def _signature(verifier: "DKIM", index: int, from_domain: str, dnsfunc: Dns) -> Verdict:
    """What one signature is worth."""
    from dkim.util import parse_tag_value  # noqa: PLC0415 - as above

    fields = [value for name, value in verifier.headers if name.lower() == b"dkim-signature"]
    if len(fields[index]) > _LONGEST or _SPACED.search(fields[index]):
        return Verdict(Grade.FAIL, "malformed", from_domain)
    nothing: dict[bytes, bytes] = {}
    tags: dict[bytes, bytes] = tame(lambda: parse_tag_value(fields[index]), nothing)
    domain, selector = tags.get(b"d", b""), tags.get(b"s", b"")
    sound = _NAME.fullmatch(domain) and _NAME.fullmatch(selector)
    if not sound or len(domain + selector) > _LONGEST_NAME:
        return Verdict(Grade.FAIL, "malformed", from_domain)
    signer = domain.decode("ascii").lower()
    if not aligned(signer, from_domain):
        return Verdict(Grade.NONE, "another-domain", signer)
    if why := _weakness(tags, verifier):
        return Verdict(Grade.FAIL, why, signer)
    keys = _Keys(dnsfunc)
    holds = tame(lambda: verifier.verify(idx=index, dnsfunc=keys), otherwise=False)
    if keys.unreachable:
        return Verdict(Grade.UNKNOWN, "dns", signer)
    if holds:
        return Verdict(Grade.PASS, "signed", signer)
    return Verdict(Grade.FAIL, "key" if keys.missing else "broken", signer)


def _weakness(tags: dict[bytes, bytes], verifier: "DKIM") -> str:
    """Why even a valid signature would not do, as a code; empty if it would."""
    signed = {name.strip().lower() for name in tags.get(b"h", b"").split(b":")}
    present = {name.lower(): value for name, value in verifier.headers}
    if b"l" in tags:
        return "partial"
    if tags.get(b"a") not in _ALGORITHMS:
        return "weak"
    needed = {b"from", b"subject"} | ({b"reply-to"} & set(present))
    if not needed <= signed or not signed & {b"to", b"message-id"}:
        return "uncovered"
    kind = present.get(b"content-type", b"")
    return "" if b"content-type" in signed or _divided_so(kind, verifier.body) else "uncovered"


def _divided_so(kind: bytes, body: bytes) -> bool:
    """Whether a body is divided as an unsigned Content-Type says.

    Another boundary would bring another text to light, such as that of an attachment. What a
    mail program divides begins with its boundary; what it does not has no heads of parts.
    """
    head = message_from_bytes(b"Content-Type: " + kind.strip() + b"\r\n\r\n")
    boundary = tame(head.get_boundary, None)
    if boundary is None:
        return not _PART.search(body)
    first = _DIVIDER.search(body)
    return first is not None and first[1].rstrip() == boundary.encode("utf-8", "replace")


class _Keys:
    """The public keys as dkimpy asks for them, and how asking went."""

    def __init__(self, dnsfunc: Dns) -> None:
        self._dnsfunc = dnsfunc
        self.missing = self.unreachable = False

    def __call__(self, name: bytes, timeout: float = 0) -> bytes | None:
        del timeout  # is the affair of `dnsfunc`
        try:
            record = self._dnsfunc(name.decode("ascii").rstrip("."))
        except OSError:
            self.unreachable = True
            return None
        self.missing = record is None or len(record) > _LONGEST_KEY or _on_trial(record)
        return None if self.missing else record


def _on_trial(record: bytes) -> bool:
    """Whether a domain only tries out signing (t=y): its letters count as unsigned."""
    tags = dict(tag.partition(b"=")[::2] for tag in b"".join(record.split()).split(b";"))
    return b"y" in tags.get(b"t", b"").split(b":")
