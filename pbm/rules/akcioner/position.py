"""A position of Акционер, and the same as plain data for the ledger (A7)."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from pbm.core.contract import Plain
from pbm.rules.akcioner.cards import COLOURS


class Seat(NamedTuple):
    """What a player has: cash, shares by colour, cards left by deck, cards played.

    `out` is a broke player who is passed over for good (A43).
    """

    cash: int
    shares: tuple[int, ...]
    big: int
    small: int
    played: tuple[str, ...] = ()
    out: bool = False

    @property
    def cards(self) -> int:
        """Cards left in the hand."""
        return self.big + self.small

    def capital(self, prices: Iterable[int]) -> int:
        """Cash and shares at these prices (A42)."""
        return self.cash + sum(map(int.__mul__, self.shares, prices))


class Position(NamedTuple):
    """All that goes on: prices by colour, seats in the head's order, the bank's side of it all.

    `order` is the order of play as seat numbers, `mover` the seat to move or None at the end.
    The bank's cash and shares are what it took less what it gave.
    """

    prices: tuple[int, ...]
    seats: tuple[Seat, ...]
    bank_cash: int
    bank_shares: tuple[int, ...]
    order: tuple[int, ...]
    mover: int | None

    def playing(self) -> list[Seat]:
        """The seats that still play."""
        return [seat for seat in self.seats if not seat.out]

    def last_cards(self) -> bool:
        """Whether everybody who plays has at most one card left, so that trade rests (A40)."""
        return all(seat.big + seat.small <= 1 or seat.out for seat in self.seats)

    def balance(self) -> tuple[int, ...]:
        """Cash and shares of each colour in the whole world; no move changes any of them."""
        shares = zip(self.bank_shares, *(seat.shares for seat in self.seats), strict=True)
        cash = self.bank_cash + sum(seat.cash for seat in self.seats)
        return (cash, *map(sum, shares))


def dump(position: Position, names: Sequence[str]) -> dict[str, Plain]:
    """The position as plain data."""
    mover = position.mover
    return {
        "to_move": None if mover is None else names[mover],
        "order": [names[seat] for seat in position.order],
        "prices": _by_colour(position.prices),
        "seats": {names[n]: _dump_seat(seat) for n, seat in enumerate(position.seats)},
        "bank": {"cash": position.bank_cash, "shares": _by_colour(position.bank_shares)},
    }


def load(plain: Mapping[str, Plain], names: Sequence[str]) -> Position:
    """The position that was dumped; raises KeyError or ValueError on anything else."""
    mover = plain["to_move"]
    return Position(
        prices=_colours(plain["prices"]),
        seats=tuple(_load_seat(plain["seats"][name]) for name in names),
        bank_cash=plain["bank"]["cash"],
        bank_shares=_colours(plain["bank"]["shares"]),
        order=tuple(names.index(name) for name in plain["order"]),
        mover=None if mover is None else names.index(mover),
    )


def _by_colour(values: Sequence[int]) -> dict[str, int]:
    return dict(zip(COLOURS, values, strict=True))


def _colours(plain: Mapping[str, int]) -> tuple[int, ...]:
    return tuple(plain[colour] for colour in COLOURS)


def _dump_seat(seat: Seat) -> dict[str, Plain]:
    plain = {
        "cash": seat.cash,
        "shares": _by_colour(seat.shares),
        "cards": {"big": seat.big, "small": seat.small},
        "played": list(seat.played),
    }
    return {**plain, "out": True} if seat.out else plain


def _load_seat(plain: Mapping[str, Plain]) -> Seat:
    return Seat(
        cash=plain["cash"],
        shares=_colours(plain["shares"]),
        big=plain["cards"]["big"],
        small=plain["cards"]["small"],
        played=tuple(plain["played"]),
        out=plain.get("out", False),
    )
