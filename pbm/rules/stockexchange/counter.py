"""Cards bought from the bank, the first shares, standing orders (S3, S22, S30, S40, S49)."""

from collections.abc import Mapping, Sequence
from typing import Final

from pbm.core.tell import Value
from pbm.rules.stockexchange.actions import Forfeit, Pass, Start, TakeBids, TakeOptions
from pbm.rules.stockexchange.deals import Deals, Fault, Plan
from pbm.rules.stockexchange.tables import KINDS, SquareType

_BIDS_ELSEWHERE: Final = (SquareType.FORTUNE, SquareType.WEALTH)


def choose(deals: Deals, action: Start) -> Plan:
    """The first shares, of one company that has enough of them (S3)."""
    session, company = deals.session, action.company
    count = session.table.amounts.shares
    faults = []
    if session.before.first is not None or any(session.shares):
        faults.append(Fault("already-chosen", "S3"))
    elif session.left(company) < count:
        values: Mapping[str, Value] = {
            "company": deals.code(company),
            "left": session.left(company),
        }
        faults.append(Fault("too-few-left", "S3", values, first_choice(deals)))
    return Plan(faults, (action,), lambda: session.choose(company, count))


def first_choice(deals: Deals) -> Start:
    """The first company that could be chosen; there are enough for everybody."""
    session = deals.session
    count = session.table.amounts.shares
    able = (n for n in range(len(session.table.companies)) if session.left(n) >= count)
    return Start(next(able))


def take_options(deals: Deals, action: TakeOptions) -> Plan:
    """Options cards from the bank, on an Options square (S30)."""
    session, amounts = deals.session, deals.session.table.amounts
    count = sum(action.counts)
    money = count * amounts.option_price

    def do() -> None:
        deals.options_taken += count
        for kind, more in enumerate(action.counts):
            session.options[kind] += more
        session.tell("took-options", money=money, **dict(zip(KINDS, action.counts, strict=True)))
        session.pay(money)

    faults = []
    left = amounts.option_most - deals.options_taken
    if deals.square.type is not SquareType.OPTIONS:
        faults.append(Fault("options-where", "S30"))
    elif count > left:
        faults.append(Fault("too-many-options", "S30", {"most": amounts.option_most}))
    faults += _to_pay(deals, count, amounts.option_price)
    fewer = _first(action.counts, min(left, session.cash // amounts.option_price))
    return Plan([fault._replace(instead=fewer) for fault in faults], (action,), do)


def _first(counts: Sequence[int], room: int) -> TakeOptions | None:
    """The first of so many cards, as many as there is room for."""
    kept = []
    for count in counts:
        kept.append(min(count, room))
        room -= kept[-1]
    return TakeOptions(tuple(kept)) if any(kept) else None


def take_bids(deals: Deals, action: TakeBids) -> Plan:
    """Bid cards from the bank: some on the Bid square, one on Fortune and Wealth (S40, S49)."""
    session, amounts = deals.session, deals.session.table.amounts
    on_bid = deals.square.type is SquareType.BID
    most = amounts.bid_most if on_bid else amounts.bid_elsewhere
    money = action.count * amounts.bid_price

    def do() -> None:
        deals.bids_taken += action.count
        session.bids += action.count
        session.tell("took-bids", count=action.count, money=money)
        session.pay(money)

    faults = []
    left = most - deals.bids_taken
    if not on_bid and deals.square.type not in _BIDS_ELSEWHERE:
        faults.append(Fault("bids-where", "S40"))
    elif deals.bids_made:
        faults.append(Fault("cards-or-bids", "S48" if on_bid else "S49"))
    elif action.count > left:
        faults.append(Fault("too-many-bids", "S40" if on_bid else "S49", {"most": most}))
    faults += _to_pay(deals, action.count, amounts.bid_price)
    room = min(left, session.cash // amounts.bid_price)
    fewer = TakeBids(room) if room else None
    return Plan([fault._replace(instead=fewer) for fault in faults], (action,), do)


def _to_pay(deals: Deals, count: int, each: int) -> list[Fault]:
    """What stands against a number of cards: there are none, or the cash is too little."""
    if not count:
        return [Fault("no-number", "S72")]
    cash = deals.session.cash
    if count * each > cash:
        values: Mapping[str, int] = {"cost": count * each, "cash": cash, "most": cash // each}
        return [Fault("short-cash", "S52", values)]
    return []


def forfeit(deals: Deals, action: Forfeit) -> Plan:
    """The standing order, from now on (S22)."""
    session = deals.session

    def do() -> None:
        session.forfeits = action.kinds
        session.tell("will-forfeit", kinds=[KINDS[kind] for kind in action.kinds])

    return Plan([], (action,), do)


def pass_on(deals: Deals, action: Pass) -> Plan:
    """Nothing more (S18)."""

    def do() -> None:
        deals.passed = True
        deals.session.tell("passed")

    return Plan([], (action,), do)
