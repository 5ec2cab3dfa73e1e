"""One move of Акционер settled: trades, the card, compensation and fines, trades (A10-A35)."""

from collections.abc import Sequence

from pbm.core.market.cards import Play, raises
from pbm.core.market.moves import BUY, NOWHERE, SELL, Move, Trade
from pbm.core.market.position import Position
from pbm.core.market.prices import PriceBoard
from pbm.core.market.session import Names, Session
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
        buys, greedy = [], []
        for n, (sign, amount, colour) in enumerate(trades):
            if sign == SELL:
                counted[n] = self._sell(stage, trades[n], places[n], locked[colour])
            elif amount is None:
                greedy.append(n)
            else:
                buys.append(n)
        for n in (*buys, *greedy):
            counted[n] = self._buy(stage, trades[n], places[n])
        for n in greedy[1:]:
            problem = Problem(Kind.NOT_ALLOWED, "second-max", places[n], "A11")
            self.session.problems.append(problem)
        return tuple([trade for trade in counted if trade.amount])

    def _sell(self, stage: int, trade: Trade, place: Place, locked: int) -> Trade:
        session = self.session
        _, amount, colour = trade
        count = session.held(colour) if amount is None else amount
        if locked and session.held(colour) - locked < count <= session.held(colour):
            values = {"free": max(session.held(colour) - locked, 0)}
            session.object("locked", "A13", place, colour, values)
        session.sell(stage, colour, count, place)
        return trade if amount else Trade(SELL, count, colour)

    def _buy(self, stage: int, trade: Trade, place: Place) -> Trade:
        session = self.session
        _, amount, colour = trade
        count = session.affordable(colour) if amount is None else amount
        session.buy(stage, colour, count, place)
        if stage == 1:
            self.bought[colour] += count
        return trade if amount else Trade(BUY, count, colour)

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
        for colour, (old, price, above, below) in moved:
            if price < old:
                session.credit("compensated", session.seat, colour, old - price)
            if above:
                session.dividends(colour, above)
            elif below:
                fallen.append((below, old, colour))
        # The smaller fine first, then the colour that was cheaper, then с к ж з (A35).
        for below, _, colour in sorted(fallen):
            for seat in range(len(session.names.seats)):
                if seat != session.seat:
                    self._fine(seat, colour, below)

    def _fine(self, seat: int, colour: int, fine: int) -> None:
        """Take a fine for a fall below the board from a holder's free cash (A32-A34)."""
        accounts = self.session.accounts
        held = accounts.shares[seat][colour]
        paid = held if self.options.debt else min(held, accounts.cash[seat] // fine)
        self.session.charge("fined", seat, colour, paid, fine)
        self.session.forfeit("forfeited", seat, colour, held - paid, fine)
