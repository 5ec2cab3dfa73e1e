"""The words of the game: sentences for facts and problems, in English as catalogue keys."""

from collections.abc import Callable, Mapping
from typing import Final

from pbm.core import telling
from pbm.core.contract import Fact
from pbm.core.orders import telling as orders
from pbm.core.problem import Problem
from pbm.core.tell import N_, Message, Value, counted
from pbm.rules.stockexchange.tables import KINDS, Square, SquareType, Table

TITLE: Final = Message("The Stock Exchange Game")

UNTOLD: Final = frozenset({"over"})
"""Facts that the result already tells."""

SQUARES: Final = {
    SquareType.START: Message("Start"),
    SquareType.OPTIONS: Message("Options"),
    SquareType.BID: Message("Bid"),
    SquareType.FORTUNE: Message("Fortune"),
    SquareType.WEALTH: Message("Wealth"),
}

KIND_NAMES: Final = {"traded": Message("Traded"), "traditional": Message("Traditional")}

_FACTS: Final = {
    **telling.FACTS,
    "chose": N_("{seat} begins with {shares}."),
    "opening": N_("Opening throws: {throws}. {seat} begins."),
    "threw": N_("{seat} throws {die} and comes to {square}: shares cost {buy} and bring {sell}."),
    "passed-start": N_("{seat} passes Start: +{money}."),
    "landed": N_("{seat} lands on Start: +{money}."),
    "forfeited": N_("{seat} gives up {cards} at Start."),
    "drew": N_("{seat} draws a card: “{text}”"),
    "collected": N_("The bank pays {seat} {money}."),
    "paid": N_("{seat} pays the bank {money}."),
    "owes": N_("{seat} still owes the bank {money}."),
    "forgiven": N_("{seat} has nothing left to sell; {money} is forgiven."),
    "given": N_("{seat} is given {cards}."),
    "bought": N_("{seat} buys {shares} at {each}: −{money}."),
    "bought-option": N_("{seat} buys {shares} with an Options card at {each}: −{money}."),
    "bought-bid": N_("{seat} buys {shares} with a Bid at {each}: −{money}."),
    "seized-bid": N_("{seat} bids: {owner} must sell {shares} at {each} and is paid {money}."),
    "sold": N_("{seat} sells {shares} at {each}: +{money}."),
    "sold-option": N_("{seat} sells {shares} with an Options card at {each}: +{money}."),
    "sold-bid": N_("{seat} sells {shares} with a Bid at {each}: +{money}."),
    "raised": N_("{seat} sells {shares} at {each} to pay: +{money}."),
    "took-options": N_("{seat} buys {cards}: −{money}."),
    "took-bids": N_("{seat} buys {cards}: −{money}."),
    "will-forfeit": N_("At Start {seat} will give up Options cards in this order: {kinds}."),
    "will-forfeit-any": N_(
        "At Start {seat} will give up Options cards of the kind of which there are more."
    ),
    "passed": N_("{seat} passes."),
    "emptied": N_("The bank has run out of money."),
}

_PROBLEMS: Final = {
    **telling.PROBLEMS,
    **orders.PROBLEMS,
    "choose-first": N_("Everybody chooses shares of one company before the game begins."),
    "after-pass": N_("Who passes does nothing more: PASS stands last, or alone."),
    "already-chosen": N_("The first shares are chosen already."),
    "too-few-left": N_("Of the shares of {company} the bank has only {left} left."),
    "no-company-here": N_("The marker does not stand on the square of a company."),
    "buy-and-sell": N_("A turn may buy shares or sell them, not both."),
    "buy-where": N_(
        "Shares are bought on the square of their company; the marker does not stand on {company}."
    ),
    "bid-for-what": N_(
        "On the square of a company a Bid buys that company alone; this square is not of {company}."
    ),
    "bid-where": N_(
        "Bids are made on the Bid square, on Fortune and Wealth, and on the squares of companies."
    ),
    "one-option": N_("Only one Options card a turn can be used for {company}."),
    "no-traded": N_("{company} needs a Traded Options card, and there is none."),
    "no-traditional": N_("{company} needs a Traditional Options card, and there is none."),
    "option-and-bid": N_("An Options card and a Bid card cannot be used together."),
    "lowest-price": N_("{price} is already the lowest buying price; the card would be wasted."),
    "highest-price": N_("{price} is already the highest selling price; the card would be wasted."),
    "cards-or-bids": N_("A turn may buy Bid cards or use them, not both."),
    "no-bid": N_("There is no Bid card to use."),
    "bids-made": N_("Bid cards used in one turn on this square: {most} at most."),
    "short-supply": N_("Shares of {company} that can be bought: {left}."),
    "short-cash": N_("This costs {cost}, but the cash is {cash}; it buys {most} at most."),
    "short-shares": N_("Shares of {company} to sell: {held}."),
    "nothing-held": N_("There are no shares to sell."),
    "small-bid": N_("Shares that a Bid takes of {company}: {least} at least."),
    "no-number": N_("The number must be 1 or more."),
    "nothing-owed": N_("Nothing is owed now. What is owed is paid before all other orders."),
    "options-where": N_("Options cards are sold on the Options squares."),
    "too-many-options": N_("Options cards sold on one landing: {most} at most."),
    "bids-where": N_("Bid cards are sold on the Bid square and on Fortune and Wealth."),
    "too-many-bids": N_("Bid cards sold on this square: {most} at most."),
    "no-such-company": N_(
        "In orders companies go by the three letters that stand on the board, as in “{example}”."
    ),
    "wrong-bank": N_("The bank's money is a whole number from 1 to 9999999."),
    "wrong-rounds": N_("The rounds are a whole number from 1 to 9999, or none for any number."),
}


def company_name(table: Table, code: str) -> Message:
    """The name of a company by its code."""
    return Message(table.companies[table.numbers[code]].name)


def square_name(table: Table, square: Square) -> Message:
    """What stands on a square."""
    if square.company is None:
        return SQUARES[square.type]
    return Message(table.companies[square.company].name)


def shares(table: Table, code: str, count: int) -> Message:
    """A number of shares of a company, as the object of a sentence."""
    more: dict[str, Value] = {"company": company_name(table, code)}
    return counted("{n} share of {company}", "{n} shares of {company}", count, more)


def options(counts: Mapping[str, int]) -> Message:
    """Numbers of Options cards by kind, as the object of a sentence."""
    parts = [_CARDS[kind](counts[kind]) for kind in KINDS if counts[kind]]
    if len(parts) == 1:
        return parts[0]
    return Message("{one} and {other}", dict(zip(("one", "other"), parts, strict=True)))


def bids(count: int) -> Message:
    """A number of Bid cards, as the object of a sentence."""
    return counted("{n} Bid card", "{n} Bid cards", count)


_CARDS: Final = {
    "traded": lambda n: counted("{n} Traded Options card", "{n} Traded Options cards", n),
    "traditional": lambda n: counted(
        "{n} Traditional Options card", "{n} Traditional Options cards", n
    ),
}


def tell(fact: Fact, table: Table) -> Message | None:
    """The sentence for a fact; None for what the result already tells."""
    kind = fact["fact"]
    if kind in UNTOLD:
        return None
    if "with" in fact:
        kind = f"{kind}-{fact['with']}"
    elif kind == "will-forfeit" and not fact["kinds"]:
        kind = "will-forfeit-any"
    return telling.told({**fact, "fact": kind}, _FACTS, filled(fact, table))


def filled(fact: Fact, table: Table) -> dict[str, Value]:
    """What fills the gaps that the fact itself does not."""
    kind = fact["fact"]
    if "company" in fact:
        return {"shares": shares(table, fact["company"], fact["count"])}
    if kind in _MORE:
        return _MORE[kind](fact, table)
    return {}


def _threw(fact: Fact, table: Table) -> dict[str, Value]:
    level = table.levels[fact["die"] - 1]
    square = square_name(table, table.squares[fact["square"]])
    return {"square": square, "buy": level.buy, "sell": level.sell}


def _opening(fact: Fact, _: Table) -> dict[str, Value]:
    return {"throws": ", ".join(f"{name} {die}" for name, die in fact["throws"])}


def _drew(fact: Fact, table: Table) -> dict[str, Value]:
    return {"text": Message(table.cards[fact["card"]].text)}


def _kinds(fact: Fact, _: Table) -> dict[str, Value]:
    names = [KIND_NAMES[kind] for kind in fact["kinds"]]
    if len(names) <= 1:
        return {"kinds": names[0] if names else ""}
    return {"kinds": Message("{one}, {other}", dict(zip(("one", "other"), names, strict=True)))}


_MORE: Final[Mapping[str, Callable[[Fact, Table], dict[str, Value]]]] = {
    "threw": _threw,
    "opening": _opening,
    "drew": _drew,
    "forfeited": lambda fact, _: {"cards": _CARDS[fact["kind"]](1)},
    "given": lambda fact, _: {"cards": _CARDS[fact["kind"]](fact["count"])},
    "took-options": lambda fact, _: {"cards": options(fact)},
    "took-bids": lambda fact, _: {"cards": bids(fact["count"])},
    "will-forfeit": _kinds,
}


def explain(problem: Problem) -> Message:
    """The sentence for a problem."""
    return telling.explained(problem, _PROBLEMS, {})
