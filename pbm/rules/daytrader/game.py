"""The game of Daytrader: the contract of core.contract, fulfilled from this folder's parts."""

from collections.abc import Iterator, Mapping, Sequence

from pbm.core.chance import Chance
from pbm.core.contract import Fact, Plain, Result, Step
from pbm.core.orders.moves import Orders
from pbm.core.orders.notation import Notation
from pbm.core.problem import Kind, Problem, Refusal
from pbm.core.throws import Throws
from pbm.rules.daytrader import sheet, telling, turn
from pbm.rules.daytrader.choices import asks_for_cash, choices
from pbm.rules.daytrader.line import Played, play
from pbm.rules.daytrader.moves import STANDING
from pbm.rules.daytrader.options import Options, throw_for_start
from pbm.rules.daytrader.printed import Board
from pbm.rules.daytrader.session import Session
from pbm.rules.daytrader.state import Records, State, opened

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
        public = hand is None and not self.settled.shown
        for orders in choices(self.session(state), seat, state.task(seat)):
            if not (public and asks_for_cash(orders)) and not self.illegal(
                state, seat, orders, hand
            ):
                yield orders

    def illegal(self, state: State, seat: int, orders: Orders, hand: Hand | None) -> list[Problem]:
        """All that stands against the orders."""
        del hand
        return self._play(state, seat, orders)[1].problems

    def apply(self, state: State, seat: int, orders: Orders, chance: Chance) -> Step:
        """The position after the orders; raises Refusal with every problem."""
        del chance
        session, played = self._play(state, seat, orders)
        if played.problems:
            raise Refusal(played.problems)
        return Step(session.after(state.used), session.facts, played.orders)

    def _play(self, state: State, seat: int, orders: Orders) -> tuple[Session, Played]:
        """The orders played through on a session of their own."""
        session = self.session(state)
        task = state.task(seat)
        if problems := self._out_of_turn(state, seat, orders):
            return session, Played(orders, problems)
        return session, play(session, seat, orders, None if _standing(orders) else task)

    def _out_of_turn(self, state: State, seat: int, orders: Orders) -> list[Problem]:
        """What to say to a seat that has nothing to decide, or when the game is over (D94)."""
        place = orders.items[0][0].place
        if state.winner is not None:
            return [Problem(Kind.NOT_ALLOWED, "over", place, "D32")]
        if state.task(seat) is None and not _standing(orders):
            mover = self.seats[state.pending[0].seat]
            return [Problem(Kind.NOT_ALLOWED, "not-your-turn", place, "D94", {"seat": mover})]
        return []

    def result(self, state: State) -> Result | None:
        """The first to retire wins (D32)."""
        if state.winner is None:
            return None
        scores = tuple(int(seat == state.winner) for seat in range(len(self.seats)))
        return Result((state.winner,), scores)

    def balance(self, state: State) -> tuple[int, ...]:
        """All cash, the cards of each stock and every seat's tokens, which no move may change."""
        return state.balance()

    def read_move(
        self, text: str, state: State, seat: int, hand: Hand | None, language: str
    ) -> Orders:
        """The orders that the words mean, in any of the languages."""
        del state, seat, hand
        return self.notation.read(text, language)


def _standing(orders: Orders) -> bool:
    """Whether there are standing orders alone."""
    return all(isinstance(order.action, STANDING) for item in orders.items for order in item)
