"""The present form of a game, for those whose letter cannot be taken as a move."""

import re
from collections.abc import Callable, Iterator
from typing import Final

from pbm.clerk.desk import Desk
from pbm.core.failure import Failure
from pbm.core.tell import Message
from pbm.office.house import House, now, tail
from pbm.office.languages import tongue
from pbm.office.letters import Reader
from pbm.office.mailing import Answered, Desktop, Mail
from pbm.post.subject import topic
from pbm.store.ledgers import Ledger

MOST_FORMS: Final = 3
"""So many forms at most go to somebody who did not say which one he means."""

BARE: Final = Message(
    "your letter did not say which form it answers, so it changed nothing. "
    "Please answer this letter instead."
)
FINISHED: Final = Message("the game is over; nothing was changed.")
_WORDS: Final = re.compile("[a-z0-9-]+")


def desktop(house: House, ledger: Ledger, desk: Desk) -> Desktop:
    """What letters about the present position of a game share."""
    return Desktop(house, desk, tail(ledger, house.home.settings.history_rows), now())


def present(
    house: House,
    ledger: Ledger,
    desk: Desk,
    reader: Reader,
    reason: Message,
    answered: Answered | None,
) -> Mail:
    """The present form for a reader, and why he gets it; perhaps as an answer to his letter."""
    told = tongue(reader.language, desk.rulebook.slug).say(reason)
    at = desktop(house, ledger, desk)
    return at.letter("present", reader, form=True, answered=answered, reason=told)


def forms_of(
    house: House, name: str, subject: str, answered: Answered, trouble: Callable[[Failure], None]
) -> list[Mail]:
    """The forms of the games that a player is in, those named in the subject if any are.

    A game that cannot be opened is told of and stops no other; raises if that leaves none.
    """
    games = house.home.games()
    words = set(_WORDS.findall(topic(subject).casefold()))
    named = [game for game in games if game in words]
    mails: list[Mail] = []
    failures: list[Failure] = []
    for game in named or games:
        try:
            mails += _form(house, game, name, answered, over=bool(named))
        except Failure as broken:
            failures.append(broken)
        if len(mails) == MOST_FORMS:
            break
    if failures and not mails:
        raise failures[0]
    for failure in failures:
        trouble(failure)
    return mails


def _form(house: House, game: str, name: str, answered: Answered, *, over: bool) -> Iterator[Mail]:
    """The form of one game, if the player is in it; of a finished one only if `over`."""
    ledger = house.home.ledger(game, lenient=True)
    goes_on = ledger.last.state.get("to_move") is not None
    if name in ledger.head.seats and (over or goes_on):
        desk = house.desk(ledger)
        reader = house.reader(desk, desk.game.seats.index(name))
        yield present(house, ledger, desk, reader, BARE if goes_on else FINISHED, answered)
