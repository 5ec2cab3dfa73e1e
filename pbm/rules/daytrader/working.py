"""Work: a token of one's own choice goes on EMP (D10, D14)."""

from pbm.core.problem import Problem
from pbm.rules.daytrader import jobs
from pbm.rules.daytrader.moves import Work
from pbm.rules.daytrader.objections import wrong
from pbm.rules.daytrader.session import Session


def against_working(session: Session, seat: int, work: Work) -> list[Problem]:
    """What stands against working where a seat is."""
    if session.here(seat) is None:
        return [wrong("no-company-here", "D8")]
    if not jobs.ready(session, seat):
        return [wrong("no-token", "D14")]
    in_hand = session.tokens[seat]
    if work.source is None:
        return [] if in_hand else [wrong("which-token", "D14")]
    if in_hand:
        return [wrong("tokens-in-hand", "D14", count=in_hand)]
    if work.source not in session.spots(seat):
        return [wrong("not-your-token", "D14", spot=str(work.source))]
    return []


def work(session: Session, seat: int, source: Work) -> None:
    """A token is placed, and all workers of the company are paid (D10-D14)."""
    company = session.here(seat)
    assert company is not None  # noqa: S101 - nothing stood against it
    jobs.place(session, seat, company, source.source)
    jobs.pay_workers(session, company)
