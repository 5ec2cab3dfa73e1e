"""The audit: a ledger replayed from its own words, and every state in it checked."""

from collections.abc import Generator, Iterator, Sequence
from typing import Any, NamedTuple

from pbm.clerk.desk import AnyGame
from pbm.core.chance import Chance, Recorded, Sealed, commitment, key
from pbm.core.contract import Plain, Rulebook
from pbm.core.ledger import Entry, Head
from pbm.core.problem import Refusal
from pbm.core.tell import Message


class Finding(NamedTuple):
    """Something in a ledger that its own lines do not lead to."""

    entry: int
    what: Message


class Report(NamedTuple):
    """The outcome of an audit: what was found, and whether hands could be checked yet."""

    findings: tuple[Finding, ...]
    opened: bool
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
        return Report((Finding(0, what),), opened=False, moves=0)
    seed = next((bytes.fromhex(entry.seed) for entry in entries if entry.seed), None)
    findings = _replay(game, head, entries, seed)
    first = next(findings, None)
    moves = sum(entry.kind == "move" for entry in entries)
    return Report(() if first is None else (first,), seed is not None, moves)


def _replay(
    game: AnyGame, head: Head, entries: Sequence[Entry], seed: bytes | None
) -> Iterator[Finding]:
    sealed = None if seed is None else Sealed(key(seed))
    if seed is not None and head.sealed != commitment(seed, head.game, head.options, head.seats):
        yield Finding(entries[-1].number, Message("the opened seed is not the one that was sealed"))
    state: Any = None
    for number, entry in enumerate(entries):
        if entry.number != number:
            yield Finding(entry.number, Message("entry {n} should stand here", {"n": number}))
        chance: Chance = sealed or Recorded(entry.chance)
        try:
            state = yield from _step(game, entry, state, chance, hands=sealed is not None)
        except Refusal as refusal:
            codes = ", ".join(f"{p.code} ({p.rule})" for p in refusal.problems)
            yield Finding(number, Message("the line may not be played: {why}", {"why": codes}))
        except (LookupError, TypeError, ValueError) as error:
            yield Finding(number, Message("it cannot be replayed: {why}", {"why": repr(error)}))


def _step(
    game: AnyGame, entry: Entry, state: Any, chance: Chance, *, hands: bool
) -> Generator[Finding, None, Any]:
    """The state after one entry (returned), with findings where the entry says another."""
    if entry.kind == "opened_seal":
        yield from _same(entry, "state", game.dump(state), entry.state)
        return state
    if entry.kind == "opened":
        step = game.opening(chance)
    elif entry.kind == "move":
        seat = game.seats.index(entry.seat or "")
        move = game.read_canonical(entry.line, game.language)
        if hands and (problems := game.illegal(state, seat, move, game.hand(state, seat, chance))):
            raise Refusal(problems)
        step = game.apply(state, seat, move, chance)
    else:
        what = Message("this pbm does not know entries of the kind {kind}", {"kind": entry.kind})
        yield Finding(entry.number, what)
        return state
    prepared = game.prepare(step.state, chance)
    yield from _same(entry, "chance", [*step.chance, *prepared.chance], entry.chance)
    yield from _same(entry, "facts", [*step.facts, *prepared.facts], entry.facts)
    yield from _same(entry, "state", game.dump(prepared.state), entry.state)
    return prepared.state


def _same(entry: Entry, path: str, replayed: Plain, recorded: Plain) -> Iterator[Finding]:
    """A finding for the first place where the replay and the record differ."""
    if replayed == recorded:
        return
    where, ours, theirs = next(_differences(path, replayed, recorded))
    yield Finding(
        entry.number,
        Message(
            "{path} is {recorded} in the ledger and {replayed} when replayed",
            {"path": where, "recorded": str(theirs), "replayed": str(ours)},
        ),
    )


def _differences(path: str, ours: Plain, theirs: Plain) -> Iterator[tuple[str, Plain, Plain]]:
    """Every leaf where two plain values differ, with its path."""
    if isinstance(ours, dict) and isinstance(theirs, dict):
        for name in dict.fromkeys([*ours, *theirs]):
            yield from _differences(f"{path}.{name}", ours.get(name), theirs.get(name))
    elif isinstance(ours, list) and isinstance(theirs, list) and len(ours) == len(theirs):
        for n, pair in enumerate(zip(ours, theirs, strict=True)):
            yield from _differences(f"{path}[{n}]", *pair)
    elif ours != theirs:
        yield path, ours, theirs
