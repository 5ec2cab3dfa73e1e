"""A raw mail opened as this house reads letters, with the notation of its games."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from typing import Final

from pbm.core.contract import Likeness, Rulebook
from pbm.core.problem import Kind as ProblemKind
from pbm.core.problem import Place, Problem
from pbm.office.house import House
from pbm.post.letter import Kind, Letter
from pbm.post.reading import read
from pbm.rules import find, slugs

TOKEN: Final = "token"  # noqa: S105 - the name of a field, no secret
"""The field of a form that holds the token."""
_EXPLAINED: Final = ("bar", "no-text")
"""Problems that are no doubts, but say why there is no move."""


@cache
def _books() -> tuple[Rulebook, ...]:
    """All games there are: letters have many lines."""
    return tuple(map(find, slugs()))


def likely(line: str) -> bool:
    """Whether a line looks like an order of any game."""
    return any(book.likeness(line) is Likeness.ORDER for book in _books())


def open_letter(house: House, raw: bytes, *, cut: bool = False) -> Letter:
    """The letter in a raw mail, read as this house reads letters.

    If it is larger than the settings allow, or `cut` for that reason, it has no lines.
    """
    address = house.home.settings.address
    letter = read(
        raw,
        own_addresses=[address] if address else [],
        form_reader=_form_fields,
        likely=likely,
    )
    cut = cut or len(raw) > house.home.settings.max_size
    if cut and letter.kind in {Kind.ORDER, Kind.EMPTY}:
        return replace(letter, kind=Kind.UNREADABLE, why="too-large", lines=(), form=None)
    return letter


def _form_fields(pdf: bytes) -> dict[str, str]:
    from pbm.paper.filled import read_fields  # noqa: PLC0415 - most letters have no form

    names = dict.fromkeys(name for book in _books() for name in book.fields)
    return read_fields(pdf, [*names, TOKEN])


def moves(letter: Letter) -> dict[str, str]:
    """The fields of a filled form that make a line; the token is none of them."""
    return {name: text for name, text in (letter.form or {}).items() if name != TOKEN}


def doubts(letter: Letter, doubtful: Sequence[Problem] = ()) -> list[Problem]:
    """What keeps the letter's words from being sure, with the words that were seen.

    Where a line of the sender's own is `doubtful`, that comes first, and what stands below the
    quotation is no reason any more.
    """
    seen = dict(reversed(letter.seen))
    reasons = dict.fromkeys(_doubtful(letter))
    if doubtful:
        reasons.pop("below", None)
    found = [
        Problem(ProblemKind.UNREADABLE, f"letter-{reason}", Place(1, 1, seen.get(reason, "")))
        for reason in reasons
    ]
    return [*doubtful, *found] if found else []


def _doubtful(letter: Letter) -> Iterator[str]:
    if letter.kind is Kind.UNREADABLE:
        yield letter.why
    yield from letter.doubts
    if letter.form is None:
        yield from (problem for problem in letter.problems if problem in _EXPLAINED)
