"""The caption above a panel."""

from typing import Final

from pbm.paper.pen import Box, Pen

CAPTION: Final = 13.0
"""The height that a caption takes, in points."""
CAPTION_SIZE: Final = 9.0


def draw_caption(pen: Pen, box: Box, words: str) -> Box:
    """Set the caption at the top of the box; the rest of the box below it."""
    text, size = pen.faces["bold"].fit(words, CAPTION_SIZE, box.width, 6)
    pen.text(box.left, box.top + 8, text, pen.faces["bold"], size)
    return Box(box.left, box.top + CAPTION, box.width, box.height - CAPTION)
