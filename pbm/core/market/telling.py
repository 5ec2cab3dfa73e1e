"""The words of the market: what happens in trades and to prices, in English as catalogue keys."""

from collections.abc import Mapping
from typing import Final

from pbm.core.contract import Fact
from pbm.core.problem import Problem
from pbm.core.tell import N_, Message, Value
from pbm.core.threefield.problems import READING

FACTS: Final = {
    "order": N_("Order of play: {order}."),
    "sold": N_("{seat} sells {shares} at {each}: +{money}."),
    "bought": N_("{seat} buys {shares} at {each}: −{money}."),
    "moved": N_("The price of {stock} goes from {from} to {to} ({figure})."),
    "dividend": N_("Above 250, {seat} receives for {shares}, {each} a share: +{money}."),
}
"""The sentences for facts that happen in every such game, by their kind."""

UNTOLD: Final = frozenset({"played", "over"})
"""Facts that the line or the result already tells."""

PROBLEMS: Final = {
    **READING,
    "not-your-turn": N_("It is the turn of {seat}."),
    "over": N_("The game is over; no more moves are taken."),
    "all-played": N_("Every card of this kind has already been played."),
    "short-shares": N_("There are only {held} {stock} shares to sell."),
    "short-cash": N_("This costs {cost}, but the cash is {cash}; it buys {most} at most."),
    "twin": N_("This card is not in the hand, but another with the same effect is."),
    "not-held": N_("This card is not in the hand."),
    "unknown-option": N_("There is no such option; there are: {known}."),
    "wrong-option": N_("This option can be: {choices}."),
    "seat-count": N_("Two to six can play."),
}
"""The sentences for problems that come up in every such game, by their code."""


def printed(figure: str) -> str:
    """A figure as it is printed on a card: +30, −60, ×2, ÷2."""
    return figure.replace("-", "−").replace("x", "×").replace("/", "÷")


def gaps(values: Mapping[str, object]) -> dict[str, Value]:
    """What fills the gaps of a sentence; figures as they are printed."""
    told: dict[str, Value] = {
        name: value for name, value in values.items() if isinstance(value, str | int | Message)
    }
    for name in ("figure", "figures"):
        if isinstance(text := told.get(name), str):
            told[name] = printed(text)
    return told


def told(fact: Fact, sentences: Mapping[str, str], more: Mapping[str, Value]) -> Message | None:
    """The sentence for a fact, its gaps filled from it and from `more`; None if it needs none."""
    kind = fact["fact"]
    if kind in UNTOLD:
        return None
    values = gaps(fact)
    if kind == "order":
        values["order"] = ", ".join(fact["seats"])
    return Message(sentences[kind], {**values, **more})


def explained(problem: Problem, sentences: Mapping[str, str], more: Mapping[str, Value]) -> Message:
    """The sentence for a problem, its gaps filled from it and from `more`."""
    return Message(sentences[problem.code], {**gaps(problem.values), **more})
