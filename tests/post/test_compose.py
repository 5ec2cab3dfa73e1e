"""Letters of ours: the same octets every time, no injection, and nothing of them is an order."""

import re
from datetime import UTC, datetime
from email import message_from_bytes, policy
from email.message import EmailMessage

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from letter_case import likely, read
from lxml.html import document_fromstring

from pbm.core.token import issue
from pbm.post.compose import Outgoing, compose, html_of
from pbm.post.letter import Kind
from pbm.post.marker import marker
from pbm.post.markup import text_of

TOKEN = issue(bytes(32), "vesna", 12, 1)
TEXT = f"""{marker("пишите ход выше этой строки", TOKEN)}

Анна, ваш ход <12>.
Срок: завтра & не позже.

│ игрок │ деньги │ акции │
│ Анна │ 120 │ 3с 2к │
│ 30к │ -60ж │ 100с -10к │

│       │ акции │      │ карт
│ игрок │ с │ к │ счёт │ больших │ малых
│ Борис │ 1 │ 2 │   90 │       3 │     5
│ 30к   │ 2 │ 1 │ -10к │       3 │   -20

│ 30к -60ж
│ -40ж +50с

• Борис купил 4 жёлтые.
• Красные выросли.

From the club
.
"""
LETTER = Outgoing(
    to_name="Анна",
    to="anna@example.org",
    sender_name="Клуб «Весна»",
    sender="club@example.net",
    reply_to=f"club+{TOKEN}@example.net",
    subject=f"Весна, ход 12: ваш ход [{TOKEN}]",
    text=TEXT,
    html=html_of(TEXT, "Весна"),
    attachments=(("Весна, ход 12.pdf", "application/pdf", b"%PDF-1.4\n\x00\xff"),),
    message_id=f"<{TOKEN}.a1@example.net>",
    references=("<" + "x" * 90 + "@example.org>", "<b@example.org>"),
    auto="auto-generated",
    date=datetime(2026, 11, 30, 10, tzinfo=UTC),
)


def parse(letter: Outgoing) -> EmailMessage:
    return message_from_bytes(compose(letter), policy=policy.default)


def test_same_letter_same_octets() -> None:
    assert compose(LETTER) == compose(LETTER._replace())


def test_lines_are_short_seven_bit_and_end_in_crlf() -> None:
    raw = compose(LETTER)
    assert raw.isascii()
    assert b"\n" not in raw.replace(b"\r\n", b"")
    assert max(map(len, raw.split(b"\r\n"))) <= 200


def test_what_was_said_comes_back() -> None:
    mail = parse(LETTER)
    plain, html = mail.get_body(("plain",)), mail.get_body(("html",))
    assert plain is not None
    assert html is not None
    assert plain.get_content().replace("\r\n", "\n") == TEXT
    assert html.get_content().replace("\r\n", "\n") == LETTER.html
    (paper,) = mail.iter_attachments()
    assert paper.get_filename() == "Весна, ход 12.pdf"
    assert paper.get_content() == b"%PDF-1.4\n\x00\xff"
    assert mail["Subject"] == LETTER.subject
    assert mail["To"].addresses[0].display_name == "Анна"
    assert mail["To"].addresses[0].addr_spec == "anna@example.org"
    assert mail["From"].addresses[0].display_name == "Клуб «Весна»"
    assert mail["Reply-To"] == LETTER.reply_to
    assert mail["Date"].datetime == LETTER.date


def test_header_of_an_automat() -> None:
    mail = parse(LETTER)
    assert mail["Auto-Submitted"] == "auto-generated"
    assert mail["X-Auto-Response-Suppress"] == "All"
    assert mail["X-Pbm"]
    assert read(compose(LETTER)).arrival.kind is Kind.OWN


def test_references_are_no_encoded_words() -> None:
    head = compose(LETTER).split(b"\r\n\r\n")[0].decode()
    unfolded = head.replace("\r\n ", " ")
    assert f"References: {' '.join(LETTER.references)}\r\n" in unfolded
    assert "In-Reply-To: <b@example.org>\r\n" in unfolded


def test_first_letter_of_a_thread_has_no_references() -> None:
    mail = parse(LETTER._replace(references=()))
    assert mail["References"] is None
    assert mail["In-Reply-To"] is None


def test_text_alone_is_one_part() -> None:
    assert parse(LETTER._replace(html="", attachments=())).get_content_type() == "text/plain"
    assert parse(LETTER._replace(attachments=())).get_content_type() == "multipart/alternative"


def test_encoded_words_are_no_longer_than_the_standard_allows() -> None:
    head = compose(LETTER._replace(subject="Очень длинная тема " * 20, to_name="Я" * 200))
    words = re.findall(rb"=\?utf-8\?b\?[^?]*\?=", head)
    assert words
    assert max(map(len, words)) <= 75


def test_subject_is_cut() -> None:
    assert len(parse(LETTER._replace(subject="x" * 500))["Subject"]) == 200


hostile = st.text(max_size=60) | st.sampled_from(
    [
        "x\r\nBcc: evil@example.com",
        "x\n\nbody",
        "x\r\n\r\n--b",
        "=?utf-8?q?a=0AB?=",
        '"<a@b>',
        "\ud800",
    ]
)


@settings(derandomize=True, deadline=None, max_examples=150)
@given(a=hostile, b=hostile, c=hostile, d=hostile)
def test_nothing_is_injected(a: str, b: str, c: str, d: str) -> None:
    raw = compose(
        LETTER._replace(to_name=a, to=b, sender_name=c, subject=d, reply_to=a, message_id=b,
            references=(c, d), auto=a, attachments=((d, "application/pdf", b"x"),),
        )
    )  # fmt: skip
    head = raw.split(b"\r\n\r\n")[0].decode("ascii")
    names = [line.split(":")[0] for line in head.split("\r\n") if line[0] not in " \t"]
    assert names == [
        "From", "To", *(["Reply-To"] if a else []), "Subject", "Date", "Message-ID",
        *(["In-Reply-To", "References"] if c or d else []), "Auto-Submitted",
        "X-Auto-Response-Suppress", "X-Pbm", "MIME-Version", "Content-Type",
    ]  # fmt: skip


def answer(body: str, content_type: str = "text/plain") -> bytes:
    header = f"From: anna@example.org\nContent-Type: {content_type}; charset=utf-8\n\n"
    return (header + body).encode()


@pytest.mark.parametrize("mark", ["> ", ">", "", "    ", "| "])
def test_our_text_is_never_read_as_orders(mark: str) -> None:
    """Quoted, unquoted or indented, and even without the marker line above it."""
    lines = TEXT.splitlines()[1:]
    body = "-10к ж\n\n" + "\n".join(mark + line for line in lines) + "\n"
    moves = [line.text for line in read(answer(body), likely=likely).lines if likely(line.text)]
    assert moves == ["-10к ж"]


def test_our_html_is_never_read_as_orders() -> None:
    """Whether a program keeps our tables, or makes a line of every cell."""
    unmarked = LETTER.html.replace("===", "")
    for html in (LETTER.html, unmarked, unmarked.replace("<td", "<p").replace("</td", "</p")):
        for body in (f"<div>-10к ж</div>{html}", html.replace("<body", "<p>-10к ж</p><body")):
            letter = read(answer(body, "text/html"), likely=likely)
            assert [one.text for one in letter.lines if likely(one.text)] == ["-10к ж"]


def test_html_says_the_same() -> None:
    text = text_of(LETTER.html).text
    words = re.sub(r"[│•\s]+", " ", text).split()
    assert words == re.sub(r"[│•\s]+", " ", TEXT).split()


def rows(html: str) -> list[list[tuple[int, str]]]:
    """The rows of the only table: each cell with the columns that it stands over."""
    (table,) = document_fromstring(html).iter("table")
    return [
        [
            (int(cell.get("colspan", "1")), "".join(map(str, cell.itertext())).strip("│ "))
            for cell in row
        ]
        for row in table
    ]


def test_heads_span_their_columns() -> None:
    text = """
│       │ акции │      │ карт
│ игрок │ с │ к │ счёт │ больших │ малых
│ Анна  │ 1 │ 2 │   90 │       3 │     5
"""
    heads, *others = rows(html_of(text, ""))
    assert heads == [(1, ""), (2, "акции"), (1, ""), (2, "карт")]
    assert [[span for span, _ in row] for row in others] == [[1] * 6] * 2


def test_columns_of_numbers_stand_flush() -> None:
    text = (
        "│ игрок │ счёт │ ходов │ EMP\n│ Анна  │  −90 │     5 │ 60 А\n│ банк  │  100 │       │ 60 ·"
    )
    cells = [*document_fromstring(html_of(text, "")).iter("td")]
    flush = ["text-align:right" in str(cell.get("style")) for cell in cells]
    assert flush == [False, True, True, True] * 3


def test_rows_that_are_no_heads_span_nothing() -> None:
    text = "│ 100с │ 100к\n│ 30с  │ 40с  │ 40к\n│ 1    │ 2"
    assert rows(html_of(text, "")) == [
        [(1, "100с"), (1, "100к"), (1, "")],
        [(1, "30с"), (1, "40с"), (1, "40к")],
        [(1, "1"), (1, "2"), (1, "")],
    ]


def test_a_row_of_one_cell_stands_in_the_table_of_its_neighbours() -> None:
    text = "│ 100з\n│ 30с │ 40с"
    assert rows(html_of(text, "")) == [[(1, "100з"), (1, "")], [(1, "30с"), (1, "40с")]]


def test_html_is_escaped() -> None:
    html = html_of("<b>&\n\n│ <i>\n\n│ <u> │ &\n\n• <s>\n", "<title>")
    assert not re.search("<[bius]>", html)
    assert "<title>&lt;title&gt;</title>" in html


def test_marker_is_recognised_however_long_the_name() -> None:
    token = issue(bytes(32), "x" * 24, 999_999, 99)
    line = marker("пишите ход выше этой строки", token)
    for width in (40, 60, 72, 200):
        wrapped = re.sub(rf"(.{{1,{width}}})(?: |$)", r"\1\n", line)
        letter = read(answer(f"-10к ж\n\n{wrapped}\n30к -60ж\n"), likely=likely)
        assert [one.text for one in letter.lines] == ["-10к ж"], width
        assert letter.arrival.tokens == (token,)
