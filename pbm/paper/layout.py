"""Layouts: which panel stands where on a form, on which page, in which faces and inks.

The page furniture (`furniture.yaml`) is shared by all games; `<slug>.yaml` says what stands on
the form of one game. A game master's own files come before the shipped ones.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeAlias

from pbm.core.failure import Wrong
from pbm.core.tell import Message
from pbm.core.token import GAME_NAME
from pbm.marked import Value, read
from pbm.paper.shapes import SHAPES

FURNITURE: Final = "furniture"
MM: Final = 72 / 25.4
Colour = tuple[float, float, float]


class Ink(NamedTuple):
    """How one colour of a game is printed, so that it is told apart in black and white too.

    `fill` is for areas, `text` for figures on white, `over` for letters on the fill; `shape` is the
    outline of its markers, `dash` the strokes of its curve in points.
    """

    fill: Colour
    text: Colour
    over: Colour
    shape: str
    dash: tuple[float, ...]


class Furniture(NamedTuple):
    """What all forms share: paper size and margin in points, faces (font files), inks."""

    paper: tuple[float, float]
    margin: float
    gap: float
    faces: Mapping[str, Path]
    inks: Mapping[str, Ink]


class Spot(NamedTuple):
    """One panel: its kind, its share of the width, its settings; `rows` of panels within it."""

    kind: str
    width: float
    settings: Mapping[str, Any]
    rows: "Rows" = ()


Rows: TypeAlias = tuple[tuple[Spot, ...], ...]
"""Rows of panels from top to bottom, the panels of each from left to right."""


class Layout(NamedTuple):
    """The form of one game: rows of panels; the last row takes the rest."""

    slug: str
    furniture: Furniture
    rows: Rows


FACES: Final = ("text", "bold", "narrow", "narrow-bold", "title", "typed", "wide")
PAPERS: Final = {"A4": (210 * MM, 297 * MM), "A5": (148 * MM, 210 * MM), "letter": (612.0, 792.0)}


def _words(value: Value) -> tuple[str, ...]:
    return tuple(each.text() for each in value.members())


def _turned(value: Value) -> bool:
    return value.one_of(("upright", "across")) == "across"


def _within(low: float, high: float) -> Callable[[Value], float]:
    return lambda value: value.real(low, high)


def _number(low: int, high: int) -> Callable[[Value], int]:
    return lambda value: value.number(low, high)


def _rows(value: Value) -> Rows:
    """Rows of panels; a single panel need not be put in a list."""
    return tuple(tuple(map(_spot, row.members())) for row in value.members())


# What each kind of panel can be told, and what it must be told.
_SETTINGS: Final[Mapping[str, tuple[Mapping[str, Callable[[Value], Any]], tuple[str, ...]]]] = {
    "head": ({}, ()),
    "board": (
        {"board": Value.text, "curves": Value.flag, "height": _within(80, 400)},
        ("board",),
    ),
    "table": (
        {
            "table": Value.text,
            "size": _within(5, 14),
            "floor": _within(4, 14),
            "row": _within(8, 40),
            "quiet": Value.flag,
            "parts": _number(1, 6),
        },
        ("table",),
    ),
    "history": (
        {
            "table": Value.text,
            "size": _within(5, 14),
            "floor": _within(4, 14),
            "row": _within(8, 40),
            "quiet": Value.flag,
            "brief": _words,
            "pages": _turned,
        },
        ("table",),
    ),
    "hand": ({"height": _within(40, 200)}, ()),
    "ring": (
        {
            "ring": Value.text,
            "across": _number(2, 60),
            "square": _within(20, 120),
            "inside": _rows,
        },
        ("ring",),
    ),
    "asked": ({"size": _within(6, 20)}, ()),
    "reply": (
        {"height": _within(20, 100), "qr": _within(40, 200), "lines": _number(1, 6)},
        (),
    ),
    "examples": ({}, ()),
    "notes": ({}, ()),
}
_MEASURES: Final = frozenset({"size", "floor", "row", "height", "square", "qr"})
"""Settings in points, as they are on A4; smaller paper makes them smaller, less than itself."""


def _spot(value: Value) -> Spot:
    """One panel of a row, or a stack of panels one under another."""
    pairs = {key.text(): found for key, found in value.pairs()}
    if "stack" in pairs:
        made = value.fields({"stack": _rows, "width": _within(0.01, 1000)}, "stack")
        return Spot("stack", made.get("width", 1.0), {}, made["stack"])
    if "panel" not in pairs:
        raise value.wrong(Message("The key {name} is missing here", {"name": "panel"}))
    kind = pairs["panel"].one_of(_SETTINGS)
    readers, needed = _SETTINGS[kind]
    made = value.fields({"panel": Value.text, "width": _within(0.01, 1000), **readers}, *needed)
    made.pop("panel")
    return Spot(kind, made.pop("width", 1.0), made, made.pop("inside", ()))


def _colour(value: Value) -> Colour:
    """A colour written `#rrggbb` as three parts from 0 to 1."""
    text = value.text()
    try:
        red, green, blue = bytes.fromhex(text.removeprefix("#"))
    except ValueError:
        raise value.wrong(
            Message("A colour is written like {example}", {"example": "#1d4f91"})
        ) from None
    return red / 255, green / 255, blue / 255


def _ink(value: Value) -> Ink:
    made = value.fields(
        {
            "fill": _colour,
            "text": _colour,
            "over": _colour,
            "shape": lambda value: value.one_of(SHAPES),
            "dash": lambda value: tuple(each.real(0, 50) for each in value.members()),
        },
        *("fill", "text", "over", "shape", "dash"),
    )
    return Ink(**made)


def _font(folders: Sequence[Path], value: Value) -> Path:
    """The font file, searched beside each layout folder's files."""
    name = Path(value.text())
    for folder in folders:
        if (folder / name).is_file():
            return folder / name
    raise value.wrong(
        Message("There is no font file {file}", {"file": str(name)}),
        Message("Put it into one of: {folders}", {"folders": ", ".join(map(str, folders))}),
    )


def _furniture(folders: Sequence[Path]) -> Furniture:
    """The shared furniture, from the first folder that has it."""
    top = _read(find(folders, FURNITURE))

    def faces(value: Value) -> dict[str, Path]:
        return value.fields(dict.fromkeys(FACES, partial(_font, folders)), *FACES)

    made = top.fields(
        {
            "paper": lambda value: PAPERS[value.one_of(PAPERS)],
            "margin": _within(5, 40),
            "gap": _within(1, 20),
            "faces": faces,
            "inks": lambda value: {key.text(): _ink(ink) for key, ink in value.pairs()},
        },
        *("paper", "margin", "gap", "faces", "inks"),
    )
    made["margin"] *= MM
    made["gap"] *= MM
    return Furniture(**made)


def _read(file: Path) -> Value:
    """The content of a layout file; raises Wrong where it is empty or no YAML."""
    return read(file.read_bytes(), str(file))


def find(folders: Sequence[Path], name: str) -> Path:
    """The file `<name>.yaml` of the first folder that has it; raises Wrong if none has."""
    if GAME_NAME.fullmatch(name):
        for folder in folders:
            if (folder / f"{name}.yaml").is_file():
                return folder / f"{name}.yaml"
    raise Wrong(
        Message("There is no form layout {file}", {"file": f"{name}.yaml"}),
        Message("Put it into one of: {folders}", {"folders": ", ".join(map(str, folders))}),
    )


def load_layout(folders: Sequence[Path], slug: str) -> Layout:
    """The layout of a game's form; raises Wrong with file and line for anything unknown in it."""
    top = _read(find(folders, slug))
    made = top.fields({"rows": _rows}, "rows")
    furniture = _furniture(folders)
    scale = min(1.0, furniture.paper[0] / PAPERS["A4"][0]) ** 0.5
    return Layout(slug, furniture, _scaled(made["rows"], scale))


def _scaled(rows: Rows, scale: float) -> Rows:
    """The rows with all that they measure in points made smaller."""
    return tuple(
        tuple(
            spot._replace(
                settings={
                    name: value * scale if name in _MEASURES else value
                    for name, value in spot.settings.items()
                },
                rows=_scaled(spot.rows, scale),
            )
            for spot in row
        )
        for row in rows
    )
