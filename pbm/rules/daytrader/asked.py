"""What the seat to move has before it: its throw and card, where it stands, what it owes."""

from collections.abc import Callable, Iterator, Sequence

from pbm.core.contract import Fact, Past
from pbm.core.tell import Message, Value
from pbm.rules.daytrader.debts import needed, pledgeable
from pbm.rules.daytrader.session import Session
from pbm.rules.daytrader.state import Errand, Task
from pbm.rules.daytrader.telling import tell, tokens


def asked(
    session: Session, past: Sequence[Past], sees: Callable[[int], bool]
) -> tuple[Message, ...]:
    """What is told of the decision that is waited for; `sees` says whose cash the reader sees."""
    mover = session.state.mover
    task = None if mover is None else session.state.task(mover)
    if task is None:
        return ()
    about = _about_debt if task.errand is Errand.DEBT else _about_turn
    return (*_lately(past, session.names[task.seat]), *about(session, task, sees))


def _lately(past: Sequence[Past], name: str) -> Iterator[Message]:
    """The last throw of a player, and the cards that he drew since."""
    facts: list[Fact] = []
    for fact in (fact for entry in reversed(past) for fact in reversed(entry.facts)):
        if fact.get("seat") == name and fact["fact"] in {"throws", "draws"}:
            facts.append(fact)
        if fact.get("seat") == name and fact["fact"] in {"throws", "begins"}:
            break
    return map(tell, reversed(facts))


def _about_turn(session: Session, task: Task, _: Callable[[int], bool]) -> Iterator[Message]:
    name = session.names[task.seat]
    company = session.here(task.seat)
    if company is None:
        yield Message(
            "{seat} is on the bank: trade in any stock, draw a card, or pass.", {"seat": name}
        )
        return
    values: dict[str, Value] = {
        "seat": name,
        "company": Message(session.company(company).name),
        "number": company + 1,
        "price": session.price(company),
    }
    yield Message(
        "{seat} is on {company}, company {number}, price {price}: work, trade in its stock, draw a "
        "card, or pass.",
        values,
    )


def _about_debt(session: Session, debt: Task, sees: Callable[[int], bool]) -> Iterator[Message]:
    """The debt and its cause; what is missing only to those who see the debtor's cash."""
    seat = debt.seat
    cause = session.board.cards[debt.card].text if debt.card else None
    values: dict[str, Value] = {
        "seat": session.names[seat],
        "money": debt.money,
        "cause": Message("taxes") if cause is None else Message(cause),
        "loan": session.board.amounts.loan,
    }
    yield Message("{seat} owes {money} and cannot pay ({cause}).", values)
    yield Message("Each token that is pledged brings {loan}; else there is bankruptcy.", values)
    if sees(seat):
        own: dict[str, Value] = {
            "cash": session.cash(seat),
            "tokens": tokens(needed(session, debt)),
            "all": tokens(pledgeable(session, seat)),
        }
        yield Message("The cash is {cash}: it takes {tokens}, and there are {all} to pledge.", own)
    for lender, lends in enumerate(session.lends):
        if count := lends.get(seat):
            offer: dict[str, Value] = {"seat": session.names[lender], "tokens": tokens(count)}
            yield Message("{seat} is ready to lend on {tokens}.", offer)
