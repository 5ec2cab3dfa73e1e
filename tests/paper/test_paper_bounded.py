"""A form from a stranger costs no more than its share, whatever is packed into it."""

import os
import zlib
from io import BytesIO

import pytest
from paper_sheets import FORMS, TWO, Plain, sheet
from pypdf import PdfWriter

from pbm.core.failure import Declined
from pbm.paper.bounded import _SECONDS, read_form
from pbm.paper.layout import load_layout
from pbm.paper.sheet import draw

BOMB = zlib.compress(bytes(70_000_000), 9)
SLOW = b"/Filter/FlateDecode/DecodeParms<</Predictor 15/Columns 1>>"
"""A filter whose rows of one octet the library goes through one by one."""


def stream(entries: bytes, data: bytes) -> bytes:
    return b"<</Length %d%b>>stream\n%b\nendstream" % (len(data), entries, data)


def pdf(*objects: bytes, packed: int = 0) -> bytes:
    """A file of these objects; the last of them is `packed` in the stream of this number."""
    out, places = b"%PDF-1.5\n", []
    for number, content in enumerate(objects, 1):
        places.append(len(out))
        out += b"%d 0 obj\n%b\nendobj\n" % (number, content)
    rows = b"".join(b"\1" + place.to_bytes(4) + b"\0" for place in places)
    rows += b"\2" + packed.to_bytes(4) + b"\0" if packed else b""
    size = len(rows) // 6 + 1
    entries = b"/Type/XRef/W[1 4 1]/Root 1 0 R/Size %d/Index[1 %d]" % (size, size - 1)
    table = b"%d 0 obj\n%b\nendobj\n" % (size, stream(entries, rows))
    return out + table + b"startxref\n%d\n%%%%EOF" % len(out)


HEAD = (b"<</AcroForm 2 0 R/Pages 3 0 R>>", b"<</Fields[5 0 R]>>", b"<</Kids[]>>")


def spent(pdf: bytes) -> float:
    """Seconds of processor time that reading took, here and in other processes."""
    before = os.times()
    with pytest.raises(Declined):
        read_form(pdf, ["card"])
    return sum(os.times()[:4]) - sum(before[:4])


def test_a_small_form_with_a_huge_value_is_declined_at_once() -> None:
    hostile = pdf(*HEAD, stream(SLOW, BOMB), b"<</T(card)/V 4 0 R>>")
    assert len(hostile) < 70_000
    assert spent(hostile) < 3


def test_a_form_that_takes_too_long_to_unpack_is_given_up() -> None:
    hostile = pdf(*HEAD, stream(b"/Type/ObjStm/N 1/First 4" + SLOW, BOMB), packed=4)
    assert spent(hostile) < _SECONDS + 3


def test_a_form_is_read_as_it_would_be_here() -> None:
    layout = load_layout([FORMS], "akcioner")
    writer = PdfWriter(clone_from=BytesIO(draw(sheet(TWO, 4), layout, Plain())))
    writer.update_page_form_field_values(writer.pages[0], {"card": "З0к ж"})
    out = BytesIO()
    writer.write(out)
    assert read_form(out.getvalue(), ["card", "stage1"]) == {"card": "З0к ж", "stage1": ""}


@pytest.mark.parametrize("broken", [b"", b"%PDF-1.4\nxref\n0 1\n", b"GIF89a"])
def test_what_cannot_be_read_is_declined_without_a_word(
    broken: bytes, capfd: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(Declined):
        read_form(broken, ["card"])
    assert capfd.readouterr() == ("", "")
