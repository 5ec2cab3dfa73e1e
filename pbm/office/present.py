"""The present form of a game, for those whose letter cannot be taken as a move."""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
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
"""So many forms at most go to somebody who did not say which one he means, and may mean more."""

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
    """The forms that a player may mean.

    They are of the games named in the subject if any are, else of those that wait for him, else
    of one. A game that cannot be opened is told of and stops no other; raises if that leaves none.
    """
    games = house.home.games()
    words = set(_WORDS.findall(topic(subject).casefold()))
    named = [game for game in games if game in words]
    failures: list[Failure] = []
    his: list[Ledger] = []
    for game in named or games:
        with _noted(failures):
            his += _his(house, game, name, over=bool(named))
    waiting = [ledger for ledger in his if ledger.last.state.get("to_move") == name]
    chosen = his if named else waiting or his[:1]
    mails: list[Mail] = []
    for ledger in chosen[:MOST_FORMS]:
        with _noted(failures):
            mails.append(_form(house, ledger, name, answered))
    if failures and not mails:
        raise failures[0]
    for failure in failures:
        trouble(failure)
    return mails


@contextmanager
def _noted(failures: list[Failure]) -> Iterator[None]:
    """A block whose failure is only noted."""
    try:
        yield
    except Failure as failure:
        failures.append(failure)


def _his(house: House, game: str, name: str, *, over: bool) -> Iterator[Ledger]:
    """The game, if the player is in it; a finished one only if `over`."""
    ledger = house.home.ledger(game, lenient=True)
    if name in ledger.head.seats and (over or _goes_on(ledger)):
        yield ledger


def _form(house: House, ledger: Ledger, name: str, answered: Answered) -> Mail:
    desk = house.desk(ledger)
    reader = house.reader(desk, desk.game.seats.index(name))
    reason = BARE if _goes_on(ledger) else FINISHED
    return present(house, ledger, desk, reader, reason, answered)


def _goes_on(ledger: Ledger) -> bool:
    return ledger.last.state.get("to_move") is not None
