"""Who is believed: the grades of `sender` and the word of the mail server, from mail to ledger."""

import os
import re
import subprocess
import sys
from datetime import UTC, datetime, timedelta
from email.message import EmailMessage
from pathlib import Path

import pytest
from club import SETTINGS, Club, begin, reply, text
from signing import Dns, dark, dns, sign

from pbm.core.failure import Failure
from pbm.office.house import House
from pbm.office.languages import tongue
from pbm.office.reading import explain
from pbm.office.run import Run

ANNA, BORIS = "anna@example.org", "boris@example.org"
SERVER = "mx.club.test"
HEAD = "Date: Mon, 30 Nov 2026 10:00:00 +0000\r\n"
PASS, FAIL = f"{SERVER}; dmarc=pass header.from=example.org", f"{SERVER}; dmarc=fail"


def club_of(folder: Path, settings: str) -> Club:
    club = begin(folder / "club", f"{SETTINGS}{settings}\n")
    club.open()
    return club


def letter(club: Club, results: str = "", sender: str = "") -> bytes:
    """Анна's move, as her server and then ours would hand it on."""
    raw = reply(club.last(ANNA), club.lines("Анна")[0], sender)
    return (f"Authentication-Results: {results}\n" if results else "").encode() + raw


def signed(raw: bytes, domain: str = "example.org", *, partial: bool = False) -> bytes:
    return sign(
        HEAD.encode() + raw.replace(b"\r\n", b"\n").replace(b"\n", b"\r\n"), domain, partial=partial
    )


def run(club: Club, dnsfunc: Dns = dark) -> list[Failure]:
    reported: list[Failure] = []
    Run(House(club.house.home, dnsfunc), reported.append).all()
    return reported


def taken(club: Club) -> bool:
    return club.ledger().last.number == 1


def read_as(club: Club, raw: bytes) -> str:
    """What `pbm read` says of the trust in a letter."""
    return str(explain(str(club.folder), raw).plain()["trust"])


def reason(failure: Failure) -> str:
    return str(tongue("en").say(failure.what))


def check_held(club: Club, failures: list[Failure], why: str) -> None:
    """One letter is held: no move, no answer to anybody, and the game master knows why."""
    (failure,) = failures
    assert why in reason(failure)
    assert Path(failure.where).is_file()
    assert Path(failure.where).parent == club.folder / "mail" / "held"
    assert not taken(club)
    assert len(club.letters()) == 2
    assert run(club) == []


@pytest.mark.parametrize(
    ("settings", "results", "why"),
    [
        ("sender: token", "", "the token and the sender's address"),
        ("sender: token", FAIL, "the token and the sender's address"),
        (f"sender: token\ntrust: {SERVER}", "", "the token and the sender's address"),
        (f"sender: token\ntrust: {SERVER}", PASS, "the token and the sender's address"),
        (f"sender: token\ntrust: {SERVER}", "mx.bad.test; dmarc=fail", "the sender's address"),
        (f"sender: strict\ntrust: {SERVER}", PASS, f"{SERVER} says dmarc=pass"),
        ("sender: strict\ntrust: '*.club.test'", PASS, "*.club.test says dmarc=pass"),
        (
            f"sender: strict\ntrust: {SERVER}",
            f"{SERVER}; dkim=pass header.d=example.org",
            "says dkim=pass",
        ),
        (f"sender: lenient\ntrust: {SERVER}", "", "the token alone"),
    ],
)
def test_taken(tmp_path: Path, settings: str, results: str, why: str) -> None:
    club = club_of(tmp_path, settings)
    raw = letter(club, results)
    trust = read_as(club, raw)
    assert trust.startswith("trusted: ")
    assert why in trust
    club.deliver(raw)
    assert run(club) == []
    assert taken(club)


@pytest.mark.parametrize(
    ("settings", "results", "why"),
    [
        (f"sender: token\ntrust: {SERVER}", FAIL, "its sender is forged (dmarc=fail)"),
        (f"sender: token\ntrust: {SERVER}", f"{SERVER}; dmarc=fail (", "cannot be read"),
        (f"sender: lenient\ntrust: {SERVER}", FAIL, "its sender is forged"),
        (f"sender: strict\ntrust: {SERVER}", FAIL, "its sender is forged"),
        (f"sender: strict\ntrust: {SERVER}", "", f"{SERVER} says nothing of its sender"),
        (f"sender: strict\ntrust: {SERVER}", "mx.bad.test; dmarc=pass", "says nothing"),
        (f"sender: strict\ntrust: {SERVER}", f"{SERVER}; spf=pass", "did not find it proved"),
        (
            f"sender: strict\ntrust: {SERVER}",
            f"{SERVER}; dkim=pass header.d=bad.test",
            "not find it proved",
        ),
        ("sender: strict", PASS, "it has no signature (DKIM)"),
    ],
)
def test_held(tmp_path: Path, settings: str, results: str, why: str) -> None:
    club = club_of(tmp_path, settings)
    raw = letter(club, results)
    trust = read_as(club, raw)
    assert trust.startswith("held: ")
    assert why in trust
    club.deliver(raw)
    check_held(club, run(club), why)


def test_case_11_a_false_verdict_below_the_true_one(tmp_path: Path) -> None:
    club = club_of(tmp_path, f"sender: strict\ntrust: {SERVER}")
    forged = f"Authentication-Results: {PASS}\n".encode() + letter(club)
    received = b"Received: from bad.test by mx.club.test; Mon, 30 Nov 2026 10:00:00 +0000\n"
    true = f"Authentication-Results: {SERVER}; spf=fail; dmarc=none\n".encode()
    club.deliver(received + true + forged)
    check_held(club, run(club), "did not find it proved")


def test_case_11_no_answer_to_the_forged_victim(tmp_path: Path) -> None:
    """A letter without a token is answered with a form; not if its sender is forged."""
    club = club_of(tmp_path, f"trust: {SERVER}")
    bare = EmailMessage()
    bare["Authentication-Results"] = FAIL
    bare["From"] = ANNA
    bare["To"] = "club@example.net"
    bare.set_content("30к ж\n")
    assert read_as(club, bare.as_bytes()).startswith("held: ")
    club.deliver(bare.as_bytes())
    check_held(club, run(club), "its sender is forged")


def test_case_12_the_token_names_the_player_and_the_address_gets_the_answer(tmp_path: Path) -> None:
    """Two players share an address: each token moves for its own seat."""
    club = begin(tmp_path / "club")
    people = club.folder / "players.yaml"
    people.write_text(people.read_text("utf-8").replace(BORIS, ANNA), encoding="utf-8")
    club.open()
    forms = club.letters(ANNA)
    assert len(forms) == 2
    mover = next(
        form for form in forms if list(form.iter_attachments()) and "Анна" in text(form)[:400]
    )
    club.deliver(reply(mover, club.lines("Анна")[0], ANNA))
    assert run(club) == []
    entry = club.ledger().last
    assert (entry.number, entry.seat) == (1, "Анна")


@pytest.mark.parametrize(
    "sender",
    [
        "`id`$(reboot)@bad.test",
        '"../../../x\\"y"@bad.test',
        '"anna@example.org" <`id`@bad.test>',
        "=?utf-8?q?anna=40example.org?= <evil@bad.test>",
        "anna@example.org <evil@bad.test>",
    ],
)
def test_case_13_a_hostile_sender_is_inert(tmp_path: Path, sender: str) -> None:
    club = club_of(tmp_path, "")
    before = sorted(path.name for path in tmp_path.iterdir())
    club.deliver(
        re.sub(
            rb"(?m)^From: .*$",
            b"From: " + sender.encode().replace(b"\\", rb"\\"),
            letter(club),
            count=1,
        )
    )
    (failure,) = run(club)
    secret = (club.folder / "secret").read_text()
    assert secret.strip() not in reason(failure)
    assert club.house.home.mail.count_held() == 1
    assert not taken(club)
    assert len(club.letters()) == 2
    assert sorted(path.name for path in tmp_path.iterdir()) == before


def test_a_signed_letter_is_taken_without_a_server_to_trust(tmp_path: Path) -> None:
    club = club_of(tmp_path, "sender: strict")
    club.deliver(signed(letter(club)))
    assert run(club, dns("example.org")) == []
    assert taken(club)


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        (b"\r\n\r\n", b"\r\n\r\n1", "it was changed on the way or forged"),
        (b"From: ", b"From: boris@example.org\r\nFrom: ", "does not say clearly"),
        (b"Subject: ", b"Subject: x\r\nSubject: ", "a field stands twice"),
        (b"s=autumn", b"s=winter", "is not published"),
        (b"bh=", b"l=1; bh=", "covers only a part"),
    ],
)
def test_a_signature_that_does_not_do(tmp_path: Path, old: bytes, new: bytes, why: str) -> None:
    club = club_of(tmp_path, "sender: strict")
    raw = signed(letter(club))
    assert old in raw
    club.deliver(raw.replace(old, new, 1))
    check_held(club, run(club, dns("example.org")), why)


def test_the_signature_of_another_domain(tmp_path: Path) -> None:
    club = club_of(tmp_path, "sender: strict")
    club.deliver(signed(letter(club), "bad.test"))
    check_held(club, run(club, dns("bad.test")), "not signed by the domain of its sender")


def test_a_letter_waits_for_the_name_servers(tmp_path: Path) -> None:
    club = club_of(tmp_path, "sender: strict")
    club.deliver(signed(letter(club)))
    for _ in range(2):
        assert run(club) == []
        assert club.house.home.mail.count_waiting() == 1
        assert not taken(club)
        assert len(club.letters()) == 2
    assert run(club, dns("example.org")) == []
    assert taken(club)
    assert club.house.home.mail.count_waiting() == 0


def test_a_letter_that_waited_too_long_is_held(tmp_path: Path) -> None:
    club = club_of(tmp_path, "sender: strict")
    old = datetime.now(UTC) - timedelta(days=3, minutes=1)
    club.house.home.mail.keep(signed(letter(club)), old)
    check_held(club, run(club), "no name server answered")


def test_a_name_is_waited_for_once_in_a_run(tmp_path: Path) -> None:
    club = club_of(tmp_path, "sender: strict")
    for number in range(3):
        club.deliver(signed(b"X-Number: %d\r\n" % number + letter(club)))
    asked: list[str] = []

    def ask(name: str) -> bytes | None:
        asked.append(name)
        return dark(name)

    assert run(club, ask) == []
    assert len(asked) == 1
    assert club.house.home.mail.count_waiting() == 3


def test_what_was_found_at_arrival_stands_when_the_key_is_gone(tmp_path: Path) -> None:
    club = club_of(tmp_path, "sender: strict")
    good = signed(letter(club))
    club.deliver(good)
    run(club, dns("example.org"))
    assert "the signature of example.org" in read_as(club, good)
    bad = good.replace(b"\r\n\r\n", b"\r\n\r\n1", 1)
    club.deliver(bad)
    run(club, dns("example.org"))
    assert "changed on the way" in read_as(club, bad)


def test_reading_a_letter_changes_nothing(tmp_path: Path) -> None:
    club = club_of(tmp_path, "sender: strict")
    files = {path: path.stat().st_mtime_ns for path in club.folder.rglob("*")}
    read_as(club, letter(club))
    assert {path: path.stat().st_mtime_ns for path in club.folder.rglob("*")} == files


@pytest.mark.parametrize("settings", ["", "sender: lenient", f"sender: strict\ntrust: {SERVER}"])
def test_no_name_server_is_asked_where_no_signature_is_checked(
    tmp_path: Path, settings: str
) -> None:
    club = club_of(tmp_path, settings)
    club.deliver(signed(letter(club)))
    asked: list[str] = []
    run(club, asked.append)
    assert asked == []


def test_letters_that_are_not_checked_do_not_pay_for_it(tmp_path: Path) -> None:
    """A run in the default grade loads neither the signature's library nor the resolver."""
    club = club_of(tmp_path, "")
    club.deliver(letter(club))
    code = (
        "import sys\nfrom pbm.cli import main\n"
        "try: main()\nexcept SystemExit: pass\n"
        "sys.exit(' '.join({'dkim', 'dns.resolver', 'authres'} & sys.modules.keys()) or None)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, "--home", str(club.folder), "run"],
        capture_output=True, check=False, env=os.environ,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, b"")
    assert taken(club)
