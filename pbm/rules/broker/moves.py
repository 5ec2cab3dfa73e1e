"""A line of Broker: a move, a split, standing orders; or standing orders alone (B10, B23, B32)."""

from dataclasses import dataclass, field
from typing import NamedTuple

from pbm.core.market.moves import NOWHERE, Move
from pbm.core.problem import Place


class Keep(NamedTuple):
    """A standing order: how many shares of a company to pay for in a crash, None for all (B23)."""

    stock: int
    most: int | None


@dataclass(frozen=True, slots=True)
class Line:
    """What a player orders at once; without a move it is standing orders and nothing else."""

    move: Move | None
    split: int | None = None
    keeps: tuple[Keep, ...] = ()
    split_place: Place = field(default=NOWHERE, compare=False)
