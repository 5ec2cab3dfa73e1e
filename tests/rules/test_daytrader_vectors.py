"""Turns of Daytrader with known results (tests/vectors, and PBM_VECTORS=DIR for more)."""

import json
import os
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

import pytest
from daytrader_play import Laid, Spent, game, home, square

from pbm.core.accounts import BANK
from pbm.core.contract import Fact
from pbm.core.problem import Refusal
from pbm.core.throws import Throws
from pbm.rules.daytrader import squares, turn
from pbm.rules.daytrader.game import Daytrader
from pbm.rules.daytrader.printed import JOBS
from pbm.rules.daytrader.session import Session
from pbm.rules.daytrader.state import COMPANIES, RETIREMENT, Errand, State, Task, opened

FOLDERS = [Path(__file__).parent.parent / "vectors"]
if extra := os.environ.get("PBM_VECTORS"):
    FOLDERS.append(Path(extra))

FILES = [file for folder in FOLDERS if (file := folder / "daytrader.json").is_file()]
DATA = [json.loads(file.read_text("utf-8")) for file in FILES]
VECTORS = [pytest.param(v, id=v["id"]) for data in DATA for v in data["vectors"]]

THROWN_ON = {
    "R50": "boom",
    "R51": "boom",
    "R52": "bust",
    "R54": "hired",
    "R55": "hired",
    "R56": "hired",
}
"""The squares of which the rules ask for a throw, where a vector does not say where somebody is."""
MARCH = {"R13", "H15"}
FIRST = {"R10", "R11", "R12"}


class Case:
    """One vector: its position as it becomes, and what was told on the way."""

    def __init__(self, vector: dict[str, Any]) -> None:
        self.before: dict[str, Any] = vector.get("before") or {}
        self.asked: dict[str, Any] = vector.get("input") or {}
        self.expect: dict[str, Any] = vector.get("expect") or {}
        self.rules = set(vector.get("rules", ()))
        self.names = self._players()
        self.game: Daytrader = game(self.names)
        self.facts: list[Fact] = []
        self.mover = self.names.index(self.asked.get("player", self.names[0]))
        self.state = self._position()

    def _players(self) -> list[str]:
        """Everybody who is named anywhere, and as many more as it takes to play."""
        found = {self.asked.get("player", "A"), self.asked.get("winner", "A")}
        for table in (self.before, self.expect):
            for key, value in table.items():
                if isinstance(value, dict) and key not in {"jobs", "price"}:
                    found |= {name for name in value if name.isalpha()}
                if key == "jobs":
                    found |= {name for row in value.values() for name in row if name}
        return sorted(found | set("AB"))

    def _position(self) -> State:
        session = self.game.session(opened(self.game.board, range(len(self.names))))
        for company, row in self.before.get("jobs", {}).items():
            session.jobs[int(company) - 1] = [
                None if worker is None else self.names.index(worker) for worker in row
            ]
        for n in range(len(self.names)):
            self._endow(session, n)
        session.turn = self.mover
        owes = self._of("owes", self.mover, 0) or self.asked.get("owes", 0)
        session.pending = [_task(self.mover, owes)]
        return session.after({})

    def _of(self, key: str, seat: int, default: Any) -> Any:
        value = self.before.get(key, {})
        return value.get(self.names[seat], default) if isinstance(value, dict) else value

    def _endow(self, session: Session, n: int) -> None:
        accounts = session.accounts
        accounts.pay(BANK, n, self._of("cash", n, 0))
        for company, count in self._of("stocks", n, {}).items():
            accounts.hand_over(BANK, n, int(company) - 1, count)
        accounts.hand_over(BANK, n, RETIREMENT, int(self._of("retirement", n, 0)))
        session.pledged[n] = self._pledged(self._of("loans", n, 0) or self._of("pledged", n, 0))
        for key in ("lend", "lends", "offers"):
            offers = self._of(key, n, {})
            session.lends[n] |= {self.names.index(to): count for to, count in offers.items()}
        session.squares[n] = self._of("square", n, self._somewhere())
        placed = sum(row.count(n) for row in session.jobs)
        left = self.game.board.amounts.tokens - placed - len(session.pledged[n])
        session.tokens[n] = self._of("tokens_off", n, left)
        self._place_elsewhere(session, n, left - session.tokens[n])

    def _pledged(self, plain: Any) -> list[int]:
        """The lenders of tokens: how many lie with the bank, or with whom so many lie."""
        if isinstance(plain, Mapping):
            return [
                lender
                for name, count in plain.items()
                for lender in [self.names.index(name) if name in self.names else BANK] * count
            ]
        return [BANK] * int(plain)

    def _place_elsewhere(self, session: Session, n: int, tokens: int) -> None:
        """Tokens that the vector does not speak of stand where it does not look, on high jobs."""
        named = {int(company) - 1 for company in self.before.get("jobs", {})}
        if (here := session.here(n)) is not None:
            named.add(here)
        free = [
            (company, job)
            for job in reversed(range(len(JOBS)))
            for company in range(COMPANIES)
            if company not in named and session.jobs[company][job] is None
        ]
        for company, job in free[: max(0, tokens)]:
            session.jobs[company][job] = n

    def _somewhere(self) -> int:
        """Where somebody is of whom the vector does not say it: on the one company it is about."""
        companies = {*self.before.get("jobs", {}), *self.expect.get("jobs", {})}
        if len(companies) == 1:
            return home(self.game, int(companies.pop()))
        return 0

    # What is done.

    def run(self) -> None:
        """Do what the vector asks for."""
        for each in self.asked.get("steps") or self.asked.get("moves") or [self.asked]:
            self._do(each)

    def _do(self, asked: Mapping[str, Any]) -> None:
        seat = self.names.index(asked["player"]) if "player" in asked else self.mover
        if move := asked.get("move"):
            self._move(move, seat)
        cards = [asked[key] for key in ("card", "draw") if asked.get(key)]
        if "move" in asked and cards:
            self._happen(turn.run, asked, cards)
        elif cards:
            task = Task(Errand.CARD, seat, card=cards[0])
            self._happen(turn.run, asked, cards[1:], task)
        elif "move" not in asked and asked:
            self._throw(seat, asked)

    def _move(self, move: str, seat: int) -> None:
        orders = self.game.read_move(move, self.state, seat, (), "en")
        step = self.game.apply(self.state, seat, orders, Laid())
        self.facts += step.facts
        self.state = step.state

    def _throw(self, seat: int, asked: Mapping[str, Any]) -> None:
        """A turn, or what the square brings on which somebody is."""
        said = self._of("square", seat, None)
        ground = next((THROWN_ON[rule] for rule in sorted(self.rules & {*THROWN_ON})), None)
        if self.rules & FIRST or (said is None and ground is None):
            self._set(seat, None)
            self._happen(turn.run, asked, (), Task(Errand.BEGIN, seat))
        elif self.rules & MARCH:
            self._happen(turn.run, asked, (), Task(Errand.BEGIN, seat))
        else:
            self._set(seat, square(self.game, ground) if said is None and ground else said)
            self._happen(lambda session, throws: squares.land(session, throws, seat), asked)

    def _set(self, seat: int, square: int | None) -> None:
        seats = list(self.state.seats)
        seats[seat] = seats[seat]._replace(square=square)
        self.state = self.state._replace(seats=tuple(seats))

    def _happen(
        self,
        what: Callable[[Session, Throws], None],
        asked: Mapping[str, Any],
        cards: Iterable[str] = (),
        task: Task | None = None,
    ) -> None:
        session = self.game.session(self.state)
        if task is not None:
            session.pending = [task]
        dice = [asked[key] for key in ("roll", "exempt_roll", "company_roll") if key in asked]
        dice = [die for each in dice for die in (each if isinstance(each, list) else [each])]
        numbers = [self.game.board.codes.index(code) for code in cards]
        try:
            what(session, Throws(Laid(dice, numbers), {}))
        except Spent:
            session.pending.insert(0, Task(Errand.BEGIN, session.turn))
        self.facts += session.facts
        self.state = session.after({})

    # What came of it.

    def compare(self) -> None:
        """Everything that the vector expects and knows how to say."""
        for key, expected in self.expect.items():
            if found := _FOUND.get(key):
                if isinstance(expected, dict):
                    assert {each: found(self, each) for each in expected} == expected, key
                else:
                    assert found(self, expected) == expected, key

    def seat(self, name: str) -> Any:
        return self.state.seats[self.names.index(name)]

    def row(self, company: str) -> list[str | None]:
        row = self.state.jobs[int(company) - 1]
        return [None if worker is None else self.names[worker] for worker in row]

    def stock(self, name: str) -> dict[str, int]:
        held = enumerate(self.seat(name).shares[:COMPANIES], 1)
        return {str(number): count for number, count in held if count}

    def owed(self, name: str) -> int:
        seat = self.names.index(name)
        return sum(task.money for task in self.state.pending if task.seat == seat)


def _task(seat: int, owes: int) -> Task:
    return Task(Errand.DEBT, seat, owes) if owes else Task(Errand.ACT, seat)


def _announced(case: Case, _: str) -> str:
    bracket = next(fact["bracket"] for fact in case.facts if fact["fact"] == "bracket")
    return f"bracket {bracket}"


_FOUND: dict[str, Callable[[Case, Any], Any]] = {
    "cash": lambda case, name: case.seat(name).cash,
    "jobs": Case.row,
    "stocks": Case.stock,
    "retirement": lambda case, name: case.seat(name).retirement,
    "square": lambda case, name: case.seat(name).square,
    "tokens_off": lambda case, name: case.seat(name).tokens,
    "loans": lambda case, name: len(case.seat(name).pledged),
    "pledged": lambda case, name: len(case.seat(name).pledged),
    "bracket": lambda case, name: case.seat(name).bracket,
    "owes": Case.owed,
    "price": lambda case, number: case.game.board.companies[int(number) - 1].price(
        case.state.jobs[int(number) - 1]
    ),
    "winner": lambda case, _: None if case.state.winner is None else case.names[case.state.winner],
    "announce": _announced,
    "exempt": lambda case, _: any(fact["fact"] == "exempt" for fact in case.facts),
    "next_turn": lambda case, said: said if case.state.seats[case.mover].square is None else "",
}
"""How what a vector expects is found, by its key; other keys are not compared."""


@pytest.mark.parametrize("vector", VECTORS)
def test_vector(vector: dict[str, Any]) -> None:
    case = Case(vector)
    balance = case.game.balance(case.state)
    if "error" in case.expect:
        with pytest.raises(Refusal):
            case.run()
        return
    if "cash_after_steps" in case.expect:
        assert step_by_step(case) == case.expect["cash_after_steps"]
    else:
        case.run()
    assert case.game.balance(case.state) == balance
    case.compare()


def step_by_step(case: Case) -> list[int]:
    """The mover's cash after each step; a debt is paid with the loan, and told a step later."""
    after, name = [], case.names[case.mover]
    for asked in case.asked["steps"]:
        if "cash" in asked:
            table = case.game.session(case.state)
            table.accounts.pay(BANK, case.mover, asked["cash"] - table.cash(case.mover))
            case.state = table.after({})
        if owes := asked.get("owes"):
            case.state = case.state._replace(pending=(_task(case.mover, owes),))
        elif "move" in asked:
            case.state = case.state._replace(pending=(_task(case.mover, 0),), turn=case.mover)
        told = len(case.facts)
        if "pays" not in asked:
            case._do(asked)
        paid = sum(fact["money"] for fact in case.facts[told:] if fact["fact"] == "pays")
        after.append(case.seat(name).cash + paid)
    return after


def test_vector_files_are_found() -> None:
    assert VECTORS
