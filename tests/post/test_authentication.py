"""What a mail server says of senders: whose word counts, and what it must say."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from letter_case import LETTERS, load

from pbm.post.authentication import server_verdict
from pbm.post.verdict import UNASKED, Grade, Verdict, aligned, domain_of

CASES = [path for path in sorted(LETTERS.glob("*.case")) if "proved" in load(path).sections]
GMAIL, YANDEX, MAILRU = "mx.google.com", "*.yandex.net", "mxs.mail.ru"
OURS = "mx.club.test"
WRITTEN = "From: Anna <anna@good.test>\nTo: club@club.test\nSubject: 1\n\nhello\n"
RECEIVED = "Received: from a.good.test by mx.club.test; Mon, 30 Nov 2026 10:00:00 +0000\n"

FROM_GMAIL = """\
Delivered-To: club@gmail.com
Received: by 2002:a05:7010:1234:b0:3f1:aaaa:bbbb with SMTP id x;
        Mon, 30 Nov 2026 02:00:02 -0800 (PST)
ARC-Authentication-Results: i=1; mx.google.com; dmarc=fail header.from=good.test
Return-Path: <prvs=1234=anna@good.test>
Received: from mx.good.test (mx.good.test. [192.0.2.5]) by mx.google.com with ESMTPS id y;
        Mon, 30 Nov 2026 02:00:01 -0800 (PST)
Received-SPF: pass (google.com: domain of anna@good.test designates 192.0.2.5)
Authentication-Results: mx.google.com;
       dkim=pass header.i=@good.test header.s=20230601 header.b="lyWI/V+B";
       spf=pass (google.com: domain of prvs=1234=anna@good.test designates 192.0.2.5 as
       permitted sender) smtp.mailfrom="prvs=1234=anna@good.test";
       dmarc=pass (p=NONE sp=QUARANTINE dis=NONE) header.from=good.test;
       dara=pass header.i=@gmail.com
Received: from anna by mx.good.test; Mon, 30 Nov 2026 10:00:00 +0000
DKIM-Signature: v=1; a=rsa-sha256; d=good.test; s=1; h=from; bh=eA==; b=eA==
"""
FROM_YANDEX = """\
Received: from mail-front-60.iva.yp-c.yandex.net by postback11b.mail.yandex.net (Yandex) with
\tESMTPS id 6690; Mon, 30 Nov 2026 13:00:02 +0300 (MSK)
Received: from mx.good.test by mail-front-60.iva.yp-c.yandex.net (mxfront) with ESMTPS id K8;
\tMon, 30 Nov 2026 13:00:01 +0300
X-Yandex-Fwd: 1
Authentication-Results: mail-front-60.iva.yp-c.yandex.net; spf=pass
 (mail-front-60.iva.yp-c.yandex.net: domain of good.test designates 2001:db8::530 as permitted
 sender, rule=[ip6:2001:db8::/56]) smtp.mail=anna@good.test; dkim=pass header.i=@good.test
X-Yandex-Spam: 1
"""
FROM_MAILRU = """\
Return-path: <anna@good.test>
Authentication-Results: mxs.mail.ru; spf=none () smtp.mailfrom=anna@good.test smtp.helo=mx.good;
\t dkim=pass header.d=other.test;
\t dkim=pass header.d=good.test; dmarc=pass header.from=anna@good.test
Received: from [192.0.2.5] (port=54884 helo=mx.good.test) by mx5.mail.ru with esmtp
"""
FROM_ZOHO = "Authentication-Results: mx.zohomail.com; dmarc=pass header.from=<anna@good.test>\n"
FROM_OUTLOOK = """\
Received: from x.prod.outlook.com (2603:10b6::1) by y.prod.outlook.com; Mon, 30 Nov 2026
Authentication-Results: spf=pass (sender IP is 192.0.2.5) smtp.mailfrom=good.test; dkim=pass
 (signature was verified) header.d=good.test;dmarc=pass action=none
 header.from=good.test;compauth=pass reason=100
"""


def said(*fields: str, trusted: str = OURS, domain: str = "good.test") -> Verdict:
    head = "".join(field if field.endswith("\n") else f"{field}\n" for field in fields)
    return server_verdict((head + WRITTEN).encode(), trusted, domain)


def field(results: str, server: str = OURS) -> str:
    return f"Authentication-Results: {server}; {results}\n"


@pytest.mark.parametrize(
    ("fields", "trusted", "verdict"),
    [
        (FROM_GMAIL, GMAIL, Verdict(Grade.PASS, "dmarc", GMAIL)),
        (FROM_YANDEX, YANDEX, Verdict(Grade.PASS, "dkim", YANDEX)),
        (FROM_MAILRU, MAILRU, Verdict(Grade.PASS, "dmarc", MAILRU)),
        (FROM_ZOHO, "mx.zohomail.com", Verdict(Grade.PASS, "dmarc", "mx.zohomail.com")),
        # No authserv-id: anybody's word, so nobody's.
        (FROM_OUTLOOK, "outlook.com", Verdict(Grade.NONE, "silent", "outlook.com")),
        (FROM_OUTLOOK, "*.outlook.com", Verdict(Grade.NONE, "silent", "*.outlook.com")),
        (FROM_GMAIL, "", UNASKED),
        (FROM_GMAIL, OURS, Verdict(Grade.NONE, "silent", OURS)),
        (FROM_YANDEX, "*.andex.net", Verdict(Grade.NONE, "silent", "*.andex.net")),
        (FROM_YANDEX, "*.mail.ru", Verdict(Grade.NONE, "silent", "*.mail.ru")),
    ],
)
def test_fields_of_providers(fields: str, trusted: str, verdict: Verdict) -> None:
    assert said(fields, trusted=trusted) == verdict
    crlf = (fields + WRITTEN).replace("\n", "\r\n").encode()
    assert server_verdict(crlf, trusted, "good.test") == verdict


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_letters_that_servers_speak_of(path: Path) -> None:
    case = load(path)
    expected, sender = case.sections["proved"], case.sections["read"]["sender"]
    verdict = server_verdict(case.raw, expected["trust"], domain_of(sender))
    assert verdict == (expected["grade"], expected["why"], expected["trust"])


@pytest.mark.parametrize(
    ("results", "verdict"),
    [
        ("dmarc=pass header.from=good.test", (Grade.PASS, "dmarc")),
        ("DMARC=Pass header.From=GOOD.test", (Grade.PASS, "dmarc")),
        ("dmarc=pass", (Grade.PASS, "dmarc")),
        ("dmarc=pass header.from=sub.good.test", (Grade.PASS, "dmarc")),
        ("dmarc=none; dkim=pass header.d=mail.good.test", (Grade.PASS, "dkim")),
        ("dkim=fail header.d=good.test; dkim=pass header.d=good.test", (Grade.PASS, "dkim")),
        ('dkim=fail reason="a; dkim=pass b" header.d=good.test', (Grade.NONE, "unproved")),
        ("dkim=pass header.d=bad.test", (Grade.NONE, "unproved")),
        ("dkim=pass header.d=bad.test header.i=@good.test", (Grade.NONE, "unproved")),
        ("dkim=pass header.d=notgood.test", (Grade.NONE, "unproved")),
        ("dkim=pass header.d=test", (Grade.NONE, "unproved")),
        ("dkim=pass", (Grade.NONE, "unproved")),
        ("dmarc=pass header.from=bad.test", (Grade.NONE, "unproved")),
        ("dmarc=bestguesspass header.from=good.test", (Grade.NONE, "unproved")),
        ("dmarc=pass header.from=good.test; dmarc=none", (Grade.NONE, "unproved")),
        ("spf=pass smtp.mailfrom=anna@good.test", (Grade.NONE, "unproved")),
        ("none", (Grade.NONE, "unproved")),
        ("dmarc=fail (p=NONE) header.from=good.test", (Grade.FAIL, "dmarc")),
        ("dmarc=fail; dkim=pass header.d=good.test", (Grade.FAIL, "dmarc")),
        ("dmarc=pass header.from=good.test; dmarc=fail", (Grade.FAIL, "dmarc")),
        ("", (Grade.FAIL, "unreadable")),
        ("dmarc", (Grade.FAIL, "unreadable")),
        ("dmarc=pass (", (Grade.FAIL, "unreadable")),
        ("dmarc=pass)", (Grade.FAIL, "unreadable")),
        ('dmarc=pass "', (Grade.FAIL, "unreadable")),
        ("(" * 500 + ")" * 500 + "dmarc=pass", (Grade.FAIL, "unreadable")),
        ("dmarc=pass " + "x" * 9_000, (Grade.FAIL, "unreadable")),
    ],
)
def test_what_must_be_said(results: str, verdict: tuple[Grade, str]) -> None:
    assert said(field(results), RECEIVED)[:2] == verdict


@pytest.mark.parametrize(
    "results",
    [
        'spf=pass smtp.mailfrom="a; dmarc=pass header.from=good.test"@bad.test; dmarc=none',
        'spf=pass smtp.mailfrom="a\\"; dmarc=pass"@bad.test; dmarc=none',
        "spf=pass (domain of a; dmarc=pass header.from=good.test) smtp.mailfrom=a; dmarc=none",
        "spf=pass (a (b) ; dmarc=pass) smtp.mailfrom=a; dmarc=none",
        "spf=pass (a \\) ; dmarc=pass) smtp.mailfrom=a; dmarc=none",
        'spf=pass (domain of "a) ; dmarc=pass header.from=good.test; x=y ("@bad.test) x.y=z',
        'spf=pass (domain of "a) ; dkim=pass header.d=good.test; x=y (") smtp.helo=b; dmarc=none',
        "spf=pass smtp.helo=dmarc=pass; dmarc=none",
    ],
)
def test_comments_and_quotations_are_senders_text(results: str) -> None:
    assert said(field(results), RECEIVED).grade is not Grade.PASS


GOOD = field("dmarc=pass header.from=good.test")
DULL = field("spf=none")


@pytest.mark.parametrize(
    ("fields", "grade"),
    [
        # Forged below what the server wrote, whatever stands between.
        ((DULL, GOOD, RECEIVED), Grade.NONE),
        ((DULL, RECEIVED, GOOD), Grade.NONE),
        ((RECEIVED, DULL, GOOD), Grade.NONE),
        ((RECEIVED, DULL, RECEIVED, GOOD), Grade.NONE),
        ((field("dmarc=fail"), GOOD), Grade.FAIL),
        ((GOOD, field("dmarc=fail"), RECEIVED), Grade.FAIL),
        ((GOOD, field("dmarc=pass ("), RECEIVED), Grade.FAIL),
        # What an earlier server said does not count against the letter.
        ((GOOD, RECEIVED, field("dmarc=fail")), Grade.PASS),
        # Another server's field on top: the letter went on after ours, or never came through it.
        ((field("dmarc=pass", "mx.bad.test"), GOOD), Grade.NONE),
        ((GOOD, field("dmarc=fail", "mx.bad.test")), Grade.PASS),
        ((field("dmarc=pass", f"{OURS}.bad.test"),), Grade.NONE),
        ((field("dmarc=pass", f"({OURS}) mx.bad.test"),), Grade.NONE),
        ((field("dmarc=pass", f'"{OURS}" mx.bad.test'),), Grade.NONE),
        # Ours, spoilt: not a missing verdict.
        ((field("dmarc=fail (", OURS),), Grade.FAIL),
        # Below what senders write.
        (("DKIM-Signature: v=1\n", GOOD), Grade.NONE),
        (("From: Anna <anna@good.test>\n", GOOD), Grade.NONE),
        ((), Grade.NONE),
    ],
)
def test_forged_fields(fields: tuple[str, ...], grade: Grade) -> None:
    assert said(*fields).grade is grade


def test_the_name_may_have_a_version_and_comments() -> None:
    assert (
        said(f"Authentication-Results: (x) {OURS.upper()} (y) 1 (z); dmarc=pass\n").grade == "pass"
    )
    assert said(f"authentication-results:{OURS} 2; dmarc=pass\n").why == "unreadable"


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("good.test", "GOOD.test", True),
        ("good.test", "a.b.good.test", True),
        ("a.good.test", "good.test.", True),
        ("a.good.test", "b.good.test", False),
        ("good.test", "notgood.test", False),
        ("test", "good.test", False),
        ("test", "test", False),
        ("", "good.test", False),
        ("", "", False),
        (".test", "good.test", False),
    ],
)
def test_alignment(one: str, other: str, same: bool) -> None:  # noqa: FBT001
    assert aligned(one, other) is same
    assert aligned(other, one) is same


@settings(derandomize=True, deadline=2_000, max_examples=300)
@given(text=st.text(alphabet='()"\\;=@. \tadmrcpsfilé\x00', max_size=80))
def test_any_field_is_read(text: str) -> None:
    said(field(text))
    said(f"Authentication-Results:{text}\n")
