"""`pbm read`: what it tells of a letter, that it changes nothing, that nothing breaks it."""

import json
from pathlib import Path
from typing import Any

import pytest
from club import SETTINGS, Club, begin, filled, reply, text, written
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from letter_case import LETTERS, SECRET, load
from terminal import Shown, pbm

KEYS = ["class", "sender", "trust", "token", "game", "seat", "lines", "dropped", "problems"]
CLASSES = {"order", "auto-reply", "bounce", "own", "list", "empty", "unreadable"}
RAWS = [load(path).raw for path in sorted(LETTERS.glob("*.case"))]
PIECES = [
    b"\n", b"\r\n\r\n", b"--m\n", b"--m--\n", b"\x00", b"\xff", b"\x14", b"=?utf-8?b?", b"?=",
    b"<s>", b"&#1;", b"</div>", b"5" * 99, b"\xd0\xb7" * 60, "30к -60ж\n".encode(), b"> ",
    "│ ".encode(),
    b"Content-Type: text/html\n\n", b"Content-Type: multipart/mixed; boundary=m\n\n",
    b"Content-Type: text/plain; charset=utf-7\n\n+2AA-",
    b"Content-Type: application/pdf\n\n%PDF-1.4\n",
    b"Content-Type: message/rfc822\n\n", b"Content-Transfer-Encoding: base64\n", b"charset=hz",
    b"Authentication-Results: x; dmarc=pass\n", b"DKIM-Signature: v=1; a=rsa-sha256; d=x; b=\n",
    b"From: anna@example.org\n", b"Auto-Submitted: x\n",
]  # fmt: skip
# Derandomised: the same letters in every run.
bounded = settings(
    derandomize=True, deadline=None, max_examples=150, suppress_health_check=list(HealthCheck)
)


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Club:
    club = begin(tmp_path_factory.mktemp("read") / "club")
    (club.folder / "secret").write_text(f"{SECRET.hex()}\n")
    club.open()
    return club


def told(club: Club, raw: bytes) -> dict[str, Any]:
    """What `--json` prints of a letter, which is also told in words."""
    as_json = pbm("--home", str(club.folder), "read", "-", "--json", stdin=raw)
    words = pbm("--home", str(club.folder), "read", "-", stdin=raw)
    for shown in (as_json, words):
        assert (shown.status, shown.err) == (0, "")
        (shown.out + shown.err).encode()
    plain: dict[str, Any] = json.loads(as_json.out)
    assert list(plain) == KEYS
    assert plain["class"] in CLASSES
    assert f"class: {plain['class']}\n" in words.out
    return plain


def contents(folder: Path) -> dict[str, bytes]:
    """All files but the lock."""
    files = (path for path in folder.rglob("*") if path.is_file() and path.name != "lock")
    return {str(path): path.read_bytes() for path in files}


def test_a_move_is_told_whole_and_nothing_is_changed(club: Club) -> None:
    raw = reply(club.last("anna@"), "30к ж\n-- \nAnna")
    before = contents(club.folder)
    plain = told(club, raw)
    assert plain["class"] == "order"
    assert plain["sender"] == "anna@example.org"
    assert plain["trust"].startswith("trusted: ")
    assert plain["token"].startswith("vesna.0.1.")
    assert (plain["game"], plain["seat"], plain["lines"]) == ("vesna", "Анна", ["30к ж"])
    assert plain["dropped"][0]["why"] == "signature"
    assert plain["problems"] == []
    assert contents(club.folder) == before


def test_what_was_dropped_names_cards_and_is_shown_only_if_it_is_asked_for(club: Club) -> None:
    letter = club.last("anna@")
    lines = text(letter).splitlines()
    hand = lines[lines.index("Ваши карты") + 2]
    assert hand.startswith("│ ")
    raw = reply(letter, "З0к\n-- \nAnna")
    home = ("--home", str(club.folder), "read", "-")
    for words in (home, (*home, "--json")):
        assert hand not in pbm(*words, stdin=raw).out
        assert hand in pbm(*words, "--reveal", stdin=raw).out
    told_dropped = json.loads(pbm(*home, "--json", stdin=raw).out)["dropped"][0]
    shown = json.loads(pbm(*home, "--json", "--reveal", stdin=raw).out)["dropped"][0]
    assert told_dropped["text"] == "-- "
    assert shown["text"].startswith("-- \nAnna\n")
    assert told_dropped["lines"] == shown["lines"] == len(shown["text"].split("\n"))
    assert f"  signature: '-- ' ({shown['lines']} lines)\n" in pbm(*home, stdin=raw).out


def test_what_is_quoted_is_told_by_its_lines_alone(club: Club) -> None:
    raw = reply(club.last("anna@"), "30к ж")
    (quote,) = told(club, raw)["dropped"]
    assert (quote["why"], quote["text"]) == ("quote", None)
    shown = pbm("--home", str(club.folder), "read", "-", stdin=raw).out
    assert f"  quote: {quote['lines']} lines\n" in shown


def test_what_stands_in_a_filled_form_is_told(club: Club) -> None:
    raw = written("", filled(club.last("anna@"), stage1="-1с", card="30к ж"))
    assert told(club, raw)["lines"] == ["-1с | 30к ж |"]
    shown = pbm("--home", str(club.folder), "read", "-", stdin=raw)
    assert "own lines:\n  -1с | 30к ж |\n" in shown.out


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("01-plain", {"class": "order", "game": "vesna", "trust": "trusted: "}),
        ("80-vacation", {"class": "auto-reply", "lines": []}),
        ("76-bounce-dsn", {"class": "bounce", "lines": []}),
        ("86-own-back", {"class": "own"}),
        ("88-list", {"class": "list", "trust": "held: it came through a mailing list"}),
        ("102-empty", {"class": "empty", "lines": []}),
        ("62-pgp-encrypted", {"class": "unreadable", "problems": ["encrypted"]}),
        ("90-from-display-name", {"trust": "held: it has the token of Анна but another sender"}),
        ("91-from-two-fields", {"sender": "", "trust": "held: it does not say clearly who"}),
        ("101-token-none", {"token": None, "game": None, "trust": "no token; a player"}),
    ],
)
def test_every_class_and_why_it_is_trusted_or_not(
    club: Club, name: str, expected: dict[str, Any]
) -> None:
    plain = told(club, load(LETTERS / f"{name}.case").raw)
    trust = expected.pop("trust", "")
    assert str(plain["trust"]).startswith(trust)
    assert {key: plain[key] for key in expected} == expected


def test_a_letter_of_a_damaged_game_is_told_all_the_same(tmp_path: Path) -> None:
    club = begin(tmp_path / "club")
    club.open()
    raw = reply(club.last("anna@"), "30к ж")
    path = club.folder / "games" / "vesna.yaml"
    path.write_bytes(path.read_bytes().replace(b"cash", b"hash", 1))
    plain = told(club, raw)
    assert (plain["game"], plain["seat"], plain["lines"][0]) == ("vesna", None, "30к ж")
    assert plain["trust"].startswith("not known: ")


def test_outside_of_any_folder_a_letter_is_told_without_trust(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("PBM_HOME", raising=False)
    (tmp_path / "letter.eml").write_bytes(RAWS[0])
    shown = pbm("read", "letter.eml", "--json")
    assert shown.status == 0
    assert json.loads(shown.out)["trust"].startswith("unknown: ")


def test_a_file_that_is_not_there_and_a_folder(club: Club, tmp_path: Path) -> None:
    for path in (tmp_path / "none.eml", tmp_path):
        shown = pbm("--home", str(club.folder), "read", str(path))
        assert (shown.status, "Traceback" in shown.err) == (2, False)


@bounded
@given(raw=st.binary(max_size=3_000))
def test_any_octets_are_told(club: Club, raw: bytes) -> None:
    told(club, raw)


@bounded
@given(
    raw=st.sampled_from(RAWS),
    other=st.sampled_from(RAWS),
    cuts=st.lists(
        st.tuples(st.floats(0, 1), st.integers(0, 60), st.sampled_from(PIECES)), max_size=8
    ),
    splice=st.floats(0, 1),
)
def test_any_mutated_case_is_told(
    club: Club, raw: bytes, other: bytes, cuts: list[tuple[float, int, bytes]], splice: float
) -> None:
    for where, length, piece in cuts:
        at = int(where * len(raw))
        raw = raw[:at] + piece + raw[at + length :]
    told(club, raw[: int(splice * len(raw))] + other[int(splice * len(other)) :])


FOUND = {
    "a row of digits that made the notation go back and forth": b"\n" + b"5" * 70 + b"`5 x\n",
    "a control character in HTML": b"Content-Type: text/html\n\na<s>b</s>\x14<p>c&#1;<s>d</s>\n",
    "half a character in UTF-7": b"Content-Type: text/plain; charset=utf-7\n\n+2AA-\n> +2AA-\n",
    "a PDF that is none": b"Content-Type: application/pdf; name=x.pdf\n\n%PDF-1.4 x\n",
}


@pytest.mark.parametrize("raw", FOUND.values(), ids=FOUND.keys())
def test_what_fuzzing_found(club: Club, raw: bytes) -> None:
    told(club, b"From: anna@example.org\n" + raw)


def test_settings_that_are_wrong_are_told_and_no_traceback(tmp_path: Path) -> None:
    club = begin(tmp_path / "club", SETTINGS)
    (club.folder / "pbm.yaml").write_text("sender: perhaps\n")
    shown = pbm("--home", str(club.folder), "read", "-", stdin=RAWS[0])
    assert shown == Shown(2, "", shown.err)
    assert "pbm.yaml:1" in shown.err
