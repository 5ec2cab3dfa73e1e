"""What a seat may see of Акционер, put into the shapes that letters and forms show."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Final

from pbm.core.tell import Message, Value, counted
from pbm.core.view import Board, Card, Cell, Column, Field, Part, Table, Track, View
from pbm.rules.akcioner.cards import COLOURS, Hand
from pbm.rules.akcioner.cards import Card as Dealt
from pbm.rules.akcioner.position import Position, Seat
from pbm.rules.akcioner.telling import COLOUR_NAMES, figure, shares

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pbm.core.contract import Past
    from pbm.rules.akcioner.game import Akcioner
    from pbm.rules.akcioner.moves import Move, Trade

FIELDS: Final = (
    Field("stage1", Message("1. Sell, buy"), 3),
    Field("card", Message("2. Card"), 3),
    Field("stage3", Message("3. Sell, buy"), 3),
)
_EXAMPLE_CARDS: Final = 4
_KINDS: Final = {"opened": Message("opened"), "opened_seal": Message("seal opened")}


def view(
    game: Akcioner,
    state: Position,
    seat: int | None,
    hand: Hand | None,
    past: Sequence[Past],
    language: str,
) -> View:
    """The board with its curves, holdings and history; the hand and examples for its seat."""
    positions = [game.load(entry.state) for entry in past] or [state]
    mine = seat is not None and seat == state.mover
    return View(
        seat=seat,
        boards={"prices": _board(game, positions, language)},
        tables={
            "position": _holdings(game, state, language),
            "history": _history(game, past, positions, language),
        },
        hand=None if hand is None else tuple(_card(game, card, language) for card in hand),
        fields=FIELDS,
        examples=_examples(game, state, hand, language) if mine else (),
        notes=tuple(_notes(game, state)),
    )


def _board(game: Akcioner, positions: Sequence[Position], language: str) -> Board:
    tracks = tuple(
        Track(
            ink,
            COLOUR_NAMES[ink],
            game.notation.letter(colour, language),
            tuple(position.prices[colour] for position in positions),
        )
        for colour, ink in enumerate(COLOURS)
    )
    return Board(game.board.low, game.board.high, game.board.step, tracks)


def _colour_columns(game: Akcioner, group: Value, language: str) -> list[Column]:
    return [
        Column(game.notation.letter(colour, language), group, ink=ink)
        for colour, ink in enumerate(COLOURS)
    ]


def _holdings(game: Akcioner, state: Position, language: str) -> Table:
    """Who holds what, in the order of play; the seat to move is marked."""
    columns = (
        Column(Message("player"), kind="text"),
        *_colour_columns(game, Message("shares"), language),
        Column(Message("cash")),
        Column(Message("capital")),
        Column(Message("big"), Message("cards left")),
        Column(Message("small"), Message("cards left")),
    )
    rows = tuple(
        (
            _name(game, n, state.seats[n]),
            *state.seats[n].shares,
            state.seats[n].cash,
            state.seats[n].capital(state.prices),
            state.seats[n].big,
            state.seats[n].small,
        )
        for n in state.order
    )
    marked = None if state.mover is None else state.order.index(state.mover)
    return Table(Message("Position"), columns, rows, marked)


def _name(game: Akcioner, seat: int, held: Seat) -> Value:
    name = game.seats[seat]
    return Message("{seat} (out)", {"seat": name}) if held.out else name


def _history(
    game: Akcioner, past: Sequence[Past], positions: Sequence[Position], language: str
) -> Table:
    """One row an entry, like the rows of the postal form: the move and what it left."""
    order = positions[-1].order
    columns = [
        Column(Message("No.")),
        Column(Message("player"), kind="text"),
        Column(Message("sells, buys"), kind="line"),
        Column(Message("card"), kind="line"),
        *_colour_columns(game, Message("prices"), language),
        Column(Message("sells, buys"), kind="line"),
    ]
    for n in order:
        columns += [
            *_colour_columns(game, game.seats[n], language),
            Column(Message("cash"), game.seats[n]),
        ]
    rows = [
        _row(game, entry, position, order, language)
        for entry, position in zip(past, positions, strict=False)
    ]
    return Table(Message("History"), tuple(columns), tuple(rows))


def _row(
    game: Akcioner, entry: Past, position: Position, order: Sequence[int], language: str
) -> tuple[Cell, ...]:
    fields = ("", "", "")
    if entry.line:
        move = game.read_canonical(entry.line, game.language)
        fields = game.notation.fields(move, language)
    kind = _KINDS.get(entry.kind)
    row: list[Cell] = [
        entry.entry,
        entry.seat or kind,
        fields[0],
        fields[1],
        *position.prices,
        fields[2],
    ]
    for n in order:
        row += [*position.seats[n].shares, position.seats[n].cash]
    return tuple(row)


def _card(game: Akcioner, card: Dealt, language: str) -> Card:
    ink = COLOURS[card.colour]
    parts = (Part(figure(card.own), ink), *(Part(figure(other)) for other in card.others))
    return Card(card.deck, ink, parts, game.notation.short(card, language))


def _examples(
    game: Akcioner, state: Position, hand: Hand | None, language: str
) -> tuple[tuple[Message, str], ...]:
    """A few lines that are legal now: one way to play each of some cards, and some trades."""
    assert state.mover is not None  # noqa: S101 - examples are for the seat to move
    moves = list(game.legal(state, state.mover, hand))
    cards = {move.play.card: move for move in reversed(moves) if not move.before + move.after}
    trades = [move for move in moves if move.before + move.after]
    chosen = [*islice(reversed(cards.values()), _EXAMPLE_CARDS), *trades[:1], *trades[-1:]]
    return tuple(
        (_meaning(move), game.write_move(move, language)) for move in dict.fromkeys(chosen)
    )


def _meaning(move: Move) -> Message:
    """What a move does, in words."""
    effects = [
        Message("{colour} {figure}", {"colour": COLOUR_NAMES[COLOURS[n]], "figure": figure(text)})
        for n, text in move.play.effects
    ]
    parts: list[Message] = [
        *map(_trade, move.before),
        *effects,
        *map(_trade, move.after),
    ]
    text = ", ".join(f"{{part{n}}}" for n in range(len(parts)))
    return Message(text, {f"part{n}": part for n, part in enumerate(parts)})


def _trade(trade: Trade) -> Message:
    told = {"shares": shares(COLOURS[trade.colour], trade.amount or 0)}
    return Message("sell {shares}", told) if trade.sign < 0 else Message("buy {shares}", told)


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
        notes.append(Message("The cards are dealt at the table; this form does not know them."))
    if state.mover is not None and state.last_cards():
        notes.append(Message("The last card is played alone: nobody may buy or sell."))
    if state.mover is None:
        return notes
    left = sum(seat.cards for seat in state.playing())
    return [
        *notes,
        counted("{n} card is still to be played.", "{n} cards are still to be played.", left),
    ]
