"""What the squares bring to whoever lands on them (D7, D8, D50-D52, D70-D73)."""

from collections.abc import Callable, Mapping
from typing import Final

from pbm.core.throws import Throws
from pbm.rules.daytrader import jobs
from pbm.rules.daytrader.debts import charge
from pbm.rules.daytrader.printed import Bracket, Ground
from pbm.rules.daytrader.session import Session
from pbm.rules.daytrader.state import Errand, Task


def land(session: Session, throws: Throws, seat: int) -> None:
    """What the square brings on which a seat has come."""
    square = session.squares[seat]
    assert square is not None  # noqa: S101 - somebody landed there
    _LANDINGS[session.board.squares[square].ground](session, throws, seat)


def _decide(session: Session, _: Throws, seat: int) -> None:
    session.before_all(Task(Errand.ACT, seat))


def _draw(session: Session, _: Throws, seat: int) -> None:
    session.before_all(Task(Errand.DRAW, seat))


def _taxes(session: Session, throws: Throws, seat: int) -> None:
    tax(session, throws, seat)


def tax(session: Session, throws: Throws, seat: int, card: str = "") -> None:
    """The tax of one's bracket, unless the number of a stock held is thrown (D50, D51)."""
    bracket = announce(session, seat)
    if session.stock(seat):
        die = throws.die()
        exempt = session.held(seat, die - 1) > 0
        kind = "exempt" if exempt else "not-exempt"
        session.tell(kind, seat, die=die, company=session.company(die - 1).name)
        if exempt:
            return
    if bracket.tax:
        charge(session, [(seat, bracket.tax)], card)


def announce(session: Session, seat: int) -> Bracket:
    """The tax bracket that a seat is in, said to all (D50, D80)."""
    number = session.board.bracket(session.cash(seat))
    session.brackets[seat] = number
    bracket = session.board.brackets[number]
    session.tell("bracket", seat, bracket=number, tax=bracket.tax)
    return bracket


def _boom(session: Session, throws: Throws, seat: int) -> None:
    """Everybody places a token, from the lander on; then all workers are paid once (D70)."""
    die = throws.die()
    session.tell("booms", seat, die=die, company=session.company(die - 1).name)
    for worker in session.state.after(seat):
        if jobs.ready(session, worker):
            jobs.place(session, worker, die - 1)
        else:
            session.tell("passed-over", worker)
    jobs.pay_workers(session, die - 1)


def _bust(session: Session, throws: Throws, seat: int) -> None:
    """The company loses all its tokens (D71)."""
    die = throws.die()
    session.tell("busts", seat, die=die, company=session.company(die - 1).name)
    jobs.send_all_home(session, die - 1)


def _hired(session: Session, throws: Throws, seat: int) -> None:
    """Out of a company where one works, into one where one does not (D73)."""
    die = throws.die()
    company = die - 1
    name = session.company(company).name
    if session.works(seat, company):
        session.tell("fired", seat, die=die, company=name)
        jobs.send_all_home(session, company, seat)
    elif jobs.ready(session, seat):
        session.tell("hired", seat, die=die, company=name)
        session.squares[seat] = session.board.homes[company]
        jobs.place(session, seat, company)
        jobs.pay_workers(session, company)
    else:
        session.tell("passed-over", seat)


_LANDINGS: Final[Mapping[Ground, Callable[[Session, Throws, int], None]]] = {
    Ground.BANK: _decide,
    Ground.COMPANY: _decide,
    Ground.VOLATILE: _draw,
    Ground.TAXES: _taxes,
    Ground.BOOM: _boom,
    Ground.BUST: _bust,
    Ground.HIRED: _hired,
}
