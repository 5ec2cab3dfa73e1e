"""Pieces of what a seat may see: the board, holdings, the history, cards, moves in words."""

from collections.abc import Callable, Iterable, Sequence
from itertools import islice
from typing import Final, NamedTuple

from pbm.core.contract import Past
from pbm.core.market.cards import Card as Dealt
from pbm.core.market.cards import Hand
from pbm.core.market.moves import Move, Trade
from pbm.core.market.position import Position
from pbm.core.market.prices import PriceBoard
from pbm.core.market.telling import printed
from pbm.core.tell import Message, Value, counted
from pbm.core.view import Board, Card, Cell, Column, Field, Part, Table, Track

FIELDS: Final = (
    Field("stage1", Message("1. Sell, buy"), 3),
    Field("card", Message("2. Card"), 3),
    Field("stage3", Message("3. Sell, buy"), 3),
)
"""The boxes of the row to fill in: the three fields of a move."""

AT_THE_TABLE: Final = Message("The cards are dealt at the table; this form does not know them.")
"""A note for games in which people deal a real deck at home."""

_EXAMPLE_CARDS: Final = 4
_KINDS: Final = {"opened": Message("opened"), "opened_seal": Message("seal opened")}

Shares = Callable[[int, int], Message]
"""A number of shares of a stock, as the object of a sentence: `shares(stock, number)`."""


class Stock(NamedTuple):
    """A stock as it is shown: its ink, its name, its letter in the reader's notation."""

    ink: str
    name: Message
    letter: str


def board(scale: PriceBoard, stocks: Sequence[Stock], positions: Sequence[Position]) -> Board:
    """The price board, each marker with the way it came."""
    tracks = tuple(
        Track(stock.ink, stock.name, stock.letter, tuple(each.prices[n] for each in positions))
        for n, stock in enumerate(stocks)
    )
    return Board(scale.low, scale.high, scale.step, tracks)


def stock_columns(stocks: Iterable[Stock], group: Value) -> list[Column]:
    """One column a stock below a common head."""
    return [Column(stock.letter, group, ink=stock.ink) for stock in stocks]


def holdings(
    names: Sequence[str],
    stocks: Sequence[Stock],
    decks: Sequence[Value],
    state: Position,
    *,
    more: Sequence[tuple[Column, Sequence[Cell]]] = (),
    bank: Sequence[int] | None = None,
) -> Table:
    """Who holds what, in the order of play; the seat to move is marked.

    `decks` are the heads over the numbers of cards left, `more` are columns of the game's own
    with a cell for each seat, `bank` are the bank's shares where they are limited.
    """
    columns = (
        Column(Message("player"), kind="text"),
        *stock_columns(stocks, Message("shares")),
        Column(Message("cash")),
        Column(Message("capital")),
        *(Column(deck, Message("cards left")) for deck in decks),
        *(column for column, _ in more),
    )
    rows: list[tuple[Cell, ...]] = [
        (
            Message("{seat} (out)", {"seat": names[n]}) if state.seats[n].out else names[n],
            *state.shares[n],
            state.cash[n],
            state.capital(n),
            *state.seats[n].left,
            *(cells[n] for _, cells in more),
        )
        for n in state.order
    ]
    if bank is not None:
        rows.append((Message("bank"), *bank, *[None] * (len(columns) - len(bank) - 1)))
    marked = None if state.mover is None else state.order.index(state.mover)
    return Table(Message("Position"), columns, tuple(rows), marked)


def history(
    names: Sequence[str],
    stocks: Sequence[Stock],
    past: Sequence[Past],
    positions: Sequence[Position],
    fields: Callable[[str], tuple[str, str, str]],
) -> Table:
    """One row an entry, like the rows of the postal form: the move and what it left.

    `fields` gives the three fields of a line of the ledger in the reader's notation.
    """
    order = positions[-1].order
    columns = [
        Column(Message("No.")),
        Column(Message("player"), kind="text"),
        Column(Message("sells, buys"), kind="line"),
        Column(Message("card"), kind="line"),
        *stock_columns(stocks, Message("prices")),
        Column(Message("sells, buys"), kind="line"),
    ]
    for n in order:
        columns += [*stock_columns(stocks, names[n]), Column(Message("cash"), names[n])]
    rows = []
    for entry, position in zip(past, positions, strict=False):
        first, card, last = fields(entry.line) if entry.line else ("", "", "")
        who = entry.seat or _KINDS.get(entry.kind)
        row: list[Cell] = [entry.entry, who, first, card, *position.prices, last]
        for n in order:
            row += [*position.shares[n], position.cash[n]]
        rows.append(tuple(row))
    return Table(Message("History"), tuple(columns), tuple(rows))


def card(dealt: Dealt, stocks: Sequence[Stock], short: str) -> Card:
    """A card of the hand as it is drawn; figures of the player's choice have no ink."""
    inks = [stock.ink for stock in stocks]
    ink = inks.pop(dealt.stock)
    if len(dealt.others) < len(inks) or len(set(dealt.others)) > 1:
        inks = [""] * len(dealt.others)
    others = (Part(printed(each), to) for each, to in zip(dealt.others, inks, strict=True))
    return Card(dealt.deck, ink, (Part(printed(dealt.own), ink), *others), short)


def hand(cards: Hand, stocks: Sequence[Stock], short: Callable[[Dealt], str]) -> tuple[Card, ...]:
    """The hand as it is drawn; `short` names a card in the reader's notation."""
    return tuple(card(dealt, stocks, short(dealt)) for dealt in cards)


def chosen(moves: Sequence[Move]) -> list[Move]:
    """A few of the legal moves as examples: one way to play each of some cards, and two trades."""
    cards = {move.play.card: move for move in reversed(moves) if not move.before + move.after}
    trades = [move for move in moves if move.before + move.after]
    some = [*islice(reversed(cards.values()), _EXAMPLE_CARDS), *trades[:1], *trades[-1:]]
    return list({(move.before, move.play, move.after): move for move in some}.values())


def meaning(move: Move, stocks: Sequence[Stock], shares: Shares) -> Message:
    """What a move does, in words."""
    effects = [
        Message("{stock} {figure}", {"stock": stocks[n].name, "figure": printed(text)})
        for n, text in move.play.effects
    ]
    before, after = (
        [_trade(trade, shares) for trade in trades] for trades in (move.before, move.after)
    )
    return listed([*before, *effects, *after])


def still_to_play(state: Position) -> Message:
    """A note on how many cards are left in all hands."""
    left = state.cards_left()
    return counted("{n} card is still to be played.", "{n} cards are still to be played.", left)


def listed(parts: Sequence[Message]) -> Message:
    """Several messages with commas between them."""
    text = ", ".join(f"{{part{n}}}" for n in range(len(parts)))
    return Message(text, {f"part{n}": part for n, part in enumerate(parts)})


def _trade(trade: Trade, shares: Shares) -> Message:
    told = {"shares": shares(trade.stock, trade.amount or 0)}
    return Message("sell {shares}", told) if trade.sign < 0 else Message("buy {shares}", told)
