"""How a letter would be read: what `pbm read` tells."""

import os
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from pbm.core.failure import Failure, Wrong
from pbm.core.tell import Message, Tongue, Value
from pbm.core.token import Token
from pbm.office.house import House
from pbm.office.languages import tongue
from pbm.office.opened import open_letter
from pbm.office.reception import Reception
from pbm.office.trust import Doorkeeper, Opinion
from pbm.post.letter import Letter
from pbm.post.reading import read
from pbm.store.home import find_home


@dataclass(frozen=True, slots=True)
class Told:
    """A letter as it would be read, and whether its sender would be believed."""

    letter: Letter
    token: Token | None
    seat: str
    trust: Message

    def plain(self) -> dict[str, Any]:
        """What `--json` prints."""
        letter = self.letter
        return {
            "class": str(letter.kind),
            "sender": letter.sender,
            "trust": tongue("en").say(self.trust),
            "token": str(self.token or (letter.tokens[0] if letter.tokens else "")) or None,
            "game": self.token.game if self.token else None,
            "seat": self.seat or None,
            "lines": [line.text for line in letter.lines],
            "dropped": [{"why": dropped.why, "text": dropped.text} for dropped in letter.dropped],
            "problems": list(letter.problems),
        }

    def lines(self, speech: Tongue) -> Sequence[str]:
        """The same for people."""
        plain = self.plain()
        rows = [
            speech.say(Message("class: {value}", {"value": plain["class"]})),
            speech.say(Message("sender: {value}", {"value": plain["sender"] or "?"})),
            speech.say(Message("trust: {value}", {"value": self.trust})),
            speech.say(Message("token: {value}", {"value": plain["token"] or "-"})),
            speech.say(Message("game: {value}", {"value": plain["game"] or "-"})),
            speech.say(Message("seat: {value}", {"value": self.seat or "-"})),
            speech.say(Message("own lines:")),
            *(f"  {line}" for line in plain["lines"]),
            speech.say(Message("dropped:")),
            *(f"  {each['why']}: {each['text']!r}" for each in plain["dropped"]),
        ]
        if plain["problems"]:
            problems = ", ".join(plain["problems"])
            rows.append(speech.say(Message("problems: {value}", {"value": problems})))
        return rows


def explain(option: str | None, raw: bytes) -> Told:
    """How this house, or any house where there is none here, would read the letter."""
    try:
        home = find_home(option, os.environ)
    except Wrong:
        if option:
            raise
        letter = read(raw)
        return Told(letter, None, "", Message("unknown: this is no game master's folder"))
    house = House(home)
    letter = open_letter(house, raw)
    reception = Reception(house, _ignore)
    token = reception.token(letter)
    doorkeeper = Doorkeeper(house, remember=False)
    if token is None:
        if not (letter.sender and home.players.at(letter.sender)):
            return Told(letter, None, "", Message("no token; a stranger"))
        opinion = doorkeeper.opinion(letter, raw, None)
        bare = Message("no token; a player") if opinion.trusted else _told(opinion)
        return Told(letter, None, "", bare)
    try:
        desk = house.desk(home.ledger(token.game, lenient=True), public=True)
    except Failure as failure:  # a damaged game: the letter can still be told of
        waits = Message("not known: {reason}", {"reason": failure.what})
        return Told(letter, token, "", waits)
    if token.seat > len(desk.game.seats):
        return Told(letter, None, "", Message("no token; a player"))
    reader = house.reader(desk, token.seat - 1)
    return Told(letter, token, reader.name, _told(doorkeeper.opinion(letter, raw, reader)))


def _told(opinion: Opinion) -> Message:
    """Whether a letter is trusted, and why."""
    reason: dict[str, Value] = {"reason": opinion.why}
    if opinion.later:
        return Message("not known yet: {reason}", reason)
    if opinion.trusted:
        return Message("trusted: {reason}", reason)
    return Message("held: {reason}", reason)


def _ignore(failure: Failure) -> None:
    """Reading a letter changes nothing and troubles nobody."""
    del failure
