"""The present letter sent again, where an earlier one did not arrive."""

import secrets
from collections.abc import Callable, Sequence
from typing import Final

from pbm.clerk.desk import Desk
from pbm.core.failure import Declined, Failure
from pbm.core.tell import Message
from pbm.core.token import find_tokens
from pbm.office.effects import key_of_letter, prepare, repair
from pbm.office.house import House
from pbm.office.letters import Reader
from pbm.office.mailing import Mail
from pbm.office.present import desktop, present
from pbm.store.files import read_bytes
from pbm.store.ledgers import Ledger

REASON: Final = Message("this letter is sent again, because an earlier one may have gone astray.")
_HEADER: Final = 8192


def resend(
    house: House, name: str, seat: str | None, trouble: Callable[[Failure], None]
) -> list[Reader]:
    """Let the present form, or the last letter, go out to a seat or to all; whom it goes to.

    Letters to them that a server refused for good are thrown away. Raises Declined where no
    letter can go.
    """
    home = house.home
    with home.lock(wait=True):
        repair(home, trouble)
        ledger = home.ledger(name, repair=True)
        desk = house.desk(ledger)
        wanted = house.seat(desk, seat)
        readers = house.readers(desk) if wanted is None else [house.reader(desk, wanted)]
        reached = [reader for reader in readers if reader.address and house.by_mail]
        if not reached:
            raise Declined(
                Message("Nobody is there to whom a letter could go"),
                Message(
                    "It takes `address` and `mail_out` in pbm.yaml, an address in players.yaml"
                ),
            )
        mails = [_again(house, ledger, desk, reader) for reader in reached]
        key = key_of_letter(secrets.token_hex(32))
        prepare(home, key, mails)
        home.outbox.release(key)
        _forget_failed(house, name, [reader.seat + 1 for reader in reached])
    return reached


def _again(house: House, ledger: Ledger, desk: Desk, reader: Reader) -> Mail:
    """The present form, or the last letter of a finished game with the ledger in it."""
    if desk.to_move is not None:
        return present(house, ledger, desk, reader, REASON, None)
    at = desktop(house, ledger, desk)._replace(file=ledger.whole(()))
    return at.letter("over", reader, form=True)


def _forget_failed(house: House, game: str, seats: Sequence[int]) -> None:
    for failure in house.home.outbox.failures():
        head = read_bytes(failure.path)[:_HEADER].decode("ascii", "replace")
        if any(token.game == game and token.seat in seats for token in find_tokens(head)[:1]):
            house.home.outbox.forget(failure)
