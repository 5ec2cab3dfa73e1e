"""A session on the market: one turn's trades and prices as they change, and what came of them."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple, TypeAlias

from pbm.core.accounts import BANK
from pbm.core.contract import Fact
from pbm.core.market.cards import Play
from pbm.core.market.position import Position
from pbm.core.market.prices import PriceBoard, Shift
from pbm.core.problem import Kind, Place, Problem
from pbm.core.tell import Value


class Names(NamedTuple):
    """What facts and problems call the seats and the stocks."""

    seats: Sequence[str]
    stocks: Sequence[str]


Moved: TypeAlias = tuple[int, Shift]
"""A stock and how a card's figure shifted its price."""


class Session:
    """The accounts and prices while one turn is settled, with the facts and the problems of it.

    Trades that are not possible are noted as problems and then taken as the player meant them,
    so that one mistake is not reported again in everything that follows from it. A session with
    problems is thrown away. `rule` is the number of the rule that a trade must be covered.
    """

    __slots__ = ("accounts", "facts", "names", "prices", "problems", "rule", "seat")

    def __init__(self, position: Position, seat: int, names: Names, rule: str) -> None:
        self.seat = seat
        self.names = names
        self.rule = rule
        self.prices = list(position.prices)
        self.accounts = position.accounts(seat)
        self.facts: list[Fact] = []
        self.problems: list[Problem] = []

    def held(self, stock: int) -> int:
        """How many shares the seat has; none if an earlier sale already took too many."""
        return max(self.accounts.shares[self.seat][stock], 0)

    def affordable(self, stock: int) -> int:
        """How many shares the seat's cash buys."""
        return max(self.accounts.cash[self.seat], 0) // self.prices[stock]

    def sell(self, stage: int, stock: int, count: int, place: Place) -> None:
        """Sell shares to the bank at the board's price."""
        if count > self.accounts.shares[self.seat][stock] and count > (held := self.held(stock)):
            self.object("short-shares", self.rule, place, stock, {"held": held})
        each = self.prices[stock]
        self.accounts.exchange(stock, count, count * each)
        if count:
            self.facts.append(self._trade("sold", stage, stock, count, each))

    def buy(self, stage: int, stock: int, count: int, place: Place) -> None:
        """Buy shares from the bank at the board's price, for cash."""
        each = self.prices[stock]
        money = count * each
        if money > self.accounts.cash[self.seat] and money:
            cash, most = max(self.accounts.cash[self.seat], 0), self.affordable(stock)
            values = {"cost": money, "cash": cash, "most": most}
            self.object("short-cash", self.rule, place, stock, values)
            money = 0
        self.accounts.exchange(stock, -count, -money)
        if count:
            self.facts.append(self._trade("bought", stage, stock, count, each))

    def play(self, play: Play, board: PriceBoard) -> list[Moved]:
        """Move the prices as a card says; returns what moved, the card's own stock first."""
        (seats, stocks), prices, shifts, facts = self.names, self.prices, board.shifts, self.facts
        facts.append({"fact": "played", "seat": seats[self.seat], "card": play.card.code})
        moved = []
        for stock, figure in play.effects:
            shift = shifts[figure][prices[stock]]
            moved.append((stock, shift))
            old, new, _, _ = shift
            prices[stock] = new
            name = stocks[stock]
            facts.append({"fact": "moved", "stock": name, "figure": figure, "from": old, "to": new})
        return moved

    def dividends(self, stock: int, above: int) -> None:
        """Pay every holder what a rise would have brought a share above the board, if anything."""
        if above:
            for seat in range(len(self.names.seats)):
                self.credit("dividend", seat, stock, above)

    def credit(self, fact: str, seat: int, stock: int, each: int) -> None:
        """Pay a seat so much for each of its shares."""
        count = self.accounts.shares[seat][stock]
        if count > 0:
            money = count * each
            self.accounts.pay(BANK, seat, money)
            self.tell(fact, seat, stock, count=count, each=each, money=money)

    def charge(self, fact: str, seat: int, stock: int, count: int, each: int) -> None:
        """Take so much for each of a number of a seat's shares."""
        if count:
            money = count * each
            self.accounts.pay(seat, BANK, money)
            self.tell(fact, seat, stock, count=count, each=each, money=money)

    def forfeit(self, fact: str, seat: int, stock: int, count: int, each: int) -> None:
        """Give shares back to the bank that a seat does not pay `each` for."""
        if count:
            self.accounts.hand_over(seat, BANK, stock, count)
            self.tell(fact, seat, stock, count=count, each=each)

    def tell(self, fact: str, seat: int, stock: int, **values: int) -> None:
        """Note what happened to a seat's shares of one stock."""
        names = self.names
        self.facts.append(
            {"fact": fact, "seat": names.seats[seat], "stock": names.stocks[stock], **values}
        )

    def object(
        self, code: str, rule: str, place: Place, stock: int, values: Mapping[str, int] = {}
    ) -> None:
        """Note what stands against a trade."""
        told: dict[str, Value] = {"stock": self.names.stocks[stock], **values}
        self.problems.append(Problem(Kind.NOT_ALLOWED, code, place, rule, told))

    def _trade(self, fact: str, stage: int, stock: int, count: int, each: int) -> Fact:
        names = self.names
        return {
            "fact": fact,
            "seat": names.seats[self.seat],
            "stock": names.stocks[stock],
            "count": count,
            "each": each,
            "money": count * each,
            "stage": stage,
        }
