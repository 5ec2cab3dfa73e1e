"""Senders: where letters go, and how one is refused."""

from collections.abc import Sequence
from typing import NamedTuple, Protocol, Self


class Answer(NamedTuple):
    """What a mail server said to one recipient: its three digits and its words (RFC 5321)."""

    recipient: str
    code: int
    text: str

    @property
    def permanent(self) -> bool:
        """Whether the same letter would be refused again tomorrow."""
        return self.code >= 500  # noqa: PLR2004 - RFC 5321, 4.2.1


class Refused(Exception):  # noqa: N818 - a refusal is an answer, not an error of the program
    """A letter that the server did not take for some recipients, or for none.

    `taken` are those for whom it was accepted all the same. `by_sender` says that the envelope
    sender was the reason; some servers refuse the empty one.
    """

    def __init__(
        self, answers: Sequence[Answer], taken: Sequence[str] = (), *, by_sender: bool = False
    ) -> None:
        self.answers = tuple(answers)
        self.taken = tuple(taken)
        self.by_sender = by_sender
        super().__init__("; ".join(f"{a.recipient}: {a.code} {a.text}" for a in answers))

    @property
    def recipient(self) -> str:
        """The first recipient that was refused."""
        return self.answers[0].recipient

    @property
    def code(self) -> int:
        """The three digits of the first refusal."""
        return self.answers[0].code

    @property
    def text(self) -> str:
        """The server's words for the first refusal."""
        return self.answers[0].text

    @property
    def permanent(self) -> bool:
        """Whether sending the same again would be in vain for everybody refused."""
        return all(answer.permanent for answer in self.answers)


class Sender(Protocol):
    """Takes letters on their way; opens a connection with the first one and keeps it."""

    def __enter__(self) -> Self:
        """The sender itself."""
        ...

    def __exit__(self, *_: object) -> None:
        """Close what was opened; never raises."""
        ...

    def send(self, raw: bytes, sender: str, recipients: Sequence[str]) -> None:
        """Return once the letter is accepted for every recipient.

        `sender` is the envelope sender, empty for letters that must not be answered (RFC 3834).
        Raises `Refused` for this letter alone (send the next), `Unreachable` when the server is
        lost (this letter may be sent again), `Wrong` for settings that cannot work.
        """
        ...
