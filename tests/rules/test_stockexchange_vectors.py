"""Turns of The Stock Exchange Game with known results (tests/vectors, PBM_VECTORS=DIR for more)."""

import json
import os
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from stockexchange_play import blank, drawing, game

from pbm.core.problem import Refusal
from pbm.rules.stockexchange import ending
from pbm.rules.stockexchange.game import StockExchange
from pbm.rules.stockexchange.options import read_options
from pbm.rules.stockexchange.position import Position, Seat, Turn
from pbm.rules.stockexchange.tables import KINDS, Table

FOLDERS = [Path(__file__).parent.parent / "vectors"]
if extra := os.environ.get("PBM_VECTORS"):
    FOLDERS.append(Path(extra))

FILES = [file for folder in FOLDERS if (file := folder / "stockexchange.json").is_file()]
DATA = [json.loads(file.read_text("utf-8")) for file in FILES]
VECTORS = [pytest.param(v, id=v["id"]) for data in DATA for v in data.get("vectors", [])]

PLAYER = "player"
SHIPPED = game(2)


class Case(NamedTuple):
    """A vector as a game, the seat that moves, its position, and the throws and card of its input.

    Without throws the position is that after the throw.
    """

    game: StockExchange
    mover: int
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
    """The seats of a vector by name."""
    players = before.get("players", {})
    if isinstance(players, Mapping) and players:
        return dict(players)
    if players:
        return {name: {} for name in players}
    others = before.get("others", {}) or {"another": {}}
    return {PLAYER: before[PLAYER], **others}


def seat(table: Table, plain: Mapping[str, Any]) -> Seat:
    options = {kind.lower(): count for kind, count in plain.get("options", {}).items()}
    ordered = " ".join(strings(plain.get("forfeit", plain.get("forfeits", ""))))
    return Seat(
        plain.get("cash", 0),
        tuple(plain.get("shares", {}).get(code, 0) for code in table.codes),
        plain.get("square", 0),
        tuple(options.get(kind, 0) for kind in KINDS),
        plain.get("bids", 0),
        tuple(KINDS.index(word.lower()) for word in ordered.split() if word.lower() in KINDS),
    )


def case_of(vector: Mapping[str, Any]) -> Case:
    before, given = vector["before"], vector["input"] or {}
    named = [text for text in strings([given, before]) if text in SHIPPED.table.cards]
    card = named[0] if named else ""
    # A vector that names no card says nothing of what a card would do.
    table = blank(SHIPPED.table, but=card)
    chosen = {name: str(value).lower() for name, value in vector.get("options", {}).items()}
    plain = seats_of(before)
    settled = read_options({"order": "given", **chosen}, len(plain))
    notation, guess = SHIPPED.notation, SHIPPED.guess
    made = StockExchange(list(plain), "en", settled, table=table, notation=notation, guess=guess)
    throws = given.get("rolls") or given.get("throws") or [given.get("roll")]
    opened = made.opening(drawing(table)).state
    if "choices" in before:
        return Case(made, 0, opened, tuple(filter(None, throws)), card)
    by = given.get("player") or before.get("to_move") or before.get("mover") or made.seats[0]
    mover = made.seats.index(by)
    seats = tuple(seat(table, held) for held in plain.values())
    state = opened._replace(
        seats=seats,
        bank_cash=before.get("bank", settled.bank),
        bank_shares=supply(table, seats, before.get("available", {})),
        mover=mover,
        first=made.seats.index(before.get("first", made.seats[0])),
        turns=before.get("turns", 0),
        emptied=before.get("emptied", False),
    )
    level = given.get("level") or given.get("die")
    if level:
        state = state._replace(turn=Turn(level, card, before.get("owed", 0)))
    return Case(made, mover, state, tuple(filter(None, throws)), card)


def supply(table: Table, seats: Sequence[Seat], available: Mapping[str, int]) -> tuple[int, ...]:
    """The bank's shares: as they are given, or those that nobody holds."""
    free = [
        company.size.shares - sum(each.shares[n] for each in seats)
        for n, company in enumerate(table.companies)
    ]
    return tuple(map(available.get, table.codes, free))


def played(vector: Mapping[str, Any], case: Case) -> tuple[Position, list[Any]]:
    """The position that a vector's choices, throw and orders lead to; raises Refusal."""
    state = case.state
    facts: list[Any] = []

    def give(by: int, line: str) -> Position:
        move = case.game.read_move(line, state, by, None, "en")
        step = case.game.apply(state, by, move, drawing(case.game.table))
        assert case.game.balance(step.state) == case.game.balance(state)
        facts.extend(step.facts)
        after: Position = step.state
        return after

    for name, code in vector["before"].get("choices", {}).items():
        state = give(case.game.seats.index(name), f"START {code}")
    items = [item.strip() for item in ((vector["input"] or {}).get("move") or "").split(";")]
    # A standing order comes before the throw.
    for item in items:
        if item.upper().startswith("FORFEIT"):
            state = give(case.mover, item)
    if case.throws:
        ready = case.game.prepare(state, drawing(case.game.table, *case.throws, card=case.card))
        facts.extend(ready.facts)
        state = ready.state
    orders = [item for item in items if item and not item.upper().startswith("FORFEIT")]
    if not orders and state.turn and state.turn.owed:
        orders = ["PASS"]
    if orders:
        state = give(case.mover if state.first is None else state.mover or 0, "; ".join(orders))
    return state, facts


def plain_seat(game: StockExchange, state: Position, name: str) -> dict[str, Any]:
    """A seat in the words of the vectors."""
    own = state.seats[game.seats.index(name)]
    plain = game.dump(state)["seats"][name]
    options = {kind.upper(): count for kind, count in plain["options"].items()}
    return {**plain, "options": options, "total": ending.assets(own, game.table)}


def result_of(case: Case, state: Position, facts: Sequence[Any]) -> dict[str, Any]:
    """All that a vector can expect; who wins is told of a game that goes on, too."""
    seats = {name: plain_seat(case.game, state, name) for name in case.game.seats}
    mover = case.game.seats[case.mover]
    prices = [fact["each"] for fact in facts if "each" in fact]
    winners = [case.game.seats[n] for n in ending.result(state, case.game.table).winners]
    owed = state.turn.owed if state.turn else 0
    totals = {name: held["total"] for name, held in seats.items()}
    return {
        **seats,
        PLAYER: seats[mover],
        "others": {name: held for name, held in seats.items() if name != mover},
        "players": seats,
        "available": dict(zip(case.game.table.codes, state.bank_shares, strict=True)),
        "bank": state.bank_cash,
        "price": prices[-1] if prices else None,
        "prices": prices,
        "total": totals[mover],
        "totals": totals,
        "owed": owed,
        "debt": owed,
        "first": None if state.first is None else case.game.seats[state.first],
        "to_move": None if state.mover is None else case.game.seats[state.mover],
        "game_over": case.game.result(state) is not None,
        "winners": winners,
        "winner": winners[0] if len(winners) == 1 else None,
    }


def differences(path: str, expected: Any, found: Any) -> Iterator[str]:
    """Where what was expected is not found; keys that are not given are not compared."""
    if isinstance(expected, Mapping) and path.endswith("shares"):
        if {code: count for code, count in expected.items() if count} != found:
            yield f"{path}: {found} is not {expected}"
    elif isinstance(expected, Mapping) and isinstance(found, int):
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
    found = result_of(case, state, facts)
    assert list(differences("", vector["expect"], found)) == []


def known_keys(vector: Mapping[str, Any]) -> set[str]:
    case = case_of(vector)
    return {"note", "error", *result_of(case, case.state, [])}


@pytest.mark.parametrize("vector", DATA[0]["vectors"], ids=lambda vector: vector["id"])
def test_vector_keys_are_understood(vector: dict[str, Any]) -> None:
    """What a vector expects under a name that is not known here would be checked by nobody."""
    assert set(vector["expect"]) <= known_keys(vector)


def test_vector_files_are_found() -> None:
    assert VECTORS
