"""The game of Акционер: the contract of core.contract, fulfilled from this folder's parts."""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence

from pbm.core.accounts import BANK
from pbm.core.chance import Chance
from pbm.core.contract import Fact, Past, Plain, Result, Step
from pbm.core.problem import Kind, Problem, Refusal
from pbm.core.view import View
from pbm.rules.akcioner import position, sheet, telling
from pbm.rules.akcioner.cards import COLOURS, Card, Decks, Hand
from pbm.rules.akcioner.moves import BUY, SELL, Move, Trade
from pbm.rules.akcioner.notation import Notation
from pbm.rules.akcioner.options import Options
from pbm.rules.akcioner.position import Position, Seat
from pbm.rules.akcioner.prices import PriceBoard
from pbm.rules.akcioner.turn import Turn

_FREE = (0,) * len(COLOURS)


class Akcioner:
    """One game of Акционер with its seats and options settled."""

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
        self.cards = decks.by_code()
        self.write_move = notation.write
        self.read_canonical = notation.read_canonical
        self.tell = telling.tell

    def opening(self, chance: Chance) -> Step:
        """One share of each colour for everybody, and the order of play by lot (A1, A2, A6)."""
        cash, shares = self.start
        count = len(self.seats)
        order = list(range(count))
        drawn: list[Fact] = []
        if self.settled.lot:
            order = chance.shuffled("lot", order)
            drawn = [{"for": "lot", "n": 0, "of": count, "drawn": [n + 1 for n in order]}]
        seat = Seat(cash, (shares,) * len(COLOURS), self.settled.big, self.settled.small)
        state = Position(
            prices=(self.board.start,) * len(COLOURS),
            seats=(seat,) * count,
            bank_cash=-cash * count,
            bank_shares=(-shares * count,) * len(COLOURS),
            order=tuple(order),
            mover=order[0],
        )
        facts: list[Fact] = [{"fact": "order", "seats": [self.seats[n] for n in order]}]
        if self.settled.sealed:
            dealt = {"big": self.settled.big, "small": self.settled.small}
            facts.append({"fact": "dealt", **dealt})
        return Step(state, facts, chance=drawn)

    def prepare(self, state: Position, chance: Chance) -> Step:
        """Nothing happens by itself in a card game."""
        del chance
        return Step(state, ())

    def to_move(self, state: Position) -> int | None:
        """The seat that plays a card next."""
        return state.mover

    def dealt(self, seat: int, chance: Chance) -> Hand:
        """The cards dealt to a seat: the top of each shuffled deck, seat by seat (A5)."""
        big, small = self.settled.big, self.settled.small
        return (
            *chance.shuffled("big", self.decks.big)[big * seat : big * (seat + 1)],
            *chance.shuffled("small", self.decks.small)[small * seat : small * (seat + 1)],
        )

    def hand(self, state: Position, seat: int, chance: Chance) -> Hand | None:
        """The seat's cards that are not played yet, sorted; None where people dealt at home."""
        if not self.settled.sealed:
            return None
        left = Counter(self.dealt(seat, chance))
        left.subtract(self.cards[code] for code in state.seats[seat].played)
        return tuple(card for card in self.decks.copies for _ in range(left[card]))

    def legal(self, state: Position, seat: int, hand: Hand | None) -> Iterator[Move]:
        """Every card with its choices, then trades of stage 1 and of stage 3 as examples."""
        held = self.decks.copies if hand is None else dict.fromkeys(hand)
        plays = [play for card in held for play in self.decks.plays[card]]
        bare = [Move((), play, ()) for play in plays]
        yield from (move for move in bare if not self.illegal(state, seat, move, hand))
        for move in bare[:1]:
            for colour in range(len(COLOURS)):
                yield from self._example(
                    state, seat, Move((Trade(SELL, None, colour),), move.play, ())
                )
            for colour in range(len(COLOURS)):
                yield from self._example(
                    state, seat, Move((), move.play, (Trade(BUY, None, colour),))
                )

    def _example(self, state: Position, seat: int, move: Move) -> list[Move]:
        """The move with its trades counted, if it is legal and any trade is left in it."""
        turn, counted = self._settle(state, seat, move)
        return [counted] if not turn.problems and (counted.before or counted.after) else []

    def illegal(self, state: Position, seat: int, move: Move, hand: Hand | None) -> list[Problem]:
        """All that stands against the move: turn, cards, trades."""
        problems = self._settle(state, seat, move)[0].problems
        return problems if hand is None else [*problems, *self._not_held(move, hand)]

    def apply(self, state: Position, seat: int, move: Move, chance: Chance) -> Step:
        """The position after the move (A10); raises Refusal with every public problem."""
        del chance
        turn, counted = self._settle(state, seat, move)
        if turn.problems:
            raise Refusal(turn.problems)
        card = move.play.card
        seats = tuple(
            Seat(
                turn.accounts.cash[n],
                tuple(turn.accounts.shares[n]),
                old.big - (n == seat and card.deck == "big"),
                old.small - (n == seat and card.deck == "small"),
                (*old.played, card.code) if n == seat else old.played,
                old.out,
            )
            for n, old in enumerate(state.seats)
        )
        after = Position(
            tuple(turn.prices),
            seats,
            turn.accounts.cash[BANK],
            tuple(turn.accounts.shares[BANK]),
            state.order,
            state.mover,
        )
        return Step(self._pass_on(after, seat, turn.facts), turn.facts, counted)

    def _settle(self, state: Position, seat: int, move: Move) -> tuple[Turn, Move]:
        """The move played through on accounts of its own, and the same move with its counts."""
        turn = Turn(state, seat, self.seats, self.settled)
        turn.problems += self._out_of_place(state, seat, move)
        before = turn.trade(1, move.before, move, 0, _FREE)
        turn.play(move.play, self.board)
        first_after = len(move.before) + 1
        after = turn.trade(3, move.after, move, first_after, turn.locked(move.play))
        return turn, Move(before, move.play, after, move.places)

    def _out_of_place(self, state: Position, seat: int, move: Move) -> list[Problem]:
        """What no settling can cure: another's turn, no such card left, trade when it rests."""
        place = move.place(len(move.before))
        if seat != state.mover:
            mover = "" if state.mover is None else self.seats[state.mover]
            code = "not-your-turn" if mover else "over"
            return [Problem(Kind.NOT_ALLOWED, code, place, "A10", {"seat": mover})]
        card = move.play.card
        left = state.seats[seat].big if card.deck == "big" else state.seats[seat].small
        played = sum(other.played.count(card.code) for other in state.seats)
        problems = []
        if not left:
            problems.append(Problem(Kind.NOT_ALLOWED, f"no-{card.deck}-left", place, "A5"))
        if played >= self.decks.copies[card]:
            problems.append(Problem(Kind.NOT_ALLOWED, "all-played", place, "A3"))
        if (move.before or move.after) and state.last_cards():
            first = move.place(0 if move.before else 1)
            idle = (Move((), move.play, ()),)
            problems.append(Problem(Kind.NOT_ALLOWED, "idle", first, "A40", nearest=idle))
        return problems

    def _not_held(self, move: Move, hand: Collection[Card]) -> list[Problem]:
        """The card is not in the hand: perhaps its twin, which has the same effect, is meant."""
        play = move.play
        if play.card in hand:
            return []
        place = move.place(len(move.before))
        twins = tuple(
            Move(move.before, twin, move.after)
            for card in dict.fromkeys(hand)
            for twin in self.decks.plays[card]
            if set(twin.effects) == set(play.effects)
        )
        if twins:
            return [Problem(Kind.AMBIGUOUS, "twin", place, "A7", own=twins)]
        held = tuple(Move((), self.decks.plays[card][0], ()) for card in dict.fromkeys(hand))
        return [Problem(Kind.NOT_ALLOWED, "not-held", place, "A7", own=held)]

    def _pass_on(self, state: Position, seat: int, facts: list[Fact]) -> Position:
        """The position with the next player to move, or none at the end (A41, A43)."""
        order = state.order
        at = order.index(seat)
        cheapest = min(state.prices)
        seats = list(state.seats)
        mover = None
        for turn in range(1, len(order) + 1):
            n = order[(at + turn) % len(order)]
            if seats[n].out or not seats[n].cards:
                continue
            if self.settled.skip_broke and not any(seats[n].shares) and seats[n].cash < cheapest:
                seats[n] = seats[n]._replace(out=True)
                facts.append({"fact": "out", "seat": self.seats[n]})
                continue
            mover = n
            break
        if self.settled.skip_broke and sum(not each.out for each in seats) <= 1:
            mover = None
        ended = state._replace(seats=tuple(seats), mover=mover)
        if mover is None:
            facts.append(self._over(ended))
        return ended

    def _over(self, state: Position) -> Fact:
        result = self.result(state)
        assert result is not None  # noqa: S101 - nobody is to move, so there is a result
        return {
            "fact": "over",
            "winners": [self.seats[n] for n in result.winners],
            "capital": dict(zip(self.seats, result.scores, strict=True)),
        }

    def result(self, state: Position) -> Result | None:
        """Most capital wins, equal capital shares the win (A42)."""
        if state.mover is not None:
            return None
        scores = tuple(seat.capital(state.prices) for seat in state.seats)
        most = max(scores)
        return Result(tuple(n for n, score in enumerate(scores) if score == most), scores)

    def balance(self, state: Position) -> tuple[int, ...]:
        """What no move may change: all the cash and all the shares, the bank's side included."""
        return state.balance()

    def view(
        self,
        state: Position,
        seat: int | None,
        hand: Hand | None,
        past: Sequence[Past],
        language: str,
    ) -> View:
        """The board, everybody's holdings, the history, and the seat's own hand (A7)."""
        return sheet.view(self, state, seat, hand, past, language)

    def read_move(
        self, text: str, state: Position, seat: int, hand: Hand | None, language: str
    ) -> Move:
        """The move that the words mean, in any of the languages."""
        del state, seat, hand
        return self.notation.read(text, language=language)

    def dump(self, state: Position) -> dict[str, Plain]:
        """The position as plain data."""
        return position.dump(state, self.seats)

    def load(self, plain: Mapping[str, Plain]) -> Position:
        """The position that was dumped."""
        return position.load(plain, self.seats)
