"""Tokens on the job rows: taken, placed, pushed, paid, and back in their owners' hands."""

from pbm.core.accounts import BANK
from pbm.rules.daytrader.printed import EMP, JOBS
from pbm.rules.daytrader.session import Session
from pbm.rules.daytrader.state import Spot


def ready(session: Session, seat: int) -> bool:
    """Whether a seat has a token that can be placed, in its hand or on a job (D15)."""
    return bool(session.tokens[seat]) or next(session.spots(seat), None) is not None


def must_move(session: Session, seat: int) -> Spot | None:
    """The token that a seat with none in hand moves by itself: by its order, or the cheapest."""
    wanted = session.boom_from[seat]
    spots = list(session.spots(seat))
    return wanted if wanted in spots else next(iter(spots), None)


def place(session: Session, seat: int, company: int, source: Spot | None = None) -> None:
    """A token goes on EMP and pushes; none has been paid yet (D10-D12, D14).

    It comes from `source`, else from the hand, or if that is empty from where it must.
    """
    if source is None and not session.tokens[seat]:
        source = must_move(session, seat)
    if source is None:
        session.tokens[seat] -= 1
    else:
        session.jobs[source.company][source.job] = None
    moved = {} if source is None else {"from": str(source)}
    session.tell("placed", seat, company=session.company(company).name, **moved)
    _push(session, company, seat)


def _push(session: Session, company: int, seat: int) -> None:
    """The newcomer takes EMP; whoever was there moves right, and so on as far as jobs are taken."""
    row = session.jobs[company]
    name = session.company(company).name
    pushed: int | None = seat
    for job in range(len(JOBS)):
        row[job], pushed = pushed, row[job]
        if pushed is None:
            return
        if job + 1 < len(JOBS):
            session.tell("pushed", pushed, company=name, job=JOBS[job + 1])
    assert pushed is not None  # noqa: S101 - every job was taken
    session.tokens[pushed] += 1
    session.tell("pushed-off", pushed, company=name)


def pay_workers(session: Session, company: int, newcomer: int | None = None) -> None:
    """Everybody who works at a company gets his wages (D13).

    A `newcomer` on his first turn gets that of EMP as often as the board says (D4).
    """
    printed = session.company(company)
    extra = printed.wages[EMP] * (session.board.amounts.first_wage - 1)
    for seat in session.seats():
        money = printed.earned(session.jobs[company], seat)
        if seat == newcomer:
            money += extra
        if money:
            session.accounts.pay(BANK, seat, money)
            session.tell("wages", seat, company=printed.name, money=money)


def send_home(session: Session, spot: Spot) -> None:
    """The token on a job, if there is one, goes to its owner's hand (D74)."""
    worker = session.jobs[spot.company][spot.job]
    if worker is None:
        return
    session.jobs[spot.company][spot.job] = None
    session.tokens[worker] += 1
    name = session.company(spot.company).name
    session.tell("sent-home", worker, company=name, job=JOBS[spot.job])


def send_all_home(session: Session, company: int, seat: int | None = None) -> None:
    """All tokens of a company, or those of one seat there, go to their owners' hands (D74)."""
    for job, worker in enumerate(session.jobs[company]):
        if seat in {None, worker}:
            send_home(session, Spot(company, job))


def promote(session: Session, seat: int) -> None:
    """The lowest-paid token of a seat that has a free place to its right moves there (D43)."""
    for spot in session.spots(seat):
        row = session.jobs[spot.company]
        above = spot.job + 1
        if above < len(JOBS) and row[above] is None:
            row[spot.job], row[above] = None, seat
            name = session.company(spot.company).name
            session.tell("promoted", seat, company=name, job=JOBS[above])
            pay_workers(session, spot.company)
            return
    session.tell("nothing-happens", seat)
