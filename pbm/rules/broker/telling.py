"""The words of Broker: sentences for facts and problems, in English as catalogue keys."""

from typing import Final

from pbm.core.contract import Fact
from pbm.core.market import telling
from pbm.core.problem import Problem
from pbm.core.tell import N_, Message, Value, counted

TITLE: Final = Message("Broker")

_FACTS: Final = {
    **telling.FACTS,
    "dealt": N_("Everybody is dealt {cards}."),
    "penalty": N_("{stock} crashes: {seat} pays for {shares}, {each} a share: −{money}."),
    "returned": N_("{stock} crashes: {seat} gives {shares} back to the bank."),
    "eliminated": N_("{seat} has neither cash nor shares and is out."),
    "split": N_("{seat} splits {stock}: shares double, the price is {to}."),
    "keeps": N_("{seat} will keep {stock} in a crash: {most} at most."),
    "keeps-all": N_("{seat} will keep {stock} in a crash, as far as the cash goes."),
}

_PROBLEMS: Final = {
    **telling.PROBLEMS,
    "pile-used-up": N_("There are no cards of the pile {deck} left in this hand."),
    "short-supply": N_("Of the {stock} shares the bank has only {left} left."),
    "bought-and-raised": N_(
        "You bought {stock} before a card that raised it, so you may not sell it in this turn."
    ),
    "sold-and-lowered": N_(
        "You sold {stock} before a card that lowered it, so you may not buy it in this turn."
    ),
    "no-selling": N_("You bought {stock} in this turn, so you may not sell it in the same turn."),
    "no-buying-back": N_("You sold {stock} in this turn, so you may not buy it in the same turn."),
    "frozen": N_("The card touched {stock}, so it is not traded after the card in this turn."),
    "last-turn": N_("In the last turn of the game nothing may be bought; selling is allowed."),
    "you-are-out": N_("This player is out and gives no more orders."),
    "no-splits": N_("There are no splits in this game."),
    "not-at-ceiling": N_("Only a company that stands at 250 is split; {stock} stands at {price}."),
    "one-split": N_("Only one company is split in a turn."),
    "keep-how": N_("A standing order is written like this: “{example}”."),
    "split-how": N_("A split is written like this: “{example}”."),
    "wrong-companies": N_("The option names {count} companies with commas between, one word each."),
    "company-letter": N_(
        "The letter {letter} stands for a company here, and can be taken for a number, a sign or "
        "a word of an order. Please choose another name."
    ),
    "company-twice": N_("Another company has the letter {letter}, too, or one that looks like it."),
    "wrong-supply": N_("The shares of a company are a number from 1, or none for any number."),
}


def shares(company: str, number: int) -> Message:
    """A number of shares of a company, as the object of a sentence."""
    return counted(
        "{n} share of {company}", "{n} shares of {company}", number, {"company": company}
    )


def tell(fact: Fact) -> Message | None:
    """The sentence for a fact; None for what the line or the result already tells."""
    more: dict[str, Value] = {}
    if fact["fact"] == "dealt":
        more["cards"] = counted("{n} card", "{n} cards", fact["cards"])
    elif fact["fact"] == "keeps" and fact["most"] is None:
        return telling.told({**fact, "fact": "keeps-all"}, _FACTS, more)
    elif "count" in fact:
        more["shares"] = shares(fact["stock"], fact["count"])
    return telling.told(fact, _FACTS, more)


def explain(problem: Problem) -> Message:
    """The sentence for a problem."""
    return telling.explained(problem, _PROBLEMS, {})
