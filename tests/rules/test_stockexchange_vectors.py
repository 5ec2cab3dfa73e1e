"""Turns of The Stock Exchange Game with known results (tests/vectors, PBM_VECTORS=DIR for more)."""

import json
import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from stockexchange_play import blank, drawing

from pbm.core.contract import Step
from pbm.core.problem import Refusal
from pbm.rules import find
from pbm.rules.stockexchange.ending import assets
from pbm.rules.stockexchange.game import StockExchange
from pbm.rules.stockexchange.options import read_options
from pbm.rules.stockexchange.position import Position, Seat
from pbm.rules.stockexchange.tables import KINDS, Table

FOLDERS = [Path(__file__).parent.parent / "vectors"]
if extra := os.environ.get("PBM_VECTORS"):
    FOLDERS.append(Path(extra))

FILES = [file for folder in FOLDERS if (file := folder / "stockexchange.json").is_file()]
DATA = [json.loads(file.read_text("utf-8")) for file in FILES]
VECTORS = [pytest.param(v, id=v["id"]) for data in DATA for v in data.get("vectors", [])]

PLAYER = "player"
_BANK = 50_000


class Case(NamedTuple):
    """A vector as a game, its position before the throw, and the throws and card of its input."""

    game: StockExchange
    state: Position
    throws: tuple[int, ...]
    card: str


def strings(plain: Any) -> Iterator[str]:
    """Every text in plain data."""
    if isinstance(plain, str):
        yield plain
    elif isinstance(plain, Mapping | list):
        for each in plain.values() if isinstance(plain, Mapping) else plain:
            yield from strings(each)


def seats_of(before: Mapping[str, Any]) -> dict[str, Mapping[str, Any]]:
    """The seats of a vector by name, the one to move first."""
    players = before.get("players", {})
    if isinstance(players, Mapping) and players:
        return dict(players)
    if players:
        return {name: {} for name in players}
    others = before.get("others", {}) or {"another": {}}
    return {PLAYER: before[PLAYER], **others}


def seat(table: Table, plain: Mapping[str, Any]) -> Seat:
    options = {kind.lower(): count for kind, count in plain.get("options", {}).items()}
    return Seat(
        plain.get("cash", 0),
        tuple(plain.get("shares", {}).get(code, 0) for code in table.codes),
        plain.get("square", 0),
        tuple(options.get(kind, 0) for kind in KINDS),
        plain.get("bids", 0),
    )


def case_of(vector: Mapping[str, Any]) -> Case:
    before, given = vector["before"], vector["input"] or {}
    full: Table = find("stockexchange").game(["a", "b"], {}, "en").table  # type: ignore[attr-defined]
    named = [text for text in strings([given, before]) if text in full.cards]
    card = named[0] if named else ""
    # A vector that names no card says nothing of what a card would do.
    table = blank(full, but=card)
    named_options = {name: str(value).lower() for name, value in vector.get("options", {}).items()}
    plain = seats_of(before)
    settled = read_options({"order": "given", **named_options}, len(plain))
    shipped = find("stockexchange").game(["a", "b"], {}, "en")
    game = StockExchange(
        list(plain),
        "en",
        settled,
        table=table,
        notation=shipped.notation,  # type: ignore[attr-defined]
    )
    opened = game.opening(drawing(table)).state
    throws = given.get("rolls") or given.get("throws") or [given.get("roll")]
    if "choices" in before:
        return Case(game, opened, tuple(filter(None, throws)), card)
    seats = tuple(seat(table, held) for held in plain.values())
    free = [
        company.size.shares - sum(each.shares[n] for each in seats)
        for n, company in enumerate(table.companies)
    ]
    available = before.get("available", {})
    state = opened._replace(
        seats=seats,
        bank_cash=before.get("bank", settled.bank),
        bank_shares=tuple(map(available.get, table.codes, free)),
        first=0,
        turns=before.get("turns", 0),
    )
    return Case(game, state, tuple(filter(None, throws)), card)


def played(vector: Mapping[str, Any], case: Case) -> tuple[Position, list[Any]]:
    """The position that a vector's choices, throw and orders lead to; raises Refusal."""
    game, state = case.game, case.state
    facts: list[Any] = []

    def give(by: int, line: str) -> Step:
        move = game.read_move(line, state, by, None, "en")
        step = game.apply(state, by, move, drawing(game.table))
        facts.extend(step.facts)
        return step

    for name, code in vector["before"].get("choices", {}).items():
        state = give(game.seats.index(name), f"START {code}").state
    items = [item.strip() for item in ((vector["input"] or {}).get("move") or "").split(";")]
    for item in items:
        if item.startswith("FORFEIT"):
            state = give(0, item).state
    if case.throws:
        ready = game.prepare(state, drawing(game.table, *case.throws, card=case.card))
        facts.extend(ready.facts)
        state = ready.state
    if line := "; ".join(item for item in items if item and not item.startswith("FORFEIT")):
        assert state.mover is not None
        balance = game.balance(state)
        state = give(state.mover, line).state
        assert game.balance(state) == balance
    return state, facts


def plain_seat(game: StockExchange, state: Position, name: str) -> dict[str, Any]:
    """A seat in the words of the vectors."""
    own = state.seats[game.seats.index(name)]
    plain = game.dump(state)["seats"][name]
    options = {kind.upper(): count for kind, count in plain["options"].items()}
    return {**plain, "options": options, "total": assets(own, game.table)}


def result_of(game: StockExchange, state: Position, facts: list[Any]) -> dict[str, Any]:
    """All that a vector can expect."""
    seats = {name: plain_seat(game, state, name) for name in game.seats}
    mover = game.seats[0]
    ended = game.result(state)
    prices = [fact["each"] for fact in facts if "each" in fact]
    winners = [] if ended is None else [game.seats[n] for n in ended.winners]
    return {
        **seats,
        PLAYER: seats[mover],
        "others": {name: held for name, held in seats.items() if name != mover},
        "players": seats,
        "available": dict(zip(game.table.codes, state.bank_shares, strict=True)),
        "bank": state.bank_cash,
        "price": prices[-1] if prices else None,
        "total": seats[mover]["total"],
        "owed": state.turn.owed if state.turn else 0,
        "first": None if state.first is None else game.seats[state.first],
        "to_move": None if state.mover is None else game.seats[state.mover],
        "game_over": ended is not None,
        "winners": winners,
        "winner": winners[0] if len(winners) == 1 else None,
    }


def differences(path: str, expected: Any, found: Any) -> Iterator[str]:
    """Where what was expected is not found; keys that are not given are not compared."""
    if isinstance(expected, Mapping) and path.endswith("shares"):
        if {code: count for code, count in expected.items() if count} != found:
            yield f"{path}: {found} is not {expected}"
    elif isinstance(expected, Mapping):
        for key, value in expected.items():
            if isinstance(found, Mapping) and key in found:
                yield from differences(f"{path}.{key}", value, found[key])
    elif expected != found:
        yield f"{path}: {found} is not {expected}"


@pytest.mark.parametrize("vector", VECTORS)
def test_vector(vector: dict[str, Any]) -> None:
    case = case_of(vector)
    if "error" in vector["expect"]:
        with pytest.raises(Refusal):
            played(vector, case)
        return
    state, facts = played(vector, case)
    found = result_of(case.game, state, facts)
    assert list(differences("", vector["expect"], found)) == []


def known_keys(vector: Mapping[str, Any]) -> set[str]:
    case = case_of(vector)
    return {"note", "error", *result_of(case.game, case.state, [])}


@pytest.mark.parametrize("vector", VECTORS)
def test_vector_keys_are_understood(vector: dict[str, Any]) -> None:
    """What a vector expects under a name that is not known here would be checked by nobody."""
    assert set(vector["expect"]) <= known_keys(vector)


def test_vector_files_are_found() -> None:
    assert VECTORS
