"""What the seat to move has before it: its throw and card, where it stands, what it owes."""

from collections.abc import Callable, Iterator, Sequence

from pbm.core.contract import Past
from pbm.core.tell import Message, Value
from pbm.rules.daytrader.debts import needed, pledgeable
from pbm.rules.daytrader.printed import Board
from pbm.rules.daytrader.session import Session
from pbm.rules.daytrader.state import Errand, Task
from pbm.rules.daytrader.telling import square_name, tokens

Sees = Callable[[int], bool]
"""Whether a reader sees the cash of a seat."""


def asked(session: Session, past: Sequence[Past], sees: Sees) -> tuple[Message, ...]:
    """What is told of the decision that is waited for."""
    mover = session.state.mover
    task = None if mover is None else session.state.task(mover)
    if task is None:
        return ()
    about = _about_debt if task.errand is Errand.DEBT else _about_turn
    own = session.turn == task.seat
    lately = _lately(session.board, past, session.names[task.seat]) if own else ()
    return (*lately, *about(session, task, sees))


def _lately(board: Board, past: Sequence[Past], name: str) -> Iterator[Message]:
    """The last throw of a player, and the cards that he drew since."""
    lately: list[Message] = []
    mine = (
        fact
        for entry in reversed(past)
        for fact in reversed(entry.facts)
        if fact.get("seat") == name
    )
    for fact in mine:
        if fact["fact"] == "draws":
            lately.append(Message("Card drawn: “{text}”", {"text": Message(fact["text"])}))
        if fact["fact"] == "throws":
            square = square_name(board, board.squares[fact["square"]])
            lately.append(Message("Thrown: {die}. {square}.", {**fact, "square": square}))
        if fact["fact"] in {"throws", "begins"}:
            break
    return reversed(lately)


def _about_turn(session: Session, task: Task, _: Sees) -> Iterator[Message]:
    company = session.here(task.seat)
    if company is None:
        yield Message("On the bank: trade in any stock, draw a card, or pass.")
        return
    values: dict[str, Value] = {
        "company": Message(session.company(company).name),
        "number": company + 1,
        "price": session.price(company),
    }
    yield Message(
        "Company {number}, {company}, at the price {price}: work, trade in its stock, draw a card, "
        "or pass.",
        values,
    )


def _about_debt(session: Session, debt: Task, sees: Sees) -> Iterator[Message]:
    """The debt and its cause; what is missing only to those who see the debtor's cash."""
    seat = debt.seat
    cause = Message(session.board.cards[debt.card].text) if debt.card else Message("taxes")
    values: dict[str, Value] = {
        "money": debt.money,
        "cause": cause,
        "loan": session.board.amounts.loan,
    }
    yield Message("A debt of {money} that cannot be paid ({cause}).", values)
    yield Message("Each token that is pledged brings {loan}; else there is bankruptcy.", values)
    if sees(seat):
        own: dict[str, Value] = {
            "cash": session.cash(seat),
            "tokens": tokens(needed(session, debt)),
            "all": tokens(pledgeable(session, seat)),
        }
        yield Message("The cash is {cash}: it takes {tokens}, and you can pledge {all}.", own)
    for lender, lends in enumerate(session.lends):
        if count := lends.get(seat):
            offer: dict[str, Value] = {"seat": session.names[lender], "tokens": tokens(count)}
            yield Message("{seat} is ready to lend on {tokens}.", offer)
