"""A session on the market: one turn's trades and prices as they change, and what came of them."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple, TypeAlias

from pbm.core.accounts import BANK, Accounts
from pbm.core.contract import Fact
from pbm.core.market.cards import Decks
from pbm.core.market.moves import Move
from pbm.core.market.position import Position, Seat
from pbm.core.market.prices import PriceBoard, Shift
from pbm.core.problem import Kind, Place, Problem
from pbm.core.tell import Value


class Terms(NamedTuple):
    """What holds in every turn of a game: what seats and stocks are called, and the price board.

    `rule` is the number of the rule that a trade must be covered.
    """

    seats: Sequence[str]
    stocks: Sequence[str]
    board: PriceBoard
    rule: str


Moved: TypeAlias = tuple[int, Shift]
"""A stock and how a card's figure shifted its price."""


class Session(Accounts):
    """The accounts and prices while one move is settled, with the facts and the problems of it.

    Trades that are not possible are noted as problems and then taken as the player meant them,
    so that one mistake is not reported again in everything that follows from it. A session with
    problems is thrown away. What the player wrote is known by its number in the move: the trades
    before the card, the card, the trades after it.
    """

    __slots__ = ("facts", "move", "name", "position", "prices", "problems", "terms")

    def __init__(self, position: Position, seat: int, move: Move, terms: Terms) -> None:
        super().__init__(list(position.cash), list(position.shares), seat)
        self.position = position
        self.move = move
        self.terms = terms
        self.name = terms.seats[seat]
        self.prices = list(position.prices)
        self.facts: list[Fact] = []
        self.problems: list[Problem] = []

    def held(self, stock: int) -> int:
        """How many shares the mover has; none if an earlier sale already took too many."""
        return max(self.own[stock], 0)

    def affordable(self, stock: int) -> int:
        """How many shares the mover's cash buys."""
        return max(self.cash[self.mover], 0) // self.prices[stock]

    def sell(self, stage: int, stock: int, count: int, item: int) -> None:
        """Sell shares (1 or more) to the bank at the board's price."""
        if count > self.own[stock]:
            values = {"held": self.held(stock)}
            self.object("short-shares", self.terms.rule, self.move.place(item), stock, values)
        each = self.prices[stock]
        money = count * each
        self.exchange(stock, count, money)
        self._note_trade("sold", stage, stock, count, money)

    def buy(self, stage: int, stock: int, count: int, item: int) -> None:
        """Buy shares (1 or more) from the bank at the board's price, for cash."""
        each = self.prices[stock]
        money = paid = count * each
        if money > self.cash[self.mover]:
            cash, most = max(self.cash[self.mover], 0), self.affordable(stock)
            values = {"cost": money, "cash": cash, "most": most}
            self.object("short-cash", self.terms.rule, self.move.place(item), stock, values)
            paid = 0
        self.exchange(stock, -count, -paid)
        self._note_trade("bought", stage, stock, count, money)

    def _note_trade(self, fact: str, stage: int, stock: int, count: int, money: int) -> None:
        self.facts.append(
            {
                "fact": fact,
                "seat": self.name,
                "stock": self.terms.stocks[stock],
                "count": count,
                "each": self.prices[stock],
                "money": money,
                "stage": stage,
            }
        )

    def play(self) -> list[Moved]:
        """Move the prices as the card says; returns what moved, the card's own stock first."""
        _, stocks, board, _ = self.terms
        card, _, effects = self.move.play
        prices, facts, shifts = self.prices, self.facts, board.shifts
        facts.append({"fact": "played", "seat": self.name, "card": card.code})
        moved = []
        for stock, figure in effects:
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
            for seat in range(len(self.terms.seats)):
                self.credit("dividend", seat, stock, above)

    def credit(self, fact: str, seat: int, stock: int, each: int) -> None:
        """Pay a seat so much for each of its shares."""
        count = self.shares[seat][stock]
        if count > 0:
            money = count * each
            self.pay(BANK, seat, money)
            self.tell(fact, seat, stock, count=count, each=each, money=money)

    def levy(self, paid: str, lost: str, seat: int, stock: int, count: int, each: int) -> None:
        """Take so much for each of a number of a seat's shares, and the rest of them for the bank.

        `paid` and `lost` are the facts of the one and of the other.
        """
        rest = self.shares[seat][stock] - count
        if count:
            money = count * each
            self.pay(seat, BANK, money)
            self.tell(paid, seat, stock, count=count, each=each, money=money)
        if rest > 0:
            self.hand_over(seat, BANK, stock, rest)
            self.tell(lost, seat, stock, count=rest, each=each)

    def tell(self, fact: str, seat: int, stock: int, **values: int) -> None:
        """Note what happened to a seat's shares of one stock."""
        seats, stocks, _, _ = self.terms
        self.facts.append({"fact": fact, "seat": seats[seat], "stock": stocks[stock], **values})

    def object(
        self, code: str, rule: str, place: Place, stock: int, values: Mapping[str, int] = {}
    ) -> None:
        """Note what stands against a trade."""
        told: dict[str, Value] = {"stock": self.terms.stocks[stock], **values}
        self.problems.append(Problem(Kind.NOT_ALLOWED, code, place, rule, told))

    def seats(self, decks: Decks) -> list[Seat]:
        """The seats when the mover has played his card."""
        card = self.move.play.card
        seats = list(self.position.seats)
        left, played, out = seats[self.mover]
        fewer = list(left)
        fewer[decks.numbers[card.deck]] -= 1
        seats[self.mover] = Seat(tuple(fewer), (*played, card.code), out)
        return seats

    def after(self, seats: Sequence[Seat], mover: int | None) -> Position:
        """The position with these seats and the next to move."""
        prices, cash, shares = tuple(self.prices), tuple(self.cash), tuple(map(tuple, self.shares))
        return Position(prices, cash, shares, tuple(seats), self.position.order, mover)
