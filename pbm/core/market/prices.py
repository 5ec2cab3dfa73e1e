"""The price board: a scale with a floor and a ceiling, and how figures move a marker on it."""

from typing import NamedTuple

from pbm.core.contract import Plain
from pbm.core.market.cards import DOUBLE, HALVE


class Shift(NamedTuple):
    """Where a marker goes from where, and how far the unbounded price lies beyond the board."""

    old: int
    price: int
    above: int
    below: int


class PriceBoard:
    """The scale, and every shift on it, worked out once: `shifts[figure][price]`.

    A half between two steps goes to the step below, with `round_up` to the one above.
    """

    __slots__ = ("high", "low", "shifts", "start", "step")

    def __init__(self, table: Plain, figures: frozenset[str], *, round_up: bool) -> None:
        self.low: int = table["low"]
        self.high: int = table["high"]
        self.step: int = table["step"]
        self.start: int = table["start"]
        scale = range(self.low, self.high + 1, self.step)
        self.shifts = {
            figure: {price: self._shift(price, figure, round_up) for price in scale}
            for figure in figures
        }

    def _shift(self, price: int, figure: str, round_up: bool) -> Shift:  # noqa: FBT001
        unbounded = self._unbounded(price, figure, round_up)
        marker = min(max(unbounded, self.low), self.high)
        return Shift(price, marker, max(0, unbounded - self.high), max(0, self.low - unbounded))

    def _unbounded(self, price: int, figure: str, round_up: bool) -> int:  # noqa: FBT001
        if figure == DOUBLE:
            return price * 2
        if figure != HALVE:
            return price + int(figure)
        half = price // 2
        between = half % self.step
        # A fall below the board is not rounded: it is the fall that may have to be paid for.
        if not between or half < self.low:
            return half
        return half - between + (self.step if round_up else 0)
