"""Reading never raises and never takes long, whatever comes; small points of its parts."""

import re
import time
from email.message import Message

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from letter_case import HOUSE, LETTERS, likely, load, read

from pbm.core.token import issue
from pbm.post.author import bare, read_sender
from pbm.post.charset import decode
from pbm.post.cut import cut
from pbm.post.letter import Kind, Letter
from pbm.post.marker import marker
from pbm.post.normalise import normalise, split_lines

TOKEN = issue(bytes(32), "vesna", 12, 1)
RAWS = [load(path).raw for path in sorted(LETTERS.glob("*.case"))]
TORN = st.sampled_from(
    [b"\n", b"\r\n\r\n", b"--b1", b"--b1--\n", b"\x00", b"\xff", b"=?utf-8?b?", b"<", b'"',
     b"(", b":", b"Content-Type: multipart/mixed; boundary=b1\n\n",
     b"Content-Type: message/rfc822\n\n", b"charset=utf-16", b"charset=idna", b"name*=", b"> ",
     "│".encode(), b"<div>", b"</blockquote>", b"<s>", b"</s>", b"&#1;", b"\x14", b"5" * 99]
)  # fmt: skip
# Derandomised: the same examples in every run, so a failure is never a matter of luck.
bounded = settings(
    derandomize=True, deadline=2_000, max_examples=200, suppress_health_check=list(HealthCheck)
)


def mail(body: bytes, *header: str) -> bytes:
    lines = ("From: a@example.org", "Content-Type: text/plain; charset=utf-8", *header)
    return "\n".join(lines).encode() + b"\n\n" + body


def texts(letter: Letter) -> list[str]:
    return [line.text for line in letter.lines]


@bounded
@given(raw=st.binary(max_size=2_000))
def test_any_octets_are_read(raw: bytes) -> None:
    assert read(raw, own_addresses=HOUSE, likely=likely).arrival.kind in Kind


@bounded
@given(value=st.binary(max_size=300), name=st.sampled_from(
    ["From", "To", "Subject", "Message-ID", "References", "Date", "Content-Type", "Return-Path",
     "Content-Disposition", "Content-Transfer-Encoding", "Auto-Submitted"]))  # fmt: skip
def test_any_header_is_read(value: bytes, name: str) -> None:
    read(name.encode() + b": " + value + b"\n\n30r y\n", likely=likely)


@bounded
@given(raw=st.sampled_from(RAWS), cuts=st.lists(
    st.tuples(st.floats(0, 1), st.integers(0, 40), TORN), min_size=1, max_size=6))  # fmt: skip
def test_mutated_letters_are_read(raw: bytes, cuts: list[tuple[float, int, bytes]]) -> None:
    for where, length, inserted in cuts:
        at = int(where * len(raw))
        raw = raw[:at] + inserted + raw[at + length :]
    read(raw, own_addresses=HOUSE, likely=likely)


@pytest.mark.parametrize("sign", ["\x14", "&#1;", "&#x1f;", "&#65535;", "\uffff"])
def test_signs_that_xml_does_not_have_harm_no_html(sign: str) -> None:
    """Found by a fuzzer: lxml reads them and raises when they are to stand elsewhere."""
    html = f"<p>30r y{sign}<s>x{sign}</s>{sign}<blockquote>y</blockquote>{sign}</p>"
    assert texts(read(HTML.replace(b"html", b"html; charset=utf-8") + html.encode())) == ["30r y"]


@bounded
@given(text=st.text(max_size=500))
def test_every_own_line_stands_in_the_letter(text: str) -> None:
    raw_lines = re.split("\r\n|[\n\r\x0b\x0c\x85\u2028\u2029]", text)
    for line in cut(split_lines(text)).own:
        assert raw_lines[line.number - 1].find(line.raw) >= 0
        assert line.text == normalise(line.raw)


@bounded
@given(text=st.text(max_size=200))
def test_normalising_twice_changes_nothing(text: str) -> None:
    assert normalise(normalise(text)) == normalise(text)


NESTED = b"".join(
    b'Content-Type: multipart/mixed; boundary="b%d"\n\n--b%d\n' % (n, n) for n in range(2_000)
)
TEXT = b"From: a@example.org\nContent-Type: text/plain\n\n"
HTML = b"From: a@example.org\nContent-Type: text/html\n\n"
BOUNCE = b"From: MAILER-DAEMON@example.org\n\n"
REPORT = b"Content-Type: multipart/report; report-type=delivery-status; boundary=b\n\n--b\n"
STATUS = b"Content-Type: message/delivery-status\n\n"
BOMBS = {
    "empty lines of a bounce": BOUNCE + b"\n" * 40_000,
    "at signs of a bounce": BOUNCE + (b"@" * 400 + b"\n") * 600,
    "long recipients": REPORT + STATUS + (b"Final-Recipient: " + b"a" * 19_900 + b"\n\n") * 400,
    "a sheet without an end": HTML + b"<style>" + b"a" * 60_000 + b"</style><p>a</p>",
    "margins": HTML + b'<div style="margin-top:100000em">a</div>' * 60,
    "paddings": HTML + b'<div style="padding-left:1000000em">a</div>' * 60,
    "wide cells": HTML + b"<table><tr><td>" + b"a" * 500_000 + b"<tr><td>b" * 2_500,
    "decorations": HTML + b'<p style="' + b"text-decoration " * 7_000 + b'">x',
    "comments": HTML + b'<p style="' + b"/*" * 70_000 + b'">x' + b"<!--" * 20_000,
    "hidden in hidden": HTML + b"<div hidden>" * 29_000,
    "style sheet": HTML + b"<style>" + b".x{display:none}" * 20_000 + b"</style>x<p>" * 9_000,
    "fifty megabytes": TEXT + b"x" * 50_000_000,
    "tiny parts": b"Content-Type: multipart/mixed; boundary=b\n\n" + b"--b\n\nx\n" * 200_000,
    "nested": NESTED,
    "enclosed": b"Content-Type: message/rfc822\n\n" * 5_000,
    "headers": b"X: y\n" * 50_000 + b"\n30r y\n",
    "long header": b"From: " + b"a@b, " * 200_000 + b"\n\n30r y\n",
    "long subject": b"Subject: " + b"=?utf-8?q?x?= " * 100_000 + b"\n\n30r y\n",
    "parameters": b"Content-Type: text/plain" + b'; a="' + b";" * 1_000_000 + b"\n\n30r y\n",
    "one line": TEXT + b"30r " * 2_000_000,
    "short lines": TEXT + b"x\n" * 200_000,
    "attributions": TEXT + b"On 1 Jan 2026 at 10:00 x\n" * 8_000,
    "long lines with a verb": TEXT + (b"x " * 480 + b"wrote\n") * 260,
    "many verbs": TEXT + (b"wrote " * 150 + b"\n") * 290,
    "verbs and a colon": TEXT + (b"wrote " * 60 + b":\n") * 700,
    "colons": TEXT + b"1.1.2026 10:00, a@b\n:\n" * 8_000,
    "labels": TEXT + b"From:\n" * 30_000,
    "rules": TEXT + b"===\n" * 40_000,
    "disclaimers": TEXT + (b"this message " * 70 + b"\n") * 200,
    "open tags": HTML + b"<div>" * 200_000,
    "gmail quotes": HTML + b'<div class="gmail_quote">' * 40_000,
    "blockquotes": HTML + b"<blockquote>x" * 60_000,
    "flat tags": HTML + b"<p>x</p>" * 120_000,
    "cells": HTML + b"<table>" + b"<tr><td>x<td>y" * 50_000,
    "entities": HTML + b"&nbsp;" * 170_000,
    "at signs": TEXT + b"a@" * 130_000,
    "stateful": b"Content-Type: text/plain; charset=punycode\n\n" + b"-a" * 130_000,
}


BESIDE = mail(b"").replace(b"plain", b"html") + b"<p>x</p>"
UNSEEN = [
    "<s>30r y</s>",
    "<s><p>30r y</p></s>",
    "<strike><p>30r y</strike>",
    '<u style="text-decoration:line-through"><p>30r y</p></u>',
    '<font style="text-decoration: underline line-through"><center>30r y</center></font>',
    '<a style="display:none"><table><tr><td>30r y</table></a>',
    '<p style="display:none"><table><tr><td>30r y</table></p>',
    '<h1 style="display:none"><p>30r y</p></h1>',
    "<p><s>x</p><p>30r y</p>",
    "<div><s>x</div>30r y",
    "<style>.x{text-decoration:line-through}</style><p class=x>30r y</p>",
    "<style>@media all { p.x, b { color: red; display : none } }</style><p class='a X'>30r y</p>",
    "<style>#x{opacity:0}</style><div id=x><b>30r y</b></div>",
    "<datalist><option>30r y</datalist>",
    "<iframe>30r y</iframe>",
    "<noframes>30r y</noframes>",
    "<audio>30r y</audio>",
    "<video>30r y</video>",
    "<canvas>30r y</canvas>",
    "<meter>30r y</meter>",
    *(
        f'<p style="{style}">30r y</p>'
        for style in (
            "opacity:0.0",
            "font-size:0.0px",
            "font:0/0 a",
            "height:0;overflow:hidden",
            "color:transparent",
            "color:rgba(0, 0, 0, 0)",
            "position:absolute;left:-9999px",
            "text-indent:-9999px",
            "display:/**/none",
            "position:absolute;clip:rect(0,0,0,0)",
            "transform:scale(0)",
            "DISPLAY: NONE !important",
            "visibility:hidden",
            "mso-hide:all",
            "max-height:0px",
            "text-decoration-line:line-through",
        )
    ),
]


@pytest.mark.parametrize("html", UNSEEN)
def test_what_is_struck_out_or_hidden_is_no_move(html: str) -> None:
    letter = read(BESIDE + html.encode(), likely=likely)
    assert "30r y" not in texts(letter) or "html-unsure" in letter.doubts


@pytest.mark.parametrize(
    "html",
    [
        '<p style="color:rgb(0,0,0);font:12px/0 a;margin-left:-18.0pt;width:0">30r y</p>',
        '<div style="display:none">Club</div><p><u>30r y</u></p>',
        '<style type="text/css" style="display:none;">p {margin-top:0}</style><p>30r y</p>',
        "<style>.x{display:none}</style><p class=y>30r y</p><p class=x></p>",
        "<p><s>10r y</s> 30r y</p>",
        '<p>x<p style="line-height:0">30r y<br>',
        "<table><tr><td>30r</td><td>y</td></tr><tr><td>x</td></tr></table>",
        '<div style="white-space:pre-wrap">x\n30r y</div>',
        '<span style="display:block">30r y</span><span style="display:block">x</span>',
    ],
)
def test_what_is_seen_stays(html: str) -> None:
    letter = read(BESIDE + html.encode(), likely=likely)
    assert ("30r y" in texts(letter), letter.problems) == (True, ())


def both(plain: str, html: str) -> bytes:
    parts = (f"Content-Type: text/{kind}; charset=utf-8\n\n{text}\n" for kind, text in
             (("plain", plain), ("html", html)))  # fmt: skip
    head = "From: a@example.org\nContent-Type: multipart/alternative; boundary=m\n\n--m\n"
    return (head + "--m\n".join(parts) + "--m--\n").encode()


@pytest.mark.parametrize(
    "html",
    ["<p>x</p><s>30r y</s>", "<blockquote>30r y</blockquote>", "<p hidden>30r y</p>", "x",
     "not 30r y", "10r y"],
)  # fmt: skip
def test_text_and_html_that_disagree_are_doubtful(html: str) -> None:
    assert read(both("x\n30r y", html), likely=likely).doubts == ("html-differs",)


@pytest.mark.parametrize(
    ("sheet", "doubts"),
    [
        ("p{display:none}", ("html-unsure",)),
        ("@media screen { .a {} p { display: none } }", ("html-unsure",)),
        ("display:none", ()),
        (".a{display:none}", ()),
    ],
)
def test_doubts_of_the_html_are_doubts_of_the_text(sheet: str, doubts: tuple[str, ...]) -> None:
    letter = read(both("30r y", f"<style>{sheet}</style><p>30r y</p>"), likely=likely)
    assert letter.doubts == doubts


def test_what_only_the_html_plays_is_doubtful_where_the_text_has_the_words() -> None:
    assert read(both("not 30r y", "30r y"), likely=likely).doubts == ("html-differs",)
    assert read(both("no HTML here", "30r y"), likely=likely).doubts == ()


@pytest.mark.parametrize("html", ["", "<html><body><div><br></div></body></html>", "30r<br>y"])
def test_html_without_words_or_with_the_same_move_does_no_harm(html: str) -> None:
    assert read(both("30r y", html), likely=likely).doubts == ()


@pytest.mark.parametrize("raw", BOMBS.values(), ids=BOMBS.keys())
def test_bombs_are_bounded(raw: bytes) -> None:
    started = time.process_time()
    read(raw, likely=likely)
    assert time.process_time() - started < 5


def test_too_large_still_says_who_and_which() -> None:
    raw = mail(b"x" * 11_000_000, f"To: club+{TOKEN}@example.net", "Subject: move")
    letter = read(raw)
    assert (letter.arrival.kind, letter.problems) == (Kind.UNREADABLE, ("too-large",))
    assert (letter.arrival.sender, letter.arrival.subject, letter.arrival.tokens) == (
        "a@example.org",
        "move",
        (TOKEN,),
    )


@pytest.mark.parametrize(
    "announcement",
    [
        "понедельник, 6 октября 2014 г. пользователь X написал:",
        '20 окт. 2016 г. 19:37 пользователь "X"\n<x@example.net> написал:',
        "ср, 30 апр. 2025 г. в 15:19, X <x@example.net>:",
        '21.06.2018, 12:37, "X" <x@example.net>:',
        '30 серп. 2016 р. 20:45 "X" <x@example.net> пише:',
        "29 грудня 2017 р. о 19:09 <x@example.net> написав:",
        "На 13.6.2011 г. 00:38 ч., X написа:",
        "X <x@example.net> schrieb am Fr., 28.\nApr. 2017 um 11:53 Uhr:",
        "Am 03.02.2016 3:35 nachm. schrieb X <x@example.net>:",
        "On Mon, 1 Jan 2024 at 10:00, Somebody With A Long Name\n<x@example.net> wrote:",
        "Le mer. 30 avr. 2025 à 15:19, X <x@example.net> a écrit :",
        "mån 30 mars 2025 kl 15:19 skrev X <x@example.net>:",
        "śr., 30 kwi 2025 o 15:19 X <x@example.net> napisał(a):",
        "-------- Оригинално писмо --------",
        "-----Ursprüngliche Nachricht-----",
        "-----original message-----",
        "-------- Пересылаемое сообщение --------",
        "-------- Исходное сообщение --------",
        "Начало переадресованного сообщения:",
        "Von: X\nGesendet: heute\nAn: Y\nBetreff: Z",
        "*От:* X\n*Отправлено:* сегодня\n*Кому:* Y\n*Тема:* Z",
        "От: X\nОтносно: Z\nДо: Y\nИзпратено на: днес",
        "From: X\n\nSent: today\n\nTo: Y\n\nSubject: Z",
        "От: X\nИзпратено: днес\nДо: Y\nОтносно: Z",
        "De : X\nEnvoyé : lundi\nÀ : Y\nObjet : Z",
        "De: X\nEnviado el: lunes\nPara: Y\nAsunto: Z",
        "Da: X\nInviato: lunedì\nA: Y\nOggetto: Z",
        "Od: X\nWysłano: dziś\nDo: Y\nTemat: Z",
        "Od: X\nOdesláno: dnes\nKomu: Y\nPředmět: Z",
        "Kimden: X\nGönderildi: bugün\nKime: Y\nKonu: Z",
        "Van: X\nVerzonden: maandag\nAan: Y\nOnderwerp: Z",
        "Од: X\nПослато: данас\nЗа: Y\nПредмет: Z",
        "Od: X\nPoslano: danas\nZa: Y\nPredmet: Z",
        "-------- Původní zpráva --------",
        "-----Oorspronkelijk bericht-----",
        "-------- Orijinal İleti --------",
        "-------- Αρχικό μήνυμα --------",
        "-------- Оригинална порука --------",
        "-------- Izvorna poruka --------",
        "-------- Изпратено писмо --------",
        "---- Original ----",
        "-------- Sporočilo strežnika --------",  # a language that is not known
        "Пересланное сообщение:",
        "Исходное сообщение",
        "Original Message:",
        "Forwarded:",
        "Цитирование X <x@example.net>:",
        "Quoting X:",
        "Zitat von X <x@example.net>:",
        '30.11.2026, 12:00, "X" <x@example.net>',
        "Отправлено с iPhone",
        "Отправлено из мобильной Яндекс.Почты",
        "Отправлено из мобильной Почты Mail",
        "Gesendet von Outlook für Android",
        "Von meinem iPhone gesendet",
        "Get Outlook for iOS",
        "Надіслано з iPhone",
        "Изпратено от моя iPhone",
        "-- ",
        marker("write above this line", TOKEN),
    ],
)
@pytest.mark.parametrize("blank", ["", "\n"])
def test_nothing_below_an_announcement_is_taken(announcement: str, blank: str) -> None:
    body = f"-40ж с\n{blank}30к ж\n{blank}{announcement}\n{blank}100с к10\n"
    assert texts(read(mail(body.encode()), likely=likely)) == ["-40ж с", "30к ж"]


def test_what_may_be_a_separator_is_doubtful() -> None:
    """A move below it may be the player's own second one, and is not left out silently."""
    letter = read(mail("30к ж\n---- и ещё ----\n-40ж с\n".encode()), likely=likely)
    assert (texts(letter), letter.doubts) == (["30к ж"], ("below",))


def test_a_move_just_above_an_attribution_without_a_colon_is_kept() -> None:
    letter = read(mail("30к ж\n---- On 1 Jan 2026 X <x@example.net> wrote ----\n".encode()))
    assert texts(letter) == ["30к ж"]


@pytest.mark.parametrize("quote", ["> ", ">", " >", ">> ", "Кл> ", "  > "])
def test_answers_below_and_between_quotations_count(quote: str) -> None:
    body = f"X <x@example.net> пишет:\n{quote}100с к10\n-40ж с\n{quote}20с к\n\n30к ж\n"
    assert texts(read(mail(body.encode()), likely=likely)) == ["-40ж с", "30к ж"]


@pytest.mark.parametrize(
    "line",
    ["-40ж", "-40ж с", "- 40ж", "-3с +5к", "-все с", "–40ж", "−40ж", "--40ж", ":2к x2ж", "*2к :2ж"],
)
def test_lines_that_look_like_furniture_are_kept(line: str) -> None:
    body = f"Привет\n\n{line}\n\nАнна\n"
    assert normalise(line) in texts(read(mail(body.encode())))


SIX_MOVES = ["З0к ж", "-40ж с", "100с -10к -20ж -30з", "30к -60ж", "x2к ж", "20з с"]
CYRILLIC = ["utf-8", "cp1251", "koi8-r", "iso8859-5", "cp866", "mac_cyrillic"]


@pytest.mark.parametrize("really", CYRILLIC)
@pytest.mark.parametrize("declared", ["", "us-ascii", "x-unknown", "iso-8859-1", "invalid-charset"])
def test_moves_decide_the_charset(really: str, declared: str) -> None:
    for move in SIX_MOVES:
        decoded = decode(move.encode(really), declared, fit)
        assert decoded.text == move or decoded.doubtful


def fit(text: str) -> str:
    return text if likely(text) else ""


def test_two_readings_of_the_same_octets_are_doubtful() -> None:
    octets = "30к -60ж".encode("iso8859-5")
    assert octets.decode("koi8-r") == "30з -60ж"
    assert decode(octets, "", fit).doubtful
    assert decode(octets, "iso-8859-5", fit) == ("30к -60ж", False, False)


def test_a_mistyped_move_is_not_repaired_by_another_charset() -> None:
    octets = "30в -60ж".encode("koi8-r")
    assert fit(octets.decode("iso8859-5"))
    assert decode(octets, "koi8-r", fit).doubtful


def test_a_false_cyrillic_label_is_seen_through() -> None:
    assert decode("30к -60ж".encode("cp1251"), "koi8-r", fit) == ("30к -60ж", False, False)


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("Anna@Example.org", ("anna@example.org", "")),
        ("J. Smith <a@example.org>", ("a@example.org", "")),
        ('"=?utf-8?b?0JDQvdC90LA=?=" <a@example.org>', ("a@example.org", "")),
        ("Анна <a@example.org>", ("a@example.org", "")),
        ('"b@example.org" <a@example.org>', ("a@example.org", "")),
        ("b@example.org <a@example.org>", ("", "malformed")),
        ("=?utf-8?q?b?=@example.org", ("", "malformed")),
        ("a@example.org, b@example.org", ("", "several-mailboxes")),
        ("g: a@example.org;", ("", "group")),
        ("Анна <анна@example.org>", ("", "malformed")),
        ("(c):", ("", "malformed")),
        ("!an??:=m==fr2@[C", ("", "malformed")),
        ("A <a@example.org> <b@example.org>", ("", "malformed")),
        ("x" * 5_000, ("", "malformed")),
    ],
)
def test_sender(value: str, expected: tuple[str, str]) -> None:
    assert read_sender([value]) == expected


def test_sender_needs_exactly_one_field() -> None:
    assert read_sender([]) == ("", "none")
    assert read_sender(["a@example.org", "a@example.org"]) == ("", "several-fields")


def test_plus_parts_are_one_box() -> None:
    assert bare("Club+vesna.1.1.x@Example.net") == "club@example.net"


def test_tokens_stand_in_order_of_trust() -> None:
    address, thread, subject, body = (issue(bytes(32), name, 1, 1) for name in "abcd")
    raw = mail(f"> {body}\n".encode(), f"Subject: {subject}", f"In-Reply-To: <{thread}@x>",
               f"Delivered-To: club+{str(address).upper()}@example.net")  # fmt: skip
    assert read(raw).arrival.tokens == (address, thread, subject, body)


def with_paper(*papers: bytes) -> bytes:
    parts = b"".join(
        b"--m\nContent-Type: application/pdf\nContent-Disposition: attachment; filename=f.pdf\n\n"
        + paper + b"\n" for paper in papers
    )  # fmt: skip
    return (
        b"From: a@example.org\nContent-Type: multipart/mixed; boundary=m\n\n" + parts + b"--m--\n"
    )


def test_form_is_read_and_makes_an_order() -> None:
    letter = read(with_paper(b"%PDF-1"), form_reader=lambda _: {"card": "30r y", "t": str(TOKEN)})
    assert (letter.arrival.kind, letter.arrival.tokens) == (Kind.ORDER, (TOKEN,))
    assert letter.form == {"card": "30r y", "t": str(TOKEN)}
    assert letter.problems == ()  # that it has no text does not matter then


def test_paper_without_fields_is_no_form() -> None:
    letter = read(with_paper(b"%PDF-1"), form_reader=lambda _: {})
    assert (letter.arrival.kind, letter.form) == (Kind.EMPTY, None)


def test_forms_that_differ_or_cannot_be_read_are_problems() -> None:
    def reader(paper: bytes) -> dict[str, str]:
        if b"torn" in paper:
            raise IndexError
        return {"card": paper.decode()}

    letter = read(with_paper(b"%PDF-1", b"%PDF-torn", b"%PDF-2"), form_reader=reader)
    assert letter.problems == letter.doubts == ("form-unreadable", "forms-differ")


def test_what_only_explains_is_no_doubt() -> None:
    letter = read(with_paper(b"%PDF-1"), form_reader=lambda _: {})
    assert (letter.problems, letter.doubts) == (("no-text",), ())


def test_a_named_text_is_the_letter_where_there_is_no_other() -> None:
    named = b'From: a@example.org\nContent-Type: text/plain; name="text_0.txt"\n\n30r y\n'
    assert texts(read(named)) == ["30r y"]


def test_a_winmail_beside_a_text_does_no_harm() -> None:
    raw = (
        b"From: a@example.org\nContent-Type: multipart/mixed; boundary=m\n\n--m\n"
        b"Content-Type: text/plain\n\n30r y\n--m\nContent-Type: application/ms-tnef\n\nx\n--m--\n"
    )
    letter = read(raw)
    assert (letter.arrival.kind, letter.problems, texts(letter)) == (Kind.ORDER, (), ["30r y"])


def test_identity_of_a_letter() -> None:
    raw = mail(b"30r y\n", "Message-ID: <x@y>", "References: <a@b> <c@d>", "In-Reply-To: <c@d>")
    letter = read(raw)
    assert letter.arrival.message_id == "<x@y>"
    assert (letter.arrival.in_reply_to, letter.arrival.references) == ("<c@d>", ("<a@b>", "<c@d>"))
    assert (len(letter.arrival.sha256), len(letter.arrival.message_hash)) == (64, 64)
    assert read(mail(b"30r y\n", "Message-ID: <[abc@x]>")).arrival.message_id == "<[abc@x]>"


def test_without_a_message_id_what_no_server_changes_tells_copies() -> None:
    copies = [
        read(mail(b"30r y\n", "Date: today", *more)).arrival
        for more in ([], ["Message-ID: nonsense"], ["Received: x", "X-Virus: none"])
    ]
    assert len({arrival.message_hash for arrival in copies}) == 1
    assert len({arrival.sha256 for arrival in copies}) == 3
    for other in (mail(b"30r g\n", "Date: today"), mail(b"30r y\n", "Date: tomorrow")):
        assert read(other).arrival.message_hash != copies[0].message_hash


def test_reading_keeps_the_parser_away_from_header_objects() -> None:
    """A received header is plain text, so setting it elsewhere can inject nothing (#121650)."""
    letter = read(mail(b"", "Subject: =?utf-8?q?a=0D=0ABcc=3A_x?="))
    answer = Message()
    answer["Subject"] = letter.arrival.subject
    assert letter.arrival.subject == "a Bcc: x"
    assert "\nBcc" not in answer.as_string()
