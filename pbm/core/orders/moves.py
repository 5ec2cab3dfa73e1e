"""Orders as they are meant: items in the order written, each with its alternatives."""

from dataclasses import dataclass, field
from typing import Any, Final

from pbm.core.problem import Place

NOWHERE: Final = Place(1, 1, "")


@dataclass(frozen=True, slots=True)
class Order:
    """One order: what is to be done, as the game means it, and where it was written."""

    action: Any
    place: Place = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class Orders:
    """The orders of one letter; of each item the first alternative that can be done counts."""

    items: tuple[tuple[Order, ...], ...]
