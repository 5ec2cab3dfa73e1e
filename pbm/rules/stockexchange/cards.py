"""What the Fortune and Wealth cards do, effect by effect (S50-S52)."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from pbm.rules.stockexchange.session import Session
from pbm.rules.stockexchange.tables import KINDS, Card, Gift, Money

_TRADED, _TRADITIONAL = range(len(KINDS))


def obey(session: Session, card: Card) -> int:
    """What the seat still owes once it has done what the card says, as far as its cash goes.

    Who has no shares to sell either owes nothing.
    """
    session.tell("drew", card=card.code)
    owed = sum(_EFFECTS[type(effect)](session, effect) for effect in card.effects)
    owed -= _pay(session, owed)  # out of what a later effect brought
    if owed and not any(session.shares):
        session.tell("forgiven", money=owed)
        return 0
    if owed:
        session.tell("owes", money=owed)
    return owed


def _money(session: Session, effect: Money) -> int:
    """What is left to pay."""
    money = abs(effect.amount) * _times(session, effect)
    if effect.most is not None:
        money = min(money, effect.most)
    if effect.amount > 0:
        if money:
            session.tell("collected", money=money)
            session.receive(money)
        return 0
    return money - _pay(session, money)


def _pay(session: Session, money: int) -> int:
    """How much of an amount was paid: as much as the cash covers."""
    paid = min(money, session.cash)
    if paid:
        session.tell("paid", money=paid)
        session.pay(paid)
    return paid


def _times(session: Session, effect: Money) -> int:
    """How often the amount counts: once, or for every share of some sizes."""
    if not effect.each:
        return 1
    companies = session.table.companies
    return sum(
        count
        for company, count in zip(companies, session.shares, strict=True)
        if company.size.name in effect.each
    )


def _gift(session: Session, effect: Gift) -> int:
    kind = effect.kind
    if kind is None:
        fewer_traded = session.options[_TRADED] < session.options[_TRADITIONAL]
        kind = _TRADED if fewer_traded else _TRADITIONAL
    session.options[kind] += effect.cards
    session.tell("given", kind=KINDS[kind], count=effect.cards)
    return 0


_EFFECTS: Final[Mapping[type, Callable[[Session, Any], int]]] = {Money: _money, Gift: _gift}
