"""Single turns of The Stock Exchange Game with three players: Anna moves, Boris and Carol watch."""

from typing import Any

import pytest
from stockexchange_play import drawing, game, position, seat, step

from pbm.core.problem import Problem, Refusal
from pbm.rules.stockexchange.position import Position, Seat

GAME = game(3)
TABLE = GAME.table
BEL = 4
"""The square of BEL, a small company; ALB is a large one on square 2."""
ALB = 2
START, OPTIONS, FORTUNE, WEALTH, BID = 0, 3, 6, 10, 20


def own(cash: int = 1000, square: int = BEL, **more: Any) -> Seat:
    return seat(TABLE, cash, square, **more)


def at(*seats: Seat, **more: Any) -> Position:
    """A position of this game; seats that are not given have no shares."""
    rest = [own(0, START) for _ in GAME.seats[len(seats) :]]
    return position(GAME, *seats, *rest, **more)


def after(state: Position, line: str) -> Position:
    done = step(GAME, state, line).state
    assert isinstance(done, Position)
    assert done.balance() == state.balance()
    return done


def mover(state: Position, line: str) -> Seat:
    return after(state, line).seats[0]


def refused(state: Position, line: str, by: int | None = None) -> list[Problem]:
    with pytest.raises(Refusal) as caught:
        step(GAME, state, line, by)
    return list(caught.value.problems)


def why(state: Position, line: str) -> list[tuple[str, str]]:
    return [(problem.code, problem.rule) for problem in refused(state, line)]


def marched(state: Position, *throws: int, card: str = "") -> tuple[Position, list[Any]]:
    """The prepared position after the seat to move has thrown, and the facts."""
    waiting = state._replace(turn=None)
    done = GAME.prepare(waiting, drawing(TABLE, *throws, card=card))
    assert done.state.balance() == state.balance()
    return done.state, [fact["fact"] for fact in done.facts]


def shares(held: Seat) -> dict[str, int]:
    return {code: n for code, n in zip(TABLE.codes, held.shares, strict=True) if n}
