"""The words of Акционер: sentences for facts and problems, in English as catalogue keys."""

from typing import Final

from pbm.core.contract import Fact
from pbm.core.problem import Problem
from pbm.core.tell import N_, Message, Value, counted
from pbm.rules.akcioner.problems import READING

TITLE: Final = Message("Aktsioner")

COLOUR_NAMES: Final = {
    "blue": Message("blue"),
    "red": Message("red"),
    "yellow": Message("yellow"),
    "green": Message("green"),
}

_FACTS: Final = {
    "order": N_("Order of play: {order}."),
    "dealt": N_("Dealt to each player: {big} and {small}."),
    "sold": N_("{seat} sells {shares} at {each}: +{money}."),
    "bought": N_("{seat} buys {shares} at {each}: −{money}."),
    "played": N_("{seat} plays a card."),
    "moved": N_("The price of {colour} goes from {from} to {to} ({figure})."),
    "compensated": N_("{seat} is compensated for {shares}, {each} a share: +{money}."),
    "dividend": N_("Above 250, {seat} receives for {shares}, {each} a share: +{money}."),
    "fined": N_("{seat} pays a fine for {shares}, {each} a share: −{money}."),
    "forfeited": N_("{seat} cannot pay the fine of {each} a share and loses {shares}."),
    "out": N_(
        "{seat} has no shares and too little cash to buy one, and is passed over from now on."
    ),
}

_PROBLEMS: Final = {
    **READING,
    "not-your-turn": N_("It is the turn of {seat}."),
    "over": N_("The game is over; no more moves are taken."),
    "no-big-left": N_("There are no big cards left in this hand."),
    "no-small-left": N_("There are no small cards left in this hand."),
    "all-played": N_("Every card of this kind has already been played."),
    "idle": N_(
        "Nobody has more than one card left, so nobody may buy or sell; the card is played alone."
    ),
    "short-shares": N_("There are only {held} {colour} shares to sell."),
    "locked": N_(
        "Shares bought in stage 1 are locked until your next move; of {colour}, {free} may be sold."
    ),
    "short-cash": N_("This costs {cost}, but the cash is {cash}; it buys {most} at most."),
    "twin": N_("This card is not in the hand, but another with the same effect is."),
    "not-held": N_("This card is not in the hand."),
    "unknown-option": N_("There is no such option; there are: {known}."),
    "wrong-option": N_("This option can be: {choices}."),
    "wrong-formula": N_(
        "The formula is the number of big cards, a plus, the number of small cards: 3+5."
    ),
    "formula-too-big": N_(
        "At least {undealt} cards of each deck must stay undealt; "
        "with this formula at most {most} can play, not {seats}."
    ),
    "seat-count": N_("Two to six can play."),
}


def shares(colour: str, number: int) -> Message:
    """A number of shares of one colour, as the object of a sentence."""
    if colour == "blue":
        return counted("{n} blue share", "{n} blue shares", number)
    if colour == "red":
        return counted("{n} red share", "{n} red shares", number)
    if colour == "yellow":
        return counted("{n} yellow share", "{n} yellow shares", number)
    return counted("{n} green share", "{n} green shares", number)


def tell(fact: Fact) -> Message | None:
    """The sentence for a fact; None for what the line or the result already tells."""
    kind = fact["fact"]
    if kind in {"played", "over"}:
        return None
    values: dict[str, Value] = {
        name: value for name, value in fact.items() if isinstance(value, str | int)
    }
    if kind == "order":
        values["order"] = ", ".join(fact["seats"])
    elif kind == "dealt":
        values["big"] = counted("{n} big card", "{n} big cards", fact["big"])
        values["small"] = counted("{n} small card", "{n} small cards", fact["small"])
    elif "count" in fact:
        values["shares"] = shares(fact["colour"], fact["count"])
    if "colour" in fact:
        values["colour"] = COLOUR_NAMES[fact["colour"]]
    if "figure" in fact:
        values["figure"] = figure(fact["figure"])
    return Message(_FACTS[kind], values)


def figure(text: str) -> str:
    """A figure as it is printed on a card: +30, −60, ×2, ÷2."""
    return text.replace("-", "−").replace("x", "×").replace("/", "÷")


def explain(problem: Problem) -> Message:
    """The sentence for a problem."""
    values = dict(problem.values)
    if isinstance(colour := values.get("colour"), str):
        values["colour"] = COLOUR_NAMES[colour]
    if isinstance(text := values.get("figure"), str):
        values["figure"] = figure(text)
    return Message(_PROBLEMS[problem.code], values)
