"""A raw mail opened as this house reads letters, with the notation of its game."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import Final, NamedTuple

from pbm.clerk.desk import Desk
from pbm.clerk.framing import judged
from pbm.clerk.orders import NOTHING, Written
from pbm.core.contract import Likeness
from pbm.core.problem import Kind as ProblemKind
from pbm.core.problem import Place, Problem
from pbm.core.token import Token, find_tokens
from pbm.office.house import House
from pbm.post.arrival import arrive
from pbm.post.forms import read_forms
from pbm.post.letter import Arrival, Kind, Letter, Seen
from pbm.post.normalise import normalise
from pbm.post.reading import read
from pbm.rules import find

TOKEN: Final = "token"  # noqa: S105 - the name of a field, no secret
"""The field of a form that holds the token."""
_SIGNED: Final = ("signature", "disclaimer")
_SHOWN: Final = 100


class Notation(NamedTuple):
    """What tells orders from chatter, and the names of the boxes in a form to fill in."""

    likeness: Callable[[str], Likeness]
    fields: Sequence[str]

    def likely(self, line: str) -> bool:
        """Whether a line looks like an order."""
        return judged(self.likeness, line)[0] is Likeness.ORDER

    def perhaps(self, line: str) -> bool:
        """Whether a line may be an order."""
        return self.likeness(line) is not Likeness.CHATTER


def of_game(desk: Desk) -> Notation:
    """The notation of one game, its own names in it."""
    return Notation(desk.game.likeness, desk.rulebook.fields)


def of_any(slugs: Iterable[str]) -> Notation:
    """What is an order in any of these games: for letters of which no more is known."""
    books = [find(slug) for slug in slugs]

    def likeness(line: str) -> Likeness:
        found = {book.likeness(line) for book in books}
        return next((kind for kind in Likeness if kind in found), Likeness.CHATTER)

    return Notation(likeness, tuple(dict.fromkeys(name for book in books for name in book.fields)))


def arrived(house: House, raw: bytes, *, cut: bool = False) -> Arrival:
    """A raw mail taken apart; its words are read by `open_letter`, once it is known whose they are.

    If it is larger than the settings allow, or was `cut` for that reason, it will have none.
    """
    settings = house.home.settings
    own = [settings.address] if settings.address else []
    return arrive(raw, own, too_large=cut or len(raw) > settings.max_size)


def open_letter(arrival: Arrival, notation: Notation) -> Letter:
    """The letter that arrived, its words and its form read as orders of this notation."""
    reader = partial(_form_fields, names=notation.fields)
    letter = read(arrival, form_reader=reader, likely=notation.likely)
    return _doubted_below(letter, notation)


def tokens_in_forms(arrival: Arrival) -> Sequence[Token]:
    """The tokens of the form among the papers; opening it is dear."""
    form = read_forms(arrival.papers, partial(_form_fields, names=())).fields or {}
    return find_tokens(form.get(TOKEN, ""))


def _form_fields(pdf: bytes, names: Sequence[str]) -> dict[str, str]:
    from pbm.paper.bounded import read_form  # noqa: PLC0415 - most letters have no form

    return read_form(pdf, [*names, TOKEN])


def _doubted_below(letter: Letter, notation: Notation) -> Letter:
    """The letter, doubted if below its signature or disclaimer stands what may be his own order.

    What history holds is another matter: our own letters have a bar before their moves.
    """
    below = (one.text for one in letter.dropped if one.why in _SIGNED)
    lines = (normalise(line) for text in below for line in text.splitlines())
    found = next(filter(notation.perhaps, lines), None)
    if found is None or "below" in letter.problems:
        return letter
    seen = (*letter.seen, Seen("below", found[:_SHOWN]))
    return letter._replace(problems=(*letter.problems, "below"), seen=seen)


def form_of_another(letter: Letter, token: Token) -> list[Problem]:
    """The problem of a filled form that was made for another decision than the token's."""
    written = (letter.form or {}).get(TOKEN, "").strip()
    line = words_of(letter).form_line()
    if not line or not written or token in find_tokens(written):
        return []
    return [Problem(ProblemKind.AMBIGUOUS, "form-of-another", Place(1, 1, line))]


def words_of(letter: Letter) -> Written:
    """The player's own words: his lines, and the fields of the form that make a line.

    The token is none of them.
    """
    fields = {name: text for name, text in (letter.form or {}).items() if name != TOKEN}
    return Written([line.text for line in letter.lines], fields)


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
    if letter.arrival.kind is Kind.UNREADABLE:
        yield letter.arrival.why
    yield from letter.doubts
    if letter.form is None and letter.arrival.kind is not Kind.UNREADABLE:
        yield from (problem for problem in letter.problems if problem == "bar")


def nothing(letter: Letter) -> Problem:
    """The problem of a letter without a move: what it brought instead, if anything."""
    code = NOTHING
    if "no-text" in letter.problems and not letter.pictured:
        code = "letter-no-text"
    elif letter.unread:
        code = "letter-picture"
    return Problem(ProblemKind.UNREADABLE, code, Place(1, 1, ""))
