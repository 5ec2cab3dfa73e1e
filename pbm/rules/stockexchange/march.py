"""What happens by itself before a seat decides: throws, the march, Start, cards."""

from collections.abc import Sequence
from typing import Final

from pbm.core.chance import Chance
from pbm.core.contract import Fact, Step
from pbm.core.throws import Throws
from pbm.rules.stockexchange.cards import obey
from pbm.rules.stockexchange.position import Position, Turn
from pbm.rules.stockexchange.session import Session
from pbm.rules.stockexchange.tables import KINDS, Table

_BEGINS: Final = 6
"""The throw that begins the game (S5)."""
_TRADED, _TRADITIONAL = range(len(KINDS))


def prepare(position: Position, chance: Chance, names: Sequence[str], table: Table) -> Step:
    """The throw, march and card of the seat to move; before the first turn the opening throws.

    Nothing happens while shares are chosen, and nothing twice.
    """
    if position.mover is None or position.turn or position.to_choose() is not None:
        return Step(position, ())
    throws = Throws(chance, position.drawn)
    facts: list[Fact] = []
    if position.first is None:
        first, fact = _opening_throws(position.order, throws, names)
        position = position._replace(first=first, mover=first)
        facts.append(fact)
    after, marched = _march(position, throws, names, table)
    return Step(after._replace(drawn=throws.used), [*facts, *marched], chance=throws.drawn)


def _opening_throws(order: Sequence[int], throws: Throws, names: Sequence[str]) -> tuple[int, Fact]:
    """Who throws the first six, all throwing in turn, and the throws as a fact (S5)."""
    thrown: list[list[str | int]] = []
    while not thrown or thrown[-1][1] != _BEGINS:
        thrown.append([names[order[len(thrown) % len(order)]], throws.die()])
    seat = order[(len(thrown) - 1) % len(order)]
    return seat, {"fact": "opening", "throws": thrown, "seat": names[seat]}


def _march(
    position: Position, throws: Throws, names: Sequence[str], table: Table
) -> tuple[Position, list[Fact]]:
    """The position after a throw and all that it brings, with its facts (S10, S20-S22, S50)."""
    assert position.mover is not None  # noqa: S101 - somebody throws
    session = Session(position, position.mover, names, table)
    die = throws.die()
    passed, session.square = divmod(session.square + die, len(table.squares))
    session.tell("threw", die=die, square=session.square)
    if passed:
        _start(session, lands=not session.square)
    card, owed = "", 0
    landed = table.squares[session.square].type
    if deck := table.decks.get(landed):
        drawn = deck[throws.card(landed.value, len(deck))]
        card, owed = drawn.code, obey(session, drawn)
    return session.after()._replace(turn=Turn(die, card, owed)), session.facts


def _start(session: Session, *, lands: bool) -> None:
    """Start pays, and Options cards are given up: one for passing it, two for landing (S20-S22)."""
    amounts = session.table.amounts
    money = amounts.landing if lands else amounts.passing
    session.tell("landed" if lands else "passed-start", money=money)
    session.receive(money)
    wanted = session.forfeits
    for n in range(min(2 if lands else 1, sum(session.options))):
        kind = _given_up(session.options, wanted[n : n + 1])
        session.options[kind] -= 1
        session.tell("forfeited", kind=KINDS[kind])


def _given_up(options: Sequence[int], wanted: Sequence[int]) -> int:
    """The kind of the next card to go: as ordered, else of what there are more (S22)."""
    held = [kind for kind in wanted if options[kind]]
    more_traded = options[_TRADED] > options[_TRADITIONAL]
    return held[0] if held else (_TRADED if more_traded else _TRADITIONAL)
