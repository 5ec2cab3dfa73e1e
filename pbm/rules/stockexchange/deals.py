"""What one turn's orders share: the throw, the square, and what was dealt in so far."""

from collections.abc import Callable, Mapping
from typing import NamedTuple

from pbm.core.tell import Value
from pbm.rules.stockexchange.actions import Action, Named, With
from pbm.rules.stockexchange.position import Turn
from pbm.rules.stockexchange.session import Session
from pbm.rules.stockexchange.tables import Square


class Fault(NamedTuple):
    """What stands against an action: a problem's code, rule and values; what could be instead."""

    code: str
    rule: str
    values: Mapping[str, Value] = {}
    instead: Action | None = None


class Plan(NamedTuple):
    """An action looked at before it is done: its faults, what it is in numbers, how to do it."""

    faults: list[Fault]
    counted: tuple[Action, ...]
    do: Callable[[], None]


def refused(fault: Fault) -> Plan:
    """The plan of what cannot even be looked at."""
    return Plan([fault], (), lambda: None)


class Deals:
    """A session with the limits of one turn.

    `sign` is 1 once shares were bought and -1 once they were sold, `used` are the cards used by
    company, `passed` says that nothing more is to be done, the other numbers are cards taken from
    the bank and Bids made in this turn.
    """

    __slots__ = ("bids_made", "bids_taken", "die", "options_taken", "owed", "passed", "session",
                 "sign", "square", "used")  # fmt: skip

    def __init__(self, session: Session, turn: Turn) -> None:
        self.session = session
        self.die = turn.die
        self.owed = turn.owed
        self.square: Square = session.table.squares[session.square]
        self.sign = 0
        self.used: dict[int, With] = {}
        self.bids_made = 0
        self.bids_taken = 0
        self.options_taken = 0
        self.passed = False

    def company(self, named: int | Named) -> int | None:
        """The company that is named; None where the square shows none."""
        return named if isinstance(named, int) else self.square.company

    def code(self, company: int) -> str:
        """The code of a company."""
        return self.session.table.codes[company]

    def pay_debt(self) -> None:
        """Pay what is owed as far as the cash goes."""
        paid = min(self.session.cash, self.owed)
        if paid:
            self.session.tell("paid", money=paid)
            self.session.pay(paid)
            self.owed -= paid
