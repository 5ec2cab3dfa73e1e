"""What each order needs and does, in the course of a line."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from pbm.core.problem import Problem
from pbm.rules.daytrader import debts, retiring, working
from pbm.rules.daytrader.moves import (
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
from pbm.rules.daytrader.objections import wrong
from pbm.rules.daytrader.session import Session
from pbm.rules.daytrader.state import RETIREMENT, Errand, Task
from pbm.rules.daytrader.trading import Trader


@dataclass(slots=True)
class Course:
    """A line of a seat on its way: what it has to decide, and what was done so far.

    `task` is None for somebody who has nothing to decide and gives standing orders. `thing` is the
    one thing that was done of those of which a turn has only one, `tried` the first of them that
    could not be done, `repaid` that tokens were bought back before it.
    """

    session: Session
    seat: int
    task: Task | None
    trader: Trader
    thing: str = ""
    tried: str = ""
    repaid: bool = False


class Rule(NamedTuple):
    """How one order is treated.

    `errand` is what it answers, None for a standing order. `thing` is what of the things that a
    turn has only one of it is, nothing for what comes before; `do` returns the order as it was
    carried out, or nothing if that is how it was given.
    """

    errand: Errand | None
    thing: str
    against: Callable[[Course, Any], list[Problem]]
    do: Callable[[Course, Any], Any]


def rule_of(action: Any) -> Rule:
    """How an order is treated."""
    if isinstance(action, Buy) and action.stock == RETIREMENT:
        return _BUY_RETIREMENT
    return _RULES[type(action)]


def untimely(course: Course, rule: Rule) -> list[Problem]:
    """What stands against an order at this point of a line, whatever it asks for."""
    task = course.task
    if rule.errand is None or task is None:
        return []
    if rule.errand is not task.errand:
        if task.errand is Errand.DEBT:
            return [wrong("debt-first", "D60", money=task.money)]
        return [wrong("no-debt", "D65" if rule.thing == _BANKRUPTCY else "D61")]
    return _after(course, course.thing, rule)


def objections(course: Course, rule: Rule, action: Any) -> list[Problem]:
    """All that stands against an order.

    Beside one that could not be done it must still be allowed once that one is mended.
    """
    if found := untimely(course, rule):
        return found
    return [*_after(course, course.tried, rule), *rule.against(course, action)]


def _after(course: Course, thing: str, rule: Rule) -> list[Problem]:
    """What stands against an order behind another thing of those of which a turn has only one."""
    if not thing or rule.errand is None or (thing == rule.thing and thing in _REPEATED):
        return []
    if rule.errand is Errand.DEBT:
        return [wrong("loan-or-bankruptcy", "D65")]
    if not rule.thing:
        return [wrong("repay-first", "D64")]
    if {thing, rule.thing} <= {_TRADE, _RETIREMENT}:
        return [wrong("retirement-alone", "D25")]
    return [wrong("one-thing", what_one_does(course))]


def what_one_does(course: Course) -> str:
    """The rule that says what is done on the square of a company, or on the bank."""
    return "D8" if course.session.here(course.seat) is None else "D7"


def _nothing_against(_: Course, __: Any) -> list[Problem]:
    return []


def _against_working(course: Course, work: Work) -> list[Problem]:
    return working.against_working(course.session, course.seat, work)


def _work(course: Course, work: Work) -> None:
    working.work(course.session, course.seat, work)


def _against_trading(course: Course, trade: Buy | Sell) -> list[Problem]:
    return course.trader.against(trade)


def _buy(course: Course, buy: Buy) -> Buy:
    return course.trader.buy(buy)


def _sell(course: Course, sell: Sell) -> Sell:
    return course.trader.sell(sell)


def _against_buying_retirement(course: Course, buy: Buy) -> list[Problem]:
    return retiring.against_buying(course.session, course.seat, buy)


def _buy_retirement(course: Course, _: Buy) -> Buy:
    retiring.buy(course.session, course.seat)
    return Buy(RETIREMENT)


def _against_retiring(course: Course, _: Retire) -> list[Problem]:
    return retiring.against_retiring(course.session, course.seat)


def _retire(course: Course, _: Retire) -> None:
    retiring.retire(course.session, course.seat)


def _draw(course: Course, _: Draw) -> None:
    course.session.before_all(Task(Errand.DRAW, course.seat))


def _pass(course: Course, _: Pass) -> None:
    course.session.tell("passes", course.seat)


def _against_repaying(course: Course, repay: Repay) -> list[Problem]:
    return debts.against_repaying(course.session, course.seat, repay)


def _repay(course: Course, repay: Repay) -> None:
    debts.repay(course.session, course.seat, repay.count)
    course.repaid = True


def _against_loan(course: Course, loan: Loan) -> list[Problem]:
    assert course.task is not None  # noqa: S101 - it is not untimely
    return debts.against_loan(course.session, course.task, loan)


def _loan(course: Course, loan: Loan) -> None:
    debts.borrow(course.session, course.seat, loan)


def _bankrupt(course: Course, _: Bankrupt) -> None:
    debts.bankrupt(course.session, course.seat)


def _against_lending(course: Course, lend: Lend) -> list[Problem]:
    return [wrong("lends-to-himself", "D62")] if lend.to == course.seat else []


def _lend(course: Course, lend: Lend) -> None:
    session, seat = course.session, course.seat
    session.lends[seat].pop(lend.to, None)
    if lend.count:
        session.lends[seat][lend.to] = lend.count
    session.tell("lends", seat, to=session.names[lend.to], count=lend.count)


def _boom_from(course: Course, order: BoomFrom) -> None:
    course.session.boom_from[course.seat] = order.spot
    course.session.tell("will-move", course.seat, spot=str(order.spot))


_TRADE: Final = "trade"
_RETIREMENT: Final = "retirement"
_LOAN: Final = "loan"
_BANKRUPTCY: Final = "bankruptcy"
_REPEATED: Final = {_TRADE, _LOAN}
"""What may be done in several orders of one line."""

_ACT, _DEBT = Errand.ACT, Errand.DEBT
_BUY_RETIREMENT: Final = Rule(_ACT, _RETIREMENT, _against_buying_retirement, _buy_retirement)
_RULES: Final[Mapping[type, Rule]] = {
    Work: Rule(_ACT, "work", _against_working, _work),
    Buy: Rule(_ACT, _TRADE, _against_trading, _buy),
    Sell: Rule(_ACT, _TRADE, _against_trading, _sell),
    Retire: Rule(_ACT, _RETIREMENT, _against_retiring, _retire),
    Draw: Rule(_ACT, "draw", _nothing_against, _draw),
    Pass: Rule(_ACT, "pass", _nothing_against, _pass),
    Repay: Rule(_ACT, "", _against_repaying, _repay),
    Loan: Rule(_DEBT, _LOAN, _against_loan, _loan),
    Bankrupt: Rule(_DEBT, _BANKRUPTCY, _nothing_against, _bankrupt),
    Lend: Rule(None, "", _against_lending, _lend),
    BoomFrom: Rule(None, "", _nothing_against, _boom_from),
}
