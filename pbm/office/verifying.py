"""Verdicts on game files: what `pbm verify` says of each."""

from pathlib import Path
from typing import NamedTuple

from pbm.clerk.audit import Report, audit
from pbm.core.failure import Status
from pbm.core.ledger import digits
from pbm.core.tell import Message, Value, counted
from pbm.rules import of
from pbm.store.checking import Checked, check


class Verdict(NamedTuple):
    """What was found out about one file; damage has status 3."""

    lines: tuple[Message, ...]
    status: Status


def verdict(path: Path) -> Verdict:
    """A ledger's bytes checked and then its moves replayed: without its bytes nothing counts."""
    checked = check(path)
    if checked.findings or checked.head is None:
        return _damaged(path, checked)
    report = audit(of(checked.head, str(path)), checked.head, checked.entries)
    if report.findings:
        found = [
            Message(
                "{file}: entry {entry}: {what}",
                {"file": str(path), "entry": finding.entry, "what": finding.what},
            )
            for finding in report.findings
        ]
        return Verdict(tuple(found), Status.DAMAGED)
    values: dict[str, Value] = {
        "file": str(path),
        "moves": counted("{n} move", "{n} moves", report.moves),
        "chain": digits(checked.entries[-1].chain),
    }
    whole = Message("{file}: whole; {moves} replayed, chain {chain}", values)
    return Verdict((whole, _hands(report)), Status.DONE)


def _hands(report: Report) -> Message:
    """What is known of the hands in a game that was found whole."""
    if not report.hands:
        return Message("The cards were dealt at the table: hands cannot be checked.")
    if report.opened:
        return Message(
            "The seal is open: all that was dealt, drawn, thrown and played was checked."
        )
    return Message(
        "The seal is closed: what was dealt, drawn and thrown can be checked when the game is over."
    )


def _damaged(path: Path, checked: Checked) -> Verdict:
    found = [
        Message(
            "{file}:{line}: entry {entry}: {what}",
            {
                "file": str(path),
                "line": finding.line,
                "entry": finding.entry,
                "what": finding.what,
            },
        )
        for finding in checked.findings
    ]
    cures = [] if checked.cure is None else [checked.cure]
    return Verdict((*found, *cures), Status.DAMAGED)
