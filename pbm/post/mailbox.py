"""Mailboxes: where letters come from, whatever keeps them."""

from collections.abc import Iterator
from datetime import datetime
from typing import NamedTuple, Protocol, Self

from pbm.core.tell import Message

LARGEST = 10_000_000
"""Bytes; a larger letter is not read whole (a form is below 0.1 MB)."""

BEGINNING = 65_536
"""Bytes that are read of a letter above the limit: its header and the first of its text."""


class Received(NamedTuple):
    """A letter as the mailbox holds it.

    `at` is when the server received it (aware, UTC), never what its header says. `ref` is how
    this mailbox finds it again. `size` is in bytes, as the server counts them; `cut` says that
    the letter was too large and `raw` is only its beginning, to be kept as a record and
    answered once.
    """

    raw: bytes
    at: datetime
    ref: str
    size: int = 0
    cut: bool = False


class Mailbox(Protocol):
    """One folder of letters. A letter is new until `done`, whoever else has read or flagged it.

    `left` says which letters could not be read since the last fetch began, or not put away.
    They stay where they are, the next run tries them again, and they hold up no other letter.
    """

    left: list[Message]

    def __enter__(self) -> Self:
        """The mailbox itself; nothing is opened before the first fetch."""
        ...

    def __exit__(self, *_: object) -> None:
        """Close what was opened; never raises."""
        ...

    def fetch(self) -> Iterator[Received]:
        """The letters that are not done, oldest first and one at a time; marks nothing.

        Raises `Wrong` for settings that cannot work and `Unreachable`, also between two
        letters, when the server is lost.
        """
        ...

    def done(self, ref: str) -> None:
        """Put a letter away among the processed ones, once it is safely kept elsewhere.

        A letter that somebody else has removed or moved meanwhile is done already. One that
        cannot be moved is told of in `left` and will be fetched again, to be recognised by its
        content. Raises `Unreachable` when the server is lost.
        """
        ...
