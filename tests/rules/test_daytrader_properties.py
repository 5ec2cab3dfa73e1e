"""Properties of Daytrader over whole games; every failure prints the seed of its game."""

import random
from collections import Counter
from statistics import mean

import pytest
from daytrader_play import NO_CHANCE, game, position, random_game, simple_game
from hypothesis import given, settings
from hypothesis import strategies as st
from test_daytrader_notation import ITEMS, STATE, TABLE

from pbm.core.contract import Past
from pbm.core.orders.moves import Order, Orders
from pbm.core.problem import Refusal
from pbm.rules.daytrader.game import Daytrader
from pbm.rules.daytrader.state import Errand, State, Task

ROUNDS = {2: 46, 3: 25, 4: 20, 6: 16}
"""The usual length of a game of simple play, by the number of seats."""


def is_sound(table: Daytrader, state: State) -> bool:
    """Five tokens a player, four stock cards a company, six of retirement, no cash below zero."""
    prices = table.dump(state)["prices"]
    wages = [company.wages for company in table.board.companies]
    return (
        state.balance() == (0, *table.board.issued, *[5] * len(table.seats))
        and all(seat.cash >= 0 and seat.tokens >= 0 for seat in state.seats)
        and all(min(seat.shares) >= 0 and seat.retirement <= 1 for seat in state.seats)
        and min(state.bank_shares) >= 0
        and all(
            prices[str(n + 1)]
            == sum(wages[n][job] for job, worker in enumerate(row) if worker is not None)
            for n, row in enumerate(state.jobs)
        )
    )


@pytest.mark.parametrize("seats", range(2, 7))
@pytest.mark.parametrize("order", ["lot", "given"])
def test_random_games_end_and_keep_what_there_is(seats: int, order: str) -> None:
    table = game(seats, order=order)
    for seed in range(3):
        for state, seat, orders, taken in random_game(table, seed):
            assert is_sound(table, state), seed
            assert is_sound(table, taken.state), seed
            again = table.apply(state, seat, taken.move, NO_CHANCE)
            assert again.state == table.apply(state, seat, orders, NO_CHANCE).state
        assert table.result(taken.state) is not None


@pytest.mark.parametrize(("seats", "rounds"), ROUNDS.items())
def test_simple_play_ends_after_the_usual_number_of_rounds(seats: int, rounds: int) -> None:
    table = game(seats)
    lengths = []
    for seed in range(25):
        kinds: Counter[str] = Counter()
        for *_, taken in simple_game(table, seed):
            kinds.update(fact["fact"] for fact in taken.facts)
            assert is_sound(table, taken.state), seed
        lengths.append((kinds["throws"] + kinds["begins"]) / seats)
    assert abs(mean(lengths) / rounds - 1) < 0.25, lengths


@settings(max_examples=400, deadline=None, derandomize=True)
@given(
    items=st.lists(ITEMS, min_size=1, max_size=3),
    seed=st.integers(0, 30),
)
def test_legal_is_what_applies(items: list[list[object]], seed: int) -> None:
    """`illegal` finds nothing exactly where `apply` does not refuse; nothing changes then."""
    dice = random.Random(seed)
    state = dice.choice(STATES)
    orders = Orders(tuple(tuple(map(Order, item)) for item in items))
    for seat in range(3):
        problems = TABLE.illegal(state, seat, orders, ())
        if not problems:
            assert is_sound(TABLE, TABLE.apply(state, seat, orders, NO_CHANCE).state)
            continue
        with pytest.raises(Refusal) as caught:
            TABLE.apply(state, seat, orders, NO_CHANCE)
        assert list(caught.value.problems) == problems


STATES = [
    STATE,
    *(state for seed in range(2) for state, *_ in random_game(TABLE, seed)),
    position(TABLE, {1: "AB--"}, task=Task(Errand.DEBT, 0, 250), A={"cash": 120}, B={"cash": 400}),
]


def with_other_cash(state: State, seat: int | None, dice: random.Random) -> State:
    """The position with other cash in the hands of everybody else, the bank's side with it."""
    seats = list(state.seats)
    bank = state.bank_cash
    for n, held in enumerate(seats):
        if n != seat:
            seats[n] = held._replace(cash=dice.randrange(0, 5000))
            bank += held.cash - seats[n].cash
    return state._replace(seats=tuple(seats), bank_cash=bank)


@pytest.mark.parametrize("seed", range(3))
def test_what_others_have_changes_nothing_that_i_see(seed: int) -> None:
    """D80: their cash is not in my view, nor in the lines that I could send."""
    table = game(3, order="lot")
    dice = random.Random(seed)
    readers = (None, 0, 1, 2)
    past: list[Past] = []
    changed: dict[int | None, list[Past]] = {reader: [] for reader in readers}
    differed = 0
    for number, (_, mover, _, taken) in enumerate(simple_game(table, seed)):
        line = "" if mover < 0 else table.write_move(taken.move, "en")
        name = None if mover < 0 else table.seats[mover]
        entry = Past(number, "move", name, line, taken.facts, table.dump(taken.state))
        past.append(entry)
        for reader in readers:
            other = with_other_cash(taken.state, reader, dice)
            changed[reader].append(entry._replace(state=table.dump(other)))
            hand = None if reader is None else ()
            mine = table.view(taken.state, reader, hand, past, "en")
            assert table.view(other, reader, hand, changed[reader], "en") == mine, (seed, number)
            differed += table.view(other, 2 - (reader or 0), (), past, "en") != mine
    assert differed > number, "with other cash of my own it is another view"


def test_a_lender_who_cannot_and_one_who_will_not_are_told_alike() -> None:
    """D62: the refusal of a loan does not tell of the lender's cash."""
    owes = Task(Errand.DEBT, 0, 100)
    poor = position(TABLE, task=owes, B={"cash": 50, "lends": {0: 1}})
    unwilling = position(TABLE, task=owes, B={"cash": 500})
    orders = TABLE.read_move("LOAN Boris 1", poor, 0, (), "en")
    found = TABLE.illegal(poor, 0, orders, ())
    assert found == TABLE.illegal(unwilling, 0, orders, ())
    assert [problem.code for problem in found] == ["no-such-offer"]
