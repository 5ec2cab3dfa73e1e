"""The present form of a game, for those whose letter cannot be taken as a move."""

import re
from collections.abc import Callable, Iterable, Iterator
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

    They are of his games named in the subject if any are, else of those that wait for him, else
    of one. A game that cannot be opened is told of and stops no other; raises if that leaves none.
    """
    failures: list[Failure] = []
    chosen = _meant(house, name, subject, failures)
    mails: list[Mail] = []
    for ledger in chosen[:MOST_FORMS]:
        with _noted(failures):
            mails.append(_form(house, ledger, name, answered))
    if failures and not mails:
        raise failures[0]
    for failure in failures:
        trouble(failure)
    return mails


def _meant(house: House, name: str, subject: str, failures: list[Failure]) -> list[Ledger]:
    """The games that a player may mean; `failures` gets what kept others from being looked at."""
    games = house.home.games()
    words = set(_WORDS.findall(topic(subject).casefold()))
    named = _his(house, [game for game in games if game in words], name, failures)
    if named or failures:
        return named
    # None, or those of others: a game may have the name of a common word.
    going_on = [ledger for ledger in _his(house, games, name, failures) if _goes_on(ledger)]
    waiting = [ledger for ledger in going_on if ledger.last.state.get("to_move") == name]
    return waiting or going_on[:1]


@contextmanager
def _noted(failures: list[Failure]) -> Iterator[None]:
    """A block whose failure is only noted."""
    try:
        yield
    except Failure as failure:
        failures.append(failure)


def _his(house: House, games: Iterable[str], name: str, failures: list[Failure]) -> list[Ledger]:
    """Those of the games that the player is in."""
    found: list[Ledger] = []
    for game in games:
        with _noted(failures):
            ledger = house.home.ledger(game, lenient=True)
            if name in ledger.head.seats:
                found.append(ledger)
    return found


def _form(house: House, ledger: Ledger, name: str, answered: Answered) -> Mail:
    desk = house.desk(ledger)
    reader = house.reader(desk, desk.game.seats.index(name))
    reason = BARE if _goes_on(ledger) else FINISHED
    return present(house, ledger, desk, reader, reason, answered)


def _goes_on(ledger: Ledger) -> bool:
    return ledger.last.state.get("to_move") is not None
