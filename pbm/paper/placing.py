"""Rows of panels: measured for a width, and set one under another on a page or within a panel."""

from collections.abc import Sequence
from functools import partial
from typing import NamedTuple

from pbm.paper.desk import Desk, Later, Plan
from pbm.paper.layout import Rows, Spot
from pbm.paper.panels import KINDS
from pbm.paper.panels.ring import plan_ring
from pbm.paper.pen import Box, Pen


class Row(NamedTuple):
    """The measured panels of a row, each with its width, and the room between them."""

    panels: Sequence[tuple[Plan, float]]
    gap: float

    @property
    def height(self) -> float:
        """The least height in which all have room."""
        return max(plan.height for plan, _ in self.panels)

    @property
    def bounded(self) -> bool:
        """Whether a panel of it cannot go on on further pages."""
        return any(plan.rest is None for plan, _ in self.panels)

    def draw(self, pen: Pen, box: Box) -> None:
        """Draw the panels side by side."""
        x = box.left
        for plan, width in self.panels:
            plan.draw(pen, Box(x, box.top, width, box.height))
            x += width + self.gap

    def rest(self, height: float) -> list[Later]:
        """What goes on on further pages where the row has so much height."""
        told = [plan.rest(height) for plan, _ in self.panels if plan.rest]
        return [later for later in told if later]


def measured(desk: Desk, rows: Rows, width: float) -> list[Row]:
    """The rows measured; panels with nothing to show, and rows without any, are left out."""
    gap = desk.layout.furniture.gap
    placed = (_placed(desk, spots, width) for spots in rows)
    return [Row(panels, gap) for panels in placed if panels]


def _placed(desk: Desk, spots: Sequence[Spot], width: float) -> list[tuple[Plan, float]]:
    """The panels of a row with their widths."""
    if not spots:
        return []
    room = width - desk.layout.furniture.gap * (len(spots) - 1)
    whole = sum(spot.width for spot in spots)
    plans = [(_plan(desk, spot, room * spot.width / whole), spot) for spot in spots]
    shown = [spot for plan, spot in plans if plan]
    if len(shown) < len(spots):
        return _placed(desk, shown, width)
    return [(plan, room * spot.width / whole) for plan, spot in plans if plan]


def _plan(desk: Desk, spot: Spot, width: float) -> Plan | None:
    """The panel measured for a width; panels that hold others are given what measures those."""
    within = partial(_block, desk, spot.rows)
    if spot.kind == "stack":
        return within(width)
    if spot.kind == "ring":
        return plan_ring(desk, spot.settings, width, within)
    return KINDS[spot.kind](desk, spot.settings, width)


def _block(desk: Desk, rows: Rows, width: float) -> Plan | None:
    """Rows one under another as one panel."""
    found = measured(desk, rows, width)
    if not found:
        return None
    gap = desk.layout.furniture.gap

    def draw(pen: Pen, box: Box) -> None:
        y = box.top
        for row in found:
            row.draw(pen, Box(box.left, y, box.width, row.height))
            y += row.height + gap

    return Plan(sum(row.height for row in found) + gap * (len(found) - 1), draw)
