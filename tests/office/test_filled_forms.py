"""A filled form counts like a line of text, with or without words in the letter."""

from email.message import EmailMessage
from io import BytesIO
from pathlib import Path

import pypdf
import pytest
from club import Club, begin, filled, reply, text, written

from pbm.paper import bounded

ANNA = "anna@example.org"


@pytest.fixture
def club(tmp_path: Path) -> Club:
    club = begin(tmp_path)
    club.open()
    return club


def send(club: Club, words: str, pdf: bytes, to: str = "club@example.net") -> None:
    club.deliver(written(words, pdf, to))
    assert club.run() == []


def card(club: Club) -> str:
    return club.lines("Анна")[0]


def test_a_filled_form_is_a_move_and_carries_its_token(club: Club) -> None:
    line = card(club)
    send(club, "Здравствуйте!\n", filled(club.last(ANNA), card=line))
    last = club.ledger().last
    assert (last.number, last.line, last.via) == (1, line, "form")


def test_all_three_boxes(club: Club) -> None:
    line = card(club)
    send(club, "\n", filled(club.last(ANNA), stage1="-1с", card=line, stage3="+макс з"))
    last = club.ledger().last
    assert last.line.startswith(f"-1с | {line} |")


def test_a_form_sent_back_empty_is_no_move(club: Club) -> None:
    send(club, "\n", filled(club.last(ANNA)))
    assert club.ledger().last.number == 0
    assert "│" in text(club.last(ANNA))


def test_a_form_sent_above_unquoted_history_is_a_move(club: Club) -> None:
    letter = club.last(ANNA)
    head = f"From: {letter['From']}\nSent: Monday\nTo: Anna\nSubject: {letter['Subject']}"
    line = card(club)
    send(
        club, f"See the form.\n\n____________\n{head}\n\n{text(letter)}", filled(letter, card=line)
    )
    assert club.ledger().last.line == line


def flat(letter: EmailMessage, **words: str) -> bytes:
    """The filled form as it comes back from a printer and a scanner: without fields."""
    writer = pypdf.PdfWriter(clone_from=BytesIO(filled(letter, **words)))
    writer.remove_annotations(subtypes="/Widget")
    del writer.root_object["/AcroForm"]
    out = BytesIO()
    writer.write(out)
    return out.getvalue()


def test_a_flattened_form_is_told_from_an_empty_letter(club: Club) -> None:
    line = card(club)
    form = flat(club.last(ANNA), card=line)
    club.deliver(written("\n", form, club.last(ANNA)["Reply-To"]))
    (told,) = club.run()
    assert "words or a picture" in told.what.text
    assert club.ledger().last.number == 0
    assert "не читаются: пришлите, пожалуйста, ход строкой" in text(club.last(ANNA))
    send(club, f"{line}\n", form, club.last(ANNA)["Reply-To"])
    assert club.ledger().last.line == line


def test_a_photo_alone_is_told_to_the_game_master(club: Club) -> None:
    letter = EmailMessage()
    letter["From"] = ANNA
    letter["To"] = club.last(ANNA)["Reply-To"]
    letter.set_content(b"\xff\xd8\xff", "image", "jpeg", filename="IMG_1.jpg")
    club.deliver(letter.as_bytes())
    (told,) = club.run()
    assert Path(told.where).is_file()
    assert "не читаются: пришлите, пожалуйста, ход строкой" in text(club.last(ANNA))


def test_text_and_form_that_say_the_same(club: Club) -> None:
    line = card(club)
    send(club, f"{line}\n", filled(club.last(ANNA), card=line))
    assert club.ledger().last.line == line


def test_text_and_form_that_differ_are_asked_about(club: Club) -> None:
    first, second, *_ = club.lines("Анна")
    send(club, f"{first}\n", filled(club.last(ANNA), card=second))
    assert club.ledger().last.number == 0
    assert second in text(club.last(ANNA))


def test_a_form_of_an_earlier_entry_is_old(club: Club) -> None:
    line = card(club)
    form = filled(club.last(ANNA), card=line)
    club.deliver(reply(club.last(ANNA), line))
    club.run()
    send(club, "\n", form)
    assert club.ledger().last.number == 1
    assert [part.get_filename() for part in club.last(ANNA).iter_attachments()] == ["vesna-1.pdf"]


def test_a_form_of_an_earlier_entry_in_an_answer_to_the_newest_letter_is_asked_about(
    club: Club,
) -> None:
    first, *_, last = (line for line in club.lines("Анна") if "|" not in line)
    form = filled(club.last(ANNA), card=last)
    club.deliver(reply(club.last(ANNA), first))
    club.run()
    club.deliver(reply(club.last("boris@example.org"), club.lines("Борис")[0]))
    club.run()
    newest = club.last(ANNA)
    send(club, "\n", form, newest["Reply-To"])
    assert club.ledger().last.number == 2
    assert last in text(club.last(ANNA))
    assert club.last(ANNA) != newest
    send(club, "\n", filled(newest, card=last), newest["Reply-To"])
    assert club.ledger().last.line == last


def test_a_form_of_another_game_is_asked_about(club: Club) -> None:
    spring = club.last(ANNA)
    club.open("leto", seed=bytes(32))
    line = next(line for line in club.lines("Анна", "leto") if line in club.lines("Анна"))
    send(club, "\n", filled(club.last(ANNA), card=line), spring["Reply-To"])
    assert (club.ledger("vesna").last.number, club.ledger("leto").last.number) == (0, 0)
    assert "vesna" in club.last(ANNA)["Subject"]


def test_an_empty_form_of_an_earlier_entry_does_no_harm(club: Club) -> None:
    first, *_ = club.lines("Анна")
    old = filled(club.last(ANNA))
    club.deliver(reply(club.last(ANNA), first))
    club.run()
    club.deliver(reply(club.last("boris@example.org"), club.lines("Борис")[0]))
    club.run()
    line = card(club)
    send(club, f"{line}\n", old, club.last(ANNA)["Reply-To"])
    assert club.ledger().last.line == line


def watched(monkeypatch: pytest.MonkeyPatch) -> list[bytes]:
    """The papers that are opened from now on."""
    opened: list[bytes] = []

    def read_form(pdf: bytes, names: object) -> dict[str, str]:
        del names
        opened.append(pdf)
        return {}

    monkeypatch.setattr(bounded, "read_form", read_form)
    return opened


@pytest.mark.parametrize("sender", ["stranger@evil.example", ANNA])
def test_the_forms_of_strangers_are_never_opened(
    club: Club, sender: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened = watched(monkeypatch)
    letter = EmailMessage()
    letter["From"] = sender
    letter["To"] = "club@example.net"
    letter.add_attachment(b"%PDF-1.5 bomb", maintype="application", subtype="pdf")
    club.deliver(letter.as_bytes())
    reported = club.run()
    assert len(opened) == (sender == ANNA)
    assert len(reported) == (sender != ANNA)


def test_the_form_of_a_stranger_with_a_players_token_is_not_opened(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened = watched(monkeypatch)
    letter = EmailMessage()
    letter["From"] = "stranger@evil.example"
    letter["To"] = club.last(ANNA)["Reply-To"]
    letter.add_attachment(b"%PDF-1.5 bomb", maintype="application", subtype="pdf")
    club.deliver(letter.as_bytes())
    assert len(club.run()) == 1
    assert opened == []
