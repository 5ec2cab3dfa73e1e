"""Killed anywhere: the next run repairs it. Every letter is applied once, every answer goes out.

A run with several letters in two games is killed at each point that it has (see `killing`), and
a run that nobody kills goes on from there. It must lead to the same ledgers, byte for byte, the
same journal and the same letters as if nothing had happened. What a server took before the kill
it may be given once more: "exactly once" means the same bytes under the same Message-ID, which
mail programs show as one letter, and of one letter at most.
"""

import os
import shutil
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from datetime import UTC, datetime, timedelta
from email.message import EmailMessage
from hashlib import sha256
from itertools import takewhile
from pathlib import Path
from random import Random
from typing import NamedTuple

import pytest
from club import Club, begin, reply
from killing import NEVER, killer
from posts import POSTS, Post
from servers import PASSWORD

from pbm.core.tell import Tongue
from pbm.office.run import Run
from pbm.paper import sheet

EVERYWHERE = bool(os.environ.get("PBM_KILL_EVERYWHERE"))
"""Whether to kill at all points, which takes minutes; else at some, always the same."""
RECEIVED = datetime(2025, 11, 30, 10, tzinfo=UTC)
GAMES = ("leto", "vesna")


def letters(club: Club) -> list[bytes]:
    """What comes to the club: an order that is refused, two moves, a request, a stranger's."""
    forms = {game: _form(club, "anna@", game) for game in GAMES}
    moves = [reply(forms[game], club.lines("Анна", game)[0], number=2) for game in GAMES]
    request = EmailMessage()
    request["From"], request["To"] = "boris@example.org", "club@example.net"
    request["Subject"], request["Message-ID"] = "Моля, нов формуляр", "<3@player.example>"
    request.set_content("Благодаря!\n")
    stranger = "From: x@y.example\n\n30к ж\n".encode()
    return [reply(forms["leto"], "30к"), *moves, request.as_bytes(), stranger]


def _form(club: Club, to: str, game: str) -> EmailMessage:
    return next(letter for letter in club.letters(to) if game in letter["Subject"])


def run(folder: Path) -> None:
    """One run, which tells of the stranger's letter, or of a write that was killed, at most."""
    told: list[str] = []
    Run(Club(folder).house, lambda failure: told.append(str(failure))).all()
    known = ("is held", "it was set aside")
    assert all(any(each in words for each in known) for words in told), told


class Outcome(NamedTuple):
    """What runs led to; `sent` are Message-ID and addressee of the letters that went out."""

    ledgers: list[bytes]
    journal: list[str]
    folders: list[int]
    processed: set[bytes]
    sent: set[tuple[str, str]]


def outcome(folder: Path, post: Post) -> Outcome:
    club = Club(folder)
    journal = list(club.house.home.journal.since(""))
    assert len({line.letter for line in journal}) == len(journal)
    sent = Counter(post.sent())
    keys = {letter.key for letter in sent}
    assert len(keys) == len(sent), "two letters under one Message-ID"
    assert sent.total() <= len(sent) + 1, "more than one letter given twice"
    places = ("new", "cur", "held", "out/pending", "out/ready", "out/failed")
    return Outcome(
        [club.ledger(game).path.read_bytes() for game in GAMES],
        sorted(line.outcome for line in journal),
        [len(list((folder / "mail" / place).iterdir())) for place in places],
        set(post.processed()),
        keys,
    )


def undrawn(what: sheet.Sheet, _layout: object, tongue: Tongue) -> bytes:
    """What stands for a form: drawing takes most of a run's time, and has no points."""
    return sha256(f"{tongue.language} {what}".encode()).digest()


def sample(stride: int) -> Iterator[int]:
    """The numbers of points, of `stride` one or so, without an end."""
    chosen = Random(stride)
    at = 0
    while True:
        at += 1 if EVERYWHERE else chosen.randrange(1, 2 * stride)
        yield at


def prepared(club: Club, post: Post) -> None:
    """Two games whose first letters went out, and the answers to them in the mailbox."""
    for game in GAMES:
        club.open(game, formula="1+1")
    waiting = letters(club)
    post.begin(club.folder)
    for number, raw in enumerate(waiting):
        post.put(raw, RECEIVED + timedelta(minutes=number))
    post.keep()


@pytest.mark.parametrize("kind", POSTS, ids=lambda kind: kind.__name__)
def test_a_run_that_is_killed_anywhere_is_finished_by_the_next(
    kind: Callable[[ExitStack], Post],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("PBM_PASSWORD", PASSWORD)
    monkeypatch.setattr(sheet, "draw", undrawn)
    copy = tmp_path / "copy"
    with killer(run) as kill, ExitStack() as stack:
        whole, post = begin(tmp_path / "whole"), kind(stack)
        prepared(whole, post)

        def killed(at: int) -> bool:
            shutil.rmtree(copy, ignore_errors=True)
            shutil.copytree(whole.folder, copy)
            post.restore(copy)
            return kill(copy, at)

        assert not killed(NEVER)
        expected = outcome(copy, post)
        assert expected.journal == ["form", "held", "move", "move", "refused"]
        assert expected.folders == [0, 4, 1, 0, 0, 0]
        points = []
        for at in takewhile(killed, sample(post.stride)):
            points.append(at)
            assert not kill(copy, NEVER)
            assert outcome(copy, post) == expected, f"killed at point {at}"
    with capsys.disabled():
        print(f"\nkilled at {len(points)} points up to {points[-1]}")  # noqa: T201
    assert points[-1] > 150
