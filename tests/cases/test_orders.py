"""Cases 16 to 23 of README.md: orders, and who gives them."""

from email.message import EmailMessage
from pathlib import Path

import pytest
from club import Club, begin, reply, text
from letter_case import read

from pbm.clerk.desk import Taken
from pbm.core.token import find_tokens
from pbm.office import games, showing
from pbm.office.languages import tongue
from pbm.office.letters import TYPED
from pbm.office.opened import TOKEN
from pbm.paper.filled import read_fields

ANNA, BORIS = "anna@example.org", "boris@example.org"
LINES = (
    "30к ж", "З0к", "30к -50ж", "-9с | 30к ж", "+99з\n30к ж", "100с кжз", "x2к ж", "привет",
    "30к ж | 30к з | 40с ж", "продаю 1с, 30к ж, покупаю макс з", "30ч ж", "30r y", "x2ж",
)  # fmt: skip


@pytest.fixture
def club(tmp_path: Path) -> Club:
    club = begin(tmp_path / "club")
    club.open(deal="table")
    return club


def outcomes(club: Club) -> list[str]:
    return [line.outcome for line in club.house.home.journal.since("")][::-1]


@pytest.mark.parametrize("line", LINES)
def test_case_16_checker_and_processor_say_the_same(club: Club, line: str) -> None:
    checked = games.consider(club.house, "vesna", line).answer
    club.deliver(reply(club.last(ANNA), line))
    club.run()
    last = club.ledger().last
    if isinstance(checked, Taken):
        assert (outcomes(club), last.line) == (["move"], checked.line)
        return
    assert (outcomes(club), last.number) == (["refused"], 0)
    answer = text(club.last(ANNA))
    for problem in checked.problems:
        assert all(f"│ {nearest}" in answer for nearest in problem.nearest)
        assert not problem.rule or problem.rule in answer


def test_case_17_a_form_made_again_has_the_same_code_and_the_old_one_stays_good(
    club: Club,
) -> None:
    first = club.last(ANNA)
    codes = [
        read_fields(games.form(club.house, "vesna", "Анна").pdf, [TOKEN])[TOKEN] for _ in range(2)
    ]
    (code,) = set(codes)
    assert code == str(find_tokens(str(first["Subject"]))[0])
    request = EmailMessage()
    request["From"], request["To"], request["Subject"] = ANNA, "club@example.net", "form, please"
    request.set_content("?")
    club.deliver(request.as_bytes())
    club.run()
    again = club.last(ANNA)
    assert find_tokens(str(again["Subject"])) == find_tokens(str(first["Subject"]))
    club.deliver(reply(first, "30к ж"))
    club.run()
    assert club.ledger().last.number == 1


def test_case_18_nothing_after_a_wrong_line_runs_and_every_line_is_told(club: Club) -> None:
    club.deliver(reply(club.last(ANNA), "-9с\n30к ж\n+99з"))
    club.run()
    answer = text(club.last(ANNA))
    assert club.ledger().last.number == 0
    assert "│ -9с" in answer
    assert "│ +99з" in answer


@pytest.mark.parametrize("spoil", ["vesna.0.1.", "vesna.0.2.", "leto.0.1."])
def test_case_18_a_wrong_game_or_code_and_nothing_else_runs(club: Club, spoil: str) -> None:
    code = str(find_tokens(str(club.last(ANNA)["Subject"]))[0])
    letter = EmailMessage()
    letter["From"] = ANNA
    letter["To"] = f"club+{spoil}{code.rpartition('.')[2][::-1]}@example.net"
    letter.set_content("30к ж\n")
    club.deliver(letter.as_bytes())
    club.run()
    assert club.ledger().last.number == 0
    assert outcomes(club) == ["form"]


@pytest.mark.parametrize(
    ("line", "canonical"),
    [
        ("продаю 1 синюю, красную 30, жёлтая вниз", None),
        ("sell 1 blue, 30 red yellow, buy max green", "-1с | 30к -60ж | +1з"),
        ("продавам 1 синя, 30ч ж, купувам макс зелени", "-1с | 30к -60ж | +1з"),
        ("ПРОДАЮ 1С; З0К Ж; ПОКУПАЮ МАКС З", "-1с | 30к -60ж | +1з"),
    ],
)
def test_case_19_full_words_are_taken_or_a_line_is_offered(
    club: Club, line: str, canonical: str | None
) -> None:
    club.deliver(reply(club.last(ANNA), line))
    club.run()
    assert club.ledger().last.line == (canonical or "")
    assert canonical or "│ " in text(club.last(ANNA))


def test_case_20_an_old_form_changes_nothing_and_brings_the_present_one(club: Club) -> None:
    old = club.last(ANNA)
    for number, (address, line) in enumerate(((ANNA, "30к ж"), (BORIS, "-30к ж"))):
        club.deliver(reply(club.last(address), line, number=number))
        club.run()
    before = club.ledger().path.read_bytes()
    club.deliver(reply(old, "40с ж", number=7))
    club.run()
    assert club.ledger().path.read_bytes() == before
    answer = club.last(ANNA)
    (form,) = answer.iter_attachments()
    assert form.get_filename() == "vesna-2.pdf"
    assert find_tokens(str(answer["Subject"]))[0].opening == 2


def test_case_22_a_game_file_from_a_player_is_never_a_source_of_state(club: Club) -> None:
    path = club.ledger().path
    before = path.read_bytes()
    edited = before.replace(b'"cash":0', b'"cash":9000').replace(b'"cash": 0', b'"cash": 9000')
    for kind, name in (("application/x-yaml", "vesna.yaml"), ("text/plain", "games/vesna.yaml"),
                       ("text/yaml", "../games/vesna.yaml")):  # fmt: skip
        letter = EmailMessage()
        letter["From"], letter["To"] = ANNA, str(club.last(ANNA)["Reply-To"])
        letter.set_content("исправил файл\n")
        main, _, sub = kind.partition("/")
        letter.add_attachment(edited, maintype="application", subtype="octet-stream", filename=name)
        raw = letter.as_bytes().replace(b"application/octet-stream", f"{main}/{sub}".encode())
        assert read(raw).lines[0].text == "исправил файл"
        club.deliver(raw)
    club.run()
    assert outcomes(club) == ["refused"] * 3
    assert path.read_bytes() == before
    assert [each.name for each in path.parent.iterdir() if each.suffix == ".yaml"] == ["vesna.yaml"]


def test_case_23_a_friend_cannot_move_for_a_player(club: Club) -> None:
    club.deliver(reply(club.last(ANNA), "30к ж", BORIS))
    (failure,) = club.run()
    assert BORIS in str(failure)
    assert outcomes(club) == ["held"]
    assert club.ledger().last.number == 0
    assert len(club.letters()) == 2


def test_case_23_the_game_master_acting_for_a_player_is_logged_and_shown(club: Club) -> None:
    games.move(club.house, "vesna", "30к ж")
    club.run()
    assert club.ledger().last.via == "typed"
    assert TYPED.text in showing.history(club.house, "vesna", tongue("en"))
    assert tongue("ru").say(TYPED) in text(club.last(ANNA))
    assert tongue("bg").say(TYPED) in text(club.last(BORIS))
