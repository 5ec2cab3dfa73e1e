"""Turns of Broker with known results (tests/vectors, and PBM_VECTORS=DIR for more)."""

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from broker_play import NO_CHANCE

from pbm.core.accounts import BANK
from pbm.core.contract import Fact, Step
from pbm.core.market.cards import Card, Play
from pbm.core.market.moves import BUY, SELL, Move, Trade
from pbm.core.market.position import Position, Seat
from pbm.core.problem import Problem, Refusal
from pbm.rules import find
from pbm.rules.broker.game import Broker
from pbm.rules.broker.moves import Keep, Line
from pbm.rules.broker.state import State

FOLDERS = [Path(__file__).parent.parent / "vectors"]
if extra := os.environ.get("PBM_VECTORS"):
    FOLDERS.append(Path(extra))

FILES = [file for folder in FOLDERS if (file := folder / "broker.json").is_file()]
DATA = [json.loads(file.read_text("utf-8")) for file in FILES]
VECTORS = [pytest.param(v, id=v["id"]) for data in DATA for v in data.get("vectors", [])]
SCORINGS = [data["final_scoring"] for data in DATA if "final_scoring" in data]

COMPANIES = ("A", "B", "C", "D")
FIGURES = {"100": "+100", "60": "+60", "40": "-50", "2x_up": "x2", "2x_down": "/2"}
"""A card's own figure by its type in the vectors; a 40 is known by the fall of its company."""

# What an error is about: words in it, and the rules or problems that say so here.
ERRORS = {
    "key rule": {"B12"},
    "no reversal": {"B12"},
    "frozen": {"B12"},
    "target": {"same-stock", "free-own", "free-figures"},
    "supply": {"B8"},
    "last turn": {"B30"},
    "credit": {"B11"},
    "cash": {"B11"},
    "afford": {"B11"},
    "shares": {"B11"},
    "sell": {"B11", "B12"},
    "out": {"B11", "B26"},
    "split": {"B32"},
}


def text(options: dict[str, Any]) -> dict[str, str]:
    return {name: str(value).lower() for name, value in options.items()}


def by_company(plain: dict[str, int]) -> tuple[int, ...]:
    return tuple(plain[company] for company in COMPANIES)


class Choice(NamedTuple):
    """How many shares somebody keeps in a crash; of every company, for everybody, if not said."""

    player: str = ""
    company: str = ""
    keep: int | None = None


_ANY = Choice()


def choices(plain: Any, names: list[str], so_far: Choice = _ANY) -> Iterator[Choice]:
    """The choices of a vector, however deep players and companies are nested in it."""
    if isinstance(plain, int):
        yield so_far._replace(keep=plain)
    elif isinstance(plain, list):
        for each in plain:
            yield from choices(each, names, so_far)
    elif isinstance(plain, dict):
        said = {key: plain[key] for key in ("player", "company") if key in plain}
        here = so_far._replace(**said)
        for key, value in plain.items():
            if key == "keep":
                yield from choices(value, names, here)
            elif key in names:
                yield from choices(value, names, here._replace(player=key))
            elif key in COMPANIES:
                yield from choices(value, names, here._replace(company=key))


def keeps_of(vector: dict[str, Any], name: str) -> tuple[Keep, ...]:
    """The standing orders that a player's choices in a vector come to."""
    plain = vector.get("crash_choice") or vector["move"].get("crash_choice")
    mine = [
        choice
        for choice in choices(plain, list(vector["before"]["players"]))
        if choice.player in {name, ""}
    ]
    return tuple(
        Keep(company, choice.keep)
        for choice in mine
        for company in range(4)
        if choice.company in {COMPANIES[company], ""}
    )


def position(vector: dict[str, Any], card: Card, game: Broker) -> State:
    """The position before the turn; everybody has cards enough, unless it is the last turn."""
    before, mover = vector["before"], vector["move"]["player"]
    players = before["players"]
    decks = list(game.decks.cards)
    last = vector["move"].get("last_turn_of_game") or vector.get("last_turn_of_game")

    def left(name: str) -> tuple[int, ...]:
        if last:
            return tuple(int(name == mover and deck == card.deck) for deck in decks)
        return (2, 3, 5)

    seats = tuple(Seat(left(name), out=held["eliminated"]) for name, held in players.items())
    supply = by_company(before["bank_supply"]) if "bank_supply" in before else (40,) * 4
    names = list(players)
    cash = [held["cash"] for held in players.values()]
    shares = [by_company(held["shares"]) for held in players.values()]
    market = Position(
        by_company(before["prices"]),
        (*cash, -sum(cash)),
        (*shares, supply),
        seats,
        tuple(range(len(seats))),
        next(n for n in (names.index(mover), *range(len(seats))) if not seats[n].out),
    )
    keeps = tuple(keeps_of(vector, name) for name in names)
    return State(market, keeps, market.balance()[1:])


def trades(plain: list[list[Any]]) -> tuple[Trade, ...]:
    signs = {"buy": BUY, "sell": SELL}
    return tuple(Trade(signs[kind], count, COMPANIES.index(name)) for kind, name, count in plain)


def card_of(game: Broker, plain: dict[str, Any] | None) -> Card:
    """The card that a vector names; raises Refusal, as any line without one, if it names none."""
    if not plain:
        game.notation.read("+1A | |", language="bg")
    assert plain
    wanted = (FIGURES[plain["type"]], COMPANIES.index(plain["company"]))
    return next(card for card in game.decks.copies if (card.own, card.stock) == wanted)


def line_of(game: Broker, move: dict[str, Any], card: Card) -> Line:
    """The line of a move; raises Refusal if its card cannot be played so."""
    target = move.get("target")
    plays = game.decks.plays[card]
    if target:
        wanted = f"{game.notation.short(card, 'bg')} {target}"
        read = game.notation.read(wanted, language="bg").move
        assert read is not None
        play: Play = read.play
    else:
        (play,) = plays
    split = move.get("split")
    body = Move(trades(move.get("before", [])), play, trades(move.get("after", [])))
    return Line(body, None if split is None else COMPANIES.index(split))


def event(fact: Fact) -> list[Any] | None:
    kind = fact["fact"]
    if kind in {"dividend", "penalty"}:
        return [kind, fact["seat"], fact["stock"], fact["money"]]
    if kind == "returned":
        return [kind, fact["seat"], fact["stock"], fact["count"]]
    return [kind, fact["seat"]] if kind == "eliminated" else None


def is_told(error: str, problems: tuple[Problem, ...]) -> bool:
    """Whether the problems are about what the error is about."""
    about = [wanted for words, wanted in ERRORS.items() if words in error.lower()]
    found = {problem.rule for problem in problems} | {problem.code for problem in problems}
    return not about or any(found & wanted for wanted in about)


def applied(game: Broker, vector: dict[str, Any], seat: int) -> tuple[State, Step]:
    """The position before a vector's move and what the move leads to; raises Refusal."""
    card = card_of(game, vector["move"].get("card"))
    state = position(vector, card, game)
    line = line_of(game, vector["move"], card)
    return state, game.apply(state, seat, line, NO_CHANCE)


@pytest.mark.parametrize("vector", VECTORS)
def test_vector(vector: dict[str, Any]) -> None:
    names = list(vector["before"]["players"])
    options = {**text(vector.get("options", {})), "order": "given", "deal": "table"}
    game = find("broker").game(names, options, "bg")
    assert isinstance(game, Broker)
    seat = names.index(vector["move"]["player"])
    if error := vector.get("error"):
        with pytest.raises(Refusal) as caught:
            applied(game, vector, seat)
        assert is_told(error, caught.value.problems)
        return
    state, step = applied(game, vector, seat)
    compare(step.state, names, vector["after"])
    if "events" in vector:
        events = [found for fact in step.facts if (found := event(fact))]
        assert sorted(map(str, events)) == sorted(map(str, vector["events"]))
    assert game.balance(step.state) == game.balance(state)
    written = game.write_move(step.move, "bg")
    assert game.read_canonical(written, "bg") == step.move


def compare(state: State, names: list[str], after: dict[str, Any]) -> None:
    market = state.market
    assert market.prices == by_company(after["prices"])
    for n, name in enumerate(names):
        expected = after["players"][name]
        owned = expected["cash"], by_company(expected["shares"])
        assert (market.cash[n], market.shares[n]) == owned, name
        assert market.seats[n].out == expected.get("eliminated", False), name
    if "bank_supply" in after:
        assert market.shares[BANK] == by_company(after["bank_supply"])


@pytest.mark.parametrize("scoring", SCORINGS)
def test_vector_final_scoring(scoring: dict[str, Any]) -> None:
    names = list(scoring["players"])
    game = find("broker").game(names, {"order": "given"}, "bg")
    players = scoring["players"].values()
    cash = (*(player["cash"] for player in players), 0)
    shares = (*(by_company(player["shares"]) for player in players), (0,) * 4)
    seats = (Seat((0, 0, 0)),) * len(names)
    order = tuple(range(len(names)))
    market = Position(by_company(scoring["prices"]), cash, shares, seats, order, None)
    result = game.result(State(market, ((),) * len(seats), (0,) * 4))
    assert result is not None
    assert list(result.scores) == [player["final"] for player in players]
    winners = scoring.get("winners") or [scoring["winner"]]
    assert [names[n] for n in result.winners] == winners


def test_vector_files_are_found() -> None:
    assert VECTORS
    assert SCORINGS


CHOICES = [
    {"p2": {"keep": 2}},
    {"player": "p2", "keep": 2},
    {"p2": {"A": 2}},
    {"p2": {"keep": {"A": 2}}},
    {"p2": {"A": {"keep": 2}}},
    [{"player": "p2", "company": "A", "keep": 2}],
    {"keep": {"p2": 2}},
    {"keep": 2},
]


@pytest.mark.parametrize("choice", CHOICES, ids=str)
def test_vector_choices_are_understood(choice: Any) -> None:
    vector = {"before": {"players": {"p1": {}, "p2": {}}}, "crash_choice": choice, "move": {}}
    assert Keep(0, 2) in keeps_of(vector, "p2")
