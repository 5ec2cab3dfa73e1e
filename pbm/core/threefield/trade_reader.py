"""Reads a field of trades: `-3с +5к`, `продаю все синие, покупаю макс з`."""

import re
from typing import Final

from pbm.core.market.moves import BUY, SELL, Trade
from pbm.core.threefield.parts import Flaw, Item, Trades
from pbm.core.threefield.patterns import Patterns, number
from pbm.core.threefield.words import Words

MOST_DIGITS: Final = 12
"""Longer numbers of shares are refused unread: no cash could ever pay for them."""
_THREE: Final = "з"

_THOUSANDS: Final = re.compile(r"[0-9]{1,3}(?:[ .,][0-9]{3})+")
_WORD: Final = re.compile(r"[^\s|]+")
_CARD: Final = re.compile(r"\+?\s*[x*:/]\s*2\S+")


class TradeReader:
    """Goes through a field from one trade to the next and notes what is none."""

    def __init__(self, patterns: Patterns, words: Words, language: str) -> None:
        self._patterns = patterns
        self._script = words.scripts[language]
        self._words = words

    def read(self, text: str, start: int, end: int) -> Trades:
        """The trades between two places of a prepared text."""
        items: list[Item] = []
        flaws: list[Flaw] = []
        curable = True
        at = _skip(text, start, end)
        while at < end:
            item, flaw, stop = self._next(text, at, end)
            if item:
                items.append(item)
            if flaw:
                flaws.append(flaw)
            left_out = flaw is not None and flaw.code == "no-shares"
            curable = curable and (item is not None or left_out)
            at = _skip(text, stop, end)
        return Trades(tuple(items), tuple(flaws), curable)

    def item(self, found: re.Match[str]) -> tuple[Item | None, Flaw | None]:
        """The trade of a match of `trade` or `word_trade`, and what is wrong with it."""
        start, end = found.span()
        stock = self._patterns.stock_of(found)
        lead = _lead(found)
        groups = found.groupdict()
        signed = bool(groups.get("minus") or groups.get("plus"))
        if digits := found["n1"] or found["n2"]:
            return self._counted(found, lead, digits, signed=signed)
        if found["all"]:
            item = Item(start, end, (Trade(SELL if lead != BUY else BUY, None, stock),), signed)
            return item, self._flaw_of_all(lead, start, end, stock)
        item = Item(start, end, (Trade(BUY, None, stock),), signed)
        if found["max"]:
            return self._most(item, lead, stock)
        if lead == SELL:
            return None, Flaw("sell-max", start, end, values=self._pair(stock))
        return item, None

    def _counted(
        self, found: re.Match[str], lead: int, digits: str, *, signed: bool
    ) -> tuple[Item | None, Flaw | None]:
        start, end = found.span()
        if len(digits) > MOST_DIGITS:
            return None, Flaw("too-big", start, end)
        count, stock = number(digits), self._patterns.stock_of(found)
        if not count:
            return None, Flaw("no-shares", start, end)
        meant = [(count, stock), *self._three_as_stock(found)]
        signs = (lead,) if lead else (SELL, BUY)
        options = tuple(Trade(sign, *each) for each in meant for sign in signs)
        flaw = Flaw("three-or-stock", start, end) if len(meant) > 1 else None
        if not lead:
            flaw = Flaw("no-sign", start, end, 2)
        return Item(start, end, options, signed), flaw

    def _three_as_stock(self, found: re.Match[str]) -> list[tuple[int, int]]:
        """The trade of `2зк` or `2з5к` if з is no 3 there, but green with a sign left out."""
        stock = self._words.letters.get(_THREE)
        written = found["n1"] or ""
        at = written.find(_THREE, 1)
        if stock is None or at < 0 or not (before := number(written[:at])):
            return []
        after = written[at + 1 :]
        return [(before, stock)] if not after or number(after) else []

    def _flaw_of_all(self, lead: int, start: int, end: int, stock: int) -> Flaw | None:
        if lead == BUY:
            return Flaw("buy-all", start, end, values=self._pair(stock))
        return None if lead else Flaw("no-sign", start, end, 2)

    def _most(self, item: Item, lead: int, stock: int) -> tuple[Item, Flaw | None]:
        start, end = item.start, item.end
        if lead == BUY:
            return item, None
        if not lead:
            return item, Flaw("no-sign", start, end, 2)
        sold = item._replace(options=(Trade(SELL, None, stock),))
        return sold, Flaw("sell-max", start, end, values=self._pair(stock))

    def _pair(self, stock: int) -> dict[str, str]:
        """How all is sold and how as much as possible is bought, to be named in an answer."""
        script = self._script
        letter = script.letters[stock]
        return {"sell": f"-{script.all} {letter}", "buy": f"+{script.max} {letter}"}

    def _next(self, text: str, at: int, end: int) -> tuple[Item | None, Flaw | None, int]:
        """The trade here or the flaw here, and where to go on."""
        patterns = self._patterns
        if found := patterns.trade.match(text, at, end):
            return (*self.item(found), found.end())
        if found := patterns.grouped.match(text, at, end):
            return (*self._grouped(found), found.end())
        codes = (
            (patterns.without_stock, "no-stock", 1.5),
            (patterns.uncounted, "no-count", 1.5),
            (_CARD, "card-in-trades", 3),
        )
        for pattern, code, weight in codes:
            if found := pattern.match(text, at, end):
                return None, Flaw(code, at, found.end(), weight), found.end()
        found = _WORD.match(text, at, end)
        stop = found.end() if found else at + 1
        return None, Flaw("no-trade", at, stop, 3), stop

    def _grouped(self, found: re.Match[str]) -> tuple[Item | None, Flaw]:
        """A number with dots, commas or spaces inside: refused, the plain number offered."""
        start, end = found.span()
        lead, digits = _lead(found), re.sub("[^0-9]", "", found["n"])
        flaw = Flaw("broken-number", start, end, 1.5)
        if not lead or not _THOUSANDS.fullmatch(found["n"]) or len(digits) > MOST_DIGITS:
            return None, flaw
        trade = Trade(lead, int(digits), self._words.stock(found["c"]))
        return (Item(start, end, (trade,), signed=True), flaw) if trade.amount else (None, flaw)


def _lead(found: re.Match[str]) -> int:
    """Whether a match sells, buys, or does not say (0)."""
    groups = found.groupdict()
    if groups.get("minus") or groups.get("sell"):
        return SELL
    if groups.get("plus") or groups.get("buy"):
        return BUY
    cash = groups.get("cash") or groups.get("cash_after")
    return BUY if cash else 0


def _skip(text: str, at: int, end: int) -> int:
    while at < end and text[at].isspace():
        at += 1
    return at
