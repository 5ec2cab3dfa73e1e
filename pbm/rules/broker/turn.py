"""One turn of Broker settled: trades, the card, dividends, crashes, a split, trades (B10-B32)."""

from collections.abc import Sequence

from pbm.core.accounts import BANK
from pbm.core.market.cards import raises
from pbm.core.market.moves import SELL, Move, Trade, counted
from pbm.core.market.session import Session, Terms
from pbm.core.problem import Kind, Place, Problem
from pbm.rules.broker import crash
from pbm.rules.broker.ending import no_turn_follows
from pbm.rules.broker.moves import Keep
from pbm.rules.broker.options import Options
from pbm.rules.broker.state import State


class Turn(Session):
    """A session on the market by the rules of Broker.

    `out` are the seats that this turn ruins. What may not be sold or bought any more this turn
    is kept by company with the code of the reason.
    """

    __slots__ = ("_bought", "_not_bought", "_not_sold", "_sold", "issued", "options", "out")

    def __init__(self, state: State, seat: int, move: Move, terms: Terms, options: Options) -> None:
        super().__init__(state.market, seat, move, terms)
        self.options = options
        self.issued = list(state.issued)
        self.out: list[int] = []
        self._bought: set[int] = set()
        self._sold: set[int] = set()
        self._not_bought: dict[int, str] = {}
        self._not_sold: dict[int, str] = {}
        self._close_if_last()

    @property
    def last(self) -> bool:
        """Whether this turn is the last of the game."""
        last_one_wins = self.options.last_one_wins
        return no_turn_follows(self.position, self.mover, self.out, last_one_wins=last_one_wins)

    def _close_if_last(self) -> None:
        """In the last turn of the game nothing is bought (B30)."""
        if self.last:
            self._not_bought = dict.fromkeys(range(len(self.issued)), "last-turn")

    def trade(self, stage: int, trades: tuple[Trade, ...], first: int) -> tuple[Trade, ...]:
        """Settle the trades of one step in the order in which they are written (B13), counted.

        `first` is the number of the step's first item in the move.
        """
        counts: dict[int, int] = {}
        for n, trade in enumerate(trades):
            settle = self._sell if trade.sign == SELL else self._buy
            count = settle(stage, trade, first + n)
            if trade.amount is None:
                counts[n] = count
        return counted(trades, counts)

    def _sell(self, stage: int, trade: Trade, item: int) -> int:
        company = trade.stock
        count = self.held(company) if trade.amount is None else trade.amount
        if count:
            self._object_to(self._not_sold, company, item)
            self._sold.add(company)
            if self.options.key_rule == "no_reversal":
                self._not_bought.setdefault(company, "no-buying-back")
            self.sell(stage, company, count, item)
        return count

    def _buy(self, stage: int, trade: Trade, item: int) -> int:
        company = trade.stock
        supply = self._supply(company)
        most = self.affordable(company)
        if supply is not None:
            most = min(most, supply)
        count = most if trade.amount is None else trade.amount
        if count:
            self._object_to(self._not_bought, company, item)
            self._bought.add(company)
            if self.options.key_rule == "no_reversal":
                self._not_sold.setdefault(company, "no-selling")
            if supply is not None and count > supply:
                place = self.move.place(item)
                self.object("short-supply", "B8", place, company, {"left": supply})
            self.buy(stage, company, count, item)
        return count

    def _supply(self, company: int) -> int | None:
        """How many shares the bank has to sell; None if any number (B8)."""
        if self.options.supply is None:
            return None
        return max(self.shares[BANK][company], 0)

    def _object_to(self, forbidden: dict[int, str], company: int, item: int) -> None:
        if code := forbidden.get(company):
            rule = "B30" if code == "last-turn" else "B12"
            self.object(code, rule, self.move.place(item), company)

    def play_card(self, keeps: Sequence[Sequence[Keep]], each: int) -> None:
        """Move the prices, pay dividends, then settle what crashed owner by owner (B20-B26).

        `each` is what it costs to keep a share of a crashed company.
        """
        moved = self.play()
        for company, shift in moved:
            self.dividends(company, shift.above)
        fallen = [company for company, shift in moved if shift.below]
        seats = [n for n, seat in enumerate(self.position.seats) if not seat.out]
        for seat in seats:
            crash.settle(self, fallen, keeps[seat], seat, each)
        self.out = [seat for seat in seats if fallen and crash.ruined(self, seat)]
        self.facts += [{"fact": "eliminated", "seat": self.terms.seats[seat]} for seat in self.out]
        self._key_rule()
        self._close_if_last()

    def _key_rule(self) -> None:
        """Forbid after the card what the key rule forbids (B12)."""
        for company, figure in self.move.play.effects:
            if self.options.key_rule == "frozen":
                self._not_sold.setdefault(company, "frozen")
                self._not_bought.setdefault(company, "frozen")
            elif raises(figure) and company in self._bought:
                self._not_sold.setdefault(company, "bought-and-raised")
            elif not raises(figure) and company in self._sold:
                self._not_bought.setdefault(company, "sold-and-lowered")

    def split_company(self, company: int, place: Place, price: int) -> None:
        """Split a company that stands at the ceiling: twice the shares, a lower price (B32)."""
        if not self.options.split:
            self.problems.append(Problem(Kind.NOT_ALLOWED, "no-splits", place, "B32"))
            return
        at = self.prices[company]
        if at != self.terms.board.high:
            self.object("not-at-ceiling", "B32", place, company, {"price": at})
        self.split(company)
        self.prices[company] = price
        self.issued[company] *= 2
        self.facts.append(
            {
                "fact": "split",
                "seat": self.name,
                "stock": self.terms.stocks[company],
                "to": price,
            }
        )
