"""The club's mailbox is not the club's alone: letters come again, are moved, read and removed."""

from mailclub import ANNA, BORIS, SILENT, Place, offers, reply, smtp
from mailclub import imap as address
from servers import until

pytest_plugins = ["mailfixtures"]

FOLDER = "Games"


def second(place: Place) -> bytes:
    """Boris's answer to his form, which came after Anna's move."""
    form = place.club.letters("sent", BORIS)[-1]
    return reply(BORIS, form, offers(form)[0])


def made_anew(place: Place) -> int:
    """The folder empty, and numbered anew if it was there; its UIDVALIDITY."""
    with place.imap.session() as client:
        if client.folder_exists(FOLDER):
            client.delete_folder(FOLDER)
        client.create_folder(FOLDER)
        return int(client.select_folder(FOLDER)[b"UIDVALIDITY"])


def moved(place: Place, source: str, target: str) -> None:
    """Somebody moves all letters from one folder to another."""
    with place.imap.session() as client:
        if not client.folder_exists(target):
            client.create_folder(target)
        client.select_folder(source)
        client.move(client.search(), target)


def test_uidvalidity_changes_and_everything_is_there_again(place: Place) -> None:
    (old,) = place.imap.letters()
    first = made_anew(place)
    place.imap.put(old, folder=FOLDER)
    mail_in = address(place.imap.port).replace("INBOX", FOLDER)
    place.club.configure(mail_in, smtp(place.smtp.port))
    assert place.club.run() == SILENT
    assert place.club.entry()["entry"] == 1

    until(lambda: made_anew(place) != first)
    for raw in (old, second(place)):
        place.imap.put(raw, folder=FOLDER)
    assert place.club.run() == SILENT
    assert place.club.entry()["entry"] == 2
    assert place.imap.letters(FOLDER) == []
    assert len(place.imap.letters("Processed")) == 3
    assert len(place.posted()) == 2 + 2


def test_a_letter_that_comes_again_under_new_numbers_does_nothing(place: Place) -> None:
    def known() -> list[bytes]:
        return [
            path.read_bytes() for path in (place.club.ledger, place.club.folder / "mail/handled")
        ]

    assert place.club.run() == SILENT
    before = known()
    for _ in range(2):
        place.imap.put(place.imap.letters("Processed")[0])
    assert place.club.run() == SILENT
    assert known() == before
    assert len(place.posted()) == 2
    assert place.imap.letters() == []


def test_a_letter_that_somebody_moved_away_is_taken_when_it_is_back(place: Place) -> None:
    before = place.club.contents()
    moved(place, "INBOX", "Elsewhere")
    assert place.club.run() == SILENT
    assert place.club.contents() == before
    moved(place, "Elsewhere", "INBOX")
    place.goes_on()
    assert sorted(place.posted()) == sorted([ANNA.address, BORIS.address])


def test_somebody_reads_and_flags_the_mailbox_during_the_run(place: Place) -> None:
    with place.imap.session() as client:
        client.select_folder("INBOX")
        numbers = client.search()
        client.fetch(numbers, ["BODY[]"])
        client.add_flags(numbers, [rb"\Flagged", rb"\Answered"])
        assert client.search("SEEN") == numbers
        assert place.club.run() == SILENT
        client.noop()
        assert client.search() == []
    place.goes_on()


def test_a_letter_that_somebody_removed_is_no_letter(place: Place) -> None:
    before = place.club.contents()
    with place.imap.session() as client:
        client.select_folder("INBOX")
        client.delete_messages(client.search())  # marked, as mail programs do; not expunged
        assert place.club.run() == SILENT
        client.expunge()
    assert place.club.run() == SILENT
    assert place.club.contents() == before
