"""A raw mail opened as this house reads letters, with the notation of its games."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from typing import Final

from pbm.clerk.orders import Written
from pbm.core.contract import Likeness, Rulebook
from pbm.core.problem import Kind as ProblemKind
from pbm.core.problem import Place, Problem
from pbm.core.token import Token, find_tokens
from pbm.office.house import House
from pbm.post.letter import Kind, Letter, Seen
from pbm.post.normalise import normalise
from pbm.post.reading import read
from pbm.rules import find, slugs

TOKEN: Final = "token"  # noqa: S105 - the name of a field, no secret
"""The field of a form that holds the token."""
_EXPLAINED: Final = ("bar", "no-text")
"""Problems that are no doubts, but say why there is no move."""
_SIGNED: Final = ("signature", "disclaimer")
_SHOWN: Final = 100


@cache
def _books() -> tuple[Rulebook, ...]:
    """All games there are: letters have many lines."""
    return tuple(map(find, slugs()))


def likely(line: str) -> bool:
    """Whether a line looks like an order of any game."""
    return any(book.likeness(line) is Likeness.ORDER for book in _books())


def open_letter(house: House, raw: bytes, *, cut: bool = False, forms: bool = True) -> Letter:
    """The letter in a raw mail, read as this house reads letters.

    If it is larger than the settings allow, or `cut` for that reason, it has no lines. Reading
    `forms` is dear; whose letters are worth it is known when the rest has been read.
    """
    address = house.home.settings.address
    cut = cut or len(raw) > house.home.settings.max_size
    letter = read(
        raw,
        own_addresses=[address] if address else [],
        form_reader=_form_fields if forms and not cut else None,
        likely=likely,
    )
    letter = _doubted_below(letter)
    if cut and letter.kind in {Kind.ORDER, Kind.EMPTY}:
        return replace(letter, kind=Kind.UNREADABLE, why="too-large", lines=(), form=None)
    return letter


def _form_fields(pdf: bytes) -> dict[str, str]:
    from pbm.paper.bounded import read_form  # noqa: PLC0415 - most letters have no form

    names = dict.fromkeys(name for book in _books() for name in book.fields)
    return read_form(pdf, [*names, TOKEN])


def _doubted_below(letter: Letter) -> Letter:
    """The letter, doubted if below its signature or disclaimer stands what may be his own order.

    What history holds is another matter: our own letters have a bar before their moves.
    """
    below = (one.text for one in letter.dropped if one.why in _SIGNED)
    lines = (normalise(line) for text in below for line in text.splitlines())
    found = next((line for line in lines if _perhaps(line)), None)
    if found is None or "below" in letter.problems:
        return letter
    seen = (*letter.seen, Seen("below", found[:_SHOWN]))
    return replace(letter, problems=(*letter.problems, "below"), seen=seen)


def _perhaps(line: str) -> bool:
    """Whether a line may be an order of any game."""
    return any(book.likeness(line) is not Likeness.CHATTER for book in _books())


def form_of_another(letter: Letter, token: Token) -> list[Problem]:
    """The problem of a filled form that was made for another decision than the token's."""
    written = (letter.form or {}).get(TOKEN, "").strip()
    line = Written((), moves(letter)).form_line()
    if not line or not written or token in find_tokens(written):
        return []
    return [Problem(ProblemKind.AMBIGUOUS, "form-of-another", Place(1, 1, line))]


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
    if letter.form is None and letter.kind is not Kind.UNREADABLE:
        yield from (problem for problem in letter.problems if problem in _EXPLAINED)
