"""Faults of pbm itself: the traceback goes into a file, a sentence to the person."""

from pbm.core.failure import Failure
from pbm.core.tell import Message


def kept(trace: str) -> Failure:
    """The failure to show for an unexpected error whose traceback is put into a new file."""
    import tempfile  # noqa: PLC0415 - nothing pays for it while all goes well

    with tempfile.NamedTemporaryFile(
        "w", prefix="pbm-", suffix=".trace", delete=False, encoding="utf-8"
    ) as file:
        file.write(trace)
    return Failure(
        Message("pbm stopped because of a fault of its own."),
        Message("The traceback is in this file; please report it. What was begun is repaired."),
        file.name,
    )
