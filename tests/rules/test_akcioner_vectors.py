"""Moves and whole games with known results (tests/vectors, and PBM_VECTORS=DIR for more)."""

import json
import os
from pathlib import Path
from typing import Any

import pytest

from pbm.core.chance import Sealed
from pbm.core.market.position import Position, Seat
from pbm.core.problem import Refusal
from pbm.rules import find
from pbm.rules.akcioner.game import Akcioner
from pbm.rules.akcioner.telling import COLOURS

FOLDERS = [Path(__file__).parent.parent / "vectors"]
if extra := os.environ.get("PBM_VECTORS"):
    FOLDERS.append(Path(extra))

FILES = [file for folder in FOLDERS if (file := folder / "akcioner.json").is_file()]
DATA = [(file, json.loads(file.read_text("utf-8"))) for file in FILES]
MOVES = [pytest.param(v, id=v["id"]) for _, data in DATA for v in data.get("vectors", [])]
GAMES = [pytest.param(g, id=g["id"]) for _, data in DATA for g in data.get("games", [])]

RULE_OF = {"locked": "A13", "last move": "A40", "cash": "A11", "shares": "A11"}
NO_CHANCE = Sealed(b"")


def text(options: dict[str, Any]) -> dict[str, str]:
    return {name: str(value).lower() for name, value in options.items()}


def by_colour(plain: dict[str, int]) -> tuple[int, ...]:
    return tuple(plain[colour] for colour in COLOURS)


def before(vector: dict[str, Any]) -> Position:
    last = vector["last_move"]
    seats = [Seat((int(not last) * 3, 1 if last else 5)) for _ in vector["before"]["seats"]]
    mover = vector["before"]["mover"]
    if last and vector["line"].lstrip("| ")[0] in "1x:":
        seats[mover] = seats[mover]._replace(left=(1, 0))
    order = tuple(range(len(seats)))
    cash = [seat["cash"] for seat in vector["before"]["seats"]]
    shares = [by_colour(seat["shares"]) for seat in vector["before"]["seats"]]
    bank = tuple(-sum(column) for column in zip(*shares, strict=True))
    prices = by_colour(vector["before"]["prices"])
    return Position(prices, (*cash, -sum(cash)), (*shares, bank), tuple(seats), order, mover)


def book(names: list[str], options: dict[str, str]) -> Akcioner:
    game = find("akcioner").game(names, options, "ru")
    assert isinstance(game, Akcioner)
    return game


def compare(game: Akcioner, state: Position, after: dict[str, Any]) -> None:
    assert state.prices == by_colour(after["prices"])
    assert list(state.cash[:-1]) == [seat["cash"] for seat in after["seats"]]
    assert list(state.shares[:-1]) == [by_colour(seat["shares"]) for seat in after["seats"]]


@pytest.mark.parametrize("vector", MOVES)
def test_vector(vector: dict[str, Any]) -> None:
    names = [f"p{n}" for n in range(len(vector["before"]["seats"]))]
    game = book(names, text(vector["options"]))
    state = before(vector)
    assert state.mover is not None
    move = game.read_move(vector["line"], state, state.mover, None, "ru")
    if refused := vector.get("refused"):
        with pytest.raises(Refusal) as caught:
            game.apply(state, state.mover, move, NO_CHANCE)
        rule = next(rule for words, rule in RULE_OF.items() if words in refused)
        assert rule in {problem.rule for problem in caught.value.problems}
        return
    step = game.apply(state, state.mover, move, NO_CHANCE)
    compare(game, step.state, vector["after"])
    assert game.balance(step.state) == game.balance(state)
    assert game.read_canonical(game.write_move(step.move, "ru"), "ru") == step.move


@pytest.mark.parametrize("played", GAMES)
def test_vector_game(played: dict[str, Any]) -> None:
    names = [f"p{n}" for n in range(played["seats"])]
    options = {"formula": played["formula"], "order": "given", "deal": "table"}
    game = book(names, {**text(played["options"]), **options})
    state = game.opening(NO_CHANCE).state
    hands = [[game.decks.by_code()[code] for code in hand] for hand in played["hands"]]
    for record in played["moves"]:
        seat = record["seat"]
        assert game.to_move(state) == seat
        move = game.read_move(record["line"], state, seat, None, "ru")
        assert game.illegal(state, seat, move, tuple(hands[seat])) == []
        state = game.apply(state, seat, move, NO_CHANCE).state
        hands[seat].remove(move.play.card)
        compare(game, state, record["after"])
    result = game.result(state)
    assert result is not None
    assert list(result.scores) == played["final_capital"]


def test_vector_files_are_found() -> None:
    assert MOVES
    assert GAMES
