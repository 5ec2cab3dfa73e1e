"""Goals 1, 2 and 9: whole turns in one process, and many letters in one run."""

import statistics
import time
from collections.abc import Iterator
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path

from servers import Smtp, smtpd

from bench import marks, raw, watch, world
from bench.measure import in_turns, process, script
from bench.table import Row, compared, ms
from bench.world import Club, Kept
from pbm.core.failure import Failure
from pbm.office.house import House
from pbm.office.run import Run
from pbm.post.maildir import MaildirSender

_TIMES = 15
_LETTERS = 100
_GAMES = 10_000
_ROUNDS = 2
_RUN = """\
import sys
from pathlib import Path
from pbm.__main__ import main
sys.argv.append("run")
try:
    main()
finally:
    Path("memory").write_text(Path("/proc/self/status").read_text())
"""


def _stop(failure: Failure) -> None:
    raise failure


class Ours:
    """Turns of one game by the program, in one process; the ledger is cut back after each."""

    def __init__(self, club: Club, name: str) -> None:
        self.house = House(club.home)
        self.home = self.house.home
        self.name = name
        self.line = world.line_of(self.home, name)
        self.kept = Kept.of(self.home.ledger(name))

    def turn(self) -> float:
        """The seconds from the bytes of a mail to what the SMTP server has accepted."""
        letter = world.letter(self.home, self.name, self.line)
        begun = time.perf_counter()
        Run(self.house, _stop).ingest(letter)
        seconds = time.perf_counter() - begun
        self.kept.restore()
        return seconds


def whole_turn(folder: Path) -> Iterator[Row]:
    """Goal 1: a game of four at entry 60, the history on its form whole."""
    with smtpd() as smtp:
        club = world.club(folder / "turn", out=f"smtp://127.0.0.1:{smtp.port}")
        world.open_in(club.home, "vesna", 60, world.NAMES)
        ours = Ours(club, "vesna")
        made = _raw_turn(ours, smtp, folder)
        spent = in_turns(
            {
                "ours": ours.turn,
                "raw": lambda: raw.turn(made),
                "naive": lambda: raw.naive_turn(made),
            },
            _TIMES,
        )
    what = "whole turn, mail to SMTP accepted (entry 60, 4 players)"
    yield compared(1, what, spent["ours"], "sum of the raw calls", spent["raw"], 1.3)
    yield compared(1, "", spent["ours"], "naive: load all, rewrite all", spent["naive"], 0.6)


def _raw_turn(ours: Ours, smtp: Smtp, folder: Path) -> raw.Turn:
    """What one turn of ours reads and makes, for the raw calls to make the same."""
    letter = world.letter(ours.home, ours.name, ours.line)
    before = ours.kept.path.read_bytes()
    smtp.letters.clear()
    pages = watch.taken_down(lambda: Run(ours.house, _stop).ingest(letter))
    added = ours.kept.path.read_bytes()[len(before) :]
    ours.kept.restore()
    fonts = marks.registered(pages)
    (folder / "raw").mkdir()
    (folder / "raw" / "led").write_bytes(before)
    return raw.Turn(
        folder=folder / "raw",
        port=smtp.port,
        raw=letter,
        last=before[before.rindex(b"\n- entry: ") + 1 :],
        entry=added,
        game_file=ours.kept.path,
        letters=[_letter(sent.raw) for sent in smtp.letters],
        draw=lambda: marks.bare(pages, fonts, f"mailto:{time.perf_counter_ns()}@example.net"),
    )


def _letter(sent: bytes) -> raw.Letter:
    mail = message_from_bytes(sent, policy=policy.default)
    assert isinstance(mail, EmailMessage)
    text, html = mail.get_body(("plain",)), mail.get_body(("html",))
    assert text is not None
    assert html is not None
    return raw.Letter(
        str(mail["To"].addresses[0].addr_spec),
        str(mail["Subject"]),
        text.get_content(),
        html.get_content(),
        form=any(True for _ in mail.iter_attachments()),
    )


def long_game(folder: Path) -> Iterator[Row]:
    """Goal 2, the whole turn: forms show six rows of the history, or all of it."""
    with smtpd() as smtp:
        out = f"smtp://127.0.0.1:{smtp.port}"
        few = world.club(folder / "few", out=out, rows="6")
        world.open_in(few.home, "short", 6)
        world.open_in(few.home, "long", 600)
        turns = {name: Ours(few, name).turn for name in ("short", "long")}
        spent = in_turns(turns, _TIMES)
        yield compared(
            2,
            "whole turn at entry 600, 6 rows of history shown",
            spent["long"],
            "the same at entry 6",
            spent["short"],
            1.2,
        )
        every = world.club(folder / "every", out=out)
        world.open_in(every.home, "long", 600)
        spent = in_turns({"all": Ours(every, "long").turn}, 2)
    yield Row(2, "the same with all 600 rows on the form", ms(spent["all"]), "", "")


def many_letters(folder: Path) -> Iterator[Row]:
    """Goal 9: a hundred letters in one run, and one letter among ten thousand games."""
    with smtpd() as smtp:
        club = world.club(folder / "many", out=f"smtp://127.0.0.1:{smtp.port}")
        names = [f"g{n}" for n in range(_LETTERS)]
        for name in names:
            world.open_in(club.home, name, 0)
        line = world.line_of(club.home, names[0])
        yield from _rates(club, names, line, smtp)
    yield from _crowd(folder)


def _run(club: Club, names: list[str], line: str, smtp: Smtp) -> float:
    """The seconds of a run that finds a letter for each of these games; they are cut back later."""
    home = club.home
    kept = [Kept.of(home.ledger(name)) for name in names]
    for name in names:
        letter = world.letter(home, name, line)
        MaildirSender(club.folder / "in").send(letter, "", ["club@example.net"])
    smtp.letters.clear()
    smtp.sessions = 0
    seconds = process(script(club.folder.parent, "pbm-run", _RUN), club.folder)
    assert len(smtp.letters) == 2 * len(names)
    for each in kept:
        each.restore()
    return seconds


def _megabytes(club: Club) -> float:
    """The most memory that the last run had."""
    lines = (club.folder / "memory").read_text(encoding="utf-8").splitlines()
    return next(int(line.split()[1]) / 1024 for line in lines if line.startswith("VmHWM"))


def _rates(club: Club, names: list[str], line: str, smtp: Smtp) -> Iterator[Row]:
    # Every letter has another token, so that its QR code is drawn for the first time.
    others = iter([Ours(club, name) for name in names[: _TIMES * (_ROUNDS + 1)]])
    memory, connections = {}, {}

    def run(count: int) -> float:
        seconds = _run(club, names[:count], line, smtp)
        memory[count], connections[count] = _megabytes(club), smtp.sessions
        return seconds

    spent = in_turns(
        {
            "all": lambda: run(_LETTERS),
            "one": lambda: run(1),
            "warm": lambda: statistics.mean(next(others).turn() for _ in range(_TIMES)),
        },
        _ROUNDS,
    )
    run(10)
    each = (spent["all"] - spent["one"]) / (_LETTERS - 1)
    whole = spent["all"] / _LETTERS
    warm = spent["warm"]
    what = f"{_LETTERS} letters in one run, each after the first"
    against = "warm turns of other games in one process"
    other = f"{1 / warm:.0f} /s"
    yield Row(9, what, f"{1 / each:.0f} /s", against, other, warm / each, 0.8, least=True)
    yield Row(9, "the same, start-up and all", f"{1 / whole:.0f} /s", against, other, warm / whole)
    most, few = memory[_LETTERS], memory[10]
    what = f"memory at most, {_LETTERS} letters"
    yield Row(9, what, f"{most:.0f} MB", "10 letters", f"{few:.0f} MB", most / few, 1.1)
    what, times = "connections to the mail server", connections[_LETTERS]
    yield Row(9, what, str(times), "one a run", "1", times, 1)


def _crowd(folder: Path) -> Iterator[Row]:
    with smtpd() as smtp:
        out = f"smtp://127.0.0.1:{smtp.port}"
        few, crowd = (world.club(folder / name, out=out) for name in ("few-games", "crowd"))
        for club in (few, crowd):
            world.open_in(club.home, "vesna", 0)
        world.many(crowd.home, [f"x{n}" for n in range(_GAMES)])
        line = world.line_of(few.home, "vesna")
        spent = in_turns(
            {
                "few": lambda: _run(few, ["vesna"], line, smtp),
                "crowd": lambda: _run(crowd, ["vesna"], line, smtp),
            },
            5,
        )
    what = f"one letter, {_GAMES:,} games in the folder, cold"
    yield compared(9, what, spent["crowd"], "one game in the folder", spent["few"], 1.2)
