"""Positions, thrown dice and sensible play of The Stock Exchange Game for tests."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, NamedTuple

from pbm.core.chance import Chance, Recorded, Sealed
from pbm.core.contract import Step
from pbm.core.orders.moves import Orders
from pbm.rules import find
from pbm.rules.stockexchange.actions import (
    Action,
    Buy,
    Named,
    Pass,
    Sell,
    Start,
    TakeBids,
    With,
    ordered,
)
from pbm.rules.stockexchange.game import StockExchange
from pbm.rules.stockexchange.position import Position, Seat, Turn
from pbm.rules.stockexchange.tables import Card, Table

NO_CHANCE = Sealed(b"")
NAMES = ["Anna", "Boris", "Carol", "Dave", "Elena", "Fedor"]


def game(seats: int = 2, language: str = "en", **options: str) -> StockExchange:
    made = find("stockexchange").game(NAMES[:seats], {"order": "given", **options}, language)
    assert isinstance(made, StockExchange)
    return made


def drawing(table: Table, *throws: int, card: str = "", first: int = 0) -> Recorded:
    """A chance that throws these numbers from throw `first` on, and has this card on its deck."""
    drawn = [{"for": "die", "n": n, "drawn": die} for n, die in enumerate(throws, first)]
    for deck, cards in table.decks.items():
        codes = [each.code for each in cards]
        drawn.append({"for": deck, "n": 0, "drawn": codes.index(card) + 1 if card in codes else 1})
    return Recorded(drawn)


def blank(table: Table, but: str = "") -> Table:
    """The table with decks of one card that does nothing, but for the deck of the card `but`."""
    decks = {
        deck: cards
        if but in [card.code for card in cards]
        else (Card(f"{deck[0].upper()}0", "", ()),)
        for deck, cards in table.decks.items()
    }
    return replace(table, decks=decks)


def seat(
    table: Table,
    cash: int = 1000,
    square: int = 0,
    options: tuple[int, int] = (0, 0),
    bids: int = 0,
    **shares: int,
) -> Seat:
    """A seat; shares that are not named are none."""
    return Seat(cash, tuple(shares.get(code, 0) for code in table.codes), square, options, bids)


def position(
    playing: StockExchange, *seats: Seat, die: int = 3, bank: int = 50_000, **more: Any
) -> Position:
    """A position in which the first seat has thrown and the bank has the rest of the shares."""
    held = [sum(each.shares[n] for each in seats) for n in range(len(playing.table.companies))]
    whole = [company.size.shares for company in playing.table.companies]
    fields = {
        "seats": seats,
        "bank_cash": bank,
        "bank_shares": tuple(map(int.__sub__, whole, held)),
        "order": tuple(range(len(seats))),
        "mover": 0,
        "first": 0,
        "turn": Turn(die),
    }
    return Position(**{**fields, **more})


def step(playing: StockExchange, state: Position, line: str, by: int | None = None) -> Step:
    """What a line leads to, of the seat to move if no other is named."""
    giver = state.mover if by is None else by
    assert giver is not None
    return playing.apply(state, giver, playing.read_move(line, state, giver, None, "en"), NO_CHANCE)


class Played(NamedTuple):
    """One step of a whole game: the prepared position, the orders, and what they led to."""

    state: Position
    orders: Orders
    step: Step
    ready: Step


def sensible(playing: StockExchange, state: Position) -> Orders:
    """Simple sensible play: buy at levels 1 and 2, with a Bid at 3, too; sell at 5 and 6."""
    assert state.mover is not None
    own = state.seats[state.mover]
    if state.to_choose() is not None:
        amount = playing.table.amounts.shares
        return ordered(Start(next(n for n, left in enumerate(state.bank_shares) if left >= amount)))
    assert state.turn is not None
    if state.turn.die >= 5 and any(own.shares):
        return ordered(Sell(Named.ALL, None))
    wanted = map(ordered, _purchases(playing, own, state.turn.die))
    good = (orders for orders in wanted if not playing.illegal(state, state.mover, orders, None))
    return next(good, ordered(Pass()))


def _purchases(playing: StockExchange, own: Seat, die: int) -> Iterator[Action]:
    here = playing.table.squares[own.square]
    if die <= 3 and own.bids:
        companies = range(len(playing.table.companies)) if here.company is None else [here.company]
        yield from (Buy(company, None, With.BID) for company in companies)
    if die <= 2 and here.company is not None:
        yield Buy(here.company, None)
    if own.cash > 3500 and not own.bids:
        yield TakeBids(1)


def whole_game(playing: StockExchange, chance: Chance) -> Iterator[Played]:
    """A whole game of sensible play."""
    state = playing.prepare(playing.opening(chance).state, chance).state
    while state.mover is not None:
        orders = sensible(playing, state)
        taken = playing.apply(state, state.mover, orders, chance)
        ready = playing.prepare(taken.state, chance)
        yield Played(state, orders, taken, ready)
        state = ready.state
