"""Fields that are filled in come back as they were written."""

from io import BytesIO
from typing import Any

import pytest
from paper_sheets import FORMS, TWO, Plain, sheet
from pypdf import PdfReader, PdfWriter
from pypdf.generic import ArrayObject, NameObject

from pbm.core.failure import Declined
from pbm.paper.filled import LARGEST, read_fields
from pbm.paper.layout import load_layout
from pbm.paper.sheet import draw

LAYOUT = load_layout([FORMS], "akcioner")
NAMES = ("stage1", "card", "stage3", "token")
TOKEN = "vesna.4.1.abcdefgh234567xy"


def form() -> bytes:
    return draw(sheet(TWO, 4), LAYOUT, Plain())


def filled(words: dict[str, str]) -> PdfWriter:
    writer = PdfWriter(clone_from=BytesIO(form()))
    writer.update_page_form_field_values(writer.pages[0], words, auto_regenerate=False)
    return writer


def notes(writer: PdfWriter) -> Any:
    return writer.pages[0]["/Annots"]


def written(writer: PdfWriter) -> bytes:
    out = BytesIO()
    writer.write(out)
    return out.getvalue()


def test_an_unfilled_form_has_its_token_and_empty_fields() -> None:
    assert read_fields(form(), NAMES) == {"stage1": "", "card": "", "stage3": "", "token": TOKEN}


@pytest.mark.parametrize(
    "line", ["-12с -3к +Ёж", "100с −10к –20ж —30з", "ÿ ÷ × № «все»", "макс ч, всички з", "sell 3b"]
)
def test_words_come_back_in_every_alphabet(line: str) -> None:
    pdf = written(filled({"card": line}))
    assert read_fields(pdf, NAMES) == {"stage1": "", "card": line, "stage3": "", "token": TOKEN}


def test_only_the_fields_asked_for_are_read() -> None:
    assert read_fields(form(), ["token", "other"]) == {"token": TOKEN}


def test_the_look_that_a_program_makes_uses_our_embedded_font() -> None:
    writer = filled({"card": "Жя №7"})
    for note in notes(writer):
        field = note.get_object()
        if field["/T"] == "card":
            fonts = field["/AP"]["/N"]["/Resources"]["/Font"]
            assert "/FontFile2" in fonts["/PbmTyped"]["/FontDescriptor"]


def test_every_order_letter_has_a_place_in_the_fields_font() -> None:
    root: Any = PdfReader(BytesIO(form())).trailer["/Root"]
    font = root["/AcroForm"]["/DR"]["/Font"]["/PbmTyped"]
    names = {str(name) for name in font["/Encoding"]["/Differences"]}
    for letter in "абвгдеёжзийклмнопрстуфхцчшщъыьэюяАБВГДЕЁЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯ−№×÷–—":
        assert f"/uni{ord(letter):04X}" in names
    assert len(font["/Widths"]) == 256 - 32


def test_the_token_is_page_text_too_and_cannot_be_edited() -> None:
    reader = PdfReader(BytesIO(form()))
    assert TOKEN in "".join(reader.pages[0].extract_text().split())
    fields = reader.get_fields()
    assert fields
    assert fields["token"]["/Ff"] == 1


def test_a_form_whose_list_of_fields_was_lost_is_read_from_its_pages() -> None:
    writer = filled({"card": "30к ж"})
    root: Any = writer._root_object
    root["/AcroForm"][NameObject("/Fields")] = ArrayObject()
    assert read_fields(written(writer), ["card"]) == {"card": "30к ж"}


def test_a_flattened_form_has_no_fields() -> None:
    writer = PdfWriter(clone_from=BytesIO(form()))
    del writer._root_object["/AcroForm"]
    del writer.pages[0]["/Annots"]
    assert read_fields(written(writer), NAMES) == {}


def test_a_locked_form_is_declined_and_one_locked_for_printing_is_read() -> None:
    writer = filled({"card": "30к ж"})
    writer.encrypt("", "owner", algorithm="RC4-128")
    assert read_fields(written(writer), ["card"]) == {"card": "30к ж"}
    writer = filled({"card": "30к ж"})
    writer.encrypt("secret", algorithm="RC4-128")
    with pytest.raises(Declined, match="password"):
        read_fields(written(writer), ["card"])


@pytest.mark.parametrize("broken", [b"", b"Hello", b"PK\3\4" + b"x" * 2000, b"\x89PNG\r\n"])
def test_what_is_no_pdf_is_declined(broken: bytes) -> None:
    with pytest.raises(Declined, match="not a PDF"):
        read_fields(broken, NAMES)


def test_too_large_is_declined_before_it_is_read() -> None:
    with pytest.raises(Declined, match="too large"):
        read_fields(b"%PDF-" + bytes(LARGEST), NAMES)


@pytest.mark.filterwarnings("ignore")
def test_a_damaged_form_is_declined_or_read_and_never_breaks() -> None:
    whole = form()
    for cut in range(0, len(whole), 997):
        for pdf in (whole[:cut], whole[:cut] + b"\xff" * 50 + whole[cut + 50 :]):
            try:
                read_fields(pdf, NAMES)
            except Declined:
                continue


def test_a_form_that_bites_its_tail_ends() -> None:
    writer = filled({})
    field = notes(writer)[0].get_object()
    field[NameObject("/Kids")] = ArrayObject([field.indirect_reference] * 50)
    del field["/V"]
    assert "token" in read_fields(written(writer), NAMES)
