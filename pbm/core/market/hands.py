"""Hands of cards: the order of play by lot, the deal, and whether a card is held."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple, TypeAlias

from pbm.core.chance import Chance
from pbm.core.contract import Fact
from pbm.core.market.cards import Decks, Hand, Play
from pbm.core.market.moves import BUY, SELL, Move, Trade
from pbm.core.market.position import Position
from pbm.core.market.session import Session
from pbm.core.problem import Kind, Place, Problem

Settle: TypeAlias = Callable[[Move], tuple[Session, Move]]
"""Plays a move through: the session that it made, and the move with its counts."""


class Lot(NamedTuple):
    """The order of play as seat numbers, the same as a fact, and the draws that made it."""

    order: list[int]
    fact: Fact
    drawn: list[Fact]


def draw_lot(chance: Chance, names: Sequence[str], *, drawn: bool) -> Lot:
    """The order of play of these seats: drawn, or as they stand."""
    count = len(names)
    order = list(range(count))
    draws: list[Fact] = []
    if drawn:
        order = chance.shuffled("lot", order)
        draws = [{"for": "lot", "n": 0, "of": count, "drawn": [n + 1 for n in order]}]
    return Lot(order, {"fact": "order", "seats": [names[n] for n in order]}, draws)


def deal(decks: Decks, sizes: Mapping[str, int], seat: int, chance: Chance) -> Hand:
    """The cards dealt to a seat: the top of each shuffled deck, seat by seat."""
    return tuple(
        card
        for deck, size in sizes.items()
        for card in chance.shuffled(deck, decks.cards[deck])[size * seat : size * (seat + 1)]
    )


def unplayed(decks: Decks, dealt: Hand, played: Iterable[str]) -> Hand:
    """What is left of a hand after the cards with these codes were played, in the decks' order."""
    gone = list(played)
    left = []
    for card in sorted(dealt, key=decks.order.__getitem__):
        if card.code in gone:
            gone.remove(card.code)
        else:
            left.append(card)
    return tuple(left)


def plays_of(decks: Decks, hand: Hand | None) -> Iterator[Play]:
    """Every play that a hand allows; without a hand every play there is."""
    for card in decks.copies if hand is None else dict.fromkeys(hand):
        yield from decks.plays[card]


def not_held(decks: Decks, move: Move, hand: Collection[object], rule: str) -> list[Problem]:
    """What to say if the card is not in the hand: perhaps its twin is meant, of the same effect."""
    play = move.play
    if play.card in hand:
        return []
    held = [card for card in decks.copies if card in hand]
    twins = tuple(
        Move(move.before, twin, move.after)
        for card in held
        for twin in decks.plays[card]
        if set(twin.effects) == set(play.effects)
    )
    if twins:
        return [
            Problem(Kind.AMBIGUOUS, "twin", move.card_place, rule, own=twins, veiled="not-held")
        ]
    own = tuple(Move((), decks.plays[card][0], ()) for card in held)
    return [Problem(Kind.NOT_ALLOWED, "not-held", move.card_place, rule, own=own)]


def all_played(decks: Decks, move: Move, state: Position, rule: str) -> list[Problem]:
    """What to say if all cards of the kind were played already, by whomever."""
    card = move.play.card
    left = decks.copies[card]
    for seat in state.seats:
        left -= seat.played.count(card.code)
    if left > 0:
        return []
    return [Problem(Kind.NOT_ALLOWED, "all-played", move.card_place, rule)]


def trade_examples(moves: Iterable[Move], stocks: int, settle: Settle) -> Iterator[Move]:
    """The moves with all of a stock sold before the card, or as much as can be bought after it.

    Each comes counted, if it is legal and any trade is left in it.
    """
    for move in moves:
        sales = [Move((Trade(SELL, None, stock),), move.play, ()) for stock in range(stocks)]
        purchases = [Move((), move.play, (Trade(BUY, None, stock),)) for stock in range(stocks)]
        for example in (*sales, *purchases):
            session, counted = settle(example)
            if not session.problems and (counted.before or counted.after):
                yield counted


def out_of_turn(mover: int | None, names: Sequence[str], place: Place, rule: str) -> Problem:
    """What to say to a seat when another is to move, or none because the game is over."""
    if mover is None:
        return Problem(Kind.NOT_ALLOWED, "over", place, rule, {"seat": ""})
    return Problem(Kind.NOT_ALLOWED, "not-your-turn", place, rule, {"seat": names[mover]})
