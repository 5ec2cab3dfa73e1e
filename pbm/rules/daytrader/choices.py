"""Lines that a seat could send now: all it can do, with examples of trades."""

from collections.abc import Iterator
from typing import Any

from pbm.core.accounts import BANK
from pbm.core.orders.moves import Order, Orders
from pbm.rules.daytrader import debts
from pbm.rules.daytrader.moves import (
    STANDING,
    Bankrupt,
    BoomFrom,
    Buy,
    Draw,
    Lend,
    Loan,
    Pass,
    Repay,
    Retire,
    Sell,
    Work,
)
from pbm.rules.daytrader.session import Session
from pbm.rules.daytrader.state import RETIREMENT, Errand, Task


def choices(session: Session, seat: int, task: Task | None) -> Iterator[Orders]:
    """What a seat could order; some of it may not be allowed now."""
    if task is not None:
        decide = _about_debt if task.errand is Errand.DEBT else _in_turn
        yield from decide(session, seat, task)
    yield from (line(action) for action in _standing(session, seat))


def line(*actions: Any) -> Orders:
    """A line of these orders, without alternatives."""
    return Orders(tuple((Order(action),) for action in actions))


def either(*actions: Any) -> Orders:
    """A line of one order and its alternatives."""
    return Orders((tuple(map(Order, actions)),))


def is_standing(orders: Orders) -> bool:
    """Whether there are standing orders alone (D93)."""
    return all(isinstance(order.action, STANDING) for item in orders.items for order in item)


def asks_for_cash(orders: Orders) -> bool:
    """Whether it depends on somebody's cash if a line of these choices is legal."""
    actions = (order.action for item in orders.items for order in item)
    return any(isinstance(action, Buy | Retire | Repay | Loan) for action in actions)


def asks_players(orders: Orders) -> bool:
    """Whether a line asks a player for a loan, which depends on his cash."""
    actions = (order.action for item in orders.items for order in item)
    return any(isinstance(action, Loan) and action.lender != BANK for action in actions)


def _in_turn(session: Session, seat: int, _: Task) -> Iterator[Orders]:
    """One thing to do, also after tokens were bought back, and what leads to retirement."""
    works, sales, purchases = _works(session, seat), _sales(session, seat), _buys(session, seat)
    things = (Retire(), *works, *sales, *purchases, Buy(RETIREMENT), Draw(), Pass())
    yield from map(line, things)
    if pledged := len(session.pledged[seat]):
        yield from (line(Repay(pledged), thing) for thing in (Retire(), Pass()))
        yield line(Repay(1))
    yield either(Retire(), Buy(RETIREMENT), *sales, *works[:1], Pass())
    yield either(Retire(), *sales, *works[:1], Draw())


def _works(session: Session, seat: int) -> list[Work]:
    if session.here(seat) is None:
        return []
    return [Work()] if session.tokens[seat] else [Work(spot) for spot in session.spots(seat)]


def _stocks(session: Session, seat: int) -> list[int]:
    """The companies whose stock is traded where a seat is."""
    here = session.here(seat)
    return list(range(len(session.board.companies))) if here is None else [here]


def _sales(session: Session, seat: int) -> list[Sell]:
    """As much as can be sold of each stock."""
    most = session.board.amounts.trades
    held = ((company, session.held(seat, company)) for company in _stocks(session, seat))
    return [Sell(company, min(most, count)) for company, count in held if count]


def _buys(session: Session, seat: int) -> list[Buy]:
    """One card of the cheapest stock that has a price."""
    priced = [company for company in _stocks(session, seat) if session.price(company)]
    return [Buy(company) for company in sorted(priced, key=session.price)[:1]]


def _about_debt(session: Session, seat: int, debt: Task) -> Iterator[Orders]:
    """Loans that pay the debt, or a part of it, and the end of it all."""
    counts = range(debts.needed(session, debt), 0, -1)
    lenders = [BANK, *(n for n, lends in enumerate(session.lends) if seat in lends)]
    yield from (line(Loan(lender, count)) for lender in lenders for count in counts)
    yield line(Bankrupt())


def _standing(session: Session, seat: int) -> Iterator[Lend | BoomFrom]:
    """A token to move, and one token's loan for each other player."""
    yield from (BoomFrom(spot) for spot in list(session.spots(seat))[:1])
    yield from (Lend(to, 1) for to in session.seats() if to != seat)
