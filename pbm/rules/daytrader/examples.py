"""Examples of what the seat to move could send, with what they do."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any, Final

from pbm.core.orders.moves import Order, Orders
from pbm.core.tell import Message
from pbm.rules.daytrader.choices import asks_players, either
from pbm.rules.daytrader.moves import (
    Bankrupt,
    BoomFrom,
    Buy,
    Draw,
    Lend,
    Loan,
    Pass,
    Repay,
    Retire,
    Sell,
    Work,
)
from pbm.rules.daytrader.state import RETIREMENT
from pbm.rules.daytrader.telling import cards, tokens

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from pbm.core.tell import Value
    from pbm.rules.daytrader.game import Daytrader
    from pbm.rules.daytrader.state import State

_MOST_OF_A_KIND: Final = 2


def examples(game: Daytrader, state: State, language: str) -> tuple[tuple[Message, str], ...]:
    """A few lines of each kind that are legal now.

    Whether another player could lend is left out: it depends on his cash, which may be hidden.
    """
    assert state.mover is not None  # noqa: S101 - examples are for the seat to move
    lines = game.legal(state, state.mover, ())
    shown = few((line for line in lines if not asks_players(line)), _MOST_OF_A_KIND)
    return tuple((meaning(game, line), game.write_move(line, language)) for line in shown)


def few(lines: Iterable[Orders], most: int) -> Iterator[Orders]:
    """So many lines at most that order the same kinds of things."""
    seen: Counter[tuple[type, ...]] = Counter()
    for line in lines:
        kinds = tuple(type(order.action) for item in line.items for order in item)
        seen[kinds] += 1
        if seen[kinds] <= most:
            yield line


def meaning(game: Daytrader, line: Orders) -> Message:
    """What a line does, in words."""
    items = [_either(game, item) for item in line.items]
    text = ", ".join(f"{{item{n}}}" for n in range(len(items)))
    return Message(text, {f"item{n}": item for n, item in enumerate(items)})


def _either(game: Daytrader, item: Sequence[Order]) -> Message:
    """What an order does, or its alternatives."""
    first = _means(game, item[0].action)
    if len(item) == 1:
        return first
    others = _either(game, item[1:])
    return Message("{order}; if it cannot be: {others}", {"order": first, "others": others})


def _means(game: Daytrader, action: Any) -> Message:
    """What one order does, in words."""
    values = _values(game, action)
    match action:
        case Work(source=None):
            return Message("place a token on EMP here")
        case Work():
            return Message("move the token {spot} to EMP here", values)
        case Buy(stock=stock) if stock == RETIREMENT:
            return Message("buy the retirement stock")
        case Buy():
            return Message("buy {cards}", values)
        case Sell():
            return Message("sell {cards}", values)
        case Retire():
            return Message("sell the retirement stock and win")
        case Draw():
            return Message("draw a card")
        case Pass():
            return Message("do nothing")
        case Repay():
            return Message("buy {tokens} back", values)
        case Loan():
            return Message("pledge {tokens} to the bank", values)
        case Bankrupt():
            return Message("give everything up and begin anew")
        case Lend():
            return Message("be ready to lend to {seat} on {tokens}", values)
        case BoomFrom():
            return Message("when a token must be moved, move the one on {spot}", values)
    raise TypeError(action)


def _values(game: Daytrader, action: Any) -> dict[str, Value]:
    """What fills the gaps of what an order does."""
    values: dict[str, Value] = {}
    match action:
        case Work(source=spot) | BoomFrom(spot=spot):
            values["spot"] = str(spot)
        case Buy(stock=stock, count=count) | Sell(stock=stock, count=count):
            companies = game.board.companies
            if stock is not None and stock < len(companies):
                values["cards"] = cards(companies[stock].name, count)
        case Repay(count=count) | Loan(count=count):
            values["tokens"] = tokens(count)
        case Lend(to=to, count=count):
            values |= {"seat": game.seats[to], "tokens": tokens(count)}
    return values


def with_alternatives(game: Daytrader, language: str) -> str:
    """A line that shows how alternatives are written."""
    return game.write_move(either(Retire(), Buy(RETIREMENT), Work()), language)
