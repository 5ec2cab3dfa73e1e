"""A line played through: each order if nothing stands against it, or its alternative (D90, D91)."""

from collections.abc import Sequence
from typing import NamedTuple

from pbm.core.orders.moves import Order, Orders
from pbm.core.problem import Problem
from pbm.rules.daytrader import debts
from pbm.rules.daytrader.objections import wrong
from pbm.rules.daytrader.orders import Course, Rule, objections, rule_of, what_one_does
from pbm.rules.daytrader.session import Session
from pbm.rules.daytrader.state import Errand, Task
from pbm.rules.daytrader.trading import Trader


class Played(NamedTuple):
    """What came of a line: the orders that were carried out, and all that stands against it.

    Each problem stands behind the number of the item that it is about, None for the whole line.
    """

    orders: Orders
    against: list[tuple[int | None, Problem]]

    @property
    def problems(self) -> list[Problem]:
        """What stands against it."""
        return [problem for _, problem in self.against]


def play(session: Session, seat: int, orders: Orders, task: Task | None) -> Played:
    """The orders of a seat carried out; `task` is what it has to decide, if it has anything to.

    With problems the session is to be thrown away.
    """
    course = Course(session, seat, task, Trader(session, seat))
    done: list[tuple[Order, ...]] = []
    against: list[tuple[int | None, Problem]] = []
    for at, item in enumerate(orders.items):
        order, found = _first(course, item)
        against += [(at, problem) for problem in found]
        if order is not None:
            done.append((order,))
    if not against and task is not None:
        against += [(None, problem) for problem in _decide(course, task)]
    return Played(Orders(tuple(done)), against)


def _first(course: Course, item: Sequence[Order]) -> tuple[Order | None, list[Problem]]:
    """The first of the alternatives that can be done, as it was done, or why none can (D91)."""
    against: list[Problem] = []
    rules = [rule_of(order.action) for order in item]
    for order, rule in zip(item, rules, strict=True):
        found = objections(course, rule, order.action)
        if not found:
            done = rule.do(course, order.action)
            course.thing = rule.thing or course.thing
            return Order(done or order.action), []
        against += [problem._replace(place=order.place) for problem in found]
    course.tried = course.tried or _meant(course, rules)
    return None, against


def _meant(course: Course, rules: Sequence[Rule]) -> str:
    """The thing that all alternatives are which a turn has only one of, or nothing."""
    things = {rule.thing for rule in rules if course.task and rule.errand is course.task.errand}
    return things.pop() if len(things) == 1 else ""


def _decide(course: Course, task: Task) -> list[Problem]:
    """What is missing for a decision; made, it waits no longer, and a debt is paid if it can be.

    Tokens that were bought back leave the turn to be played (D64).
    """
    session = course.session
    if not course.thing and task.errand is Errand.DEBT:
        return [wrong("debt-first", "D60", money=task.money)]
    if not course.thing and not course.repaid:
        return [wrong("no-order", what_one_does(course))]
    if task.errand is Errand.DEBT and task in session.pending:
        debts.settle(session)
    elif course.thing and task in session.pending:
        session.pending.remove(task)
    session.close()
    return []
