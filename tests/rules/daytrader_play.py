"""Positions and play of Daytrader for tests."""

import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeVar

from pbm.clerk.desk import prepared
from pbm.core.accounts import BANK
from pbm.core.chance import Sealed
from pbm.core.contract import Step
from pbm.core.orders.moves import Order, Orders
from pbm.core.throws import Throws
from pbm.rules import find
from pbm.rules.daytrader import debts, turn
from pbm.rules.daytrader.choices import either, line
from pbm.rules.daytrader.game import Daytrader
from pbm.rules.daytrader.moves import Bankrupt, Buy, Draw, Loan, Repay, Retire, Sell, Work
from pbm.rules.daytrader.printed import JOBS
from pbm.rules.daytrader.session import Session
from pbm.rules.daytrader.state import COMPANIES, RETIREMENT, Errand, Spot, State, Task, opened

T = TypeVar("T")
NAMES = ("Anna", "Boris", "Carol", "Dina", "Emil", "Fanny")
NO_CHANCE = Sealed(b"")


def game(seats: int | Sequence[str] = 3, language: str = "en", **options: str) -> Daytrader:
    names = NAMES[:seats] if isinstance(seats, int) else seats
    made = find("daytrader").game(names, {"order": "given", **options}, language)
    assert isinstance(made, Daytrader)
    return made


class Spent(Exception):  # noqa: N818 - it ends what is thrown in a test
    """No more throws were laid ready."""


class Laid:
    """Throws and cards in the order in which they were laid ready."""

    def __init__(self, dice: Iterable[int] = (), cards: Iterable[int] = ()) -> None:
        self._dice = list(dice)
        self._cards = list(cards)

    def draw(self, purpose: str, n: int, size: int) -> int:
        del purpose, n, size
        return self._next(self._dice) - 1

    def card(self, purpose: str, n: int, size: int) -> int:
        del purpose, n, size
        return self._next(self._cards)

    def shuffled(self, purpose: str, items: Sequence[T]) -> list[T]:
        raise NotImplementedError(purpose)

    def _next(self, laid: list[int]) -> int:
        if not laid:
            raise Spent
        return laid.pop(0)


def position(
    table: Daytrader,
    jobs: Mapping[int, str] | None = None,
    *,
    seat: int = 0,
    task: Task | None = None,
    **seats: Mapping[str, Any],
) -> State:
    """A position in which a seat has to decide, by default on the square where it is.

    `jobs` has the initials of the workers of a company, `{2: "A-AB"}`; `seats` what is not as it is
    at the opening, by initials: cash, square, tokens, pledged, stock as `{2: 1}`, retirement.
    Tokens that are nowhere else are in hand; pledged ones lie with the bank if only their number is
    given.
    """
    state = opened(table.board, range(len(table.seats)))
    initials = [name[0] for name in table.seats]
    session = Session(table.board, table.seats, state)
    for company, row in (jobs or {}).items():
        workers = [None if each == "-" else initials.index(each) for each in row]
        session.jobs[company - 1] = workers
    for n, initial in enumerate(initials):
        _endow(session, n, seats.get(initial, {}))
    session.pending = [task or Task(Errand.ACT, seat)]
    session.turn = seat
    return session.after({})


def _endow(session: Session, n: int, held: Mapping[str, Any]) -> None:
    """Give a seat what it has in a position."""
    accounts = session.accounts
    accounts.pay(BANK, n, held.get("cash", 0))
    for company, count in held.get("stock", {}).items():
        accounts.hand_over(BANK, n, company - 1, count)
    accounts.hand_over(BANK, n, RETIREMENT, held.get("retirement", 0))
    pledged = held.get("pledged", 0)
    session.pledged[n] = [BANK] * pledged if isinstance(pledged, int) else list(pledged)
    session.squares[n] = held.get("square", 0)
    placed = sum(row.count(n) for row in session.jobs)
    free = session.board.amounts.tokens - placed - len(session.pledged[n])
    session.tokens[n] = held.get("tokens", free)
    session.lends[n] = dict(held.get("lends", {}))
    session.boom_from[n] = held.get("boom_from")


def home(table: Daytrader, company: int) -> int:
    """The square of a company, by its number from 1."""
    return table.board.homes[company - 1]


def square(table: Daytrader, ground: str) -> int:
    """The first square of a kind."""
    return table.board.following(-1, ground)


def step(table: Daytrader, state: State, line: str, seat: int | None = None) -> Step:
    """What a line leads to, of the seat to move if no other is named."""
    by = state.mover if seat is None else seat
    assert by is not None
    return table.apply(state, by, table.read_move(line, state, by, (), "en"), NO_CHANCE)


def play(table: Daytrader, state: State, line: str, seat: int | None = None) -> State:
    """The position after a line, nothing prepared."""
    return step(table, state, line, seat).state  # type: ignore[no-any-return]


def happen(
    table: Daytrader, state: State, dice: Iterable[int] = (), cards: Iterable[str] = ()
) -> Session:
    """What happens by itself with these throws and cards, until they are spent."""
    session = table.session(state)
    numbers = [table.board.codes.index(code) for code in cards]
    try:
        turn.run(session, Throws(Laid(dice, numbers), {}))
    except Spent:
        # The turn of the next seat began, which is not looked at here.
        session.pending.insert(0, Task(Errand.BEGIN, session.turn))
    return session


def spot(text: str) -> Spot:
    """The job of a text such as `1.EMP`."""
    company, _, job = text.partition(".")
    return Spot(int(company) - 1, JOBS.index(job))


def simple_orders(table: Daytrader, state: State, seat: int, dice: random.Random) -> Orders:
    """What a simple mind orders: it works where it can, trades a little, and retires in the end."""
    session, task, mine = table.session(state), state.task(seat), state.seats[seat]
    assert task is not None
    if task.errand is Errand.DEBT:
        need = debts.needed(session, task)
        able = need <= debts.pledgeable(session, seat)
        return line(Loan(BANK, need) if able else Bankrupt())
    here = session.here(seat)
    stocks = range(COMPANIES) if here is None else [here]
    sales = [Sell(n, min(2, mine.shares[n])) for n in stocks if mine.shares[n]]
    cheap = [Buy(n) for n in stocks if 0 < session.price(n) <= mine.cash // 2]
    works = [Work(), *map(Work, list(session.spots(seat))[:1])]
    rich = mine.cash >= table.board.amounts.goal
    things = [
        Retire(),
        *(sales if rich or (mine.retirement and dice.random() < 0.5) else ()),
        *(
            [Buy(RETIREMENT)]
            if rich
            else [dice.choice(cheap)]
            if cheap and dice.random() < 0.2
            else []
        ),
        *works,
        *sales,
        Draw(),
    ]
    back = min(len(mine.pledged), mine.cash // table.board.amounts.buy_back)
    repaid = [(Order(Repay(back)),)] if back else []
    return Orders((*repaid, *either(*things).items))


def simple_game(table: Daytrader, seed: int) -> Iterator[tuple[State, int, Orders, Step]]:
    """A whole game of simple minds; the first step is the opening."""
    dice = random.Random(seed)
    chance = Sealed(seed.to_bytes(32, "big"))
    taken = prepared(table, table.opening(chance), chance)
    yield taken.state, -1, Orders(()), taken
    while (seat := table.to_move(taken.state)) is not None:
        state = taken.state
        orders = simple_orders(table, state, seat, dice)
        taken = prepared(table, table.apply(state, seat, orders, chance), chance)
        yield state, seat, orders, taken


def random_game(table: Daytrader, seed: int) -> Iterator[tuple[State, int, Orders, Step]]:
    """A whole game of random legal play, standing orders in between."""
    dice = random.Random(seed)
    chance = Sealed(seed.to_bytes(32, "big"))
    state = prepared(table, table.opening(chance), chance).state
    while (mover := table.to_move(state)) is not None:
        seat = dice.randrange(len(table.seats)) if dice.random() < 0.1 else mover
        orders = dice.choice(list(table.legal(state, seat, ())))
        taken = table.apply(state, seat, orders, chance)
        if not table.standing(table.write_move(orders, "en")):
            taken = prepared(table, taken, chance)
        yield state, seat, orders, taken
        state = taken.state
