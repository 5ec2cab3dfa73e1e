"""Layouts: read key by key, overridden file by file, every mistake with its line."""

import shutil
from io import BytesIO
from pathlib import Path

import pytest
from paper_sheets import FORMS, TWO, Plain, sheet
from pypdf import PdfReader

from pbm.core.failure import Wrong
from pbm.paper.layout import MM, find, load_layout
from pbm.paper.panels import KINDS
from pbm.paper.sheet import draw

FURNITURE = (FORMS / "furniture.yaml").read_text()


def test_every_shipped_layout_is_read_and_drawn() -> None:
    for file in sorted(FORMS.glob("*.yaml")):
        if file.stem != "furniture":
            layout = load_layout([FORMS], file.stem)
            assert draw(sheet(TWO, 3), layout, Plain()).startswith(b"%PDF-")


@pytest.mark.parametrize(
    ("text", "line", "about"),
    [
        ("", "", "empty"),
        ("rows: ]", ":1:7", "YAML"),
        ("rows: []\nrow: []\n", ":2:1", "no key row"),
        ("rows:\n- panel: head\nrows: []\n", ":3:1", "stands in line 1 already"),
        ("page: 3\n", ":1:1", "no key page"),
        ("rows:\n- panel: heda\n", ":2:10", "one of: head, board"),
        ("rows:\n- panel: head\n  hight: 3\n", ":3:3", "no key hight"),
        ("rows:\n- width: 3\n", ":2:3", "panel is missing"),
        ("rows:\n- panel: table\n", ":2:3", "table is missing"),
        ("rows:\n- {panel: hand, height: high}\n", ":2:25", "number from 40 to 200"),
        ("rows:\n- {panel: hand, height: 7000}\n", ":2:25", "number from 40 to 200"),
        ("rows:\n- {panel: hand, height: [1]}\n", ":2:25", "text is missing"),
        ("rows: head\n", ":1:7", "must stand here"),
        ("rows:\n- head\n", ":2:3", "must stand here"),
        (
            "rows:\n- - {panel: head}\n  - stack:\n    - {panel: x}\n",
            ":4:15",
            "one of: head, board",
        ),
        ("rows:\n- {panel: board, board: p, curves: maybe}\n", ":2:36", "true or false"),
        ("rows:\n- panel: ring\n", ":2:3", "ring is missing"),
        ("rows:\n- {panel: ring, ring: b, across: 1}\n", ":2:34", "number from 2 to 60"),
        (
            "rows:\n- panel: ring\n  ring: b\n  inside:\n  - - panel: head\n    - panel: tabel\n",
            ":6:14",
            "one of: head, board",
        ),
        ("rows:\n- {panel: table, table: t, parts: 0}\n", ":2:35", "number from 1 to 6"),
        ("rows:\n- {panel: reply, lines: many}\n", ":2:25", "number from 1 to 6"),
    ],
)
def test_a_broken_layout_is_told_with_its_place(
    tmp_path: Path, text: str, line: str, about: str
) -> None:
    file = tmp_path / "mine.yaml"
    file.write_text(text)
    with pytest.raises(Wrong, match=about) as caught:
        load_layout([tmp_path, FORMS], "mine")
    assert caught.value.where.startswith(f"{file}{line}")


@pytest.mark.parametrize(
    ("old", "new", "about"),
    [
        ("paper: A4", "paper: A0", "one of: A4"),
        ("#1b4a8f", "blue", "A colour is written like"),
        ("fonts/narrow.ttf", "fonts/none.ttf", "no font file"),
        ("shape: circle", "shape: moon", "one of: circle, square"),
        ("margin: 11", "margin: -1", "number from 5"),
        ("  wide: fonts/wide.ttf\n", "", "key wide is missing"),
    ],
)
def test_broken_furniture_is_told_with_its_place(
    tmp_path: Path, old: str, new: str, about: str
) -> None:
    (tmp_path / "furniture.yaml").write_text(FURNITURE.replace(old, new, 1))
    with pytest.raises(Wrong, match=about) as caught:
        load_layout([tmp_path, FORMS], "akcioner")
    assert caught.value.where.startswith(f"{tmp_path / 'furniture.yaml'}:")


def test_a_game_masters_own_files_come_first(tmp_path: Path) -> None:
    (tmp_path / "akcioner.yaml").write_text("rows:\n- panel: head\n")
    assert len(load_layout([tmp_path, FORMS], "akcioner").rows) == 1
    (tmp_path / "furniture.yaml").write_text(FURNITURE.replace("margin: 11", "margin: 20"))
    layout = load_layout([tmp_path, FORMS], "akcioner")
    assert layout.furniture.margin == pytest.approx(20 * MM)
    assert layout.furniture.faces["text"].parent == FORMS / "fonts"


def test_a_game_masters_own_font_comes_first(tmp_path: Path) -> None:
    (tmp_path / "fonts").mkdir()
    shutil.copy(FORMS / "fonts" / "serif-bold.ttf", tmp_path / "fonts" / "narrow.ttf")
    faces = load_layout([tmp_path, FORMS], "akcioner").furniture.faces
    assert faces["narrow"] == tmp_path / "fonts" / "narrow.ttf"


@pytest.mark.parametrize("slug", ["none", "../furniture", "", "Акционер"])
def test_a_layout_that_is_nowhere_is_told_with_the_folders(tmp_path: Path, slug: str) -> None:
    with pytest.raises(Wrong) as caught:
        find([tmp_path, FORMS], slug)
    assert caught.value.cure
    assert str(tmp_path) in str(caught.value.cure.values["folders"])


def test_a_file_that_is_not_text_is_told(tmp_path: Path) -> None:
    (tmp_path / "mine.yaml").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(Wrong, match="UTF-8"):
        load_layout([tmp_path, FORMS], "mine")


def test_every_kind_of_panel_may_stand_anywhere(tmp_path: Path) -> None:
    need = {"board": ", board: prices", "table": ", table: position", "history": ", table: history"}
    for kind in KINDS:
        text = f"rows:\n- {{panel: {kind}{need.get(kind, '')}}}\n- {{panel: head}}\n"
        (tmp_path / "mine.yaml").write_text(text)
        assert draw(sheet(TWO, 3), load_layout([tmp_path, FORMS], "mine"), Plain())


def test_a_stack_may_have_rows_of_panels_side_by_side(tmp_path: Path) -> None:
    text = (
        "rows:\n- stack:\n  - - {panel: notes}\n    - {panel: head, width: 2}\n  - panel: reply\n"
    )
    (tmp_path / "mine.yaml").write_text(text)
    layout = load_layout([tmp_path, FORMS], "mine")
    assert [[spot.kind for spot in row] for row in layout.rows[0][0].rows] == [
        ["notes", "head"],
        ["reply"],
    ]
    assert draw(sheet(TWO, 3), layout, Plain())


def test_small_paper_makes_measures_smaller_but_less_than_itself(tmp_path: Path) -> None:
    text = (
        "rows:\n- {panel: ring, ring: b, square: 50, across: 9, inside: {panel: reply, qr: 90}}\n"
    )
    (tmp_path / "mine.yaml").write_text(text)
    (tmp_path / "furniture.yaml").write_text(FURNITURE.replace("paper: A4", "paper: A5"))
    ring = load_layout([tmp_path, FORMS], "mine").rows[0][0]
    assert ring.settings["across"] == 9
    assert ring.settings["square"] == pytest.approx(50 * (148 / 210) ** 0.5)
    assert ring.rows[0][0].settings["qr"] == pytest.approx(90 * (148 / 210) ** 0.5)


def test_a_row_without_room_begins_a_page_and_a_history_does_not(tmp_path: Path) -> None:
    rows = "- {panel: board, board: prices, height: 400}\n" * 2
    (tmp_path / "mine.yaml").write_text(f"rows:\n{rows}- {{panel: history, table: history}}\n")
    pdf = draw(sheet(TWO, 3), load_layout([tmp_path, FORMS], "mine"), Plain())
    pages = [page.extract_text() for page in PdfReader(BytesIO(pdf)).pages]
    assert ["Биржевое табло" in page for page in pages] == [True, True]
    assert "История игры" in pages[1]


def test_a_panel_whose_table_the_game_lacks_is_left_out(tmp_path: Path) -> None:
    (tmp_path / "mine.yaml").write_text("rows:\n- {panel: table, table: none}\n- {panel: head}\n")
    assert draw(sheet(TWO, 3), load_layout([tmp_path, FORMS], "mine"), Plain())
