"""Cases 33 to 40 of README.md: the state of games, chance, copies."""

import ast
import errno
import os
import shutil
import socket
from collections.abc import Callable
from pathlib import Path
from typing import Any, NoReturn

import pytest
from club import SEED, Club, begin, reply, text
from terminal import pbm

from pbm.clerk.desk import Sent as Way
from pbm.clerk.desk import Taken, sit_down, take
from pbm.core.chance import Sealed, commitment, key
from pbm.core.contract import Step
from pbm.core.failure import Failure, Status, Wrong
from pbm.office import games
from pbm.office.verifying import verdict
from pbm.rules import find
from pbm.rules.akcioner.game import Akcioner
from pbm.store.ledgers import Ledger

ROOT = Path(__file__).parents[2]
KNOWN_DRAWS = [0, 2, 5, 3, 4, 5, 3, 4]
KNOWN_ORDER = list("cgahdebf")
KNOWN_SEAL = "sha256:ab59693b7836427f433424b258cbbabdbfac71c728052bbebb2693518eed4f5d"
ANNA, BORIS = "anna@example.org", "boris@example.org"


@pytest.fixture
def club(tmp_path: Path) -> Club:
    club = begin(tmp_path / "club")
    club.open()
    return club


def outcomes(club: Club) -> list[str]:
    return [line.outcome for line in club.house.home.journal.since("")][::-1]


def rewritten(path: Path, change: Callable[[Any], Any], source: Ledger) -> Path:
    """A game file with another head and a whole chain."""
    first, *rest = source.entries()
    copy = Ledger.create(path, change(source.head), first)
    copy.append(rest)
    return path


def test_case_33_a_game_of_another_version_is_refused_and_stops_no_other(club: Club) -> None:
    club.open("leto")
    old = club.ledger("vesna")
    other = rewritten(
        club.folder.parent / "other.yaml", lambda h: h._replace(rules="akcioner/2"), old
    )
    for game in ("vesna", "leto"):
        letter = next(each for each in club.letters(ANNA) if game in each["Subject"])
        club.deliver(reply(letter, club.lines("Анна", game)[0]))
    other.replace(old.path)
    before = old.path.read_bytes()
    (failure,) = club.run()
    assert "version 2 of the rules of akcioner" in str(failure)
    assert club.ledger("leto").last.number == 1
    assert old.path.read_bytes() == before
    for words in (("show", "vesna"), ("moves", "vesna"), ("move", "vesna", "30к ж"),
                  ("form", "vesna"), ("verify", str(old.path))):  # fmt: skip
        shown = pbm("--home", str(club.folder), *words)
        assert shown.status != 0
        assert shown.err.startswith(f"{old.path}: ")
        assert "version 2" in shown.err
    assert old.path.read_bytes() == before


class Minting(Akcioner):
    """Rules that give the mover a coin from nowhere."""

    def apply(self, state: Any, seat: int, move: Any, chance: Any) -> Step:
        step = super().apply(state, seat, move, chance)
        cash = list(step.state.cash)
        cash[seat] += 1
        return step._replace(state=step.state._replace(cash=tuple(cash)))


def test_case_34_rules_that_create_money_stop_the_game(club: Club) -> None:
    ledger = club.ledger()
    desk = club.house.desk(ledger)
    desk.game.__class__ = Minting
    line = club.lines("Анна")[0]
    with pytest.raises(Failure) as caught:
        take(desk, 0, line, "ru", Way("2026-11-30T10:00:00Z"), SEED)
    assert "money or shares" in str(caught.value)
    assert "entry 0" in str(caught.value)


def test_case_35_a_derived_step_that_is_lost_is_found_with_its_entry(club: Club) -> None:
    for number in range(2):
        mover = str(club.ledger().last.state["to_move"])
        club.deliver(
            reply(
                club.last(ANNA if mover == "Анна" else BORIS), club.lines(mover)[0], number=number
            )
        )
        club.run()
    ledger = club.ledger()
    first, second, third = ledger.entries()
    path = club.folder.parent / "vesna.yaml"
    copy = Ledger.create(path, ledger.head, first)
    copy.append([second._replace(facts=second.facts[:-1]), third])
    found = verdict(path)
    assert found.status is Status.DAMAGED
    assert str(found.lines[0].values["entry"]) == "1"
    assert "facts" in str(found.lines[0].values)


CHANGES = ("write", "pwrite", "fsync", "fdatasync", "replace", "rename", "ftruncate", "link")


def full_disk_at(at: int, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Let the n-th change to the disk, and every one after it, fail as on a full disk."""
    count = [0]

    def counted(change: Callable[..., Any]) -> Callable[..., Any]:
        def call(*values: Any, **named: Any) -> Any:
            count[0] += 1
            if count[0] >= at:
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
            return change(*values, **named)

        return call

    for name in CHANGES:
        monkeypatch.setattr(os, name, counted(getattr(os, name)))
    return count


def run(club: Club) -> list[Failure]:
    """What a run tells of, or the failure that ends it."""
    try:
        return club.run()
    except Failure as failure:
        return [failure]


def test_case_36_the_disk_full_at_any_change_loses_and_doubles_nothing(tmp_path: Path) -> None:
    """What cannot be written is told; when there is room again the next run does it."""
    whole = begin(tmp_path / "whole")
    whole.open(formula="1+1")
    whole.deliver(reply(whole.last(ANNA), whole.lines("Анна")[0]))
    points = 0
    while True:
        shutil.rmtree(tmp_path / "copy", ignore_errors=True)
        club = Club(Path(shutil.copytree(whole.folder, tmp_path / "copy")))
        before = club.ledger().path.read_bytes()
        with pytest.MonkeyPatch.context() as monkeypatch:
            count = full_disk_at(points + 1, monkeypatch)
            told = run(club)
        if count[0] <= points:
            break
        points += 1
        assert told, f"full at change {points}, and nobody was told"
        assert club.ledger().path.read_bytes().startswith(before)
        assert verdict(club.ledger().path).status is Status.DONE
        club.run()
        assert club.ledger().last.number == 1, f"full at change {points}"
        assert set(outcomes(club)) == {"move"}
        letters = {str(letter["Message-ID"]) for letter in club.letters()}
        assert len(letters) == 4, f"full at change {points}"
    assert points > 15


def test_case_37_the_deal_is_fixed_and_a_new_try_repeats_it(tmp_path: Path) -> None:
    """Known answers of HMAC-SHA256 with rejection; a crash and a new start draw the same."""
    sealed = Sealed(key(bytes(32)))
    assert [sealed.draw("die", n, 6) for n in range(8)] == KNOWN_DRAWS
    assert sealed.shuffled("deck", "abcdefgh") == KNOWN_ORDER
    assert commitment(bytes(32), "vesna", {"order": "given"}, ["A", "B"]) == KNOWN_SEAL
    hands = []
    for number in range(2):
        club = begin(tmp_path / str(number))
        club.open()
        hands.append([club.lines("Анна"), club.ledger().head.sealed])
    assert hands[0] == hands[1]


def test_case_37_no_seed_in_any_letter_and_none_in_the_ledger(club: Club) -> None:
    club.deliver(reply(club.last(ANNA), club.lines("Анна")[0]))
    club.run()
    for letter in club.letters():
        assert SEED.hex() not in letter.as_string()
    assert SEED.hex() not in club.ledger().path.read_text("utf-8")


def test_case_37_another_seed_is_not_taken_for_the_sealed_one(club: Club) -> None:
    path = club.folder / "games" / "vesna.seed"
    path.write_text(f"{bytes(32).hex()}\n")
    club.deliver(reply(club.last(ANNA), "30к ж"))
    (failure,) = club.run()
    assert failure.status is Status.DAMAGED
    assert club.ledger().last.number == 0


def test_case_38_a_turn_asks_nobody_outside(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> NoReturn:
        raise AssertionError("the network was asked")

    club.deliver(reply(club.last(ANNA), club.lines("Анна")[0]))
    monkeypatch.setattr(socket, "socket", refuse)
    monkeypatch.setattr(socket, "getaddrinfo", refuse)
    assert club.run() == []
    assert club.ledger().last.number == 1


def test_case_38_only_the_mail_servers_and_name_servers_are_ever_asked() -> None:
    asking = {"socket", "ssl", "smtplib", "imaplib", "imapclient", "http", "urllib.request", "dns",
              "requests", "httpx", "ftplib", "xmlrpc", "asyncio"}  # fmt: skip
    found = set()
    for path in (ROOT / "pbm").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            if any(name == one or name.startswith(f"{one}.") for name in names for one in asking):
                found.add(str(path.relative_to(ROOT / "pbm")))
    assert found <= {"post/imap.py", "post/smtp.py", "post/server.py", "post/address.py",
                     "post/lookup.py"}  # fmt: skip


def test_case_39_a_copy_of_a_game_mails_nobody_and_takes_no_mail(club: Club) -> None:
    vesna = club.folder / "games" / "vesna.yaml"
    copy = vesna.with_name("what-if.yaml")
    shutil.copy(vesna, copy)
    shutil.copy(vesna.with_suffix(".seed"), copy.with_suffix(".seed"))
    before = copy.read_bytes()
    with pytest.raises(Wrong, match="copy of the game vesna"):
        games.move(club.house, "what-if", "30к ж")
    for words in (("show",), ("move", "30к ж"), ("moves",), ("form",), ("history",)):
        shown = pbm("--home", str(club.folder), words[0], "what-if", *words[1:])
        assert (shown.status, "copy of the game vesna" in shown.err) == (2, True)
    status = pbm("--home", str(club.folder), "status")
    assert "vesna" in status.out
    assert "copy of the game vesna" in status.err
    assert pbm("verify", str(copy)).status == 0
    club.deliver(reply(club.last(ANNA), club.lines("Анна")[0]))
    assert club.run() == []
    assert club.ledger("vesna").last.number == 1
    assert copy.read_bytes() == before
    assert len(club.letters()) == 4


def test_case_39_a_request_for_forms_passes_over_a_copy(club: Club) -> None:
    vesna = club.folder / "games" / "vesna.yaml"
    shutil.copy(vesna, vesna.with_name("a-copy.yaml"))
    club.deliver(b"From: anna@example.org\nTo: club@example.net\nSubject: my form\n\n?\n")
    (failure,) = club.run()
    assert "copy of the game vesna" in str(failure)
    assert outcomes(club) == ["form"]
    assert "vesna" in text(club.last(ANNA))


def test_case_39_a_copy_in_another_folder_has_another_secret(club: Club, tmp_path: Path) -> None:
    other = begin(tmp_path / "other")
    shutil.copy(club.folder / "games" / "vesna.yaml", other.folder / "games")
    shutil.copy(club.folder / "games" / "vesna.seed", other.folder / "games")
    other.deliver(reply(club.last(ANNA), club.lines("Анна")[0]))
    other.run()
    assert other.ledger().last.number == 0


def test_case_33_the_rulebook_of_a_version_that_there_is(club: Club) -> None:
    head = club.ledger().head
    book = find(head.rules)
    assert f"{book.slug}/{book.version}" == head.rules
    desk = sit_down(book, head, club.ledger().last, SEED)
    line = club.lines("Анна")[0]
    assert isinstance(take(desk, 0, line, "ru", Way("2026-11-30T10:00:00Z"), SEED), Taken)
