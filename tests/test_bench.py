"""The benchmark still measures: a figure for every goal but the last, which takes long."""

import os
import subprocess
import sys

import pytest
from bench.measure import ONCE, ROOT

GOALS = "12345678"


@pytest.fixture(scope="module")
def table() -> list[list[str]]:
    """The rows that one round of it prints, cut into words."""
    done = subprocess.run(
        [sys.executable, "-m", "bench", *GOALS],
        cwd=ROOT / "tests",
        env=os.environ | {ONCE: "1", "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert not done.returncode, done.stderr
    return [row.split() for row in done.stdout.splitlines()]


@pytest.mark.parametrize("goal", GOALS)
def test_every_goal_has_a_figure(table: list[list[str]], goal: str) -> None:
    rows = [row for row in table if row[0] == goal]
    assert rows
    assert any({"ms", "k/s", "KB"} & set(row) for row in rows)
