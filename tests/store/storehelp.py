"""Small games for the tests of the store, and children that are killed or denied."""

import os
import signal
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from pbm.core.ledger import Entry, Head
from pbm.store.ledgers import Ledger

SEATS = ("Анна", "Борис")
SEALED = "sha256:" + "9f2c" * 16
HEAD = Head("vesna", "akcioner/1", {"formula": "3+5"}, SEATS, "ru", SEALED, "2026-11-30T10:00:00Z")


def entry(number: int, **changes: Any) -> Entry:
    """A plausible entry."""
    seats = {seat: {"cash": 10 * number, "shares": {"blue": number, "red": 2}} for seat in SEATS}
    values: dict[str, Any] = {
        "number": number,
        "kind": "move" if number else "opened",
        "opening": number,
        "state": {"prices": {"blue": 100 + number, "red": 200}, "seats": seats, "over": False},
        "at": "2026-11-30T10:00:00Z",
        "chance": [],
        "facts": [{"fact": "rose", "of": "blue", "by": number}],
    }
    if number:
        values |= {"seat": SEATS[number % 2], "line": "30к -60ж", "letter": "sha256:" + "ab" * 32}
    return Entry(**{**values, **changes})


def game(path: Path, last: int) -> Ledger:
    """A game file with the entries 0 to `last`, each appended alone."""
    ledger = Ledger.create(path, HEAD, entry(0))
    for number in range(1, last + 1):
        ledger.append([entry(number)])
    return ledger


def in_child(act: Callable[[], object]) -> int:
    """The exit status of a forked child that does something; negative if a signal killed it.

    A child that returns leaves with 0, one that raises with 99.
    """
    child = os.fork()
    if not child:
        status = 99
        try:
            act()
            status = 0
        finally:
            os._exit(status)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def die() -> None:
    """End this process as a power cut does: nothing is cleaned up."""
    os.kill(os.getpid(), signal.SIGKILL)


def names(folder: Path) -> Sequence[str]:
    """What is in a folder, sorted."""
    return sorted(path.name for path in folder.iterdir())
