"""The words of Акционер: sentences for facts and problems, in English as catalogue keys."""

from typing import Final

from pbm.core.contract import Fact
from pbm.core.market import telling
from pbm.core.problem import Problem
from pbm.core.tell import N_, Message, Value, counted

TITLE: Final = Message("Aktsioner")

COLOURS: Final = ("blue", "red", "yellow", "green")
"""Identifiers of the colours, in the order с к ж з, which rule A35 uses last of all."""

COLOUR_NAMES: Final = {
    "blue": Message("blue"),
    "red": Message("red"),
    "yellow": Message("yellow"),
    "green": Message("green"),
}

_FACTS: Final = {
    **telling.FACTS,
    "dealt": N_("Dealt to each player: {big} and {small}."),
    "compensated": N_("{seat} is compensated for {shares}, {each} a share: +{money}."),
    "fined": N_("{seat} pays a fine for {shares}, {each} a share: −{money}."),
    "forfeited": N_("{seat} cannot pay the fine of {each} a share and loses {shares}."),
    "out": N_(
        "{seat} has no shares and too little cash to buy one, and is passed over from now on."
    ),
}

_PROBLEMS: Final = {
    **telling.PROBLEMS,
    "no-big-left": N_("There are no big cards left in this hand."),
    "no-small-left": N_("There are no small cards left in this hand."),
    "idle": N_(
        "Nobody has more than one card left, so nobody may buy or sell; the card is played alone."
    ),
    "second-max": N_("Only one purchase in a field can take all the cash."),
    "locked": N_(
        "Shares bought in stage 1 are locked until your next move; of {stock}, {free} may be sold."
    ),
    "wrong-formula": N_(
        "The formula is the number of big cards, a plus, the number of small cards: 3+5."
    ),
    "formula-too-big": N_(
        "At least {undealt} cards of each deck must stay undealt; "
        "with this formula at most {most} can play, not {seats}."
    ),
}


def shares(colour: int, number: int) -> Message:
    """A number of shares of one colour, as the object of a sentence."""
    if COLOURS[colour] == "blue":
        return counted("{n} blue share", "{n} blue shares", number)
    if COLOURS[colour] == "red":
        return counted("{n} red share", "{n} red shares", number)
    if COLOURS[colour] == "yellow":
        return counted("{n} yellow share", "{n} yellow shares", number)
    return counted("{n} green share", "{n} green shares", number)


def tell(fact: Fact) -> Message | None:
    """The sentence for a fact; None for what the line or the result already tells."""
    more = _named(fact.get("stock"))
    if fact["fact"] == "dealt":
        more["big"] = counted("{n} big card", "{n} big cards", fact["big"])
        more["small"] = counted("{n} small card", "{n} small cards", fact["small"])
    elif "count" in fact:
        more["shares"] = shares(COLOURS.index(fact["stock"]), fact["count"])
    return telling.told(fact, _FACTS, more)


def explain(problem: Problem) -> Message:
    """The sentence for a problem."""
    return telling.explained(problem, _PROBLEMS, _named(problem.values.get("stock")))


def _named(colour: object) -> dict[str, Value]:
    return {"stock": COLOUR_NAMES[colour]} if isinstance(colour, str) else {}
