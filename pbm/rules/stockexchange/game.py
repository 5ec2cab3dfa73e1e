"""The game of The Stock Exchange Game: the contract of core.contract, fulfilled from its parts."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from pbm.core.chance import Chance
from pbm.core.contract import Fact, Likeness, Plain, Result, Step
from pbm.core.market.hands import draw_lot
from pbm.core.orders.moves import NOWHERE, Orders
from pbm.core.orders.notation import Notation
from pbm.core.problem import Kind, Problem, Refusal
from pbm.core.tell import Message
from pbm.rules.stockexchange import ending, march, sheet, telling
from pbm.rules.stockexchange.actions import is_standing, ordered
from pbm.rules.stockexchange.dealing import settle
from pbm.rules.stockexchange.examples import some
from pbm.rules.stockexchange.notation import Guess
from pbm.rules.stockexchange.options import Options
from pbm.rules.stockexchange.position import Hand, Position, Records, Seat
from pbm.rules.stockexchange.possible import candidates
from pbm.rules.stockexchange.session import Session
from pbm.rules.stockexchange.tables import Table

_NEAREST: Final = 3
"""So many orders are offered in place of words that cannot be read."""


class StockExchange:
    """One game of The Stock Exchange Game with its seats and options settled."""

    view = sheet.view

    def __init__(
        self,
        seats: Sequence[str],
        language: str,
        options: Options,
        *,
        table: Table,
        notation: Notation,
        guess: Guess,
    ) -> None:
        self.seats = tuple(seats)
        self.language = language
        self.settled = options
        self.options: Mapping[str, Plain] = options.plain()
        self.table = table
        self.notation = notation
        self.guess = guess
        self.records = Records(self.seats, table)
        self.dump = self.records.dump
        self.load = self.records.load
        self.write_move = notation.write
        self.read_canonical = notation.read_canonical
        self.standing = notation.standing

    def opening(self, chance: Chance) -> Step:
        """Cash for everybody, all shares in the bank, and the order of play (S2, S3, S4)."""
        lot = draw_lot(chance, self.seats, drawn=self.settled.lot)
        supply = tuple(company.size.shares for company in self.table.companies)
        seat = Seat(self.table.amounts.cash, (0,) * len(supply))
        seats = (seat,) * len(self.seats)
        order = tuple(lot.order)
        position = Position(seats, self.settled.bank, supply, order, order[0])
        return Step(position, [lot.fact], chance=lot.drawn)

    def prepare(self, state: Position, chance: Chance) -> Step:
        """The throw, the march and the card of the seat to move (S5, S10, S20-S22, S50)."""
        return march.prepare(state, chance, self.seats, self.table)

    def to_move(self, state: Position) -> int | None:
        """The seat that chooses shares or deals next."""
        return state.mover

    def hand(self, state: Position, seat: int, chance: Chance) -> Hand:
        """No cards: nothing is hidden in this game."""
        del state, seat, chance
        return ()

    def legal(self, state: Position, seat: int, hand: Hand | None) -> Iterator[Orders]:
        """Orders of one item that can be given now, and the standing orders."""
        for actions in candidates(state, seat, self.table):
            orders = ordered(*actions)
            if not self.illegal(state, seat, orders, hand):
                yield orders

    def illegal(
        self, state: Position, seat: int, orders: Orders, hand: Hand | None
    ) -> list[Problem]:
        """All that stands against orders, with corrected ones where those could be given."""
        del hand
        return self._settle(state, seat, orders)[1]

    def not_held(self, orders: Orders, hand: Hand | None) -> list[Problem]:
        """Nothing: no orders depend on a hand."""
        del orders, hand
        return []

    def apply(self, state: Position, seat: int, orders: Orders, chance: Chance) -> Step:
        """The position after the orders (S70); raises Refusal with every problem."""
        del chance
        session, problems, counted = self._settle(state, seat, orders)
        if problems:
            raise Refusal(problems)
        after = session.after()
        if is_standing(orders):
            return Step(after, session.facts, counted)
        if state.first is None:
            chooses = after.to_choose()
            mover = after.order[0] if chooses is None else chooses
            return Step(after._replace(mover=mover), session.facts, counted)
        after = after._replace(turn=None, turns=state.turns + 1)
        if ending.is_over(after, self.settled):
            after = after._replace(mover=None)
            result = ending.result(after, self.table)
            return Step(after, [*session.facts, ending.over(result, self.seats)], counted)
        return Step(after._replace(mover=after.after_seat(seat)[0]), session.facts, counted)

    def _settle(
        self, state: Position, seat: int, orders: Orders
    ) -> tuple[Session, list[Problem], Orders]:
        """Orders carried out on a session: what stands against them, and with their counts."""
        session = Session(state, seat, self.seats, self.table)
        if problems := self._out_of_turn(state, seat, orders):
            return session, problems, orders
        problems, counted = settle(session, orders)
        return session, [self._mended(state, seat, problem) for problem in problems], counted

    def trial(self, state: Position, orders: Orders) -> Sequence[Fact]:
        """What orders of the seat to move would do, as facts; nothing is refused."""
        assert state.mover is not None  # noqa: S101 - somebody is to move
        return self._settle(state, state.mover, orders)[0].facts

    def _mended(self, state: Position, seat: int, problem: Problem) -> Problem:
        """The problem with those of its corrections that could be sent as they are."""

        def good(orders: Orders) -> bool:
            return not settle(Session(state, seat, self.seats, self.table), orders).problems

        return problem._replace(nearest=tuple(filter(good, problem.nearest)))

    def _out_of_turn(self, state: Position, seat: int, orders: Orders) -> list[Problem]:
        """Why a seat can give no orders now: the game is over, or another is to move (S16)."""
        place = orders.items[0][0].place if orders.items else NOWHERE
        if state.mover is None:
            return [Problem(Kind.NOT_ALLOWED, "over", place, "S60")]
        if seat == state.mover or is_standing(orders):
            return []
        values = {"seat": self.seats[state.mover]}
        return [Problem(Kind.NOT_ALLOWED, "not-your-turn", place, "S16", values)]

    def result(self, state: Position) -> Result | None:
        """The greatest assets win (S62, S63)."""
        return ending.result(state, self.table) if state.mover is None else None

    def balance(self, state: Position) -> tuple[int, ...]:
        """What no move may change: all the money, and the shares of each company (S2, S13)."""
        return state.balance()

    def likeness(self, line: str) -> Likeness:
        """How much a line looks like orders, be they for a company that is not on the board."""
        known = self.notation.likeness(line)
        return Likeness.ORDER if self.guess.counted(line) else known

    def read_move(
        self, text: str, state: Position, seat: int, hand: Hand | None, language: str
    ) -> Orders:
        """The orders that the words mean, in any of the languages.

        To the seat to move a refusal names orders of several kinds that it could give.
        """
        del hand
        try:
            return self.notation.read(text, language)
        except Refusal as refusal:
            could = tuple(some(self, state, 1))[:_NEAREST] if seat == state.mover else ()
            *others, last = refusal.problems
            raise Refusal([*others, last._replace(nearest=could)]) from None

    def tell(self, fact: Fact) -> Message | None:
        """The sentence for a fact."""
        return telling.tell(fact, self.table)
