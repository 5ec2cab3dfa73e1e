"""One turn of Broker settled: trades, the card, dividends, crashes, a split, trades (B10-B32)."""

from collections.abc import Sequence

from pbm.core.accounts import BANK
from pbm.core.market.cards import Play, raises
from pbm.core.market.moves import SELL, Move, Trade
from pbm.core.market.prices import PriceBoard
from pbm.core.market.session import Names, Session
from pbm.core.problem import Kind, Place, Problem
from pbm.rules.broker import crash
from pbm.rules.broker.ending import no_turn_follows
from pbm.rules.broker.moves import Keep
from pbm.rules.broker.options import Options
from pbm.rules.broker.state import State


class Turn:
    """A session on the market by the rules of Broker.

    `out` are the seats that this turn ruins. What may not be sold or bought any more this turn
    is kept by company with the code of the reason.
    """

    __slots__ = ("_bought", "_not_bought", "_not_sold", "_sold", "issued", "options", "out",
                 "session", "state")  # fmt: skip

    def __init__(self, state: State, seat: int, names: Names, options: Options) -> None:
        self.state = state
        self.session = Session(state.market, seat, names, "B11")
        self.options = options
        self.issued = list(state.issued)
        self.out: list[int] = []
        self._bought: set[int] = set()
        self._sold: set[int] = set()
        self._not_bought: dict[int, str] = {}
        self._not_sold: dict[int, str] = {}
        self._close_if_last()

    def _close_if_last(self) -> None:
        """In the last turn of the game nothing is bought (B30)."""
        last_one_wins = self.options.last_one_wins
        if no_turn_follows(
            self.state.market, self.session.seat, self.out, last_one_wins=last_one_wins
        ):
            self._not_bought = dict.fromkeys(range(len(self.issued)), "last-turn")

    def trade(
        self, stage: int, trades: Sequence[Trade], move: Move, first: int
    ) -> tuple[Trade, ...]:
        """Settle the trades of one step in the order in which they are written (B13), counted.

        `first` is the number of the step's first item in the move.
        """
        counted = []
        for n, trade in enumerate(trades):
            settle = self._sell if trade.sign == SELL else self._buy
            count = settle(stage, trade, move.place(first + n))
            if count:
                counted.append(Trade(trade.sign, count, trade.stock))
        return tuple(counted)

    def _sell(self, stage: int, trade: Trade, place: Place) -> int:
        company = trade.stock
        count = self.session.held(company) if trade.amount is None else trade.amount
        if count:
            self._object_to(self._not_sold, company, place)
            self._sold.add(company)
            if self.options.key_rule == "no_reversal":
                self._not_bought.setdefault(company, "no-buying-back")
        self.session.sell(stage, company, count, place)
        return count

    def _buy(self, stage: int, trade: Trade, place: Place) -> int:
        company = trade.stock
        supply = self._supply(company)
        most = self.session.affordable(company)
        if supply is not None:
            most = min(most, supply)
        count = most if trade.amount is None else trade.amount
        if count:
            self._object_to(self._not_bought, company, place)
            self._bought.add(company)
            if self.options.key_rule == "no_reversal":
                self._not_sold.setdefault(company, "no-selling")
        if supply is not None and count > supply:
            self.session.object("short-supply", "B8", place, company, {"left": supply})
        self.session.buy(stage, company, count, place)
        return count

    def _supply(self, company: int) -> int | None:
        """How many shares the bank has to sell; None if any number (B8)."""
        if self.options.supply is None:
            return None
        return max(self.session.accounts.shares[BANK][company], 0)

    def _object_to(self, forbidden: dict[int, str], company: int, place: Place) -> None:
        if code := forbidden.get(company):
            rule = "B30" if code == "last-turn" else "B12"
            self.session.object(code, rule, place, company)

    def play(
        self, play: Play, board: PriceBoard, keeps: Sequence[Sequence[Keep]], each: int
    ) -> None:
        """Move the prices, pay dividends, then settle what crashed owner by owner (B20-B26).

        `each` is what it costs to keep a share of a crashed company.
        """
        session = self.session
        moved = session.play(play, board)
        for company, shift in moved:
            session.dividends(company, shift.above)
        fallen = [company for company, shift in moved if shift.below]
        seats = [n for n, seat in enumerate(self.state.market.seats) if not seat.out]
        for seat in seats:
            crash.settle(session, fallen, keeps[seat], seat, each)
        self.out = [seat for seat in seats if fallen and crash.ruined(session, seat)]
        session.facts += [
            {"fact": "eliminated", "seat": session.names.seats[seat]} for seat in self.out
        ]
        self._key_rule(play)
        self._close_if_last()

    def _key_rule(self, play: Play) -> None:
        """Forbid after the card what the key rule forbids (B12)."""
        for company, figure in play.effects:
            if self.options.key_rule == "frozen":
                self._not_sold.setdefault(company, "frozen")
                self._not_bought.setdefault(company, "frozen")
            elif raises(figure) and company in self._bought:
                self._not_sold.setdefault(company, "bought-and-raised")
            elif not raises(figure) and company in self._sold:
                self._not_bought.setdefault(company, "sold-and-lowered")

    def split(self, company: int, place: Place, board: PriceBoard, price: int) -> None:
        """Split a company that stands at the ceiling: twice the shares, a lower price (B32)."""
        session = self.session
        if not self.options.split:
            session.problems.append(Problem(Kind.NOT_ALLOWED, "no-splits", place, "B32"))
            return
        at = session.prices[company]
        if at != board.high:
            session.object("not-at-ceiling", "B32", place, company, {"price": at})
        session.accounts.split(company)
        session.prices[company] = price
        self.issued[company] *= 2
        session.facts.append(
            {
                "fact": "split",
                "seat": session.names.seats[session.seat],
                "stock": session.names.stocks[company],
                "to": price,
            }
        )
