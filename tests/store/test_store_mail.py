"""Letters kept, journalled and on their way out; each step survives a crash."""

import hashlib
import os
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path

import pytest
from storehelp import die, in_child, names

from pbm.core.failure import Wrong
from pbm.store.journal import Journal, Line
from pbm.store.mailfolder import Kept, MailFolder
from pbm.store.outbox import Envelope, Outbox

NOON = datetime(2026, 11, 30, 12, 0, 5, 250_000, UTC)
RAW = b"From: a@example.org\r\nSubject: \xd0\xb6\r\n\r\nbinary \0\xff\r\n.\r\n"
TO_ANNA = Envelope("club+x@example.org", ("anna@example.org",))


@pytest.fixture
def mail(tmp_path: Path) -> MailFolder:
    folder = MailFolder(tmp_path / "mail")
    for path in folder.folders:
        path.mkdir()
    return folder


@pytest.fixture
def outbox(tmp_path: Path) -> Outbox:
    box = Outbox(tmp_path / "out")
    for path in box.folders:
        path.mkdir(parents=True)
    return box


@pytest.fixture
def journal(tmp_path: Path) -> Journal:
    return Journal(tmp_path / "handled")


# The folder of letters that came.


def test_a_letter_is_kept_byte_for_byte_and_once(mail: MailFolder) -> None:
    kept = mail.keep(RAW, NOON)
    east = timezone(timedelta(hours=3))
    assert mail.keep(RAW, NOON.astimezone(east)) == kept
    assert list(mail.waiting()) == [kept]
    assert kept.path.read_bytes() == RAW
    assert kept.path.stat().st_mode & 0o077 == 0
    assert kept.hash == f"sha256:{hashlib.sha256(RAW).hexdigest()}"
    assert kept.at == NOON
    assert names(mail.folder / "tmp") == []


def test_a_letter_put_away_does_not_come_back(mail: MailFolder) -> None:
    kept = mail.keep(RAW, NOON)
    mail.handled(kept)
    assert list(mail.waiting()) == []
    (away,) = (mail.folder / "cur").iterdir()
    assert away.name.endswith(":2,S")
    assert away.read_bytes() == RAW
    again = mail.keep(RAW, NOON)
    assert again.path == away
    assert list(mail.waiting()) == []
    mail.handled(again)
    mail.handled(kept)
    assert [*(mail.folder / "cur").iterdir()] == [away]


def test_letters_wait_in_the_order_in_which_they_were_received(mail: MailFolder) -> None:
    times = [NOON + timedelta(microseconds=n) for n in (5, 1, 1_000_000, 3)]
    for at in times:
        mail.keep(str(at).encode(), at)
    assert [kept.at for kept in mail.waiting()] == sorted(times)


def test_letters_of_one_moment_wait_in_the_order_in_which_they_were_kept(mail: MailFolder) -> None:
    for number in range(9):
        kept = mail.keep(b"%d" % number, NOON)
        os.utime(kept.path, ns=(number, number))
    assert [kept.raw for kept in mail.waiting()] == [b"%d" % number for number in range(9)]


def test_a_mail_server_may_deliver_into_the_folder(mail: MailFolder) -> None:
    path = mail.folder / "new" / "1764504000.V1.host,S=3"
    path.write_bytes(RAW)
    os.utime(path, (NOON.timestamp(), NOON.timestamp()))
    (mail.folder / "new" / ".nfs0001").touch()
    later = mail.keep(b"later", NOON + timedelta(days=1))
    earlier = mail.keep(b"earlier", NOON - timedelta(days=1))
    assert list(mail.waiting()) == [earlier, Kept(path, RAW, NOON), later]
    mail.handled(Kept(path, RAW, NOON))
    assert names(mail.folder / "cur") == ["1764504000.V1.host,S=3:2,S"]


def test_a_crash_while_keeping_leaves_no_half_letter(mail: MailFolder) -> None:
    def killed() -> None:
        os.fsync = lambda fd: die()  # noqa: ARG005 - as the real one is called
        mail.keep(RAW, NOON)

    assert in_child(killed) == -9
    assert list(mail.waiting()) == []
    assert mail.keep(RAW, NOON).path.read_bytes() == RAW


def test_a_missing_folder_is_told(tmp_path: Path) -> None:
    mail = MailFolder(tmp_path / "nowhere")
    with pytest.raises(Wrong):
        mail.keep(RAW, NOON)
    with pytest.raises(Wrong):
        list(mail.waiting())


# The journal.

ONE = Line("sha256:aa", "sha256:bb", "taken", "vesna/12", "2026-11-30T12:00:00Z", "a@example.org")
TWO = Line("sha256:cc", "", "refused", "", "2026-11-30T12:00:01Z", "b@example.org")
THREE = Line("sha256:dd", "sha256:bb", "again", "", "2026-11-30T12:00:02Z")


def test_a_line_is_found_by_its_letter_and_all_lines_by_a_message_id(journal: Journal) -> None:
    assert journal.find("sha256:aa") is None
    for line in (ONE, TWO, THREE):
        journal.add(line)
    for book in (journal, Journal(journal.path)):
        assert [book.find(f"sha256:{name}") for name in ("aa", "cc", "dd")] == [ONE, TWO, THREE]
        assert book.find("sha256:bb") is None
        assert book.find("sha256:a") is None
        assert list(book.of_message("sha256:bb")) == [ONE, THREE]
        assert list(book.of_message("sha256:aa")) == list(book.of_message("again")) == []


def test_the_latest_lines_come_first(journal: Journal) -> None:
    assert list(journal.since("")) == []
    for line in (ONE, TWO, THREE):
        journal.add(line)
    assert list(journal.since("")) == [THREE, TWO, ONE]
    assert list(journal.since(TWO.at)) == [THREE, TWO]
    assert list(Journal(journal.path).since("2027")) == []


def test_an_address_with_blanks_stays_one_word(journal: Journal) -> None:
    journal.add(ONE._replace(sender='"a b"@example.org\n'))
    journal.add(TWO)
    assert [line.sender for line in Journal(journal.path).since("")] == [
        "b@example.org",
        '"a?b"@example.org?',
    ]


def test_a_line_broken_anywhere_does_not_count_and_is_cut_off(journal: Journal) -> None:
    journal.add(ONE)
    whole = journal.path.read_bytes()
    journal.add(TWO)
    text = journal.path.read_bytes()
    for end in range(len(whole) + 1, len(text)):
        for broken in (text[:end], text[:end].ljust(len(text), b"\0")):
            journal.path.write_bytes(broken)
            book = Journal(journal.path)
            assert book.find("sha256:aa") == ONE
            assert book.find("sha256:cc") is None
            assert list(book.since("")) == [ONE]
            book.add(THREE)
            assert list(book.since("")) == list(Journal(journal.path).since("")) == [THREE, ONE]
            assert journal.path.read_bytes().startswith(whole + b"sha256:dd")


def test_a_journal_that_only_adds_reads_nothing(journal: Journal) -> None:
    journal.path.write_bytes(b"rubbish \xff\xfe\n" * 10)
    journal.add(ONE)
    assert journal._read is None
    assert journal.find("sha256:aa") == ONE
    assert journal.find("rubbish") is None


# The outbox.


def test_a_letter_goes_from_state_to_state(outbox: Outbox) -> None:
    outbox.prepare("vesna.12.0123456789abcdef", 0, TO_ANNA, RAW)
    assert outbox.pending_keys() == ["vesna.12.0123456789abcdef"]
    assert list(outbox.ready()) == []
    assert outbox.release("vesna.12.0123456789abcdef") == 1
    assert outbox.release("vesna.12.0123456789abcdef") == 0
    assert outbox.pending_keys() == []
    (item,) = outbox.ready()
    assert (item.key, item.envelope, item.raw) == ("vesna.12.0123456789abcdef", TO_ANNA, RAW)
    assert item.path.stat().st_mode & 0o077 == 0
    outbox.sent(item)
    outbox.sent(item)
    assert list(outbox.ready()) == []
    assert list(outbox.failures()) == []
    assert [names(folder) for folder in outbox.folders] == [[], [], [item.path.name], []]


def test_a_refused_letter_keeps_the_reason(outbox: Outbox) -> None:
    outbox.prepare("letter.ab", 0, TO_ANNA, RAW)
    outbox.release("letter.ab")
    (item,) = outbox.ready()
    outbox.failed(item, "550 no such user ж")
    assert list(outbox.ready()) == []
    (failure,) = outbox.failures()
    assert failure.why == "550 no such user ж"
    assert failure.path.read_bytes().endswith(RAW)


def test_dropped_letters_are_gone_and_no_others(outbox: Outbox) -> None:
    for key in ("vesna.1.ab", "vesna.1.abc", "vesna.11.ab", "x-vesna.1.ab"):
        for number in range(3):
            outbox.prepare(key, number, TO_ANNA, RAW)
    assert outbox.drop("vesna.1.ab") == 3
    assert outbox.drop("vesna.1.ab") == 0
    assert outbox.pending_keys() == ["vesna.1.abc", "vesna.11.ab", "x-vesna.1.ab"]


def test_the_letters_of_a_game_go_in_the_order_of_its_entries(outbox: Outbox) -> None:
    order = [("a-1.2.ff", 0), ("a-1.2.ff", 1), ("a-1.10.00", 0), ("letter.0a", 0), ("z.9.1", 9)]
    order.append(("z.9.1", 10))
    for key, number in reversed(order):
        outbox.prepare(key, number, TO_ANNA, b"%d" % number)
        outbox.release(key)
    assert [(item.key, int(item.raw)) for item in outbox.ready()] == order


def test_preparing_again_replaces(outbox: Outbox) -> None:
    outbox.prepare("vesna.1.ab", 0, TO_ANNA, b"first")
    outbox.prepare("vesna.1.ab", 0, TO_ANNA, b"second")
    outbox.release("vesna.1.ab")
    assert [item.raw for item in outbox.ready()] == [b"second"]


@pytest.mark.parametrize("key", ["", "../x", "a/b", ".a", "A.1", "a..b", "a\n", "ж"])
def test_a_key_cannot_leave_the_folder(outbox: Outbox, key: str) -> None:
    with pytest.raises(ValueError, match="^" if key else "^$"):
        outbox.prepare(key, 0, TO_ANNA, RAW)


@pytest.mark.parametrize(
    "envelope",
    [
        Envelope("", ("a@example.org",)),
        Envelope("club@example.org", ("a@example.org", "b@example.org")),
        Envelope('"a\r\nX: y"@example.org', ("ж@example.org",)),
    ],
)
def test_any_envelope_comes_back(outbox: Outbox, envelope: Envelope) -> None:
    for number, raw in enumerate([RAW, b"", b"\r\n", b"X-Envelope: mine\r\n\r\n"]):
        outbox.prepare("a.1.b", number, envelope, raw)
        outbox.release("a.1.b")
        *_, item = outbox.ready()
        assert (item.envelope, item.raw) == (envelope, raw)


def test_the_file_is_a_letter_that_other_programs_open(outbox: Outbox) -> None:
    from email import message_from_bytes  # noqa: PLC0415 - here alone

    outbox.prepare("a.1.b", 0, TO_ANNA, b"Subject: form\r\n\r\nhello\r\n")
    (path,) = outbox.folders[0].iterdir()
    letter = message_from_bytes(path.read_bytes())
    assert letter["Subject"] == "form"
    assert letter.get_payload() == "hello\r\n"


@pytest.mark.parametrize(
    "text", [b"", b"Subject: x\r\n\r\n", b"X-Envelope: {}\r\n", b"X-Envelope: \xff\r\n"]
)
def test_a_letter_without_its_envelope_stops_no_other(outbox: Outbox, text: bytes) -> None:
    (outbox.folders[1] / "a.1.b.0.eml").write_bytes(text)
    outbox.prepare("a.2.c", 0, TO_ANNA, RAW)
    outbox.release("a.2.c")
    assert [item.key for item in outbox.ready()] == ["a.2.c"]
    (failure,) = outbox.failures()
    assert failure.path.read_bytes() == text
    assert failure.why


@pytest.mark.parametrize("steps", range(4))
def test_a_crash_in_the_middle_of_a_release_is_mended_by_the_next(
    outbox: Outbox, steps: int
) -> None:
    for number in range(4):
        outbox.prepare("vesna.1.ab", number, TO_ANNA, b"%d" % number)

    def killed() -> None:
        rename, left = os.replace, [steps]

        def counted(*paths: str) -> None:
            if not left[0]:
                die()
            left[0] -= 1
            rename(*paths)

        os.replace = counted  # type: ignore[assignment]
        outbox.release("vesna.1.ab")

    assert in_child(killed) == -9
    assert len(list(outbox.ready())) == steps
    outbox.release("vesna.1.ab")
    assert [item.raw for item in outbox.ready()] == [b"0", b"1", b"2", b"3"]
    assert outbox.pending_keys() == []


def test_a_crash_while_preparing_leaves_no_half_letter(outbox: Outbox) -> None:
    def killed() -> None:
        os.fsync = lambda fd: die()  # noqa: ARG005 - as the real one is called
        outbox.prepare("vesna.1.ab", 0, TO_ANNA, RAW)

    assert in_child(killed) == -9
    assert outbox.pending_keys() == []
    assert outbox.release("vesna.1.ab") == 0
