"""The house of README: who may import whom, what is pure, and that no game is known outside."""

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "pbm"
LAYERS = ("core", "marked", "rules", "clerk", "store", "post", "paper", "office", "cli")
GAMES = sorted(path.parent.name for path in (PACKAGE / "rules").glob("*/rules.md"))
SOURCES = sorted(PACKAGE.rglob("*.py"))
IMPURE = {
    "datetime",
    "os",
    "pathlib",
    "random",
    "secrets",
    "socket",
    "subprocess",
    "tempfile",
    "time",
    "uuid",
    "zoneinfo",
    "importlib",
    "yaml",
}


def allowed_imports() -> dict[str, set[str]]:
    """The table in the README."""
    text = (ROOT / "README.md").read_text("utf-8")
    rows = re.findall(r"^\| `(\w+)` +\| ([^|]*)\|", text, re.MULTILINE)
    return {name: set(re.findall(r"`(\w+)`", others)) for name, others in rows if name in LAYERS}


def imports(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert not node.level, f"{path}: a relative import"
            yield node.module or ""


def layer(path: Path) -> str:
    return path.relative_to(PACKAGE).parts[0].removesuffix(".py")


def test_the_table_names_every_layer() -> None:
    assert set(allowed_imports()) == set(LAYERS)


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_imports_go_one_way(path: Path) -> None:
    if layer(path) not in LAYERS:
        return
    may = allowed_imports()[layer(path)] | {layer(path)}
    used = {name.split(".")[1] for name in imports(path) if name.startswith("pbm.")}
    assert used <= may


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_core_rules_and_clerk_are_pure(path: Path) -> None:
    if layer(path) not in {"core", "rules", "clerk"} or path == PACKAGE / "rules" / "__init__.py":
        return
    used = {name.split(".")[0] for name in imports(path)}
    assert not used & IMPURE
    assert used <= sys.stdlib_module_names | {"pbm"}
    calls = {
        node.func.id
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
    }
    assert not calls & {"open", "print", "input", "eval", "exec", "__import__"}


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_no_game_is_named_outside_its_folder(path: Path) -> None:
    code = path.read_text("utf-8")
    strings = {
        node.value
        for node in ast.walk(ast.parse(code))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }
    names = set(imports(path)) | strings
    for game in GAMES:
        inside = path.is_relative_to(PACKAGE / "rules" / game)
        shown = path.is_relative_to(PACKAGE / "cli") or path.name == "demo.py"
        mentioned = any(re.search(rf"\b{game}\b", name) for name in names)
        assert not mentioned or inside or shown, f"{game} is named in {path}"


def test_no_game_imports_another() -> None:
    for game in GAMES:
        for path in (PACKAGE / "rules" / game).rglob("*.py"):
            others = {name.split(".")[2] for name in imports(path) if name.startswith("pbm.rules.")}
            assert others <= {game}


def test_every_rule_of_every_game_is_cited_by_a_test_or_excused() -> None:
    excused = {"akcioner": {"A44"}}
    tests = "\n".join(path.read_text("utf-8") for path in (ROOT / "tests").rglob("test_*.py"))
    for game in GAMES:
        text = (PACKAGE / "rules" / game / "rules.md").read_text("utf-8")
        numbers = set(re.findall(r"^- \*\*([A-Z][0-9]+)\*\*", text, re.MULTILINE))
        assert numbers
        cited = {n for n in numbers if re.search(rf"(?i)(?<![a-z0-9]){n}(?![0-9])", tests)}
        missing = numbers - cited
        assert missing <= excused.get(game, set())
