"""Refusals: what is wrong with a line, where, by which rule, and what could be sent instead."""

from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import Any, NamedTuple

from pbm.core.tell import Value


class Kind(StrEnum):
    """The three ways in which words can fail to be a move."""

    UNREADABLE = "unreadable"
    NOT_ALLOWED = "not-allowed"
    AMBIGUOUS = "ambiguous"


class Place(NamedTuple):
    """The player's own words and where they stand; lines and columns count from 1."""

    line: int
    column: int
    words: str


class Problem(NamedTuple):
    """One thing wrong with a player's words.

    `code` names the sentence that the game tells it with, `values` fill that sentence (what
    was wanted, what was available), `rule` is the number in the game's rules, `nearest` are
    whole lines that could be sent instead, or moves that the clerk writes in the reader's
    language. `own` are such lines, too, but they name cards of the hand, so they are shown to
    its owner alone; `veiled` is then the code of what everybody else is told.
    """

    kind: Kind
    code: str
    place: Place
    rule: str = ""
    values: Mapping[str, Value] = {}
    nearest: tuple[Any, ...] = ()
    own: tuple[Any, ...] = ()
    veiled: str = ""


class Refusal(Exception):  # noqa: N818 - a refusal is an answer, not an error of the program
    """Raised by rules and notation; turned into an answer by the clerk and nowhere else."""

    def __init__(self, problems: Sequence[Problem]) -> None:
        self.problems = tuple(problems)
        super().__init__("; ".join(f"{p.code} {p.place.words!r}" for p in self.problems))
