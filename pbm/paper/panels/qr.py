"""A QR code (ISO/IEC 18004) in dark squares, with the quiet zone left by its caller's box."""

from functools import lru_cache
from itertools import groupby

from pbm.paper.pen import WHITE, Box, Pen

QUIET = 2
"""Light modules around the code inside the box; the sheet around it is light too."""


@lru_cache(64)
def _modules(text: str) -> tuple[bytes, ...]:
    """The modules row by row, dark ones 1; error correction M (15 %) bears a fold or a stain."""
    import segno  # noqa: PLC0415 - heavy

    return tuple(map(bytes, segno.make_qr(text, error="m").matrix))


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
