"""Cases 41 to 48 of README.md: letters on their way out, names, long games; and memory."""

import os
import tracemalloc
from collections.abc import Iterator
from email.header import decode_header, make_header
from io import BytesIO
from pathlib import Path
from typing import Any

import pypdf
import pytest
from club import SEED, SETTINGS, Club, begin, reply, text
from servers import smtpd
from terminal import pbm

from pbm.core.failure import Status
from pbm.office import games
from pbm.store.home import init
from pbm.store.players import Player

ANNA, BORIS = "anna@example.org", "boris@example.org"


@pytest.fixture
def club(tmp_path: Path) -> Club:
    return begin(tmp_path / "club")


def outcomes(club: Club) -> list[str]:
    return [line.outcome for line in club.house.home.journal.since("")][::-1]


def status(club: Club) -> str:
    shown = pbm("--home", str(club.folder), "status")
    return shown.out + shown.err


def test_case_41_a_turn_is_kept_while_nothing_can_be_sent(club: Club) -> None:
    """The next run sends what waits. All that a server may answer is in tests/mail."""
    club.open()
    club.deliver(reply(club.last(ANNA), club.lines("Анна")[0]))
    with smtpd() as server:
        settings = SETTINGS.replace("maildir:out", f"smtp://127.0.0.1:{server.port}")
    (club.folder / "pbm.yaml").write_text(f"{settings}plaintext: true\n")
    (failure,) = club.run()
    assert failure.status is Status.UNREACHABLE
    assert club.ledger().last.number == 1
    waiting = club.house.home.outbox.count_ready()
    assert waiting == 2
    assert "waiting to be sent: 2" in status(club)
    with smtpd() as server:
        settings = SETTINGS.replace("maildir:out", f"smtp://127.0.0.1:{server.port}")
        (club.folder / "pbm.yaml").write_text(f"{settings}plaintext: true\n")
        assert club.run() == []
        assert len(server.letters) == 2
    assert club.house.home.outbox.count_ready() == 0


BOUNCE = """\
From: Mail Delivery System <MAILER-DAEMON@mx.example.net>
Message-ID: <{n}@mx.example.net>
Subject: Undelivered Mail Returned to Sender
Content-Type: multipart/report; report-type=delivery-status; boundary=r

--r
Content-Type: message/delivery-status

Reporting-MTA: dns; mx.example.net

Final-Recipient: rfc822; {address}
Action: {action}
Status: 5.1.1

--r--
"""


def test_case_42_bounces_are_shown_for_each_player(club: Club) -> None:
    club.open()
    told = [(BORIS, "failed"), (BORIS, "failed"), ("anna@work.example", "failed"),
            (ANNA, "delayed"), ("nobody@example.org", "failed")]  # fmt: skip
    for n, (address, action) in enumerate(told):
        club.deliver(BOUNCE.format(n=n, address=address, action=action).encode())
    assert club.run() == []
    shown = status(club)
    assert "letters to Борис (boris@example.org) came back: 2, the last on 20" in shown
    assert "letters to Анна (anna@work.example) came back: 1, the last on 20" in shown
    assert "letters to ? (nobody@example.org) came back: 1" in shown
    assert ANNA not in shown
    assert len(club.letters()) == 2


def test_case_42_a_bounce_that_names_nobody_is_counted_for_nobody(club: Club) -> None:
    club.open()
    club.deliver(b"From: MAILER-DAEMON@mx.example.net\n\nSorry.\n")
    club.run()
    assert outcomes(club) == ["bounce"]
    assert "came back" not in status(club)


def test_case_42_status_names_whoever_never_answered(club: Club) -> None:
    club.open()
    assert "to move: Анна, who has never answered" in status(club)
    for name, address in (("Анна", ANNA), ("Борис", BORIS)):
        club.deliver(reply(club.last(address), club.lines(name)[0]))
        club.run()
    assert "to move: Анна\n" in status(club)


def test_case_43_the_subject_tells_game_turn_and_player_in_one_thread(club: Club) -> None:
    club.open(seats=3)
    for name, address in (("Анна", ANNA), ("Борис", BORIS)):
        club.deliver(reply(club.last(address), club.lines(name)[0]))
        club.run()
    subjects = [str(letter["Subject"]).partition(" [")[0] for letter in club.letters("carol@")]
    assert subjects == [
        "vesna: the game is open",
        "vesna: move 1, Анна",
        "vesna: move 3, your move",
    ]
    for address in (ANNA, BORIS, "carol@"):
        roots = {str(letter["References"]).split()[0] for letter in club.letters(address)}
        assert len(roots) == 1
    assert "vesna: ход 1 принят" in [
        str(letter["Subject"]).partition(" [")[0] for letter in club.letters(ANNA)
    ]


MUTE = SETTINGS.replace("mail_out: maildir:out", "")


def heard(club: Club) -> list[str]:
    """What a run tells; none is worse than a notice."""
    told = club.run()
    assert all(each.status is Status.DONE for each in told)
    return list(map(str, told))


@pytest.mark.parametrize(("settings", "notices"), [("club: Club\n", 0), (MUTE, 1)])
def test_case_45_without_a_way_to_send_everything_else_works(
    club: Club, settings: str, notices: int
) -> None:
    (club.folder / "pbm.yaml").write_text(settings)
    games.new(club.house, "vesna", "akcioner", ["Анна", "Борис"], {"order": "given"}, seed=SEED)
    assert len(heard(club)) == notices
    for name in ("Анна", "Борис"):
        games.move(club.house, "vesna", club.lines(name)[0])
        assert games.form(club.house, "vesna", name).pdf.startswith(b"%PDF")
    assert heard(club) == []
    assert club.ledger().last.number == 2
    out = club.folder / "mail" / "out"
    assert [path for path in out.rglob("*") if path.is_file()] == []
    shown = pbm("--home", str(club.folder), "form", "vesna", "-o", str(club.folder / "f.pdf"))
    assert (shown.status, (club.folder / "f.pdf").exists()) == (0, True)


def test_case_45_a_move_by_mail_is_taken_where_nothing_can_be_sent(club: Club) -> None:
    club.open()
    form = club.last(ANNA)
    (club.folder / "pbm.yaml").write_text(MUTE)
    club.deliver(reply(form, "З0к", number=1))
    club.deliver(reply(form, club.lines("Анна")[0], number=2))
    assert "mail_out" in heard(club)[0]
    assert outcomes(club) == ["refused", "move"]
    assert club.house.home.outbox.count_ready() == 0


NAMES = ("Jürgen Ölçü", "Łukasz Żółć", "Ελένη", "Дина Ёлкина", "Anna 🎲", "李小龍")


def test_case_47_names_of_every_alphabet(tmp_path: Path) -> None:
    init(tmp_path / "club")
    (tmp_path / "club" / "pbm.yaml").write_text(SETTINGS)
    club = Club(tmp_path / "club")
    for number, name in enumerate(NAMES):
        club.house.home.add_player(Player(name, (f"p{number}@example.org",), "en"))
    options = {"order": "given"}
    for game in ("eins", "zwei"):
        games.new(club.house, game, "akcioner", NAMES, options, seed=SEED)
    assert club.run() == []
    for number, name in enumerate(NAMES):
        letter = club.letters(f"p{number}@")[0]
        assert letter["To"].addresses[0].display_name == name
        assert all(each in text(letter) for each in NAMES)
        assert all(32 <= octet < 127 or octet in b"\r\n\t" for octet in letter.as_bytes())
        form = next(
            each for each in letter.iter_attachments() if "-0.pdf" in str(each.get_filename())
        )
        pages = pypdf.PdfReader(BytesIO(form.get_content())).pages
        drawn = "".join(page.extract_text() for page in pages)
        assert "Jürgen Ölçü" in drawn
        assert "Ελένη" in drawn
        assert str(make_header(decode_header(str(letter["Subject"]))))
    forms = [games.form(club.house, "eins", NAMES[0]).pdf for _ in range(2)]
    assert forms[0] == forms[1]
    line = club.lines(NAMES[0], "eins")[0]
    club.deliver(reply(club.letters("p0@")[0], line))
    assert club.run() == []
    assert club.ledger("eins").last.seat == NAMES[0]


class Counted:
    """How many bytes are read from game files."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.octets = 0
        for name in ("pread", "read"):
            monkeypatch.setattr(os, name, self._counted(getattr(os, name)))
        whole = Path.read_bytes

        def read_bytes(path: Path) -> bytes:
            data = whole(path)
            self.octets += len(data) if path.suffix == ".yaml" else 0
            return data

        monkeypatch.setattr(Path, "read_bytes", read_bytes)

    def _counted(self, read: Any) -> Any:
        def call(*values: Any) -> bytes:
            data: bytes = read(*values)
            self.octets += len(data)
            return data

        return call


def long_game(club: Club, entries: int) -> None:
    """A game of so many entries: rulings that leave everything as it is, in one go."""
    club.open()
    ledger = club.ledger()
    first = ledger.last
    more = [
        first._replace(number=n, kind="ruling", opening=n, reason="nothing", facts=[], chance=[])
        for n in range(1, entries)
    ]
    ledger.append(more)


def test_case_48_a_move_in_a_game_of_1000_entries_reads_as_much_as_in_one_of_10(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    octets = []
    for entries in (10, 1000):
        club = begin(tmp_path / str(entries), SETTINGS + "history_rows: 5\n")
        long_game(club, entries)
        games.move(club.house, "vesna", club.lines("Анна")[0])  # what is read once is read
        with monkeypatch.context() as patched:
            counted = Counted(patched)
            games.move(club.house, "vesna", club.lines("Борис")[0])
        octets.append(counted.octets)
        assert club.ledger().last.number == entries + 1
    assert 0 < octets[1] < 1.5 * octets[0]


def strangers(club: Club, count: int) -> Iterator[bytes]:
    """Letters of 60 kB of every kind: robots, strangers, refused orders, bounces."""
    filler = b"x " * 30_000
    form = club.last(ANNA)
    for n in range(count):
        header = (
            b"Auto-Submitted: auto-replied\n",
            b"From: stranger@example.com\n",
            b"From: MAILER-DAEMON@mx.example\n",
            b"Precedence: list\n",
        )[n % 4]
        order = reply(form, "З0к", number=n) if n % 20 == 0 else b"Message-ID: <%d@x>\n\n" % n
        yield (b"" if n % 20 == 0 else header) + order + b"\n" + filler


def peak_of(folder: Path, count: int) -> int:
    """The most memory that one run of so many letters needs, in bytes."""
    club = begin(folder, SETTINGS + "limits: {per_hour: 1000, per_day: 1000}\n")
    club.open()
    for raw in strangers(club, count):
        club.deliver(raw)
    tracemalloc.start()
    try:
        club.run()
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def test_memory_is_flat_over_many_letters(tmp_path: Path) -> None:
    """300 more letters of 60 kB are 18 MB; a run must not hold them."""
    peak_of(tmp_path / "warm", 20)  # what is imported once
    few, many = (peak_of(tmp_path / str(count), count) for count in (100, 400))
    assert many - few < 1_000_000
