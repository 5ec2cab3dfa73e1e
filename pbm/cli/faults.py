"""Faults of pbm itself: the traceback goes into a file, a sentence to the person."""

import tempfile
import traceback

from pbm.core.failure import Failure
from pbm.core.tell import Message


def kept() -> Failure:
    """The failure to show for the unexpected error at hand, its traceback put into a new file."""
    with tempfile.NamedTemporaryFile(
        "w", prefix="pbm-", suffix=".trace", delete=False, encoding="utf-8"
    ) as file:
        file.write(traceback.format_exc())
    return Failure(
        Message("pbm stopped because of a fault of its own."),
        Message("The traceback is in this file; please report it. What was begun is repaired."),
        file.name,
    )
