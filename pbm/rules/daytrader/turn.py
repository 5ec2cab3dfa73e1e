"""All that happens by itself: turns begin, pawns move, squares and cards take effect (D90)."""

from collections.abc import Callable, Mapping
from typing import Final

from pbm.core.throws import Throws
from pbm.rules.daytrader import cards, jobs, squares
from pbm.rules.daytrader.debts import settle
from pbm.rules.daytrader.session import Session
from pbm.rules.daytrader.state import Errand, Task


def run(session: Session, throws: Throws) -> None:
    """Do what is to be done, turn after turn, until somebody has to decide or the game is over."""
    while session.winner is None:
        session.close()
        task = session.pending[0]
        if not task.waits:
            session.pending.pop(0)
            _ERRANDS[task.errand](session, throws, task)
        elif not settle(session):
            return


def _begin(session: Session, throws: Throws, task: Task) -> None:
    """A turn: a first one, or a throw and a march."""
    seat = task.seat
    session.turn = seat
    square = session.squares[seat]
    if square is None:
        _first_turn(session, throws.die(), seat)
        return
    die = throws.die()
    there = session.board.onwards(square, die)
    session.squares[seat] = there
    landed = session.board.squares[there]
    more = {} if landed.company is None else {"company": session.company(landed.company).name}
    session.tell("throws", seat, die=die, square=there, ground=str(landed.ground), **more)
    squares.land(session, throws, seat)


def _first_turn(session: Session, die: int, seat: int) -> None:
    """The pawn goes to the company of the number thrown, and a token on EMP there (D4)."""
    company = die - 1
    home = session.board.homes[company]
    session.squares[seat] = home
    session.tell("begins", seat, die=die, square=home, company=session.company(company).name)
    if jobs.ready(session, seat):
        jobs.place(session, seat, company)
        jobs.pay_workers(session, company, newcomer=seat)
    else:
        session.tell("passed-over", seat)


_ERRANDS: Final[Mapping[Errand, Callable[[Session, Throws, Task], None]]] = {
    Errand.BEGIN: _begin,
    Errand.DRAW: cards.draw,
    Errand.CARD: cards.carry_on,
}
