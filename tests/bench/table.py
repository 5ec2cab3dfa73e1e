"""The table that the benchmark prints."""

from typing import NamedTuple


class Row(NamedTuple):
    """One figure beside its floor or peer; without a goal it is only told.

    `ratio` is the figure by the other, `most` the goal for it; with `least` it is the least.
    """

    number: int
    what: str
    figure: str
    against: str
    other: str
    ratio: float | None = None
    most: float | None = None
    least: bool = False

    @property
    def met(self) -> str:
        """Whether the goal is met, as the table says it."""
        if self.ratio is None or self.most is None:
            return ""
        kept = self.ratio >= self.most if self.least else self.ratio <= self.most
        return "met" if kept else "NOT MET"

    def cells(self) -> tuple[str, ...]:
        """The row as it is printed."""
        sign = "≥" if self.least else "≤"
        return (
            str(self.number),
            self.what,
            self.figure,
            self.other,
            self.against,
            "" if self.ratio is None else f"{self.ratio:.2f}",
            "" if self.most is None else f"{sign} {self.most:g}",
            self.met,
        )


HEAD = ("goal", "what", "figure", "other", "floor or peer", "ratio", "goal", "")
_WIDTHS = (4, 52, 11, 11, 46, 5, 6, 7)
_RIGHT = {0, 2, 3, 5}


def line(cells: tuple[str, ...]) -> str:
    """One line of the table."""
    padded = (
        cell.rjust(width) if n in _RIGHT else cell.ljust(width)
        for n, (cell, width) in enumerate(zip(cells, _WIDTHS, strict=True))
    )
    return "  ".join(padded).rstrip()


def ms(seconds: float) -> str:
    """A duration in milliseconds."""
    return f"{seconds * 1000:.2f} ms"


def compared(
    number: int, what: str, seconds: float, against: str, other: float, most: float | None = None
) -> Row:
    """The row for two durations."""
    return Row(number, what, ms(seconds), against, ms(other), seconds / other, most)
