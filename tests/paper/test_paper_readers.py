"""Forms in programs that people have: poppler and MuPDF open, print and fill them in."""

import shutil
import subprocess
from pathlib import Path
from typing import NamedTuple

import pytest
import zxingcpp
from club import begin
from PIL import Image

from pbm.paper.filled import read_fields
from pbm.rules import find, slugs

WORDS = "-12с Ёж №7"
FILL = """\
var form = new PDFDocument(scriptArgs[0])
for (var n = 0; n < form.countPages(); n++) {
    var page = form.loadPage(n)
    page.getWidgets().forEach(function (box) {
        if (!box.isReadOnly()) box.setTextValue(scriptArgs[2])
    })
    page.update()
}
form.save(scriptArgs[1], "incremental")
"""


def ran(*command: str | Path) -> str:
    """What a program prints; one that is not there, as outside of CI, skips the test."""
    if not shutil.which(str(command[0])):
        pytest.skip(f"{command[0]} is not installed")
    done = subprocess.run(command, capture_output=True, check=True)
    return done.stdout.decode() + done.stderr.decode()


class Form(NamedTuple):
    """A form as it came by mail: the game's rules, the PDF in a folder, where answers go."""

    rules: str
    pdf: Path
    address: str
    token: str


@pytest.fixture(params=slugs())
def form(request: pytest.FixtureRequest, tmp_path: Path) -> Form:
    """The form of the player to move in a game just opened."""
    club = begin(tmp_path / "club")
    club.open(seats=3, rules=request.param)
    letter = club.last("anna@example.org")
    pdf = tmp_path / "form.pdf"
    pdf.write_bytes(next(letter.iter_attachments()).get_content())
    (address,) = letter["Reply-To"].addresses
    return Form(request.param, pdf, address.addr_spec, address.username.removeprefix("club+"))


def picture(pdf: Path) -> Image.Image:
    """The first page as a printer gets it, in grey."""
    assert not ran("pdftoppm", "-r", "150", "-gray", "-singlefile", pdf, pdf.with_suffix(""))
    return Image.open(pdf.with_suffix(".pgm"))


def test_the_code_on_a_printed_form_begins_an_answer(form: Form) -> None:
    codes = [code.text for code in zxingcpp.read_barcodes(picture(form.pdf))]
    assert codes == [f"mailto:{form.address}?subject=%5B{form.token}%5D"]


def test_the_words_can_be_copied(form: Form) -> None:
    said = "".join(ran("pdftotext", form.pdf, "-").split())
    for words in ("Анна", "Борис", "Вашход", form.token):
        assert words in said


def test_what_a_reader_fills_in_is_read_and_seen(form: Form, tmp_path: Path) -> None:
    script, filled = tmp_path / "fill.js", tmp_path / "filled.pdf"
    script.write_text(FILL, encoding="utf-8")
    assert not ran("mutool", "run", script, form.pdf, filled, WORDS)
    names = find(form.rules).fields
    assert read_fields(filled.read_bytes(), names) == dict.fromkeys(names, WORDS)
    assert picture(filled).tobytes() != picture(form.pdf).tobytes()
