"""One move of Акционер settled: trades, the card, compensation and fines, trades (A10-A35)."""

from collections.abc import Sequence
from typing import Final

from pbm.core.accounts import BANK, Accounts
from pbm.core.contract import Fact
from pbm.core.problem import Kind, Place, Problem
from pbm.rules.akcioner.cards import COLOURS, Play, raises
from pbm.rules.akcioner.moves import BUY, SELL, Move, Trade
from pbm.rules.akcioner.options import Options
from pbm.rules.akcioner.position import Position
from pbm.rules.akcioner.prices import PriceBoard, Shift

_LAST: Final = 2


class Turn:
    """The settling of one move: the accounts and prices as they change, what happened, problems.

    Trades that are not possible are noted as problems and then taken as the player meant them,
    so that one mistake is not reported again in everything that follows from it. A turn with
    problems is thrown away.
    """

    __slots__ = ("accounts", "bought", "facts", "names", "options", "prices", "problems", "seat")

    def __init__(
        self, position: Position, seat: int, names: Sequence[str], options: Options
    ) -> None:
        self.seat = seat
        self.names = names
        self.options = options
        self.prices = list(position.prices)
        self.accounts = Accounts(
            [*(s.cash for s in position.seats), position.bank_cash],
            [*(s.shares for s in position.seats), position.bank_shares],
        )
        self.bought = [0] * len(COLOURS)
        self.facts: list[Fact] = []
        self.problems: list[Problem] = []

    def trade(
        self, stage: int, trades: Sequence[Trade], move: Move, first: int, locked: Sequence[int]
    ) -> tuple[Trade, ...]:
        """Settle the trades of one stage, sales first, "max" last (A11-A13); returns them counted.

        `first` is the number of the stage's first item in the move, `locked` how many shares of
        each colour may not be sold.
        """
        counted: list[Trade] = list(trades)
        order = sorted(range(len(trades)), key=lambda n: _rank(trades[n]))
        for second in [n for n in order if _rank(trades[n]) == _LAST][1:]:
            place = move.place(first + second)
            self.problems.append(Problem(Kind.NOT_ALLOWED, "second-max", place, "A11"))
        for n in order:
            trade = trades[n]
            place = move.place(first + n)
            if trade.sign == SELL:
                count = self._sell(stage, trade, place, locked[trade.colour])
            else:
                count = self._buy(stage, trade, place)
            counted[n] = Trade(trade.sign, count, trade.colour)
        return tuple(trade for trade in counted if trade.amount)

    def _sell(self, stage: int, trade: Trade, place: Place, locked: int) -> int:
        colour = trade.colour
        # What an earlier sale already took too many of is noted; it counts as none here.
        held = max(self.accounts.shares[self.seat][colour], 0)
        count = held if trade.amount is None else trade.amount
        if count > held:
            self._object("short-shares", "A11", place, colour, held=held)
        elif count > held - locked:
            self._object("locked", "A13", place, colour, free=max(held - locked, 0))
        money = count * self.prices[colour]
        self.accounts.hand_over(self.seat, BANK, colour, count)
        self.accounts.pay(BANK, self.seat, money)
        self._tell_trade("sold", stage, colour, count, money)
        return count

    def _buy(self, stage: int, trade: Trade, place: Place) -> int:
        colour = trade.colour
        price = self.prices[colour]
        cash = max(self.accounts.cash[self.seat], 0)
        count = cash // price if trade.amount is None else trade.amount
        money = count * price
        if money > cash:
            most = cash // price
            self._object("short-cash", "A11", place, colour, cost=money, cash=cash, most=most)
        else:
            self.accounts.pay(self.seat, BANK, money)
        self.accounts.hand_over(BANK, self.seat, colour, count)
        if stage == 1:
            self.bought[colour] += count
        self._tell_trade("bought", stage, colour, count, money)
        return count

    def locked(self, play: Play) -> list[int]:
        """How many shares of each colour stage 3 may not sell after this card (A13, A14)."""
        if self.options.lock_all:
            return self.bought
        locked = [0] * len(COLOURS)
        for colour, figure in play.effects:
            if raises(figure):
                locked[colour] = self.bought[colour]
        return locked

    def play(self, play: Play, board: PriceBoard) -> None:
        """Move the prices, then pay compensation, then take fines (A30-A35)."""
        self.facts.append({"fact": "played", "seat": self.names[self.seat], "card": play.card.code})
        old = tuple(self.prices)
        shifts: list[tuple[int, Shift]] = []
        for colour, figure in play.effects:
            shift = board.shifts[figure][old[colour]]
            shifts.append((colour, shift))
            self.prices[colour] = shift.price
            self.facts.append(
                {
                    "fact": "moved",
                    "colour": COLOURS[colour],
                    "figure": figure,
                    "from": old[colour],
                    "to": shift.price,
                }
            )
        self._compensate(shifts, old)
        fines = sorted((s.below, old[colour], colour) for colour, s in shifts if s.below)
        for fine, _, colour in fines:
            for seat in range(len(self.names)):
                if seat != self.seat:
                    self._fine(seat, colour, fine)

    def _compensate(self, shifts: Sequence[tuple[int, Shift]], old: Sequence[int]) -> None:
        for colour, shift in shifts:
            if shift.above:
                for seat in range(len(self.names)):
                    self._credit("dividend", seat, colour, shift.above)
            elif shift.price < old[colour]:
                self._credit("compensated", self.seat, colour, old[colour] - shift.price)

    def _credit(self, fact: str, seat: int, colour: int, each: int) -> None:
        count = self.accounts.shares[seat][colour]
        if count > 0:
            self.accounts.pay(BANK, seat, count * each)
            self._tell(fact, seat, colour, count=count, each=each, money=count * each)

    def _fine(self, seat: int, colour: int, fine: int) -> None:
        """Take a fine for a fall below the board from a holder's free cash (A32-A34)."""
        held = self.accounts.shares[seat][colour]
        if not held:
            return
        paid = held
        if not self.options.debt:
            paid = min(held, self.accounts.cash[seat] // fine)
        if paid:
            self.accounts.pay(seat, BANK, paid * fine)
            self._tell("fined", seat, colour, count=paid, each=fine, money=paid * fine)
        if held > paid:
            self.accounts.hand_over(seat, BANK, colour, held - paid)
            self._tell("forfeited", seat, colour, count=held - paid, each=fine)

    def _tell_trade(self, fact: str, stage: int, colour: int, count: int, money: int) -> None:
        if count:
            price = self.prices[colour]
            self._tell(fact, self.seat, colour, count=count, each=price, money=money, stage=stage)

    def _tell(self, fact: str, seat: int, colour: int, **values: int) -> None:
        self.facts.append(
            {"fact": fact, "seat": self.names[seat], "colour": COLOURS[colour], **values}
        )

    def _object(self, code: str, rule: str, place: Place, colour: int, **values: int) -> None:
        told = {"colour": COLOURS[colour], **values}
        self.problems.append(Problem(Kind.NOT_ALLOWED, code, place, rule, told))


def _rank(trade: Trade) -> int:
    """Sales come first, then purchases in numbers, then what the rest of the cash buys (A12)."""
    if trade.sign == SELL:
        return 0
    return _LAST if trade.sign == BUY and trade.amount is None else 1
