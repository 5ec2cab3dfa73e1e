"""Properties of Broker over random games; every failure prints the seed of its game."""

import random

import pytest
from broker_play import NO_CHANCE, game, random_game, random_line

from pbm.core.accounts import BANK
from pbm.core.chance import Sealed
from pbm.core.contract import Past
from pbm.core.problem import Refusal
from pbm.core.tell import LANGUAGES
from pbm.rules.broker.state import State

OPTIONS = [
    {},
    {"key_rule": "no_reversal", "split": "true"},
    {"key_rule": "frozen", "last_one_wins": "true"},
    {"shares_per_company": "none", "split": "true"},
    {"shares_per_company": "5", "order": "lot", "companies": "Siemens,Bayer,Krupp,Deutz"},
]


def is_sound(state: State) -> bool:
    market = state.market
    return (
        all(10 <= price <= 250 and price % 10 == 0 for price in market.prices)
        and min(market.cash[:-1]) >= 0
        and all(min(held) >= 0 for held in market.shares[:-1])
        and all(not held.out or not market.capital(n) for n, held in enumerate(market.seats))
    )


@pytest.mark.parametrize("seats", range(2, 7))
@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_random_games_end_and_balance(seats: int, options: dict[str, str]) -> None:
    table = game(seats, **options)
    for seed in range(4):
        turns = 0
        for before, seat, line, taken in random_game(table, seed):
            turns += line.move is not None
            assert table.balance(taken.state) == table.balance(before) == (0, 0, 0, 0, 0), seed
            assert is_sound(taken.state), seed
            if table.settled.supply is not None:
                assert min(taken.state.market.shares[BANK]) >= 0, seed
            for language in LANGUAGES:
                written = table.write_move(taken.move, language)
                assert table.read_move(written, before, seat, None, language) == taken.move
            again = table.read_canonical(table.write_move(taken.move, "bg"), "bg")
            assert table.apply(before, seat, again, NO_CHANCE).state == taken.state, (seed, line)
            assert table.load(table.dump(taken.state)) == taken.state
        assert turns <= seats * 10
        assert table.result(taken.state) is not None


@pytest.mark.parametrize("seed", range(40))
def test_legal_is_what_applies(seed: int) -> None:
    """`illegal` finds nothing exactly where `apply` does not refuse (hands apart)."""
    dice = random.Random(seed)
    table = game(dice.randrange(2, 5), **dice.choice(OPTIONS))
    chance = Sealed(bytes([seed]))
    for state, _, _, _ in random_game(table, seed):
        mover = state.market.mover
        assert mover is not None
        hand = table.hand(state, mover, chance) or tuple(table.decks.copies)
        seat = dice.choice((mover, mover, 0))
        line = random_line(table, hand, dice)
        problems = table.illegal(state, seat, line, None)
        if not problems:
            table.apply(state, seat, line, NO_CHANCE)
            continue
        with pytest.raises(Refusal) as caught:
            table.apply(state, seat, line, NO_CHANCE)
        assert list(caught.value.problems) == problems


@pytest.mark.parametrize("seed", range(3))
def test_a_view_does_not_depend_on_other_hands(seed: int) -> None:
    table = game(3)
    past: list[Past] = []
    for number, (_, seat, line, taken) in enumerate(random_game(table, seed), 1):
        written = table.write_move(line, "bg")
        plain = table.dump(taken.state)
        past.append(Past(number, "move", table.seats[seat], written, taken.facts, plain))
    state = taken.state
    public = table.view(state, None, None, past, "en")
    assert public.hand is None
    for viewer in range(3):
        view = table.view(state, viewer, (), past, "en")
        assert view.tables == public.tables
        assert view.boards == public.boards
