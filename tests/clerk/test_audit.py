"""The audit: what a forger cannot do, though every chain of his ledger holds."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from pbm.clerk.audit import audit
from pbm.core.ledger import Entry, Head
from pbm.rules import find
from pbm.store.ledgers import Ledger

GAMES = Path(__file__).resolve().parent.parent.parent / "games"
Forgery = Callable[[list[Entry]], Sequence[Entry]]


def finished() -> tuple[Head, list[Entry]]:
    """A finished game whose seal was opened."""
    ledger = Ledger.open(GAMES / "akcioner-won.yaml")
    return ledger.head, list(ledger.entries())


def numbered(entries: Sequence[Entry]) -> list[Entry]:
    return [entry._replace(number=number) for number, entry in enumerate(entries)]


def chance_of_nothing(entries: list[Entry]) -> Sequence[Entry]:
    return [*entries[:3], entries[3]._replace(chance=[{"n": 99}]), *entries[4:]]


def chance_of_a_list(entries: list[Entry]) -> Sequence[Entry]:
    return [*entries[:3], entries[3]._replace(chance=[{"for": [], "n": 1}]), *entries[4:-1]]


def reset(entries: list[Entry]) -> Sequence[Entry]:
    return numbered([*entries[:3], entries[0], *entries[1:]])


def opened_early(entries: list[Entry]) -> Sequence[Entry]:
    seal = entries[-1]._replace(state=entries[3].state)
    return numbered([*entries[:4], seal, *entries[4:-1]])


def opened_before_the_end(entries: list[Entry]) -> Sequence[Entry]:
    return numbered([*entries[:4], entries[-1]._replace(state=entries[3].state)])


def never_opened(entries: list[Entry]) -> Sequence[Entry]:
    return entries[:-1]


def opened_twice(entries: list[Entry]) -> Sequence[Entry]:
    return numbered([*entries, entries[-1]])


def another_seed(entries: list[Entry]) -> Sequence[Entry]:
    return [*entries[:-1], entries[-1]._replace(seed="ab" * 32)]


def without_seed(entries: list[Entry]) -> Sequence[Entry]:
    return [*entries[:-1], entries[-1]._replace(seed="")]


def seed_in_a_move(entries: list[Entry]) -> Sequence[Entry]:
    return [*entries[:2], entries[2]._replace(seed=entries[-1].seed), *entries[3:]]


def told_otherwise(entries: list[Entry]) -> Sequence[Entry]:
    facts = [{"fact": "over", "winners": ["Вера"]}]
    return [*entries[:-1], entries[-1]._replace(facts=facts)]


def skipped(entries: list[Entry]) -> Sequence[Entry]:
    return numbered([*entries[:4], *entries[5:]])


def swapped(entries: list[Entry]) -> Sequence[Entry]:
    return numbered([*entries[:2], entries[3], entries[2], *entries[4:]])


def richer(entries: list[Entry]) -> Sequence[Entry]:
    state = dict(entries[-1].state) | {"bank": {"cash": 0, "shares": {}}}
    return [*entries[:-1], entries[-1]._replace(state=state)]


def true_for_one(entries: list[Entry]) -> Sequence[Entry]:
    """1 and true are equal, but another program would print another thing."""
    seats = dict(entries[1].state["seats"])
    name = next(iter(seats))
    shares = {colour: count == 1 or count for colour, count in seats[name]["shares"].items()}
    seats[name] = seats[name] | {"shares": shares}
    forged = entries[1]._replace(state=dict(entries[1].state) | {"seats": seats})
    return [entries[0], forged, *entries[2:]]


def another_opening(entries: list[Entry]) -> Sequence[Entry]:
    return [*entries[:2], entries[2]._replace(opening=99), *entries[3:]]


def unknown_seat(entries: list[Entry]) -> Sequence[Entry]:
    return [*entries[:2], entries[2]._replace(seat="Nobody"), *entries[3:]]


def unknown_kind(entries: list[Entry]) -> Sequence[Entry]:
    return [*entries[:2], entries[2]._replace(kind="gift"), *entries[3:]]


FORGERIES: list[Forgery] = [
    reset, opened_early, opened_before_the_end, never_opened, opened_twice, another_seed,
    chance_of_nothing, chance_of_a_list,
    without_seed, seed_in_a_move, told_otherwise, skipped, swapped, richer, true_for_one,
    another_opening, unknown_kind, unknown_seat,
]  # fmt: skip


def test_a_finished_game_passes() -> None:
    head, entries = finished()
    report = audit(find(head.rules), head, entries)
    assert (report.findings, report.opened, report.hands) == ((), True, True)


@pytest.mark.parametrize("forge", FORGERIES, ids=lambda forge: forge.__name__)
def test_a_forgery_is_found_out(forge: Forgery) -> None:
    head, entries = finished()
    report = audit(find(head.rules), head, forge(entries))
    assert report.findings


def test_a_seat_that_nobody_has_is_named() -> None:
    head, entries = finished()
    first, *_ = audit(find(head.rules), head, unknown_seat(entries)).findings
    assert (first.entry, first.what.values) == (2, {"seat": "Nobody"})


def test_another_deal_is_found_out() -> None:
    head, entries = finished()
    report = audit(find(head.rules), head._replace(sealed="sha256:" + "0" * 64), entries)
    assert "not the one that was sealed" in report.findings[0].what.text


def test_a_card_that_was_not_held_is_found_out_once_the_seal_is_open() -> None:
    head, entries = finished()
    another = head._replace(seats=tuple(reversed(head.seats)))
    assert audit(find(head.rules), another, entries).findings


def standing() -> tuple[Head, list[Entry], int]:
    """A finished game with standing orders, and the number of one of them."""
    ledger = Ledger.open(GAMES / "broker-won.yaml")
    entries = list(ledger.entries())
    return ledger.head, entries, next(e.number for e in entries if e.kind == "standing")


def test_standing_orders_are_replayed_and_begin_no_decision() -> None:
    head, entries, number = standing()
    assert audit(find(head.rules), head, entries).findings == ()
    assert entries[number].opening < number


@pytest.mark.parametrize(
    "change",
    [{"kind": "move"}, {"kind": "move", "opening": -1}, {"opening": -1}, {"line": "оставя D 7"}],
    ids=str,
)
def test_a_forged_standing_order_is_found_out(change: dict[str, Any]) -> None:
    head, entries, number = standing()
    if "opening" in change:
        change = {**change, "opening": number}
    entries[number] = entries[number]._replace(**change)
    (finding,) = audit(find(head.rules), head, entries).findings
    assert finding.entry >= number


def test_a_move_cannot_pass_for_a_standing_order() -> None:
    head, entries, _ = standing()
    entries[1] = entries[1]._replace(kind="standing", opening=0)
    assert audit(find(head.rules), head, entries).findings
