"""Positions and random play of Акционер for tests."""

import random
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from pbm.core.chance import Sealed
from pbm.core.contract import Step
from pbm.core.market.cards import Hand
from pbm.core.market.moves import BUY, SELL, Move, Trade
from pbm.core.market.position import Position, Seat
from pbm.rules import find
from pbm.rules.akcioner.game import Akcioner

NO_CHANCE = Sealed(b"")


def game(seats: int = 2, language: str = "ru", **options: str) -> Akcioner:
    names = ["Анна", "Борис", "Вера", "Глеб", "Дина", "Егор"][:seats]
    made = find("akcioner").game(names, {"order": "given", **options}, language)
    assert isinstance(made, Akcioner)
    return made


class Player(NamedTuple):
    """What a player has in a position."""

    cash: int
    shares: tuple[int, ...]
    seat: Seat


def seat(cash: int = 0, *shares: int, big: int = 3, small: int = 5) -> Player:
    return Player(cash, tuple(shares) or (1, 1, 1, 1), Seat((big, small)))


def position(prices: Sequence[int], *players: Player, mover: int | None = 0) -> Position:
    """A position whose bank balances whatever the players have."""
    cash, shares, seats = zip(*players, strict=True)
    bank = tuple(-sum(held) for held in zip(*shares, strict=True))
    order = tuple(range(len(seats)))
    return Position(tuple(prices), (*cash, -sum(cash)), (*shares, bank), seats, order, mover)


def play(table: Akcioner, state: Position, line: str) -> Position:
    """The position after a line of the seat to move."""
    return step(table, state, line).state  # type: ignore[no-any-return]


def step(table: Akcioner, state: Position, line: str) -> Step:
    assert state.mover is not None
    move = table.read_move(line, state, state.mover, None, "ru")
    return table.apply(state, state.mover, move, NO_CHANCE)


def random_move(table: Akcioner, hand: Hand, dice: random.Random) -> Move:
    """Any move with a card of the hand, its trades often too large to be legal."""
    chosen = dice.choice(table.decks.plays[dice.choice(hand)])
    return Move(_trades(dice), chosen, _trades(dice))


def _trades(dice: random.Random) -> tuple[Trade, ...]:
    count = dice.choice((0, 0, 1, 2))
    return tuple(
        Trade(dice.choice((SELL, BUY)), dice.choice((1, 1, 2, 5, None)), dice.randrange(4))
        for _ in range(count)
    )


def legal_move(table: Akcioner, state: Position, hand: Hand, dice: random.Random) -> Move:
    """A random move that is legal; without trades if none of some tries with them is."""
    assert state.mover is not None
    for _ in range(20):
        move = random_move(table, hand, dice)
        if not table.illegal(state, state.mover, move, hand):
            return move
    return Move((), move.play, ())


def random_game(table: Akcioner, seed: int) -> Iterator[tuple[Position, Move, Step]]:
    """A whole game of random legal play: position before, move, step."""
    dice = random.Random(seed)
    chance = Sealed(seed.to_bytes(32, "big"))
    state = table.opening(chance).state
    while (mover := table.to_move(state)) is not None:
        hand = table.hand(state, mover, chance)
        assert hand
        move = legal_move(table, state, hand, dice)
        taken = table.apply(state, mover, move, chance)
        yield state, move, taken
        state = taken.state
