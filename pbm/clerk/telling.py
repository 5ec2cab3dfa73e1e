"""The clerk's own sentences, for what is wrong with a letter whatever the game is."""

from typing import Final

from pbm.core.contract import Rulebook
from pbm.core.problem import Problem
from pbm.core.tell import N_, Message

_HOUSE: Final = {
    "doubtful": N_(
        "This looks like a move with other words around it. "
        "Please send the move alone on a line of its own."
    ),
    "nothing": N_("There is no move in this letter that could be read."),
    "text-and-form": N_(
        "The letter and the form attached to it say different moves. Please send one of them."
    ),
}


def explain(rulebook: Rulebook, problem: Problem) -> Message:
    """The sentence for a problem, the house's own or the game's."""
    if problem.code in _HOUSE:
        return Message(_HOUSE[problem.code], problem.values)
    return rulebook.explain(problem)
