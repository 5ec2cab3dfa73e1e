"""The clubs, games and letters that are measured: the same at every run."""

import os
from collections.abc import Iterator, Sequence
from email.message import EmailMessage
from itertools import count
from pathlib import Path
from typing import Final, NamedTuple

from pbm.clerk.desk import Desk, Refused, Sent, Taken, open_game, sit_down, take
from pbm.core.chance import commitment
from pbm.core.ledger import Entry, Head, sealed_item
from pbm.core.token import issue
from pbm.office import games
from pbm.office.house import House
from pbm.office.letters import About, write
from pbm.office.sheets import look
from pbm.rules import find
from pbm.store.home import Home, init
from pbm.store.ledgers import Ledger
from pbm.store.players import Player

RULES: Final = "akcioner"
SEED: Final = bytes(range(32))
AT: Final = "2026-11-30T10:00:00Z"
NAMES: Final = ("Анна", "Борис", "Вера", "Гоша")
_SETTINGS: Final = """\
club: Bench
address: club@example.net
plus_address: true
language: ru
plaintext: true
password: {{env: HOME}}
password_out: {{env: HOME}}
mail_in: maildir:in
mail_out: {out}
history_rows: {rows}
"""
_number = count(1)


class Club(NamedTuple):
    """A game master's folder whose players have addresses."""

    folder: Path

    @property
    def home(self) -> Home:
        """The folder as a new process finds it."""
        return Home(self.folder)


def club(folder: Path, *, out: str = "maildir:out", rows: str = "all", more: str = "") -> Club:
    """A new club; `more` is added to its settings."""
    init(folder)
    settings = _SETTINGS.format(out=out, rows=rows) + more
    (folder / "pbm.yaml").write_text(settings, encoding="utf-8")
    made = Club(folder)
    home = made.home
    for n, name in enumerate(NAMES, 1):
        home.add_player(Player(name, (f"p{n}@example.org",), "ru"))
    return made


def opened(name: str, seats: Sequence[str], formula: str = "3+5") -> tuple[Head, Entry]:
    """A new game with hands that are the same every time."""
    options = {"formula": formula, "order": "given"}
    made = open_game(find(RULES), name, seats, options, "ru", SEED, AT)
    assert not isinstance(made, Refused)
    return made


def played(head: Head, first: Entry, moves: int) -> Iterator[Entry]:
    """The entries of legal moves, trades among them; the last entries if the game ends."""
    desk = sit_down(find(RULES), head, first, SEED)
    for n in range(moves):
        seat = desk.to_move
        if seat is None:
            return
        lines = _lines(desk, seat)
        taken = take(desk, seat, lines[n * 7 % len(lines)], "ru", Sent(AT), SEED)
        assert isinstance(taken, Taken)
        yield from taken.entries
        desk = Desk(desk.game, desk.rulebook, head, taken.entries[-1], desk.chance)


def _lines(desk: Desk, seat: int) -> list[str]:
    moves = desk.game.legal(desk.state, seat, desk.hand(seat))
    return [desk.game.write_move(move, "ru") for move in moves]


def grown(entries: Sequence[Entry], last: int) -> list[Entry]:
    """The entries 1 to `last`, the six of the start repeated: the chain is right, the game is not.

    No game of these rules is as long as a ledger may become.
    """
    assert len(entries) == 6
    assert last % 6 == 0
    return [entries[n % 6]._replace(number=n + 1, opening=n + 1) for n in range(last)]


def open_in(home: Home, name: str, last: int, seats: Sequence[str] = NAMES[:2]) -> Ledger:
    """A game in a folder, grown until its last entry has this number (a multiple of six)."""
    head, first = opened(name, seats)
    ledger = home.open_game(head, first, SEED)
    if last:
        ledger.append(grown(list(played(head, first, 6)), last))
    return ledger


def many(home: Home, names: Sequence[str]) -> None:
    """Many games just opened, without seeds and written without syncing: nobody moves in them."""
    head, first = opened("first", NAMES[:2])
    for name in names:
        sealed = commitment(SEED, name, head.options, head.seats)
        text = head._replace(game=name, sealed=sealed).text()
        home.ledger_file(name).write_bytes(text + sealed_item(first, "", text)[0])


def line_of(home: Home, name: str) -> str:
    """A legal line for the seat to move, with a trade in it."""
    desk = House(home).desk(home.ledger(name))
    return games.lines(House(home), name, desk.game.seats[desk.to_move or 0])[-1]


def letter(home: Home, name: str, line: str) -> bytes:
    """The answer to the form that the seat to move has, our letter quoted in it, never the same."""
    house = House(home)
    ledger = home.ledger(name)
    desk = house.desk(ledger)
    seat = desk.to_move
    assert seat is not None
    reader = house.reader(desk, seat)
    token = issue(home.secret, name, desk.last.opening, seat + 1)
    view = look(desk, seat, [desk.last.past()], "ru")
    ours = write("turn", About(desk, [desk.last], "Bench"), reader, token, view, home)
    mail = EmailMessage()
    mail["From"] = f"{reader.name} <{reader.address}>"
    mail["To"] = f"club+{token}@example.net"
    mail["Subject"] = f"Re: {ours.subject}"
    mail["Message-ID"] = f"<{next(_number)}.{name}@player.example>"
    quoted = "\n".join(f"> {row}" for row in ours.body.splitlines())
    mail.set_content(f"{line}\n\nКлуб пишет:\n{quoted}\n")
    return mail.as_bytes()


class Kept(NamedTuple):
    """A game file as it was, to be cut back to that after each move."""

    path: Path
    size: int

    @classmethod
    def of(cls, ledger: Ledger) -> "Kept":
        """The present size of a game file."""
        return cls(ledger.path, ledger.path.stat().st_size)

    def restore(self) -> None:
        """Take back what was added since."""
        os.truncate(self.path, self.size)
