"""Examples of what the seat to move could send, with what they do."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Any, Final

from pbm.core.orders.moves import Orders
from pbm.core.tell import Message
from pbm.rules.daytrader.choices import asks_players, either, is_standing
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
    from collections.abc import Iterable, Iterator

    from pbm.core.tell import Value
    from pbm.rules.daytrader.game import Daytrader
    from pbm.rules.daytrader.state import State

_MOST: Final = 6
"""So many lines at most are shown, and a standing order behind them."""


def examples(game: Daytrader, state: State, language: str) -> tuple[tuple[Message, str], ...]:
    """Lines of several kinds that are legal now, with what they do.

    Whether another player could lend is left out: it depends on his cash, which may be hidden.
    """
    assert state.mover is not None  # noqa: S101 - examples are for the seat to move
    lines = list(game.legal(state, state.mover, ()))
    decisions = few(line for line in lines if not (is_standing(line) or asks_players(line)))
    shown = [*islice(decisions, _MOST), *islice(filter(is_standing, lines), 1)]
    return tuple((meaning(game, line), game.write_move(line, language)) for line in shown)


def few(lines: Iterable[Orders]) -> Iterator[Orders]:
    """One line of each kind, those without alternatives."""
    seen: set[tuple[object, ...]] = set()
    for line in lines:
        kind = tuple(_kind(item[0].action) for item in line.items)
        if kind not in seen and all(len(item) == 1 for item in line.items):
            seen.add(kind)
            yield line


def _kind(action: Any) -> object:
    return type(action), getattr(action, "stock", None) == RETIREMENT


def meaning(game: Daytrader, line: Orders) -> Message:
    """What a line without alternatives does, in words."""
    parts = [_means(game, item[0].action) for item in line.items]
    text = ", ".join(f"{{part{n}}}" for n in range(len(parts)))
    return Message(text, {f"part{n}": part for n, part in enumerate(parts)})


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
