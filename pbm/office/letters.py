"""The text of letters: Jinja2 templates by language, filled with what their reader may see."""

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from pbm.clerk.desk import Desk
from pbm.clerk.telling import explain
from pbm.core.ledger import Entry, digits
from pbm.core.problem import Problem
from pbm.core.tell import Message, Tongue, Value
from pbm.core.token import Token
from pbm.core.view import View
from pbm.office import plain
from pbm.office.languages import tongue
from pbm.post.marker import marker
from pbm.store.home import Home

TYPED: Final = Message("The game master typed this line in.")
_GAPS: Final = re.compile(r" *\n{3,}")


class Reader(NamedTuple):
    """Who reads a letter: a seat (from 0), the player's name, address and language."""

    seat: int
    name: str
    address: str
    language: str


class About(NamedTuple):
    """What a letter is about: a desk, and the end of its ledger with the present entry last."""

    desk: Desk
    entries: Sequence[Entry]
    club: str
    contact: str = ""


class Text(NamedTuple):
    """A letter before it is a mail."""

    subject: str
    body: str


def write(
    kind: str,
    about: About,
    reader: Reader,
    token: Token,
    view: View,
    home: Home,
    **more: Any,
) -> Text:
    """The letter of this kind for this reader, by the house's own template or the shipped one.

    `more` fills what only this kind has: `reason`, `problems`, `story`.
    """
    from pbm.office.templates import render  # noqa: PLC0415 - only a letter pays for Jinja2

    values = {**_values(about, reader, token, view), **more}
    subject, _, body = render(f"{reader.language}/{kind}.txt", values, home).partition("\n")
    return Text(f"{subject.strip()} [{token}]", _GAPS.sub("\n\n", body).strip() + "\n")


def _values(about: About, reader: Reader, token: Token, view: View) -> dict[str, Any]:
    desk = about.desk
    speech = tongue(reader.language, desk.rulebook.slug)
    mover = desk.to_move
    present = desk.last
    last_move = next((e for e in reversed(about.entries) if e.kind == "move"), None)
    return {
        "game": desk.head.game,
        "title": speech.say(desk.rulebook.title),
        "club": about.club,
        "contact": about.contact,
        "reader": reader.name,
        "seats": ", ".join(desk.game.seats),
        "entry": last_move.number if last_move else present.number,
        "move": present.number + 1,
        "present": present.number,
        "chain": digits(present.chain),
        "sealed": desk.head.sealed,
        "mine": mover == reader.seat,
        "mover": last_move.seat if last_move else "",
        "to_move": "" if mover is None else desk.game.seats[mover],
        "marker": marker(speech.say(Message("write your answer above this line")), token),
        "asked": [speech.say(each) for each in view.asked if mover == reader.seat],
        "tables": [
            {"title": speech.say(title), "text": text}
            for title, text in plain.shown(view, speech, present.behind)
        ],
        "hand": _hand(view, speech),
        "notes": [speech.say(note) for note in view.notes],
        "examples": [(speech.say(meaning), line) for meaning, line in view.examples],
        "story": story(desk, since(about.entries, reader.name), speech),
        "result": speech.say(result(desk)) if mover is None else "",
        "seed": next((entry.seed for entry in about.entries if entry.seed), ""),
    }


def _hand(view: View, speech: Tongue) -> Mapping[str, str] | None:
    if not view.hand:
        return None
    return {"title": speech.say(Message("Your cards")), "text": plain.hand(view.hand)}


def since(entries: Sequence[Entry], name: str) -> list[Entry]:
    """The entries after the reader's own last move; that move itself where it was the last."""
    told = [entry for entry in entries if entry.facts]
    own = [n for n, entry in enumerate(told) if entry.kind == "move" and entry.seat == name]
    first = own[-1] + 1 if own else 0
    return told[first:] or told[-1:]


def story(desk: Desk, entries: Sequence[Entry], speech: Tongue) -> list[dict[str, Any]]:
    """What happened, entry by entry: sentences, and lines in the reader's notation."""
    told = []
    for entry in entries:
        facts = [desk.game.tell(fact) for fact in entry.facts]
        sentences = [speech.say(fact) for fact in facts if fact is not None]
        if entry.via == "typed":
            sentences.append(speech.say(TYPED))
        if sentences:
            told.append(
                {
                    "entry": entry.number,
                    "seat": entry.seat or "",
                    "line": _line(desk, entry, speech.language),
                    "sentences": sentences,
                }
            )
    return told


def _line(desk: Desk, entry: Entry, language: str) -> str:
    """The canonical line of an entry in the reader's language."""
    if not entry.line:
        return ""
    move = desk.game.read_canonical(entry.line, desk.head.language)
    return desk.game.write_move(move, language)


def result(desk: Desk) -> Message:
    """Who won a finished game, and with what score if any."""
    ended = desk.result
    assert ended is not None  # noqa: S101 - only finished games have a result to tell
    winners = [desk.game.seats[n] for n in ended.winners]
    values: dict[str, Value] = {"winners": ", ".join(winners)}
    if not ended.scores:
        return Message("The winner is {winners}.", values)
    values["score"] = ended.scores[ended.winners[0]]
    if len(winners) == 1:
        return Message("The winner is {winners} with {score}.", values)
    return Message("{winners} share the win with {score} each.", values)


def problems(
    desk: Desk, found: Sequence[Problem], speech: Tongue, *, reveal: bool
) -> list[dict[str, Any]]:
    """What is wrong, told for its reader; lines that name cards of a hand only with `reveal`."""
    return [
        {
            "words": problem.place.words,
            "line": problem.place.line,
            "column": problem.place.column,
            "kind": str(problem.kind),
            "rule": problem.rule,
            "text": speech.say(explain(desk.rulebook, problem)),
            "nearest": list(problem.nearest + (problem.own if reveal else ())),
        }
        for problem in found
    ]
