"""The words of the market: what happens in trades and to prices, in English as catalogue keys."""

from collections.abc import Mapping
from typing import Final

from pbm.core import telling
from pbm.core.contract import Fact
from pbm.core.problem import Problem
from pbm.core.tell import N_, Message, Value
from pbm.core.threefield.problems import READING

FACTS: Final = {
    **telling.FACTS,
    "sold": N_("{seat} sells {shares} at {each}: +{money}."),
    "bought": N_("{seat} buys {shares} at {each}: −{money}."),
    "moved": N_("The price of {stock} goes from {from} to {to} ({figure})."),
    "unmoved": N_("The price of {stock} stays at {to} ({figure})."),
    "dividend": N_("Above 250, {seat} receives for {shares}, {each} a share: +{money}."),
}
"""The sentences for facts that happen in every such game, by their kind."""

UNTOLD: Final = frozenset({"played", "over"})
"""Facts that the line or the result already tells."""

PROBLEMS: Final = {
    **READING,
    **telling.PROBLEMS,
    "all-played": N_("Every card of this kind has already been played."),
    "short-shares": N_("Of the {stock} shares only {held} can be sold."),
    "short-cash": N_("This costs {cost}, but the cash is {cash}; it buys {most} at most."),
    "twin": N_("This card is not in the hand, but another with the same effect is."),
    "not-held": N_("This card is not in the hand."),
}
"""The sentences for problems that come up in every such game, by their code."""


def printed(figure: str) -> str:
    """A figure as it is printed on a card: +30, −60, ×2, ÷2."""
    return figure.replace("-", "−").replace("x", "×").replace("/", "÷")


def told(fact: Fact, sentences: Mapping[str, str], more: Mapping[str, Value]) -> Message | None:
    """The sentence for a fact, its gaps filled from it and from `more`; None if it needs none."""
    if fact["fact"] in UNTOLD:
        return None
    return telling.told({**fact, "fact": _variant(fact)}, sentences, {**_figures(fact), **more})


def explained(problem: Problem, sentences: Mapping[str, str], more: Mapping[str, Value]) -> Message:
    """The sentence for a problem, its gaps filled from it and from `more`."""
    return telling.explained(problem, sentences, {**_figures(problem.values), **more})


def _variant(fact: Fact) -> str:
    """The kind of a fact, or of a sentence of its own for a price that is at the board's end."""
    kind: str = fact["fact"]
    return "unmoved" if kind == "moved" and fact["from"] == fact["to"] else kind


def _figures(values: Mapping[str, object]) -> dict[str, Value]:
    """Figures as they are printed."""
    named = ((name, values.get(name)) for name in ("figure", "figures"))
    return {name: printed(text) for name, text in named if isinstance(text, str)}
