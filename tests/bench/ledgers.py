"""Goals 2, 3 and 5: a move taken in a short and in a long ledger, its commit, and the audit."""

import os
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import yaml

from bench import world
from bench.measure import in_turns
from bench.table import Row, compared
from bench.world import Kept
from pbm.clerk.desk import Sent, Taken, take
from pbm.core.failure import Status
from pbm.office.house import House
from pbm.office.verifying import verdict
from pbm.store.ledgers import Ledger

_ENTRY = 900
"""Bytes of the raw write that a commit is measured against."""


def taking(folder: Path) -> Iterator[Row]:
    """Goal 2: open the ledger, read the line, play it, add the entry; no letters."""
    home = world.club(folder / "taking").home
    house = House(home)
    moves = {}
    for name, last in (("short", 6), ("long", 600)):
        ledger = world.open_in(home, name, last)
        line = world.line_of(home, name)
        moves[name] = _taker(house, name, line, Kept.of(ledger))
    spent = in_turns(moves, 150)
    yield compared(
        2, "taking a move at entry 600", spent["long"], "at entry 6", spent["short"], 1.2
    )


def _taker(house: House, name: str, line: str, kept: Kept) -> Any:
    def taken() -> float:
        begun = time.perf_counter()
        ledger = house.home.ledger(name, repair=True)
        desk = house.desk(ledger)
        answer = take(desk, desk.to_move or 0, line, "ru", Sent(world.AT), world.SEED)
        assert isinstance(answer, Taken)
        ledger.append(answer.entries)
        seconds = time.perf_counter() - begun
        kept.restore()
        return seconds

    return taken


def commit(folder: Path) -> Iterator[Row]:
    """Goal 3: one entry added durably, and as many bytes as a small entry has written raw."""
    home = world.club(folder / "commit").home
    ledger = world.open_in(home, "vesna", 6)
    entry = ledger.last
    raw = os.open(folder / "raw-commit", os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)

    def ours() -> None:
        number = ledger.last.number + 1
        ledger.append([entry._replace(number=number, opening=number)])

    def bare() -> None:
        os.write(raw, bytes(_ENTRY))
        os.fdatasync(raw)

    spent = in_turns({"ours": ours, "bare": bare}, 150)
    os.close(raw)
    yield compared(
        3,
        "durable commit of an entry",
        spent["ours"],
        f"raw append of {_ENTRY} bytes, fdatasync",
        spent["bare"],
        4,
    )


def audit(folder: Path) -> Iterator[Row]:
    """Goal 5: a finished game of six, and the same with its seal still closed."""
    home = world.club(folder / "audit").home
    for name, closed in (("open", False), ("closed", True)):
        ledger = _finished(home, name, closed=closed)
        size = ledger.path.stat().st_size / 1000
        text = ledger.path.read_bytes()
        spent = in_turns(
            {
                "ours": partial(_whole, ledger.path),
                "yaml": partial(yaml.load, text, yaml.CSafeLoader),
            },
            21,
        )
        seal = "seal closed" if closed else "hands checked"
        yield compared(
            5,
            f"verify, {ledger.last.number} entries, 6 players, {size:.0f} KB, {seal}",
            spent["ours"],
            "yaml CSafeLoader of the file",
            spent["yaml"],
            1.3,
        )


def _finished(home: Any, name: str, *, closed: bool) -> Ledger:
    """A whole game of six by 3+5, 48 moves; closed it stops before its last move."""
    head, first = world.opened(name, [f"Игрок {n}" for n in range(1, 7)])
    ledger: Ledger = home.open_game(head, first, world.SEED)
    entries = list(world.played(head, first, 100))
    ledger.append(entries[:-2] if closed else entries)
    return ledger


def _whole(path: Path) -> None:
    assert verdict(path).status is Status.DONE
