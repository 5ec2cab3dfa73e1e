"""A position of Broker: what is on the market, the standing orders, the shares that were issued."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from pbm.core.contract import Plain
from pbm.core.market.position import Position, Records
from pbm.rules.broker.moves import Keep


class State(NamedTuple):
    """The market, every seat's standing orders in the order of their weight, shares issued.

    Without a limit to the supply the bank begins with no shares and owes those it sold (B8).
    """

    market: Position
    keeps: tuple[tuple[Keep, ...], ...]
    issued: tuple[int, ...]

    def balance(self) -> tuple[int, ...]:
        """All the cash, and for each company the shares that are not where they were issued."""
        cash, *shares = self.market.balance()
        return (cash, *map(int.__sub__, shares, self.issued))


def ordered(keeps: Sequence[Keep], new: Sequence[Keep]) -> tuple[Keep, ...]:
    """Standing orders with new ones: one a company, the newest has the least weight (B24)."""
    kept = {keep.stock: keep for keep in keeps}
    for keep in new:
        kept.pop(keep.stock, None)
        kept[keep.stock] = keep
    return tuple(kept.values())


def dump(state: State, records: Records, companies: Sequence[str]) -> dict[str, Plain]:
    """The position as plain data."""
    plain = records.dump(state.market)
    for held, keeps in zip(plain["seats"].values(), state.keeps, strict=True):
        if keeps:
            held["keep"] = [[companies[keep.stock], keep.most] for keep in keeps]
    plain["bank"]["issued"] = dict(zip(companies, state.issued, strict=True))
    return plain


def load(plain: Mapping[str, Plain], records: Records, companies: Sequence[str]) -> State:
    """The position that was dumped; raises KeyError or ValueError on anything else."""
    keeps = tuple(
        tuple(Keep(companies.index(name), most) for name, most in held.get("keep", ()))
        for held in plain["seats"].values()
    )
    issued = tuple(plain["bank"]["issued"][name] for name in companies)
    return State(records.load(plain), keeps, issued)
