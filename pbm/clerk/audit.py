"""The audit: a ledger replayed from its own words, and every state in it checked."""

import marshal
from collections.abc import Generator, Iterator, Sequence
from itertools import chain
from typing import Any, Final, NamedTuple

from pbm.clerk.desk import AnyGame, prepared
from pbm.core.chance import Chance, Recorded, Sealed, commitment, key
from pbm.core.contract import Plain, Rulebook
from pbm.core.ledger import STANDING, Entry, Head
from pbm.core.problem import Refusal
from pbm.core.tell import Message

BEGINS: Final = ("opened", "move")
"""The kinds of entries that begin a new decision, and with it new tokens."""


_BY_VALUE: Final = 2
"""The last format of marshal without references, which equal values need not share."""


class Finding(NamedTuple):
    """Something in a ledger that its own lines do not lead to."""

    entry: int
    what: Message


class Report(NamedTuple):
    """The outcome of an audit: what was found, and what could be checked.

    `opened` says that the seal is open, `hands` that the cards came from it; where people dealt
    their own, nobody can check who held what.
    """

    findings: tuple[Finding, ...]
    opened: bool
    hands: bool
    moves: int


def audit(rulebook: Rulebook, head: Head, entries: Sequence[Entry]) -> Report:
    """What a replay finds; after its first difference a ledger is not followed any further.

    Until the seal is open the throws recorded in the entries are taken as they stand and hands
    cannot be checked; afterwards the commitment, every throw and every card played are.
    """
    try:
        game = rulebook.game(head.seats, head.options, head.language)
    except Refusal as refusal:
        what = Message("the options cannot be played: {why}", {"why": str(refusal)})
        return Report((Finding(0, what),), opened=False, hands=False, moves=0)
    seed = bytes.fromhex(entries[-1].seed) if entries[-1].seed else None
    first = next(chain(_order(entries), _replay(game, head, entries, seed)), None)
    if first is not None:
        return Report((first,), opened=False, hands=False, moves=0)
    moves = sum(entry.kind == "move" for entry in entries)
    sealed = Sealed(key(seed or b""))
    hands = game.hand(game.load(entries[0].state), 0, sealed) is not None
    return Report((), seed is not None, hands, moves)


def _order(entries: Sequence[Entry]) -> Iterator[Finding]:
    """What cannot stand where it does: a game is opened once, and its seal once, at its end."""
    last = len(entries) - 1
    opening = 0
    for number, entry in enumerate(entries):
        if entry.number != number:
            yield Finding(
                number, Message("an entry of the number {n} should stand here", {"n": number})
            )
        opening = number if entry.kind in BEGINS else opening
        if entry.opening != opening:
            what = Message("its decision began with entry {n}", {"n": opening})
            yield Finding(number, what)
        if (entry.kind == "opened") != (number == 0):
            yield Finding(number, Message("a game is opened by its first entry and by no other"))
        if (entry.kind == "opened_seal") != bool(entry.seed) or (entry.seed and number != last):
            yield Finding(number, Message("the seal is opened once, by the last entry"))
        if entry.seed and (entry.seat or entry.line or entry.facts or entry.chance):
            yield Finding(number, Message("the entry that opens the seal says nothing else"))


def _replay(
    game: AnyGame, head: Head, entries: Sequence[Entry], seed: bytes | None
) -> Iterator[Finding]:
    sealed = None if seed is None else Sealed(key(seed))
    if seed is not None and head.sealed != commitment(seed, head.game, head.options, head.seats):
        yield Finding(entries[-1].number, Message("the opened seed is not the one that was sealed"))
    state: Any = None
    for number, entry in enumerate(entries):
        try:
            chance: Chance = sealed or Recorded(entry.chance)
            state = yield from _step(game, entry, state, chance, hands=sealed is not None)
        except Refusal as refusal:
            codes = ", ".join(f"{p.code} ({p.rule})" for p in refusal.problems)
            yield Finding(number, Message("the line may not be played: {why}", {"why": codes}))
        except (LookupError, TypeError, ValueError, AttributeError) as error:
            yield Finding(number, Message("it cannot be replayed: {why}", {"why": repr(error)}))
    if seed is None and game.to_move(state) is None:
        yield Finding(entries[-1].number, Message("the game is over, but its seal was not opened"))


def _step(
    game: AnyGame, entry: Entry, state: Any, chance: Chance, *, hands: bool
) -> Generator[Finding, None, Any]:
    """The state after one entry (returned), with findings where the entry says another."""
    if entry.kind == "opened_seal":
        if game.to_move(state) is not None:
            yield Finding(entry.number, Message("the seal was opened before the game was over"))
        yield from _same(entry, "state", game.dump(state), entry.state)
        return state
    if entry.kind == "opened":
        step = game.opening(chance)
    elif entry.kind in {"move", STANDING}:
        if game.standing(entry.line) != (entry.kind == STANDING):
            yield Finding(entry.number, Message("it is not of the kind that its line is of"))
        if entry.seat not in game.seats:
            what = Message("nobody of the name {seat} plays", {"seat": entry.seat or "-"})
            yield Finding(entry.number, what)
            return state
        seat = game.seats.index(entry.seat)
        move = game.read_canonical(entry.line, game.language)
        if hands and (problems := game.not_held(move, game.hand(state, seat, chance))):
            raise Refusal(problems)
        step = game.apply(state, seat, move, chance)
    else:
        what = Message("this pbm does not know entries of the kind {kind}", {"kind": entry.kind})
        yield Finding(entry.number, what)
        return state
    if step.move is not None:
        yield from _same(entry, "line", game.write_move(step.move, game.language), entry.line)
    if entry.kind != STANDING:
        step = prepared(game, step, chance)
    yield from _same(entry, "chance", list(step.chance), entry.chance)
    yield from _same(entry, "facts", list(step.facts), entry.facts)
    yield from _same(entry, "state", game.dump(step.state), entry.state)
    return step.state


def _same(entry: Entry, path: str, replayed: Plain, recorded: Plain) -> Iterator[Finding]:
    """A finding for the first place where the replay and the record differ."""
    if _words(replayed) == _words(recorded):
        return
    differences = _differences(path, replayed, recorded)
    where, ours, theirs = next(differences, (path, replayed, recorded))
    yield Finding(
        entry.number,
        Message(
            "{path} is {recorded} in the ledger and {replayed} when replayed",
            {"path": where, "recorded": str(theirs), "replayed": str(ours)},
        ),
    )


def _words(plain: Plain) -> bytes:
    """Plain data as bytes that differ where its JSON would (1 is not true), written sooner."""
    return marshal.dumps(plain, _BY_VALUE)


def _differences(path: str, ours: Plain, theirs: Plain) -> Iterator[tuple[str, Plain, Plain]]:
    """Every leaf where two plain values differ, with its path."""
    if isinstance(ours, dict) and isinstance(theirs, dict):
        for name in dict.fromkeys([*ours, *theirs]):
            yield from _differences(f"{path}.{name}", ours.get(name), theirs.get(name))
    elif isinstance(ours, list) and isinstance(theirs, list) and len(ours) == len(theirs):
        for n, pair in enumerate(zip(ours, theirs, strict=True)):
            yield from _differences(f"{path}[{n}]", *pair)
    elif repr(ours) != repr(theirs):
        yield path, ours, theirs
