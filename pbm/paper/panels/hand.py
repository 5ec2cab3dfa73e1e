"""The reader's hand, drawn as cards, each with its short name below it."""

from collections.abc import Mapping
from itertools import groupby
from typing import Any, Final

from pbm.core.tell import Message
from pbm.core.view import Card, Part
from pbm.paper.desk import Desk, Plan
from pbm.paper.panels.caption import CAPTION, CAPTION_SIZE, draw_caption
from pbm.paper.pen import BLACK, CAP, DIM, WHITE, Box, Pen

_SHORT: Final = 13.0
_BETWEEN: Final = 6.0
_LOOSE: Final = 7.0
_DECKS: Final = 16.0
_SHAPE: Final = 0.72
_BAND: Final = 0.2
_OWN: Final = 1.75


def plan_hand(desk: Desk, settings: Mapping[str, Any], width: float) -> Plan | None:
    """The cards side by side, the decks a little apart; in rows if there are many."""
    hand = desk.sheet.view.hand
    if not hand:
        return None
    high = settings.get("height", 74)
    decks = [list(cards) for _, cards in groupby(hand, key=lambda card: card.deck)]
    spare = (len(decks) - 1) * _DECKS + (len(hand) - len(decks)) * _BETWEEN
    wide = min(high * _SHAPE, (width - spare) / len(hand))
    loose = (width - spare - wide * len(hand)) / max(len(hand) - 1, 1)
    between = _BETWEEN + min(loose, _LOOSE)

    caption = desk.say(Message("Your cards"))
    hint = desk.say(Message("below each card its short name; dashed figures are yours to assign"))

    def draw(pen: Pen, box: Box) -> None:
        inner = draw_caption(pen, box, caption)
        start = box.left + pen.faces["bold"].width(caption, CAPTION_SIZE) + 6
        text, size = pen.faces["narrow"].fit(hint, 7.5, box.right - start, 5)
        pen.text(start, box.top + 8, text, pen.faces["narrow"], size, DIM)
        x = inner.left
        for cards in decks:
            for card in cards:
                _draw_card(desk, pen, card, Box(x, inner.top, wide, high))
                x += wide + between
            x += _DECKS - _BETWEEN

    return Plan(CAPTION + high + _SHORT, draw)


def _draw_card(desk: Desk, pen: Pen, card: Card, box: Box) -> None:
    """A card: a band in its ink with the letter, its figures, its short name below."""
    ink = pen.ink(card.ink)
    band = Box(box.left, box.top, box.width, box.height * _BAND)
    pen.area(box, WHITE, 4)
    pen.area(Box(band.left, band.top, band.width, band.height + 4), ink.fill, 4)
    pen.area(Box(band.left, band.bottom, band.width, 5), WHITE)
    pen.frame(box, BLACK, 0.8, 4)
    letter = desk.letter(card.ink)
    size = band.height * 0.72
    pen.text(
        box.left + 5,
        band.top + band.height / 2 + size * 0.26,
        letter,
        pen.faces["bold"],
        size,
        ink.over,
    )
    pen.mark(ink, box.right - 8, band.top + band.height / 2, band.height * 0.5, ink.over)
    _draw_parts(pen, card.parts, Box(box.left, band.bottom, box.width, box.bottom - band.bottom))
    face = pen.faces["narrow-bold"]
    text, size = face.fit(card.short, 9.5, box.width + _BETWEEN - 1, 6)
    pen.centre(box.left + box.width / 2, box.bottom + 10, text, face, size)


def _draw_parts(pen: Pen, parts: tuple[Part, ...], box: Box) -> None:
    """The figures from top to bottom: the card's own large, those of the player's choice framed."""
    weights = [_OWN if part.ink else 1.0 for part in parts]
    unit = (box.height - 4) / sum(weights)
    y = box.top + 2
    for part, weight in zip(parts, weights, strict=True):
        cell = Box(box.left + 4, y + 1, box.width - 8, unit * weight - 2)
        y += unit * weight
        face = pen.faces["bold" if part.ink else "text"]
        size = min(cell.height * (0.95 if part.ink else 0.8), 19 if part.ink else 13)
        text, size = face.fit(part.text, size, cell.width - 4, 4)
        colour = pen.ink(part.ink).text if part.ink else BLACK
        if not part.ink:
            pen.frame(cell, DIM, 0.5, 2, (1.5, 1.5))
        middle = cell.top + cell.height / 2 + size * CAP / 2
        pen.centre(box.left + box.width / 2, middle, text, face, size, colour)
