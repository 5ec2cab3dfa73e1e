"""What a raw mail says once it is read: shapes only."""

from enum import StrEnum
from typing import Final, NamedTuple

from pbm.core.token import Token
from pbm.post.parts import Opened, Part

UNSURE: Final = "html-unsure"
"""The problem of words that one program may show and another strikes out or hides."""
_TRIMMINGS: Final = (
    "text/vcard", "text/x-vcard", "text/calendar", "application/pkcs7-", "application/x-pkcs7-",
    "application/pgp-", "application/ms-tnef", "message/",
)  # fmt: skip
"""What programs attach to letters by themselves."""
_DOUBTS: Final = {
    UNSURE,
    "charset",
    "html-differs",
    "truncated",
    "long",
    "below",
    "wrap",
    "form-unreadable",
    "forms-differ",
}


class Kind(StrEnum):
    """What sort of mail it is (design, section 6); only some of them may be answered."""

    ORDER = "order"
    AUTO_REPLY = "auto-reply"
    BOUNCE = "bounce"
    OWN = "own"
    LIST = "list"
    EMPTY = "empty"
    UNREADABLE = "unreadable"


class OwnLine(NamedTuple):
    """A line the sender wrote: `number` in the decoded text, from 1; `raw` is as it came."""

    number: int
    text: str
    raw: str


class Dropped(NamedTuple):
    """Text that is not the sender's own new words, and why (a code: quote, signature …)."""

    why: str
    text: str


class Seen(NamedTuple):
    """What a problem is about (one of `Letter.problems`): the words that were seen, on one line."""

    problem: str
    words: str


class Arrival(NamedTuple):
    """A raw mail of which everything is read but the words of its sender.

    `why` is the header or fact that made it this kind, `sender` the case-folded address of the
    one valid From mailbox (else empty, and `why_no_sender` says why), `tokens` stand in order
    of trust, `papers` are the PDFs attached, forms perhaps, `bounced` the recipients whom a bounce
    names.
    """

    kind: Kind
    why: str
    sha256: str
    message_id: str
    message_hash: str
    in_reply_to: str
    references: tuple[str, ...]
    sender: str
    why_no_sender: str
    tokens: tuple[Token, ...]
    subject: str
    date: str
    papers: tuple[bytes, ...]
    bounced: tuple[str, ...]
    opened: Opened


def _is_file(part: Part) -> bool:
    """Whether a part may hold a move that only an eye or an ear finds."""
    recorded = part.type.startswith(("audio/", "video/"))
    return recorded or (part.attached and not part.type.startswith(_TRIMMINGS))


class Letter(NamedTuple):
    """A raw mail as read; its kind and tokens are known better than when it arrived.

    `problems` are codes (`charset`, `html-differs`, `html-unsure`, `truncated`, `too-large`,
    `long`, `encrypted`, `tnef`, `no-text`, `below`, `bar`, `wrap`, `form-unreadable`,
    `forms-differ`), `seen` are the words that some of them are about, `form` are the fields of the
    form among the papers, if there is one and it was read.
    """

    arrival: Arrival
    lines: tuple[OwnLine, ...]
    dropped: tuple[Dropped, ...]
    problems: tuple[str, ...]
    seen: tuple[Seen, ...]
    form: dict[str, str] | None

    @property
    def pictured(self) -> bool:
        """Whether a picture came, or a PDF without fields."""
        pictures = any(part.type.startswith("image/") for part in self.arrival.opened.parts)
        return self.form is None and (pictures or bool(self.arrival.papers))

    @property
    def unread(self) -> bool:
        """Whether something came that is not read: a picture, a recording, a file."""
        files = any(map(_is_file, self.arrival.opened.parts))
        return self.pictured or (self.form is None and files)

    @property
    def doubts(self) -> tuple[str, ...]:
        """The problems for which the sender is asked before anything of his is applied.

        The others explain why nothing was found, or do no harm beside a move.
        """
        return tuple(problem for problem in self.problems if problem in _DOUBTS)
