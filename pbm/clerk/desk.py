"""The desk: one open game, and the one place where a player's line becomes an entry."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

from pbm.core.accounts import Unbalanced
from pbm.core.chance import Chance, Recorded, Sealed, commitment, key
from pbm.core.contract import Game, Result, Rulebook, Step
from pbm.core.failure import Failure
from pbm.core.ledger import STANDING, Entry, Head
from pbm.core.problem import Kind, Place, Problem, Refusal
from pbm.core.tell import Message, Value
from pbm.core.text import Text

AnyGame = Game[Any, Any, Any]


class Desk(NamedTuple):
    """One open game: its head, its last entry and, where the seed is at hand, its chance."""

    game: AnyGame
    rulebook: Rulebook
    head: Head
    last: Entry
    chance: Chance

    @property
    def state(self) -> Any:
        """The present position, as the game keeps it."""
        return self.game.load(self.last.state)

    @property
    def to_move(self) -> int | None:
        """The seat whose decision is waited for, from 0; None when the game is over."""
        return self.game.to_move(self.state)

    @property
    def result(self) -> Result | None:
        """How the game ended, or None."""
        return self.game.result(self.state)

    def hand(self, seat: int) -> Any | None:
        """The seat's hand; None where pbm keeps none or the seed is not here."""
        if isinstance(self.chance, Recorded):
            return None
        return self.game.hand(self.state, seat, self.chance)


class Sent(NamedTuple):
    """How a line reached pbm: the hashes of its letter, by what way, and when (RFC 3339, UTC)."""

    at: str
    via: str = "typed"
    letter: str = ""
    message: str = ""


class Taken(NamedTuple):
    """A line that was applied: the entries it makes, and its canonical form."""

    entries: tuple[Entry, ...]
    line: str


class Refused(NamedTuple):
    """A line that changed nothing, and why."""

    problems: tuple[Problem, ...]


Answer = Taken | Refused


def sit_down(rulebook: Rulebook, head: Head, last: Entry, seed: bytes | None) -> Desk:
    """The desk of a game; without its seed what it drew in public still stands in its entries."""
    game = rulebook.game(head.seats, head.options, head.language)
    chance: Chance = Recorded(last.chance) if seed is None else Sealed(key(seed))
    return Desk(game, rulebook, head, last, chance)


def open_game(
    rulebook: Rulebook,
    name: str,
    seats: Sequence[str],
    options: Mapping[str, str],
    language: str,
    seed: bytes,
    at: str,
) -> tuple[Head, Entry] | Refused:
    """The head and entry 0 of a new game, or all that is wrong with its options."""
    try:
        game = rulebook.game(seats, options, language)
    except Refusal as refusal:
        return Refused(refusal.problems)
    sealed = commitment(seed, name, game.options, seats)
    head = Head(
        game=name,
        rules=f"{rulebook.slug}/{rulebook.version}",
        options=game.options,
        seats=tuple(seats),
        language=language,
        sealed=sealed,
        opened=at,
    )
    chance = Sealed(key(seed))
    step = prepared(game, game.opening(chance), chance)
    entry = Entry(
        number=0,
        kind="opened",
        opening=0,
        at=at,
        chance=step.chance,
        facts=step.facts,
        state=game.dump(step.state),
    )
    return head, entry


def prepared(game: AnyGame, step: Step, chance: Chance) -> Step:
    """A step together with what happens by itself after it, before a seat decides."""
    ready = game.prepare(step.state, chance)
    facts, draws = [*step.facts, *ready.facts], [*step.chance, *ready.chance]
    return Step(ready.state, facts, step.move, draws)


def take(desk: Desk, seat: int, text: str, language: str, sent: Sent, seed: bytes | None) -> Answer:
    """The answer to the words of a seat: entries to append, or all that is wrong with them.

    `language` is the reader's, for lines that could be sent instead. Standing orders make an entry
    of their own kind. When the move ends the game the sealed seed is opened in a second entry.
    """

    def apply() -> Taken:
        return _apply(desk, seat, read(desk, seat, text, language), sent, seed)

    return _answered(desk, language, apply)


def _answered(desk: Desk, language: str, work: Callable[[], Taken]) -> Answer:
    """What the work takes, or why it is refused; raises Failure where the rules are at fault."""
    try:
        return work()
    except Refusal as refusal:
        return Refused(tuple(_written(desk, problem, language) for problem in refusal.problems))
    except Unbalanced as unbalanced:
        raise _stopped(desk) from unbalanced


def consider(desk: Desk, seat: int, text: str, language: str, sent: Sent) -> Answer:
    """The answer that `take` would give, without what happens by itself afterwards.

    The next throw or card is sealed until the decision is made.
    """

    def weigh() -> Taken:
        move = read(desk, seat, text, language)
        step = desk.game.apply(desk.state, seat, move, desk.chance)
        line = desk.game.write_move(step.move, desk.head.language)
        entry = _entry(desk, seat, step, line, sent, standing=desk.game.standing(line))
        return Taken((entry,), line)

    return _answered(desk, language, weigh)


def read(desk: Desk, seat: int, text: str, language: str) -> Any:
    """The move that the words mean; raises Refusal when it is unreadable or not allowed.

    What the refusal offers instead could be sent as it stands.
    """
    game, state, hand = desk.game, desk.state, desk.hand(seat)
    if game.to_move(state) is None:
        raise Refusal([Problem(Kind.NOT_ALLOWED, "over", Place(1, 1, text))])
    try:
        move = game.read_move(text, state, seat, hand, language)
        problems: Sequence[Problem] = game.illegal(state, seat, move, hand)
    except Refusal as refusal:
        problems = refusal.problems
    if problems:
        faults = partial(_faults, game, state, seat, language)
        raise Refusal([told for each in problems for told in _sendable(each, faults, text)])
    return move


def _sendable(
    problem: Problem, faults: Callable[[Any], Sequence[Problem]], text: str
) -> list[Problem]:
    """The problem without those offers that the rules refuse, whatever the hand.

    Where they refuse all of them, it is told beside it what stands against the first. `text` is
    what the player wrote.
    """
    found = [faults(offer) for offer in problem.nearest]
    if all(found) and found:
        others = [
            fault._replace(place=_written_at(fault.place.words, text, problem), nearest=(), own=())
            for fault in found[0]
        ]
        return [problem._replace(nearest=()), *others]
    pairs = zip(problem.nearest, found, strict=True)
    return [problem._replace(nearest=tuple(offer for offer, against in pairs if not against))]


def _written_at(words: str, text: str, problem: Problem) -> Place:
    """Where words of an offer stand in the player's own; at the problem where that is not sure."""
    if text.count(words) != 1:
        return Place(problem.place.line, problem.place.column, words)
    at = text.index(words)
    return Text(text, text, range(len(text))).place(at, at + len(words))


def _faults(game: AnyGame, state: Any, seat: int, language: str, offer: Any) -> Sequence[Problem]:
    """What stands in public against an offer: a move, or a line in the reader's language."""
    try:
        if isinstance(offer, str):
            offer = game.read_move(offer, state, seat, None, language)
        return game.illegal(state, seat, offer, None)
    except Refusal as refusal:
        return refusal.problems


def _apply(desk: Desk, seat: int, move: Any, sent: Sent, seed: bytes | None) -> Taken:
    game = desk.game
    before = desk.state
    step = game.apply(before, seat, move, desk.chance)
    line = game.write_move(step.move, desk.head.language)
    standing = game.standing(line)
    if not standing:  # else the decision that waits goes on, with what was prepared for it
        step = prepared(game, step, desk.chance)
    entry = _entry(desk, seat, step, line, sent, standing=standing)
    if game.balance(step.state) != game.balance(before):
        raise Unbalanced(f"{desk.head.game}, entry {entry.number}")
    if game.result(step.state) is None or seed is None:
        return Taken((entry,), line)
    return Taken((entry, open_seal(entry, seed, sent.at)), line)


def _entry(desk: Desk, seat: int, step: Step, line: str, sent: Sent, *, standing: bool) -> Entry:
    """The entry of a step that a seat's line led to."""
    game, number = desk.game, desk.last.number + 1
    return Entry(
        number=number,
        kind=STANDING if standing else "move",
        opening=desk.last.opening if standing else number,
        seat=game.seats[seat],
        line=line,
        letter=sent.letter,
        message=sent.message,
        via=sent.via,
        at=sent.at,
        chance=list(step.chance),
        facts=list(step.facts),
        state=game.dump(step.state),
    )


def _stopped(desk: Desk) -> Failure:
    """The failure of a game whose rules are at fault: it waits, and nothing wrong is stored."""
    gaps: dict[str, Value] = {"game": desk.head.game, "entry": desk.last.number}
    return Failure(
        Message(
            "This move would create money or shares, or lose some: the rules of pbm are at fault. "
            "Nothing was stored; the game {game} stands at entry {entry}.",
            gaps,
        ),
        Message("Please report it with the game file; the game goes on when pbm is mended."),
    )


def open_seal(last: Entry, seed: bytes, at: str) -> Entry:
    """The entry that opens the seed of a game after its last move."""
    return Entry(
        number=last.number + 1,
        kind="opened_seal",
        opening=last.opening,
        at=at,
        seed=seed.hex(),
        state=last.state,
    )


def _written(desk: Desk, problem: Problem, language: str) -> Problem:
    """The problem with the moves in it written as lines of the reader's language."""

    def lines(found: Sequence[Any]) -> tuple[str, ...]:
        write = desk.game.write_move
        return tuple(each if isinstance(each, str) else write(each, language) for each in found)

    return problem._replace(nearest=lines(problem.nearest), own=lines(problem.own))


def told(desk: Desk, entries: Sequence[Entry]) -> list[Message]:
    """What the entries say happened, sentence by sentence."""
    messages = (desk.game.tell(fact) for entry in entries for fact in entry.facts)
    return [message for message in messages if message is not None]
