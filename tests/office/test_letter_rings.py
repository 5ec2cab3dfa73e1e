"""Letters of games with a ring: who stands where, and what is asked, above how to answer."""

from pathlib import Path

import pytest

from pbm.clerk.desk import Desk, Refused, open_game, sit_down
from pbm.core.marks import seat_marks
from pbm.core.tell import LANGUAGES, Message
from pbm.core.token import Token
from pbm.core.view import Pawn, Ring, Square, View
from pbm.office import plain
from pbm.office.languages import tongue
from pbm.office.letters import About, Reader, write
from pbm.office.sheets import look
from pbm.post.compose import html_of
from pbm.rules import find
from pbm.store.home import Home

NAMES = ("Анна", "Борис")
ASKED = (Message("You threw 3."), Message("You stand on Albion Oil."))
MARKS = seat_marks(NAMES)
RING = Ring(
    Message("The board"),
    (Square(Message("Start"), "", "start"), Square("Albion Oil", "ALB", "company")),
    (Pawn(1, MARKS[0]), Pawn(0, MARKS[1])),
    1,
)
WRONG = {"words": "30", "text": "Which one?", "rule": "A4", "nearest": ["30к ж"]}
TOKEN = Token("test", 0, 1, "abcdefgh234567xy")


@pytest.fixture
def desk() -> Desk:
    book = find("akcioner")
    options = {"order": "given"}
    opened = open_game(book, "test", NAMES, options, "ru", bytes(32), "2026-11-30T10:00:00Z")
    assert not isinstance(opened, Refused)
    return sit_down(book, *opened, bytes(32))


def ringed(desk: Desk, seat: int) -> View:
    view = look(desk, seat, [desk.last.past()], "en")
    return view._replace(rings={"board": RING}, asked=ASKED)


def written(desk: Desk, kind: str, language: str, seat: int = 0) -> str:
    reader = Reader(seat, NAMES[seat], "", language)
    about = About(desk, [desk.last], "Club")
    more = {"reason": "here it is.", "problems": [WRONG]}
    text = write(kind, about, reader, TOKEN, ringed(desk, seat), Home(Path("nowhere")), **more)
    return text.body


def test_a_ring_is_told_by_its_pawns() -> None:
    assert plain.ring(RING, tongue("en")).splitlines() == [
        "│   │ player │ square     │",
        "│ А │ Анна   │ Albion Oil │ ALB",
        "│ Б │ Борис  │ Start      │",
    ]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", ["turn", "opened", "present", "refusal"])
def test_what_is_asked_stands_above_how_to_answer(desk: Desk, kind: str, language: str) -> None:
    body = written(desk, kind, language)
    asked = "\n\n• You threw 3.\n• You stand on Albion Oil.\n\n"
    assert body.count(asked) == 1
    after = body.split(asked)[1]
    assert after.splitlines()[0].startswith(("Answer", "Ответьте", "Отговорете"))
    assert "│ А │ Анна" in after


def test_who_is_not_to_move_is_asked_nothing(desk: Desk) -> None:
    assert "You threw" not in written(desk, "opened", "en", 1)


def test_a_letter_in_html_has_the_ring_as_a_table(desk: Desk) -> None:
    html = html_of(written(desk, "turn", "en"), "a move")
    assert html.count("<li>You threw 3.</li>") == 1
    assert "ALB</td>" in html
