"""One move of Акционер settled: trades, the card, compensation and fines, trades (A10-A35)."""

from collections.abc import Sequence

from pbm.core.market.cards import Play, raises
from pbm.core.market.moves import BUY, NOWHERE, SELL, Move, Trade
from pbm.core.market.position import Position
from pbm.core.market.prices import PriceBoard
from pbm.core.market.session import Moved, Names, Session
from pbm.core.problem import Kind, Place, Problem
from pbm.rules.akcioner.options import Options


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
        places = move.places[first:] or (NOWHERE,) * len(trades)
        counted = list(trades)
        for n, trade in enumerate(trades):
            if trade.sign == SELL:
                counted[n] = self._sell(stage, trade, places[n], locked[trade.stock])
        for n, trade in enumerate(trades):
            if trade.sign == BUY and trade.amount is not None:
                counted[n] = self._buy(stage, trade, places[n])
        greedy = [n for n, trade in enumerate(trades) if trade.sign == BUY and trade.amount is None]
        for n in greedy:
            counted[n] = self._buy(stage, trades[n], places[n])
        for n in greedy[1:]:
            problem = Problem(Kind.NOT_ALLOWED, "second-max", places[n], "A11")
            self.session.problems.append(problem)
        return tuple([trade for trade in counted if trade.amount])

    def _sell(self, stage: int, trade: Trade, place: Place, locked: int) -> Trade:
        session, colour = self.session, trade.stock
        count = session.held(colour) if trade.amount is None else trade.amount
        if locked and session.held(colour) - locked < count <= session.held(colour):
            values = {"free": max(session.held(colour) - locked, 0)}
            session.object("locked", "A13", place, colour, values)
        session.sell(stage, colour, count, place)
        return trade if trade.amount else Trade(SELL, count, colour)

    def _buy(self, stage: int, trade: Trade, place: Place) -> Trade:
        session, colour = self.session, trade.stock
        count = session.affordable(colour) if trade.amount is None else trade.amount
        session.buy(stage, colour, count, place)
        if stage == 1:
            self.bought[colour] += count
        return trade if trade.amount else Trade(BUY, count, colour)

    def locked(self, play: Play) -> Sequence[int]:
        """How many shares of each colour stage 3 may not sell after this card (A13, A14)."""
        bought = self.bought
        if self.options.lock_all or not any(bought):
            return bought
        raised = {colour for colour, figure in play.effects if raises(figure)}
        return [count if colour in raised else 0 for colour, count in enumerate(bought)]

    def play(self, play: Play, board: PriceBoard) -> None:
        """Move the prices, then pay compensation, then take fines (A30-A35)."""
        session = self.session
        moved = session.play(play, board)
        fallen = []
        for each in moved:
            colour, old, shift = each
            if shift.above:
                session.dividends(each)
            elif shift.price < old:
                session.credit("compensated", session.seat, colour, old - shift.price)
            if shift.below:
                fallen.append(each)
        for each in sorted(fallen, key=_fine_rank) if fallen else ():
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


def _fine_rank(moved: Moved) -> tuple[int, int, int]:
    """The smaller fine first, then the colour that was cheaper, then с к ж з (A35)."""
    return moved.shift.below, moved.old, moved.stock
