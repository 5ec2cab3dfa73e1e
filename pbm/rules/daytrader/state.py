"""A position of Daytrader, and the same as plain data for the ledger."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, NamedTuple

from pbm.core.accounts import BANK
from pbm.core.contract import Plain
from pbm.rules.daytrader.printed import JOBS, Board

COMPANIES: Final = 6
RETIREMENT: Final = COMPANIES
"""The number of the retirement stock, behind those of the companies' stocks."""


class Spot(NamedTuple):
    """One job of one company, both counted from 0."""

    company: int
    job: int

    def __str__(self) -> str:
        """The spot as orders name it: `1.EMP`."""
        return f"{self.company + 1}.{JOBS[self.job]}"


class Seat(NamedTuple):
    """What a player has.

    `shares` are his stock cards by number, `tokens` those in his hand; `pledged` has the lender of
    each token that is pledged, the oldest first, BANK among them. Without a `square` his next turn
    is a first turn (D4). `bracket` is the one that he announced last. `lends` and `boom_from` are
    his standing orders: the seats that he lends to with how many tokens he takes, and the token
    that he moves when he must (D15, D62).
    """

    cash: int
    shares: tuple[int, ...]
    tokens: int
    square: int | None = None
    pledged: tuple[int, ...] = ()
    bracket: int | None = None
    lends: tuple[tuple[int, int], ...] = ()
    boom_from: Spot | None = None

    @property
    def stock(self) -> int:
        """How many stock cards of companies he holds."""
        return sum(self.shares[:COMPANIES])

    @property
    def retirement(self) -> int:
        """How many retirement stock cards he holds."""
        return self.shares[RETIREMENT]

    def offer(self, to: int) -> int:
        """How many tokens of a seat he is ready to lend on."""
        return dict(self.lends).get(to, 0)


class Errand(StrEnum):
    """What is still to be done; the first two wait for a player's orders."""

    ACT = "act"
    DEBT = "debt"
    BEGIN = "begin"
    DRAW = "draw"
    CARD = "card"


class Task(NamedTuple):
    """Something still to be done, by or to a seat.

    A debt is of so much `money`. A card is done from its effect `step` on; a debt names the card
    that made it, too, or no card if it is for taxes.
    """

    errand: Errand
    seat: int
    money: int = 0
    card: str = ""
    step: int = 0

    @property
    def waits(self) -> bool:
        """Whether somebody has to decide."""
        return self.errand in {Errand.ACT, Errand.DEBT}


class State(NamedTuple):
    """All that goes on.

    `jobs` has the workers of every company, `order` the order of play, `turn` whose turn it is,
    `pending` what is still to be done in it, first things first. The bank's cash and shares are
    what it began with and took less what it gave. `used` says how many draws of each stream were
    made.
    """

    seats: tuple[Seat, ...]
    jobs: tuple[tuple[int | None, ...], ...]
    bank_cash: int
    bank_shares: tuple[int, ...]
    order: tuple[int, ...]
    turn: int
    pending: tuple[Task, ...]
    used: Mapping[str, int]
    winner: int | None = None

    @property
    def mover(self) -> int | None:
        """The seat that comes next: whose decision is waited for once the position is prepared."""
        return None if self.winner is not None else self.pending[0].seat

    def task(self, seat: int) -> Task | None:
        """What a seat has to decide now, if it has anything to."""
        if self.mover != seat or not self.pending[0].waits:
            return None
        return self.pending[0]

    def balance(self) -> tuple[int, ...]:
        """All cash, the cards of every stock, and every seat's tokens wherever they are."""
        cash = self.bank_cash + sum(seat.cash for seat in self.seats)
        held = zip(self.bank_shares, *(seat.shares for seat in self.seats), strict=True)
        tokens = [
            seat.tokens + len(seat.pledged) + sum(row.count(n) for row in self.jobs)
            for n, seat in enumerate(self.seats)
        ]
        return (cash, *map(sum, held), *tokens)

    def after(self, seat: int) -> tuple[int, ...]:
        """All seats in the order of play, from a seat on."""
        at = self.order.index(seat)
        return self.order[at:] + self.order[:at]


def opened(board: Board, order: Sequence[int]) -> State:
    """The first position, the first seat's first turn ahead (D1, D2)."""
    amounts = board.amounts
    nothing = (0,) * len(board.issued)
    seats = (Seat(amounts.cash, nothing, amounts.tokens),) * len(order)
    return State(
        seats=seats,
        jobs=((None,) * len(JOBS),) * len(board.companies),
        bank_cash=-amounts.cash * len(order),
        bank_shares=board.issued,
        order=tuple(order),
        turn=order[0],
        pending=(Task(Errand.BEGIN, order[0]),),
        used={},
    )


@dataclass(frozen=True, slots=True)
class Records:
    """How the positions of one game are written: its board and the names of its seats."""

    board: Board
    names: tuple[str, ...]

    def dump(self, state: State) -> dict[str, Plain]:
        """The position as plain data; companies and jobs stand by their numbers and names."""
        names = self.names
        rows = zip(self.board.companies, state.jobs, strict=True)
        seats = zip(names, state.seats, strict=True)
        return {
            "to_move": None if state.mover is None else names[state.mover],
            "order": [names[seat] for seat in state.order],
            "turn": names[state.turn],
            "pending": [self._dump_task(task) for task in state.pending],
            "prices": _numbered([company.price(row) for company, row in rows]),
            "jobs": _numbered([[self._name(worker) for worker in row] for row in state.jobs]),
            "seats": {name: self._dump_seat(seat) for name, seat in seats},
            "bank": {"cash": state.bank_cash, **_shares(state.bank_shares)},
            "used": dict(state.used),
            "winner": self._name(state.winner),
        }

    def load(self, plain: Mapping[str, Plain]) -> State:
        """The position that was dumped; raises KeyError or ValueError on anything else."""
        bank = plain["bank"]
        return State(
            seats=tuple(self._load_seat(plain["seats"][name]) for name in self.names),
            jobs=tuple(
                tuple(self._number(worker) for worker in row) for row in plain["jobs"].values()
            ),
            bank_cash=bank["cash"],
            bank_shares=(*bank["shares"].values(), bank["retirement"]),
            order=tuple(map(self.names.index, plain["order"])),
            turn=self.names.index(plain["turn"]),
            pending=tuple(self._load_task(task) for task in plain["pending"]),
            used=dict(plain["used"]),
            winner=self._number(plain["winner"]),
        )

    def _name(self, seat: int | None) -> str | None:
        return None if seat is None else self.names[seat]

    def _number(self, name: str | None) -> int | None:
        return None if name is None else self.names.index(name)

    def _dump_task(self, task: Task) -> dict[str, Plain]:
        plain: dict[str, Plain] = {"do": str(task.errand), "seat": self.names[task.seat]}
        more = {"money": task.money, "card": task.card, "step": task.step}
        return plain | {name: value for name, value in more.items() if value}

    def _load_task(self, plain: Mapping[str, Plain]) -> Task:
        more = {name: plain[name] for name in ("money", "card", "step") if name in plain}
        return Task(Errand(plain["do"]), self.names.index(plain["seat"]), **more)

    def _dump_seat(self, seat: Seat) -> dict[str, Plain]:
        spot = seat.boom_from
        return {
            "cash": seat.cash,
            **_shares(seat.shares),
            "square": seat.square,
            "tokens": seat.tokens,
            "pledged": [None if lender == BANK else self.names[lender] for lender in seat.pledged],
            "bracket": seat.bracket,
            "lends": {self.names[to]: count for to, count in seat.lends},
            "boom_from": None if spot is None else [spot.company + 1, JOBS[spot.job]],
        }

    def _load_seat(self, plain: Mapping[str, Plain]) -> Seat:
        names, spot = self.names, plain["boom_from"]
        return Seat(
            cash=plain["cash"],
            shares=(*plain["shares"].values(), plain["retirement"]),
            tokens=plain["tokens"],
            square=plain["square"],
            pledged=tuple(
                BANK if lender is None else names.index(lender) for lender in plain["pledged"]
            ),
            bracket=plain["bracket"],
            lends=tuple(sorted((names.index(to), count) for to, count in plain["lends"].items())),
            boom_from=None if spot is None else Spot(spot[0] - 1, JOBS.index(spot[1])),
        )


def _numbered(values: Sequence[Plain]) -> dict[str, Plain]:
    """What belongs to each company, by its number."""
    return {str(number): value for number, value in enumerate(values, 1)}


def _shares(shares: Sequence[int]) -> dict[str, Plain]:
    return {"shares": _numbered(shares[:COMPANIES]), "retirement": shares[RETIREMENT]}
