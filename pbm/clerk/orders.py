"""Orders: which lines of a letter are meant for the game, and what is answered to them."""

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from pbm.clerk.chatter import PART, UNMEANT, asks, unsure
from pbm.clerk.desk import Answer, Desk, Refused, Sent, read, take
from pbm.clerk.framing import judged
from pbm.core.contract import Likeness
from pbm.core.problem import Kind, Place, Problem, Refusal
from pbm.core.text import clean

NOTHING: Final = "nothing"
"""The problem of a letter in which no line is an order."""
_FEW: Final = 2
"""So few words that nearly look like a move are a mistyped one, and no sentence."""
_EMPTY: Final = ("-", "--", "0", "нет", "ничего", "няма", "нищо", "no", "none", "nothing")
"""What people write into a box to say that they leave it empty."""


class Written(NamedTuple):
    """A player's own words: the lines of his letter, and the fields of the form he filled in."""

    lines: Sequence[str]
    fields: Mapping[str, str] = {}

    def form_line(self) -> str:
        """The line that the filled fields make; empty if nothing was filled in."""
        filled = [_filled(text.strip()) for text in self.fields.values()]
        return " | ".join(filled) if any(filled) else ""


def _filled(text: str) -> str:
    """What a box of a form holds, if it is not nothing in words."""
    return "" if clean(text).clean.strip(" .!") in _EMPTY else text


def orders(
    desk: Desk, lines: Sequence[str], *, with_form: bool = False
) -> tuple[str, list[Problem]]:
    """The lines that are orders, chatter blanked out, and a problem for every doubtful line.

    Line breaks are kept, so that a place in the orders is a place in the lines. What else is said
    matters where there is a move, be it in a form that came with the letter.
    """
    found = [judged(desk.game.likeness, line) for line in lines]
    kinds = [kind for kind, _ in found]
    doubtful = {at: PART for at, kind in enumerate(kinds) if kind is Likeness.DOUBTFUL}
    if with_form or Likeness.ORDER in kinds:
        doubtful |= dict(unsure(lines, kinds))
    problems = [
        Problem(Kind.AMBIGUOUS, code, Place(at + 1, 1, lines[at].strip()))
        for at, code in sorted(doubtful.items())
    ]
    kept = [line if kind is Likeness.ORDER else "" for kind, line in found]
    return "\n".join(kept).rstrip(), problems


def answer(
    desk: Desk, seat: int, written: Written, language: str, sent: Sent, seed: bytes | None
) -> Answer:
    """The answer to a letter of the seat to move, or to standing orders of any other.

    It is taken whole, or nothing of it is.
    """
    form_line = written.form_line()
    text, doubtful = orders(desk, written.lines, with_form=bool(form_line))
    if asks(form_line):
        doubtful.append(Problem(Kind.AMBIGUOUS, UNMEANT, Place(1, 1, form_line)))
    if doubtful:
        if not text.strip() and not form_line:
            doubtful = _mistyped(desk, seat, written.lines, doubtful, language)
        return Refused(tuple(doubtful))
    if text.strip() and form_line and _differ(desk, seat, text, form_line, language):
        return Refused((Problem(Kind.AMBIGUOUS, "text-and-form", Place(1, 1, form_line)),))
    if not text.strip() and not form_line:
        return Refused((Problem(Kind.UNREADABLE, NOTHING, Place(1, 1, "")),))
    if not text.strip():
        return take(desk, seat, form_line, language, sent._replace(via="form"), seed)
    return take(desk, seat, text, language, sent, seed)


def _mistyped(
    desk: Desk, seat: int, lines: Sequence[str], doubtful: list[Problem], language: str
) -> list[Problem]:
    """What is wrong with a move that stands by itself; of longer words only that they are doubtful.

    Read word by word, a whole sentence would be told to be wrong in each of its words.
    """
    at = doubtful[0].place.line - 1
    if len(doubtful) == 1 and len(lines[at].split()) <= _FEW:
        try:
            read(desk, seat, "\n" * at + lines[at], language)
        except Refusal as refusal:
            return list(refusal.problems)
    return doubtful


def standing(desk: Desk, written: Written) -> bool:
    """Whether a letter holds standing orders and nothing else, and so is good at any time."""
    text, doubtful = orders(desk, written.lines)
    said = [words for words in (text, written.form_line()) if words.strip()]
    return bool(said) and not doubtful and all(map(desk.game.standing, said))


def _differ(desk: Desk, seat: int, text: str, form_line: str, language: str) -> bool:
    """Whether the letter and the form attached to it mean different moves."""
    try:
        return bool(read(desk, seat, text, language) != read(desk, seat, form_line, language))
    except Refusal:
        return text.split() != form_line.split()
