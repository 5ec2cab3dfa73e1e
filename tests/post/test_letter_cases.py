"""Every letter in tests/letters is read as its file says."""

from pathlib import Path

import pytest
from letter_case import HOUSE, LETTERS, likely, load, read

from pbm.post.letter import Letter

CASES = sorted(LETTERS.glob("*.case"))
ALWAYS = {"kind", "sender", "tokens", "lines", "dropped", "problems"}
SOMETIMES = {"why_no_sender", "bounced", "subject"}


def as_plain(letter: Letter) -> dict[str, object]:
    return {
        "kind": str(letter.arrival.kind),
        "sender": letter.arrival.sender,
        "why_no_sender": letter.arrival.why_no_sender,
        "tokens": [str(token) for token in letter.arrival.tokens],
        "lines": [line.text for line in letter.lines],
        "dropped": [one.why for one in letter.dropped],
        "problems": list(letter.problems),
        "bounced": list(letter.arrival.bounced),
        "subject": letter.arrival.subject,
    }


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_letter_is_read(path: Path) -> None:
    case = load(path)
    expected = dict(case.sections["read"])
    assert expected.pop("about").strip()
    assert expected.keys() >= ALWAYS
    assert expected.keys() <= ALWAYS | SOMETIMES
    read_as = as_plain(read(case.raw, own_addresses=HOUSE, likely=likely))
    assert {key: read_as[key] for key in expected} == expected


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_line_ends_do_not_matter(path: Path) -> None:
    raw = load(path).raw.replace(b"\r\n", b"\n")
    crlf = read(raw.replace(b"\n", b"\r\n"), own_addresses=HOUSE, likely=likely)
    lf = read(raw, own_addresses=HOUSE, likely=likely)
    assert as_plain(crlf) == as_plain(lf)


def test_there_are_cases() -> None:
    assert len(CASES) >= 40
