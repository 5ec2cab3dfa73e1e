"""The words of Daytrader: sentences for facts and problems, in English as catalogue keys."""

from collections.abc import Callable, Mapping
from typing import Final

from pbm.core import telling
from pbm.core.contract import Fact
from pbm.core.orders import telling as orders
from pbm.core.problem import Problem
from pbm.core.tell import N_, Message, Value, counted
from pbm.rules.daytrader.printed import Board, Ground, Square

TITLE: Final = Message("Daytrader")

SQUARES: Final[Mapping[str, Message]] = {
    Ground.BANK: Message("Bank"),
    Ground.VOLATILE: Message("Volatile Market"),
    Ground.TAXES: Message("Taxes"),
    Ground.BOOM: Message("Boom"),
    Ground.BUST: Message("Bust"),
    Ground.HIRED: Message("Hired or Fired"),
}
"""The names of the squares that are no companies."""


def square_name(board: Board, square: Square) -> Message:
    """What a square is called."""
    if square.company is None:
        return SQUARES[square.ground]
    return Message(board.companies[square.company].name)


FACTS: Final = {
    **telling.FACTS,
    "throws-for-start": N_("{seat} throws {die} for the start."),
    "begins": N_("{seat} throws {die} and begins at {company}."),
    "throws": N_("{seat} throws {die} and comes to {square}."),
    "placed": N_("{seat} places a token on EMP of {company}."),
    "placed-from": N_("{seat} moves the token {from} to EMP of {company}."),
    "pushed": N_("{seat} is pushed to {job} of {company}."),
    "pushed-off": N_("{seat} is pushed past CEO of {company}; the token goes home unpaid."),
    "wages": N_("{seat} earns wages at {company}: +{money}."),
    "sent-home": N_("{seat} has the token on {job} of {company} back in hand."),
    "promoted": N_("{seat} moves up to {job} of {company}."),
    "nothing-happens": N_("{seat} has no token that can move up."),
    "passed-over": N_("{seat} has no token to place and is passed over."),
    "passes": N_("{seat} passes."),
    "bought": N_("{seat} buys {cards} at {each}: −{money}."),
    "sold": N_("{seat} sells {cards} at {each}: +{money}."),
    "sold-doubled": N_("{seat} holds all the jobs and sells {cards} at twice the price: +{money}."),
    "bought-retirement": N_("{seat} buys the retirement stock: −{money}."),
    "retires": N_("{seat} sells the retirement stock and retires."),
    "draws": N_("{seat} draws a card: “{text}”"),
    "collects": N_("{seat} collects: +{money}."),
    "collects-for": N_("{seat} collects for {stock}: +{money}."),
    "pays": N_("{seat} pays: −{money}."),
    "gives": N_("{seat} gives {to} {money}."),
    "is-given": N_("{seat} takes a stock card of {company}."),
    "moves": N_("{seat} moves on to {square}."),
    "bracket": N_("{seat} announces tax bracket {bracket}: the tax is {tax}."),
    "exempt": N_("{seat} throws {die}, holds {company} and is exempt."),
    "not-exempt": N_("{seat} throws {die}: no stock of that company, no exemption."),
    "booms": N_("{seat} throws {die}: {company} booms."),
    "busts": N_("{seat} throws {die}: {company} goes bust."),
    "hired": N_("{seat} throws {die} and is hired by {company}."),
    "fired": N_("{seat} throws {die} and is fired by {company}."),
    "owes": N_("{seat} owes {money} and cannot pay."),
    "borrows": N_("{seat} pledges {tokens} to the bank: +{money}."),
    "borrows-from": N_("{seat} pledges {tokens} to {lender}: +{money}."),
    "buys-back": N_("{seat} buys a token back from the bank: −{money}."),
    "buys-back-from": N_("{seat} buys a token back from {lender}: −{money}."),
    "bankrupt": N_(
        "{seat} is bankrupt: tokens off the board, stock and cash to the bank; the next turn is a "
        "first turn."
    ),
    "lends": N_("{seat} will lend to {to} on {tokens}."),
    "lends-nothing": N_("{seat} will not lend to {to}."),
    "will-move": N_("{seat} will move the token {spot} when one must be moved."),
}
"""The sentences for what happened, by the kind of the fact or its variant."""

_PROBLEMS: Final = {
    **telling.PROBLEMS,
    **orders.PROBLEMS,
    "no-such-player": N_("Here a player is named: {seats}. His number will do, too."),
    "no-such-company": N_("Companies have the numbers from 1 to {most}."),
    "no-order": N_("This does not say what to do. A turn needs an order, be it to pass."),
    "one-thing": N_("Only one thing is done in a turn: work, trade or draw."),
    "no-company-here": N_("One works only on the square of a company."),
    "no-token": N_("There is no token to place: all are pledged."),
    "which-token": N_("There is no token in hand. Please say which one is to be moved."),
    "tokens-in-hand": N_("Tokens on the board are moved only with none in hand; in hand: {count}."),
    "not-your-token": N_("There is no token of yours on {spot}."),
    "here-is-no-company": N_("This square is no company. Please name one by its number."),
    "another-company": N_("On {company} only {company} stock is traded, not {other} stock."),
    "too-many-trades": N_("Stock cards bought and sold in one turn: {most} at most."),
    "no-price": N_("{company} has no price: nobody works there, so nothing can be bought."),
    "over-the-limit": N_("A card of {company} costs {price}, more than {limit}."),
    "under-the-limit": N_("A card of {company} brings {price}, less than {limit}."),
    "short-supply": N_("Of the cards of {company} the bank has only {left} left."),
    "short-stock": N_("Of the cards of {company} only {held} can be sold."),
    "short-cash": N_("This costs {cost}, but the cash is {cash}."),
    "short-cash-veiled": N_("This costs {cost}, which is more than the cash."),
    "retirement-alone": N_(
        "Retirement stock is traded by itself, and never bought and sold in one turn."
    ),
    "not-employed": N_(
        "Retirement stock is traded on the bank or where one works; you do not work for {company}."
    ),
    "one-retirement": N_("Everybody has one card of retirement stock at most."),
    "no-retirement-left": N_("The bank has no retirement stock left."),
    "retirement-over-the-limit": N_("Retirement stock costs {price}, more than {limit}."),
    "no-retirement": N_("To retire one must hold retirement stock."),
    "short-of-goal": N_("To retire one must have {goal} in cash; the cash is {cash}."),
    "short-of-goal-veiled": N_("To retire one must have {goal} in cash."),
    "stock-first": N_("To retire all company stock must be sold first; left to sell: {cards}."),
    "debts-first": N_("To retire all debts must be paid; still pledged: {tokens}."),
    "debt-first": N_("First the debt of {money} must be settled, by loans or by bankruptcy."),
    "no-debt": N_("There are loans and bankruptcy only about a debt that cannot be paid."),
    "loan-or-bankruptcy": N_("A debt is settled by loans or by bankruptcy, not by both."),
    "lends-to-himself": N_("One lends only to others."),
    "too-few-tokens": N_("Tokens that can be pledged: {left}."),
    "more-than-needed": N_("Tokens needed for this debt: {need}."),
    "more-than-needed-veiled": N_("Fewer tokens are enough for this debt."),
    "no-such-offer": N_("{seat} does not lend so much now. The bank always lends."),
    "not-pledged": N_("Tokens that can be bought back: {count}."),
    "repay-first": N_("Tokens are bought back before anything else is done in a turn."),
}


def cards(company: str, number: int) -> Message:
    """A number of stock cards of a company, as the object of a sentence."""
    named = {"company": Message(company)}
    return counted("{n} card of {company}", "{n} cards of {company}", number, named)


def tokens(number: int) -> Message:
    """A number of tokens."""
    return counted("{n} token", "{n} tokens", number)


def stock_cards(number: int) -> Message:
    """A number of stock cards of any companies."""
    return counted("{n} stock card", "{n} stock cards", number)


_COUNTED: Final[Mapping[str, Callable[[Fact], dict[str, Value]]]] = {
    "bought": lambda fact: {"cards": cards(fact["company"], fact["count"])},
    "sold": lambda fact: {"cards": cards(fact["company"], fact["count"])},
    "sold-doubled": lambda fact: {"cards": cards(fact["company"], fact["count"])},
    "collects-for": lambda fact: {"stock": stock_cards(fact["count"])},
    "borrows": lambda fact: {"tokens": tokens(fact["count"])},
    "borrows-from": lambda fact: {"tokens": tokens(fact["count"])},
    "lends": lambda fact: {"tokens": tokens(fact["count"])},
}
"""Gaps that are filled with a number of things, by the kind of the fact."""


def tell(fact: Fact) -> Message:
    """The sentence for a fact."""
    kind = fact["fact"]
    more: dict[str, Value] = {}
    if "company" in fact:
        more["company"] = Message(fact["company"])
    if "ground" in fact:
        more["square"] = SQUARES.get(fact["ground"]) or Message(fact["company"])
    if "text" in fact:
        more["text"] = Message(fact["text"])
    if kind in _COUNTED:
        more |= _COUNTED[kind](fact)
    return telling.told({**fact, "fact": _variant(fact)}, FACTS, more)


def _variant(fact: Fact) -> str:
    """The kind of a fact, or of a sentence of its own for some of that kind."""
    kind: str = fact["fact"]
    if kind == "placed" and "from" in fact:
        return "placed-from"
    if kind == "lends" and not fact["count"]:
        return "lends-nothing"
    return kind


def explain(problem: Problem) -> Message:
    """The sentence for a problem."""
    more: dict[str, Value] = {
        name: Message(value)
        for name, value in problem.values.items()
        if name in {"company", "other"} and isinstance(value, str)
    }
    count = problem.values.get("count")
    if isinstance(count, int):
        more |= {"cards": stock_cards(count), "tokens": tokens(count)}
    return telling.explained(problem, _PROBLEMS, more)
