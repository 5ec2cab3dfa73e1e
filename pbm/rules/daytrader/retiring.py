"""The retirement stock: bought by itself, and sold to win (D25, D26, D30-D32)."""

from typing import NamedTuple

from pbm.core.accounts import BANK
from pbm.core.problem import Problem
from pbm.rules.daytrader.moves import Buy
from pbm.rules.daytrader.objections import short_cash, wrong
from pbm.rules.daytrader.session import Session
from pbm.rules.daytrader.state import RETIREMENT


def _out_of_place(session: Session, seat: int) -> list[Problem]:
    """Retirement stock is traded on the bank and where one works (D25)."""
    company = session.here(seat)
    if company is None or session.works(seat, company):
        return []
    return [wrong("not-employed", "D25", company=session.company(company).name)]


def against_buying(session: Session, seat: int, buy: Buy) -> list[Problem]:
    """What stands against buying retirement stock."""
    price = session.board.amounts.retirement_price
    problems = _out_of_place(session, seat)
    if buy.count > 1 or session.held(seat, RETIREMENT):
        problems.append(wrong("one-retirement", "D26"))
    elif not session.held(BANK, RETIREMENT):
        problems.append(wrong("no-retirement-left", "D26"))
    if buy.limit is not None and price > buy.limit:
        problems.append(wrong("retirement-over-the-limit", "D92", price=price, limit=buy.limit))
    return problems + short_cash(session, seat, price, "D26")


def buy(session: Session, seat: int) -> None:
    """The retirement stock is bought (D26)."""
    money = session.board.amounts.retirement_price
    session.accounts.pay(seat, BANK, money)
    session.accounts.hand_over(BANK, seat, RETIREMENT, 1)
    session.tell("bought-retirement", seat, money=money)


class Checklist(NamedTuple):
    """What retiring asks for (D30, D31), and whether a seat has it."""

    stock: bool
    cash: bool
    sold: bool
    free: bool


def checklist(session: Session, seat: int) -> Checklist:
    """The conditions of retiring, but for the square on which it is done."""
    return Checklist(
        stock=bool(session.held(seat, RETIREMENT)),
        cash=session.cash(seat) >= session.board.amounts.goal,
        sold=not session.stock(seat),
        free=not session.pledged[seat],
    )


def against_retiring(session: Session, seat: int) -> list[Problem]:
    """What stands against selling the retirement stock."""
    has = checklist(session, seat)
    goal, cash = session.board.amounts.goal, session.cash(seat)
    missing = {
        "stock": wrong("no-retirement", "D30"),
        "cash": wrong("short-of-goal", "D30", veiled="short-of-goal-veiled", goal=goal, cash=cash),
        "sold": wrong("stock-first", "D30", count=session.stock(seat)),
        "free": wrong("debts-first", "D31", count=len(session.pledged[seat])),
    }
    problems = [missing[name] for name, met in has._asdict().items() if not met]
    return problems + _out_of_place(session, seat)


def retire(session: Session, seat: int) -> None:
    """The retirement stock is sold, and the game is won (D32)."""
    session.accounts.hand_over(seat, BANK, RETIREMENT, 1)
    session.winner = seat
    session.pending = []
    session.tell("retires", seat)
