"""What could be sent in the place of orders that cannot be carried out."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from itertools import islice
from typing import Any, Final

from pbm.core.orders.moves import Order, Orders
from pbm.rules.daytrader.moves import STANDING, Buy, Lend, Loan, Repay, Sell

_MOST: Final = 3
"""So many lines are offered at most."""

Item = tuple[Order, ...]


def instead(
    orders: Orders, at: int | None, choices: Iterable[Orders], legal: Callable[[Orders], bool]
) -> tuple[Orders, ...]:
    """Whole lines that are legal, with another order in the place of an item, or with one more.

    `choices` are what the seat could order. Orders like the one that was meant come first, then the
    line without it, then anything else.
    """
    singles = [line.items[0] for line in choices if len(line.items) == 1 == len(line.items[0])]
    if at is None:
        lines = (Orders((*orders.items, item)) for item in singles if not _stands(item))
        return tuple(islice(filter(legal, lines), _MOST))
    action = orders.items[at][0].action
    alike = [item for item in singles if isinstance(item[0].action, type(action))]
    others = [item for item in singles if item not in alike and not _stands(item)]
    for items in ([*_smaller(action), *alike], [()], others):
        lines = (_with(orders, at, item) for item in items)
        if found := tuple(islice(filter(legal, (line for line in lines if line.items)), _MOST)):
            return tuple(dict.fromkeys(found))
    return ()


def _stands(item: Item) -> bool:
    return isinstance(item[0].action, STANDING)


def _with(orders: Orders, at: int, item: Item) -> Orders:
    """The orders with another item in the place of one, or without it."""
    items = orders.items
    return Orders((*items[:at], *([item] if item else []), *items[at + 1 :]))


def _smaller(action: Any) -> Iterator[Item]:
    """The same order with a smaller number, or without its limit."""
    if isinstance(action, Buy | Sell) and action.limit is not None:
        yield (Order(replace(action, limit=None)),)
    if isinstance(action, Buy | Sell | Loan | Repay | Lend):
        for count in range(min(action.count, 10) - 1, 0, -1):
            yield (Order(replace(action, count=count)),)
