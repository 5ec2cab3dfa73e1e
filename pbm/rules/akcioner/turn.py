"""One move of Акционер settled: trades, the card, compensation and fines, trades (A10-A35)."""

from collections.abc import Mapping
from typing import Final

from pbm.core.market.cards import raises
from pbm.core.market.moves import BUY, Move, Trade, counted
from pbm.core.market.session import Session
from pbm.core.problem import Kind, Problem
from pbm.rules.akcioner.options import Options

_FREE: Final[Mapping[int, int]] = {}


class Turn(Session):
    """A session on the market by the rules of Акционер."""

    __slots__ = ()

    def settle(self, options: Options) -> Move:
        """Play the move through (A10); returns it with its counts."""
        move = self.move
        before = self._trade(1, move.before, 0, _FREE)
        self._play(debt=options.debt)
        locked = self._locked(before, lock_all=options.lock_all)
        after = self._trade(3, move.after, len(move.before) + 1, locked)
        if before is move.before and after is move.after:
            return move
        return Move(before, move.play, after, move.places)

    def _trade(
        self, stage: int, trades: tuple[Trade, ...], first: int, locked: Mapping[int, int]
    ) -> tuple[Trade, ...]:
        """Settle the trades of one stage, sales first, "max" last (A11-A13); returns them counted.

        `first` is the number of the stage's first item in the move, `locked` how many shares of
        a colour may not be sold.
        """
        if not trades:
            return ()
        counts: dict[int, int] = {}
        buys: list[int] = []
        greedy: list[int] = []
        for n, (sign, amount, colour) in enumerate(trades):
            if sign == BUY:
                (greedy if amount is None else buys).append(n)
                continue
            count = amount
            if count is None:
                count = counts[n] = self.held(colour)
            if colour in locked:
                self._object_to_locked(colour, count, locked[colour], first + n)
            if count:
                self.sell(stage, colour, count, first + n)
        for n in (*buys, *greedy):
            _, count, colour = trades[n]
            if count is None:
                count = counts[n] = self.affordable(colour)
            if count:
                self.buy(stage, colour, count, first + n)
        for n in greedy[1:]:
            place = self.move.place(first + n)
            self.problems.append(Problem(Kind.NOT_ALLOWED, "second-max", place, "A11"))
        return counted(trades, counts)

    def _object_to_locked(self, colour: int, count: int, locked: int, item: int) -> None:
        """Note a sale of shares that are held, but locked (A13)."""
        held = self.held(colour)
        free = max(held - locked, 0)
        if free < count <= held:
            self.object("locked", "A13", self.move.place(item), colour, {"free": free})

    def _locked(self, before: tuple[Trade, ...], *, lock_all: bool) -> Mapping[int, int]:
        """How many shares of a colour stage 3 may not sell after the card (A13, A14)."""
        bought: dict[int, int] = {}
        for sign, amount, colour in before:
            if sign == BUY:
                bought[colour] = bought.get(colour, 0) + (amount or 0)
        if lock_all or not bought:
            return bought
        raised = {colour for colour, figure in self.move.play.effects if raises(figure)}
        return {colour: count for colour, count in bought.items() if colour in raised}

    def _play(self, *, debt: bool) -> None:
        """Move the prices, then pay compensation, then take fines (A30-A35)."""
        fallen = []
        for colour, (old, price, above, below) in self.play():
            if price < old:
                self.credit("compensated", self.mover, colour, old - price)
            if above:
                self.dividends(colour, above)
            elif below:
                fallen.append((below, old, colour))
        # The smaller fine first, then the colour that was cheaper, then с к ж з (A35).
        for below, _, colour in sorted(fallen):
            for seat in range(len(self.terms.seats)):
                if seat != self.mover:
                    self._fine(seat, colour, below, debt=debt)

    def _fine(self, seat: int, colour: int, fine: int, *, debt: bool) -> None:
        """Take a fine for a fall below the board from a holder's free cash (A32-A34)."""
        held = self.shares[seat][colour]
        if held:
            paid = held if debt else min(held, self.cash[seat] // fine)
            self.levy("fined", "forfeited", seat, colour, paid, fine)
