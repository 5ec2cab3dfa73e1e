"""The order of effects (design, section 7), in one place.

prepare outgoing letters → append the entry (the commit point) → note the letter in the journal
→ release the outgoing letters → put the letter away. A letter that makes no entry commits with
its line in the journal. Killed anywhere, `repair` finishes what was committed and drops the rest.
"""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

from pbm.clerk.desk import Desk, Taken, open_seal
from pbm.core.failure import Failure, Notice
from pbm.core.ledger import Entry
from pbm.core.tell import Message
from pbm.office.house import House, now, stamp, tail
from pbm.office.mailing import Answered, Desktop, Mail
from pbm.store.home import Home
from pbm.store.journal import Line
from pbm.store.ledgers import Ledger
from pbm.store.mailfolder import Kept
from pbm.store.outbox import Envelope

_CHAIN_DIGITS = 16


class Origin(NamedTuple):
    """The letter that something came from: where it is kept, its hashes, its Message-ID."""

    kept: Kept
    sha256: str
    message_hash: str
    message_id: str


def key_of_entry(game: str, entry: Entry) -> str:
    """The name under which letters wait for an entry."""
    return f"{game}.{entry.number}.{entry.chain.removeprefix('sha256:')[:_CHAIN_DIGITS]}"


def key_of_letter(sha256: str) -> str:
    """The name under which answers wait for the journal's line of a letter without an entry."""
    return f"letter.{sha256}"


def commit_move(
    house: House,
    ledger: Ledger,
    desk: Desk,
    taken: Taken,
    seat: int,
    origin: Origin | None,
    at: str,
) -> Desk:
    """Append the entries of a move that was taken and release its letters; the desk after it."""
    new = ledger.preview(taken.entries)
    after = desk._replace(last=new[-1])
    rows = house.home.settings.history_rows
    entries = [*tail(ledger, rows and max(rows - len(new), 1)), *new]
    key = key_of_entry(desk.head.game, new[0])
    file = ledger.whole(taken.entries) if after.to_move is None else b""
    answered = Answered(origin.message_id) if origin else None
    mails = Desktop(house, after, entries, now(), file).after_move(new, seat, answered)
    prepare(house.home, key, mails)
    ledger.append(taken.entries)
    if origin is not None:
        about = f"{desk.head.game}/{new[0].number}"
        house.home.journal.add(Line(origin.sha256, origin.message_hash, "move", about, at))
    house.home.outbox.release(key)
    if origin is not None:
        house.home.mail.handled(origin.kept)
    return after


def commit_answer(
    home: Home, origin: Origin, outcome: str, about: str, at: str, mails: Sequence[Mail] = ()
) -> str:
    """Note what became of a letter that makes no entry, release the answers; the outcome."""
    mails = mails if home.settings.mail_out else ()
    key = key_of_letter(origin.sha256)
    prepare(home, key, mails)
    to = mails[0].to if mails else ""
    home.journal.add(Line(origin.sha256, origin.message_hash, outcome, about, at, to))
    home.outbox.release(key)
    home.mail.handled(origin.kept)
    return outcome


def commit_held(home: Home, origin: Origin, outcome: str, at: str) -> Path:
    """Note that a letter is held for the game master; returns where it lies."""
    before = home.journal.find(origin.sha256)
    if before is None or before.outcome != outcome:  # else a run was killed here, or it came again
        home.journal.add(Line(origin.sha256, origin.message_hash, outcome, "", at))
    return home.mail.held(origin.kept)


def prepare(home: Home, key: str, mails: Sequence[Mail]) -> None:
    """Keep letters that go out as soon as what they tell is committed."""
    for number, mail in enumerate(mails):
        home.outbox.prepare(key, number, Envelope(mail.sender, (mail.to,)), mail.raw)


def repair(home: Home, trouble: Callable[[Failure], None]) -> None:
    """Finish or drop what a run that was killed left pending; one bad game stops no other."""
    home.outbox.sweep()
    for key in home.outbox.pending_keys():
        try:
            committed = _committed(home, key)
        except Failure as failure:
            trouble(failure)
            continue
        if committed:
            home.outbox.release(key)
        else:
            home.outbox.drop(key)


def mend(house: House, name: str, trouble: Callable[[Failure], None]) -> None:
    """Cut a broken write off a game file, and open the seal that it may have been meant to open."""
    try:
        ledger = house.home.ledger(name, repair=True)
        trouble(_mended(ledger))
        desk = house.desk(ledger)
        if desk.to_move is None and not desk.last.seed:
            ledger.append([open_seal(desk.last, house.seed(ledger), stamp(now()))])
    except Failure as failure:
        trouble(failure)


def _mended(ledger: Ledger) -> Notice:
    return Notice(
        Message(
            "The last write to this file was not finished; it was set aside, and entry {entry} is "
            "the last.",
            {"entry": ledger.last.number},
        ),
        Message("A move that came by mail is taken again; type others again."),
        str(ledger.path),
    )


def _committed(home: Home, key: str) -> bool:
    """Whether what pending letters tell has happened; an entry's letter is noted if it was not."""
    name, _, rest = key.partition(".")
    if name == "letter":
        return home.journal.find(rest) is not None
    number = rest.partition(".")[0]
    if not number.isdecimal() or not home.ledger_file(name).exists():
        return False
    ledger = home.ledger(name, repair=True)
    behind = ledger.last.number - int(number)
    if behind < 0:
        return False
    entry = ledger.tail(behind + 1)[0]
    if key_of_entry(name, entry) != key:
        return False
    note_entry(home, name, entry)
    return True


def note_entry(home: Home, game: str, entry: Entry) -> None:
    """Note in the journal the letter that an entry came of, if it is not noted yet."""
    line = line_of(game, entry)
    if line.letter and home.journal.find(line.letter) is None:
        home.journal.add(line)


def line_of(game: str, entry: Entry) -> Line:
    """The journal's line about the letter that an entry came of."""
    letter, message = (each.removeprefix("sha256:") for each in (entry.letter, entry.message))
    return Line(letter, message, "move", f"{game}/{entry.number}", entry.at)
