"""The overview of a folder: its games and its mail, read without settings.

Of YAML it reads the players at most, and those only where it must name one.
"""

import os
from collections.abc import Iterator

from pbm.core.failure import Failure, Wrong
from pbm.core.tell import N_, Message, Value
from pbm.store.home import Home, find_home
from pbm.store.ledgers import Ledger


def overview(option: str | None) -> tuple[list[Message], list[Failure]]:
    """A line for every game and every trouble with the mail; games that cannot be read fail."""
    home = find_home(option, os.environ)
    rows: list[Message] = []
    failures: list[Failure] = []
    for name in home.games():
        try:
            rows.append(_game(home, name))
        except Failure as failure:
            failures.append(failure)
    failures += _missing(home)
    if not rows and not failures:
        rows.append(Message("No games yet; open one with `pbm new`."))
    return [*rows, *_mail(home)], failures


def _game(home: Home, name: str) -> Message:
    ledger = home.ledger(name, lenient=True)
    last = ledger.last
    if not last.seed:
        home.seed(name)  # without it nobody can move
    values: dict[str, Value] = {
        "game": name.ljust(12),
        "rules": ledger.head.rules,
        "entry": last.number,
        "at": last.at,
        "seat": last.state.get("to_move") or "",
    }
    if values["seat"] and _never_answered(home, ledger, str(values["seat"])):
        text = N_("{game} {rules}, entry {entry} ({at}), to move: {seat}, who has never answered")
        return Message(text, values)
    if values["seat"]:
        return Message("{game} {rules}, entry {entry} ({at}), to move: {seat}", values)
    return Message("{game} {rules}, entry {entry} ({at}), over", values)


def _missing(home: Home) -> Iterator[Failure]:
    """What a folder cannot do without and nothing has needed yet."""
    try:
        _ = home.secret
    except Failure as failure:
        yield failure
    if not home.players_file.exists():
        yield Wrong(
            Message("The list of players is missing"),
            Message("Put the file back from a backup; `pbm init DIR` makes an empty one"),
            str(home.players_file),
        )


def _never_answered(home: Home, ledger: Ledger, seat: str) -> bool:
    """Whether a seat that gets letters has made no entry yet; on paper nobody answers."""
    if ledger.has_entry_of(seat):
        return False
    try:
        player = home.players.named(seat)
    except Failure:  # what is wrong with the list of players hides no game
        return False
    return player is not None and bool(player.addresses)


def _mail(home: Home) -> Iterator[Message]:
    counts = (
        (N_("waiting to be read: {n}"), home.mail.count_waiting()),
        (N_("held for you in mail/held: {n}"), home.mail.count_held()),
        (N_("waiting to be sent: {n}"), home.outbox.count_ready()),
    )
    for text, count in counts:
        if count:
            yield Message(text, {"n": count})
    for failure in home.outbox.failures():
        values: dict[str, Value] = {"file": str(failure.path), "why": failure.why}
        yield Message("not delivered: {file} ({why})", values)
    for words in home.lasting():
        yield Message("met by the last run: {words}", {"words": words})
    yield from _bounces(home)


def _bounces(home: Home) -> Iterator[Message]:
    """How many letters to each player came back, and since when; newest lines come first."""
    found: dict[str, list[str]] = {}
    for line in home.journal.since(""):
        if line.outcome == "bounce":
            for address in filter(None, line.entry.split(",")):
                found.setdefault(address, []).append(line.at)
    for address, times in sorted(found.items()):
        names = ", ".join(player.name for player in home.players.at(address)) or "?"
        values: dict[str, Value] = {"player": names, "address": address, "n": len(times)}
        text = N_("letters to {player} ({address}) came back: {n}, the last on {at}")
        yield Message(text, values | {"at": times[0]})
