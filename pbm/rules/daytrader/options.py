"""The options of a game of Daytrader, and who starts it."""

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from pbm.core.contract import Fact, Plain
from pbm.core.options import BY_LOT, choose, wrong_seats
from pbm.core.problem import Refusal
from pbm.core.throws import Throws

_CHOICES: Final[Mapping[str, Sequence[str]]] = {"cash": ("own", "shown"), **BY_LOT}
"""Every option; the first value is the default."""

SEATS: Final = range(2, 7)


class Options(NamedTuple):
    """Settled options: whether everybody's cash is shown, whether the die says who starts."""

    shown: bool
    lot: bool

    def plain(self) -> dict[str, Plain]:
        """The options as the head of the ledger lists them."""
        return {
            "cash": "shown" if self.shown else "own",
            "order": "lot" if self.lot else "given",
        }


def read_options(given: Mapping[str, Plain], seats: int) -> Options:
    """The options for so many seats; raises Refusal naming every wrong one (D1, D3, D80)."""
    chosen, problems = choose(given, _CHOICES)
    problems += wrong_seats(seats, SEATS, "D1")
    if problems:
        raise Refusal(problems)
    return Options(shown=chosen["cash"] == "shown", lot=chosen["order"] == "lot")


def throw_for_start(names: Sequence[str], throws: Throws) -> tuple[list[int], list[Fact]]:
    """The order of play from the highest throw on, ties thrown again, and the throws (D3)."""
    facts: list[Fact] = []
    best = list(range(len(names)))
    while len(best) > 1:
        thrown = {seat: throws.die() for seat in best}
        facts += [
            {"fact": "throws-for-start", "seat": names[seat], "die": die}
            for seat, die in thrown.items()
        ]
        highest = max(thrown.values())
        best = [seat for seat, die in thrown.items() if die == highest]
    first = best[0]
    return [*range(first, len(names)), *range(first)], facts
