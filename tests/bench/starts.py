"""Goals 7 and 8: what commands cost from a cold start."""

import contextlib
import importlib.util
import shutil
from collections.abc import Iterator
from pathlib import Path

from servers import HOST, PASSWORD, USER, Imap, dovecot, pymap

from bench import world
from bench.measure import in_turns, pbm, process, processes, script
from bench.table import Row, compared, ms
from bench.world import Club, Kept
from pbm.post.maildir import MaildirSender

_TIMES = 25
_HELLO = """\
import click

@click.command()
def hello():
    click.echo("hello")

hello()
"""
_SESSION = """\
import imaplib
imap = imaplib.IMAP4({host!r}, {port})
imap.login({user!r}, {password!r})
imap.select("INBOX")
imap.uid("SEARCH", "UNDELETED")
imap.logout()
"""
_DIPLOMACY = """\
from diplomacy import Game

ORDERS = {
    "AUSTRIA": ["A VIE - GAL", "A BUD - SER", "F TRI - ALB"],
    "ENGLAND": ["F LON - NTH", "F EDI - NWG", "A LVP - YOR"],
    "FRANCE": ["F BRE - MAO", "A PAR - BUR", "A MAR - SPA"],
    "GERMANY": ["F KIE - DEN", "A BER - KIE", "A MUN - RUH"],
    "ITALY": ["F NAP - ION", "A ROM - APU", "A VEN H"],
    "RUSSIA": ["A MOS - UKR", "A WAR - GAL", "F SEV - BLA", "F STP/SC - BOT"],
    "TURKEY": ["A CON - BUL", "A SMY - CON", "F ANK - BLA"],
}
game = Game()
for power, orders in ORDERS.items():
    game.set_orders(power, orders)
game.process()
assert game.get_current_phase() == "F1901M"
"""


def light(folder: Path) -> Iterator[Row]:
    """Goal 7 without a mail server: a folder with one game."""
    club = world.club(folder / "light")
    world.open_in(club.home, "vesna", 6)
    commands = {
        "click": script(folder, "hello", _HELLO),
        "`pbm --help`": pbm(folder, "--help"),
        "`pbm status`, one game": pbm(folder, "status"),
        "`pbm run`, a Maildir with nothing new": pbm(folder, "run"),
    }
    spent = processes(commands, club.folder, _TIMES)
    for name, most in zip(list(commands)[1:], (1.3, 1.3, 1.5), strict=True):
        yield compared(7, name, spent[name], "click hello", spent["click"], most)


def imap(folder: Path) -> Iterator[Row]:
    """Goal 7 with an IMAP server that has nothing new: Dovecot, or pymap where it is missing."""
    path = shutil.which("dovecot", path="/usr/sbin:/sbin:/usr/local/sbin:/usr/bin")
    with (dovecot if path else pymap)() as server:
        club = _imap_club(folder, server)
        session = _SESSION.format(host=HOST, port=server.port, user=USER, password=PASSWORD)
        commands = {"ours": pbm(folder, "run"), "bare": script(folder, "session", session)}
        spent = processes(commands, club.folder, _TIMES)
    server_name = "Dovecot" if path else "pymap"
    yield compared(
        7,
        f"`pbm run`, {server_name} with nothing new",
        spent["ours"],
        "bare imaplib session",
        spent["bare"],
        2.2,
    )


def _imap_club(folder: Path, server: Imap) -> Club:
    club = world.club(folder / "imap")
    settings = club.folder / "pbm.yaml"
    user = USER.replace("@", "%40")
    text = settings.read_text(encoding="utf-8")
    text = text.replace("mail_in: maildir:in", f"mail_in: imap://{user}@{HOST}:{server.port}/INBOX")
    text = text.replace("password: {env: HOME}", "password: {file: password}")
    settings.write_text(text, encoding="utf-8")
    (club.folder / "password").write_text(f"{PASSWORD}\n", encoding="utf-8")
    with contextlib.suppress(FileExistsError):
        (club.folder / "in").mkdir()
    return club


def one_letter(folder: Path) -> Iterator[Row]:
    """Goal 8: one letter that is a move, Maildir in and out, everything from a cold start."""
    club = world.club(folder / "letter")
    ledger = world.open_in(club.home, "vesna", 6)
    kept = Kept.of(ledger)
    line = world.line_of(club.home, "vesna")

    def run() -> float:
        letter = world.letter(club.home, "vesna", line)
        MaildirSender(club.folder / "in").send(letter, "", ["club@example.net"])
        seconds = process(pbm(folder, "run"), club.folder)
        assert kept.path.stat().st_size > kept.size
        kept.restore()
        return seconds

    things = {"ours": run}
    what = "`pbm run`, one letter, cold"
    if importlib.util.find_spec("diplomacy") is None:
        spent = in_turns(things, _TIMES)
        yield Row(8, what, ms(spent["ours"]), "the package diplomacy is not installed", "")
        return
    other = script(folder, "diplomacy-turn", _DIPLOMACY)
    things["peer"] = lambda: process(other, club.folder)
    spent = in_turns(things, _TIMES)
    yield compared(8, what, spent["ours"], "a turn of diplomacy, cold", spent["peer"], 0.75)
