"""What the seat to move has before it now, and what everybody must know of this game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pbm.core.tell import Message, counted
from pbm.rules.stockexchange.actions import Forfeit, Raise
from pbm.rules.stockexchange.tables import BUY, SquareType
from pbm.rules.stockexchange.telling import square_name

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pbm.rules.stockexchange.game import StockExchange
    from pbm.rules.stockexchange.position import Position, Seat, Turn
    from pbm.rules.stockexchange.tables import Square


def asked(game: StockExchange, state: Position, language: str) -> Iterator[Message]:
    """What the mover has thrown, where he stands and what he may do there, what he owes."""
    if state.mover is None:
        return
    if state.turn is None:
        count = game.table.amounts.shares
        yield counted(
            "Choose the company of which you begin with {n} share.",
            "Choose the company of which you begin with {n} shares.",
            count,
        )
        return
    own = state.seats[state.mover]
    square = game.table.squares[own.square]
    yield _threw(game, state.turn, square)
    if state.turn.card:
        yield Message(
            "You drew a card: “{text}”", {"text": Message(game.table.cards[state.turn.card].text)}
        )
    if state.turn.owed:
        yield _owes(game, state.turn, own, language)
    yield _may(game, state, own, square)
    if state.emptied and not game.settled.last_round:
        yield Message("The bank has run out of money: this is the last turn of the game.")


def _threw(game: StockExchange, turn: Turn, square: Square) -> Message:
    level = game.table.levels[turn.die - 1]
    values = {"die": turn.die, "buy": level.buy, "sell": level.sell}
    name = square_name(game.table, square)
    if square.company is None:
        return Message(
            "You threw {die} and stand on {square}; level {die}: buy {buy}, sell {sell}.",
            {**values, "square": name},
        )
    return Message(
        "You threw {die} and stand on {square} ({code}); level {die}: buy {buy}, sell {sell}.",
        {**values, "square": name, "code": game.table.codes[square.company]},
    )


def _owes(game: StockExchange, turn: Turn, own: Seat, language: str) -> Message:
    company = max(range(len(own.shares)), key=own.shares.__getitem__)
    order = game.notation.write_action(Raise(company, 1), language)
    return Message(
        "You still owe {owed}, which is paid first, so you cannot buy shares in this turn. Say "
        "what to sell for it, as in “{order}”; otherwise the smallest holdings go first.",
        {"owed": turn.owed, "order": order},
    )


def _may(game: StockExchange, state: Position, own: Seat, square: Square) -> Message:
    """What a square allows beside selling."""
    amounts = game.table.amounts
    if square.company is not None:
        assert state.turn is not None  # noqa: S101 - what may be done depends on the throw
        return Message(
            "You may buy {code}: the bank has {left}, your cash pays for {most}. "
            "Or sell any shares.",
            {
                "code": game.table.codes[square.company],
                "left": state.bank_shares[square.company],
                "most": own.cash // game.table.price(state.turn.die, BUY),
            },
        )
    if square.type is SquareType.OPTIONS:
        return Message(
            "You may buy Options cards at {price}, {most} at most, and sell any shares.",
            {"price": amounts.option_price, "most": amounts.option_most},
        )
    if square.type is SquareType.START:
        return Message("You may sell any shares.")
    most = amounts.bid_most if square.type is SquareType.BID else amounts.bid_elsewhere
    return Message(
        "You may buy Bid cards at {price}, {most} at most, and sell any shares; or, buying none, "
        "use your own, {most} at most, to bid for any companies. You hold {held}.",
        {"price": amounts.bid_price, "most": most, "held": own.bids},
    )


def notes(game: StockExchange, state: Position, language: str) -> Iterator[Message]:
    """Whose board this is, how the game ends, what may be ordered at any time."""
    settled = game.settled
    yield Message(
        "Prices, companies and cards: {edition}.", {"edition": Message(game.table.edition)}
    )
    if settled.last_round:
        yield Message("When the bank has run out of money, the round is played to its end.")
    else:
        yield Message("When the bank has run out of money, the game ends with that turn.")
    if settled.rounds is not None:
        played = state.turns // len(game.seats)
        yield Message(
            "Rounds in this game: {rounds} at most; played: {played}.",
            {"rounds": settled.rounds, "played": played},
        )
    if any(any(seat.options) for seat in state.seats):
        order = game.notation.write_action(Forfeit((0, 1)), language)
        yield Message(
            "Which Options cards go first at Start you may say at any time, as in “{order}”.",
            {"order": order},
        )
