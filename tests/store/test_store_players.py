"""The players' file: read, looked up, added to, and every way in which a person errs."""

from pathlib import Path

import pytest

from pbm.core.failure import Declined, Wrong
from pbm.store.players import TEMPLATE, Player, Players

FILE = """\
# the club of 1986
Анна: anna@example.org   # writes on Sundays
"Борис Б.": {address: [boris@example.org, Family@Example.org], language: bg}

Вера:
  address: family@example.org
  paper: true
Gosha:
"""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "players.yaml"
    path.write_text(FILE, encoding="utf-8")
    return path


def test_everybody_is_read(path: Path) -> None:
    assert Players.read(path).all == (
        Player("Анна", ("anna@example.org",)),
        Player("Борис Б.", ("boris@example.org", "Family@Example.org"), "bg"),
        Player("Вера", ("family@example.org",), "", paper=True),
        Player("Gosha"),
    )


def test_players_are_found_by_name_and_by_address(path: Path) -> None:
    players = Players.read(path)
    assert players.named(" анна ") == players.all[0]
    assert players.named("Anna") is None
    assert players.at("ANNA@example.org") == [players.all[0]]
    assert players.at("family@example.ORG") == [players.all[1], players.all[2]]
    assert players.at("") == players.at("nobody@example.org") == []


@pytest.mark.parametrize("begin", [FILE, FILE.rstrip("\n"), "", TEMPLATE, "# no line end"])
@pytest.mark.parametrize(
    "player",
    [
        Player("Дима", ("dima@example.org",), "ru"),
        Player("O'Hara: #1 - yes", ("a@example.org", "b@example.org")),
        Player("Дед", paper=True),
        Player("null"),
        Player("1986"),
    ],
)
def test_adding_a_player_keeps_what_people_wrote(path: Path, begin: str, player: Player) -> None:
    path.write_text(begin, encoding="utf-8")
    before = Players.read(path)
    after = before.add(player)
    assert path.read_text(encoding="utf-8").startswith(begin)
    assert after.all == Players.read(path).all == (*before.all, player)
    assert after.named(player.name) == player


@pytest.mark.parametrize("name", ["Анна", "анна", "АННА"])
def test_a_name_is_taken_once(path: Path, name: str) -> None:
    with pytest.raises(Declined):
        Players.read(path).add(Player(name))
    assert path.read_text(encoding="utf-8") == FILE


@pytest.mark.parametrize(
    "player",
    [
        Player("a, b"),
        Player(""),
        Player(" a"),
        Player("a\nb"),
        Player("a <b>"),
        Player("x" * 41),
        Player("Eva", ("not an address",)),
        Player("Eva", ("evа@example.org",)),  # a Cyrillic а
        Player("Eva", ("eva@example.org\nBcc: x@example.org",)),
    ],
)
def test_what_the_file_could_not_hold_is_refused(path: Path, player: Player) -> None:
    with pytest.raises(Wrong):
        Players.read(path).add(player)
    assert path.read_text(encoding="utf-8") == FILE


@pytest.mark.parametrize("text", ["{}\n", "{A: a@example.org}\n", "A:\n  paper: true\n...\n"])
def test_a_file_that_cannot_grow_by_a_line_is_told_and_left(path: Path, text: str) -> None:
    path.write_text(text)
    with pytest.raises(Wrong) as caught:
        Players.read(path).add(Player("Eva", ("eva@example.org",)))
    assert caught.value.cure is not None
    assert '"Eva": {"address": "eva@example.org"}' in str(caught.value.cure.values["line"])
    assert path.read_text() == text


def test_an_error_made_meanwhile_is_told_as_it_is(path: Path) -> None:
    players = Players.read(path)
    path.write_text("A: {adress: a@example.org}\n")
    with pytest.raises(Wrong) as caught:
        players.add(Player("Eva"))
    assert caught.value.where == f"{path}:1:5"


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("A: {adress: a@example.org}\n", "1:5"),
        ("A: a@example.org\nA: b@example.org\n", "2:1"),
        ("Anna: a@example.org\nanna: b@example.org\n", "2:1"),
        ("A: nobody\n", "1:4"),
        ("A: [a@example.org, b]\n", "1:20"),
        ("A: {address: a@example.org, language: fr}\n", "1:39"),
        ("A: {paper: perhaps}\n", "1:12"),
        ("A: {address: аnna@example.org}\n", "1:14"),
        ("- A\n", "1:1"),
        ("A, B: a@example.org\n", "1:1"),
        ("A: a@example.org\n B: b@example.org\n", "2:3"),
        ("A: {address: [[a@example.org]]}\n", "1:15"),
    ],
)
def test_an_error_is_told_with_its_place(path: Path, text: str, place: str) -> None:
    path.write_text(text, encoding="utf-8")
    with pytest.raises(Wrong) as caught:
        Players.read(path)
    assert caught.value.where == f"{path}:{place}"
    line = text.splitlines()[int(place.partition(":")[0]) - 1]
    assert caught.value.shown
    assert line.startswith(caught.value.shown)
