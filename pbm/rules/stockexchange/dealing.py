"""One seat's orders settled, in the order in which they are written (S70, S71)."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from pbm.core.orders.moves import Order, Orders
from pbm.core.problem import Kind, Problem
from pbm.rules.stockexchange import counter, trading
from pbm.rules.stockexchange.actions import (
    Action,
    Buy,
    Forfeit,
    Pass,
    Raise,
    Sell,
    Start,
    TakeBids,
    TakeOptions,
    is_standing,
)
from pbm.rules.stockexchange.deals import Deals, Fault, Plan, refused
from pbm.rules.stockexchange.position import Turn
from pbm.rules.stockexchange.session import Session

_PLANS: Final[Mapping[type, Callable[[Deals, Any], Plan]]] = {
    Start: counter.choose,
    Buy: trading.buy,
    Sell: trading.sell,
    TakeOptions: counter.take_options,
    TakeBids: counter.take_bids,
    Raise: trading.raise_money,
    Forfeit: counter.forfeit,
    Pass: counter.pass_on,
}


class Settled(NamedTuple):
    """Orders played through: all that stands against them, and the orders with their counts."""

    problems: list[Problem]
    counted: Orders


def settle(session: Session, orders: Orders) -> Settled:
    """Orders carried out on a session, which is thrown away if anything stands against them.

    Of each item the first alternative that can be done is done. An item of which none can be done
    is left out, and what follows is looked at without it.
    """
    deals = _begun(session)
    problems: list[Problem] = []
    counted: list[tuple[Order, ...]] = []
    for n, item in enumerate(orders.items):
        found: list[Problem] = []
        for order in item:
            plan = _alternative(deals, order.action, counted, last=order is item[-1])
            if not plan.faults:
                plan.do()
                counted += [(Order(action),) for action in plan.counted]
                break
            found += [_problem(fault, order, n, orders) for fault in plan.faults]
        else:
            problems += found
    if not is_standing(orders):
        trading.settle_debt(deals)
    return Settled(problems, Orders(tuple(counted)))


def _begun(session: Session) -> Deals:
    """The deals of a turn before its first order."""
    return Deals(session, session.before.turn or Turn(0))


def _alternative(
    deals: Deals, action: Action, done: Iterable[Sequence[Order]], *, last: bool
) -> Plan:
    """The plan of an alternative; if it cannot be done, what is owed waits for the next (S71)."""
    if deals.owed and not last:
        tried = _plan(_again(deals.session, done), action)
        if tried.faults:
            return tried
    return _plan(deals, action)


def _again(session: Session, done: Iterable[Sequence[Order]]) -> Deals:
    """The turn of a session played once more, as far as it was done."""
    deals = _begun(Session(session.before, session.seat, session.names, session.table))
    for (order,) in done:
        _plan(deals, order.action).do()
    return deals


def _plan(deals: Deals, action: Action) -> Plan:
    """What an action would do; what is owed is settled before anything but raising money (S51)."""
    if deals.passed and not isinstance(action, Forfeit):
        return refused(Fault("after-pass", "S18"))
    choosing = deals.session.before.first is None
    if choosing and not isinstance(action, Start | Forfeit):
        return refused(Fault("choose-first", "S3", instead=counter.first_choice(deals)))
    if not isinstance(action, Raise | Forfeit):
        trading.settle_debt(deals)
    return _PLANS[type(action)](deals, action)


def _problem(fault: Fault, order: Order, item: int, orders: Orders) -> Problem:
    nearest: tuple[Orders, ...] = ()
    if fault.instead is not None:
        items = orders.items
        nearest = (Orders((*items[:item], (Order(fault.instead),), *items[item + 1 :])),)
    return Problem(Kind.NOT_ALLOWED, fault.code, order.place, fault.rule, fault.values, nearest)
