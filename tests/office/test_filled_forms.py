"""A filled form counts like a line of text, with or without words in the letter."""

from email.message import EmailMessage
from io import BytesIO
from pathlib import Path

import pypdf
import pytest
from club import Club, begin, reply, text

ANNA = "anna@example.org"


@pytest.fixture
def club(tmp_path: Path) -> Club:
    club = begin(tmp_path)
    club.open()
    return club


def filled(letter: EmailMessage, **words: str) -> bytes:
    """The form attached to a letter, its boxes filled in by another program."""
    (form,) = letter.iter_attachments()
    writer = pypdf.PdfWriter(clone_from=BytesIO(form.get_content()))
    writer.update_page_form_field_values(writer.pages[0], dict(words))
    out = BytesIO()
    writer.write(out)
    return out.getvalue()


def send(club: Club, words: str, pdf: bytes) -> None:
    answer = EmailMessage()
    answer["From"] = ANNA
    answer["To"] = "club@example.net"
    answer["Subject"] = "my move"
    answer.set_content(words)
    answer.add_attachment(pdf, maintype="application", subtype="pdf", filename="form.pdf")
    club.deliver(answer.as_bytes())
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
