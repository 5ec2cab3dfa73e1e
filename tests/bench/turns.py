"""Goals 1, 2 and 9: whole turns in one process, and many letters in one run."""

import time
from collections.abc import Iterator
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path

from servers import Smtp, smtpd

from bench import marks, raw, watch, world
from bench.measure import Cost, in_turns, pbm, process
from bench.table import Row, compared, ms
from bench.world import Club, Kept
from pbm.core.failure import Failure
from pbm.office.house import House
from pbm.office.run import Run
from pbm.post.maildir import MaildirSender

_TIMES = 15
_LETTERS = 100
_GAMES = 10_000


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
        # Every letter has another token, and its QR code is drawn for the first time.
        others = iter([Ours(club, name) for name in names[-_TIMES - 1 :]])
        warm = in_turns({"turn": lambda: next(others).turn()}, _TIMES)["turn"]
        counts = (1, 10, _LETTERS)
        costs = {count: _run(club, names[:count], line, smtp) for count in counts}
        connections = smtp.sessions
        yield from _rates(costs, warm, connections)
    yield from _crowd(folder)


def _run(club: Club, names: list[str], line: str, smtp: Smtp) -> Cost:
    """What a run costs that finds a letter for each of these games; they are cut back after it."""
    home = club.home
    kept = [Kept.of(home.ledger(name)) for name in names]
    for name in names:
        letter = world.letter(home, name, line)
        MaildirSender(club.folder / "in").send(letter, "", ["club@example.net"])
    smtp.letters.clear()
    smtp.sessions = 0
    cost = process(pbm(club.folder.parent, "run"), club.folder)
    assert len(smtp.letters) == 2 * len(names)
    for each in kept:
        each.restore()
    return cost


def _rates(costs: dict[int, Cost], warm: float, connections: int) -> Iterator[Row]:
    each = (costs[_LETTERS].seconds - costs[1].seconds) / (_LETTERS - 1)
    yield Row(
        9,
        f"{_LETTERS} letters in one run, each after the first",
        f"{1 / each:.0f} /s",
        "warm turns of other games in one process",
        f"{1 / warm:.0f} /s",
        warm / each,
        0.8,
        least=True,
    )
    whole = costs[_LETTERS].seconds / _LETTERS
    rate = f"{1 / whole:.0f} /s"
    yield Row(9, "the same, start-up and all", rate, "as above", f"{1 / warm:.0f} /s", warm / whole)
    yield Row(
        9,
        f"memory at most, {_LETTERS} letters",
        f"{costs[_LETTERS].megabytes:.0f} MB",
        "10 letters",
        f"{costs[10].megabytes:.0f} MB",
        costs[_LETTERS].megabytes / costs[10].megabytes,
        1.1,
    )
    yield Row(
        9, "connections to the mail server", str(connections), "one a run", "1", connections, 1
    )


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
                "few": lambda: _run(few, ["vesna"], line, smtp).seconds,
                "crowd": lambda: _run(crowd, ["vesna"], line, smtp).seconds,
            },
            5,
        )
    what = f"one letter, {_GAMES:,} games in the folder, cold"
    yield compared(9, what, spent["crowd"], "one game in the folder", spent["few"], 1.2)
