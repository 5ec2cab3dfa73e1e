"""What the problems of the notation are told with; {gaps} are filled from a problem's values."""

from typing import Final

from pbm.core.tell import N_

READING: Final[dict[str, str]] = {
    "empty": N_("There is no move here yet."),
    "too-long": N_("A move has at most {most} lines. Please send the move alone."),
    "too-many-fields": N_(
        "A move has three fields: trades | card | trades. Here are more than three."
    ),
    "unknown-words": N_("These words are not part of a move. Please send the move alone."),
    "no-card": N_("A card must be played in every move, and none is named here."),
    "two-cards": N_("Only one card is played in a move; here are two."),
    "no-dividers": N_("Trades written with signs are divided from the card by |."),
    "card-place": N_("The card stands in the middle: trades | card | trades."),
    "which-stock": N_("The card does not say which shares {figure} is for."),
    "which-order": N_("The card does not say which shares each of {figures} is for."),
    "which-reading": N_("This can be read in more than one way."),
    "no-such-card": N_("There is no such card. There are {cards}."),
    "wrong-half": N_("These two figures are not on one card: {own} goes with {right}."),
    "wrong-sign": N_("One figure of this card rises, the other falls: {own} goes with {right}."),
    "wrong-factor": N_("This card doubles one price and halves another: {own} with {right}."),
    "same-stock": N_("The second figure of a card is for other shares than the first."),
    "no-target": N_("Which shares is the card's second figure for? That is missing."),
    "after-card": N_("This cannot follow the card."),
    "free-own": N_("The figures after a card's first are for other shares than the first."),
    "free-twice": N_("Each of a card's figures is for other shares; here some stand twice."),
    "free-figures": N_("The figures after this card's first are {figures}."),
    "free-signs": N_("The figures after this card's first are written with a minus."),
    "no-sign": N_("Every trade needs its own sign or verb: - sells, + buys."),
    "three-or-stock": N_(
        "After a number a letter that looks like 3 may be the digit or shares. Please write 3, or "
        "give every trade its own sign and number."
    ),
    "no-count": N_("How many shares? The number is missing."),
    "no-stock": N_("Which shares? Only their number is here."),
    "no-shares": N_("A trade of 0 shares is none; leave it out."),
    "too-big": N_("This number of shares is too big."),
    "broken-number": N_("The number of shares is a whole number, written without gaps or points."),
    "buy-all": N_("All can only be sold ({sell}); to buy all that the cash allows, write {buy}."),
    "sell-max": N_("The most can only be bought ({buy}); to sell all, write {sell}."),
    "card-in-trades": N_("This is a card; trades stand before it and after it, divided by |."),
    "no-trade": N_("This is not a trade."),
    "not-canonical": N_("This is not the way a move is written in the ledger."),
}
"""The sentences for what notation.py refuses, by problem code."""
