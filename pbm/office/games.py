"""What a game master does with games: open, move, check, show, verify."""

import re
import secrets
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from pbm.clerk import desk as clerk
from pbm.clerk.desk import Desk, Refused, Sent, Taken, open_game, sit_down, take, told
from pbm.core.chance import SEED_BYTES
from pbm.core.failure import Declined, Failure, Wrong
from pbm.core.ledger import first_entry
from pbm.core.problem import Kind, Problem
from pbm.core.tell import Message
from pbm.core.token import issue
from pbm.office import sheets
from pbm.office.effects import commit_move, key_of_entry, prepare, repair
from pbm.office.house import House, now, stamp, tail
from pbm.office.letters import result
from pbm.office.mailing import Desktop
from pbm.rules import Own, data, find
from pbm.store.players import Player, check

_ALIKE: Final = 0.85
"""How like another name one is that was meant to be it, from 0 to 1."""
_WITH_ADDRESS: Final = re.compile(r"(?P<name>[^<>]*?)\s*<(?P<address>[^<>]+)>")


class Opened(NamedTuple):
    """A game just opened."""

    desk: Desk
    without_mail: tuple[str, ...]
    mail_is_missing: bool
    """Somebody has an address, but the club has no mail yet, so no letters go out."""
    language_is_assumed: bool
    """Nobody said in which language the game is: it is in the one that it was made in."""


def new(
    house: House,
    name: str,
    rules: str,
    players: Sequence[str],
    options: Mapping[str, str],
    *,
    seed: bytes | None = None,
    language: str | None = None,
) -> Opened | Refused:
    """Open a game and let its first letters go out, or all that is wrong with its options.

    Players are names from players.yaml, `Name <address>` for somebody new, or other names for
    seats without mail.
    """
    home = house.home
    own = {
        table: Own(text, str(path)) for table, path, text in home.tables(rules.partition("/")[0])
    }
    rulebook = find(rules, own)
    with home.lock(wait=True):
        repair(home, _raise)
        if home.ledger_file(name).exists():
            raise Declined(
                Message("There is a game {name}", {"name": name}), Message("Choose another name")
            )
        people = [_player(house, text) for text in players]
        for player in people:
            check(player)
            if player.name.isdecimal():
                raise Wrong(Message("A name may not be a number: {name}.", {"name": player.name}))
        names = [player.name for player in people]
        folded = [each.casefold() for each in names]
        if twice := next((each for each in names if folded.count(each.casefold()) > 1), None):
            raise Wrong(Message("{name} cannot take two seats.", {"name": twice}))
        sealed = seed or secrets.token_bytes(SEED_BYTES)
        spoken = language or home.settings.language or rulebook.language
        opening = open_game(rulebook, name, names, options, spoken, sealed, stamp(now()))
        if isinstance(opening, Refused):
            return opening
        head, entry = opening[0]._replace(tables=data(own)), opening[1]
        for player in people:
            if player.addresses and home.players.named(player.name) is None:
                home.add_player(player)
        desk = sit_down(rulebook, head, first_entry(head, entry), sealed)
        key = key_of_entry(name, desk.last)
        prepare(home, key, Desktop(house, desk, [desk.last], now()).opened())
        home.open_game(head, entry, sealed)
        home.outbox.release(key)
    readers = house.readers(desk)
    reached = {reader.name for reader in readers if reader.address and house.by_mail}
    unreached = tuple(reader.name for reader in readers if reader.name not in reached)
    assumed = not (language or home.settings.language)
    return Opened(desk, unreached, _mute(house, desk), assumed)


def _mute(house: House, desk: Desk) -> bool:
    """Whether somebody should hear of the game by mail, and cannot."""
    return not house.by_mail and any(reader.address for reader in house.readers(desk))


def _player(house: House, text: str) -> Player:
    """The player that is meant; an address that contradicts players.yaml is refused."""
    written = _WITH_ADDRESS.fullmatch(text.strip())
    name = (written["name"] if written else text).strip()
    known = house.home.players.named(name)
    if written is None:
        return known or _without_mail(house, name)
    if known is not None and written["address"] not in known.addresses:
        raise Declined(
            Message("{name} is in players.yaml with another address.", {"name": name}),
            Message("Add the address there, or give the new player another name."),
        )
    return known or Player(name, (written["address"],))


def _without_mail(house: House, name: str) -> Player:
    """Somebody who is in no list, and plays on paper; Declined if it looks like a slip."""
    from difflib import get_close_matches  # noqa: PLC0415 - a new game alone pays for it

    home = house.home
    near = get_close_matches(name, [player.name for player in home.players.all], 1, _ALIKE)
    if near:
        raise Declined(
            Message(
                "{name} is not in players.yaml. Did you mean {near}?",
                {"name": name, "near": near[0]},
            ),
            Message(
                "Somebody else of so like a name must stand in players.yaml, with mail or not."
            ),
            str(home.players_file),
        )
    return Player(name)


def _raise(failure: Failure) -> None:
    raise failure


class Typed(NamedTuple):
    """What became of a typed line, the desk after it, and whether letters about it are missing."""

    answer: Taken | Refused
    desk: Desk
    mail_is_missing: bool = False


def move(
    house: House, name: str, line: str, *, seat: str | None = None, via: str = "typed"
) -> Typed:
    """Apply a typed line for the seat to move, and let the letters about it go out.

    Of another `seat` it can be a standing order alone.
    """
    home = house.home
    with home.lock(wait=True):
        repair(home, _raise)
        ledger = home.ledger(name, repair=True)
        desk = house.desk(ledger)
        by = _giver(house, desk, line, seat)
        sent = Sent(stamp(now()), via)
        answer = take(desk, by, line, desk.head.language, sent, house.seed(ledger))
        if isinstance(answer, Refused):
            return Typed(answer, desk)
        after = commit_move(house, ledger, desk, answer, by, None, stamp(now()))
        return Typed(answer, after, _mute(house, after))


def consider(house: House, name: str, line: str, *, seat: str | None = None) -> Typed:
    """What a typed line would do; nothing is changed, and nothing sealed comes to light."""
    ledger = house.home.ledger(name, lenient=True)
    desk = house.desk(ledger)
    sent = Sent(stamp(now()))
    answer = clerk.consider(desk, _giver(house, desk, line, seat), line, desk.head.language, sent)
    if isinstance(answer, Refused):
        return Typed(answer, desk)
    return Typed(answer, desk._replace(last=answer.entries[-1]))


def _giver(house: House, desk: Desk, line: str, seat: str | None) -> int:
    """The seat that a typed line is of: the one to move, or another that gives a standing order."""
    mover = desk.to_move
    if mover is None:
        raise Declined(
            Message("The game {game} is over; no more moves are taken.", {"game": desk.head.game})
        )
    by = house.seat(desk, seat)
    if by is None or by == mover:
        return mover
    if not desk.game.standing(line):
        raise Declined(Message("It is the turn of {seat}.", {"seat": desk.game.seats[mover]}))
    return by


def lines(house: House, name: str, seat: str | None) -> list[str]:
    """Lines that would be legal now, ready to send; without a seat what needs no hand."""
    desk = house.desk(house.home.ledger(name, lenient=True), public=seat is None)
    wanted = house.seat(desk, seat)
    mover = desk.to_move
    if mover is None:
        return []
    hand = None if wanted is None else desk.hand(wanted)
    language = desk.head.language
    moves = desk.game.legal(desk.state, mover if wanted is None else wanted, hand)
    found = list(dict.fromkeys(desk.game.write_move(move, language) for move in moves))
    if not found:
        raise Declined(
            Message("It is the turn of {seat}.", {"seat": desk.game.seats[mover]}),
        )
    return found


class Drawn(NamedTuple):
    """A form, and a file name for it."""

    pdf: bytes
    file_name: str


def form(house: House, name: str, seat: str | None) -> Drawn:
    """The form of a seat, or the public one; also of a finished game."""
    home = house.home
    ledger = home.ledger(name, lenient=True)
    desk = house.desk(ledger, public=seat is None)
    wanted = house.seat(desk, seat)
    token, mail = None, True
    language = desk.head.language
    if wanted is not None:
        reader = house.reader(desk, wanted)
        language, mail = reader.language, bool(reader.address)
        if wanted == desk.to_move:
            token = issue(home.secret, name, desk.last.opening, wanted + 1)
    past = [entry.past() for entry in tail(ledger, home.settings.history_rows)]
    view = sheets.look(desk, wanted, past, language)
    settings, forms = home.settings, home.forms
    pdf = sheets.form(desk, view, language, settings=settings, forms=forms, token=token, mail=mail)
    return Drawn(pdf, sheets.file_name(desk, wanted))


def refused(typed: Typed) -> tuple[Problem, ...]:
    """What is wrong with a typed line; nothing if it was taken."""
    return typed.answer.problems if isinstance(typed.answer, Refused) else ()


def choices(typed: Typed, *, reveal: bool) -> list[str]:
    """The lines that could be meant, if all that is wrong with a line is that it is ambiguous."""
    problems = refused(typed)
    if len(problems) != 1 or problems[0].kind is not Kind.AMBIGUOUS:
        return []
    return list(problems[0].nearest + (problems[0].own if reveal else ()))


def canonical_line(typed: Typed) -> str:
    """The line as the ledger has it."""
    return typed.answer.line if isinstance(typed.answer, Taken) else ""


def story(typed: Typed) -> list[Message]:
    """What a line that was taken did, and who is to move now."""
    entries = typed.answer.entries if isinstance(typed.answer, Taken) else ()
    return [*told(typed.desk, entries), *outlook(typed.desk)]


def outlook(desk: Desk) -> list[Message]:
    """Who is to move, or how the game ended."""
    mover = desk.to_move
    if mover is not None:
        return [Message("To move: {seat}", {"seat": desk.game.seats[mover]})]
    return [Message("The game is over."), result(desk)]
