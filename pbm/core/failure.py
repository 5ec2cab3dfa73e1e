"""Failures: why a command could not be done, with the place, the cure and the exit status."""

from enum import IntEnum

from pbm.core.tell import Message


class Status(IntEnum):
    """The exit statuses of the command line (design, section 10)."""

    DONE = 0
    REFUSED = 1
    USAGE = 2
    DAMAGED = 3
    UNREACHABLE = 4


class Failure(Exception):  # noqa: N818 - subclasses say what failed
    """A command that stops: `what` is wrong, `cure` is what would help, `where` is the place.

    `where` is `file`, `file:line` or `file:line:column`; `shown` is the offending line, under
    which a caret is drawn when `where` has a column.
    """

    status = Status.REFUSED

    def __init__(
        self, what: Message, cure: Message | None = None, where: str = "", shown: str = ""
    ) -> None:
        self.what = what
        self.cure = cure
        self.where = where
        self.shown = shown
        super().__init__(what.text.format_map(what.values) if what.values else what.text)


class Wrong(Failure):
    """Wrong usage, settings or a file that a person edited."""

    status = Status.USAGE


class Damaged(Failure):
    """A file that is not as pbm left it."""

    status = Status.DAMAGED


class Unreachable(Failure):
    """A mail server that does not answer; all work is kept."""

    status = Status.UNREACHABLE


class Declined(Failure):
    """Something that was understood and is not done: the game is over, the letter is old."""

    status = Status.REFUSED


class Notice(Failure):
    """Nothing went wrong, but somebody has to do what `cure` says."""

    status = Status.DONE
