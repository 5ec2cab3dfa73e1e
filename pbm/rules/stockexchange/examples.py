"""A few orders that are legal now, with what they do."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final

from pbm.core.market.sheet import listed
from pbm.core.tell import N_, Message
from pbm.core.telling import told
from pbm.rules.stockexchange.actions import is_standing
from pbm.rules.stockexchange.telling import filled

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pbm.core.orders.moves import Orders
    from pbm.rules.stockexchange.game import StockExchange
    from pbm.rules.stockexchange.position import Position

_A_KIND: Final = 3
"""So many examples of one kind at most."""

_MEANINGS: Final = {
    "chose": N_("begin with {shares}"),
    "bought": N_("buy {shares} at {each}"),
    "seized": N_("take {shares} at {each} from {owner}"),
    "sold": N_("sell {shares} at {each}"),
    "raised": N_("sell {shares} at {each} to pay"),
    "paid": N_("pay {money}"),
    "took-options": N_("buy {cards}"),
    "took-bids": N_("buy {cards}"),
    "will-forfeit": N_("give up in this order at Start: {kinds}"),
    "passed": N_("do nothing"),
}


def examples(game: StockExchange, state: Position, language: str) -> Iterator[tuple[Message, str]]:
    """Lines of several kinds that the seat to move could send, with what they do."""
    for orders in some(game, state, _A_KIND):
        yield _meaning(game, state, orders), game.write_move(orders, language)


def some(game: StockExchange, state: Position, most: int) -> Iterator[Orders]:
    """Orders that the seat to move could give, so many of a kind at most; one standing order."""
    assert state.mover is not None  # noqa: S101 - examples are for the seat to move
    shown: Counter[object] = Counter()
    holds_options = any(state.seats[state.mover].options)
    for orders in game.legal(state, state.mover, None):
        action = orders.items[0][0].action
        kind = type(action), getattr(action, "card", None)
        shown[kind] += 1
        if shown[kind] <= (holds_options if is_standing(orders) else most):
            yield orders


def _meaning(game: StockExchange, state: Position, orders: Orders) -> Message:
    """What orders do, in words."""
    facts = game.trial(state, orders)
    parts = [
        told(fact, _MEANINGS, filled(fact, game.table))
        for fact in facts
        if fact["fact"] in _MEANINGS
    ]
    return listed(parts)
