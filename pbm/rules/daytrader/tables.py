"""Reads the table of what is printed, key by key: it may be a game master's own (D95)."""

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any, Final

from pbm.core.tell import Message
from pbm.core.throws import SIDES
from pbm.marked import Value, between
from pbm.rules.daytrader.printed import (
    JOBS,
    Amounts,
    Board,
    Bracket,
    Card,
    Company,
    Effect,
    Ground,
    Square,
)

_MONEY: Final = (0, 1_000_000)
_PRICE: Final = (1, 1_000_000)
_COUNT: Final = (1, 100)
_TOKENS: Final = (1, 20)
_MOST_SQUARES: Final = 80
_WORKERS: Final = ("top", "emp")
_NUMBERS: Final = tuple(str(n) for n in range(1, SIDES + 1))
_GROUNDS: Final = tuple(str(ground) for ground in Ground if ground is not Ground.COMPANY)

Check = Callable[[Value], Any]


def read_board(table: Value) -> Board:
    """The board that a file holds; raises Wrong at the first place that cannot be right."""
    parts = table.exactly(
        {
            "edition": Value.text,
            "amounts": _amounts,
            "companies": _companies,
            "ring": _ring,
            "brackets": _brackets,
            "cards": _itself,
        },
    )
    squares = parts["ring"]
    return Board(
        edition=parts["edition"],
        amounts=parts["amounts"],
        companies=parts["companies"],
        squares=squares,
        brackets=parts["brackets"],
        cards=_cards(parts["cards"], {str(square.ground) for square in squares}),
    )


def _itself(value: Value) -> Value:
    return value


def _amounts(value: Value) -> Amounts:
    counts = {"first_wage", "trades", "retirement_cards"}
    free = {"cash", "goal"}
    bounds = {
        name: _COUNT if name in counts else _MONEY if name in free else _PRICE
        for name in Amounts._fields
    }
    bounds["tokens"] = _TOKENS
    return Amounts(**value.exactly({name: between(*bound) for name, bound in bounds.items()}))


def _companies(value: Value) -> tuple[Company, ...]:
    """One company for each face of the die."""
    companies = value.exactly(dict.fromkeys(_NUMBERS, _company))
    return tuple(companies[number] for number in _NUMBERS)


def _company(value: Value) -> Company:
    checkers = {"name": Value.text, "wages": _wages, "cards": between(*_COUNT)}
    return Company(**value.exactly(checkers))


def _wages(value: Value) -> tuple[int, ...]:
    """A wage for each job, rising from EMP to CEO."""
    members = value.members()
    if len(members) != len(JOBS):
        jobs = ", ".join(JOBS)
        raise value.wrong(Message("There must be a wage for each of {jobs}", {"jobs": jobs}))
    wages: list[int] = []
    for member in members:
        wage = member.number(*_PRICE)
        if wages and wage <= wages[-1]:
            raise member.wrong(Message("Wages must rise from one job to the next"))
        wages.append(wage)
    return tuple(wages)


def _ring(value: Value) -> tuple[Square, ...]:
    """The squares; every company is on one of them, for there its first workers begin (D4)."""
    members = value.members()
    words = [member.one_of((*_GROUNDS, *_NUMBERS)) for member in members]
    if len(words) > _MOST_SQUARES:
        raise value.wrong(Message("A board has {most} squares at most", {"most": _MOST_SQUARES}))
    counted = Counter(words)
    if missing := [number for number in _NUMBERS if number not in counted]:
        gaps = {"missing": ", ".join(missing)}
        raise value.wrong(Message("No square is the company {missing}", gaps))
    for word, member in zip(words, members, strict=True):
        if word in _NUMBERS and counted[word] > 1:
            raise member.wrong(Message("There can be one square of company {n}", {"n": word}))
    return tuple(
        Square(Ground.COMPANY, _NUMBERS.index(word)) if word in _NUMBERS else Square(Ground(word))
        for word in words
    )


def _brackets(value: Value) -> tuple[Bracket, ...]:
    """Brackets that begin at nothing and rise; nobody is asked for more than he must have."""
    brackets: list[Bracket] = []
    for member in value.members():
        checkers = {"from": between(*_MONEY), "tax": between(*_MONEY)}
        floor, tax = member.exactly(checkers).values()
        if not brackets and floor:
            raise member.wrong(Message("The first bracket must begin from 0"))
        if brackets and (floor <= brackets[-1].floor or tax < brackets[-1].tax):
            raise member.wrong(Message("Brackets must rise from one to the next"))
        brackets.append(Bracket(floor, tax))
    if not brackets:
        raise value.wrong(Message("The first bracket must begin from 0"))
    return tuple(brackets)


def _cards(value: Value, grounds: set[str]) -> dict[str, Card]:
    """The deck, by the names of the cards; `grounds` are the kinds of squares that there are."""

    def effects(value: Value) -> tuple[Effect, ...]:
        return tuple(_effect(member, grounds) for member in value.several())

    cards = {
        code.text(): Card(**about.exactly({"text": Value.text, "effects": effects}))
        for code, about in value.pairs()
    }
    # Each round of the deck must draw less than it answers, or a turn would never end.
    if sum(_draws(effect) for card in cards.values() for effect in card.effects) >= len(cards):
        raise value.wrong(Message("Too many cards lead to another card"))
    return cards


def _draws(effect: Effect) -> bool:
    return effect.do == "move" and effect.act and effect.square == Ground.VOLATILE


def _effect(value: Value, grounds: set[str]) -> Effect:
    """One effect: what its key `do` names says which other keys there are."""
    done = next((does for key, does in value.pairs() if key.text() == "do"), None)
    if done is None:
        raise value.wrong(Message("The key {name} is missing here", {"name": "do"}))
    keys = EFFECTS[done.one_of(EFFECTS)]
    checkers: dict[str, Check] = {
        "do": Value.text,
        "company": lambda number: _NUMBERS.index(number.one_of(_NUMBERS)),
        "money": between(*_PRICE),
        "worker": lambda word: word.one_of(_WORKERS),
        "square": lambda word: word.one_of(sorted(grounds - {str(Ground.COMPANY)})),
        "act": Value.flag,
        "part": between(*_COUNT),
        "of": between(*_COUNT),
    }
    return Effect(**value.exactly({name: checkers[name] for name in ("do", *keys)}))


EFFECTS: Final[Mapping[str, tuple[str, ...]]] = {
    "collect": ("money",),
    "pay": ("money",),
    "dividend": ("company", "money"),
    "payday": ("company",),
    "layoff": ("company", "worker"),
    "clear": ("company",),
    "move": ("square", "act"),
    "tax": (),
    "refund": ("part", "of"),
    "promote": (),
    "gift": (),
    "bonus": ("money",),
    "levy": ("money",),
    "from_others": ("money",),
}
"""What a card can do, by the name that the file calls it, and the keys beside the name."""
