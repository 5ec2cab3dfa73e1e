"""The game of Broker: the contract of core.contract, fulfilled from this folder's parts."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from pbm.core.chance import Chance
from pbm.core.contract import Fact, Plain, Result, Step
from pbm.core.market.cards import Decks, Hand
from pbm.core.market.ending import over, richest
from pbm.core.market.hands import (
    all_played,
    deal,
    draw_lot,
    not_held,
    out_of_turn,
    plays_of,
    trade_examples,
    unplayed,
)
from pbm.core.market.moves import NOWHERE, Move
from pbm.core.market.position import Records, Seat, opened
from pbm.core.market.prices import PriceBoard
from pbm.core.market.session import Session, Terms
from pbm.core.problem import Kind, Problem, Refusal
from pbm.core.tell import Message
from pbm.rules.broker import sheet, telling
from pbm.rules.broker.ending import pass_on
from pbm.rules.broker.moves import Keep, Line
from pbm.rules.broker.notation import Notation
from pbm.rules.broker.options import Options
from pbm.rules.broker.state import State, dump, load, ordered
from pbm.rules.broker.turn import Turn


@dataclass(frozen=True, slots=True)
class Table:
    """What the board says: its prices, the cash at the start, cards dealt, what crashes cost."""

    prices: PriceBoard
    cash: int
    dealt: Mapping[str, int]
    crash: int
    split: int


class Broker:
    """One game of Broker with its seats and options settled."""

    view = sheet.view

    def __init__(
        self,
        seats: Sequence[str],
        language: str,
        options: Options,
        *,
        decks: Decks,
        table: Table,
        notation: Notation,
    ) -> None:
        self.seats = tuple(seats)
        self.language = language
        self.settled = options
        self.options: Mapping[str, Plain] = options.plain()
        self.decks = decks
        self.table = table
        self.notation = notation
        self.companies = options.companies
        self.terms = Terms(self.seats, self.companies, table.prices, "B11")
        self.records = Records(self.seats, self.companies, tuple(decks.cards))
        self.write_move = notation.write
        self.read_canonical = notation.read_canonical
        self.standing = notation.standing
        self.likeness = notation.likeness

    def opening(self, chance: Chance) -> Step:
        """Cash and no shares for everybody, and the order of play by lot (B1, B2, B6)."""
        lot = draw_lot(chance, self.seats, drawn=self.settled.lot)
        count = len(self.companies)
        prices = (self.table.prices.start,) * count
        seat = Seat(tuple(self.table.dealt.values()))
        supply = (self.settled.supply or 0,) * count
        facts = [lot.fact]
        if self.settled.sealed:
            facts.append({"fact": "dealt", "cards": sum(self.table.dealt.values())})
        market = opened(prices, seat, (self.table.cash, (0,) * count), lot.order, supply)
        return Step(State(market, ((),) * len(self.seats), supply), facts, chance=lot.drawn)

    def prepare(self, state: State, chance: Chance) -> Step:
        """Nothing happens by itself in a card game."""
        del chance
        return Step(state, ())

    def to_move(self, state: State) -> int | None:
        """The seat that plays a card next."""
        return state.market.mover

    def dealt(self, seat: int, chance: Chance) -> Hand:
        """The cards dealt to a seat (B3)."""
        return deal(self.decks, self.table.dealt, seat, chance)

    def hand(self, state: State, seat: int, chance: Chance) -> Hand | None:
        """The seat's cards that are not played yet, sorted; None where people dealt at home."""
        if not self.settled.sealed:
            return None
        return unplayed(self.decks, self.dealt(seat, chance), state.market.seats[seat].played)

    def legal(self, state: State, seat: int, hand: Hand | None) -> Iterator[Line]:
        """Every card with its choices, examples of trades, a split, and standing orders."""
        bare = [Move((), play, ()) for play in plays_of(self.decks, hand)]
        lines = [Line(move) for move in bare]
        splits = [Line(bare[0], split=n) for n in range(len(self.companies))] if bare else []
        yield from (line for line in (*lines, *splits) if not self.illegal(state, seat, line, hand))

        def settle(move: Move) -> tuple[Session, Move]:
            return self._settle(state, seat, Line(move))

        yield from map(Line, trade_examples(bare[:1], len(self.companies), settle))
        held = state.market.shares[seat]
        keeps = [Line(None, keeps=(Keep(n, 0),)) for n, count in enumerate(held) if count]
        yield from (line for line in keeps if not self.illegal(state, seat, line, hand))

    def illegal(self, state: State, seat: int, line: Line, hand: Hand | None) -> list[Problem]:
        """All that stands against the line: turn, cards, trades."""
        if line.move is None:
            return self._no_orders(state, seat)
        public = [_whole(problem, line) for problem in self._settle(state, seat, line)[0].problems]
        return [*public, *self.not_held(line, hand)]

    def not_held(self, line: Line, hand: Hand | None) -> list[Problem]:
        """What the hand says against the card (B7)."""
        if line.move is None or hand is None:
            return []
        return [_whole(problem, line) for problem in not_held(self.decks, line.move, hand, "B7")]

    def apply(self, state: State, seat: int, line: Line, chance: Chance) -> Step:
        """The position after the line (B10); raises Refusal with every public problem."""
        del chance
        if line.move is None:
            if problems := self._no_orders(state, seat):
                raise Refusal(problems)
            return Step(
                state._replace(keeps=_kept(state, seat, line)), self._told(seat, line), line
            )
        turn, counted = self._settle(state, seat, line)
        if turn.problems:
            raise Refusal([_whole(problem, line) for problem in turn.problems])
        seats = turn.seats(self.decks)
        mover = pass_on(seats, state.market.after_seat(seat), turn.out, last=turn.last)
        market = turn.after(seats, mover)
        facts = [*self._told(seat, line), *turn.facts]
        if mover is None:
            facts.append(over(richest(market), self.seats))
        after = State(market, _kept(state, seat, line), tuple(turn.issued))
        return Step(after, facts, replace(line, move=counted))

    def _no_orders(self, state: State, seat: int) -> list[Problem]:
        """Why a seat can give no standing order: the game is over, or it is out (B23, B26)."""
        if state.market.mover is None:
            return [Problem(Kind.NOT_ALLOWED, "over", NOWHERE, "B31", {"seat": ""})]
        if state.market.seats[seat].out:
            return [Problem(Kind.NOT_ALLOWED, "you-are-out", NOWHERE, "B26")]
        return []

    def _told(self, seat: int, line: Line) -> list[Fact]:
        """The standing orders of a line as facts; they are public (B23)."""
        return [
            {
                "fact": "keeps",
                "seat": self.seats[seat],
                "stock": self.companies[keep.stock],
                "most": keep.most,
            }
            for keep in line.keeps
        ]

    def _settle(self, before: State, seat: int, line: Line) -> tuple[Turn, Move]:
        """The line played through on accounts of its own, and its move with the counts."""
        move = line.move
        assert move is not None  # noqa: S101 - standing orders alone are not settled
        turn = Turn(before, seat, move, self.terms, self.settled)
        turn.problems += self._out_of_place(before, seat, move)
        first = turn.trade(1, move.before, 0)
        turn.play_card(_kept(before, seat, line), self.table.crash)
        if line.split is not None:
            turn.split_company(line.split, line.split_place, self.table.split)
        last = turn.trade(3, move.after, len(move.before) + 1)
        return turn, Move(first, move.play, last, move.places)

    def _out_of_place(self, before: State, seat: int, move: Move) -> list[Problem]:
        """What no settling can cure: another's turn, no such card left."""
        market = before.market
        if seat != market.mover:
            return [out_of_turn(market.mover, self.seats, move.card_place, "B11")]
        deck = move.play.card.deck
        problems = all_played(self.decks, move, market, "B4")
        if not market.seats[seat].left[self.decks.numbers[deck]]:
            values = {"deck": deck}
            problems.append(
                Problem(Kind.NOT_ALLOWED, "pile-used-up", move.card_place, "B3", values)
            )
        return problems

    def result(self, state: State) -> Result | None:
        """Most cash wins once the shares are sold, equal cash shares the win (B31)."""
        return richest(state.market) if state.market.mover is None else None

    def balance(self, state: State) -> tuple[int, ...]:
        """What no move may change: all the cash, and shares beside those that were issued."""
        return state.balance()

    def read_move(
        self, text: str, state: State, seat: int, hand: Hand | None, language: str
    ) -> Line:
        """The line that the words mean, in any of the languages."""
        del state, seat, hand
        return self.notation.read(text, language=language)

    def dump(self, state: State) -> dict[str, Plain]:
        """The position as plain data."""
        return dump(state, self.records, self.companies)

    def load(self, plain: Mapping[str, Plain]) -> State:
        """The position that was dumped."""
        return load(plain, self.records, self.companies)

    def tell(self, fact: Fact) -> Message | None:
        """The sentence for a fact."""
        return telling.tell(fact)


def _kept(before: State, seat: int, line: Line) -> tuple[tuple[Keep, ...], ...]:
    """Everybody's standing orders with those of a line (B23)."""
    if not line.keeps:
        return before.keeps
    new = ordered(before.keeps[seat], line.keeps)
    return (*before.keeps[:seat], new, *before.keeps[seat + 1 :])


def _whole(problem: Problem, line: Line) -> Problem:
    """The problem with the moves that could be sent as whole lines, all else as it was ordered."""
    lines = tuple(replace(line, move=move) for move in problem.own)
    return problem._replace(own=lines) if lines else problem
