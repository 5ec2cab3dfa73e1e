"""A game master's own board: checked when a game is opened, whole in the game's head ever after."""

import re
import shutil
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from club import PEOPLE, Club, begin, reply, text

from pbm import rules
from pbm.core.canon import canonical
from pbm.core.failure import Damaged, Status, Wrong
from pbm.marked import read
from pbm.office.verifying import verdict

SHIPPED = Path(rules.__file__).parent
TABLES = [
    (slug, table)
    for slug in rules.slugs()
    for table in getattr(import_module(f"pbm.rules.{slug}"), "EDITABLE", ())
]
EDITION = "Waddle’s own"


@pytest.fixture
def club(tmp_path: Path) -> Club:
    return begin(tmp_path / "club")


def own(club: Club, slug: str, table: str) -> Path:
    """The game master's copy of a shipped table, under another name of its edition."""
    path = club.folder / "tables" / slug / f"{table}.yaml"
    path.parent.mkdir(parents=True)
    shipped = (SHIPPED / slug / f"{table}.yaml").read_text("utf-8")
    assert "edition: house board" in shipped
    path.write_text(shipped.replace("edition: house board", f"edition: {EDITION}"), "utf-8")
    return path


@pytest.mark.parametrize(("slug", "table"), TABLES)
def test_a_game_is_played_with_the_table_in_its_head(club: Club, slug: str, table: str) -> None:
    path = own(club, slug, table)
    club.open(rules=slug)
    mover = next(each for each in PEOPLE if each.name == club.ledger().last.state["to_move"])
    address = mover.addresses[0]
    assert EDITION in text(club.last(address))
    shutil.rmtree(path.parent)
    club.open("other", rules=slug)
    assert club.ledger("other").head.tables is None
    tables = club.ledger().head.tables
    assert tables is not None
    assert tables[table]["edition"] == EDITION
    club.deliver(reply(club.letters(address)[0], club.lines(mover.name)[0]))
    assert club.run() == []
    assert club.ledger().last.number == 1
    assert verdict(club.ledger().path).status is Status.DONE


@pytest.mark.parametrize(("slug", "table"), TABLES)
@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("^edition:", "editoin:", "editoin"),
        ("^edition:.*", "edition: [", "YAML"),
        ("^edition:.*", "edition:", "text is missing"),
        ("^edition:.*\n", "", "edition is missing"),
    ],
)
def test_an_error_in_it_is_told_with_its_place(
    club: Club, slug: str, table: str, old: str, new: str, words: str
) -> None:
    path = own(club, slug, table)
    spoilt = re.sub(old, new, path.read_text("utf-8"), count=1, flags=re.MULTILINE)
    path.write_text(spoilt, "utf-8")
    with pytest.raises(Wrong) as caught:
        club.open(rules=slug)
    assert caught.value.where.startswith(f"{path}:")
    assert words in str(caught.value) + str(caught.value.cure)
    assert not list((club.folder / "games").iterdir())


@pytest.mark.parametrize(("slug", "table"), TABLES)
def test_damage_in_the_head_is_told_with_the_file(club: Club, slug: str, table: str) -> None:
    own(club, slug, table)
    club.open(rules=slug)
    ledger = club.ledger()
    assert ledger.head.tables is not None
    whole = ledger.head.tables[table]
    for key in whole:
        damages: tuple[Any, ...] = (None, [], "x", {})
        for damage in damages:
            tables = {table: {**whole, key: damage}}
            if key == "edition" and damage == "x":
                continue
            with pytest.raises(Damaged) as caught:
                rules.of(ledger.head._replace(tables=tables), str(ledger.path))
            assert caught.value.where == str(ledger.path)


@pytest.mark.parametrize(("slug", "table"), TABLES)
def test_a_game_of_another_version_is_not_damaged(club: Club, slug: str, table: str) -> None:
    own(club, slug, table)
    club.open(rules=slug)
    ledger = club.ledger()
    head = ledger.head._replace(rules=f"{slug}/9")
    with pytest.raises(Wrong, match="version 9") as raised:
        rules.of(head, str(ledger.path))
    assert raised.value.where == str(ledger.path)


def test_a_table_reads_in_the_head_as_it_read_in_the_file() -> None:
    text = "{a: 007, b: yes, c: 12, d: 1:30, e: 0x3E8, f: 2026-11-30, g: true, i: [1, x]}"
    plain = read(text.encode(), "file").plain()
    again = read(canonical(plain).encode(), "head")
    assert again.plain() == plain
    assert (plain["a"], plain["c"], plain["i"]) == ("007", 12, [1, "x"])
    flags = {key.text(): value for key, value in again.pairs()}
    assert flags["b"].flag()
    assert flags["g"].flag()


@pytest.mark.parametrize("slug", rules.slugs())
def test_a_table_that_no_game_has_is_refused(club: Club, slug: str) -> None:
    path = club.folder / "tables" / slug / "words.yaml"
    path.parent.mkdir(parents=True)
    path.write_text("{}")
    with pytest.raises(Wrong) as caught:
        club.open(rules=slug)
    assert caught.value.where == str(path)
