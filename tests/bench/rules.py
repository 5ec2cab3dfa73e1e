"""Goal 4: moves of finished games played again in memory, beside those of a chess library."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import chess

from bench.measure import in_turns
from bench.table import Row
from pbm.core.chance import Sealed
from pbm.core.ledger import Entry
from pbm.rules import find

_NO_CHANCE = Sealed(b"")
_VECTORS = Path(__file__).resolve().parents[1] / "vectors" / "akcioner.json"

# Morphy against two amateurs, Paris 1858, and Anderssen against Dufresne, Berlin 1852.
_CHESS = (
    (
        "e4 e5 Nf3 d6 d4 Bg4 dxe5 Bxf3 Qxf3 dxe5 Bc4 Nf6 Qb3 Qe7 Nc3 c6 Bg5 b5 Nxb5 cxb5 Bxb5+ "
        "Nbd7 O-O-O Rd8 Rxd7 Rxd7 Rd1 Qe6 Bxd7+ Nxd7 Qb8+ Nxb8 Rd8#"
    ),
    (
        "e4 e5 Nf3 Nc6 Bc4 Bc5 b4 Bxb4 c3 Ba5 d4 exd4 O-O d3 Qb3 Qf6 e5 Qg6 Re1 Nge7 Ba3 b5 Qxb5 "
        "Rb8 Qa4 Bb6 Nbd2 Bb7 Ne4 Qf5 Bxd3 Qh5 Nf6+ gxf6 exf6 Rg8 Rad1 Qxf3 Rxe7+ Nxe7 Qxd7+ Kxd7 "
        "Bf5+ Ke8 Bd7+ Kf8 Bxe7#"
    ),
)


class Game(NamedTuple):
    """A finished game: its rules, its first position, its seats and canonical lines."""

    game: Any
    start: Any
    moves: list[tuple[int, str]]


def games() -> list[Game]:
    """The whole games of the vectors."""
    return [_game(played) for played in json.loads(_VECTORS.read_text("utf-8"))["games"]]


def _game(played: dict[str, Any]) -> Game:
    names = [f"p{n}" for n in range(played["seats"])]
    options = {name: str(value).lower() for name, value in played["options"].items()}
    options |= {"formula": played["formula"], "order": "given", "deal": "table"}
    game = find("akcioner").game(names, options, "ru")
    start = state = game.opening(_NO_CHANCE).state
    moves = []
    for record in played["moves"]:
        move = game.read_move(record["line"], state, record["seat"], None, "ru")
        step = game.apply(state, record["seat"], move, _NO_CHANCE)
        moves.append((record["seat"], game.write_move(step.move, "ru")))
        state = step.state
    return Game(game, start, moves)


def _replayed(played: list[Game], record: Callable[[Any, int, str, Any, int], Any]) -> None:
    """Every line read, its move judged and applied, the balance checked, the entry recorded."""
    for game, start, moves in played:
        state, balance, kept = start, game.balance(start), []
        for number, (seat, line) in enumerate(moves, 1):
            step = game.apply(state, seat, game.read_canonical(line, "ru"), _NO_CHANCE)
            state = step.state
            assert game.balance(state) == balance
            kept.append(record(game, seat, line, step, number))


def _in_memory(_game: Any, seat: int, line: str, step: Any, number: int) -> Any:
    return number, seat, line, step.facts, step.state


def _as_bytes(game: Any, seat: int, line: str, step: Any, number: int) -> bytes:
    state = game.dump(step.state)
    entry = Entry(number, "move", number, state, seat=game.seats[seat], line=line, facts=step.facts)
    return entry.body()


def _chess() -> None:
    for moves in _CHESS:
        board = chess.Board()
        for move in moves.split():
            board.push_san(move)


def moves() -> Iterator[Row]:
    """Goal 4."""
    played = games()
    count = sum(len(each.moves) for each in played)
    of_chess = sum(len(each.split()) for each in _CHESS)
    spent = in_turns(
        {
            "memory": lambda: _replayed(played, _in_memory),
            "bytes": lambda: _replayed(played, _as_bytes),
            "chess": _chess,
        },
        60,
    )
    peer = of_chess / spent["chess"]
    for name, what, goal in (
        ("memory", "line read, judged, played, balanced, recorded", 1.0),
        ("bytes", "the same, and the entry written as bytes", None),
    ):
        rate = count / spent[name]
        yield Row(
            4,
            what,
            f"{rate / 1000:.1f} k/s",
            "python-chess push_san",
            f"{peer / 1000:.1f} k/s",
            rate / peer,
            goal,
            least=True,
        )
