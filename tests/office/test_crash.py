"""Killed anywhere: the next run repairs it. Every move is made once, every letter goes out.

A run is forked and dies at its n-th call of the system that changes a file, for every n that
there is. Then a run that nobody kills must lead to the same ledger and the same letters as if
nothing had happened; a letter may go twice, under one Message-ID.
"""

import os
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

from club import Club, begin, reply

CHANGES = (
    "write",
    "pwrite",
    "fsync",
    "fdatasync",
    "replace",
    "rename",
    "unlink",
    "ftruncate",
    "link",
    "mkdir",
)
_DIED = 77


def dying(work: Callable[[], object], at: int) -> bool:
    """Fork, work, and die at the change number `at`; whether the child got that far."""
    child = os.fork()
    if child == 0:
        _arm(at)
        try:
            work()
        finally:
            os._exit(0)
    _, status = os.waitpid(child, 0)
    return os.waitstatus_to_exitcode(status) == _DIED


def _arm(at: int) -> None:
    count = 0

    def counted(change: Callable[..., Any]) -> Callable[..., Any]:
        def call(*values: Any, **named: Any) -> Any:
            nonlocal count
            count += 1
            if count == at:
                os._exit(_DIED)
            return change(*values, **named)

        return call

    for name in CHANGES:
        setattr(os, name, counted(getattr(os, name)))


def prepared(folder: Path) -> Club:
    """A club with two games in which letters wait: two moves, a refusal, a stranger."""
    club = begin(folder)
    for game in ("vesna", "leto"):
        club.open(game, formula="1+1")
    for game in ("vesna", "leto"):
        letter = next(each for each in club.letters("anna@") if game in each["Subject"])
        club.deliver(reply(letter, club.lines("Анна", game)[0]))
    wrong = next(each for each in club.letters("boris@") if "leto" in each["Subject"])
    club.deliver(reply(wrong, "30к"))
    club.deliver("From: x@y.example\n\n30к ж\n".encode())
    return club


def outcome(club: Club) -> tuple[list[tuple[str, str, int]], set[str], list[str]]:
    """What a run led to: the games, the letters that went out, what the journal says."""
    last = [club.ledger(game).last for game in ("leto", "vesna")]
    games = [(entry.seat or "", entry.line, entry.number) for entry in last]
    letters = {f"{each['Message-ID']} {each['To']}" for each in club.letters()}
    outcomes = [line.outcome for line in club.house.home.journal.since("")]
    return games, letters, sorted(outcomes)


def test_a_run_that_is_killed_anywhere_is_finished_by_the_next(tmp_path: Path) -> None:
    whole = prepared(tmp_path / "prepared")
    copies = tmp_path / "copies"

    def copy() -> Club:
        shutil.rmtree(copies, ignore_errors=True)
        shutil.copytree(whole.folder, copies)
        return Club(copies)

    undisturbed = copy()
    undisturbed.run()
    expected = outcome(undisturbed)
    assert [number for *_, number in expected[0]] == [1, 1]
    points = 0
    while True:
        club = copy()
        if not dying(club.run, points + 1):
            break
        points += 1
        club.run()
        assert outcome(club) == expected, f"killed at change {points}"
        assert not list((club.folder / "mail" / "out" / "pending").iterdir())
        assert not list((club.folder / "mail" / "new").iterdir())
    assert points > 50
