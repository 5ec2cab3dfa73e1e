"""Objections: problems with an order, before it is known where it was written."""

from pbm.core.orders.moves import NOWHERE
from pbm.core.problem import Kind, Problem
from pbm.core.tell import Value
from pbm.rules.daytrader.session import Session


def wrong(code: str, rule: str, *, veiled: str = "", **values: Value) -> Problem:
    """What stands against an order; `veiled` is the code of what others are told of it."""
    return Problem(Kind.NOT_ALLOWED, code, NOWHERE, rule, values, veiled=veiled)


def short_cash(session: Session, seat: int, cost: int, rule: str) -> list[Problem]:
    """What stands against paying so much; how much there is, its owner alone is told (D80)."""
    cash = session.cash(seat)
    if cost <= cash:
        return []
    return [wrong("short-cash", rule, veiled="short-cash-veiled", cost=cost, cash=cash)]
