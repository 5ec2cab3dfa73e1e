"""What the problems of Акционер are told with; {gaps} are filled from a problem's values."""

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
    "which-colour": N_("The card does not say which colour {figure} goes to."),
    "which-order": N_("The card does not say which colours fall by 10, by 20 and by 30."),
    "which-reading": N_("This can be read in more than one way."),
    "no-such-card": N_("There is no such card. There are 30, 40, 50, 60, 100, x2 and :2."),
    "wrong-half": N_("The two halves of a small card make 90: {own} goes with {right}."),
    "wrong-sign": N_("One half of a small card rises, the other falls: {own} goes with {right}."),
    "wrong-factor": N_("This card doubles one colour and halves another: {own} with {right}."),
    "same-colour": N_("The second figure of a card goes to another colour than the first."),
    "no-target": N_("The colour of the card's second figure is missing."),
    "after-card": N_("This cannot follow the card."),
    "hundred-own": N_("A card 100 raises its own colour; it lowers the other three."),
    "hundred-twice": N_("A card 100 lowers three different colours, here one stands twice."),
    "hundred-figures": N_("A card 100 lowers the other three colours by 10, by 20 and by 30."),
    "hundred-signs": N_("The three other figures of a card 100 are written with a minus."),
    "no-sign": N_("Every trade needs its own sign or verb: - sells, + buys."),
    "no-count": N_("How many shares? The number is missing."),
    "no-colour": N_("Shares of which colour? The colour is missing."),
    "no-shares": N_("A trade of 0 shares is none; leave it out."),
    "too-big": N_("This number of shares is too big."),
    "broken-number": N_("The number of shares is a whole number, written without gaps or points."),
    "buy-all": N_("All can only be sold ({sell}); to buy all that the cash allows, write {buy}."),
    "sell-max": N_("The most can only be bought ({buy}); to sell all, write {sell}."),
    "second-max": N_("Only one purchase in a field can take all the cash."),
    "card-in-trades": N_("This is a card; trades stand before it and after it, divided by |."),
    "no-trade": N_("This is not a trade."),
    "not-canonical": N_("This is not the way a move is written in the ledger."),
}
"""The sentences for what notation.py refuses, by problem code."""
