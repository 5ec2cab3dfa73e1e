"""The notation of Daytrader: `REPAY 1; SELL 2 1 MINPRICE 700 ELSE WORK`, in every language."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from pbm.core.accounts import BANK
from pbm.core.orders.names import callable_names
from pbm.core.orders.notation import SEAT, Notation, Say, Verb
from pbm.core.orders.reader import Reader
from pbm.core.orders.words import Vocabulary
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
from pbm.rules.daytrader.printed import JOBS
from pbm.rules.daytrader.state import COMPANIES, RETIREMENT, Spot

_SPOTS: Final = {
    name: Spot(company, job)
    for company in range(COMPANIES)
    for job, title in enumerate(JOBS)
    for name in (f"{company + 1}.{title}", f"{company + 1}{title}", f"{company + 1}-{title}")
}
"""Every job by the names that orders can give it, `1.EMP` to `6.CEO`."""

_JOBS: Final = {title.lower(): job for job, title in enumerate(JOBS)}


def make_notation(
    vocabulary: Vocabulary, seats: Sequence[str], companies: Sequence[str]
) -> Notation:
    """The notation of a game with these seats and companies."""
    called = callable_names(vocabulary, seats)
    names: dict[str, Mapping[str, Any]] = {
        SEAT: called,
        "company": callable_names(vocabulary, companies),
        "spot": _SPOTS,
    }
    return Notation(vocabulary, _Verbs(seats, called).all(), names)


class _Verbs:
    """How each order is read and written; `called` are the names by which seats can be called."""

    def __init__(self, seats: Sequence[str], called: Mapping[str, int]) -> None:
        can = set(called.values())
        self._seats = [name if n in can else str(n + 1) for n, name in enumerate(seats)]

    def all(self) -> Mapping[str, Verb]:
        """The verbs by their meaning."""
        return {
            "work": Verb(Work, _read_work, _write_work, Work()),
            "buy": Verb(Buy, _read_buy, _writer("maxprice"), Buy(1, 1)),
            "sell": Verb(Sell, _read_sell, _writer("minprice"), Sell(1, 1)),
            "retire": _alone(Retire, "to", "retirement"),
            "draw": _alone(Draw, "card"),
            "pass": _alone(Pass),
            "repay": Verb(Repay, _read_repay, lambda repay, _: str(repay.count), Repay(1)),
            "loan": Verb(Loan, self._read_loan, self._write_loan, Loan(BANK, 1), names_seat=True),
            "bankrupt": _alone(Bankrupt),
            "lend": Verb(
                Lend, self._read_lend, self._write_lend, Lend(0, 1), standing=True, names_seat=True
            ),
            "boomfrom": Verb(
                BoomFrom,
                _read_boom_from,
                lambda order, _: str(order.spot),
                BoomFrom(Spot(0, 0)),
                standing=True,
            ),
        }

    def _read_loan(self, reader: Reader) -> Loan:
        lender = reader.name("seat")
        if lender is None:
            reader.word("from")
            lender = BANK if reader.word("bank") else self._read_seat(reader)
        return Loan(lender, _read_count(reader, 1))

    def _write_loan(self, loan: Loan, say: Say) -> str:
        lender = say("bank") if loan.lender == BANK else self._seats[loan.lender]
        return f"{lender} {loan.count}"

    def _read_lend(self, reader: Reader) -> Lend:
        to = reader.name("seat")
        if to is None:
            reader.word("to")
            to = self._read_seat(reader)
        return Lend(to, _read_count(reader, 0))

    def _write_lend(self, lend: Lend, _: Say) -> str:
        return f"{self._seats[lend.to]} {lend.count}"

    def _read_seat(self, reader: Reader) -> int:
        """A seat by its name, or by its number."""
        named: int | None = reader.name("seat")
        if named is not None:
            return named
        number = _number(reader)
        if number not in range(1, len(self._seats) + 1):
            raise reader.wrong("no-such-player", seats=", ".join(self._seats))
        reader.number()
        return number - 1


def _alone(action: type, *particles: str) -> Verb:
    """A verb that needs no more words, though some may stand beside it."""

    def read(reader: Reader) -> Any:
        for particle in particles:
            reader.word(particle)
        return action()

    return Verb(action, read, lambda *_: "", action())


def _read_count(reader: Reader, least: int) -> int:
    number = _number(reader)
    if number < least:
        raise reader.wrong("how")
    reader.number()
    return number


def _number(reader: Reader) -> int:
    """The number that stands here, which is not taken yet; below 0 if there is none."""
    token = reader.peek()
    return -1 if token is None or token.number is None else token.number


def _read_work(reader: Reader) -> Work:
    return Work(_read_spot(reader) if reader.word("from") else reader.name("spot"))


def _write_work(work: Work, say: Say) -> str:
    return "" if work.source is None else f"{say('from')} {work.source}"


def _read_boom_from(reader: Reader) -> BoomFrom:
    reader.word("from")
    return BoomFrom(_read_spot(reader))


def _read_spot(reader: Reader) -> Spot:
    """A job as `1.EMP`, in one word or two."""
    named: Spot | None = reader.name("spot")
    if named is not None:
        return named
    company = _read_company(reader)
    job = reader.word(*_JOBS)
    if job is None:
        raise reader.wrong("how")
    return Spot(company, _JOBS[job])


def _read_company(reader: Reader) -> int:
    """A company by its number or its name."""
    named: int | None = reader.name("company")
    if named is not None:
        return named
    number = _number(reader)
    if number < 0:
        raise reader.wrong("how")
    if number not in range(1, COMPANIES + 1):
        raise reader.wrong("no-such-company", most=COMPANIES)
    reader.number()
    return number - 1


def _read_stock(reader: Reader) -> tuple[int | None, int]:
    """Which stock, None for that of the own square, and how many cards."""
    if reader.word("retirement"):
        return RETIREMENT, 1
    stock = None if reader.word("here") else _read_company(reader)
    return stock, _read_count(reader, 1)


def _read_limit(reader: Reader, word: str) -> int | None:
    return _read_count(reader, 0) if reader.word(word) else None


def _read_buy(reader: Reader) -> Buy:
    return Buy(*_read_stock(reader), _read_limit(reader, "maxprice"))


def _read_sell(reader: Reader) -> Sell | Retire:
    stock, count = _read_stock(reader)
    if stock == RETIREMENT:
        return Retire()
    return Sell(stock, count, _read_limit(reader, "minprice"))


def _writer(limit: str) -> Callable[[Buy | Sell, Say], str]:
    """What writes a trade, with the word for its limit."""

    def write(trade: Buy | Sell, say: Say) -> str:
        if trade.stock == RETIREMENT:
            words = [say("retirement")]
        else:
            stock = say("here") if trade.stock is None else str(trade.stock + 1)
            words = [stock, str(trade.count)]
        if trade.limit is not None:
            words += [say(limit), str(trade.limit)]
        return " ".join(words)

    return write


def _read_repay(reader: Reader) -> Repay:
    return Repay(_read_count(reader, 1))
