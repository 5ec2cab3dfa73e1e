"""Buying and selling shares, alone or with a card (S13-S17, S31-S48)."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from pbm.core.tell import Value
from pbm.rules.stockexchange.actions import Buy, Named, Raise, Sell, With
from pbm.rules.stockexchange.deals import Deals, Fault, Plan, refused
from pbm.rules.stockexchange.tables import BUY, KINDS, SELL, SquareType

_SHIFTS: Final = {With.NOTHING: 0, With.OPTION: 1, With.BID: 2}
"""By how many levels a card betters the price (S31, S41)."""

_FOR_BIDS: Final = (SquareType.BID, SquareType.FORTUNE, SquareType.WEALTH)
"""Where a Bid is for any company (S43)."""


def buy(deals: Deals, action: Buy) -> Plan:
    """A purchase on the square of the company, or with a Bid where that is for any (S13, S43)."""
    company = deals.company(action.company)
    if company is None:
        return refused(Fault("no-company-here", "S13"))
    session, card = deals.session, action.card
    each = _price(deals, card, BUY)
    supply = session.left(company)
    if card is With.BID:
        supply += sum(session.accounts.shares[n][company] for n in session.owners(company))
    most = max(min(supply, session.cash // each), 0)
    count = most if action.count is None else action.count
    counted = replace(action, company=company, count=count)

    def do() -> None:
        _use(deals, company, card, BUY)
        session.buy(company, count, each, card.value)

    faults = [
        *_one_way(deals, BUY),
        *_where_to_buy(deals, company, counted),
        *_card(deals, company, counted, BUY),
        *_to_buy(deals, counted, company, each, supply, most),
    ]
    return Plan(faults, (counted,), do)


def sell(deals: Deals, action: Sell) -> Plan:
    """A sale of shares of any company from any square (S15)."""
    if action.company is Named.ALL:
        return _sell_everything(deals)
    company = deals.company(action.company)
    if company is None:
        return refused(Fault("no-company-here", "S13"))
    session, card = deals.session, action.card
    held = session.shares[company]
    counted = replace(action, company=company, count=_all(action.count, held))
    count, each = _all(action.count, held), _price(deals, card, SELL)

    def do() -> None:
        _use(deals, company, card, SELL)
        session.sell("sold", company, count, each, card.value)

    faults = [
        *_one_way(deals, SELL),
        *_card(deals, company, counted, SELL),
        *_to_sell(deals, counted, company, held),
    ]
    return Plan(faults, (counted,), do)


def _sell_everything(deals: Deals) -> Plan:
    """A sale of everything at the level of the throw (S15)."""
    held = [Sell(company, count) for company, count in enumerate(deals.session.shares) if count]
    sales = [sell(deals, sale) for sale in held]

    def do() -> None:
        for sale in sales:
            sale.do()

    faults = [] if held else [Fault("nothing-held", "S15")]
    return Plan([*_one_way(deals, SELL), *faults], tuple(held), do)


def raise_money(deals: Deals, action: Raise) -> Plan:
    """A sale to pay what is owed, at the level of the throw (S51)."""
    company = action.company
    held = deals.session.shares[company]
    count = _all(action.count, held)
    counted = replace(action, count=count)

    def do() -> None:
        _sell_to_pay(deals, company, count)

    owes = [] if deals.owed else [Fault("nothing-owed", "S51")]
    return Plan([*owes, *_to_sell(deals, counted, company, held)], (counted,), do)


def settle_debt(deals: Deals) -> None:
    """Pay what is owed, the smallest holdings sold for it first, then by code (S51).

    What all shares together do not bring is forgiven.
    """
    deals.pay_debt()
    session = deals.session
    while deals.owed and any(session.shares):
        held = [company for company, count in enumerate(session.shares) if count]
        company = min(held, key=lambda n: (session.shares[n], deals.code(n)))
        needed = -(-deals.owed // _price(deals, With.NOTHING, SELL))
        _sell_to_pay(deals, company, min(needed, session.shares[company]))
    if deals.owed:
        session.tell("forgiven", money=deals.owed)
        deals.owed = 0


def _sell_to_pay(deals: Deals, company: int, count: int) -> None:
    deals.sign = SELL
    deals.session.sell("raised", company, count, _price(deals, With.NOTHING, SELL))
    deals.pay_debt()


def _all(count: int | None, held: int) -> int:
    return held if count is None else count


def _price(deals: Deals, card: With, sign: int) -> int:
    """What a share costs or brings with such a card (S35)."""
    table = deals.session.table
    return table.price(table.shifted(deals.die, _SHIFTS[card], sign), sign)


def _use(deals: Deals, company: int, card: With, sign: int) -> None:
    """Give the card of a deal back, and keep in mind what was done."""
    deals.sign = sign
    if card is With.OPTION:
        deals.session.options[deals.session.table.companies[company].size.kind] -= 1
    elif card is With.BID:
        deals.session.bids -= 1
        deals.bids_made += 1
    if card is not With.NOTHING:
        deals.used[company] = card


def _one_way(deals: Deals, sign: int) -> list[Fault]:
    return [Fault("buy-and-sell", "S17")] if deals.sign == -sign else []


def _where_to_buy(deals: Deals, company: int, buy: Buy) -> list[Fault]:
    here = deals.square.company
    if here == company or (buy.card is With.BID and here is None):
        return []
    code, rule = ("bid-for-what", "S43") if buy.card is With.BID else ("buy-where", "S12")
    instead = None if here is None else replace(buy, company=here)
    return [Fault(code, rule, {"company": deals.code(company)}, instead)]


def _card(deals: Deals, company: int, deal: Buy | Sell, sign: int) -> list[Fault]:
    """What stands against the use of a card in a deal, which may do without it."""
    card = deal.card
    if card is With.NOTHING:
        return []
    faults = _option(deals, company) if card is With.OPTION else _bid(deals)
    if deals.used.get(company, card) is not card:
        faults.append(Fault("option-and-bid", "S45"))
    plain = _price(deals, With.NOTHING, sign)
    if _price(deals, card, sign) == plain:
        code = "lowest-price" if sign == BUY else "highest-price"
        faults.append(Fault(code, "S35", {"price": plain}))
    bare = replace(deal, card=With.NOTHING)
    return [fault._replace(instead=bare) for fault in faults]


def _option(deals: Deals, company: int) -> list[Fault]:
    kind = deals.session.table.companies[company].size.kind
    values = {"company": deals.code(company)}
    if deals.used.get(company) is With.OPTION:
        return [Fault("one-option", "S32", values)]
    return [] if deals.session.options[kind] else [Fault(f"no-{KINDS[kind]}", "S33", values)]


def _bid(deals: Deals) -> list[Fault]:
    amounts = deals.session.table.amounts
    on_bid = deals.square.type is SquareType.BID
    most = amounts.bid_most if on_bid else amounts.bid_elsewhere
    faults = []
    if deals.square.type not in (*_FOR_BIDS, SquareType.COMPANY):
        faults.append(Fault("bid-where", "S43"))
    if deals.bids_taken:
        faults.append(Fault("cards-or-bids", "S48" if on_bid else "S49"))
    if not deals.session.bids:
        faults.append(Fault("no-bid", "S47"))
    if deals.bids_made >= most:
        faults.append(Fault("bids-made", "S48" if on_bid else "S49", {"most": most}))
    return faults


def _to_buy(deals: Deals, buy: Buy, company: int, each: int, supply: int, most: int) -> list[Fault]:
    """What stands against the number of shares of a purchase, of which `most` can be bought."""
    count, cash = buy.count or 0, deals.session.cash
    least = deals.session.table.companies[company].size.bid if buy.card is With.BID else 1
    values: dict[str, Value] = {"company": deals.code(company)}
    instead = replace(buy, count=most) if most >= least else None
    faults = []
    if count > supply or not supply:
        faults.append(Fault("short-supply", "S13", {**values, "left": supply}, instead))
    if count * each > cash or (supply and not most):
        more = {"cost": max(count, 1) * each, "cash": cash, "most": cash // each}
        faults.append(Fault("short-cash", "S52", {**values, **more}, instead))
    if count or not faults:
        faults += _enough(deals, buy, company, count, instead and replace(buy, count=least))
    return faults


def _to_sell(deals: Deals, sale: Sell | Raise, company: int, held: int) -> list[Fault]:
    """What stands against the number of shares of a sale."""
    count = sale.count or 0
    faults = []
    if count > held or not held:
        instead = replace(sale, count=held) if held else None
        values: Mapping[str, Value] = {"company": deals.code(company), "held": held}
        faults.append(Fault("short-shares", "S15", values, instead))
    if count or not faults:
        faults += _enough(deals, sale, company, count, None)
    return faults


def _enough(
    deals: Deals, deal: Buy | Sell | Raise, company: int, count: int, instead: Buy | None
) -> list[Fault]:
    """Whether a deal is for one share at least, and with a Bid for 60 % (S42)."""
    if isinstance(deal, Buy | Sell) and deal.card is With.BID:
        least = deals.session.table.companies[company].size.bid
        values: dict[str, Value] = {"company": deals.code(company), "least": least}
        return [Fault("small-bid", "S42", values, instead)] if count < least else []
    return [] if count else [Fault("no-number", "S72", instead=instead)]
