"""The sentences for problems of orders that come up in every such game, by their code."""

from typing import Final

from pbm.core.tell import N_

PROBLEMS: Final = {
    "empty": N_("There is no order here yet."),
    "too-long": N_("A letter has at most {most} orders. Please send the orders alone."),
    "unknown-order": N_("No order begins with this word. Orders are: {known}."),
    "unknown-order-near": N_("No order begins with this word. Is {near} meant?"),
    "stray-words": N_("This order ends before these words. Several orders are divided by “;”."),
    "standing-alternative": N_(
        "A standing order cannot be an alternative of another order. Please send it by itself."
    ),
    "how": N_("This order is written like this: “{example}”."),
    "not-canonical": N_("This is not the way orders are written in the ledger."),
}
