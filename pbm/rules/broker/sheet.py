"""What a seat may see of Broker, put into the shapes that letters and forms show."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from pbm.core.accounts import BANK
from pbm.core.market import sheet
from pbm.core.market.sheet import FIELDS, Stock
from pbm.core.tell import Message
from pbm.core.view import Column, View
from pbm.rules.broker.ending import no_turn_follows
from pbm.rules.broker.moves import Keep, Line
from pbm.rules.broker.telling import shares

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pbm.core.contract import Past
    from pbm.core.market.cards import Card, Hand
    from pbm.rules.broker.game import Broker
    from pbm.rules.broker.state import State

_INKS: Final = ("blue", "red", "yellow", "green")
_KEY_RULES: Final = {
    "classic": Message(
        "A company bought before a card that raises it is not sold in the same turn; one sold "
        "before a card that lowers it is not bought."
    ),
    "no_reversal": Message("No company is bought and sold in the same turn."),
    "frozen": Message("After the card nobody trades in a company that it touched."),
}


def view(
    game: Broker,
    state: State,
    seat: int | None,
    hand: Hand | None,
    past: Sequence[Past],
    language: str,
) -> View:
    """The board, holdings with standing orders, the history; hand and examples for its seat."""
    notation = game.notation
    stocks = [
        Stock(ink, Message("{company}", {"company": name}), notation.letter(n, language))
        for n, (ink, name) in enumerate(zip(_INKS, game.companies, strict=True))
    ]
    markets = [game.load(entry.state).market for entry in past] or [state.market]

    def fields(line: str) -> tuple[str, str, str]:
        return notation.fields(game.read_canonical(line, game.language), language)

    def short(card: Card) -> str:
        return notation.short(card, language)

    keeps = [
        (Column(Message("keeps in a crash"), kind="text"), _keeps(game, state, stocks, language))
    ]
    decks = tuple(game.decks.cards)
    bank = state.market.shares[BANK] if game.settled.supply else None
    mine = seat is not None and seat == state.market.mover
    return View(
        seat=seat,
        boards={"prices": sheet.board(game.table.prices, stocks, markets)},
        tables={
            "position": sheet.holdings(
                game.seats,
                stocks,
                decks,
                state.market,
                more=keeps if any(state.keeps) else (),
                bank=bank,
            ),
            "history": sheet.history(game.seats, stocks, past, markets, fields),
        },
        hand=None if hand is None else sheet.hand(hand, stocks, short),
        fields=FIELDS,
        examples=_examples(game, state, hand, stocks, language) if mine else (),
        notes=tuple(_notes(game, state, language)),
    )


def _keeps(game: Broker, state: State, stocks: Sequence[Stock], language: str) -> list[str]:
    """Every seat's standing orders, those of most weight first."""
    return [
        ", ".join(
            f"{stocks[keep.stock].letter} {game.notation.most(keep, language)}" for keep in keeps
        )
        for keeps in state.keeps
    ]


def _examples(
    game: Broker, state: State, hand: Hand | None, stocks: Sequence[Stock], language: str
) -> tuple[tuple[Message, str], ...]:
    """A few lines that are legal now, with what they do; a standing order last."""
    assert state.market.mover is not None  # noqa: S101 - examples are for the seat to move
    lines = list(game.legal(state, state.market.mover, hand))
    moves = sheet.chosen([line.move for line in lines if line.move and line.split is None])
    orders = [line for line in lines if line.move is None]

    def count(stock: int, number: int) -> Message:
        return shares(game.companies[stock], number)

    examples = [(sheet.meaning(move, stocks, count), Line(move)) for move in moves]
    examples += [
        (Message("in a crash keep no share of {stock}", {"stock": stocks[keep.stock].name}), line)
        for line in orders[:1]
        for keep in line.keeps
    ]
    return tuple((told, game.write_move(line, language)) for told, line in examples)


def _notes(game: Broker, state: State, language: str) -> list[Message]:
    """What a reader must know of this game's options, and of the end when it is near."""
    settled = game.settled
    order = game.write_move(Line(None, keeps=(Keep(0, 3),)), language)
    notes = [
        _KEY_RULES[settled.key_rule],
        Message(
            "In a crash keeping a share costs {each}, and it is then quoted at {low}: rarely worth "
            "it. How many you would pay for you may say at any time: “{order}”.",
            {"each": game.table.crash, "low": game.table.prices.low, "order": order},
        ),
    ]
    if settled.split:
        split = game.notation.split(0, language)
        notes.append(
            Message("A company at 250 may be split after the card: “{split}”.", {"split": split})
        )
    if settled.last_one_wins:
        notes.append(Message("The game stops when only one player is left."))
    if not settled.sealed:
        notes.append(sheet.AT_THE_TABLE)
    mover = state.market.mover
    if mover is None:
        return notes
    if no_turn_follows(state.market, mover, (), last_one_wins=settled.last_one_wins):
        notes.append(Message("This is the last turn of the game: nothing may be bought."))
    return [*notes, sheet.still_to_play(state.market)]
