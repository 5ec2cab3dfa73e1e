"""What a game shows, and what the house makes of it: views, forms, ledgers of every game found."""

from collections.abc import Iterator
from typing import Any

import pytest
from contract_play import BOOKS, AnyGame, games, say, walk

from pbm.clerk.audit import audit
from pbm.clerk.desk import Desk, Refused, Sent, Taken, open_game, prepared, sit_down, take
from pbm.core.chance import Sealed
from pbm.core.contract import Past, Rulebook
from pbm.core.ledger import Entry, Head, read_entry, sealed_item
from pbm.core.tell import LANGUAGES
from pbm.core.view import VACANT, View, apart, in_words
from pbm.office.languages import tongue
from pbm.office.shipped import shipped
from pbm.paper.layout import load_layout
from pbm.paper.sheet import Sheet, draw
from pbm.rules import rules_text

SEED = bytes(range(32))
AT = "2026-11-30T10:00:00Z"


@pytest.fixture(params=BOOKS, ids=lambda book: book.slug)
def book(request: pytest.FixtureRequest) -> Rulebook:
    found: Rulebook = request.param
    return found


def past_of(game: AnyGame, seed: int) -> Iterator[tuple[list[Past], Any]]:
    """The history after every step of a random game, and the position it ends in."""
    chance = Sealed(seed.to_bytes(32, "big"))
    opened = prepared(game, game.opening(chance), chance)
    past = [Past(0, "opened", None, "", opened.facts, game.dump(opened.state))]
    yield past, opened.state
    for number, turn in enumerate(walk(game, seed), 1):
        line = game.write_move(turn.step.move, game.language)
        seat = game.seats[turn.seat]
        kind = "standing" if turn.standing else "move"
        plain = game.dump(turn.ready.state)
        past.append(Past(number, kind, seat, line, turn.ready.facts, plain))
        yield past, turn.ready.state


def is_sound(view: View) -> None:
    """Whether letters and forms can show a view."""
    for board in view.boards.values():
        for track in board.tracks:
            assert all(board.low <= value <= board.high for value in track.values)
            assert say(track.name)
    for table in view.tables.values():
        assert all(len(row) == len(table.columns) for row in table.rows)
        assert table.marked is None or table.marked < len(table.rows)
        assert "{" not in "".join(say(in_words(c)) for row in table.rows for c in row)
    for ring in view.rings.values():
        assert all(pawn.square < len(ring.squares) for pawn in ring.pawns)
        assert "{" not in "".join(say(each) for square in ring.squares for each in square[:2])
    assert "{" not in "".join(say(note) for note in (*view.notes, *view.asked))


def inks(view: View) -> set[str]:
    """Every ink in a view."""
    cells = [cell for table in view.tables.values() for row in table.rows for cell in row]
    marks = [mark for cell in cells for mark in apart(cell)[1] if mark != VACANT]
    marks += [pawn.mark for ring in view.rings.values() for pawn in ring.pawns]
    found = {track.ink for board in view.boards.values() for track in board.tracks}
    found |= {column.ink for table in view.tables.values() for column in table.columns}
    found |= {square.ink for ring in view.rings.values() for square in ring.squares}
    found |= {part.ink for card in view.hand or () for part in card.parts}
    return (found | {mark.ink for mark in marks}) - {""}


def test_every_view_can_be_shown(book: Rulebook) -> None:
    for seed, game in enumerate(games(book)):
        chance = Sealed(seed.to_bytes(32, "big"))
        for past, state in past_of(game, seed):
            for seat in (None, 0, len(game.seats) - 1):
                hand = None if seat is None else game.hand(state, seat, chance)
                view = game.view(state, seat, hand, past, "en")
                is_sound(view)
                assert view.seat == seat
                assert tuple(field.name for field in view.fields) == book.fields
                assert (view.hand is None) == (hand is None)


@pytest.mark.parametrize("language", LANGUAGES)
def test_examples_are_legal_now_and_for_the_seat_to_move_alone(
    book: Rulebook, language: str
) -> None:
    game = games(book)[0]
    chance = Sealed((2).to_bytes(32, "big"))
    for past, state in past_of(game, 2):
        for seat in range(len(game.seats)):
            hand = game.hand(state, seat, chance)
            view = game.view(state, seat, hand, past, language)
            assert bool(view.examples) == (seat == game.to_move(state))
            for meaning, line in view.examples:
                assert say(meaning)
                move = game.read_move(line, state, seat, hand, language)
                assert game.illegal(state, seat, move, hand) == []


def test_a_view_shows_no_more_than_its_seat_may_see(book: Rulebook) -> None:
    """A public view has no hand; mine fills in cells that stand empty there, and nothing else."""
    game = games(book)[-1]
    chance = Sealed((1).to_bytes(32, "big"))
    for past, state in past_of(game, 1):
        public = game.view(state, None, None, past, "ru")
        assert public.hand is None
        for seat in range(len(game.seats)):
            mine = game.view(state, seat, game.hand(state, seat, chance), past, "ru")
            assert (mine.boards, mine.rings) == (public.boards, public.rings)
            assert list(mine.tables) == list(public.tables)
            for own, open_to_all in zip(mine.tables.values(), public.tables.values(), strict=True):
                assert (own.title, own.columns) == (open_to_all.title, open_to_all.columns)
                for row, known in zip(own.rows, open_to_all.rows, strict=True):
                    pairs = zip(row, known, strict=True)
                    assert all(cell == same or same is None for cell, same in pairs)


def test_forms_are_drawn(book: Rulebook) -> None:
    layout = load_layout([shipped("forms")], book.slug)
    for game in (games(book)[0], games(book)[-1]):
        chance = Sealed((1).to_bytes(32, "big"))
        for count, (past, state) in enumerate(past_of(game, 1)):
            mover = game.to_move(state)
            if count % 20 and mover is not None:
                continue
            for language in LANGUAGES:
                hand = None if mover is None else game.hand(state, mover, chance)
                view = game.view(state, mover, hand, past, language)
                title = tongue(language).say(book.title)
                sheet = Sheet(title, "test", count, "", "", "", view, "", "", "", book.title)
                assert draw(sheet, layout, tongue(language)).startswith(b"%PDF")
                assert inks(view) <= set(layout.furniture.inks)


def played(book: Rulebook) -> tuple[Head, list[Entry], Desk]:
    """A whole game as the clerk takes it, standing orders of others in between."""
    names = ["Анна", "Боян", "Carol"]
    opened = open_game(book, "test", names, book.short, "bg", SEED, AT)
    assert not isinstance(opened, Refused)
    head, entry = opened
    desk = sit_down(book, head, entry, SEED)
    entries = [entry]
    while (mover := desk.to_move) is not None:
        for seat in (mover + 1) % 3, mover:
            moves = list(desk.game.legal(desk.state, seat, desk.hand(seat)))
            lines = [desk.game.write_move(move, "en") for move in moves]
            wanted = [line for line in lines if desk.game.standing(line) is (seat != mover)]
            if not wanted:
                continue
            answer = take(desk, seat, wanted[len(entries) % len(wanted)], "en", Sent(AT), SEED)
            assert isinstance(answer, Taken), answer
            entries += answer.entries
            desk = desk._replace(last=answer.entries[-1])
    return head, entries, desk


def test_a_game_is_kept_in_a_ledger_and_audited(book: Rulebook) -> None:
    head, entries, desk = played(book)
    assert desk.result is not None
    for entry in entries:
        text, _ = sealed_item(entry, "", head.text() if not entry.number else b"")
        assert read_entry(text).body() == entry.body()
    for until in (len(entries), len(entries) // 2):
        assert audit(book, head, entries[:until]).findings == ()


def test_a_ledger_begins_a_decision_with_every_move_and_no_order(book: Rulebook) -> None:
    _, entries, _ = played(book)
    opening = 0
    for entry in entries:
        opening = entry.number if entry.kind in {"opened", "move"} else opening
        assert entry.opening == opening


def test_rules_are_numbered_for_players_of_every_language(book: Rulebook) -> None:
    for language in LANGUAGES:
        assert "\n- **" in rules_text(book.slug, language)
