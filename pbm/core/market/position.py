"""A position on the market: what everybody owns, and the same as plain data for the ledger."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple, Self

from pbm.core.accounts import BANK, Accounts
from pbm.core.contract import Plain
from pbm.core.market.cards import Card


class Seat(NamedTuple):
    """What a player has: cash, shares by stock, cards left by deck, cards played.

    `out` is a player who is passed over for good.
    """

    cash: int
    shares: tuple[int, ...]
    left: tuple[int, ...]
    played: tuple[str, ...] = ()
    out: bool = False

    def capital(self, prices: Iterable[int]) -> int:
        """Cash and shares at these prices."""
        return self.cash + sum(map(int.__mul__, self.shares, prices))


class Position(NamedTuple):
    """All that goes on: prices by stock, seats in the head's order, the bank's side of it all.

    `order` is the order of play as seat numbers, `mover` the seat to move or None at the end.
    The bank's cash and shares are what it began with and took less what it gave.
    """

    prices: tuple[int, ...]
    seats: tuple[Seat, ...]
    bank_cash: int
    bank_shares: tuple[int, ...]
    order: tuple[int, ...]
    mover: int | None

    def cards_left(self) -> int:
        """How many cards are still to be played."""
        return sum(sum(seat.left) for seat in self.seats if not seat.out)

    def balance(self) -> tuple[int, ...]:
        """Cash and shares of each stock in the whole world."""
        owned = [(cash, *shares) for cash, shares, _, _, _ in self.seats]
        return tuple(map(sum, zip((self.bank_cash, *self.bank_shares), *owned, strict=True)))

    def after(
        self, accounts: Accounts, prices: Sequence[int], seats: Sequence[Seat], mover: int | None
    ) -> Self:
        """The position with these seats and the next to move, the bank's side by the accounts."""
        cash, shares = accounts.cash[BANK], tuple(accounts.shares[BANK])
        return type(self)(tuple(prices), tuple(seats), cash, shares, self.order, mover)

    def accounts(self, mover: int) -> Accounts:
        """Accounts of everybody and the bank, to settle a seat's move on."""
        cash, shares = [], []
        for held in self.seats:
            cash.append(held.cash)
            shares.append(held.shares)
        return Accounts([*cash, self.bank_cash], [*shares, self.bank_shares], mover)

    def after_seat(self, seat: int) -> tuple[int, ...]:
        """The seats in the order of play, from the one after this round to this one itself."""
        at = self.order.index(seat) + 1
        return self.order[at:] + self.order[:at]


def opened(
    prices: Sequence[int],
    seat: Seat,
    order: Sequence[int],
    supply: Sequence[int],
) -> Position:
    """The first position: every seat as this one, the bank with the rest of a supply of shares."""
    count = len(order)
    bank = tuple(whole - count * held for whole, held in zip(supply, seat.shares, strict=True))
    seats = (seat,) * count
    return Position(tuple(prices), seats, -seat.cash * count, bank, tuple(order), order[0])


def settled(before: Position, accounts: Accounts, card: Card, deck: int) -> list[Seat]:
    """The seats with what they own after the mover has played a card of a deck (by its number)."""
    cash, shares = accounts.cash, accounts.shares
    seats = list(before.seats)
    for n, (had, held, left, played, out) in enumerate(before.seats):
        if n == accounts.mover:
            fewer = (*left[:deck], left[deck] - 1, *left[deck + 1 :])
            seats[n] = Seat(cash[n], tuple(shares[n]), fewer, (*played, card.code), out)
        elif cash[n] != had or shares[n] is not held:
            seats[n] = Seat(cash[n], tuple(shares[n]), left, played, out)
    return seats


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
            "seats": {names[n]: self._dump_seat(seat) for n, seat in enumerate(position.seats)},
            "bank": {
                "cash": position.bank_cash,
                "shares": self._by_stock(position.bank_shares),
            },
        }

    def load(self, plain: Mapping[str, Plain]) -> Position:
        """The position that was dumped; raises KeyError or ValueError on anything else."""
        mover = plain["to_move"]
        return Position(
            prices=self._stocks_of(plain["prices"]),
            seats=tuple(self._load_seat(plain["seats"][name]) for name in self._names),
            bank_cash=plain["bank"]["cash"],
            bank_shares=self._stocks_of(plain["bank"]["shares"]),
            order=tuple(self._names.index(name) for name in plain["order"]),
            mover=None if mover is None else self._names.index(mover),
        )

    def _by_stock(self, values: Sequence[int]) -> dict[str, int]:
        return dict(zip(self._stocks, values, strict=True))

    def _stocks_of(self, plain: Mapping[str, int]) -> tuple[int, ...]:
        return tuple(plain[stock] for stock in self._stocks)

    def _dump_seat(self, seat: Seat) -> dict[str, Plain]:
        plain = {
            "cash": seat.cash,
            "shares": self._by_stock(seat.shares),
            "cards": dict(zip(self._decks, seat.left, strict=True)),
            "played": list(seat.played),
        }
        return {**plain, "out": True} if seat.out else plain

    def _load_seat(self, plain: Mapping[str, Plain]) -> Seat:
        return Seat(
            cash=plain["cash"],
            shares=self._stocks_of(plain["shares"]),
            left=tuple(plain["cards"][deck] for deck in self._decks),
            played=tuple(plain["played"]),
            out=plain.get("out", False),
        )
