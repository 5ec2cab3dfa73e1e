"""The options of a game, settled before it opens and printed on its form."""

import re
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from pbm.core.contract import Plain
from pbm.core.options import BY_LOT, choose, word, wrong, wrong_seats
from pbm.core.problem import Refusal

_CHOICES: Final[Mapping[str, Sequence[str]]] = {"last_round": ("false", "true"), **BY_LOT}
"""Every option with a table; the first value is the default."""

_BANK: Final = 50_000
_NONE: Final = "none"
_MONEY: Final = re.compile(r"[1-9][0-9]{0,6}")
_ROUNDS: Final = re.compile(r"[1-9][0-9]{0,3}")
SEATS: Final = range(2, 7)


class Options(NamedTuple):
    """Settled options. `rounds` is how many turns everybody has at most, None for any number."""

    bank: int
    rounds: int | None
    last_round: bool
    lot: bool

    def plain(self) -> dict[str, Plain]:
        """The options as the head of the ledger lists them."""
        return {
            "bank": self.bank,
            "max_rounds": _NONE if self.rounds is None else self.rounds,
            "last_round": self.last_round,
            "order": "lot" if self.lot else "given",
        }


def read_options(given: Mapping[str, Plain], seats: int) -> Options:
    """The options for so many seats; raises Refusal naming every wrong one (S1, S2, S61)."""
    chosen, problems = choose(given, _CHOICES, ["bank", "max_rounds"])
    bank = word(given.get("bank", _BANK))
    rounds = word(given.get("max_rounds", _NONE))
    if not _MONEY.fullmatch(bank):
        problems.append(wrong("wrong-bank", "S2", bank))
    if rounds != _NONE and not _ROUNDS.fullmatch(rounds):
        problems.append(wrong("wrong-rounds", "S61", rounds))
    problems += wrong_seats(seats, SEATS, "S1")
    if problems:
        raise Refusal(problems)
    return Options(
        bank=int(bank),
        rounds=None if rounds == _NONE else int(rounds),
        last_round=chosen["last_round"] == "true",
        lot=chosen["order"] == "lot",
    )
