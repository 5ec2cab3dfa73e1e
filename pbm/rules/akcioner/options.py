"""The options of a game of Акционер, settled before it opens and printed on its form."""

import re
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from pbm.core.contract import Plain
from pbm.core.options import BY_LOT, DEALT, choose, word, wrong, wrong_seats
from pbm.core.problem import Problem, Refusal

_CHOICES: Final[Mapping[str, Sequence[str]]] = {
    "rounding": ("down", "up"),
    "lock": ("raised", "bought"),
    "short_fine": ("forfeit", "debt"),
    "skip_broke": ("false", "true"),
    **BY_LOT,
    **DEALT,
}
"""Every option but the formula; the first value is the default."""

_FORMULA: Final = re.compile(r"([1-9][0-9]?)\s*\+\s*([1-9][0-9]?)")
DEFAULT_FORMULA: Final = "3+5"
SEATS: Final = range(2, 7)


class Options(NamedTuple):
    """Settled options: how many cards of each deck are dealt, and the agreed readings."""

    big: int
    small: int
    round_up: bool
    lock_all: bool
    debt: bool
    skip_broke: bool
    lot: bool
    sealed: bool

    def plain(self) -> dict[str, Plain]:
        """The options as the head of the ledger lists them."""
        return {
            "formula": f"{self.big}+{self.small}",
            "rounding": "up" if self.round_up else "down",
            "lock": "bought" if self.lock_all else "raised",
            "short_fine": "debt" if self.debt else "forfeit",
            "skip_broke": self.skip_broke,
            "order": "lot" if self.lot else "given",
            "deal": "sealed" if self.sealed else "table",
        }


def read_options(given: Mapping[str, str], seats: int, cards: tuple[int, int, int]) -> Options:
    """The options for so many seats; raises Refusal naming every wrong one (A5, A6).

    `cards` are the sizes of the big and the small deck and how many must stay undealt in each.
    """
    formula = word(given.get("formula", DEFAULT_FORMULA))
    chosen, problems = choose(given, _CHOICES, ["formula"])
    problems += _wrong_formula(formula, seats, cards)
    problems += wrong_seats(seats, SEATS, "A6")
    if problems:
        raise Refusal(problems)
    matched = _FORMULA.fullmatch(formula)
    assert matched is not None  # noqa: S101 - a formula that does not match is a problem above
    return Options(
        big=int(matched[1]),
        small=int(matched[2]),
        round_up=chosen["rounding"] == "up",
        lock_all=chosen["lock"] == "bought",
        debt=chosen["short_fine"] == "debt",
        skip_broke=chosen["skip_broke"] == "true",
        lot=chosen["order"] == "lot",
        sealed=chosen["deal"] == "sealed",
    )


def _wrong_formula(formula: str, seats: int, cards: tuple[int, int, int]) -> list[Problem]:
    matched = _FORMULA.fullmatch(formula)
    if matched is None:
        return [wrong("wrong-formula", "A5", formula)]
    in_big, in_small, undealt = cards
    big, small = int(matched[1]), int(matched[2])
    if big * seats <= in_big - undealt and small * seats <= in_small - undealt:
        return []
    most = max((in_big - undealt) // big, 0), max((in_small - undealt) // small, 0)
    return [wrong("formula-too-big", "A5", formula, seats=seats, most=min(most), undealt=undealt)]
