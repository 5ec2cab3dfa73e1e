"""The notation: `BUY ALB 12 WITH BID; OPTIONS TRADED 2`, in every language (S70-S73)."""

import re
from typing import Final, NamedTuple

from pbm.core.contract import Likeness
from pbm.core.orders import notation
from pbm.core.orders.likeness import Judge
from pbm.core.orders.names import callable_names
from pbm.core.orders.notation import Say, Verb
from pbm.core.orders.reader import Reader
from pbm.core.orders.words import Vocabulary, folded
from pbm.rules.stockexchange.actions import (
    Buy,
    Forfeit,
    Named,
    Pass,
    Raise,
    Sell,
    Start,
    TakeBids,
    TakeOptions,
    With,
)
from pbm.rules.stockexchange.tables import KINDS, Table

_COMPANY: Final = "company"
_NAMING: Final = ("start", "buy", "sell", "raise")
"""The verbs behind which a company is named."""
_DIGIT: Final = re.compile("[0-9]")
_OF: Final = re.compile("of")


def taken(vocabulary: Vocabulary, code: str) -> bool:
    """Whether a company's code would be read as a word of orders."""
    word = folded(code)
    return bool(vocabulary.verb(word) or vocabulary.word(word) or vocabulary.is_join(word))


class Guess:
    """Tells orders from chatter without a table: whatever stands behind a verb names a company."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self._judge = Judge(vocabulary, (), _NAMING)

    def likeness(self, line: str) -> Likeness:
        """How much one line of a letter looks like orders."""
        return self._judge.likeness(line)

    def counted(self, line: str) -> bool:
        """Whether a line with a number in it looks like orders for some company or other."""
        return bool(_DIGIT.search(line)) and self.likeness(line) is Likeness.ORDER


def notation_of(vocabulary: Vocabulary, table: Table) -> notation.Notation:
    """The notation for the companies of a table."""

    def company(number: int | Named, say: Say) -> str:
        return table.codes[number] if isinstance(number, int) else say(number)

    def write_deal(deal: Buy | Sell, say: Say) -> str:
        most = say("max" if isinstance(deal, Buy) else "all")
        words = [most if deal.count is None else str(deal.count)]
        if deal.company is not Named.ALL:
            words.insert(0, company(deal.company, say))
        if deal.card is not With.NOTHING:
            words += [say("with"), say(deal.card)]
        return " ".join(words)

    def write_start(start: Start, say: Say) -> str:
        return company(start.company, say)

    def write_raise(order: Raise, say: Say) -> str:
        return f"{company(order.company, say)} {say('all') if order.count is None else order.count}"

    verbs = {
        "start": Verb(Start, _read_start, write_start, Start(0)),
        "buy": Verb(Buy, _read_buy, write_deal, Buy(0, 3)),
        "sell": Verb(Sell, _read_sell, write_deal, Sell(0, 3)),
        "options": Verb(TakeOptions, _read_options, _write_options, TakeOptions((2, 1))),
        "bids": Verb(TakeBids, _read_bids, lambda bids, _: str(bids.count), TakeBids(1)),
        "raise": Verb(Raise, _read_raise, write_raise, Raise(0, 2)),
        "forfeit": Verb(Forfeit, _read_forfeit, _write_forfeit, Forfeit((0, 1)), standing=True),
        "pass": Verb(Pass, lambda _: Pass(), lambda *_: "", Pass()),
    }
    called = callable_names(vocabulary, [company.name for company in table.companies])
    codes = {company.code: number for number, company in enumerate(table.companies)}
    names = {_COMPANY: {**called, **codes}}
    return notation.Notation(vocabulary, verbs, names)


class _Deal(NamedTuple):
    """What was read behind a verb: a company, and how many shares; `counted` if that was said."""

    company: int | Named | None
    shares: int | None
    counted: bool


def _read_deal(reader: Reader) -> _Deal:
    """A company and a number of shares, in whichever order they stand."""
    company: int | Named | None = None
    count, counted = None, False
    while True:
        if company is None and (found := _read_company(reader)) is not None:
            company = found
        elif not counted and (number := reader.number()) is not None:
            count, counted = number, True
        elif not counted and reader.word("all", "max"):
            counted = True
        elif not (reader.word("share") or reader.match(_OF)):
            return _Deal(company, count, counted)


def _read_company(reader: Reader) -> int | Named | None:
    named: int | None = reader.name(_COMPANY)
    if named is None and reader.word("here"):
        return Named.HERE
    return named


def _complete(reader: Reader, deal: _Deal, rule: str) -> int | Named:
    """The company of a deal of which nothing is missing."""
    if deal.company is None:
        raise reader.wrong("no-such-company" if reader.peek() else "how", rule)
    if not deal.counted:
        raise reader.wrong("how", rule)
    return deal.company


def _read_card(reader: Reader) -> With:
    cards = {"option": With.OPTION, "bid": With.BID}
    named = reader.word("with") is not None
    card = reader.word(*cards)
    if card is None:
        if named:
            raise reader.wrong("how", "S31")
        return With.NOTHING
    reader.word("with")
    if reader.word(*cards):
        raise reader.wrong("option-and-bid", "S45")
    return cards[card]


def _read_start(reader: Reader) -> Start:
    company = reader.name(_COMPANY)
    if company is None:
        raise reader.wrong("no-such-company" if reader.peek() else "how", "S3")
    return Start(company)


def _read_buy(reader: Reader) -> Buy:
    deal = _read_deal(reader)
    return Buy(_complete(reader, deal, "S13"), deal.shares, _read_card(reader))


def _read_sell(reader: Reader) -> Sell:
    deal = _read_deal(reader)
    if deal.company is None and deal.counted and deal.shares is None:
        return Sell(Named.ALL, None)
    return Sell(_complete(reader, deal, "S15"), deal.shares, _read_card(reader))


def _read_raise(reader: Reader) -> Raise:
    deal = _read_deal(reader)
    company = _complete(reader, deal, "S51")
    if not isinstance(company, int):
        raise reader.wrong("how", "S51")
    return Raise(company, deal.shares)


def _read_options(reader: Reader) -> TakeOptions:
    counts: dict[str, int] = {}
    while (pair := _read_pair(reader)) is not None:
        kind, number = pair
        if kind in counts:
            raise reader.wrong("how", "S30")
        counts[kind] = number
    if not counts:
        raise reader.wrong("how", "S30")
    return TakeOptions(tuple(counts.get(kind, 0) for kind in KINDS))


def _read_pair(reader: Reader) -> tuple[str, int] | None:
    """A kind of Options cards and a number of them, on either side."""
    number = reader.number()
    kind = reader.word(*KINDS)
    reader.word("option")
    if number is None:
        number = reader.number()
    if kind is None and number is None:
        return None
    if kind is None or number is None:
        raise reader.wrong("how", "S30")
    return kind, number


def _write_options(options: TakeOptions, say: Say) -> str:
    counts = list(zip(KINDS, options.counts, strict=True))
    written = [f"{say(kind)} {count}" for kind, count in counts if count]
    return " ".join(written) or f"{say(KINDS[0])} 0"


def _read_bids(reader: Reader) -> TakeBids:
    count = reader.number()
    if count is None:
        raise reader.wrong("how", "S40")
    return TakeBids(count)


def _read_forfeit(reader: Reader) -> Forfeit:
    if reader.word("any"):
        return Forfeit(())
    kinds = [kind for kind in (reader.word(*KINDS), reader.word(*KINDS)) if kind]
    if not kinds:
        raise reader.wrong("how", "S22")
    return Forfeit(tuple(KINDS.index(kind) for kind in kinds))


def _write_forfeit(forfeit: Forfeit, say: Say) -> str:
    return " ".join(say(KINDS[kind]) for kind in forfeit.kinds) or say("any")
