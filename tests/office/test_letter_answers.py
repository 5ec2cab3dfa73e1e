"""Every letter in tests/letters goes through a whole club and is answered as its file says."""

import shutil
from pathlib import Path
from typing import Any

import pytest
from club import Club, begin, text
from letter_case import LETTERS, SECRET, load

from pbm.office import games

CASES = [path for path in sorted(LETTERS.glob("*.case")) if "answered" in load(path).sections]
ANSWERED = {"outcome", "line", "to", "says"}
# Twelve moves that lead back to 100 everywhere. Each of the two has a big and a small card left;
# red, yellow and the hundreds are all unplayed.
TWELVE = (
    "60с -30з", "-60с +30з", "50с -40з", "-50с +40з", "40с -50з", "-40с +50з",
    "x2с :2з", ":2с x2з", "x2з :2с", ":2з x2с", "30с -60з", "-30с +60з",
)  # fmt: skip


@pytest.fixture(scope="session")
def _vesna(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The club of the cases: Анна is to move in `vesna`, entry 12, dealt at the table."""
    club = begin(tmp_path_factory.mktemp("vesna") / "club")
    (club.folder / "secret").write_text(f"{SECRET.hex()}\n")
    club.open(deal="table")
    for line in TWELVE:
        games.move(club.house, "vesna", line)
    club.run()
    shutil.rmtree(club.folder / "out")
    return club.folder


@pytest.fixture
def club(_vesna: Path, tmp_path: Path) -> Club:
    shutil.copytree(_vesna, tmp_path / "club")
    return Club(tmp_path / "club")


def answered(club: Club, raw: bytes) -> tuple[dict[str, Any], str]:
    """What became of a letter, and the text of the first answer to it."""
    before = club.ledger().last.number
    club.deliver(raw)
    club.run()
    (line,) = club.house.home.journal.since("")
    last = club.ledger().last
    moved = last.number > before
    letters = club.letters() if (club.folder / "out").exists() else []
    became = {
        "outcome": line.outcome,
        "line": last.line if moved else None,
        "to": [str(letter["To"].addresses[0].addr_spec) for letter in letters],
    }
    return became, text(letters[0]) if letters else ""


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_letter_is_answered(club: Club, path: Path) -> None:
    case = load(path)
    expected = dict(case.sections["answered"])
    assert expected.keys() <= ANSWERED
    phrases = expected.pop("says", [])
    became, says = answered(club, case.raw)
    assert became == {"line": None, "to": []} | expected
    assert [phrase for phrase in phrases if phrase not in says] == []


def test_most_letters_say_how_they_are_answered() -> None:
    assert len(CASES) >= 120
