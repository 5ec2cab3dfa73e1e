"""The finished games in games/: each is verified, and ends as its name says."""

from pathlib import Path

import pytest

from pbm.clerk.desk import Desk, sit_down
from pbm.core.failure import Status
from pbm.office.verifying import verdict
from pbm.rules import find
from pbm.store.ledgers import Ledger

FOLDER = Path(__file__).resolve().parent.parent / "games"
FILES = sorted(FOLDER.glob("*.yaml"))


def desk(path: Path) -> Desk:
    ledger = Ledger.open(path)
    seed = bytes.fromhex(ledger.last.seed)
    return sit_down(find(ledger.head.rules), ledger.head, ledger.last, seed)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_finished_game_verifies(path: Path) -> None:
    found = verdict(path)
    assert found.status is Status.DONE, found.lines
    table = Ledger.open(path).head.options.get("deal") == "table"
    assert ("dealt at the table" if table else "seal is open") in found.lines[-1].text
    assert desk(path).result is not None


def test_one_winner() -> None:
    result = desk(FOLDER / "akcioner-won.yaml").result
    assert result is not None
    assert len(result.winners) == 1


def test_a_shared_win() -> None:
    result = desk(FOLDER / "akcioner-shared.yaml").result
    assert result is not None
    assert len(result.winners) == 2


def test_everyone_broke_but_one() -> None:
    ended = desk(FOLDER / "akcioner-broke.yaml")
    assert ended.head.options["skip_broke"] is True
    seats = ended.last.state["seats"].values()
    assert sum("out" not in seat for seat in seats) == 1
    assert any(seat["cards"]["small"] for seat in seats)


def test_dealt_at_the_table() -> None:
    ended = desk(FOLDER / "akcioner-table.yaml")
    assert ended.head.options["deal"] == "table"
    assert ended.hand(0) is None


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_forged_game_is_found_out(path: Path, tmp_path: Path) -> None:
    """Somebody who mends the chain of an edited move is found out by the replay."""
    ledger = Ledger.open(path)
    entries = list(ledger.entries())
    forged = [entry for entry in entries if entry.kind == "move"][-1]
    plain = dict(forged.state)
    name = ledger.head.seats[0]
    plain["seats"] = {
        **plain["seats"],
        name: {**plain["seats"][name], "cash": plain["seats"][name]["cash"] + 10},
    }
    copy = Ledger.create(tmp_path / path.name, ledger.head, entries[0])
    for entry in entries[1:]:
        copy.append([entry._replace(state=plain) if entry is forged else entry])
    found = verdict(copy.path)
    assert found.status is Status.DAMAGED
    assert str(forged.number) in str(found.lines[0].values["entry"])
