"""Positions and random play of Broker for tests."""

import random
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from pbm.core.chance import Sealed
from pbm.core.contract import Step
from pbm.core.market.cards import Hand
from pbm.core.market.moves import BUY, SELL, Move, Trade
from pbm.core.market.position import Position, Seat
from pbm.rules import find
from pbm.rules.broker.game import Broker
from pbm.rules.broker.moves import Keep, Line
from pbm.rules.broker.state import State

NO_CHANCE = Sealed(b"")
DEALT = (2, 3, 5)
SUPPLY = 40


def game(seats: int = 2, language: str = "bg", **options: str) -> Broker:
    names = ["Ани", "Боян", "Вяра", "Галя", "Дани", "Емил"][:seats]
    made = find("broker").game(names, {"order": "given", **options}, language)
    assert isinstance(made, Broker)
    return made


class Player(NamedTuple):
    """What a player has in a position."""

    cash: int
    shares: tuple[int, ...]
    seat: Seat


def seat(cash: int = 300, *shares: int, left: tuple[int, ...] = DEALT) -> Player:
    """What a player has; shares that are not named are none."""
    return Player(cash, (*shares, *(0,) * (4 - len(shares))), Seat(left))


def position(prices: Sequence[int], *players: Player, mover: int | None = 0) -> State:
    """A position in which the bank has the shares that nobody holds."""
    cash, shares, seats = zip(*players, strict=True)
    bank = tuple(SUPPLY - sum(held) for held in zip(*shares, strict=True))
    order = tuple(range(len(seats)))
    market = Position(tuple(prices), (*cash, -sum(cash)), (*shares, bank), seats, order, mover)
    return State(market, ((),) * len(seats), (SUPPLY,) * 4)


def step(table: Broker, state: State, line: str, seat: int | None = None) -> Step:
    """What a line leads to, of the seat to move if no other is named."""
    by = state.market.mover if seat is None else seat
    assert by is not None
    return table.apply(state, by, table.read_move(line, state, by, None, "bg"), NO_CHANCE)


def play(table: Broker, state: State, line: str, seat: int | None = None) -> State:
    """The position after a line."""
    return step(table, state, line, seat).state  # type: ignore[no-any-return]


def random_line(table: Broker, hand: Hand, dice: random.Random) -> Line:
    """Any line with a card of the hand, its trades often too large to be legal."""
    chosen = dice.choice(table.decks.plays[dice.choice(hand)])
    move = Move(_trades(dice), chosen, _trades(dice))
    split = dice.randrange(4) if dice.random() < 0.1 else None
    return Line(move, split, keeps(dice) if dice.random() < 0.3 else ())


def keeps(dice: random.Random) -> tuple[Keep, ...]:
    """Standing orders for some companies."""
    companies = dice.sample(range(4), dice.choice((1, 1, 2)))
    return tuple(Keep(company, dice.choice((0, 1, 3, None))) for company in companies)


def _trades(dice: random.Random) -> tuple[Trade, ...]:
    count = dice.choice((0, 0, 1, 2))
    return tuple(
        Trade(dice.choice((SELL, BUY, BUY)), dice.choice((1, 1, 2, 5, None)), dice.randrange(4))
        for _ in range(count)
    )


def legal_line(table: Broker, state: State, hand: Hand, dice: random.Random) -> Line:
    """A random line that is legal; without trades if none of some tries with them is."""
    mover = state.market.mover
    assert mover is not None
    for _ in range(20):
        line = random_line(table, hand, dice)
        if not table.illegal(state, mover, line, hand):
            return line
    assert line.move is not None
    return Line(Move((), line.move.play, ()))


def random_game(table: Broker, seed: int) -> Iterator[tuple[State, int, Line, Step]]:
    """A whole game of random legal play, with standing orders in between."""
    dice = random.Random(seed)
    chance = Sealed(seed.to_bytes(32, "big"))
    state = table.opening(chance).state
    while (seat := table.to_move(state)) is not None:
        hand = table.hand(state, seat, chance)
        assert hand
        line = legal_line(table, state, hand, dice)
        others = [n for n, held in enumerate(state.market.seats) if not held.out]
        if dice.random() < 0.2:
            seat, line = dice.choice(others), Line(None, keeps=keeps(dice))
        taken = table.apply(state, seat, line, chance)
        yield state, seat, line, taken
        state = taken.state
