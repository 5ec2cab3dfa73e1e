"""Forms as PDF: all is on them, nothing lies upon another thing, the same bytes each time."""

import random
from io import BytesIO
from typing import Any

import pytest
from paper_checks import FORM_KB, stand_apart, stand_on, watched, words
from paper_sheets import FORMS, LONG, SIX, TWO, Plain, sheet
from pypdf import PdfReader

from pbm.core.tell import Message
from pbm.core.view import Card, Part
from pbm.paper.fonts import MISSING, Faces, font_at, shown
from pbm.paper.layout import load_layout
from pbm.paper.sheet import draw

LAYOUT = load_layout([FORMS], "akcioner")
MANY = tuple(f"Игрок-Номер {number}" for number in range(1, 5))
CASES = [
    pytest.param(names, moves, seat, id=f"{len(names)} players, move {moves}, seat {seat}")
    for names in (TWO, SIX, LONG, MANY)
    for moves in (0, 1, 15, 60)
    for seat in (-1, None, 0)
]


def made(names: tuple[str, ...], moves: int, seat: int | None = -1) -> bytes:
    return draw(sheet(names, moves, seat), LAYOUT, Plain())


@pytest.mark.parametrize(("names", "moves", "seat"), CASES)
def test_every_text_of_the_sheet_stands_on_the_form(
    names: tuple[str, ...], moves: int, seat: int | None
) -> None:
    form = sheet(names, moves, seat)
    stand_on(form, draw(form, LAYOUT, Plain()))


@pytest.mark.parametrize(("names", "moves", "seat"), CASES)
def test_no_word_lies_upon_another_or_outside_the_page(
    names: tuple[str, ...], moves: int, seat: int | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    pages = watched(monkeypatch)
    stand_apart(pages, made(names, moves, seat))


@pytest.mark.parametrize(("names", "moves", "seat"), CASES)
def test_a_page_is_small(names: tuple[str, ...], moves: int, seat: int | None) -> None:
    pdf = made(names, moves, seat)
    assert len(pdf) <= FORM_KB * len(PdfReader(BytesIO(pdf)).pages)


def test_the_same_sheet_gives_the_same_bytes() -> None:
    first = made(SIX, 20)
    made(TWO, 3)
    assert made(SIX, 20) == first


def test_a_short_game_is_one_sheet() -> None:
    assert len(PdfReader(BytesIO(made(TWO, 16))).pages) == 1


def test_a_long_history_stands_whole_on_further_pages() -> None:
    pages = PdfReader(BytesIO(made(SIX, 47))).pages
    assert len(pages) > 1
    further = "".join(page.extract_text() for page in pages[1:])
    numbers = {line.split()[0] for line in further.splitlines() if line.strip()}
    assert {str(number) for number in range(48)} <= numbers
    assert all(float(page.mediabox[2]) > float(page.mediabox[3]) for page in list(pages)[1:])


def test_every_font_is_embedded() -> None:
    for page in PdfReader(BytesIO(made(SIX, 7))).pages:
        resources: Any = page["/Resources"]
        fonts = resources["/Font"]
        for name in fonts:
            assert "/FontFile2" in fonts[name]["/FontDescriptor"], fonts[name]["/BaseFont"]


def test_metadata_tells_nothing_but_game_and_entry() -> None:
    about = PdfReader(BytesIO(made(TWO, 4))).metadata
    assert about is not None
    assert about.title == "Акционер · vesna · 4"
    assert about.author == about.creator == "pbm"
    assert not about.subject
    assert str(about["/CreationDate"]) == str(about["/ModDate"]) == "D:20000101000000+00'00'"


def test_another_hand_changes_nothing_on_my_form() -> None:
    mine = sheet(TWO, 6, 1)
    assert draw(mine, LAYOUT, Plain()) == made(TWO, 6, 1)
    public = words(made(TWO, 6, None))
    assert "Вашикарты" not in public
    assert mine.token == ""
    assert "vesna.6" not in public


def test_who_is_not_to_move_gets_no_fields() -> None:
    assert not PdfReader(BytesIO(made(TWO, 6, 1))).get_fields()


def test_a_game_that_is_over_has_no_mover() -> None:
    over = sheet(TWO, 16, 1)._replace(
        to_move="",
        headline=Message("The game is over: {name} has won", {"name": "Анна"}),
    )
    found = words(draw(over, LAYOUT, Plain()))
    assert "Играокончена:победилаАнна" in found
    assert "ходит" not in found


@pytest.mark.parametrize(
    "name", ["Zażółć Gęślą", "Αλέξανδρος", "Ђорђе Ћирић", "Ünal Şimşek", "Ольга ☺ ♥"]
)
def test_names_keep_their_letters(name: str) -> None:
    assert "".join(name.split()) in words(made((name, "Б"), 2))


@pytest.mark.parametrize(
    "name", ["漢字", "عمر", "😀 🦊", "\u200b", "e\u0301\u0323\u0489", "\ue000"]
)
def test_a_letter_that_no_font_has_is_shown_as_missing(name: str) -> None:
    runs = Faces(LAYOUT.furniture.faces)["narrow"].runs(name)
    assert "".join(run.text for run in runs).strip()
    assert all(
        ord(letter) in font_at(run.font).face.charToGlyph for run in runs for letter in run.text
    )
    made((name, "Б"), 2)


def test_what_has_no_shape_is_left_out() -> None:
    assert shown("А\u200d\u0301нна\n") == "А\u0301нна ".replace("\u0301", "")
    assert shown("и\u0306") == "й"
    assert shown("\u2060") == MISSING


def test_any_name_can_be_drawn() -> None:
    chance = random.Random(5)
    for _ in range(60):
        name = "".join(
            chr(chance.choice([*range(0x20, 0x3000), *range(0x1F300, 0x1F6FF)])) for _ in range(24)
        )
        made(tuple(chance.sample([name, "Б", "В"], 3)), 3)


def test_long_texts_are_fitted_or_cut_visibly() -> None:
    face = Faces(LAYOUT.furniture.faces)["narrow"]
    text, size = face.fit("Константинопольский", 10, 60, 8)
    assert size == 8
    assert text.endswith("…")
    assert face.width(text, size) <= 60
    assert face.fit("Анна", 10, 60, 8) == ("Анна", 10)


def test_a_large_hand_and_a_strange_card_have_room() -> None:
    form = sheet(TWO, 2)
    odd = Card("odd", "violet", (Part("+1000000", "violet"), Part("−1"), Part("−2")), "odd")
    view = form.view._replace(hand=(odd,) * 10)
    assert words(draw(form._replace(view=view), LAYOUT, Plain())).count("odd") == 10


def test_a_long_postal_address_stands_whole() -> None:
    house = "Клуб любителей почтовых игр «Весна», 190000, Санкт-Петербург, " * 3 + "<a@example.org>"
    found = words(draw(sheet(TWO, 2)._replace(house=house), LAYOUT, Plain()))
    assert "".join(house.split()) in found


def test_without_mail_there_is_no_code_and_without_address_no_label() -> None:
    form = sheet(TWO, 2)._replace(house="", reply_to="")
    found = words(draw(form, LAYOUT, Plain()))
    assert "послатьпоадресу" not in found
    assert form.token in found


def test_a_history_without_room_stands_on_pages_of_its_own() -> None:
    form = sheet(TWO, 9)
    lines = tuple((Message("x"), str(number)) for number in range(30))
    crowded = form._replace(view=form.view._replace(examples=lines))
    pages = PdfReader(BytesIO(draw(crowded, LAYOUT, Plain()))).pages
    assert len(pages) == 2
    assert "История игры" in pages[1].extract_text()
