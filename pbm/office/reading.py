"""How a letter would be read: what `pbm read` tells."""

import os
from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from typing import Any, Final, NamedTuple

from pbm.core.failure import Failure, Wrong
from pbm.core.tell import Message, Tongue, Value, counted
from pbm.core.token import Token
from pbm.office.house import House
from pbm.office.languages import tongue
from pbm.office.opened import arrived, of_any, of_game, open_letter, tokens_in_forms, words_of
from pbm.office.reception import Reception
from pbm.office.trust import Doorkeeper, Opinion
from pbm.post.arrival import arrive
from pbm.post.letter import Arrival, Dropped, Letter
from pbm.post.reading import read
from pbm.rules import slugs
from pbm.store.home import Home, find_home

_OPENING: Final = {
    "attribution", "perhaps-attribution", "separator", "header-block", "marker",
    "signature", "mobile-signature", "disclaimer", "rule",
}  # fmt: skip
"""Why something was dropped if its first line is no part of what is quoted."""


class Told(NamedTuple):
    """A letter as it would be read, and whether its sender would be believed."""

    letter: Letter
    token: Token | None
    seat: str
    trust: Message

    def plain(self, *, reveal: bool = False) -> dict[str, Any]:
        """What `--json` prints.

        Own lines are those of the letter and of a form that was filled in. The quotation of a form
        names the cards in its reader's hand, so all the words of what was dropped are there with
        `reveal` alone, else the first line where that only tells what begins there.
        """
        letter, arrival = self.letter, self.letter.arrival
        token = self.token or next(iter(arrival.tokens), None)
        return {
            "class": str(arrival.kind),
            "sender": arrival.sender,
            "trust": tongue("en").say(self.trust),
            "token": str(token) if token else None,
            "game": self.token.game if self.token else None,
            "seat": self.seat or None,
            "lines": [*(line.text for line in letter.lines), *self._of_form()],
            "dropped": [_plain(dropped, reveal=reveal) for dropped in letter.dropped],
            "problems": list(letter.problems),
        }

    def _of_form(self) -> list[str]:
        """The line that stands in a filled form, if there is one."""
        line = words_of(self.letter).form_line().strip()
        return [line] if line else []

    def lines(self, speech: Tongue, *, reveal: bool = False) -> Sequence[str]:
        """The same for people."""
        plain = self.plain(reveal=reveal)
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
            *(f"  {each['why']}: {_shown(each, speech)}" for each in plain["dropped"]),
        ]
        if plain["problems"]:
            problems = ", ".join(plain["problems"])
            rows.append(speech.say(Message("problems: {value}", {"value": problems})))
        return rows


def _plain(dropped: Dropped, *, reveal: bool) -> dict[str, Any]:
    """What was dropped as JSON data."""
    lines = dropped.text.split("\n")
    text = dropped.text if reveal else lines[0] if dropped.why in _OPENING else None
    return {"why": dropped.why, "lines": len(lines), "text": text}


def _shown(dropped: Mapping[str, Any], speech: Tongue) -> str:
    """What was dropped for people: its words as far as they are shown, and how many lines."""
    lines = speech.say(counted("{n} line", "{n} lines", dropped["lines"]))
    return lines if dropped["text"] is None else f"{dropped['text']!r} ({lines})"


def explain(option: str | None, raw: bytes) -> Told:
    """How this house, or any house where there is none here, would read the letter."""
    try:
        home = find_home(option, os.environ)
    except Wrong:
        if option:
            raise
        letter = read(arrive(raw))
        return Told(letter, None, "", Message("unknown: this is no game master's folder"))
    house = House(home)
    arrival = arrived(house, raw)
    reception = Reception(house, _ignore)
    token = reception.token(arrival.tokens) or reception.token(tokens_in_forms(arrival))
    if token is None:
        return _without_token(house, arrival, raw)
    try:
        desk = house.desk(home.ledger(token.game, lenient=True), public=True)
    except Failure as failure:  # a damaged game: the letter can still be told of
        waits = Message("not known: {reason}", {"reason": failure.what})
        return Told(open_letter(arrival, of_any(slugs())), token, "", waits)
    letter = open_letter(arrival, of_game(desk))
    if token.seat > len(desk.game.seats):
        return Told(letter, None, "", Message("no token; a player"))
    reader = house.reader(desk, token.seat - 1)
    opinion = Doorkeeper(house, remember=False).opinion(arrival, raw, reader)
    return Told(letter, token, reader.name, _told(opinion))


def _without_token(house: House, arrival: Arrival, raw: bytes) -> Told:
    """A letter of which only the sender tells by which notation it is to be read."""
    people = house.home.players.at(arrival.sender) if arrival.sender else []
    played = _played(house.home, {player.name for player in people})
    letter = open_letter(arrival, of_any(played or slugs()))
    if not people:
        return Told(letter, None, "", Message("no token; a stranger"))
    opinion = Doorkeeper(house, remember=False).opinion(arrival, raw, None)
    bare = Message("no token; a player") if opinion.trusted else _told(opinion)
    return Told(letter, None, "", bare)


def _played(home: Home, names: Collection[str]) -> set[str]:
    """The rules of the games in which somebody of these names has a seat."""
    heads = []
    for game in home.games():
        with suppress(Failure):  # a damaged game says nothing
            heads.append(home.ledger(game, lenient=True).head)
    return {head.rules.partition("/")[0] for head in heads if set(head.seats) & set(names)}


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
