"""A letter is judged by the words of its own game, and no other game is even looked at."""

from pathlib import Path

import pytest
from club import SEED, Club, begin, reply
from terminal import pbm

from pbm import rules
from pbm.core.contract import Rulebook

ANNA = "anna@example.org"
OWN = {"companies": "Kobalt,Ladoga,Mir,Neva"}


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The games whose rulebooks were asked for from now on."""
    found: list[str] = []
    shipped = rules._shipped

    def watched(slug: str) -> Rulebook:
        found.append(slug)
        return shipped(slug)

    monkeypatch.setattr(rules, "_shipped", watched)
    return found


def outcome(club: Club) -> str:
    return next(iter(club.house.home.journal.since(""))).outcome


@pytest.mark.parametrize(
    ("game", "below"),
    [
        ("akcioner", "Work: +359 88 123 45 67"),
        ("akcioner", "BUY AER 2"),
        ("broker", "BUY AER 2"),
        ("stockexchange", "30к -60ж"),
    ],
)
def test_orders_of_another_game_below_a_signature_raise_no_doubt(
    tmp_path: Path, game: str, below: str
) -> None:
    club = begin(tmp_path / "club")
    club.open("vesna", rules=game)
    club.deliver(reply(club.last(ANNA), f"{club.lines('Анна')[0]}\n\n-- \nAnna\n{below}"))
    club.run()
    assert outcome(club) == "move"


def test_orders_with_names_of_the_games_own_below_a_signature_are_asked_about(
    tmp_path: Path,
) -> None:
    usual: dict[str, str] = {}
    for options, expected in ((OWN, "refused"), (usual, "move")):
        club = begin(tmp_path / expected)
        club.open("vesna", 2, SEED, "broker", **options)
        club.deliver(reply(club.last(ANNA), f"{club.lines('Анна')[0]}\n\n-- \nAnna\n60K L"))
        club.run()
        assert outcome(club) == expected


def test_a_run_asks_for_the_rules_of_the_letters_game_alone(
    tmp_path: Path, asked: list[str]
) -> None:
    club = begin(tmp_path / "club")
    club.open()
    club.deliver(reply(club.last(ANNA), club.lines("Анна")[0]))
    club.deliver(b"From: anna@example.org\nTo: club@example.net\n\nBUY AER 2\n")
    club.deliver(b"From: stranger@example.com\n\nBUY AER 2\n")
    club.run()
    assert set(asked) == {"akcioner"}


def test_pbm_read_looks_at_the_games_of_the_sender_or_else_at_all(
    tmp_path: Path, asked: list[str]
) -> None:
    club = begin(tmp_path / "club")
    club.open()
    letter = tmp_path / "letter.eml"
    for sender, games in ((ANNA, ["akcioner"]), ("x@example.com", rules.slugs())):
        asked.clear()
        letter.write_bytes(f"From: {sender}\nSubject: x\n\n30к ж\n".encode())
        assert pbm("--home", str(club.folder), "read", str(letter)).status == 0
        assert sorted(set(asked)) == games
