"""A position: what everybody owns and where he stands, and the same as plain data."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple, TypeAlias

from pbm.core.contract import Plain
from pbm.rules.stockexchange.tables import KINDS, Table


class Seat(NamedTuple):
    """What a player has; Options cards by kind, the square counted from Start.

    `forfeits` is his standing order: the kinds of the Options cards that he gives up first (S22).
    """

    cash: int
    shares: tuple[int, ...]
    square: int = 0
    options: tuple[int, ...] = (0, 0)
    bids: int = 0
    forfeits: tuple[int, ...] = ()


class Turn(NamedTuple):
    """What the seat to move has before it: its throw, the card drawn, what it still owes (S51)."""

    die: int
    card: str = ""
    owed: int = 0


class Position(NamedTuple):
    """All that goes on. Shares stand in the order of the table, seats in the order of the head.

    `order` is the order of play as seat numbers. `mover` is the seat to move, None at the end, and
    `turn` its throw, None before it was made. `first` threw the opening six; it is None while
    shares are chosen. `turns` were played by all together, `emptied` says that the bank once ran
    out, `drawn` counts throws and cards by their streams.
    """

    seats: tuple[Seat, ...]
    bank_cash: int
    bank_shares: tuple[int, ...]
    order: tuple[int, ...]
    mover: int | None
    first: int | None = None
    turn: Turn | None = None
    turns: int = 0
    emptied: bool = False
    drawn: Mapping[str, int] = {}

    def round_is_over(self) -> bool:
        """Whether everybody has had as many turns as everybody else."""
        return self.turns % len(self.seats) == 0

    def after_seat(self, seat: int) -> tuple[int, ...]:
        """The seats in the order of play, from the one after this round to this one itself."""
        at = self.order.index(seat) + 1
        return self.order[at:] + self.order[:at]

    def to_choose(self) -> int | None:
        """The seat that has no shares yet and chooses them next (S3)."""
        if self.first is not None:
            return None
        return next((n for n in self.order if not any(self.seats[n].shares)), None)

    def balance(self) -> tuple[int, ...]:
        """All the money and all the shares of each company in the whole world."""
        owned = [(seat.cash, *seat.shares) for seat in self.seats]
        return tuple(map(sum, zip((self.bank_cash, *self.bank_shares), *owned, strict=True)))


Hand: TypeAlias = tuple[()]
"""What a seat holds unseen by others: nothing."""


class Records:
    """How the positions of one game are written: the names of its seats and companies."""

    def __init__(self, names: Sequence[str], table: Table) -> None:
        self._names = names
        self._table = table

    def dump(self, position: Position) -> dict[str, Plain]:
        """The position as plain data; of shares what there is, and nothing of those without."""
        names, turn = self._names, position.turn
        return {
            "to_move": self._name(position.mover),
            "order": [names[seat] for seat in position.order],
            "first": self._name(position.first),
            "turn": None if turn is None else turn._asdict(),
            "turns": position.turns,
            "seats": {names[n]: self._dump_seat(seat) for n, seat in enumerate(position.seats)},
            "bank": {
                "cash": position.bank_cash,
                "emptied": position.emptied,
                "shares": self._by_code(position.bank_shares),
            },
            "drawn": dict(position.drawn),
        }

    def load(self, plain: Mapping[str, Plain]) -> Position:
        """The position that was dumped; raises KeyError or ValueError on anything else."""
        bank, turn = plain["bank"], plain["turn"]
        return Position(
            seats=tuple(self._load_seat(plain["seats"][name]) for name in self._names),
            bank_cash=bank["cash"],
            bank_shares=self._shares(bank["shares"]),
            order=tuple(self._names.index(name) for name in plain["order"]),
            mover=self._seat(plain["to_move"]),
            first=self._seat(plain["first"]),
            turn=None if turn is None else Turn(**turn),
            turns=plain["turns"],
            emptied=bank["emptied"],
            drawn=plain["drawn"],
        )

    def _name(self, seat: int | None) -> str | None:
        return None if seat is None else self._names[seat]

    def _seat(self, name: str | None) -> int | None:
        return None if name is None else self._names.index(name)

    def _by_code(self, shares: Sequence[int]) -> dict[str, int]:
        named = zip(self._table.codes, shares, strict=True)
        return {code: count for code, count in named if count}

    def _shares(self, plain: Mapping[str, int]) -> tuple[int, ...]:
        if unknown := set(plain) - set(self._table.codes):
            raise KeyError(*sorted(unknown))
        return tuple(plain.get(code, 0) for code in self._table.codes)

    def _dump_seat(self, seat: Seat) -> dict[str, Plain]:
        plain = {
            "cash": seat.cash,
            "square": seat.square,
            "shares": self._by_code(seat.shares),
            "options": dict(zip(KINDS, seat.options, strict=True)),
            "bids": seat.bids,
        }
        kinds = [KINDS[kind] for kind in seat.forfeits]
        return {**plain, "forfeits": kinds} if kinds else plain

    def _load_seat(self, plain: Mapping[str, Plain]) -> Seat:
        return Seat(
            cash=plain["cash"],
            shares=self._shares(plain["shares"]),
            square=plain["square"],
            options=tuple(plain["options"][kind] for kind in KINDS),
            bids=plain["bids"],
            forfeits=tuple(KINDS.index(kind) for kind in plain.get("forfeits", ())),
        )
