"""Rings and tokens: boards of any number of squares, six pawns on one of them, jobs in a row."""

from io import BytesIO
from pathlib import Path

import pytest
from paper_checks import FORM_KB, stand_apart, stand_on, watched, words
from paper_sheets import FORMS, SIX, TWO, Plain
from pypdf import PdfReader, PdfWriter
from ring_sheets import bourse, office

from pbm.core.view import Pawn, Ring, Square
from pbm.paper.edge import divided, places, spots
from pbm.paper.fields import MULTILINE
from pbm.paper.filled import read_fields
from pbm.paper.layout import load_layout
from pbm.paper.pen import Box
from pbm.paper.sheet import Sheet, draw

MADE = {"stockexchange": bourse, "daytrader": office}
LAYOUTS = {game: load_layout([FORMS], game) for game in MADE}
RUSSIAN = ("Анна", "Борис", "Веселин Димитров", "Пётр", "Екатерина", "Мария-Луиза Константинова")
CASES = [
    pytest.param(game, names, moves, seat, id=f"{game}, {len(names)} players, {moves}, {seat}")
    for game in MADE
    for names, moves, seat in (
        (TWO, 1, -1),
        (TWO, 60, None),
        (SIX, 0, None),
        (SIX, 15, -1),
        (SIX, 60, -1),
        (RUSSIAN, 1, -1),
    )
]


def made(game: str, sheet: Sheet) -> bytes:
    return draw(sheet, LAYOUTS[game], Plain())


@pytest.mark.parametrize(("game", "names", "moves", "seat"), CASES)
def test_all_stands_on_the_form_and_nothing_upon_another(
    game: str,
    names: tuple[str, ...],
    moves: int,
    seat: int | None,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    pages = watched(monkeypatch)
    form = MADE[game](names, moves, seat)
    pdf = made(game, form)
    stand_on(form, pdf)
    stand_apart(pages, pdf)
    assert len(pdf) <= FORM_KB * len(pages)


@pytest.mark.parametrize("game", MADE)
def test_the_same_ring_gives_the_same_bytes(game: str) -> None:
    first = made(game, MADE[game](SIX, 15))
    made(game, MADE[game](TWO, 3))
    assert made(game, MADE[game](SIX, 15)) == first


@pytest.mark.parametrize("game", MADE)
def test_six_pawns_on_one_square_have_room_beside_its_name(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    form = MADE[game](SIX, 15)
    ring = form.view.rings["board"]
    for square in range(0, len(ring.squares), 5):
        pawns = tuple(Pawn(square, pawn.mark) for pawn in ring.pawns)
        crowded = ring._replace(pawns=pawns, marked=square)
        view = form.view._replace(rings={"board": crowded})
        with monkeypatch.context() as patched:
            pages = watched(patched)
            stand_apart(pages, made(game, form._replace(view=view)))


@pytest.mark.parametrize("game", MADE)
def test_small_paper_has_room(game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = (FORMS / "furniture.yaml").read_text().replace("paper: A4", "paper: A5")
    (tmp_path / "furniture.yaml").write_text(text)
    layout = load_layout([tmp_path, FORMS], game)
    pages = watched(monkeypatch)
    stand_apart(pages, draw(MADE[game](SIX, 15), layout, Plain()))


@pytest.mark.parametrize("count", [1, 2, 3, 4, 5, 7, 8, 21, 22, 23, 40, 41, 99])
def test_a_ring_of_any_number_of_squares_goes_round(count: int) -> None:
    edge = divided(count)
    boxes = places(edge, Box(10, 20, 500, 400 if edge.beside else 80), 40)
    assert edge.above + edge.below + 2 * edge.beside == len(boxes) == count
    assert (boxes[0].left, boxes[0].top) == (10, 20)
    assert all(box.left >= 10 and box.right <= 510.01 and box.bottom <= 420.01 for box in boxes)
    for before, after in zip(boxes, [*boxes[1:], boxes[0]], strict=True):
        assert before.left <= after.right + 0.01
        assert after.left <= before.right + 0.01
        assert before.top <= after.bottom + 0.01
        assert after.top <= before.bottom + 0.01
    form = office(TWO, 3)
    ring = Ring(form.view.rings["board"].title, (Square("Поле", "7", "odd"),) * count, (), 0)
    view = form.view._replace(rings={"board": ring})
    shown = words(made("daytrader", form._replace(view=view)))
    assert shown.count("Поле") == count
    for inside in ("jobs", "taxes"):
        assert Plain().say(form.view.tables[inside].title).replace(" ", "") in shown


def test_the_layout_says_how_many_squares_stand_above() -> None:
    assert divided(40, 12) == (12, 12, 8)
    assert divided(41, 12) == (12, 13, 8)
    assert divided(22, 60) == (11, 11, 0)


def test_discs_are_as_large_as_they_can_be_and_stand_at_the_foot() -> None:
    assert spots(0, Box(0, 0, 40, 20), 14) == (0.0, [])
    assert spots(1, Box(0, 0, 40, 20), 14) == (14, [(20, 13)])
    size, middles = spots(6, Box(0, 0, 40, 20), 14)
    assert size == 10
    assert middles == [(10, 5), (20, 5), (30, 5), (10, 15), (20, 15), (30, 15)]


@pytest.mark.parametrize("end", ["\n", "\r", "\r\n"])
def test_orders_in_several_lines_come_back_as_lines(end: str) -> None:
    pdf = made("stockexchange", bourse(SIX, 15))
    fields = PdfReader(BytesIO(pdf)).get_fields()
    assert fields
    assert fields["orders"]["/Ff"] == MULTILINE
    assert read_fields(pdf, ["orders"]) == {"orders": ""}
    writer = PdfWriter(clone_from=BytesIO(pdf))
    orders = {"orders": f"купить ALB 12{end}продать все"}
    writer.update_page_form_field_values(writer.pages[0], orders, auto_regenerate=False)
    out = BytesIO()
    writer.write(out)
    assert read_fields(out.getvalue(), ["orders"]) == {"orders": "купить ALB 12\nпродать все"}
