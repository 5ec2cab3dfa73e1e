"""The session in the README is what the commands print."""

import re
import shlex
from pathlib import Path

import pytest
from terminal import pbm

from pbm.core.contract import Likeness, Rulebook
from pbm.core.tell import LANGUAGES
from pbm.office.languages import tongue
from pbm.rules import find, slugs

README = Path(__file__).resolve().parent.parent.parent / "README.md"


def sessions() -> list[tuple[str, list[str]]]:
    """The commands of the console blocks, each with the lines it printed."""
    blocks = re.findall(r"```console\n(.*?)```", README.read_text("utf-8"), re.DOTALL)
    steps: list[tuple[str, list[str]]] = []
    for line in "".join(blocks).splitlines():
        if line.startswith("$ "):
            steps.append((line[2:], []))
        else:
            steps[-1][1].append(line)
    return steps


def test_the_session_is_true(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    steps = sessions()
    assert steps
    for command, printed in steps:
        program, *words = shlex.split(command)
        if program == "cd":
            monkeypatch.chdir(words[0])
            continue
        assert program == "pbm"
        shown = pbm(*words)
        lines = (shown.out + shown.err).splitlines()
        # What changes with the time of day stands as … in the README.
        pattern = "\n".join(re.escape(line).replace("…", ".*") for line in printed)
        assert re.fullmatch(pattern, "\n".join(lines)), (command, lines)


@pytest.mark.parametrize("book", [*map(find, slugs())], ids=slugs())
def test_every_example_of_a_line_looks_like_one(book: Rulebook) -> None:
    """The table that is headed with the game's title."""
    titles = "|".join(re.escape(tongue(each, book.slug).say(book.title)) for each in LANGUAGES)
    head = rf"^\| (?:{titles}) \| meaning \|\n\|---\|---\|\n((?:\|.*\n)+)"
    rows = re.findall(head, README.read_text("utf-8"), re.MULTILINE)
    cells = [row.removeprefix("| ").split(" | ")[0] for row in "".join(rows).splitlines()]
    lines = [line.replace("\\|", "|") for cell in cells for line in re.findall("`(.*?)`", cell)]
    assert lines
    game = book.game(["Anna", "Boris"], {}, "en")
    for line in lines:
        assert game.likeness(line) is not Likeness.CHATTER, line


@pytest.mark.parametrize("target", ["demo", "test"])
def test_the_two_commands_are_in_the_makefile(target: str) -> None:
    makefile = (README.parent / "Makefile").read_text("utf-8")
    assert f"make {target}" in README.read_text("utf-8")
    assert re.search(rf"^{target}:", makefile, re.MULTILINE)
