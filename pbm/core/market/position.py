"""A position on the market: what everybody owns, and the same as plain data for the ledger."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from pbm.core.accounts import BANK
from pbm.core.contract import Plain


class Seat(NamedTuple):
    """A player's cards: how many are left by deck, and which were played.

    `out` is a player who is passed over for good.
    """

    left: tuple[int, ...]
    played: tuple[str, ...] = ()
    out: bool = False


class Position(NamedTuple):
    """All that goes on: prices by stock, accounts, the seats in the head's order.

    `cash` and `shares` (by stock) are of each seat and, last, of the BANK, which has what it began
    with and took less what it gave. `order` is the order of play as seat numbers, `mover` the seat
    to move or None at the end.
    """

    prices: tuple[int, ...]
    cash: tuple[int, ...]
    shares: tuple[tuple[int, ...], ...]
    seats: tuple[Seat, ...]
    order: tuple[int, ...]
    mover: int | None

    def cards_left(self) -> int:
        """How many cards are still to be played."""
        return sum(sum(seat.left) for seat in self.seats if not seat.out)

    def balance(self) -> tuple[int, ...]:
        """Cash and shares of each stock in the whole world."""
        return (sum(self.cash), *map(sum, zip(*self.shares, strict=True)))

    def capital(self, seat: int) -> int:
        """A seat's cash and shares at the present prices."""
        return self.cash[seat] + sum(map(int.__mul__, self.shares[seat], self.prices))

    def after_seat(self, seat: int) -> tuple[int, ...]:
        """The seats in the order of play, from the one after this round to this one itself."""
        at = self.order.index(seat) + 1
        return self.order[at:] + self.order[:at]


def opened(
    prices: Sequence[int],
    seat: Seat,
    owned: tuple[int, Sequence[int]],
    order: Sequence[int],
    supply: Sequence[int],
) -> Position:
    """The first position: every seat as this one, the bank with the rest of a supply of shares.

    `owned` are the cash and the shares by stock that each begins with.
    """
    count = len(order)
    cash, shares = owned[0], tuple(owned[1])
    bank = tuple(whole - count * held for whole, held in zip(supply, shares, strict=True))
    return Position(
        prices=tuple(prices),
        cash=(*(cash,) * count, -cash * count),
        shares=(*(shares,) * count, bank),
        seats=(seat,) * count,
        order=tuple(order),
        mover=order[0],
    )


class Records:
    """How the positions of one game are written: the names of its seats, stocks and decks."""

    def __init__(self, names: Sequence[str], stocks: Sequence[str], decks: Sequence[str]) -> None:
        self._names = names
        self._stocks = stocks
        self._decks = decks

    def dump(self, position: Position) -> dict[str, Plain]:
        """The position as plain data."""
        names, mover = self._names, position.mover
        return {
            "to_move": None if mover is None else names[mover],
            "order": [names[seat] for seat in position.order],
            "prices": self._by_stock(position.prices),
            "seats": {name: self._dump_seat(position, n) for n, name in enumerate(names)},
            "bank": {
                "cash": position.cash[BANK],
                "shares": self._by_stock(position.shares[BANK]),
            },
        }

    def load(self, plain: Mapping[str, Plain]) -> Position:
        """The position that was dumped; raises KeyError or ValueError on anything else."""
        mover = plain["to_move"]
        seats = [plain["seats"][name] for name in self._names]
        accounts = [*seats, plain["bank"]]
        return Position(
            prices=self._stocks_of(plain["prices"]),
            cash=tuple(account["cash"] for account in accounts),
            shares=tuple(self._stocks_of(account["shares"]) for account in accounts),
            seats=tuple(self._load_seat(seat) for seat in seats),
            order=tuple(self._names.index(name) for name in plain["order"]),
            mover=None if mover is None else self._names.index(mover),
        )

    def _by_stock(self, values: Sequence[int]) -> dict[str, int]:
        return dict(zip(self._stocks, values, strict=True))

    def _stocks_of(self, plain: Mapping[str, int]) -> tuple[int, ...]:
        return tuple(plain[stock] for stock in self._stocks)

    def _dump_seat(self, position: Position, number: int) -> dict[str, Plain]:
        seat = position.seats[number]
        plain = {
            "cash": position.cash[number],
            "shares": self._by_stock(position.shares[number]),
            "cards": dict(zip(self._decks, seat.left, strict=True)),
            "played": list(seat.played),
        }
        return {**plain, "out": True} if seat.out else plain

    def _load_seat(self, plain: Mapping[str, Plain]) -> Seat:
        return Seat(
            left=tuple(plain["cards"][deck] for deck in self._decks),
            played=tuple(plain["played"]),
            out=plain.get("out", False),
        )
