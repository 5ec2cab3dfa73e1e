"""Payments to the bank, and what becomes of those that cannot be made: loans or bankruptcy."""

from collections.abc import Sequence

from pbm.core.accounts import BANK
from pbm.core.problem import Problem
from pbm.rules.daytrader.moves import Loan, Repay
from pbm.rules.daytrader.objections import short_cash, wrong
from pbm.rules.daytrader.session import Session
from pbm.rules.daytrader.state import Errand, Task


def charge(session: Session, dues: Sequence[tuple[int, int]], card: str = "") -> None:
    """Seats pay the bank; who cannot is asked later, in the order given here (D60).

    `dues` are seats with what each has to pay, `card` is the card that says so, none for taxes.
    """
    debts = []
    for seat, money in dues:
        if session.cash(seat) >= money:
            _pay(session, seat, money)
        else:
            session.tell("owes", seat, money=money)
            debts.append(Task(Errand.DEBT, seat, money, card))
    session.before_all(*debts)


def settle(session: Session) -> bool:
    """Pay the debt that stands first, if the cash is there now."""
    debt = session.pending[0]
    if debt.errand is not Errand.DEBT or session.cash(debt.seat) < debt.money:
        return False
    session.pending.pop(0)
    _pay(session, debt.seat, debt.money)
    return True


def _pay(session: Session, seat: int, money: int) -> None:
    session.accounts.pay(seat, BANK, money)
    session.tell("pays", seat, money=money)


def needed(session: Session, debt: Task) -> int:
    """How many tokens must be pledged before a debt can be paid (D61)."""
    short = session.cash(debt.seat) - debt.money
    return max(0, -(short // session.board.amounts.loan))


def pledgeable(session: Session, seat: int) -> int:
    """How many tokens a seat has that are not pledged."""
    return session.tokens[seat] + len(list(session.spots(seat)))


def against_loan(session: Session, debt: Task, loan: Loan) -> list[Problem]:
    """What stands against pledging tokens (D61, D62), each thing as if the others were mended."""
    seat = debt.seat
    need, most = needed(session, debt), pledgeable(session, seat)
    able, enough = min(loan.count, most), min(loan.count, most, need)
    problems = []
    if able < loan.count:
        problems += [wrong("too-few-tokens", "D61", left=most)]
    if enough < able:
        problems += [wrong("more-than-needed", "D61", veiled="more-than-needed-veiled", need=need)]
    if loan.lender == seat:
        problems += [wrong("lends-to-himself", "D62")]
    elif loan.lender != BANK and not _lends(session, seat, loan.lender, enough):
        problems += [wrong("no-such-offer", "D62", seat=session.names[loan.lender])]
    return problems


def _lends(session: Session, seat: int, lender: int, count: int) -> bool:
    """Whether a player has offered so much and has it; which of the two he lacks is not said."""
    offered = session.lends[lender].get(seat, 0)
    money = count * session.board.amounts.loan
    return count <= offered and money <= session.cash(lender)


def borrow(session: Session, seat: int, loan: Loan) -> None:
    """Tokens go to a lender, those in hand first, then the worst paid, and money comes (D61)."""
    for _ in range(loan.count):
        if session.tokens[seat]:
            session.tokens[seat] -= 1
        else:
            spot = next(session.spots(seat))
            session.jobs[spot.company][spot.job] = None
        session.pledged[seat].append(loan.lender)
    money = loan.count * session.board.amounts.loan
    session.accounts.pay(loan.lender, seat, money)
    if loan.lender == BANK:
        session.tell("borrows", seat, count=loan.count, money=money)
        return
    left = session.lends[loan.lender].pop(seat) - loan.count
    if left:
        session.lends[loan.lender][seat] = left
    lender = session.names[loan.lender]
    session.tell("borrows-from", seat, lender=lender, count=loan.count, money=money)


def against_repaying(session: Session, seat: int, repay: Repay) -> list[Problem]:
    """What stands against buying tokens back (D64)."""
    pledged = len(session.pledged[seat])
    if repay.count > pledged:
        return [wrong("not-pledged", "D64", count=pledged)]
    cost = repay.count * session.board.amounts.buy_back
    return short_cash(session, seat, cost, "D64")


def repay(session: Session, seat: int, count: int) -> None:
    """The tokens that were pledged first come back to the hand (D64)."""
    money = session.board.amounts.buy_back
    for _ in range(count):
        lender = session.pledged[seat].pop(0)
        session.accounts.pay(seat, lender, money)
        session.tokens[seat] += 1
        if lender == BANK:
            session.tell("buys-back", seat, money=money)
        else:
            session.tell("buys-back-from", seat, lender=session.names[lender], money=money)


def bankrupt(session: Session, seat: int) -> None:
    """Everything is given up, and the next turn is a first turn (D65)."""
    accounts = session.accounts
    accounts.pay(seat, BANK, session.cash(seat))
    for stock, count in enumerate(tuple(accounts.shares[seat])):
        accounts.hand_over(seat, BANK, stock, count)
    for spot in list(session.spots(seat)):
        session.jobs[spot.company][spot.job] = None
        session.tokens[seat] += 1
    session.tokens[seat] += len(session.pledged[seat])
    session.pledged[seat] = []
    for others in session.pledged:
        others[:] = [BANK if lender == seat else lender for lender in others]
    session.squares[seat] = session.brackets[seat] = None
    session.pending = [task for task in session.pending if task.seat != seat]
    session.tell("bankrupt", seat)
