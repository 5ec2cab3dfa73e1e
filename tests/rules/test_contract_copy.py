"""A game is one folder and one form: copied under another name, alone, it passes everything."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from pbm.rules import slugs

ROOT = Path(__file__).resolve().parent.parent.parent
SUITE = ("contract_play.py", "test_contract.py", "test_contract_views.py")


def copied(slug: str) -> str:
    return f"{slug}copy"


def copy_game(slug: str, into: Path) -> None:
    """Copy a game's folder and its form; only its name changes."""
    name = copied(slug)
    folder = into / "pbm" / "rules" / name
    shutil.copytree(ROOT / "pbm" / "rules" / slug, folder, ignore=_UNWANTED)
    shutil.copy(ROOT / "forms" / f"{slug}.yaml", into / "forms" / f"{name}.yaml")
    for source in folder.rglob("*.py"):
        text = source.read_text("utf-8")
        source.write_text(re.sub(rf"\bpbm\.rules\.{slug}\b", f"pbm.rules.{name}", text), "utf-8")
    for catalogue in folder.rglob(f"{slug}.po"):
        catalogue.rename(catalogue.with_stem(name))


_UNWANTED = shutil.ignore_patterns("__pycache__", "*.mo")


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """pbm with the copies of its games in place of the games."""
    folder = tmp_path_factory.mktemp("house")
    games = shutil.ignore_patterns("__pycache__", "*.mo", *slugs())
    shutil.copytree(ROOT / "pbm", folder / "pbm", ignore=games)
    shutil.copytree(ROOT / "forms", folder / "forms", ignore=games)
    shutil.copytree(ROOT / "templates", folder / "templates")
    for slug in slugs():
        (folder / "forms" / f"{slug}.yaml").unlink()
        copy_game(slug, folder)
    (folder / "tests").mkdir()
    for name in SUITE:
        shutil.copy(ROOT / "tests" / "rules" / name, folder / "tests" / name)
    shutil.copy(ROOT / "tests" / "test_architecture.py", folder / "tests")
    shutil.copy(ROOT / "README.md", folder)
    run(folder, "pbm/locale/build.py")
    return folder


def run(folder: Path, *words: str) -> str:
    """What Python prints in that house; it must not fail."""
    environment = {**os.environ, "PYTHONPATH": str(folder), "PBM_LANG": "en"}
    done = subprocess.run(
        [sys.executable, *words],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_the_copies_pass_the_suite(house: Path) -> None:
    shown = run(house, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-k", "not cited", "tests")
    assert " passed" in shown or "100%" in shown


@pytest.mark.parametrize("slug", slugs())
def test_a_copy_is_played_from_the_command_line(house: Path, slug: str) -> None:
    home = ("-m", "pbm", "--home", f"club-{slug}")
    run(house, "-m", "pbm", "init", f"club-{slug}")
    opened = run(house, *home, "new", "may", "--rules", copied(slug), "--players", "Ann, Bob")
    mover = opened.rpartition("To move: ")[2].splitlines()[0]
    line = run(house, *home, "moves", "may", "--seat", mover).splitlines()[0]
    assert run(house, *home, "move", "may", line).splitlines()[0] == line
    run(house, *home, "form", "may", "-o", "may.pdf")
    assert "whole" in run(house, "-m", "pbm", "verify", f"club-{slug}/games/may.yaml")
