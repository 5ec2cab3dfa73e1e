"""The cards of the Volatile Market: what each effect does, by its name (D41-D44)."""

from collections.abc import Callable, Mapping
from typing import Final

from pbm.core.accounts import BANK
from pbm.core.throws import Throws
from pbm.rules.daytrader import jobs, squares
from pbm.rules.daytrader.debts import charge
from pbm.rules.daytrader.printed import EMP, JOBS, Effect
from pbm.rules.daytrader.session import Session
from pbm.rules.daytrader.state import Errand, Spot, Task

DECK: Final = "volatile"


def draw(session: Session, throws: Throws, task: Task) -> None:
    """The top card is turned over and goes to the bottom of the pile (D41)."""
    codes = session.board.codes
    code = codes[throws.card(DECK, len(codes))]
    session.tell("draws", task.seat, card=code, text=session.board.cards[code].text)
    session.before_all(Task(Errand.CARD, task.seat, card=code))


def carry_on(session: Session, throws: Throws, task: Task) -> None:
    """The next effect of a card; what is left of the card comes after all that it brings about."""
    effects = session.board.cards[task.card].effects
    if task.step + 1 < len(effects):
        session.before_all(task._replace(step=task.step + 1))
    effect = effects[task.step]
    EFFECTS[effect.do](session, throws, task, effect)


def _collect(session: Session, _: Throws, task: Task, effect: Effect) -> None:
    session.accounts.pay(BANK, task.seat, effect.money)
    session.tell("collects", task.seat, money=effect.money)


def _pay(session: Session, _: Throws, task: Task, effect: Effect) -> None:
    charge(session, [(task.seat, effect.money)], task.card)


def _dividend(session: Session, _: Throws, __: Task, effect: Effect) -> None:
    for seat in session.seats():
        if count := session.held(seat, effect.company):
            _collect_for(session, seat, count, effect.money)


def _bonus(session: Session, _: Throws, __: Task, effect: Effect) -> None:
    for seat in session.seats():
        if count := session.stock(seat):
            _collect_for(session, seat, count, effect.money)


def _collect_for(session: Session, seat: int, count: int, each: int) -> None:
    session.accounts.pay(BANK, seat, count * each)
    session.tell("collects-for", seat, count=count, money=count * each)


def _levy(session: Session, _: Throws, task: Task, effect: Effect) -> None:
    held = ((seat, session.stock(seat)) for seat in session.state.after(task.seat))
    charge(session, [(seat, count * effect.money) for seat, count in held if count], task.card)


def _payday(session: Session, _: Throws, __: Task, effect: Effect) -> None:
    jobs.pay_workers(session, effect.company)


def _layoff(session: Session, _: Throws, __: Task, effect: Effect) -> None:
    row = session.jobs[effect.company]
    taken = [job for job in range(len(JOBS)) if row[job] is not None]
    job = max(taken, default=EMP) if effect.worker == "top" else EMP
    jobs.send_home(session, Spot(effect.company, job))


def _clear(session: Session, _: Throws, __: Task, effect: Effect) -> None:
    jobs.send_all_home(session, effect.company)


def _move(session: Session, throws: Throws, task: Task, effect: Effect) -> None:
    """On to the next square of a kind; a seat without a pawn on the board begins before 0."""
    square = session.squares[task.seat]
    square = session.board.following(-1 if square is None else square, effect.square)
    session.squares[task.seat] = square
    session.tell("moves", task.seat, square=square, ground=effect.square)
    if effect.act:
        squares.land(session, throws, task.seat)


def _tax(session: Session, throws: Throws, task: Task, _: Effect) -> None:
    squares.tax(session, throws, task.seat, task.card)


def _refund(session: Session, _: Throws, task: Task, effect: Effect) -> None:
    """Rounded down to whole thousands, where a board has odd taxes."""
    bracket = squares.announce(session, task.seat)
    money = bracket.tax * effect.part // effect.of
    if money:
        session.accounts.pay(BANK, task.seat, money)
        session.tell("collects", task.seat, money=money)


def _promote(session: Session, _: Throws, task: Task, __: Effect) -> None:
    jobs.promote(session, task.seat)


def _gift(session: Session, _: Throws, task: Task, __: Effect) -> None:
    companies = range(len(session.board.companies))
    company = max(companies, key=lambda n: (session.held(BANK, n), -n))
    if session.held(BANK, company):
        session.accounts.hand_over(BANK, task.seat, company, 1)
        session.tell("is-given", task.seat, company=session.company(company).name)


def _from_others(session: Session, _: Throws, task: Task, effect: Effect) -> None:
    for other in session.state.after(task.seat)[1:]:
        if money := min(effect.money, session.cash(other)):
            session.accounts.pay(other, task.seat, money)
            session.tell("gives", other, to=session.names[task.seat], money=money)


EFFECTS: Final[Mapping[str, Callable[[Session, Throws, Task, Effect], None]]] = {
    "collect": _collect,
    "pay": _pay,
    "dividend": _dividend,
    "payday": _payday,
    "layoff": _layoff,
    "clear": _clear,
    "move": _move,
    "tax": _tax,
    "refund": _refund,
    "promote": _promote,
    "gift": _gift,
    "bonus": _bonus,
    "levy": _levy,
    "from_others": _from_others,
}
"""What a card does, by the name that the table of the board calls it."""
