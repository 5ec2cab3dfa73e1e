"""Form fields that take Cyrillic: widgets of our own with an embedded font and encoding.

reportlab's own text fields know only the standard fonts, which have no Cyrillic. The field's
font is embedded whole (it is small) with one byte a letter, because every reader can type in
such a font; names of the letters follow the Adobe Glyph List (`uni0416`).
"""

from functools import cache
from itertools import groupby
from pathlib import Path
from typing import Any, Final, NamedTuple

from pbm.paper.fonts import Faces
from pbm.paper.pen import Box, Pen

_FIRST: Final = 32
_ABOVE_ASCII: Final = 127
_NO_LETTER: Final = 0xFFFF
_SIZE, _LINES_SIZE = 13, 11
READ_ONLY: Final = 1
MULTILINE: Final = 1 << 12
HIDDEN: Final = 2
PRINTED: Final = 4


class _Typed(NamedTuple):
    """The font of fields: its bytes, what each byte from 32 on means, widths, and its measures."""

    data: bytes
    letters: tuple[int, ...]
    widths: tuple[int, ...]
    ascent: int
    descent: int
    bounds: tuple[int, ...]


@cache
def _typed(path: Path) -> _Typed:
    """The font of fields, measured once a process."""
    from reportlab.pdfbase import ttfonts  # noqa: PLC0415 - heavy

    face = ttfonts.TTFontFace(str(path))
    letters = _places([code for code in face.charToGlyph if code < _NO_LETTER])
    widths = tuple(round(face.charWidths[code]) if code else 0 for code in letters)
    bounds = tuple(round(side) for side in face.bbox)
    return _Typed(
        path.read_bytes(), letters, widths, round(face.ascent), round(face.descent), bounds
    )


def _places(codes: list[int]) -> tuple[int, ...]:
    """What each byte from 32 on means, 0 for nothing.

    What stands in WinAnsi keeps its place there, because some programs write these letters by
    WinAnsi whatever the font's own encoding says; the others take the free places in order.
    """
    places = dict.fromkeys(range(_FIRST, 256), 0)
    others = []
    for code in sorted(codes):
        place = chr(code).encode("cp1252", "ignore")
        if place and place[0] >= _FIRST:
            places[place[0]] = code
        else:
            others.append(code)
    free = [place for place, code in places.items() if not code and place >= _ABOVE_ASCII]
    places.update(zip(free, others, strict=False))
    return tuple(places.values())


def _unicode_map(typed: _Typed) -> bytes:
    """The ToUnicode map of the font (ISO 32000-1, 9.10.3)."""
    pairs = [(_FIRST + at, code) for at, code in enumerate(typed.letters) if code]
    runs = [
        [pair for _, pair in run]
        for _, run in groupby(
            enumerate(pairs), key=lambda item: (item[1][1] - item[0], item[1][1] >> 8)
        )
    ]
    lines = [
        "/CIDInit /ProcSet findresource begin 12 dict begin begincmap",
        "/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def",
        "/CMapName /PbmTyped def /CMapType 2 def",
        "1 begincodespacerange <00> <FF> endcodespacerange",
        f"{len(runs)} beginbfrange",
        *(f"<{run[0][0]:02X}> <{run[-1][0]:02X}> <{run[0][1]:04X}>" for run in runs),
        "endbfrange",
    ]
    lines.append("endcmap CMapName currentdict /CMap defineresource pop end end")
    return "\n".join(lines).encode()


def _stream(doc: Any, content: bytes, name: str, **keys: Any) -> Any:
    """A compressed stream in the document; the reference to it."""
    from reportlab.pdfbase import pdfdoc  # noqa: PLC0415 - heavy

    stream = pdfdoc.PDFStream(pdfdoc.PDFDictionary(keys), content, filters=[pdfdoc.PDFZCompress])
    return doc.Reference(stream, name)


def _font(doc: Any, path: Path) -> Any:
    """The font of fields as an object of the document (ISO 32000-1, 9.6.3); the reference to it."""
    from reportlab.pdfbase import pdfdoc  # noqa: PLC0415 - heavy

    name, record, array = pdfdoc.PDFName, pdfdoc.PDFDictionary, pdfdoc.PDFArray
    typed = _typed(path)
    signs = [
        f"uni{code:04X}" if code else ".notdef" for code in typed.letters[_ABOVE_ASCII - _FIRST :]
    ]
    descriptor = record(
        {
            "Type": name("FontDescriptor"),
            "FontName": name("PbmTyped"),
            "Flags": 32,
            "FontBBox": array(list(typed.bounds)),
            "ItalicAngle": 0,
            "Ascent": typed.ascent,
            "Descent": typed.descent,
            "CapHeight": 700,
            "StemV": 80,
            "FontFile2": _stream(doc, typed.data, "typedFile", Length1=len(typed.data)),
        }
    )
    encoding = record(
        {
            "Type": name("Encoding"),
            "BaseEncoding": name("WinAnsiEncoding"),
            "Differences": array([_ABOVE_ASCII, *map(name, signs)]),
        }
    )
    font = record(
        {
            "Type": name("Font"),
            "Subtype": name("TrueType"),
            "BaseFont": name("PbmTyped"),
            "FirstChar": _FIRST,
            "LastChar": _FIRST + len(typed.letters) - 1,
            "Widths": array(list(typed.widths)),
            "Encoding": doc.Reference(encoding, "typedEncoding"),
            "FontDescriptor": doc.Reference(descriptor, "typedDescriptor"),
            "ToUnicode": _stream(doc, _unicode_map(typed), "typedUnicode"),
        }
    )
    return doc.Reference(font, "typedFont")


class Fields:
    """The fields of one document; the form is there as soon as the first field is."""

    def __init__(self, canvas: Any, faces: Faces) -> None:
        self._canvas = canvas
        self._faces = faces
        self._all: Any = None
        self._resources: Any = None

    def _begin(self) -> None:
        """The form dictionary of the document (ISO 32000-1, 12.7.2)."""
        from reportlab.pdfbase import pdfdoc  # noqa: PLC0415 - heavy

        doc = self._canvas._doc  # noqa: SLF001 - reportlab has no public way to the document
        font = _font(doc, self._faces.path("typed"))
        fonts = pdfdoc.PDFDictionary({"PbmTyped": font})
        self._resources = doc.Reference(pdfdoc.PDFDictionary({"Font": fonts}), "typedResources")
        self._all = pdfdoc.PDFArray([])
        form = pdfdoc.PDFDictionary(
            {
                "Fields": self._all,
                "DR": self._resources,
                "DA": pdfdoc.PDFString("/PbmTyped 0 Tf 0 g"),
                "NeedAppearances": "true",
            }
        )
        doc.Catalog.AcroForm = form

    def add(
        self, pen: Pen, box: Box, name: str, title: str, value: str = "", *, lines: int = 1
    ) -> None:
        """One text field on the present page; with a value it is read-only and not shown."""
        from reportlab.pdfbase import pdfdoc  # noqa: PLC0415 - heavy

        if self._all is None:
            self._begin()
        label = f"typedField{len(self._all.sequence)}"
        doc = self._canvas._doc  # noqa: SLF001 - as above
        empty = _stream(
            doc,
            b"/Tx BMC EMC",
            f"{label}Look",
            Type=pdfdoc.PDFName("XObject"),
            Subtype=pdfdoc.PDFName("Form"),
            BBox=pdfdoc.PDFArray([0, 0, round(box.width, 2), round(box.height, 2)]),
            Resources=self._resources,
        )
        widget = {
            "Type": pdfdoc.PDFName("Annot"),
            "Subtype": pdfdoc.PDFName("Widget"),
            "FT": pdfdoc.PDFName("Tx"),
            "T": pdfdoc.PDFString(name),
            "TU": pdfdoc.PDFString(title),
            "V": pdfdoc.PDFString(value),
            "DV": pdfdoc.PDFString(value),
            "Ff": READ_ONLY * bool(value) | MULTILINE * (lines > 1),
            "F": HIDDEN if value else PRINTED,
            "DA": pdfdoc.PDFString(f"/PbmTyped {_SIZE if lines == 1 else _LINES_SIZE} Tf 0 g"),
            "Rect": pdfdoc.PDFArray([round(side, 2) for side in pen.box(box)]),
            "AP": pdfdoc.PDFDictionary({"N": empty}),
        }
        annotation = pdfdoc.PDFDictionary(widget)
        self._canvas._addAnnotation(annotation, label)  # noqa: SLF001 - as above
        self._all.sequence.append(doc.Reference(annotation))
