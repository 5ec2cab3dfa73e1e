"""What a seat may see of Акционер, put into the shapes that letters and forms show."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pbm.core.market import sheet
from pbm.core.market.sheet import FIELDS, Stock
from pbm.core.tell import Message
from pbm.core.view import View
from pbm.rules.akcioner.ending import last_cards
from pbm.rules.akcioner.telling import COLOUR_NAMES, shares

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pbm.core.contract import Past
    from pbm.core.market.cards import Card, Hand
    from pbm.core.market.position import Position
    from pbm.rules.akcioner.game import Akcioner


def view(
    game: Akcioner,
    state: Position,
    seat: int | None,
    hand: Hand | None,
    past: Sequence[Past],
    language: str,
) -> View:
    """The board with its curves, holdings and history; the hand and examples for its seat."""
    notation = game.notation
    stocks = [
        Stock(ink, name, notation.letter(colour, language))
        for colour, (ink, name) in enumerate(COLOUR_NAMES.items())
    ]
    positions = [game.load(entry.state) for entry in past] or [state]

    def fields(line: str) -> tuple[str, str, str]:
        return notation.fields(game.read_canonical(line, game.language), language)

    def short(card: Card) -> str:
        return notation.short(card, language)

    decks = Message("big"), Message("small")
    mine = seat is not None and seat == state.mover
    return View(
        seat=seat,
        boards={"prices": sheet.board(game.board, stocks, positions)},
        tables={
            "position": sheet.holdings(game.seats, stocks, decks, state),
            "history": sheet.history(game.seats, stocks, past, positions, fields),
        },
        hand=None if hand is None else sheet.hand(hand, stocks, short),
        fields=FIELDS,
        examples=_examples(game, state, hand, stocks, language) if mine else (),
        notes=tuple(_notes(game, state)),
    )


def _examples(
    game: Akcioner, state: Position, hand: Hand | None, stocks: Sequence[Stock], language: str
) -> tuple[tuple[Message, str], ...]:
    """A few lines that are legal now, with what they do."""
    assert state.mover is not None  # noqa: S101 - examples are for the seat to move
    moves = sheet.chosen(list(game.legal(state, state.mover, hand)))
    return tuple(
        (sheet.meaning(move, stocks, shares), game.write_move(move, language)) for move in moves
    )


def _notes(game: Akcioner, state: Position) -> list[Message]:
    """What a reader must know of this game's options, and of the end when it is near."""
    settled = game.settled
    notes = [
        Message("Halves that end in 5 are rounded up.")
        if settled.round_up
        else Message("Halves that end in 5 are rounded down."),
        Message("No share bought in stage 1 may be sold in stage 3.")
        if settled.lock_all
        else Message("Shares bought in stage 1 that the card raises may not be sold in stage 3."),
        Message("A fine is taken in full; cash may go below zero.")
        if settled.debt
        else Message("Shares whose fine the cash does not cover are lost."),
    ]
    if settled.skip_broke:
        notes.append(Message("Who holds no share and cannot buy one is passed over for good."))
    if not settled.sealed:
        notes.append(sheet.AT_THE_TABLE)
    if state.mover is not None and last_cards(state):
        notes.append(Message("The last card is played alone: nobody may buy or sell."))
    if state.mover is None:
        return notes
    return [*notes, sheet.still_to_play(state)]
