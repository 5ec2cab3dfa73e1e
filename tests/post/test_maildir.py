"""Maildir folders: what may lie in them, what others do to them meanwhile."""

import os
import threading
from datetime import UTC, datetime
from pathlib import Path

import pytest

from pbm.core.failure import Unreachable, Wrong
from pbm.post.maildir import MaildirMailbox, MaildirSender, _moment, deliver

root = pytest.mark.skipif(os.geteuid() == 0, reason="root may do everything")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "in"
    for folder in ("tmp", "new", "cur"):
        (path / folder).mkdir(parents=True)
    return path


def fetch(path: Path) -> tuple[list[bytes], int]:
    """The letters that came and the number of those left."""
    with MaildirMailbox(path) as box:
        return [received.raw for received in box.fetch()], len(box.left)


def test_only_letters_are_letters(path: Path, tmp_path: Path) -> None:
    (path / "new" / "1.letter").write_bytes(b"one")
    (path / "new" / ".hidden").write_bytes(b"hidden")
    (path / "new" / "folder").mkdir()
    (path / "tmp" / "2.draft").write_bytes(b"being written")
    (tmp_path / "outside").write_bytes(b"outside")
    (path / "new" / "3.link").symlink_to(tmp_path / "outside")
    os.mkfifo(path / "new" / "4.fifo")
    (path / "cur" / "5.trashed:2,ST").write_bytes(b"trashed")
    (path / "cur" / "6.read:2,RS").write_bytes(b"two")
    (path / "cur" / "7.bare").write_bytes(b"three")
    found, left = fetch(path)
    assert sorted(found) == [b"one", b"three", b"two"]
    assert left == 0


def test_empty_file_waits_and_holds_nobody_up(path: Path) -> None:
    (path / "new" / "1.empty").touch()
    (path / "new" / "2.letter").write_bytes(b"one")
    assert fetch(path) == ([b"one"], 1)
    assert (path / "new" / "1.empty").exists()


def test_flags_are_kept_when_done(path: Path) -> None:
    (path / "cur" / "6.read:2,FR").write_bytes(b"two")
    with MaildirMailbox(path) as box:
        for received in box.fetch():
            box.done(received.ref)
    assert (path / ".Processed" / "cur" / "6.read:2,FRS").read_bytes() == b"two"


def test_moved_by_a_mail_program_between_listing_and_reading(path: Path) -> None:
    for number in range(3):
        (path / "new" / f"{number}.x").write_bytes(b"%d" % number)
        os.utime(path / "new" / f"{number}.x", (number, number))
    with MaildirMailbox(path) as box:
        letters = box.fetch()
        next(letters)
        (path / "new" / "1.x").rename(path / "cur" / "1.x:2,S")
        (path / "new" / "2.x").unlink()
        assert [received.raw for received in letters] == [b"1"]
        assert box.left == []


def test_a_name_that_comes_again_overwrites_nothing(path: Path) -> None:
    for text in (b"first", b"second", b"third"):
        (path / "new" / "1.eml").write_bytes(text)
        with MaildirMailbox(path) as box:
            for received in box.fetch():
                box.done(received.ref)
    kept = sorted(file.read_bytes() for file in (path / ".Processed" / "cur").iterdir())
    assert kept == [b"first", b"second", b"third"]


def test_impossible_time_is_now() -> None:
    before = datetime.now(UTC)
    for nanoseconds in (2**80, -(2**80)):
        assert before <= _moment(nanoseconds) <= datetime.now(UTC)
    assert _moment(0) == datetime(1970, 1, 1, tzinfo=UTC)


def test_what_is_missing_is_made(tmp_path: Path) -> None:
    assert fetch(tmp_path / "in") == ([], 0)
    (tmp_path / "half" / "new").mkdir(parents=True)
    (tmp_path / "half" / "new" / "1.eml").write_bytes(b"x")
    assert fetch(tmp_path / "half") == ([b"x"], 0)
    assert (tmp_path / "in" / "new").is_dir()


@pytest.mark.parametrize("name", ["missing/in", "file"])
def test_what_is_no_maildir(tmp_path: Path, name: str) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(Wrong, match=name):
        fetch(tmp_path / name)
    with pytest.raises(Wrong, match=name):
        MaildirSender(tmp_path / name).send(b"x", "", ["a@example.test"])


@root
def test_letter_that_may_not_be_read(path: Path) -> None:
    (path / "new" / "1.eml").write_bytes(b"secret")
    (path / "new" / "1.eml").chmod(0)
    (path / "new" / "2.eml").write_bytes(b"x")
    assert fetch(path) == ([b"x"], 1)


@root
def test_folder_that_may_not_be_written(path: Path) -> None:
    (path / "new" / "1.eml").write_bytes(b"x")
    (path / ".Processed" / "cur").mkdir(parents=True)
    with MaildirMailbox(path) as box:
        (received,) = box.fetch()
        (path / "new").chmod(0o500)
        try:
            box.done(received.ref)
            assert len(box.left) == 1
        finally:
            (path / "new").chmod(0o700)


def test_processed_that_is_no_folder(path: Path) -> None:
    (path / ".Processed").touch()
    for number in range(3):
        (path / "new" / f"{number}.eml").write_bytes(b"x")
    with MaildirMailbox(path) as box:
        for received in box.fetch():
            box.done(received.ref)
        assert len(box.left) == 1
    assert len(fetch(path)[0]) == 3


def test_letter_that_cannot_be_written_is_sent_again(path: Path) -> None:
    sender = MaildirSender(path)
    (path / "tmp").rmdir()
    (path / "tmp").symlink_to("/dev/full")
    with pytest.raises((Unreachable, Wrong)):
        sender.send(b"x", "", ["a@example.test"])
    assert list((path / "new").iterdir()) == []


def test_delivery_is_whole_or_not_at_all(path: Path) -> None:
    """While letters are written by several threads, nobody ever sees half of one in `new`."""
    body = b"x" * 200_000
    threads = [
        threading.Thread(target=lambda: [deliver(path, body) for _ in range(10)]) for _ in range(4)
    ]
    for thread in threads:
        thread.start()
    while any(thread.is_alive() for thread in threads):
        assert all(file.stat().st_size == len(body) for file in (path / "new").iterdir())
    for thread in threads:
        thread.join()
    assert len(list((path / "new").iterdir())) == 40
    assert list((path / "tmp").iterdir()) == []


def test_what_one_sends_another_fetches(path: Path) -> None:
    with MaildirSender(path) as sender:
        for number in range(3):
            sender.send(b"%d" % number, "", ["a@example.test"])
    assert fetch(path) == ([b"0", b"1", b"2"], 0)
