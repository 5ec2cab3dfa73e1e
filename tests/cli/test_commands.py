"""The commands: what they print, their exit statuses, and that errors change nothing."""

import json
import re
from pathlib import Path

import pytest
from terminal import Shown, pbm

from pbm.store.home import Home
from pbm.store.ledgers import Ledger

SEED = "00" * 32
COMMANDS = (
    "init", "new", "move", "check", "run", "ingest", "read", "resend",
    "show", "history", "status", "moves", "form", "verify", "demo",
)  # fmt: skip


@pytest.fixture
def club(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.delenv("PBM_HOME", raising=False)
    folder = tmp_path / "club"
    assert pbm("init", str(folder)).status == 0
    monkeypatch.chdir(folder)
    return folder


@pytest.fixture
def vesna(club: Path) -> Path:
    """A game of two in which Анна is to move."""
    opened = new()
    assert opened.status == 0, opened
    return club / "games" / "vesna.yaml"


def new(*more: str, players: str = "Анна, Борис", name: str = "vesna") -> Shown:
    words = ("new", name, "--rules", "akcioner", "--players", players, "--seed", SEED)
    return pbm(*words, "--option", "order=given", *more)


def test_a_name_that_looks_like_a_slip_opens_no_game(club: Path) -> None:
    (club / "players.yaml").write_text("Димитър Колев: d@example.org\n", encoding="utf-8")
    shown = new(players="Анна, Димитьр Колев")
    assert shown.status == 1
    assert "Did you mean Димитър Колев?" in shown.err
    assert list((club / "games").iterdir()) == []
    (club / "players.yaml").write_text(
        "Димитър Колев: d@example.org\nДимитьр Колев: {paper: true}\n", encoding="utf-8"
    )
    assert new(players="Анна, Димитьр Колев").status == 0


def everything(folder: Path) -> dict[str, bytes]:
    """All files but the lock."""
    files = (path for path in folder.rglob("*") if path.is_file() and path.name != "lock")
    return {str(path.relative_to(folder)): path.read_bytes() for path in files}


def test_init_makes_all_and_overwrites_nothing(club: Path) -> None:
    (club / "pbm.yaml").write_text("club: Mine\n")
    shown = pbm("init", str(club))
    assert shown.status == 0
    assert "already there" in shown.out
    assert (club / "pbm.yaml").read_text() == "club: Mine\n"
    assert (club / "secret").stat().st_mode & 0o777 == 0o600


def test_new_prints_the_commitment_and_who_is_to_move(club: Path) -> None:
    shown = new()
    assert shown.status == 0
    assert re.search("sha256:[0-9a-f]{64}", shown.out)
    assert "To move: Анна" in shown.out
    assert (club / "games" / "vesna.seed").stat().st_mode & 0o777 == 0o600


def test_the_ledger_holds_no_seed_and_no_address(club: Path) -> None:
    new(players="Анна <anna@example.org>, Борис")
    text = (club / "games" / "vesna.yaml").read_text("utf-8")
    assert SEED not in text
    assert "example.org" not in text
    assert "anna@example.org" in (club / "players.yaml").read_text("utf-8")


def test_two_spellings_print_the_same_first_line(vesna: Path) -> None:
    spellings = ["30к ж", "З0к -60ж", "+30K  -60ж", "30r y", "30ч ж"]
    firsts = {pbm("check", "vesna", line).out.split("\n")[0] for line in spellings}
    assert firsts == {"30к -60ж"}


def test_check_changes_nothing(vesna: Path, club: Path) -> None:
    before = everything(club)
    assert pbm("check", "vesna", "30к ж").status == 0
    assert everything(club) == before


def test_move_takes_a_line_that_begins_with_a_minus(vesna: Path) -> None:
    shown = pbm("move", "vesna", "-1с | 30к -60ж | +1з")
    assert shown.status == 0
    assert shown.out.startswith("-1с | 30к -60ж | +1з\n")
    assert pbm("move", "vesna", "-30с", "+60з", "--reveal").status in {0, 1}


def test_show_json_is_stable(vesna: Path) -> None:
    pbm("move", "vesna", "30к ж")
    shown = json.loads(pbm("show", "vesna", "--json").out)
    assert list(shown) == ["game", "rules", "entry", "to_move", "over", "result", "state"]
    assert shown["game"] == "vesna"
    assert shown["rules"] == "akcioner/1"
    assert (shown["entry"], shown["to_move"], shown["over"], shown["result"]) == (
        1,
        "Борис",
        False,
        None,
    )
    assert shown["state"]["prices"] == {"blue": 100, "red": 130, "yellow": 40, "green": 100}
    assert shown["state"]["seats"]["Анна"]["cash"] == 60
    assert shown["state"]["seats"]["Анна"]["shares"]["green"] == 1


def test_moves_prints_legal_lines_and_nothing_else(vesna: Path) -> None:
    shown = pbm("moves", "vesna", "--seat", "Анна")
    assert shown.err == ""
    lines = shown.out.splitlines()
    assert len(lines) > 10
    for line in lines:
        assert pbm("check", "vesna", line).status == 0, line


def test_nothing_shows_a_hand_unless_it_is_asked_for(vesna: Path) -> None:
    mine = set(pbm("moves", "vesna", "--seat", "Анна").out.split("\n"))
    public = set(pbm("moves", "vesna").out.split("\n"))
    assert len(public) > len(mine)
    assert "The hand" not in pbm("show", "vesna").out
    assert "The hand of Анна" in pbm("show", "vesna", "--seat", "Анна").out
    not_held = next(line for line in sorted(public - mine) if "|" not in line and line)
    refused = pbm("move", "vesna", not_held)
    revealed = pbm("move", "vesna", not_held, "--reveal")
    assert refused.status == revealed.status == 1
    assert "You could send" not in refused.err
    assert "You could send" in revealed.err


def test_an_ambiguous_line_is_refused_with_lines_where_nobody_can_be_asked(vesna: Path) -> None:
    shown = pbm("move", "vesna", "З0к")
    assert shown.status == 1
    assert [line.strip() for line in shown.err.splitlines()[-3:]] == ["З0к с", "З0к ж", "З0к з"]


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("", "no move here"),
        ("привет", "not part of a move"),
        ("30к -50ж", "30к -60ж"),
        ("70к ж", "no such card"),
        ("-1с", "A10"),
        ("-5с | 30к ж |", "A11"),
        ("+5с | 30к ж |", "A11"),
        ("-все с +1к | 30к ж | -2к", "A13"),
        ("-1с 30к -60ж +1з", "-1с | 30к -60ж | +1з"),
    ],
)
def test_a_wrong_line_is_refused_and_changes_nothing(
    vesna: Path, club: Path, line: str, words: str
) -> None:
    before = everything(club)
    shown = pbm("move", "vesna", line)
    assert shown.status == 1
    assert words in shown.err
    assert everything(club) == before


def test_trade_in_the_last_move_is_refused(club: Path) -> None:
    new("--option", "formula=1+1")
    for _ in range(2):
        mover = json.loads(pbm("show", "vesna", "--json").out)["to_move"]
        line = pbm("moves", "vesna", "--seat", mover).out.split("\n")[0]
        assert pbm("move", "vesna", line).status == 0
    card = pbm("moves", "vesna", "--seat", "Анна").out.split("\n")[0]
    shown = pbm("move", "vesna", f"-1с | {card} |")
    assert shown.status == 1
    assert "A40" in shown.err
    assert card in shown.err


def test_a_finished_game_takes_no_moves_and_still_has_a_form(club: Path) -> None:
    new("--option", "formula=1+1")
    while (mover := json.loads(pbm("show", "vesna", "--json").out)["to_move"]) is not None:
        pbm("move", "vesna", pbm("moves", "vesna", "--seat", mover).out.split("\n")[0])
    assert pbm("move", "vesna", "30к ж").status == 1
    over = json.loads(pbm("show", "vesna", "--json").out)
    assert over["over"] is True
    assert over["result"]["winners"]
    assert "The winner is" in pbm("show", "vesna").out
    assert pbm("form", "vesna", "-o", "over.pdf").status == 0
    assert (club / "over.pdf").read_bytes().startswith(b"%PDF")
    *_, before, _, last = Ledger.open(club / "games" / "vesna.yaml").entries()
    shown = pbm("show", "vesna").out.replace(" ", "")
    was, now = before.state["prices"], last.state["prices"]
    assert was != now
    for colour, price in now.items():
        assert f"{'' if was[colour] == price else was[colour]}│{price}\n" in shown
    verified = pbm("verify", "games/vesna.yaml")
    assert verified.status == 0
    assert "all that was dealt" in verified.out
    assert "over" in pbm("status").out


def test_forms_of_seats_have_names_of_their_own(vesna: Path) -> None:
    forms = [
        pbm("form", "vesna", *words).out for words in ((), ("--seat", "Анна"), ("--seat", "2"))
    ]
    assert forms == ["vesna-0.pdf\n", "vesna-0-seat1.pdf\n", "vesna-0-seat2.pdf\n"]


def test_status_says_never_answered_of_those_alone_who_get_letters(vesna: Path) -> None:
    new(players="Вера <vera@example.org>, Борис", name="leto")
    leto, spring = pbm("status").out.splitlines()[:2]
    assert leto.endswith("to move: Вера, who has never answered")
    assert spring.endswith("to move: Анна")
    (vesna.parent.parent / "players.yaml").write_text("{", "utf-8")
    assert pbm("status").out.splitlines()[0].endswith("to move: Вера")


def test_history_has_a_row_an_entry(vesna: Path) -> None:
    pbm("move", "vesna", "30к ж")
    shown = pbm("history", "vesna").out
    assert "1. Анна 30r -60y\n" in shown
    assert "│ 30r -60y │" in shown
    assert "The price of red goes from 100 to 130" in shown


@pytest.mark.parametrize(
    ("words", "status", "told"),
    [
        (("move", "leto", "30к ж"), 2, "no game leto"),
        (("show", "Весна"), 2, "cannot be a game's name"),
        (("show", "../pbm"), 2, "cannot be a game's name"),
        (("show", "vesna", "--seat", "Вера"), 2, "Nobody called Вера"),
        (("new", "a", "--rules", "monopoly", "--players", "A, B"), 2, "no game with the rules"),
        (("new", "a", "--rules", "akcioner", "--players", "A"), 1, "players given: 1. (rule A6)"),
        (("new", "a", "--rules", "akcioner", "--players", "1, 2"), 2, "may not be a number: 1"),
        (("new", "a", "--rules", "akcioner", "--players", "A, A"), 2, "two seats"),
        (
            ("new", "a", "--rules", "akcioner", "--players", "A, B", "--option", "x=1"),
            1,
            "no such option",
        ),
        (
            ("new", "a", "--rules", "akcioner", "--players", "A, B", "--option", "x"),
            2,
            "name=value",
        ),
        (
            ("new", "a", "--rules", "akcioner", "--players", "A, B", "--option", "formula=10+1"),
            1,
            "A5",
        ),
        (("new", "vesna", "--rules", "akcioner", "--players", "A, B"), 1, "is a game vesna"),
        (
            ("new", "a", "--rules", "akcioner", "--players", "A, B", "--seed", "12"),
            2,
            "64 hexadecimal",
        ),
        (("verify", "nothing.yaml"), 2, "no such"),
        (("nonsense",), 2, "No such command"),
        (("move", "vesna"), 2, "Missing argument"),
        (("move", "vesna", "30к ж", "--sit", "1"), 2, "--sit"),
        (("move", "vesna", "30к ж --revael"), 2, "--revael"),
        (("check", "vesna", "-1с | 30к ж |", "--seet=1"), 2, "No such option"),
    ],
)
def test_wrong_usage(
    vesna: Path, club: Path, words: tuple[str, ...], status: int, told: str
) -> None:
    before = everything(club)
    shown = pbm(*words)
    assert shown.status == status, shown
    assert told.lower() in shown.err.lower()
    assert "Traceback" not in shown.err
    assert everything(club) == before


def test_a_folder_without_settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for words in (("status",), ("run",), ("show", "vesna")):
        shown = pbm(*words)
        assert shown.status == 2
        assert "pbm init" in shown.err


def test_home_is_found_by_option_and_by_the_environment(
    vesna: Path, club: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert "vesna" in pbm("--home", str(club), "status").out
    monkeypatch.setenv("PBM_HOME", str(club))
    assert "vesna" in pbm("status").out


@pytest.mark.parametrize(
    ("settings", "place"),
    [
        ("club: x\nadress: a@b.example\n", "pbm.yaml:2:1"),
        ("address: nonsense\n", "pbm.yaml:1:10"),
        ("mail_in: pop3://x\naddress: a@b.example\n", "pbm.yaml:1:10"),
        ("club: [Мой\nlanguage: ru\n", "pbm.yaml:2"),
    ],
)
def test_wrong_settings_are_told_with_their_place(club: Path, settings: str, place: str) -> None:
    (club / "pbm.yaml").write_text(settings)
    shown = pbm("run")
    assert shown.status == 2
    assert place in shown.err
    assert "^" in shown.err


def test_any_edited_byte_of_a_ledger_is_damage(vesna: Path, club: Path) -> None:
    pbm("move", "vesna", "30к ж")
    whole = vesna.read_bytes()
    vesna.write_bytes(whole.replace(b'"cash": 60', b'"cash": 61', 1))
    for words in (("show", "vesna"), ("move", "vesna", "40с ж"), ("verify", "games/vesna.yaml")):
        shown = pbm(*words)
        assert shown.status == 3, words
        assert "vesna.yaml:" in shown.err
    assert "entry 1" in pbm("verify", "games/vesna.yaml").err
    vesna.write_bytes(whole)
    assert pbm("verify", "games/vesna.yaml").status == 0


def test_verify_says_what_helps_against_the_damage_that_it_found(vesna: Path) -> None:
    whole = vesna.read_bytes()
    vesna.write_bytes(whole.replace(b'"order"', b'"ordre"', 1))
    assert "Put a whole copy back" in pbm("verify", "games/vesna.yaml").err
    pbm("move", "vesna", "30к ж")
    vesna.write_bytes(whole + b"- entry: 1\n")
    (torn,) = pbm("verify", "games/vesna.yaml").err.splitlines()
    assert "the next `pbm run` repairs it" in torn
    found, cure = pbm("verify", "pbm.yaml").err.splitlines()
    assert "This is not a game file" in found
    assert cure.startswith("Game files lie in the folder games/")


def test_a_torn_entry_is_repaired_by_the_next_move_and_not_by_verify(vesna: Path) -> None:
    first = vesna.read_bytes()
    pbm("move", "vesna", "30к ж")
    torn = vesna.read_bytes()[:-20]
    vesna.write_bytes(torn)
    assert pbm("verify", "games/vesna.yaml").status == 3
    assert vesna.read_bytes() == torn
    assert "entry 0" in pbm("show", "vesna").out
    assert pbm("move", "vesna", "30к ж").status == 0
    assert vesna.read_bytes().startswith(first)
    assert pbm("verify", "games/vesna.yaml").status == 0


def test_read_explains_a_letter_and_changes_nothing(vesna: Path, club: Path) -> None:
    letter = club.parent / "letter.eml"
    letter.write_bytes("From: a@b.example\nSubject: x\n\n30к ж\n".encode())
    before = everything(club)
    shown = json.loads(pbm("read", str(letter), "--json").out)
    assert list(shown) == [
        "class", "sender", "trust", "token", "game", "seat", "lines", "dropped", "problems",
    ]  # fmt: skip
    assert (shown["class"], shown["sender"], shown["lines"]) == ("order", "a@b.example", ["30к ж"])
    assert "own lines:" in pbm("read", str(letter)).out
    assert everything(club) == before


def test_ingest_from_a_pipe(vesna: Path, club: Path) -> None:
    raw = "From: a@b.example\nSubject: x\n\n30к ж\n".encode()
    shown = pbm("ingest", stdin=raw)
    # It is safely kept: a mail server that pipes it in must not send it back.
    assert shown.status == 0
    assert "is held" in shown.err
    assert Home(club).mail.count_held() == 1


def test_run_without_mail_says_nothing(vesna: Path) -> None:
    assert pbm("run") == Shown(0, "", "")


@pytest.mark.parametrize(
    "command",
    [
        "init",
        "new",
        "move",
        "check",
        "run",
        "ingest",
        "read",
        "resend",
        "show",
        "history",
        "status",
        "moves",
        "form",
        "verify",
        "demo",
    ],
)
def test_every_command_explains_itself_with_an_example(command: str) -> None:
    shown = pbm(command, "--help")
    assert shown.status == 0
    assert "xample" in shown.out or "Crontab" in shown.out
    assert f" {command}" in shown.out
