"""The kinds of panels a layout may name, one small file each; none knows a game."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from pbm.paper.desk import Desk, Plan
from pbm.paper.panels.asked import plan_asked
from pbm.paper.panels.board import plan_board
from pbm.paper.panels.examples import plan_examples, plan_notes
from pbm.paper.panels.hand import plan_hand
from pbm.paper.panels.head import plan_head
from pbm.paper.panels.reply import plan_reply
from pbm.paper.panels.tables import plan_history, plan_table

Planner = Callable[[Desk, Mapping[str, Any], float], Plan | None]

KINDS: Final[Mapping[str, Planner]] = {
    "head": plan_head,
    "board": plan_board,
    "table": plan_table,
    "history": plan_history,
    "hand": plan_hand,
    "asked": plan_asked,
    "reply": plan_reply,
    "examples": plan_examples,
    "notes": plan_notes,
}
"""Every kind with its planner, which measures it for a width; None where nothing is to show.

A ring, which holds other panels, is planned where panels are placed.
"""
