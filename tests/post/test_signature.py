"""Our own check of signatures: what a valid one must be of, and must cover."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from signing import FIELDS, SELECTOR, Dns, dark, dns, keys, sign

from pbm.post.signature import dkim_verdict
from pbm.post.verdict import Grade

LETTER = b"""\
From: Anna <anna@good.test>\r
To: club+vesna.0.1.aaaaaaaaaaaaaaaa@club.test\r
Subject: Re: vesna 1\r
Date: Mon, 30 Nov 2026 10:00:00 +0000\r
Message-ID: <1@good.test>\r
Content-Type: text/plain\r
\r
30r y\r
"""
SIGNED = sign(LETTER)


def found(raw: bytes, domain: str = "good.test", dnsfunc: Dns | None = None) -> tuple[Grade, str]:
    verdict = dkim_verdict(raw, domain, dnsfunc or dns())
    return verdict.grade, verdict.why


def test_a_whole_signature_of_the_senders_domain() -> None:
    assert dkim_verdict(SIGNED, "good.test", dns()) == (Grade.PASS, "signed", "good.test")


@pytest.mark.parametrize("body", [b"relaxed", b"simple"])
@pytest.mark.parametrize("head", [b"relaxed", b"simple"])
def test_every_canonical_form_and_line_end(head: bytes, body: bytes) -> None:
    signed = sign(LETTER, canonical=(head, body))
    assert found(signed) == (Grade.PASS, "signed")
    assert found(signed.replace(b"\r\n", b"\n")) == (Grade.PASS, "signed")


def test_fields_above_the_signature_change_nothing() -> None:
    above = b"Return-Path: <anna@good.test>\r\nReceived: by mx.club.test; Mon, 30 Nov 2026\r\n"
    assert found(above + SIGNED) == (Grade.PASS, "signed")


@pytest.mark.parametrize(
    ("signer", "sender", "expected"),
    [
        ("good.test", "mail.good.test", (Grade.PASS, "signed")),
        ("mail.good.test", "good.test", (Grade.PASS, "signed")),
        ("bad.test", "good.test", (Grade.NONE, "another-domain")),
        ("a.good.test", "b.good.test", (Grade.NONE, "another-domain")),
        ("notgood.test", "good.test", (Grade.NONE, "another-domain")),
        ("test", "good.test", (Grade.NONE, "another-domain")),
        ("good.test", "", (Grade.NONE, "another-domain")),
    ],
)
def test_alignment(signer: str, sender: str, expected: tuple[Grade, str]) -> None:
    assert found(sign(LETTER, signer), sender, dns(signer)) == expected


def test_another_domains_key_is_not_even_asked_for() -> None:
    asked: list[str] = []
    dkim_verdict(sign(LETTER, "bad.test"), "good.test", asked.append)
    assert asked == []


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        (b"30r y", b"30r g", "broken"),
        (b"Re: vesna", b"Re: leto", "broken"),
        (b"anna@good.test>\r\nTo", b"boris@good.test>\r\nTo", "broken"),
        (b"aaaaaaaaaaaaaaaa", b"bbbbbbbbbbbbbbbb", "broken"),
        (b"30r y\r\n", b"30r y\r\n40r g\r\n", "broken"),
        (b"Date:", b"Reply-To: evil@bad.test\r\nDate:", "broken"),
        (b"From: Anna", b"From: boris@good.test\r\nFrom: Anna", "doubled"),
        (b"Subject:", b"Subject: other\r\nsubject:", "doubled"),
        (b"Content-Type: text", b"Content-Type: text/html\r\nContent-Type: text", "doubled"),
        (b"Subject: Re", b"Subject: x\rFrom: boris@good.test\rX: Re", "malformed"),
        (b"Subject: Re", b"Subject: \0Re", "malformed"),
        (b"Subject:", b"no field at all\r\nSubject:", "malformed"),
        (b"d=good.test", b"d=good.test; d=bad.test", "malformed"),
        (b"s=autumn", b"s=autumn (x)", "malformed"),
        (b"s=autumn", b"s=../../etc", "malformed"),
        (b"s=autumn", b"s=" + b"a" * 5_000, "malformed"),
        (b"s=autumn", b"s=" + b".".join([b"a" * 50] * 5), "malformed"),
        (b"s=autumn", b"s=" + b" " * 60 + b"autumn", "malformed"),
        (b"s=autumn", b"s=winter", "key"),
        (b"bh=", b"l=0; bh=", "partial"),
        (b"v=1;", b"v=2;", "broken"),
        (b"v=1;", b"v=1; x=1;", "broken"),
        (b"30r y", b" " * 20_000 + b"30r y", "malformed"),
    ],
)
def test_what_was_changed(old: bytes, new: bytes, why: str) -> None:
    assert old in SIGNED
    assert found(SIGNED.replace(old, new, 1)) == (Grade.FAIL, why)


def test_a_signature_of_the_beginning_does_not_count() -> None:
    """With `l=` a signature is valid whatever is appended."""
    partial = sign(LETTER, partial=True)
    assert found(partial) == (Grade.FAIL, "partial")
    assert found(partial + b"40r g\r\n") == (Grade.FAIL, "partial")


@pytest.mark.parametrize(
    ("without", "why"),
    [
        ({"reply-to"}, "uncovered"),
        ({"subject"}, "uncovered"),
        ({"to", "message-id"}, "uncovered"),
        ({"to"}, "signed"),
        ({"message-id"}, "signed"),
        ({"date"}, "signed"),
    ],
)
def test_the_fields_that_must_be_signed(without: set[str], why: str) -> None:
    letter = b"Reply-To: anna@good.test\r\n" + LETTER
    assert found(sign(letter, fields=[name for name in FIELDS if name not in without]))[1] == why


PARTS = (
    b"From: anna@good.test\r\nTo: club@example.org\r\nSubject: x\r\nMessage-ID: <1@good.test>\r\n"
    b'Content-Type: multipart/mixed; boundary="b"\r\n\r\n'
    b"--b\r\nContent-Type: text/plain\r\n\r\nThank you!\r\n"
    b"--b\r\nContent-Type: text/plain; name=old.txt\r\n\r\n"
    b"--inner\r\nContent-Type: text/plain\r\n\r\n30r y\r\n--inner--\r\n--b--\r\n"
)


@pytest.mark.parametrize(
    "kind",
    [b'multipart/mixed; boundary="inner"', b"multipart/mixed; boundary=", b"text/plain", b"x"],
)
def test_an_unsigned_content_type_divides_the_text_as_it_was_made(kind: bytes) -> None:
    signed = sign(PARTS)
    assert found(signed) == (Grade.PASS, "signed")
    turned = signed.replace(b'multipart/mixed; boundary="b"', kind)
    assert found(turned) == (Grade.FAIL, "uncovered")
    whole = sign(PARTS, fields=[*FIELDS, "content-type"])
    assert found(whole) == (Grade.PASS, "signed")


def test_a_reply_to_that_was_added_later() -> None:
    signed = sign(LETTER, fields=[name for name in FIELDS if name != "reply-to"])
    assert found(signed) == (Grade.PASS, "signed")
    assert found(b"Reply-To: evil@bad.test\r\n" + signed) == (Grade.FAIL, "uncovered")


def test_sha1_proves_nothing() -> None:
    assert found(SIGNED.replace(b"rsa-sha256", b"rsa-sha1")) == (Grade.FAIL, "weak")


def test_no_signature() -> None:
    assert found(LETTER) == (Grade.NONE, "unsigned")
    assert found(b"") == (Grade.NONE, "unsigned")


@pytest.mark.parametrize(
    "other",
    [sign(LETTER, "bad.test"), SIGNED.replace(b"s=autumn", b"s=winter"), b"DKIM-Signature: x\r\n"],
)
def test_one_good_signature_of_several_is_enough(other: bytes) -> None:
    field = other.partition(b"From:")[0]
    assert found(field + SIGNED) == (Grade.PASS, "signed")
    assert found(SIGNED.replace(b"From:", field + b"From:", 1)) == (Grade.PASS, "signed")


def test_only_so_many_signatures_are_looked_at() -> None:
    asked: list[str] = []

    def ask(name: str) -> bytes | None:
        asked.append(name)
        return None

    dkim_verdict(SIGNED.partition(b"From:")[0] * 100 + LETTER, "good.test", ask)
    assert 1 <= len(asked) <= 5


@pytest.mark.parametrize(
    "record",
    [
        None,
        b"",
        b"v=DKIM1; p=",
        b"v=DKIM1; p=!!!",
        b"\xff",
        b"p=AAAA",
        keys()[1] + b"; t=y",
        b"x" * 10_000,
    ],
)
def test_keys_that_are_none(record: bytes | None) -> None:
    grade, why = found(SIGNED, dnsfunc=lambda _: record)
    assert grade is Grade.FAIL
    assert why in {"key", "broken"}


def test_a_name_server_that_does_not_answer_is_no_forgery() -> None:
    assert found(SIGNED, dnsfunc=dark) == (Grade.UNKNOWN, "dns")
    winter = SIGNED.partition(b"From:")[0].replace(b"s=autumn", b"s=winter")

    def half(name: str) -> bytes | None:
        return dark(name) if name.startswith("winter") else keys()[1]

    assert found(winter + SIGNED, dnsfunc=half) == (Grade.PASS, "signed")
    assert found(winter + LETTER, dnsfunc=half) == (Grade.UNKNOWN, "dns")


def test_the_name_that_is_asked() -> None:
    asked: list[str] = []

    def ask(name: str) -> bytes | None:
        asked.append(name)
        return keys()[1]

    assert found(SIGNED, dnsfunc=ask)[0] is Grade.PASS
    assert asked == [f"{SELECTOR}._domainkey.good.test"]


@settings(derandomize=True, deadline=2_000, max_examples=300)
@given(at=st.floats(0, 1), length=st.integers(0, 20), octets=st.binary(max_size=20))
def test_any_octets_are_checked(at: float, length: int, octets: bytes) -> None:
    place = int(at * len(SIGNED))
    changed = SIGNED[:place] + octets + SIGNED[place + length :]
    dkim_verdict(changed, "good.test", dns())
    dkim_verdict(octets, "good.test", dns())
