"""Properties of The Stock Exchange Game over whole games; failures print the seed of the game."""

import random
from collections.abc import Iterator
from statistics import mean
from typing import Any

import pytest
from contract_play import walk
from stockexchange_play import NO_CHANCE, game, sensible, whole_game

from pbm.core.chance import Recorded, Sealed
from pbm.core.orders.moves import Order, Orders
from pbm.core.problem import Refusal
from pbm.core.tell import LANGUAGES
from pbm.rules.stockexchange.actions import (
    Action,
    Buy,
    Named,
    Pass,
    Raise,
    Sell,
    TakeBids,
    TakeOptions,
    With,
    ordered,
)
from pbm.rules.stockexchange.game import StockExchange
from pbm.rules.stockexchange.position import Position

OPTIONS = [{"max_rounds": "12"}, {"max_rounds": "12", "bank": "2000", "last_round": "true"}]


def is_sound(playing: StockExchange, state: Position) -> bool:
    """Whether all money and shares are there, and nobody has less than nothing (S2, S13)."""
    whole = [company.size.shares for company in playing.table.companies]
    money = playing.settled.bank + playing.table.amounts.cash * len(playing.seats)
    return (
        state.balance() == (money, *whole)
        and min(state.bank_shares) >= 0
        and all(held.cash >= 0 and min(held.shares) >= 0 for held in state.seats)
        and all(min(held.options) >= 0 and held.bids >= 0 for held in state.seats)
        and all(0 <= held.square < len(playing.table.squares) for held in state.seats)
        and (state.emptied or state.bank_cash > 0)
    )


def states(playing: StockExchange, seed: int) -> Iterator[Position]:
    """Every position that is stored of a random game."""
    for turn in walk(playing, seed):
        yield turn.state
        yield turn.ready.state


@pytest.mark.parametrize("seats", range(2, 7))
@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_money_and_shares_are_kept_at_every_entry(seats: int, options: dict[str, str]) -> None:
    playing = game(seats, **options)
    for seed in range(3):
        assert all(is_sound(playing, state) for state in states(playing, seed)), seed


def some_orders(dice: random.Random, companies: int) -> Orders:
    """Any orders, most of them not to be done."""

    def action() -> Action:
        company: int | Named = dice.choice((Named.HERE, dice.randrange(companies)))
        count = dice.choice([None, 0, 1, 2, 6, 12, 20])
        card = dice.choice([With.NOTHING, With.NOTHING, With.OPTION, With.BID])
        actions: list[Action] = [
            Buy(company, count, card),
            Sell(company, count, card),
            Sell(Named.ALL, None),
            TakeOptions((dice.randrange(4), dice.randrange(4))),
            TakeBids(dice.randrange(5)),
            Raise(dice.randrange(companies), count),
            Pass(),
        ]
        return dice.choice(actions)

    def item() -> tuple[Order, ...]:
        return tuple(Order(action()) for _ in range(dice.choice([1, 1, 2])))

    return Orders(tuple(item() for _ in range(dice.choice([1, 1, 2, 3]))))


@pytest.mark.parametrize("seed", range(12))
def test_legal_is_what_applies(seed: int) -> None:
    """`illegal` finds nothing just where `apply` does not refuse; what is offered can be sent."""
    dice = random.Random(seed)
    playing = game(dice.randrange(2, 5), max_rounds="10")
    done = 0
    for turn in walk(playing, seed):
        for _ in range(5):
            orders = some_orders(dice, len(playing.table.companies))
            problems = playing.illegal(turn.state, turn.seat, orders, None)
            if not problems:
                after = playing.apply(turn.state, turn.seat, orders, NO_CHANCE).state
                assert is_sound(playing, after), seed
                done += 1
                continue
            with pytest.raises(Refusal) as caught:
                playing.apply(turn.state, turn.seat, orders, NO_CHANCE)
            assert list(caught.value.problems) == problems
            for nearest in (each for problem in problems for each in problem.nearest):
                assert playing.illegal(turn.state, turn.seat, nearest, None) == []
    assert done


@pytest.mark.parametrize("seed", range(3))
def test_what_is_written_is_read_and_played_the_same(seed: int) -> None:
    dice = random.Random(seed)
    playing = game(3, language="ru")
    for _ in range(200):
        orders = some_orders(dice, len(playing.table.companies))
        for language in LANGUAGES:
            line = playing.write_move(orders, language)
            assert playing.read_canonical(line, language) == orders
            assert playing.notation.read(line.lower(), "en") == orders


def test_a_card_is_the_same_card_after_an_undo() -> None:
    """The same position and the same seal throw, march and draw the same; records do, too."""
    playing, chance = game(3, max_rounds="12"), Sealed(b"undo")
    for played in whole_game(playing, chance):
        again = playing.prepare(played.step.state, Sealed(b"undo"))
        assert again == played.ready
        recorded = playing.prepare(played.step.state, Recorded(played.ready.chance))
        assert recorded.state == played.ready.state


def turns(seats: int, seed: int, **options: Any) -> int:
    """How many turns a game of sensible play lasts until its bank is empty."""
    playing = game(seats, **options)
    *_, last = whole_game(playing, Sealed(seed.to_bytes(32, "big")))
    end: Position = last.step.state
    assert end.emptied
    assert is_sound(playing, end)
    return end.turns


@pytest.mark.parametrize(
    ("bank", "least", "most", "about"),
    [
        ("25000", 40, 120, (55, 95)),
        ("50000", 80, 200, (100, 145)),
        ("200000", 270, 450, (284, 385)),
    ],
)
def test_sensible_play_lasts_as_long_as_the_patent_says(
    bank: str, least: int, most: int, about: tuple[int, int]
) -> None:
    """Four players: about 112 turns with 50000, which is 1 to 1½ hours, 284 to 335 with 200000."""
    lasted = [turns(4, seed, bank=bank) for seed in range(10)]
    assert least <= min(lasted)
    assert max(lasted) <= most
    assert about[0] <= mean(lasted) <= about[1]


@pytest.mark.parametrize("seats", range(2, 7))
def test_sensible_play_ends_with_any_number_of_players(seats: int) -> None:
    for seed in range(3):
        assert 60 <= turns(seats, seed) <= 250
        assert turns(seats, seed, last_round="true") % seats == 0


def test_whoever_buys_low_and_sells_high_beats_whoever_does_nothing() -> None:
    playing = game(2, max_rounds="60")
    won = 0
    for seed in range(8):
        chance = Sealed(bytes([seed]))
        state = playing.prepare(playing.opening(chance).state, chance).state
        while state.mover is not None:
            idle = state.mover == 1 and state.to_choose() is None
            orders = ordered(Pass()) if idle else sensible(playing, state)
            step = playing.apply(state, state.mover, orders, chance)
            state = playing.prepare(step.state, chance).state
        result = playing.result(state)
        assert result is not None
        won += result.winners == (0,)
    assert won >= 7
