"""Cases 1 to 15 of README.md: letters on their way in."""

import os
import re
import sys
from collections import Counter
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from email import message_from_bytes
from email.message import EmailMessage
from pathlib import Path
from types import FrameType

import pytest
from club import PEOPLE, SETTINGS, Club, begin, reply, text
from letter_case import read

from pbm.office.run import Run
from pbm.post.letter import Kind
from pbm.post.subject import topic
from pbm.store.home import Home, init

ANNA, BORIS = "anna@example.org", "boris@example.org"


@pytest.fixture
def club(tmp_path: Path) -> Club:
    club = begin(tmp_path / "club")
    club.open()
    return club


def outcomes(club: Club) -> list[str]:
    return [line.outcome for line in club.house.home.journal.since("")][::-1]


def move(club: Club, name: str = "Анна", number: int = 1) -> bytes:
    """A player's answer to his newest letter, with a move that he may make."""
    address = next(player.addresses[0] for player in PEOPLE if player.name == name)
    return reply(club.last(address), club.lines(name)[0], number=number)


def bare(words: str = "30к ж\n", **headers: str) -> EmailMessage:
    """A letter that answers none of ours."""
    letter = EmailMessage()
    for name, value in ({"From": ANNA, "To": "club@example.net"} | headers).items():
        letter[name] = value
    letter.set_content(words)
    return letter


def processed(club: Club) -> list[bytes]:
    return [path.read_bytes() for path in (club.folder / "in/.Processed/cur").iterdir()]


def test_case_01_the_same_letter_again_is_told_when_and_as_what_it_was_done(club: Club) -> None:
    raw = move(club)
    club.deliver(raw)
    club.run()
    club.deliver(raw)  # stored anew, under a new number
    club.run()
    assert club.ledger().last.number == 1
    assert len(club.letters(ANNA)) == 2
    club.deliver(b"X-Virus-Scanned: clean\n" + raw)
    club.run()
    told = " ".join(text(club.last(ANNA)).split())
    assert re.search(r"ход уже сделан \d{4}-\d\d-\d\d \d\d:\d\d \(UTC\), это запись 1,", told)
    club.deliver(b"X-Virus-Scanned: twice\n" + raw)
    club.run()
    assert outcomes(club) == ["move", "again", "again"]
    assert len(club.letters(ANNA)) == 3
    assert club.ledger().last.number == 1


def test_case_01_a_refusal_is_not_repeated_either(club: Club) -> None:
    raw = reply(club.last(ANNA), "З0к")
    for scanned in (b"", b"X-A: 1\n", b"X-A: 2\n"):
        club.deliver(scanned + raw)
        club.run()
    assert outcomes(club) == ["refused", "again", "again"]
    assert "уже ответили" in text(club.last(ANNA))
    assert len(club.letters(ANNA)) == 3


def test_case_01_nor_the_forms_for_a_letter_without_a_token(club: Club) -> None:
    raw = bare(**{"Message-ID": "<x@example.org>"}).as_bytes()
    for scanned in (b"", b"X-A: 1\n", b"X-A: 2\n"):
        club.deliver(scanned + raw)
        club.run()
    assert outcomes(club) == ["form", "again", "again"]
    assert len(club.letters(ANNA)) == 2


def test_case_02_killed_after_the_letter_was_fetched(club: Club) -> None:
    raw = move(club)
    club.deliver(raw)
    (path,) = (club.folder / "in/new").iterdir()
    club.house.home.mail.keep(raw, datetime.fromtimestamp(path.stat().st_mtime, UTC))
    assert club.run() == []
    assert club.ledger().last.number == 1
    assert outcomes(club) == ["move"]
    assert len(club.letters(ANNA)) == 2
    assert processed(club) == [raw]


def test_case_03_the_mailbox_numbered_anew_brings_old_letters_and_a_new_one(club: Club) -> None:
    for name in ("Анна", "Борис"):
        club.deliver(move(club, name))
        club.run()
    letters = len(club.letters())
    old = processed(club)
    new = move(club)
    for raw in (*old, new):  # new names for all, as after a change of UIDVALIDITY
        club.deliver(raw)
    assert club.run() == []
    assert club.ledger().last.number == 3
    assert outcomes(club) == ["move"] * 3
    assert len(club.letters()) == letters + 2


CHARSETS = ("x-unknown", "invalid-charset", "utf-7", "iso-8859-1", "gb2312", "windows-874", "hz")


def test_case_04_letters_in_impossible_charsets_hold_up_no_other(club: Club) -> None:
    (club.folder / "pbm.yaml").write_text(SETTINGS + "limits: {per_hour: 99, per_day: 99}\n")
    first = club.last(ANNA)
    for number, charset in enumerate(CHARSETS):
        header = (
            f"From: {ANNA}\nTo: {first['Reply-To']}\nMessage-ID: <{number}@example.org>\n"
            f"Content-Type: text/plain; charset={charset}\n\n"
        )
        club.deliver(header.encode() + bytes(range(128, 256)) + b"\n\xff\xfe+10\n")
    club.deliver(move(club))
    club.run()
    assert outcomes(club) == ["refused"] * len(CHARSETS) + ["move"]


HEAD = f"From: {ANNA}\nMessage-ID: <%d@example.org>\nTo: %s\n"
LARGE = {
    "thirty megabytes": b"\n" + b"30r y " * 5_000_000,
    "200,000 parts in 2 MB": b"Content-Type: multipart/mixed; boundary=b\n\n"
    + b"--b\n\nx\n" * 200_000,
    "a line of 200 kB": b"Content-Type: text/plain\n\n" + b"30r y " * 33_000,
    "2,000 levels": b"".join(
        b"Content-Type: multipart/mixed; boundary=b%d\n\n--b%d\n" % (n, n) for n in range(2_000)
    ),
    "50,000 fields": b"X: y\n" * 50_000 + b"\n30r y\n",
    "lines that make a reader go back and forth": b"Content-Type: text/plain\n\n"
    + b"\n".join(b"5" * 998 for _ in range(200)),
}
CALLS = 400_000
"""Calls of functions; a letter of one line takes some 5,000, and 2 MB of parts would take millions
if they were taken apart."""


def calls(work: Callable[[], object]) -> int:
    """How much is done, counted and not timed."""
    count = 0

    def counted(frame: FrameType, event: str, argument: object) -> None:
        nonlocal count
        count += event == "call"

    sys.setprofile(counted)
    try:
        work()
    finally:
        sys.setprofile(None)
    return count


@pytest.mark.parametrize("body", LARGE.values(), ids=LARGE.keys())
def test_case_09_large_letters_are_little_work_and_hold_up_no_other(
    club: Club, body: bytes
) -> None:
    first = club.last(ANNA)
    club.deliver((HEAD % (1, first["Reply-To"])).encode() + body)
    club.deliver(move(club))
    assert calls(club.run) < CALLS
    assert outcomes(club) == ["refused", "move"]
    assert club.ledger().last.number == 1
    assert len(club.letters(ANNA)) == 3


def test_case_09_only_the_beginning_of_a_huge_letter_is_kept(club: Club) -> None:
    club.deliver((HEAD % (1, "x@example.net")).encode() + LARGE["thirty megabytes"])
    club.run()
    (kept,) = (path for path in (club.folder / "mail/cur").iterdir())
    assert kept.stat().st_size < 100_000


def test_case_09_a_huge_letter_through_the_pipe_is_answered_once(club: Club) -> None:
    first = club.last(ANNA)
    raw = (HEAD % (1, first["Reply-To"])).encode() + LARGE["thirty megabytes"]
    for _ in range(2):
        Run(club.house, lambda failure: pytest.fail(str(failure))).ingest(raw)
    assert outcomes(club) == ["refused"]
    assert len(club.letters(ANNA)) == 2


def test_case_10_two_robots_fall_silent(club: Club) -> None:
    """A robot that shows itself by no header answers whatever it is sent."""
    alarms = []
    for number in range(12):
        club.deliver(reply(club.last(ANNA), "Ваше письмо очень важно для нас!", number=number))
        alarms += [str(failure) for failure in club.run()]
    assert outcomes(club) == ["refused"] * 5 + ["held"] * 7
    assert len(club.letters(ANNA)) == 1 + 5
    assert sum("limits" in alarm for alarm in alarms) == 7


def test_case_10_our_own_letters_vacations_and_bounces_are_counted_and_not_answered(
    club: Club,
) -> None:
    own = club.last(ANNA).as_bytes()
    vacation = b"Auto-Submitted: auto-replied\n" + move(club)
    bounce = b"From: MAILER-DAEMON@mx.example\n\n<boris@example.org>: unknown user\n"
    for raw in (own, vacation, bounce):
        club.deliver(raw)
    assert club.run() == []
    assert sorted(outcomes(club)) == ["auto-reply", "bounce", "own"]
    assert len(club.letters()) == 2
    assert club.ledger().last.number == 0


def test_case_12_two_players_share_an_address_and_the_token_tells_them_apart(
    tmp_path: Path,
) -> None:
    init(tmp_path)
    (tmp_path / "pbm.yaml").write_text(SETTINGS)
    club = Club(tmp_path)
    for player in PEOPLE[:2]:
        club.house.home.add_player(player._replace(addresses=("family@example.org",)))
    club.open()
    mine, theirs = club.letters("family@")
    club.deliver(reply(theirs, club.lines("Анна")[0]))  # Борис, out of turn
    club.run()
    assert club.ledger().last.number == 0
    club.deliver(reply(mine, club.lines("Анна")[0], number=2))
    club.run()
    assert club.ledger().last.seat == "Анна"
    turn = club.letters("family@")[-1]
    assert "Борис" in turn["To"] or "Борис" in text(turn)
    club.deliver(reply(turn, club.lines("Борис")[0], number=3))
    club.run()
    assert club.ledger().last.seat == "Борис"
    assert outcomes(club) == ["not-to-move", "move", "move"]


def test_case_12_a_letter_without_a_token_from_a_shared_address_gets_the_forms_of_both(
    tmp_path: Path,
) -> None:
    init(tmp_path)
    (tmp_path / "pbm.yaml").write_text(SETTINGS)
    club = Club(tmp_path)
    for player in PEOPLE[:2]:
        club.house.home.add_player(player._replace(addresses=("family@example.org",)))
    club.open()
    club.deliver(bare(From="family@example.org").as_bytes())
    club.run()
    assert [text(each).count(name) > 0 for each, name in
            zip(club.letters()[-2:], ("Анна", "Борис"), strict=True)] == [True, True]  # fmt: skip


def test_case_12_an_answer_goes_to_the_registered_address(club: Club) -> None:
    club.deliver(reply(club.last(ANNA), "З0к", "anna@work.example"))
    club.run()
    assert club.last(ANNA)["To"].addresses[0].addr_spec == ANNA
    assert club.letters("anna@work.example") == []


HOSTILE = ("`touch owned`@example.org", "$(touch${IFS}owned)@example.org",
           '"../../../owned"@example.org', "'; touch owned; '@example.org",
           "|touch_owned@example.org", "-oQ/tmp@example.org", "%s%n{0}{x}@example.org")  # fmt: skip


@pytest.mark.parametrize("sender", HOSTILE)
def test_case_13_what_a_shell_would_run_is_only_text(club: Club, sender: str) -> None:
    before = {path for path in club.folder.parent.rglob("*") if path.is_file()}
    form = club.last(ANNA)
    raw = (
        f"From: X <{sender}>\nTo: {form['Reply-To']}\n"
        f"Subject: =?utf-8?q?x=0D=0ABcc=3A_evil=40example.com?= `touch owned`\n"
        f"Message-ID: <`touch owned`@x>\n\n30к ж\n; touch owned\n"
    )
    club.deliver(raw.encode())
    (failure,) = club.run()
    secret = club.house.home.secret.hex()
    assert secret not in f"{failure} {failure.cure} {failure.where}"
    new = {path for path in club.folder.parent.rglob("*") if path.is_file()} - before
    assert not any("owned" in path.name for path in new)
    assert all(re.fullmatch(r"[\w.:,-]+", path.name) for path in new)
    assert outcomes(club) == ["held"]
    assert len(club.letters()) == 2


def test_case_13_a_subject_cannot_add_fields_to_an_answer(club: Club) -> None:
    answer = message_from_bytes(reply(club.last(ANNA), "З0к"))
    del answer["Subject"]
    raw = b"Subject: =?utf-8?q?vesna=0D=0ABcc=3A_evil=40example.com?=\n" + answer.as_bytes()
    club.deliver(raw)
    club.run()
    assert outcomes(club) == ["refused"]
    assert club.last(ANNA)["Bcc"] is None
    assert "evil" not in str(club.last(ANNA).items())


@pytest.mark.parametrize(
    ("subject", "expected"),
    [
        ("RE: vesna", "vesna"),
        ("Re[2]: vesna", "vesna"),
        ("AW: vesna", "vesna"),
        ("SV: vesna", "vesna"),
        ("RE: FW: vesna", "vesna"),
        ("Fwd: Re(3): WG: vesna", "vesna"),
        ("Отв: vesna", "vesna"),
        ("Re : На: vesna", "vesna"),
        ("re", "re"),
        ("Re: re: move 3", "move 3"),
        ("reply: vesna", "reply: vesna"),
        ("", ""),
    ],
)
def test_case_14_prefixes(subject: str, expected: str) -> None:
    assert topic(subject) == expected


@pytest.mark.parametrize("name", ["broad", "all", "max", "fw", "re", "no", "true", "over", "1"])
@pytest.mark.parametrize("prefix", ["RE: ", "AW: Re[2]: SV: FW: ", ""])
def test_case_14_a_game_named_like_a_keyword_is_found(club: Club, name: str, prefix: str) -> None:
    club.open(name)
    club.deliver(bare(Subject=f"{prefix}«{name.upper()}», мой ход").as_bytes())
    club.run()
    (form,) = club.last(ANNA).iter_attachments()
    assert form.get_filename() == f"{name}-0.pdf"
    assert len(club.letters(ANNA)) == 3
    answered = next(each for each in club.letters(ANNA) if f"[{name}." in each["Subject"])
    club.deliver(reply(answered, club.lines("Анна", name)[0]))
    club.run()
    assert club.ledger(name).last.number == 1
    assert club.ledger("vesna").last.number == 0


def test_case_15_only_the_time_of_receipt_counts(club: Club) -> None:
    """Анна's letter says that it is a year younger than Борис's, who answers hers."""
    received = datetime.now(UTC).replace(microsecond=0) - timedelta(hours=2)
    for name, date in (("Анна", "Tue, 30 Nov 2027 10:00:00 +0000"),
                       ("Борис", "Mon, 30 Nov 2026 10:00:00 +0000")):  # fmt: skip
        club.deliver(f"Date: {date}\n".encode() + move(club, name))
        (path,) = (club.folder / "in/new").iterdir()
        os.utime(path, (received.timestamp(), received.timestamp()))
        assert club.run() == []
        assert club.ledger().last.seat == name
        assert club.ledger().last.at == received.strftime("%Y-%m-%dT%H:%M:%SZ")
        received += timedelta(hours=1)


def test_case_15_letters_are_taken_in_the_order_of_their_receipt(club: Club) -> None:
    """Two answers to one form; the one that came first is the move, whatever their dates."""
    first, second = club.lines("Анна")[:2]
    for number, (line, date) in enumerate(((second, "2027"), (first, "2026"))):
        raw = reply(club.last(ANNA), line, number=number)
        club.deliver(f"Date: Mon, 30 Nov {date} 10:00:00 +0000\n".encode() + raw)
    for number, path in enumerate(sorted((club.folder / "in/new").iterdir())):
        os.utime(path, (1_700_000_000 + number, 1_700_000_000 + number))
    club.run()
    assert club.ledger().last.line == second
    assert outcomes(club) == ["move", "old"]


def test_point_2b_no_header_can_stop_a_run(club: Club) -> None:
    """Fields on which the standard library raises; each in a letter of its own."""
    fields = ("From: !an??:=m==fr2@[C", 'To: "', "From: (c):", "Message-ID: <[abc@x]>",
              "Date: Mon, 30 Nov 9999999999 10:00:00 +0000", "Date: -0000", "To: a:b@c;,",
              "Content-Type: text/plain; name*=", "Content-Disposition: attachment; filename*=",
              "Subject: =?utf-8?b?====?=", "Content-Transfer-Encoding: =?x?",
              "Content-Type: message/rfc822", "MIME-Version: \xff")  # fmt: skip
    for field in fields:
        club.deliver(field.encode("latin-1") + b"\n\n30r y\n")
    club.deliver(move(club))
    club.run()
    assert Counter(outcomes(club)) == {"held": len(fields), "move": 1}


def test_point_2b_a_letter_without_text_is_answered(club: Club) -> None:
    raw = reply(club.last(ANNA), "x").partition(b"\n\n")[0]
    raw = raw.replace(b"text/plain", b"image/jpeg")
    club.deliver(raw + b"\n\n\xff\xd8")
    club.run()
    assert outcomes(club) == ["refused"]


def test_point_3_a_registered_sender_without_a_token_is_not_a_move(club: Club) -> None:
    club.deliver(bare(words=club.lines("Анна")[0]).as_bytes())
    club.run()
    assert club.ledger().last.number == 0


def test_point_3_loops_are_recognised_by_every_sign() -> None:
    order = b"From: a@example.org\n%s\n\n30r y\n"
    signs = {
        b"Return-Path: <>": Kind.AUTO_REPLY,
        b"Auto-Submitted: auto-generated": Kind.AUTO_REPLY,
        b"Auto-Submitted: auto-replied (vacation)": Kind.AUTO_REPLY,
        b"Auto-Submitted: NO": Kind.ORDER,
        b"Content-Type: multipart/report; report-type=delivery-status": Kind.BOUNCE,
        b"X-Autoreply: yes": Kind.AUTO_REPLY,
        b"X-Autorespond: out": Kind.AUTO_REPLY,
        b"X-Zoho-AutoReply: yes": Kind.AUTO_REPLY,
        b"Preference: auto_reply": Kind.AUTO_REPLY,
        "Subject: Я в отпуске Re: x".encode(): Kind.AUTO_REPLY,
        b"Subject: AUTO: Anna is out of the office": Kind.AUTO_REPLY,
        b"Subject: Undeliverable: vesna": Kind.AUTO_REPLY,
        b"Subject: vacation: your move": Kind.ORDER,
        b"X-Auto-Response-Suppress: All": Kind.AUTO_REPLY,
        b"X-Auto-Response-Suppress: DR, OOF": Kind.ORDER,
        b"Precedence: auto_reply": Kind.AUTO_REPLY,
        b"X-Pbm: letter": Kind.OWN,
        b"Precedence: bulk": Kind.LIST,
        b"Precedence: junk": Kind.LIST,
        b"List-Id: <x.example.org>": Kind.LIST,
    }
    found = {sign: read(order % sign).arrival.kind for sign in signs}
    assert found == signs
    for sender in (b"MAILER-DAEMON@x.example", b"postmaster@x.example"):
        assert read(b"From: %s\n\n30r y\n" % sender).arrival.kind is Kind.BOUNCE
    assert read(b"From: no-reply@x.example\n\n30r y\n").arrival.kind is Kind.AUTO_REPLY
    ours = read(b"From: club+x@example.net\n\n30r y\n", own_addresses=["club@example.net"])
    assert ours.arrival.kind is Kind.OWN


def test_point_3_fifty_answers_a_day_in_all(tmp_path: Path) -> None:
    club = begin(tmp_path / "club", SETTINGS + "limits: {per_hour: 100, per_day: 4}\n")
    club.open()
    for number in range(6):
        club.deliver(reply(club.last(ANNA), "З0к", number=number))
        club.run()
    assert len(club.letters(ANNA)) == 1 + 4
    assert Home(club.folder).settings.limits.per_day == 4
