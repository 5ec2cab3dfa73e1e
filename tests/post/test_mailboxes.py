"""Every mailbox keeps the same contract; see pbm.post.mailbox."""

import os
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Protocol, TypeAlias

import pytest
from servers import HOST, PASSWORD, USER, Imap, dovecot, pymap

from pbm.post import address
from pbm.post.mailbox import BEGINNING, Mailbox

NOON = datetime(2025, 11, 30, 12, tzinfo=UTC)  # gone: Dovecot takes no time to come


def letter(subject: str, text: str = "З0к ж") -> bytes:
    return f"From: a@example.test\r\nSubject: {subject}\r\n\r\n{text}\r\n".encode()


def same(raw: bytes) -> bytes:
    """The letter as one server's line ends or another's show it."""
    return raw.replace(b"\r\n", b"\n")


class Place(Protocol):
    """Where a mailbox looks, from the other side."""

    def mailbox(self, max_size: int = 10_000) -> Mailbox: ...
    def put(self, raw: bytes, at: datetime = NOON) -> None: ...
    def waiting(self) -> list[bytes]: ...
    def processed(self) -> list[bytes]: ...
    def look(self) -> None: ...
    def remove(self) -> None: ...


class MaildirPlace:
    def __init__(self, path: Path) -> None:
        self.path = path
        self.count = 0

    def mailbox(self, max_size: int = 10_000) -> Mailbox:
        url = f"maildir:{self.path.name}"
        return address.mailbox(url, str, home=self.path.parent, max_size=max_size)

    def put(self, raw: bytes, at: datetime = NOON) -> None:
        for folder in ("new", "cur", "tmp"):
            (self.path / folder).mkdir(parents=True, exist_ok=True)
        self.count += 1
        path = self.path / "new" / f"{10**6 - self.count}.M{self.count}.host"
        path.write_bytes(raw)
        os.utime(path, (at.timestamp(), at.timestamp()))

    def waiting(self) -> list[bytes]:
        return self._in("new") + self._in("cur")

    def processed(self) -> list[bytes]:
        return self._in(".Processed/cur")

    def look(self) -> None:
        for path in (self.path / "new").iterdir():
            path.rename(self.path / "cur" / f"{path.name}:2,S")

    def remove(self) -> None:
        for path in [*self.path.glob("new/*"), *self.path.glob("cur/*")]:
            path.unlink()

    def _in(self, folder: str) -> list[bytes]:
        return [same(path.read_bytes()) for path in sorted(self.path.glob(f"{folder}/*"))]


class ImapPlace:
    def __init__(self, server: Imap) -> None:
        self.server = server
        with server.session() as client:
            for folder in ("Processed", "Games"):
                if client.folder_exists(folder):
                    client.delete_folder(folder)
            client.select_folder("INBOX")
            client.delete_messages(client.search())
            client.expunge()

    def mailbox(self, max_size: int = 10_000) -> Mailbox:
        url = f"imap://{USER}@{HOST}:{self.server.port}/INBOX"
        return address.mailbox(
            url, lambda: PASSWORD, home=Path(), plaintext=True, max_size=max_size
        )

    def put(self, raw: bytes, at: datetime = NOON) -> None:
        self.server.put(raw, at)

    def waiting(self) -> list[bytes]:
        return [same(raw) for raw in self.server.letters()]

    def processed(self) -> list[bytes]:
        return [same(raw) for raw in self.server.letters("Processed")]

    def look(self) -> None:
        with self.server.session() as client:
            client.select_folder("INBOX")
            client.fetch(client.search(), ["BODY[]"])
            assert client.search("SEEN") == client.search()

    def remove(self) -> None:
        with self.server.session() as client:
            client.select_folder("INBOX")
            client.delete_messages(client.search())
            client.expunge()


@pytest.fixture(scope="module")
def _dovecot() -> Iterator[Imap]:
    with dovecot() as server:
        yield server


@pytest.fixture(scope="module")
def _pymap() -> Iterator[Imap]:
    with pymap() as server:
        yield server


@pytest.fixture(params=["maildir", "pymap", "dovecot"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Place:
    if request.param == "maildir":
        return MaildirPlace(tmp_path / "mail-in")
    return ImapPlace(request.getfixturevalue(f"_{request.param}"))


Step: TypeAlias = Callable[[Mailbox, str], None]


def done(box: Mailbox, ref: str) -> None:
    box.done(ref)


def subjects(place: Place, *steps: Step) -> list[str]:
    """The subjects of what a run fetches; the steps are taken with each letter as it comes."""
    found = []
    with place.mailbox() as box:
        for received in box.fetch():
            found.append(received.raw.split(b"Subject: ")[1].split()[0].decode())
            for step in steps:
                step(box, received.ref)
        assert not box.left
    return found


class TestMailbox:
    def test_nothing_there(self, place: Place) -> None:
        assert subjects(place) == []

    def test_letter_comes_as_it_is_with_the_time_of_its_receipt(self, place: Place) -> None:
        place.put(letter("one"), NOON - timedelta(days=2))
        with place.mailbox() as box:
            (received,) = box.fetch()
        assert same(received.raw) == same(letter("one"))
        assert received.at == NOON - timedelta(days=2)
        assert received.at.utcoffset() == timedelta()
        assert not received.cut

    def test_oldest_first_whatever_their_numbers(self, place: Place) -> None:
        for day, name in ((3, "third"), (1, "first"), (2, "second")):
            place.put(letter(name), NOON + timedelta(days=day - 10))
        assert subjects(place) == ["first", "second", "third"]

    def test_fetching_marks_nothing(self, place: Place) -> None:
        place.put(letter("one"))
        assert subjects(place) == subjects(place) == ["one"]
        assert place.waiting() == [same(letter("one"))]
        assert place.processed() == []

    def test_two_fetches_in_one_run(self, place: Place) -> None:
        place.put(letter("one"))
        with place.mailbox() as box:
            (first,) = box.fetch()
            place.put(letter("two"))
            box.done(first.ref)
            assert [b"two" in received.raw for received in box.fetch()] == [True]

    def test_done_while_others_are_still_to_come(self, place: Place) -> None:
        for name in ("one", "two", "three"):
            place.put(letter(name))
        assert len(subjects(place, done)) == 3
        assert subjects(place) == []
        assert place.waiting() == []
        assert sorted(place.processed()) == sorted(same(letter(n)) for n in ("one", "two", "three"))

    def test_done_twice(self, place: Place) -> None:
        place.put(letter("one"))
        subjects(place, done, done)
        assert len(place.processed()) == 1

    def test_done_in_another_session(self, place: Place) -> None:
        place.put(letter("one"))
        with place.mailbox() as box:
            (received,) = box.fetch()
        with place.mailbox() as box:
            box.done(received.ref)
        assert place.waiting() == []

    def test_read_by_a_mail_program_before(self, place: Place) -> None:
        place.put(letter("one"))
        place.look()
        assert subjects(place, done) == ["one"]
        assert subjects(place) == []

    def test_read_by_a_mail_program_between_fetch_and_done(self, place: Place) -> None:
        place.put(letter("one"))
        place.put(letter("two"))
        found = subjects(place, lambda *_: place.look(), done)
        assert sorted(found) == ["one", "two"]
        assert len(place.processed()) == 2

    def test_removed_by_a_mail_program_between_fetch_and_done(self, place: Place) -> None:
        place.put(letter("one"))
        assert subjects(place, lambda *_: place.remove(), done) == ["one"]

    def test_removed_by_a_mail_program_while_fetching(self, place: Place) -> None:
        place.put(letter("one"), NOON)
        place.put(letter("two"), NOON + timedelta(hours=1))
        with place.mailbox() as box:
            letters = box.fetch()
            assert b"one" in next(letters).raw
            place.remove()
            # Some servers still show it to a session that has not heard of its removal.
            assert len(list(letters)) <= 1

    def test_too_large_is_cut_and_holds_nobody_up(self, place: Place) -> None:
        large = letter("large", "ж" * 200_000)
        place.put(large, NOON)
        place.put(letter("small"), NOON + timedelta(hours=1))
        with place.mailbox() as box:
            first, second = box.fetch()
            assert first.cut
            assert not second.cut
            assert first.size >= 400_000
            assert len(first.raw) == BEGINNING
            assert same(large).startswith(same(first.raw)[:-1])
            box.done(first.ref)
        assert len(place.processed()) == 1

    def test_strange_bytes(self, place: Place) -> None:
        raw = b'Subject: \xff\xc7\xe0\r\n\r\n\x80\xfe )*"{12}\r\n.\r\n* BYE\r\n'
        place.put(raw)
        with place.mailbox() as box:
            (received,) = box.fetch()
        assert same(received.raw) == same(raw)

    def test_many(self, place: Place) -> None:
        for number in range(12):
            place.put(letter(f"n{number}"), NOON + timedelta(minutes=number))
        assert subjects(place) == [f"n{number}" for number in range(12)]

    def test_letters_put_away_keep_those_before(self, place: Place) -> None:
        for _ in range(2):
            place.put(letter("again"))
            subjects(place, done)
        assert len(place.processed()) == 2
