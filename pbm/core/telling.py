"""What the games of all kinds tell alike: sentences for common problems, gaps filled from data."""

from collections.abc import Mapping
from typing import Final

from pbm.core.contract import Fact
from pbm.core.problem import Problem
from pbm.core.tell import N_, Message, Value

PROBLEMS: Final = {
    "not-your-turn": N_("It is the turn of {seat}."),
    "over": N_("The game is over; no more moves are taken."),
    "unknown-option": N_("There is no such option; there are: {known}."),
    "wrong-option": N_("This option can be: {choices}."),
    "seat-count": N_("Two to six can play; players given: {given}."),
}
"""The sentences for problems that come up in every game, by their code."""

FACTS: Final = {"order": N_("Order of play: {order}.")}
"""The sentences for facts that come up in every game, by their kind."""


def gaps(values: Mapping[str, object]) -> dict[str, Value]:
    """What fills the gaps of a sentence, of a fact's or a problem's values."""
    told: dict[str, Value] = {
        name: value for name, value in values.items() if isinstance(value, str | int | Message)
    }
    if values.get("fact") == "order" and isinstance(seats := values["seats"], list):
        told["order"] = ", ".join(map(str, seats))
    return told


def told(fact: Fact, sentences: Mapping[str, str], more: Mapping[str, Value]) -> Message:
    """The sentence for a fact, its gaps filled from it and from `more`."""
    return Message(sentences[fact["fact"]], {**gaps(fact), **more})


def explained(problem: Problem, sentences: Mapping[str, str], more: Mapping[str, Value]) -> Message:
    """The sentence for a problem, its gaps filled from it and from `more`."""
    return Message(sentences[problem.code], {**gaps(problem.values), **more})
