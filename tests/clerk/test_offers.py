"""What a refusal offers instead could be sent as it stands, whatever the hand."""

import random

import pytest

from pbm.clerk.desk import Desk, Refused, Sent, Taken, open_game, sit_down, take
from pbm.rules import find, slugs

SEED = bytes(range(32))
AT = "2026-11-30T10:00:00Z"
HIDDEN = {"not-held", "twin"}


def desk_of(rules: str) -> Desk:
    """A game of three a few moves after its opening."""
    made = open_game(find(rules), "vesna", ("A", "B", "C"), {}, "ru", SEED, AT)
    assert not isinstance(made, Refused)
    desk = sit_down(find(rules), *made, SEED)
    for n in range(6):
        taken = answer(desk, lines(desk)[-1 - n])
        assert isinstance(taken, Taken)
        desk = desk._replace(last=taken.entries[-1])
    return desk


def lines(desk: Desk) -> list[str]:
    seat = desk.to_move or 0
    moves = desk.game.legal(desk.state, seat, desk.hand(seat))
    return [desk.game.write_move(move, "ru") for move in moves]


def answer(desk: Desk, line: str) -> Taken | Refused:
    return take(desk, desk.to_move or 0, line, "ru", Sent(AT), SEED)


def spoilt(line: str, chance: random.Random) -> str:
    """The line with a word left out, doubled, or swapped with the next one, or with more shares."""
    words = line.split()
    at = chance.randrange(len(words))
    return " ".join(
        chance.choice(
            (
                [*words[:at], *words[at + 1 :]],
                [*words[: at + 1], *words[at:]],
                [*words[:at], *words[at : at + 2][::-1], *words[at + 2 :]],
                ["-90с", *words],
                [*words[:at], words[at][:-1], *words[at + 1 :]],
            )
        )
    )


@pytest.mark.parametrize("rules", slugs())
def test_every_offered_line_is_one_that_the_rules_allow(rules: str) -> None:
    chance = random.Random(rules)
    desk = desk_of(rules)
    offered = set()
    for _ in range(200):
        refused = answer(desk, spoilt(chance.choice(lines(desk)), chance))
        if isinstance(refused, Refused):
            offered |= {line for problem in refused.problems for line in problem.nearest}
    assert offered
    for line in offered:
        again = answer(desk, line)
        codes = {problem.code for problem in again.problems} if isinstance(again, Refused) else ()
        assert HIDDEN.issuperset(codes), line


def test_where_nothing_can_be_offered_it_is_told_what_stands_against_it() -> None:
    desk = desk_of("akcioner")
    refused = answer(desk, "-50с | З0к")
    assert isinstance(refused, Refused)
    found = [(problem.code, problem.place.words, problem.nearest) for problem in refused.problems]
    assert found == [("which-stock", "З0к", ()), ("short-shares", "-50с", ())]


@pytest.mark.parametrize(
    ("line", "place"),
    [
        ("З0к | -50с", (1, 7)),
        ("-1с\n100к\n-50с", (3, 1)),
        ("З0к | продаю 50с", (1, 1)),
    ],
)
def test_what_stands_against_an_offer_is_shown_where_the_player_wrote_it(
    line: str, place: tuple[int, int]
) -> None:
    refused = answer(desk_of("akcioner"), line)
    assert isinstance(refused, Refused)
    (problem,) = (each for each in refused.problems if each.code == "short-shares")
    assert problem.place[:2] == place
    assert problem.place.words == "-50с"
