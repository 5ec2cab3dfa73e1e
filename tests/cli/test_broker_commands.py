"""Broker at the command line: companies of one's own, and standing orders of any seat."""

import json
import re
from pathlib import Path

import pytest
from terminal import pbm

SEED = "00" * 32


@pytest.fixture
def may(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A game of two in which Ann is to move."""
    monkeypatch.delenv("PBM_HOME", raising=False)
    assert pbm("init", str(tmp_path / "club")).status == 0
    monkeypatch.chdir(tmp_path / "club")
    words = ("new", "may", "--rules", "broker", "--players", "Ann, Bob", "--seed", SEED)
    opened = pbm(*words, "--option", "order=given", "--language", "en")
    assert opened.status == 0, opened
    assert "companies=A,B,C,D" in opened.out
    return tmp_path / "club" / "games" / "may.yaml"


def test_a_move_with_an_order_beside_it(may: Path) -> None:
    shown = pbm("move", "may", "+1A | 60В С | +1D | оставя 0 А")
    assert shown.out.splitlines()[0] == "+1A | 60B -30C | +1D; keep A 0"
    assert shown.status == 0


def test_a_standing_order_is_typed_for_another_seat(may: Path) -> None:
    shown = pbm("move", "may", "keep A 3", "--seat", "Bob")
    assert shown.out.splitlines() == [
        "keep A 3",
        "Bob will keep A in a crash: 3 at most.",
        "To move: Ann",
    ]
    state = json.loads(pbm("show", "may", "--json").out)
    assert (state["to_move"], state["entry"]) == ("Ann", 1)
    assert state["state"]["seats"]["Bob"]["keep"] == [["A", 3]]
    assert "1 move" not in pbm("verify", str(may)).out
    assert pbm("move", "may", "60B C").status == 0
    assert pbm("verify", str(may)).status == 0


def test_a_move_of_another_seat_is_no_standing_order(may: Path) -> None:
    before = may.read_bytes()
    for words in (("move", "may", "60B C"), ("check", "may", "60B C"), ("moves", "may")):
        shown = pbm(*words, "--seat", "Bob")
        assert shown.status == 1
        assert "It is the turn of Ann" in shown.err
    assert may.read_bytes() == before


def test_an_order_that_cannot_be_read_says_how(may: Path) -> None:
    shown = pbm("check", "may", "keep E 3", "--seat", "Bob")
    assert shown.status == 1
    assert "keep A 3" in shown.err
    assert "B23" in shown.err


def test_moves_are_ready_to_send(may: Path) -> None:
    lines = pbm("moves", "may", "--seat", "Ann").out.splitlines()
    assert lines
    for line in lines:
        assert pbm("check", "may", line).out.splitlines()[0] == line


def test_lines_are_shown_in_the_language_of_whoever_reads(may: Path) -> None:
    words = ("new", "maj", "--rules", "broker", "--players", "Ann, Bob", "--seed", SEED)
    assert pbm(*words, "--option", "order=given", "--language", "bg").status == 0
    assert pbm("move", "maj", "keep A all", "--seat", "Bob").out.startswith("оставя A всички\n")
    assert "│ A all" in pbm("show", "maj").out
    assert "1. Bob keep A all\n" in pbm("history", "maj").out


def test_a_standing_order_does_not_hide_what_the_last_move_did_to_prices(may: Path) -> None:
    pbm("move", "may", "100A" if "100A" in pbm("moves", "may").out else "60A B")
    prices = pbm("show", "may").out.partition("Position")[0].partition("Prices")[2]
    assert re.search("A │ A │ 100 │ [0-9]+\n", prices)
    assert pbm("move", "may", "keep A 1", "--seat", "Ann").status == 0
    assert pbm("move", "may", "keep B 1", "--seat", "Ann").status == 0
    assert prices in pbm("show", "may").out


def test_companies_of_ones_own(may: Path) -> None:
    names = "companies=Siemens,Bayer,Krupp,Deutz"
    words = ("new", "own", "--rules", "broker", "--players", "Ann, Bob", "--seed", SEED)
    assert names in pbm(*words, "--option", names, "--language", "en").out
    lines = pbm("moves", "own").out.splitlines()
    assert "60S -30B" in lines
    state = json.loads(pbm("show", "own", "--json").out)["state"]
    assert list(state["prices"]) == ["Siemens", "Bayer", "Krupp", "Deutz"]
    shown = pbm(*words[:1], "bad", *words[2:], "--option", "companies=Siemens,Opel,Krupp,Deutz")
    assert shown.status == 1
    assert "Opel" in shown.err
