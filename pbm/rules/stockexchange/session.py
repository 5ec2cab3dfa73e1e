"""A session: what one seat's march or orders do to a position, and the facts of it."""

from collections.abc import Iterator, Sequence

from pbm.core.accounts import BANK, Accounts
from pbm.core.contract import Fact, Plain
from pbm.rules.stockexchange.position import Position
from pbm.rules.stockexchange.tables import Table


class Session:
    """One seat's accounts and cards while its march or its orders are settled.

    All money and all shares go through its accounts. What the bank pays it pays in full, and once
    it has nothing left it counts as emptied, whatever comes back (S60).
    """

    __slots__ = (
        "accounts", "before", "bids", "emptied", "facts", "forfeits", "names", "options", "seat",
        "square", "table",
    )  # fmt: skip

    def __init__(self, before: Position, seat: int, names: Sequence[str], table: Table) -> None:
        self.before = before
        self.seat = seat
        self.names = names
        self.table = table
        cash = [each.cash for each in before.seats]
        shares: list[Sequence[int]] = [each.shares for each in before.seats]
        self.accounts = Accounts([*cash, before.bank_cash], [*shares, before.bank_shares], seat)
        own = before.seats[seat]
        self.square = own.square
        self.options = list(own.options)
        self.bids = own.bids
        self.forfeits = own.forfeits
        self.emptied = before.emptied
        self.facts: list[Fact] = []

    @property
    def cash(self) -> int:
        """The seat's cash."""
        return self.accounts.cash[self.seat]

    @property
    def shares(self) -> Sequence[int]:
        """The seat's shares by company."""
        return self.accounts.shares[self.seat]

    def left(self, company: int) -> int:
        """How many shares of a company the bank has."""
        return self.accounts.shares[BANK][company]

    def owners(self, company: int) -> list[int]:
        """The other seats that own shares of a company: most first, then in order of play (S44)."""
        shares = self.accounts.shares
        others = [n for n in self.before.order if n != self.seat and shares[n][company]]
        return sorted(others, key=lambda n: -shares[n][company])

    def tell(self, fact: str, **values: Plain) -> None:
        """Note what happened to the seat."""
        self.facts.append({"fact": fact, "seat": self.names[self.seat], **values})

    def receive(self, money: int) -> None:
        """Take money from the bank."""
        self.accounts.pay(BANK, self.seat, money)
        if self.accounts.cash[BANK] <= 0 and not self.emptied:
            self.emptied = True
            self.facts.append({"fact": "emptied"})

    def pay(self, money: int) -> None:
        """Give money to the bank."""
        self.accounts.pay(self.seat, BANK, money)

    def choose(self, company: int, count: int) -> None:
        """Take shares from the bank for nothing (S3)."""
        self.accounts.hand_over(BANK, self.seat, company, count)
        self.tell("chose", company=self.table.codes[company], count=count)

    def sell(self, fact: str, company: int, count: int, each: int, card: str = "") -> None:
        """Sell shares to the bank; `card` is what was used with them."""
        self.accounts.hand_over(self.seat, BANK, company, count)
        self.tell(fact, **self._deal(company, count, each, card))
        self.receive(count * each)

    def buy(self, company: int, count: int, each: int, card: str = "") -> None:
        """Buy shares from the bank, and what it does not have from their owners (S44)."""
        for owner, taken in self._sources(company, count):
            self.accounts.pay(self.seat, owner, taken * each)
            self.accounts.hand_over(owner, self.seat, company, taken)
            deal = self._deal(company, taken, each, card)
            if owner == BANK:
                self.tell("bought", **deal)
            else:
                self.tell("seized", owner=self.names[owner], **deal)

    def _sources(self, company: int, count: int) -> Iterator[tuple[int, int]]:
        """Who gives how many of so many shares: the bank first."""
        for owner in (BANK, *self.owners(company)):
            taken = min(count, self.accounts.shares[owner][company])
            if taken:
                count -= taken
                yield owner, taken

    def _deal(self, company: int, count: int, each: int, card: str) -> dict[str, Plain]:
        deal = {
            "company": self.table.codes[company],
            "count": count,
            "each": each,
            "money": count * each,
        }
        return {**deal, "with": card} if card else deal

    def after(self) -> Position:
        """The position with what everybody owns now."""
        cash, shares = self.accounts.cash, self.accounts.shares
        seats = [
            each._replace(cash=cash[n], shares=tuple(shares[n]))
            for n, each in enumerate(self.before.seats)
        ]
        seats[self.seat] = seats[self.seat]._replace(
            square=self.square,
            options=tuple(self.options),
            bids=self.bids,
            forfeits=self.forfeits,
        )
        return self.before._replace(
            seats=tuple(seats),
            bank_cash=cash[BANK],
            bank_shares=tuple(shares[BANK]),
            emptied=self.emptied,
        )
