"""The game of Daytrader: the contract of core.contract, fulfilled from this folder's parts."""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import islice
from typing import Final

from pbm.core.chance import Chance
from pbm.core.contract import Fact, Plain, Result, Step
from pbm.core.orders.moves import Orders
from pbm.core.orders.notation import Notation
from pbm.core.problem import Kind, Problem, Refusal
from pbm.core.throws import Throws
from pbm.rules.daytrader import sheet, telling, turn
from pbm.rules.daytrader.choices import asks_for_cash, asks_players, choices, is_standing
from pbm.rules.daytrader.examples import few
from pbm.rules.daytrader.instead import instead
from pbm.rules.daytrader.line import Played, play
from pbm.rules.daytrader.options import Options, throw_for_start
from pbm.rules.daytrader.printed import Board
from pbm.rules.daytrader.session import Session
from pbm.rules.daytrader.state import Records, State, opened

_NEAREST: Final = 3
"""So many lines are offered in place of words that cannot be read."""

Hand = tuple[()]
"""What is held unseen: nothing; and None where nobody's own is to be shown."""


class Daytrader:
    """One game of Daytrader with its seats and options settled."""

    view = sheet.view

    def __init__(
        self,
        seats: Sequence[str],
        language: str,
        options: Options,
        *,
        board: Board,
        notation: Notation,
    ) -> None:
        self.seats = tuple(seats)
        self.language = language
        self.settled = options
        self.options: Mapping[str, Plain] = options.plain()
        self.board = board
        self.notation = notation
        records = Records(board, self.seats)
        self.dump = records.dump
        self.load = records.load
        self.write_move = notation.write
        self.read_canonical = notation.read_canonical
        self.standing = notation.standing
        self.likeness = notation.likeness
        self.tell = telling.tell

    def opening(self, chance: Chance) -> Step:
        """Nobody on the board yet, and the order of play (D1-D3)."""
        throws = Throws(chance, {})
        order = list(range(len(self.seats)))
        facts: list[Fact] = []
        if self.settled.lot:
            order, facts = throw_for_start(self.seats, throws)
        facts.append({"fact": "order", "seats": [self.seats[n] for n in order]})
        state = opened(self.board, order)._replace(used=throws.used)
        return Step(state, facts, chance=throws.drawn)

    def prepare(self, state: State, chance: Chance) -> Step:
        """Throws, marches, squares and cards, until somebody has to decide (D90)."""
        session = self.session(state)
        throws = Throws(chance, state.used)
        turn.run(session, throws)
        return Step(session.after(throws.used), session.facts, chance=throws.drawn)

    def session(self, state: State) -> Session:
        """A session on a position."""
        return Session(self.board, self.seats, state)

    def to_move(self, state: State) -> int | None:
        """The seat that has to decide: whose turn it is, or who cannot pay a debt."""
        return state.mover

    def hand(self, state: State, seat: int, chance: Chance) -> Hand:
        """No cards: what is hidden is cash, which stands in the position (D80)."""
        del state, seat, chance
        return ()

    def legal(self, state: State, seat: int, hand: Hand | None) -> Iterator[Orders]:
        """All that a seat can do, with examples of trades, and standing orders.

        In public nothing that asks for money, for that would tell of the cash (D80).
        """
        for orders in choices(self.session(state), seat, state.task(seat)):
            hidden = hand is None and self._tells_cash(orders)
            if not hidden and self._can(state, seat, orders):
                yield orders

    def illegal(self, state: State, seat: int, orders: Orders, hand: Hand | None) -> list[Problem]:
        """All that stands against the orders, with lines that could be sent instead."""
        del hand
        return self._told(state, seat, orders, self._play(state, seat, orders)[1])

    def not_held(self, orders: Orders, hand: Hand | None) -> list[Problem]:
        """Nothing: no orders depend on a hand."""
        del orders, hand
        return []

    def apply(self, state: State, seat: int, orders: Orders, chance: Chance) -> Step:
        """The position after the orders; raises Refusal with every problem."""
        del chance
        session, played = self._play(state, seat, orders)
        if played.against:
            raise Refusal(self._told(state, seat, orders, played))
        return Step(session.after(state.used), session.facts, played.orders)

    def _can(self, state: State, seat: int, orders: Orders) -> bool:
        """Whether nothing stands against the orders."""
        return not self._play(state, seat, orders)[1].against

    def _play(self, state: State, seat: int, orders: Orders) -> tuple[Session, Played]:
        """The orders played through on a session of their own."""
        session = self.session(state)
        task = state.task(seat)
        if problem := self._out_of_turn(state, seat, orders):
            return session, Played(orders, [(None, problem)])
        return session, play(session, seat, orders, None if is_standing(orders) else task)

    def _out_of_turn(self, state: State, seat: int, orders: Orders) -> Problem | None:
        """What to say to a seat that has nothing to decide, or when the game is over (D94)."""
        place = orders.items[0][0].place
        if state.winner is not None:
            return Problem(Kind.NOT_ALLOWED, "over", place, "D32")
        if state.task(seat) is None and not is_standing(orders):
            mover = self.seats[state.pending[0].seat]
            return Problem(Kind.NOT_ALLOWED, "not-your-turn", place, "D94", {"seat": mover})
        return None

    def _told(self, state: State, seat: int, orders: Orders, played: Played) -> list[Problem]:
        """What stands against orders; the first problem of each item names what could be sent.

        Lines that ask for cash would tell of it, so they are for its owner alone (D80).
        """
        if state.task(seat) is None:
            return played.problems
        lines = choices(self.session(state), seat, state.task(seat))
        could = [line for line in lines if not asks_players(line)]
        told: list[Problem] = []
        seen: set[int | None] = set()
        for at, problem in played.against:
            if at in seen:
                told.append(problem)
                continue
            seen.add(at)
            found = instead(orders, at, could, partial(self._can, state, seat))
            own = tuple(filter(self._tells_cash, found))
            rest = tuple(line for line in found if line not in own)
            told.append(problem._replace(nearest=rest, own=own))
        return told

    def _tells_cash(self, orders: Orders) -> bool:
        """Whether a legal line tells something of cash that is hidden."""
        return asks_for_cash(orders) and not self.settled.shown

    def result(self, state: State) -> Result | None:
        """The first to retire wins (D32)."""
        return None if state.winner is None else Result((state.winner,), ())

    def balance(self, state: State) -> tuple[int, ...]:
        """All cash, the cards of each stock and every seat's tokens, which no move may change."""
        return state.balance()

    def read_move(
        self, text: str, state: State, seat: int, hand: Hand | None, language: str
    ) -> Orders:
        """The orders that the words mean, in any of the languages.

        To the seat to move a refusal names orders of several kinds that it could give.
        """
        del hand
        try:
            return self.notation.read(text, language)
        except Refusal as refusal:
            could = () if seat != state.mover else self.legal(state, seat, None)
            some = tuple(islice(few(could), _NEAREST))
            raise Refusal([each._replace(nearest=some) for each in refusal.problems]) from None
