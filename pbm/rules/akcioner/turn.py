"""One move of Акционер settled: trades, the card, compensation and fines, trades (A10-A35)."""

from collections.abc import Sequence
from typing import Final

from pbm.core.market.cards import Play, raises
from pbm.core.market.moves import BUY, SELL, Move, Trade
from pbm.core.market.position import Position
from pbm.core.market.prices import PriceBoard
from pbm.core.market.session import Moved, Names, Session
from pbm.core.problem import Kind, Place, Problem
from pbm.rules.akcioner.options import Options

_LAST: Final = 2


class Turn:
    """A session on the market by the rules of Акционер."""

    __slots__ = ("bought", "options", "session")

    def __init__(self, position: Position, seat: int, names: Names, options: Options) -> None:
        self.session = Session(position, seat, names, "A11")
        self.options = options
        self.bought = [0] * len(position.prices)

    def trade(
        self, stage: int, trades: Sequence[Trade], move: Move, first: int, locked: Sequence[int]
    ) -> tuple[Trade, ...]:
        """Settle the trades of one stage, sales first, "max" last (A11-A13); returns them counted.

        `first` is the number of the stage's first item in the move, `locked` how many shares of
        each colour may not be sold.
        """
        if not trades:
            return ()
        counted: list[Trade] = list(trades)
        order = sorted(range(len(trades)), key=lambda n: _rank(trades[n]))
        for second in [n for n in order if _rank(trades[n]) == _LAST][1:]:
            place = move.place(first + second)
            self.session.problems.append(Problem(Kind.NOT_ALLOWED, "second-max", place, "A11"))
        for n in order:
            trade = trades[n]
            place = move.place(first + n)
            if trade.sign == SELL:
                count = self._sell(stage, trade, place, locked[trade.stock])
            else:
                count = self._buy(stage, trade, place)
            counted[n] = Trade(trade.sign, count, trade.stock)
        return tuple(trade for trade in counted if trade.amount)

    def _sell(self, stage: int, trade: Trade, place: Place, locked: int) -> int:
        colour = trade.stock
        held = self.session.held(colour)
        count = held if trade.amount is None else trade.amount
        if held - locked < count <= held:
            values = {"free": max(held - locked, 0)}
            self.session.object("locked", "A13", place, colour, values)
        self.session.sell(stage, colour, count, place)
        return count

    def _buy(self, stage: int, trade: Trade, place: Place) -> int:
        colour = trade.stock
        count = self.session.affordable(colour) if trade.amount is None else trade.amount
        self.session.buy(stage, colour, count, place)
        if stage == 1:
            self.bought[colour] += count
        return count

    def locked(self, play: Play) -> list[int]:
        """How many shares of each colour stage 3 may not sell after this card (A13, A14)."""
        if self.options.lock_all:
            return self.bought
        locked = [0] * len(self.bought)
        for colour, figure in play.effects:
            if raises(figure):
                locked[colour] = self.bought[colour]
        return locked

    def play(self, play: Play, board: PriceBoard) -> None:
        """Move the prices, then pay compensation, then take fines (A30-A35)."""
        session = self.session
        moved = session.play(play, board)
        for each in moved:
            session.dividends(each)
            if each.shift.price < each.old:
                session.credit("compensated", session.seat, each.stock, each.old - each.shift.price)
        fallen = [each for each in moved if each.shift.below]
        for each in sorted(fallen, key=_fine_rank):
            for seat in range(len(session.names.seats)):
                if seat != session.seat:
                    self._fine(seat, each.stock, each.shift.below)

    def _fine(self, seat: int, colour: int, fine: int) -> None:
        """Take a fine for a fall below the board from a holder's free cash (A32-A34)."""
        accounts = self.session.accounts
        held = accounts.shares[seat][colour]
        paid = held if self.options.debt else min(held, accounts.cash[seat] // fine)
        self.session.charge("fined", seat, colour, paid, fine)
        self.session.forfeit("forfeited", seat, colour, held - paid, fine)


def _rank(trade: Trade) -> int:
    """Sales come first, then purchases in numbers, then what the rest of the cash buys (A12)."""
    if trade.sign == SELL:
        return 0
    return _LAST if trade.sign == BUY and trade.amount is None else 1


def _fine_rank(moved: Moved) -> tuple[int, int, int]:
    """The smaller fine first, then the colour that was cheaper, then с к ж з (A35)."""
    return moved.shift.below, moved.old, moved.stock
