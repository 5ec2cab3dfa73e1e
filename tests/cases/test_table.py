"""README.md in this folder names every hazard, and every test that it names exists."""

import ast
import re
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
TEXT = (Path(__file__).parent / "README.md").read_text("utf-8")
ROWS = re.findall(r"^\| ([^|]+?) \| ([^|]+) \| ([^|]+) \|$", TEXT, re.MULTILINE)
NAMED = re.findall(r"`(tests/[^`]+?)(?:::([^`]+))?`", TEXT)
LATER = {21, *range(24, 33), 44, 46}
POINTS = [
    *(f"D{n}" for n in range(1, 6)), "cutting", "1c", "1d", "1e",
    *(f"2a.{n}" for n in range(1, 18)),
    *(f"2b.{n}" for n in range(1, 10)), *(f"3.{n}" for n in range(1, 9)),
]  # fmt: skip


@cache
def in_file(path: Path) -> set[str]:
    """The tests in a file, those of classes with their class."""
    names = set()
    for node in ast.parse(path.read_text("utf-8")).body:
        if isinstance(node, ast.FunctionDef):
            names.add(node.name)
        elif isinstance(node, ast.ClassDef):
            names |= {f"{node.name}::{m.name}" for m in node.body if isinstance(m, ast.FunctionDef)}
    return names


def test_every_point_and_every_case_of_this_issue_stands_here_once() -> None:
    points, cases = TEXT.split("## Cases")
    rows = [row[0] for row in ROWS if row[0] not in {"point", "case"} and set(row[0]) != {"-"}]
    expected = POINTS + [str(n) for n in range(1, 49) if n not in LATER]
    assert rows == expected
    assert all(f"| {point} |" in points for point in POINTS)
    assert "| 48 |" in cases


@pytest.mark.parametrize(("file", "name"), NAMED, ids=lambda part: part or "letter")
def test_what_is_named_exists(file: str, name: str) -> None:
    path = ROOT / file
    assert path.is_file()
    if path.suffix == ".case":
        assert b"%% read" in path.read_bytes()
    else:
        assert name in in_file(path)


def test_every_row_names_a_test() -> None:
    rows = [row for row in ROWS if row[0] not in {"point", "case"} and set(row[0]) != {"-"}]
    assert all("`tests/" in where for _, _, where in rows)
    assert len(rows) == len(POINTS) + 48 - len(LATER)


def test_tests_of_cases_carry_their_number_and_stand_in_the_table() -> None:
    for path in Path(__file__).parent.glob("test_*.py"):
        for name in in_file(path):
            number = re.match(r"test_case_(\d\d)_", name)
            if number:
                row = next(row for row in ROWS if row[0] == str(int(number[1])))
                assert f"::{name}`" in row[2]
