"""The finished games in games/: each is verified, and ends as its name says."""

from pathlib import Path
from typing import Any

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


@pytest.mark.parametrize("game", ["akcioner", "broker", "stockexchange"])
def test_one_winner(game: str) -> None:
    result = desk(FOLDER / f"{game}-won.yaml").result
    assert result is not None
    assert len(result.winners) == 1


@pytest.mark.parametrize("game", ["akcioner", "broker", "stockexchange"])
def test_a_shared_win(game: str) -> None:
    result = desk(FOLDER / f"{game}-shared.yaml").result
    assert result is not None
    assert len(result.winners) == 2


def test_everyone_broke_but_one() -> None:
    ended = desk(FOLDER / "akcioner-broke.yaml")
    assert ended.head.options["skip_broke"] is True
    seats = ended.last.state["seats"].values()
    assert sum("out" not in seat for seat in seats) == 1
    assert any(seat["cards"]["small"] for seat in seats)


@pytest.mark.parametrize(("name", "last"), [("broker-out", False), ("broker-last-one", True)])
def test_all_but_one_out(name: str, last: bool) -> None:  # noqa: FBT001
    """B26: the last one plays on to the end, or wins at once."""
    ended = desk(FOLDER / f"{name}.yaml")
    assert ended.head.options["last_one_wins"] is last
    (winner,) = (seat for seat in ended.last.state["seats"].values() if "out" not in seat)
    assert any(winner["cards"].values()) is last


def test_a_company_was_split() -> None:
    """B32, in a game with companies of its own names."""
    ended = desk(FOLDER / "broker-split.yaml")
    issued = ended.last.state["bank"]["issued"]
    assert "Siemens" in issued
    assert max(issued.values()) > 40


def test_standing_orders_were_given() -> None:
    entries = Ledger.open(FOLDER / "broker-won.yaml").entries()
    assert any(entry.kind == "standing" for entry in entries)


@pytest.mark.parametrize("game", ["akcioner", "broker"])
def test_dealt_at_the_table(game: str) -> None:
    ended = desk(FOLDER / f"{game}-table.yaml")
    assert ended.head.options["deal"] == "table"
    assert ended.hand(0) is None


def emptied(name: str) -> tuple[Desk, int]:
    """A finished game in which the bank ran out, and how many moves were made after that."""
    entries = list(Ledger.open(FOLDER / f"{name}.yaml").entries())
    when = next(
        entry.number for entry in entries if any(fact["fact"] == "emptied" for fact in entry.facts)
    )
    after = [entry for entry in entries if entry.kind == "move" and entry.number > when]
    return desk(FOLDER / f"{name}.yaml"), len(after)


def test_the_bank_was_emptied() -> None:
    """S60: the game ends with that turn."""
    ended, after = emptied("stockexchange-won")
    assert not ended.head.options["last_round"]
    assert after == 0


def test_the_round_was_played_to_its_end() -> None:
    """S60: everybody had as many turns."""
    ended, after = emptied("stockexchange-last-round")
    assert ended.head.options["last_round"]
    assert after > 0
    assert ended.last.state["turns"] % len(ended.game.seats) == 0


def test_the_rounds_were_over() -> None:
    """S61: a set number of turns for each, with money left in the bank."""
    ended = desk(FOLDER / "stockexchange-rounds.yaml")
    assert ended.head.options["max_rounds"] == 10
    assert ended.last.state["turns"] == 10 * len(ended.game.seats)
    assert not ended.last.state["bank"]["emptied"]


def test_a_bid_took_shares_from_their_owner() -> None:
    """S44, in a game with a standing order, too."""
    entries = list(Ledger.open(FOLDER / "stockexchange-won.yaml").entries())
    assert any(fact["fact"] == "seized" for entry in entries for fact in entry.facts)
    assert any(entry.kind == "standing" for entry in entries)


def retired(name: str) -> dict[str, Any]:
    """The position in which somebody has just retired, and he."""
    ended = desk(FOLDER / f"{name}.yaml")
    state = dict(ended.last.state)
    winner = state["seats"][state["winner"]]
    assert winner["cash"] >= 3000
    assert winner["retirement"] == 0
    assert not any(winner["shares"].values())
    assert not winner["pledged"]
    return state


def test_somebody_retired_on_the_bank() -> None:
    """D32, after booms that moved the tokens of others."""
    state = retired("daytrader-bank")
    assert state["seats"][state["winner"]]["square"] == 0


def test_somebody_retired_where_he_works() -> None:
    state = retired("daytrader-employer")
    square = state["seats"][state["winner"]]["square"]
    company = {1: "1", 4: "2", 7: "3", 11: "4", 14: "5", 18: "6"}[square]
    assert state["winner"] in state["jobs"][company]


def test_debts_were_lent_for_and_somebody_was_bankrupt() -> None:
    """D62, D64, D65."""
    retired("daytrader-debts")
    entries = Ledger.open(FOLDER / "daytrader-debts.yaml").entries()
    facts = {fact["fact"] for entry in entries for fact in entry.facts}
    assert {"lends", "borrows", "borrows-from", "buys-back", "bankrupt", "will-move"} <= facts


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
