"""The options of a game of Broker, settled before it opens and printed on its form."""

import re
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from pbm.core.contract import Plain
from pbm.core.options import BY_LOT, DEALT, choose, word, wrong, wrong_seats
from pbm.core.problem import Problem, Refusal
from pbm.core.text import twins
from pbm.core.threefield.words import named_words

_CHOICES: Final[Mapping[str, Sequence[str]]] = {
    "key_rule": ("classic", "no_reversal", "frozen"),
    "last_one_wins": ("false", "true"),
    "split": ("false", "true"),
    **BY_LOT,
    **DEALT,
}
"""Every option with a table; the first value is the default."""

COMPANIES: Final = ("A", "B", "C", "D")
"""The companies where the option names none."""

_NAME: Final = re.compile(r"[^\W\d_]{1,20}")
_LIKE_DIGITS: Final = frozenset("oзx")
"""Letters that look like 0, 3 or ×, as small letters with one shape for look-alikes."""
_UNLIMITED: Final = "none"
_SHARES: Final = re.compile(r"[1-9][0-9]{0,5}")
SEATS: Final = range(2, 7)


class Options(NamedTuple):
    """Settled options. `supply` is how many shares of a company there are, None for any number."""

    companies: tuple[str, ...]
    supply: int | None
    key_rule: str
    last_one_wins: bool
    split: bool
    lot: bool
    sealed: bool

    def plain(self) -> dict[str, Plain]:
        """The options as the head of the ledger lists them."""
        return {
            "companies": ",".join(self.companies),
            "shares_per_company": _UNLIMITED if self.supply is None else self.supply,
            "key_rule": self.key_rule,
            "last_one_wins": self.last_one_wins,
            "split": self.split,
            "order": "lot" if self.lot else "given",
            "deal": "sealed" if self.sealed else "table",
        }


def read_options(given: Mapping[str, Plain], seats: int, supply: int) -> Options:
    """The options for so many seats; raises Refusal naming every wrong one (B1, B3, B8).

    `supply` is how many shares of a company there are by default.
    """
    chosen, problems = choose(given, _CHOICES, ["companies", "shares_per_company"])
    named = str(given.get("companies", ",".join(COMPANIES)))
    companies = tuple(name.strip() for name in named.split(","))
    shares = word(given.get("shares_per_company", supply))
    problems += _wrong_companies(companies, named)
    if shares != _UNLIMITED and not _SHARES.fullmatch(shares):
        problems.append(wrong("wrong-supply", "B8", shares))
    problems += wrong_seats(seats, SEATS, "B1")
    if problems:
        raise Refusal(problems)
    return Options(
        companies=companies,
        supply=None if shares == _UNLIMITED else int(shares),
        key_rule=chosen["key_rule"],
        last_one_wins=chosen["last_one_wins"] == "true",
        split=chosen["split"] == "true",
        lot=chosen["order"] == "lot",
        sealed=chosen["deal"] == "sealed",
    )


def _wrong_companies(companies: tuple[str, ...], named: str) -> list[Problem]:
    """What is wrong with the companies' names, whose first letters stand for them."""
    if len(companies) != len(COMPANIES) or not all(map(_NAME.fullmatch, companies)):
        return [wrong("wrong-companies", "B1", named, count=len(COMPANIES))]
    words = named_words(companies)
    problems = []
    letters = [twins(name[0].lower()) for name in companies]
    for name, letter in zip(companies, letters, strict=True):
        if letter in _LIKE_DIGITS or words.taken(name) or words.taken(letter):
            problems.append(wrong("company-letter", "B1", name, letter=name[0]))
        elif letters.count(letter) > 1:
            problems.append(wrong("company-twice", "B1", name, letter=name[0]))
    return problems
