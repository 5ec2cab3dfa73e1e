"""A session: one entry while it is made, money, cards and tokens as they change, and the facts."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from pbm.core.accounts import BANK, Accounts
from pbm.core.contract import Fact
from pbm.rules.daytrader.printed import Board, Company, Row
from pbm.rules.daytrader.state import Errand, Seat, Spot, State, Task


class Session:
    """A position that is being changed; whoever changes it also tells the facts of it.

    Money and cards go through its accounts alone. `pending` is what is still to be done: what comes
    out of a thing is put before what was to come after it.
    """

    __slots__ = (
        "accounts",
        "board",
        "boom_from",
        "brackets",
        "facts",
        "jobs",
        "lends",
        "names",
        "pending",
        "pledged",
        "squares",
        "state",
        "tokens",
        "turn",
        "winner",
    )  # fmt: skip

    def __init__(self, board: Board, names: Sequence[str], state: State) -> None:
        seats = state.seats
        self.board = board
        self.names = names
        self.state = state
        self.accounts = Accounts(
            [*(seat.cash for seat in seats), state.bank_cash],
            [*(seat.shares for seat in seats), state.bank_shares],
            state.turn,
        )
        self.jobs = [list(row) for row in state.jobs]
        self.tokens = [seat.tokens for seat in seats]
        self.squares = [seat.square for seat in seats]
        self.pledged = [list(seat.pledged) for seat in seats]
        self.brackets = [seat.bracket for seat in seats]
        self.lends = [dict(seat.lends) for seat in seats]
        self.boom_from = [seat.boom_from for seat in seats]
        self.pending = list(state.pending)
        self.turn = state.turn
        self.winner = state.winner
        self.facts: list[Fact] = []

    def after(self, used: Mapping[str, int]) -> State:
        """The position that it has come to; `used` are the draws made until then."""
        return self.state._replace(
            seats=tuple(map(self._seat, range(len(self.names)))),
            jobs=tuple(map(tuple, self.jobs)),
            bank_cash=self.accounts.cash[BANK],
            bank_shares=tuple(self.accounts.shares[BANK]),
            turn=self.turn,
            pending=tuple(self.pending),
            used=used,
            winner=self.winner,
        )

    def _seat(self, n: int) -> Seat:
        return Seat(
            cash=self.accounts.cash[n],
            shares=tuple(self.accounts.shares[n]),
            tokens=self.tokens[n],
            square=self.squares[n],
            pledged=tuple(self.pledged[n]),
            bracket=self.brackets[n],
            lends=tuple(sorted(self.lends[n].items())),
            boom_from=self.boom_from[n],
        )

    def tell(self, kind: str, seat: int, **more: Any) -> None:
        """Add a fact about a seat."""
        self.facts.append({"fact": kind, "seat": self.names[seat], **more})

    def seats(self) -> tuple[int, ...]:
        """All seats in the order of play, from the one whose turn it is."""
        return self.state.after(self.turn)

    def cash(self, seat: int) -> int:
        """The cash of a seat."""
        return self.accounts.cash[seat]

    def held(self, seat: int, stock: int) -> int:
        """How many cards of a stock a seat holds, or BANK."""
        return self.accounts.shares[seat][stock]

    def stock(self, seat: int) -> int:
        """How many stock cards of companies a seat holds."""
        return sum(self.accounts.shares[seat][: len(self.board.companies)])

    def here(self, seat: int) -> int | None:
        """The company on whose square a seat is, if it is on one."""
        square = self.squares[seat]
        return None if square is None else self.board.squares[square].company

    def company(self, n: int) -> Company:
        """What is printed of a company."""
        return self.board.companies[n]

    def price(self, company: int) -> int:
        """What a stock card of a company costs now."""
        return self.company(company).price(self.jobs[company])

    def works(self, seat: int, company: int) -> bool:
        """Whether a seat has a token at a company."""
        return seat in self.jobs[company]

    def spots(self, seat: int) -> Iterator[Spot]:
        """Where the tokens of a seat are, the lowest wage first, then the lowest company."""
        found = [
            (self.company(n).wages[job], Spot(n, job))
            for n, row in enumerate(self.jobs)
            for job, worker in enumerate(row)
            if worker == seat
        ]
        return (spot for _, spot in sorted(found))

    def before_all(self, *tasks: Task) -> None:
        """Put tasks before everything that is still to be done."""
        self.pending[:0] = tasks

    def close(self) -> None:
        """Let the next seat begin once nothing is left to do in this turn."""
        if not self.pending and self.winner is None:
            following = self.state.after(self.turn)[1]
            self.pending.append(Task(Errand.BEGIN, following))


def monopoly(row: Row, seat: int) -> bool:
    """Whether a seat has all the jobs of a company (D24)."""
    return all(worker == seat for worker in row)
