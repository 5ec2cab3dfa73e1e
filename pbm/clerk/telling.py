"""The clerk's own sentences, for what is wrong with a letter whatever the game is."""

from typing import Final

from pbm.core.contract import Rulebook
from pbm.core.problem import Problem
from pbm.core.tell import N_, Message

_HOUSE: Final = {
    "doubtful": N_(
        "This may be meant as a part of a move, but it stands among other words or something is "
        "left out. Please send the whole move, without other words."
    ),
    "unmeant": N_(
        "By this line it is not sure that the move in the letter is meant to be made. "
        "Please send the move alone."
    ),
    "nothing": N_("There is no move in this letter that could be read."),
    "letter-too-large": N_("This mail is too large to be read. Please send the move alone."),
    "letter-encrypted": N_("This mail is encrypted. Please send the move as plain text."),
    "letter-tnef": N_(
        "This mail is wrapped in a file that only Outlook reads (winmail.dat). "
        "Please send the move as plain text."
    ),
    "letter-charset": N_(
        "The letters of this mail came garbled. "
        "Please send the line again, in Latin letters perhaps."
    ),
    "letter-html-differs": N_(
        "The text of this mail and its formatted version say different things. "
        "Please send the line again as plain text."
    ),
    "letter-html-unsure": N_(
        "Something in this mail is struck out or hidden, or may be shown so, and it is not sure "
        "where that ends. Please send the line again as plain text."
    ),
    "letter-truncated": N_("This mail broke off on its way. Please send the line again."),
    "letter-long": N_("This mail is too long to be read. Please send the move alone."),
    "letter-bar": N_(
        "A line was copied together with the bar before it, as our letters show it. "
        "Please send the line alone, without the bar and what follows it."
    ),
    "letter-below": N_(
        "Something like a move stands below the quotation or the signature, where it may be an "
        "old one. Please send the line again, above everything else, and leave out what is below."
    ),
    "letter-wrap": N_(
        "A line like a move stands inside the quotation and may be a piece of it. "
        "Please send the line again, above everything else."
    ),
    "letter-no-text": N_(
        "There is no text in this mail that could be read, only files perhaps. "
        "Please send the move as a line of text."
    ),
    "letter-picture": N_(
        "There is no move in this letter that could be read. Files, pictures and printed, scanned "
        "or flattened copies of the form are not read: please type the move as a line of text."
    ),
    "letter-form-unreadable": N_(
        "The form attached to this mail cannot be read. Please send the move as a line of text."
    ),
    "letter-forms-differ": N_(
        "There are several forms in this mail that say different moves. Please send one of them."
    ),
    "form-of-another": N_(
        "The form attached to this letter belongs to another move of this game or to another "
        "game. Please send the move as a line of text, or fill in the form that belongs to it."
    ),
    "text-and-form": N_(
        "The letter and the form attached to it say different moves. Please send one of them."
    ),
}


def explain(rulebook: Rulebook, problem: Problem) -> Message:
    """The sentence for a problem, the house's own or the game's."""
    if problem.code in _HOUSE:
        return Message(_HOUSE[problem.code], problem.values)
    return rulebook.explain(problem)
