"""Stock bought and sold at the price of the jobs that are taken (D20-D27)."""

from typing import Final

from pbm.core.accounts import BANK
from pbm.core.problem import Problem
from pbm.rules.daytrader.moves import Buy, Sell
from pbm.rules.daytrader.objections import short_cash, wrong
from pbm.rules.daytrader.session import Session, monopoly

DOUBLE: Final = 2


class Trader:
    """The trades of one seat in one turn, counted, and what of each stock was bought in it."""

    __slots__ = ("_bought", "_count", "_here", "_seat", "_session")

    def __init__(self, session: Session, seat: int) -> None:
        self._session = session
        self._seat = seat
        self._here = session.here(seat)
        self._count = 0
        self._bought = [0] * len(session.board.companies)

    def against(self, trade: Buy | Sell) -> list[Problem]:
        """All that stands against a trade, each thing as if the rest were mended."""
        most = self._session.board.amounts.trades
        count = min(trade.count, most - self._count)
        problems = []
        if count < trade.count:
            problems += [wrong("too-many-trades", "D22", most=most)]
        company = self._company(trade)
        if company is None:
            return [wrong("here-is-no-company", "D23"), *problems]
        if self._here not in {None, company}:
            names = {"company": self._name(self._here), "other": self._name(company)}
            return [wrong("another-company", "D23", **names), *problems]
        if isinstance(trade, Buy):
            return problems + self._against_buying(company, count, trade.limit)
        return problems + self._against_selling(company, count, trade.limit)

    def _company(self, trade: Buy | Sell) -> int | None:
        return self._here if trade.stock is None else trade.stock

    def _name(self, company: int | None) -> str:
        return "" if company is None else self._session.company(company).name

    def _against_buying(self, company: int, count: int, limit: int | None) -> list[Problem]:
        session = self._session
        price, left = session.price(company), session.held(BANK, company)
        name = self._name(company)
        if not price:
            return [wrong("no-price", "D21", company=name)]
        problems = []
        if limit is not None and price > limit:
            problems += [wrong("over-the-limit", "D92", company=name, price=price, limit=limit)]
        if count > left:
            problems += [wrong("short-supply", "D20", company=name, left=left)]
        return problems + short_cash(session, self._seat, price * min(count, left), "D20")

    def _against_selling(self, company: int, count: int, limit: int | None) -> list[Problem]:
        held = self._session.held(self._seat, company)
        name = self._name(company)
        problems = []
        if count > held:
            problems += [wrong("short-stock", "D20", company=name, held=held)]
        prices = [each for each, _ in self._lots(company, min(count, held))]
        if limit is not None and prices and (price := min(prices)) < limit:
            problems += [wrong("under-the-limit", "D92", company=name, price=price, limit=limit)]
        return problems

    def _lots(self, company: int, count: int) -> list[tuple[int, int]]:
        """What cards bring and how many: those held before first, at the double price (D24)."""
        session = self._session
        price = session.price(company)
        before = min(count, session.held(self._seat, company) - self._bought[company])
        doubled = monopoly(session.jobs[company], self._seat)
        lots = [(price * DOUBLE if doubled else price, before), (price, count - before)]
        return [lot for lot in lots if lot[1]]

    def buy(self, buy: Buy) -> Buy:
        """The purchase made; the same with its company named."""
        company = self._company(buy)
        assert company is not None  # noqa: S101 - nothing stood against it
        session, count = self._session, buy.count
        price = session.price(company)
        session.accounts.pay(self._seat, BANK, price * count)
        session.accounts.hand_over(BANK, self._seat, company, count)
        self._count += count
        self._bought[company] += count
        self._tell("bought", company, count, price)
        return Buy(company, count)

    def sell(self, sell: Sell) -> Sell:
        """The sale made; the same with its company named."""
        company = self._company(sell)
        assert company is not None  # noqa: S101 - nothing stood against it
        session = self._session
        usual = session.price(company)
        for price, count in self._lots(company, sell.count):
            session.accounts.pay(BANK, self._seat, price * count)
            self._tell("sold" if price == usual else "sold-doubled", company, count, price)
        self._bought[company] = min(
            self._bought[company], session.held(self._seat, company) - sell.count
        )
        session.accounts.hand_over(self._seat, BANK, company, sell.count)
        self._count += sell.count
        return Sell(company, sell.count)

    def _tell(self, kind: str, company: int, count: int, price: int) -> None:
        name, money = self._name(company), price * count
        self._session.tell(kind, self._seat, company=name, count=count, each=price, money=money)
