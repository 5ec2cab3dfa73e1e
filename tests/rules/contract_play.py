"""Random play of any game, for the suite that every game passes."""

import random
from collections.abc import Iterator
from typing import Any, NamedTuple

from pbm.clerk.desk import prepared
from pbm.core.chance import Sealed
from pbm.core.contract import Game, Rulebook, Step
from pbm.core.problem import Refusal
from pbm.core.tell import Message, Value
from pbm.rules import find, slugs

BOOKS = [find(slug) for slug in slugs()]
AnyGame = Game[Any, Any, Any]
_STANDING_MOST = 3


class Turn(NamedTuple):
    """One step of a game that was played: who did what in which position, and what it led to.

    `ready` is the step together with what happened by itself after it.
    """

    state: Any
    seat: int
    move: Any
    step: Step
    standing: bool
    ready: Step


def game_of(book: Rulebook, seats: int, **options: str) -> AnyGame:
    return book.game(
        [f"p{n}" for n in range(seats)], {"order": "given", **book.short, **options}, "ru"
    )


def games(book: Rulebook) -> list[AnyGame]:
    """The game for every number of seats that it can have."""
    found = []
    for seats in range(1, 13):
        try:
            found.append(game_of(book, seats))
        except Refusal:
            continue
    return found


def started(game: AnyGame, chance: Sealed) -> Any:
    """The first position, prepared for the first decision."""
    return game.prepare(game.opening(chance).state, chance).state


def is_standing(game: AnyGame, move: Any) -> bool:
    return game.standing(game.write_move(move, game.language))


def walk(game: AnyGame, seed: int) -> Iterator[Turn]:
    """Random play with the moves that the game itself names as legal, to the end."""
    dice = random.Random(seed)
    chance = Sealed(seed.to_bytes(32, "big"))
    state = started(game, chance)
    orders = 0
    while (mover := game.to_move(state)) is not None:
        seat = mover
        moves = list(game.legal(state, mover, game.hand(state, mover, chance)))
        decisions = [move for move in moves if not is_standing(game, move)]
        assert decisions, "a seat that is to move can move"
        if orders < _STANDING_MOST * len(game.seats) and dice.random() < 0.2:
            seat = dice.randrange(len(game.seats))
            moves = list(game.legal(state, seat, game.hand(state, seat, chance)))
        move = dice.choice(decisions if seat == mover else moves or [None])
        if move is None:
            continue
        standing = is_standing(game, move)
        orders += standing
        step = game.apply(state, seat, move, chance)
        ready = step if standing else prepared(game, step, chance)
        yield Turn(state, seat, move, step, standing, ready)
        state = ready.state


def say(what: Value) -> str:
    """A message in English, with every gap filled."""
    if not isinstance(what, Message):
        return str(what)
    return what.text.format_map({name: say(value) for name, value in what.values.items()})
