"""The contract of a game (pbm/core/contract.py), kept by every game that is found.

A new game is found by its folder and has to pass all of this; nothing here knows a game.
"""

import json
import random
from typing import Any

import pytest
from contract_play import BOOKS, AnyGame, game_of, games, is_standing, say, started, walk
from hypothesis import given, settings
from hypothesis import strategies as st

from pbm.clerk.desk import prepared
from pbm.core.canon import canonical
from pbm.core.chance import Recorded, Sealed
from pbm.core.contract import Likeness, Rulebook
from pbm.core.problem import Refusal
from pbm.core.tell import LANGUAGES
from pbm.rules import find


@pytest.fixture(params=BOOKS, ids=lambda book: book.slug)
def book(request: pytest.FixtureRequest) -> Rulebook:
    found: Rulebook = request.param
    return found


def refusals(game: AnyGame, state: Any, seat: int, move: Any) -> list[Any]:
    """What `apply` says against a move; the position must be as it was before."""
    before = canonical(game.dump(state))
    try:
        game.apply(state, seat, move, Sealed(b"refused"))
    except Refusal as refusal:
        return list(refusal.problems)
    finally:
        assert canonical(game.dump(state)) == before
    return []


# The rulebook, its options


def test_a_rulebook_says_what_it_is(book: Rulebook) -> None:
    assert find(f"{book.slug}/{book.version}") is book
    assert book.language in LANGUAGES
    assert say(book.title)
    assert len(book.fields) == len(set(book.fields)) > 0


def test_options_in_a_head_open_the_same_game_again(book: Rulebook) -> None:
    for game in games(book):
        head = json.loads(canonical(dict(game.options)))
        again = book.game(game.seats, head, game.language)
        assert again.options == game.options
        assert (again.seats, again.language) == (game.seats, game.language)


def test_every_game_knows_the_order_of_seats(book: Rulebook) -> None:
    seats = len(games(book)[-1].seats)
    named = {str(game_of(book, seats, order="given").opening(Sealed(b"1")).state) for _ in "12"}
    assert len(named) == 1
    drawn = {
        canonical(game_of(book, seats, order="lot").opening(Sealed(bytes([n]))).facts)
        for n in range(30)
    }
    assert len(drawn) > 1


@pytest.mark.parametrize("options", [{"no_such": "1"}, {"order": "maybe"}])
def test_wrong_options_are_refused_and_explained(book: Rulebook, options: dict[str, str]) -> None:
    seats = len(games(book)[0].seats)
    with pytest.raises(Refusal) as caught:
        game_of(book, seats, **options)
    assert all(say(book.explain(problem)) for problem in caught.value.problems)


def test_a_wrong_number_of_seats_is_refused(book: Rulebook) -> None:
    can = {len(game.seats) for game in games(book)}
    assert can
    with pytest.raises(Refusal) as caught:
        game_of(book, max(can) + 1)
    assert all(say(book.explain(problem)) for problem in caught.value.problems)


# Moves


def test_what_is_named_as_legal_applies_and_balances(book: Rulebook) -> None:
    for seed, game in enumerate(games(book)):
        chance = Sealed(seed.to_bytes(32, "big"))
        for turn in walk(game, seed):
            hand = game.hand(turn.state, turn.seat, chance)
            assert game.illegal(turn.state, turn.seat, turn.move, hand) == []
            assert game.balance(turn.ready.state) == game.balance(turn.state)


def test_whatever_is_not_legal_is_refused_for_the_same_reasons(book: Rulebook) -> None:
    """Moves of other positions and of other seats: `illegal` and `apply` agree on each."""
    for seed, game in enumerate(games(book)):
        dice = random.Random(seed)
        turns = list(walk(game, seed))
        for turn in turns:
            other = dice.choice(turns)
            for seat in (turn.seat, other.seat):
                problems = game.illegal(turn.state, seat, other.move, None)
                assert refusals(game, turn.state, seat, other.move) == problems


def test_a_hand_adds_what_it_says_alone(book: Rulebook) -> None:
    """Moves of other positions: `illegal` finds what is public, then what `not_held` finds."""
    for seed, game in enumerate(games(book)):
        dice = random.Random(seed)
        chance = Sealed(seed.to_bytes(32, "big"))
        turns = list(walk(game, seed))
        for turn in turns:
            move = dice.choice(turns).move
            hand = game.hand(turn.state, turn.seat, chance)
            public = game.illegal(turn.state, turn.seat, move, None)
            both = [*public, *game.not_held(move, hand)]
            assert game.illegal(turn.state, turn.seat, move, hand) == both
            assert game.not_held(turn.move, hand) == game.not_held(move, None) == []


def test_only_the_seat_to_move_moves(book: Rulebook) -> None:
    for seed, game in enumerate(games(book)):
        for turn in walk(game, seed):
            others = [n for n in range(len(game.seats)) if n != turn.seat]
            if not turn.standing:
                assert all(refusals(game, turn.state, n, turn.move) for n in others)


def test_a_position_is_never_changed_and_the_same_move_leads_to_the_same(book: Rulebook) -> None:
    game = games(book)[0]
    chance = Sealed((3).to_bytes(32, "big"))
    for turn in walk(game, 3):
        before = canonical(game.dump(turn.state))
        again = game.apply(turn.state, turn.seat, turn.move, chance)
        assert canonical(game.dump(turn.state)) == before
        assert (again.state, list(again.facts)) == (turn.step.state, list(turn.step.facts))
        counted = game.apply(turn.state, turn.seat, turn.step.move, chance)
        assert counted.state == turn.step.state, "the move played is the move with its counts"


def test_the_game_ends_with_a_result_and_takes_no_more(book: Rulebook) -> None:
    for seed, game in enumerate(games(book)):
        *_, last = walk(game, seed)
        end = last.ready.state
        assert game.result(last.state) is None
        result = game.result(end)
        assert result is not None
        assert game.to_move(end) is None
        assert len(result.scores) in {0, len(game.seats)}
        assert result.winners
        assert set(result.winners) <= set(range(len(game.seats)))
        assert all(refusals(game, end, n, last.move) for n in range(len(game.seats)))
        assert not any(list(game.legal(end, n, None)) for n in range(len(game.seats)))


def test_standing_orders_begin_no_decision(book: Rulebook) -> None:
    for seed, game in enumerate(games(book)):
        for turn in walk(game, seed):
            if turn.standing:
                assert game.to_move(turn.step.state) == game.to_move(turn.state)
                assert game.result(turn.step.state) is None
                assert not turn.step.chance


# Chance


def test_the_same_seed_deals_the_same(book: Rulebook) -> None:
    game = games(book)[0]
    chance, again, other = (Sealed(bytes([n]) * 32) for n in (1, 1, 2))
    assert game.opening(chance).state == game.opening(again).state
    state = started(game, chance)
    assert game.hand(state, 0, chance) == game.hand(state, 0, again)
    if game.hand(state, 0, chance):
        assert game.hand(state, 0, chance) != game.hand(state, 0, other)


def test_what_was_drawn_in_public_is_enough_to_play_again(book: Rulebook) -> None:
    for seed, game in enumerate(games(book)):
        chance = Sealed(seed.to_bytes(32, "big"))
        opened = game.opening(chance)
        assert game.opening(Recorded(opened.chance)).state == opened.state
        ready = game.prepare(opened.state, chance)
        assert game.prepare(opened.state, Recorded(ready.chance)).state == ready.state
        for turn in walk(game, seed):
            drawn = Recorded(turn.step.chance)
            assert game.apply(turn.state, turn.seat, turn.move, drawn).state == turn.step.state
            if not turn.standing:
                ready = game.prepare(turn.step.state, chance)
                again = game.prepare(turn.step.state, Recorded(ready.chance))
                assert again.state == ready.state


# The ledger


def test_a_state_survives_the_ledger(book: Rulebook) -> None:
    for seed, game in enumerate(games(book)):
        for turn in walk(game, seed):
            plain = game.dump(turn.ready.state)
            assert game.load(json.loads(canonical(plain))) == turn.ready.state
            assert plain["to_move"] in {*game.seats, None}
            assert list(plain["seats"]) == list(game.seats)


def test_a_state_tells_no_hand(book: Rulebook) -> None:
    """Where nothing was drawn in public, the deal leaves no trace in the first position."""
    for game in games(book):
        opened = [game.opening(Sealed(bytes([n]))) for n in range(5)]
        if not any(step.chance for step in opened):
            assert len({canonical(game.dump(step.state)) for step in opened}) == 1


def test_facts_are_plain_and_can_be_told(book: Rulebook) -> None:
    for seed, game in enumerate(games(book)):
        chance = Sealed(seed.to_bytes(32, "big"))
        opened = prepared(game, game.opening(chance), chance)
        facts = [*opened.facts, *(fact for turn in walk(game, seed) for fact in turn.ready.facts)]
        assert json.loads(canonical(facts)) == facts
        told = [game.tell(fact) for fact in facts]
        assert any(told)
        assert all(message is None or "{" not in say(message) for message in told)


# The notation


def test_every_move_is_written_and_read_in_every_language(book: Rulebook) -> None:
    game = games(book)[0]
    for turn in walk(game, 1):
        for language in LANGUAGES:
            line = game.write_move(turn.move, language)
            assert "\n" not in line
            assert game.read_canonical(line, language) == turn.move
            assert game.read_move(line, turn.state, turn.seat, None, language) == turn.move
            assert game.standing(line) is turn.standing
            assert game.likeness(line) is Likeness.ORDER
            assert book.likeness(line) is Likeness.ORDER


def test_lines_that_are_not_canonical_are_refused(book: Rulebook) -> None:
    game = games(book)[0]
    for turn in walk(game, 1):
        line = game.write_move(turn.move, game.language)
        for wrong in (f" {line}", f"{line} ", f"{line} x", line.upper() + "!", ""):
            with pytest.raises(Refusal):
                game.read_canonical(wrong, game.language)


@pytest.mark.parametrize("line", ["", "Hello, Boris!", "С уважением,", "Поздрави", "> quoted"])
def test_chatter_is_chatter(book: Rulebook, line: str) -> None:
    assert book.likeness(line) is Likeness.CHATTER
    assert not games(book)[0].standing(line)


@settings(max_examples=200, deadline=None, derandomize=True)
@given(text=st.text(max_size=80), language=st.sampled_from(LANGUAGES))
def test_any_text_is_read_or_refused(text: str, language: str) -> None:
    for book in BOOKS:
        game = games(book)[0]
        state = started(game, Sealed(b"1"))
        book.likeness(text)
        game.standing(text)
        try:
            game.read_move(text, state, 0, None, language)
        except Refusal as refusal:
            for problem in refusal.problems:
                assert min(problem.place[:2]) >= 1
                assert "{" not in say(book.explain(problem)).replace(text, "")


@settings(max_examples=150, deadline=None, derandomize=True)
@given(data=st.data())
def test_spoilt_lines_are_read_or_refused_with_lines_that_can_be_read(data: st.DataObject) -> None:
    """A line with a piece cut out, doubled or moved: what is offered instead can be sent."""
    for book in BOOKS:
        game = games(book)[0]
        turn = next(walk(game, data.draw(st.integers(0, 5))))
        line = game.write_move(turn.move, "en")
        start, end = sorted(data.draw(st.lists(st.integers(0, len(line)), min_size=2, max_size=2)))
        piece = data.draw(st.sampled_from(["", line[start:end] * 2, " ", "|", "7", "-"]))
        try:
            game.read_move(line[:start] + piece + line[end:], turn.state, turn.seat, None, "en")
        except Refusal as refusal:
            for problem in refusal.problems:
                for nearest in problem.nearest:
                    offered = (
                        nearest if isinstance(nearest, str) else game.write_move(nearest, "en")
                    )
                    game.read_move(offered, turn.state, turn.seat, None, "en")


def test_standing_orders_are_known_as_such(book: Rulebook) -> None:
    game = games(book)[0]
    for turn in walk(game, 4):
        assert is_standing(game, turn.move) is turn.standing
