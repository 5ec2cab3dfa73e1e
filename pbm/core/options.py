"""Options of a game: chosen words out of tables, every wrong one named."""

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from pbm.core.contract import Plain
from pbm.core.problem import Kind, Place, Problem

BY_LOT: Final[Mapping[str, Sequence[str]]] = {"order": ("lot", "given")}
"""The option that every game knows: seats are drawn by lot, or taken as they are named."""

DEALT: Final[Mapping[str, Sequence[str]]] = {"deal": ("sealed", "table")}
"""The option of games with hands: pbm deals from its sealed seed, or people deal at home."""


class Chosen(NamedTuple):
    """The words that hold for every option with a table, and all that was wrong."""

    words: Mapping[str, str]
    problems: list[Problem]


def choose(
    given: Mapping[str, Plain], choices: Mapping[str, Sequence[str]], others: Sequence[str] = ()
) -> Chosen:
    """What was chosen; the first choice is the default. `others` are options without a table."""
    known = (*others, *choices)
    problems = [
        wrong("unknown-option", "", name, known=", ".join(known))
        for name in given
        if name not in known
    ]
    words = {name: word(given.get(name, table[0])) for name, table in choices.items()}
    problems += [
        wrong("wrong-option", "", f"{name}={words[name]}", choices=", ".join(table))
        for name, table in choices.items()
        if words[name] not in table
    ]
    return Chosen(words, problems)


def wrong_seats(seats: int, can: range, rule: str) -> list[Problem]:
    """What is wrong with the number of seats, if it is not one that can play."""
    return [] if seats in can else [wrong("seat-count", rule, "players", given=seats)]


def word(value: Plain) -> str:
    """An option's value as a small word: from the command line, or from the head of a ledger."""
    return str(value).strip().lower()


def wrong(code: str, rule: str, words: str, **values: str | int) -> Problem:
    """What is wrong with an option that was given so."""
    return Problem(Kind.NOT_ALLOWED, code, Place(1, 1, words), rule, values)
