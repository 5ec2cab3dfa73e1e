"""Goal 6: the form beside bare reportlab and other makers of PDF, and its size."""

import importlib.util
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from bench import marks, peers, watch, world
from bench.measure import ROOT, in_turns, pbm, processes, script
from bench.table import Row, compared
from pbm.clerk.desk import Desk
from pbm.core.token import issue
from pbm.office import sheets
from pbm.office.house import House

_COLD = """\
import sys
from pathlib import Path
sys.path.insert(0, {tests!r})
from bench import marks
pages = marks.read(Path({path!r}))
marks.bare(pages, marks.registered(pages), "mailto:club@example.net")
"""
_LIMIT = 45.0
"""Kilobytes that a page may have."""


def forms(folder: Path) -> Iterator[Row]:
    """The form of a game of two at entry 12, with a new token each time."""
    club = world.club(folder / "form")
    world.open_in(club.home, "vesna", 12)
    house = House(club.home)
    desk = house.desk(house.home.ledger("vesna"))
    draw = _drawer(house, desk)
    pages = watch.taken_down(draw)
    fonts = marks.registered(pages)
    bare = lambda: marks.bare(pages, fonts, f"mailto:{time.perf_counter_ns()}@x")  # noqa: E731
    things: dict[str, Callable[[], Any]] = {"ours": draw, "reportlab": bare}
    things |= {name: peer(pages) for name, peer in peers.PEERS.items() if _there(name)}
    spent = in_turns(things, 15)
    yield compared(
        6, "form, warm", spent["ours"], "reportlab, the same marks", spent["reportlab"], 1.3
    )
    for name in peers.PEERS:
        if name in spent:
            yield compared(6, "", spent["ours"], name, spent[name], 1.0)
        else:
            yield Row(6, "", "", f"{name} is not installed", "")
    size = len(draw()) / len(pages) / 1000
    limit = f"{_LIMIT:.0f} KB"
    yield Row(6, "size of a page", f"{size:.1f} KB", "the most", limit, size / _LIMIT, 1.0)


def _there(name: str) -> bool:
    return importlib.util.find_spec(name) is not None


def _drawer(house: House, desk: Desk) -> Callable[[], bytes]:
    """Draws the form of the seat to move, each time for another token."""
    entries = [entry.past() for entry in house.home.ledger("vesna").entries()]
    seat = desk.to_move
    assert seat is not None
    view = sheets.look(desk, seat, entries, "ru")
    home = house.home

    def draw() -> bytes:
        token = issue(home.secret, "vesna", time.perf_counter_ns() % 1_000_000, 1)
        return sheets.form(
            desk, view, "ru", settings=home.settings, forms=home.forms, token=token, mail=True
        )

    return draw


def cold(folder: Path) -> Iterator[Row]:
    """A form from a cold start, `pbm form`, beside a process that draws the same marks bare."""
    club = folder / "form"
    house = House(world.Club(club).home)
    desk = house.desk(house.home.ledger("vesna"))
    pages = watch.taken_down(_drawer(house, desk))
    path = folder / "marks.json"
    marks.kept(pages, path)
    tests = str(ROOT / "tests")
    spent = processes(
        {
            "ours": pbm(folder, "form", "vesna", "--seat", "1", "-o", "form.pdf"),
            "reportlab": script(folder, "bare", _COLD.format(path=str(path), tests=tests)),
        },
        club,
        7,
    )
    yield compared(
        6, "`pbm form`, cold", spent["ours"], "reportlab alone, cold", spent["reportlab"]
    )
