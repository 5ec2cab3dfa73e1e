"""Hands of cards: the order of play by lot, the deal, and whether a card is held."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from pbm.core.chance import Chance
from pbm.core.contract import Fact
from pbm.core.market.cards import Decks, Hand, Play
from pbm.core.market.moves import BUY, SELL, Move, Trade
from pbm.core.market.position import Position
from pbm.core.problem import Kind, Problem


class Lot(NamedTuple):
    """The order of play as seat numbers, and the draws that made it."""

    order: list[int]
    drawn: list[Fact]


def draw_lot(chance: Chance, count: int, *, drawn: bool) -> Lot:
    """The order of play of so many seats: drawn, or as they stand."""
    seats = list(range(count))
    if not drawn:
        return Lot(seats, [])
    order = chance.shuffled("lot", seats)
    return Lot(order, [{"for": "lot", "n": 0, "of": count, "drawn": [n + 1 for n in order]}])


def deal(decks: Decks, sizes: Mapping[str, int], seat: int, chance: Chance) -> Hand:
    """The cards dealt to a seat: the top of each shuffled deck, seat by seat."""
    return tuple(
        card
        for deck, size in sizes.items()
        for card in chance.shuffled(deck, decks.cards[deck])[size * seat : size * (seat + 1)]
    )


def unplayed(decks: Decks, dealt: Hand, played: Iterable[str]) -> Hand:
    """What is left of a hand after the cards with these codes were played, in the decks' order."""
    left = Counter(card.code for card in dealt)
    left.subtract(played)
    return tuple(card for card in decks.copies for _ in range(left[card.code]))


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
    if sum([seat.played.count(card.code) for seat in state.seats]) < decks.copies[card]:
        return []
    return [Problem(Kind.NOT_ALLOWED, "all-played", move.card_place, rule)]


def trade_examples(moves: Sequence[Move], stocks: int) -> Iterator[Move]:
    """The moves with all of a stock sold before the card, and as much bought after it."""
    for move in moves:
        for stock in range(stocks):
            yield Move((Trade(SELL, None, stock),), move.play, ())
        for stock in range(stocks):
            yield Move((), move.play, (Trade(BUY, None, stock),))
