"""Games as text on a terminal, and as JSON for programs."""

from collections.abc import Mapping
from typing import Any

from pbm.clerk.desk import Desk
from pbm.core.ledger import digits
from pbm.core.tell import Message, Tongue
from pbm.office import house as houses
from pbm.office import letters, plain, sheets
from pbm.office.games import outlook
from pbm.office.house import House
from pbm.office.languages import tongue
from pbm.store.ledgers import Ledger


def _open(house: House, name: str, seat: str | None) -> tuple[Ledger, Desk, int | None]:
    ledger = house.home.ledger(name, lenient=True)
    desk = house.desk(ledger, public=seat is None)
    return ledger, desk, house.seat(desk, seat)


def as_plain(house: House, name: str, seat: str | None) -> dict[str, Any]:
    """What `pbm show --json` prints; a seat's hand only when it is asked for."""
    _, desk, wanted = _open(house, name, seat)
    shown = houses.position(desk)
    if wanted is not None:
        view = sheets.look(desk, wanted, [], desk.head.language)
        shown["hand"] = None if view.hand is None else [card.short for card in view.hand]
    return shown


def position(house: House, name: str, seat: str | None, speech: Tongue) -> str:
    """The position as text: tables, a hand if it is asked for, who is to move and what is asked."""
    ledger, desk, wanted = _open(house, name, seat)
    speech = tongue(speech.language, desk.rulebook.slug)
    past = [entry.past() for entry in houses.tail(ledger, desk.last.behind + 1)]
    view = sheets.look(desk, wanted, past, speech.language)
    head = Message(
        "{game}: {title}, entry {entry}, chain {chain}",
        {
            "game": name,
            "title": desk.rulebook.title,
            "entry": desk.last.number,
            "chain": digits(desk.last.chain),
        },
    )
    tables = (
        f"{speech.say(title)}\n{text}"
        for title, text in plain.shown(view, speech, desk.last.behind)
    )
    parts = [speech.say(head), *tables]
    if view.hand:
        hand = Message("The hand of {seat}", {"seat": desk.game.seats[view.seat or 0]})
        parts.append(f"{speech.say(hand)}\n{plain.hand(view.hand)}")
    parts.append("\n".join(speech.say(line) for line in (*outlook(desk), *view.asked)))
    return "\n\n".join(parts)


def history(house: House, name: str, speech: Tongue) -> str:
    """The whole history: its table, then what each entry brought, in sentences."""
    ledger, desk, _ = _open(house, name, None)
    speech = tongue(speech.language, desk.rulebook.slug)
    entries = list(ledger.entries())
    view = sheets.look(desk, None, [entry.past() for entry in entries], speech.language)
    told = letters.story(desk, entries, speech)
    rows = ["\n".join(_told(each)) for each in told]
    return "\n\n".join([plain.table(view.tables["history"], speech), *rows])


def _told(entry: Mapping[str, Any]) -> list[str]:
    head = f"{entry['entry']}. {entry['seat']} {entry['line']}".rstrip()
    return [head, *(f"   {sentence}" for sentence in entry["sentences"])]
