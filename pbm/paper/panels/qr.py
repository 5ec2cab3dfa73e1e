"""A QR code (ISO/IEC 18004) in dark squares, with the quiet zone left by its caller's box."""

from functools import cache, lru_cache
from importlib.machinery import PathFinder
from importlib.util import module_from_spec
from itertools import groupby
from typing import Any

from pbm.paper.pen import WHITE, Box, Pen

QUIET = 2
"""Light modules around the code inside the box; the sheet around it is light too."""


@cache
def _qrencoder() -> Any:
    """The module reportlab.graphics.barcode.qrencoder, without the package that it stands in.

    The package loads every kind of bar code and a typesetter, which takes longer than the form.
    """
    import reportlab.graphics  # noqa: PLC0415 - heavy

    folders = [f"{folder}/barcode" for folder in reportlab.graphics.__path__]
    found = PathFinder.find_spec("qrencoder", folders)
    assert found is not None  # noqa: S101 - it is a part of reportlab
    assert found.loader is not None  # noqa: S101 - as above
    module = module_from_spec(found)
    found.loader.exec_module(module)
    return module


@lru_cache(64)
def _modules(text: str) -> tuple[tuple[bool, ...], ...]:
    """The dark modules row by row; error correction M (15 %) bears a fold or a stain."""
    qrencoder = _qrencoder()
    code = qrencoder.QRCode(None, qrencoder.QRErrorCorrectLevel.M)
    code.addData(qrencoder.QR8bitByte(text))
    code.make()
    return tuple(tuple(map(bool, row)) for row in code.modules)


def draw_qr(pen: Pen, box: Box, text: str) -> None:
    """Draw the code into the square box; dark modules beside each other are one bar."""
    rows = _modules(text)
    bars = []
    for down, row in enumerate(rows):
        across = QUIET
        for dark, run in groupby(row):
            length = len(tuple(run))
            if dark:
                bars.append((across, QUIET + down, length))
            across += length
    pen.area(box, WHITE)
    pen.bars(box, box.width / (len(rows) + 2 * QUIET), bars)
