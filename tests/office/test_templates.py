"""Letter templates: the game master's own, broken ones, and what is kept compiled."""

from pathlib import Path

import pytest

from pbm.core.failure import Wrong
from pbm.office import templates
from pbm.office.templates import render
from pbm.store.home import Home

OWN = "ru/own.txt"


@pytest.fixture
def home(tmp_path: Path) -> Home:
    home = Home(tmp_path)
    write(home, "Ход {{ move }}")
    return home


def write(home: Home, text: str) -> None:
    path = home.templates / OWN
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def rendered(home: Home) -> str:
    """The template filled in as a new process does it."""
    templates._environment.cache_clear()
    return render(OWN, {"move": 7}, home)


def compiled(home: Home) -> dict[str, int]:
    return {path.name: path.stat().st_mtime_ns for path in home.cache.iterdir()}


def test_a_template_is_compiled_once(home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    assert rendered(home) == "Ход 7"
    kept = compiled(home)
    assert len(kept) == 1
    with monkeypatch.context() as patch:
        patch.setattr("jinja2.Environment.compile", lambda *_: pytest.fail("compiled again"))
        assert rendered(home) == "Ход 7"
    assert compiled(home) == kept


def test_a_mended_template_counts_at_once(home: Home) -> None:
    rendered(home)
    write(home, "Твой ход {{ move }}")
    assert rendered(home) == "Твой ход 7"
    assert len(compiled(home)) == 1


def test_a_letter_does_without_a_place_for_what_is_compiled(home: Home) -> None:
    home.cache.write_text("no folder", encoding="utf-8")
    assert rendered(home) == "Ход 7"


@pytest.mark.parametrize("torn", [0, 3, 30])
def test_a_torn_compiled_template_is_made_again(home: Home, torn: int) -> None:
    rendered(home)
    (path,) = home.cache.iterdir()
    whole = path.read_bytes()
    path.write_bytes(whole[:torn])
    assert rendered(home) == "Ход 7"
    assert path.read_bytes() == whole


def test_a_broken_template_is_named_with_its_line(home: Home) -> None:
    write(home, "Ход\n{% if %}\n")
    with pytest.raises(Wrong) as raised:
        rendered(home)
    assert raised.value.where == f"{home.templates / OWN}:2"
    assert "Mend it" in str(raised.value.cure)


@pytest.mark.parametrize("words", ["{{ nobody }}", "{{ nobody.name }}", "{{ move + 'a' }}"])
def test_what_cannot_be_filled_in_is_named_with_its_line(home: Home, words: str) -> None:
    write(home, f"Ход {{{{ move }}}}\n\n{words}\n")
    with pytest.raises(Wrong) as raised:
        rendered(home)
    assert raised.value.where == f"{home.templates / OWN}:3"
