"""The game of Акционер: the contract of core.contract, fulfilled from this folder's parts."""

from collections.abc import Iterator, Mapping, Sequence

from pbm.core.chance import Chance
from pbm.core.contract import Plain, Result, Step
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
from pbm.core.market.moves import Move
from pbm.core.market.position import Position, Records, Seat, opened
from pbm.core.market.prices import PriceBoard
from pbm.core.market.session import Session, Terms
from pbm.core.problem import Kind, Problem, Refusal
from pbm.core.threefield.notation import Notation
from pbm.rules.akcioner import sheet, telling
from pbm.rules.akcioner.ending import last_cards, pass_on
from pbm.rules.akcioner.options import Options
from pbm.rules.akcioner.telling import COLOURS
from pbm.rules.akcioner.turn import Turn

_SUPPLY = (0,) * len(COLOURS)
"""The bank begins without shares and owes those it sold."""


class Akcioner:
    """One game of Акционер with its seats and options settled."""

    view = sheet.view

    def __init__(
        self,
        seats: Sequence[str],
        language: str,
        options: Options,
        *,
        decks: Decks,
        board: PriceBoard,
        notation: Notation,
        start: tuple[int, int],
    ) -> None:
        self.seats = tuple(seats)
        self.language = language
        self.settled = options
        self.options: Mapping[str, Plain] = options.plain()
        self.decks = decks
        self.board = board
        self.notation = notation
        self.start = start
        self.terms = Terms(self.seats, COLOURS, board, "A11")
        self.records = Records(self.seats, COLOURS, tuple(decks.cards))
        self.write_move = notation.write
        self.read_canonical = notation.read_canonical
        self.likeness = notation.likeness
        self.dump = self.records.dump
        self.load = self.records.load
        self.tell = telling.tell

    def opening(self, chance: Chance) -> Step:
        """One share of each colour for everybody, and the order of play by lot (A1, A2, A6)."""
        cash, shares = self.start
        lot = draw_lot(chance, self.seats, drawn=self.settled.lot)
        prices = (self.board.start,) * len(COLOURS)
        seat = Seat((self.settled.big, self.settled.small))
        owned = cash, (shares,) * len(COLOURS)
        facts = [lot.fact]
        if self.settled.sealed:
            facts.append({"fact": "dealt", "big": self.settled.big, "small": self.settled.small})
        return Step(opened(prices, seat, owned, lot.order, _SUPPLY), facts, chance=lot.drawn)

    def prepare(self, state: Position, chance: Chance) -> Step:
        """Nothing happens by itself in a card game."""
        del chance
        return Step(state, ())

    def to_move(self, state: Position) -> int | None:
        """The seat that plays a card next."""
        return state.mover

    def dealt(self, seat: int, chance: Chance) -> Hand:
        """The cards dealt to a seat (A5)."""
        sizes = {"big": self.settled.big, "small": self.settled.small}
        return deal(self.decks, sizes, seat, chance)

    def hand(self, state: Position, seat: int, chance: Chance) -> Hand | None:
        """The seat's cards that are not played yet, sorted; None where people dealt at home."""
        if not self.settled.sealed:
            return None
        return unplayed(self.decks, self.dealt(seat, chance), state.seats[seat].played)

    def legal(self, state: Position, seat: int, hand: Hand | None) -> Iterator[Move]:
        """Every card with its choices, then trades of stage 1 and of stage 3 as examples."""
        bare = [Move((), play, ()) for play in plays_of(self.decks, hand)]
        yield from (move for move in bare if not self.illegal(state, seat, move, hand))

        def settle(move: Move) -> tuple[Session, Move]:
            return self._settle(state, seat, move)

        yield from trade_examples(bare[:1], len(COLOURS), settle)

    def illegal(self, state: Position, seat: int, move: Move, hand: Hand | None) -> list[Problem]:
        """All that stands against the move: turn, cards, trades."""
        return [*self._settle(state, seat, move)[0].problems, *self.not_held(move, hand)]

    def not_held(self, move: Move, hand: Hand | None) -> list[Problem]:
        """What the hand says against the card (A7)."""
        return [] if hand is None else not_held(self.decks, move, hand, "A7")

    def apply(self, state: Position, seat: int, move: Move, chance: Chance) -> Step:
        """The position after the move (A10); raises Refusal with every public problem."""
        del chance
        turn, counted = self._settle(state, seat, move)
        if turn.problems:
            raise Refusal(turn.problems)
        seats = turn.seats(self.decks)
        mover = pass_on(seats, turn, skip_broke=self.settled.skip_broke)
        after = turn.after(seats, mover)
        if mover is None:
            turn.facts.append(over(richest(after), self.seats))
        return Step(after, turn.facts, counted)

    def _settle(self, state: Position, seat: int, move: Move) -> tuple[Turn, Move]:
        """The move played through on accounts of its own, and the same move with its counts."""
        turn = Turn(state, seat, move, self.terms)
        turn.problems += self._out_of_place(state, seat, move)
        return turn, turn.settle(self.settled)

    def _out_of_place(self, state: Position, seat: int, move: Move) -> list[Problem]:
        """What no settling can cure: another's turn, no such card left, trade when it rests."""
        if seat != state.mover:
            return [out_of_turn(state.mover, self.seats, move.card_place, "A10")]
        problems = []
        deck = move.play.card.deck
        if not state.seats[seat].left[self.decks.numbers[deck]]:
            problems.append(Problem(Kind.NOT_ALLOWED, f"no-{deck}-left", move.card_place, "A5"))
        problems += all_played(self.decks, move, state, "A3")
        if (move.before or move.after) and last_cards(state):
            first = move.place(0 if move.before else 1)
            idle = (Move((), move.play, ()),)
            problems.append(Problem(Kind.NOT_ALLOWED, "idle", first, "A40", nearest=idle))
        return problems

    def result(self, state: Position) -> Result | None:
        """Most capital wins, equal capital shares the win (A42)."""
        return richest(state) if state.mover is None else None

    def balance(self, state: Position) -> tuple[int, ...]:
        """What no move may change: all the cash and all the shares, the bank's side included."""
        return state.balance()

    def standing(self, text: str) -> bool:
        """There are no standing orders in this game."""
        del text
        return False

    def read_move(
        self, text: str, state: Position, seat: int, hand: Hand | None, language: str
    ) -> Move:
        """The move that the words mean, in any of the languages."""
        del state, seat, hand
        return self.notation.read(text, language=language)
