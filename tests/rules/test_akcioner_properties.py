"""Properties of Акционер over random games; every failure prints the seed of its game."""

import random

import pytest
from akcioner_play import NO_CHANCE, game, random_game, random_move

from pbm.core.chance import Sealed
from pbm.core.problem import Refusal

OPTIONS = [
    {},
    {"lock": "bought", "rounding": "up"},
    {"short_fine": "debt"},
    {"skip_broke": "true", "rounding": "up"},
    {"formula": "2+4", "order": "lot"},
]


@pytest.mark.parametrize("seats", range(2, 7))
@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_random_games_end_and_balance(seats: int, options: dict[str, str]) -> None:
    table = game(seats, **options)
    for seed in range(6):
        moves = 0
        for before, move, taken in random_game(table, seed):
            moves += 1
            assert table.balance(taken.state) == table.balance(before), seed
            assert taken.state.balance() == (0, 0, 0, 0, 0), seed
            assert all(10 <= price <= 250 and price % 10 == 0 for price in taken.state.prices)
            assert all(count >= 0 for held in taken.state.shares[:-1] for count in held), seed
            if options.get("short_fine") != "debt":
                assert min(taken.state.cash[:-1]) >= 0, seed
            line = table.write_move(taken.move, "ru")
            again = table.read_canonical(line, "ru")
            replayed = table.apply(before, before.mover or 0, again, NO_CHANCE)
            assert replayed.state == taken.state, (seed, move)
        most = seats * (table.settled.big + table.settled.small)
        assert moves <= most
        if not table.settled.skip_broke:
            assert moves == most


@pytest.mark.parametrize("seed", range(40))
def test_legal_is_what_applies(seed: int) -> None:
    """`illegal` finds nothing exactly where `apply` does not refuse (hands apart)."""
    dice = random.Random(seed)
    table = game(dice.randrange(2, 5), **dice.choice(OPTIONS))
    chance = Sealed(bytes([seed]))
    for state, _, _ in random_game(table, seed):
        assert state.mover is not None
        hand = table.hand(state, state.mover, chance) or ()
        move = random_move(table, hand or table.decks.cards["big"], dice)
        problems = table.illegal(state, state.mover, move, None)
        if not problems:
            table.apply(state, state.mover, move, NO_CHANCE)
            continue
        with pytest.raises(Refusal) as caught:
            table.apply(state, state.mover, move, NO_CHANCE)
        assert list(caught.value.problems) == problems
