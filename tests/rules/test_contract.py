"""The contract of a game (pbm/core/contract.py), kept by every game that is found."""

import json
import random
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pbm.core.canon import canonical
from pbm.core.chance import Recorded, Sealed
from pbm.core.contract import Game, Past, Rulebook, Step
from pbm.core.problem import Refusal
from pbm.core.tell import Message
from pbm.rules import find, slugs

LANGUAGES = ("ru", "bg", "en")
BOOKS = [find(slug) for slug in slugs()]
AnyGame = Game[Any, Any, Any]


def games(book: Rulebook) -> Iterator[AnyGame]:
    for seats in range(2, 7):
        try:
            yield book.game([f"p{n}" for n in range(seats)], {}, "ru")
        except Refusal:
            continue


def walk(game: AnyGame, seed: int) -> Iterator[tuple[Any, int, Any, Step]]:
    """Random play with the moves that the game itself names as legal."""
    dice = random.Random(seed)
    chance = Sealed(seed.to_bytes(32, "big"))
    state = game.prepare(game.opening(chance).state, chance).state
    while (mover := game.to_move(state)) is not None:
        moves = list(game.legal(state, mover, game.hand(state, mover, chance)))
        assert moves, "a seat that is to move has a legal move"
        move = dice.choice(moves)
        step = game.apply(state, mover, move, chance)
        yield state, mover, move, step
        state = game.prepare(step.state, chance).state


@pytest.fixture(params=BOOKS, ids=lambda book: book.slug)
def book(request: pytest.FixtureRequest) -> Rulebook:
    found: Rulebook = request.param
    return found


def test_two_to_six_can_play(book: Rulebook) -> None:
    assert list(games(book))


def test_every_legal_move_applies_and_balances(book: Rulebook) -> None:
    for seed, game in enumerate(games(book)):
        for state, _, _, step in walk(game, seed):
            assert game.balance(step.state) == game.balance(state)


def test_a_state_survives_the_ledger(book: Rulebook) -> None:
    for seed, game in enumerate(games(book)):
        for _, _, _, step in walk(game, seed):
            plain = game.dump(step.state)
            assert game.load(json.loads(canonical(plain))) == step.state
            assert plain["to_move"] in {*game.seats, None}
            assert set(plain["seats"]) == set(game.seats)


def test_every_legal_move_is_written_and_read_in_every_language(book: Rulebook) -> None:
    game = next(games(book))
    for state, mover, move, _ in walk(game, 1):
        for language in LANGUAGES:
            line = game.write_move(move, language)
            assert game.read_canonical(line, language) == move
            assert game.read_move(line, state, mover, None, language) == move


def test_every_fact_and_problem_can_be_told(book: Rulebook) -> None:
    game = next(games(book))
    told = [game.tell(fact) for *_, step in walk(game, 2) for fact in step.facts]
    assert any(told)
    assert all(message is None or "{" not in say(message) for message in told)


def say(message: Message) -> str:
    values = {k: say(v) if isinstance(v, Message) else v for k, v in message.values.items()}
    return message.text.format_map(values)


def test_the_game_ends_with_a_result(book: Rulebook) -> None:
    for seed, game in enumerate(games(book)):
        *_, (_, _, _, last) = walk(game, seed)
        result = game.result(last.state)
        assert result is not None
        assert result.winners
        assert len(result.scores) == len(game.seats)


def test_the_same_seed_deals_the_same(book: Rulebook) -> None:
    game = next(games(book))
    chance, again, other = (Sealed(bytes([n]) * 32) for n in (1, 1, 2))
    assert game.opening(chance).state == game.opening(again).state
    state = game.opening(chance).state
    assert game.hand(state, 0, chance) == game.hand(state, 0, again)
    if game.hand(state, 0, chance) is not None:
        assert game.hand(state, 0, chance) != game.hand(state, 0, other)


def test_what_was_drawn_in_public_is_enough_to_open_again(book: Rulebook) -> None:
    for game in games(book):
        opened = game.opening(Sealed(b"3"))
        assert game.opening(Recorded(opened.chance)).state == opened.state


def test_a_view_shows_no_more_than_its_seat_may_see(book: Rulebook) -> None:
    """Another deal of the unseen cards leaves my view as it is, but for my own cards."""
    game = next(games(book))
    chance, other = Sealed(b"1"), Sealed(b"2")
    state = game.opening(chance).state
    past = [Past(0, "opened", None, "", (), game.dump(state))]
    mine = game.hand(state, 0, chance)
    views = {repr(game.view(state, 0, mine, past, "ru")) for _ in (chance, other)}
    assert len(views) == 1
    public = game.view(state, None, None, past, "ru")
    assert public.hand is None


@settings(max_examples=200, deadline=None, derandomize=True)
@given(text=st.text(max_size=80))
def test_any_text_is_read_or_refused(text: str) -> None:
    for book in BOOKS:
        game = next(games(book))
        state = game.opening(Sealed(b"1")).state
        book.likeness(text)
        try:
            game.read_move(text, state, 0, None, "en")
        except Refusal as refusal:
            for problem in refusal.problems:
                assert "{" not in say(book.explain(problem)).replace(text, "")
