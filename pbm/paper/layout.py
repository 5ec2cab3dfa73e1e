"""Layouts: which panel stands where on a form, on which page, in which faces and inks.

The page furniture (`furniture.yaml`) is shared by all games; `<slug>.yaml` says what stands on
the form of one game. A game master's own files come before the shipped ones.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Final, NamedTuple

from pbm.core.failure import Wrong
from pbm.core.tell import Message
from pbm.core.token import GAME_NAME
from pbm.paper.nodes import Node, read_nodes

FURNITURE: Final = "furniture"
MM: Final = 72 / 25.4
Colour = tuple[float, float, float]


@dataclass(frozen=True, slots=True)
class Ink:
    """How one colour of a game is printed, so that it is told apart in black and white too.

    `fill` is for areas, `text` for figures on white, `over` for letters on the fill; `shape` is the
    outline of its markers, `dash` the strokes of its curve in points.
    """

    fill: Colour
    text: Colour
    over: Colour
    shape: str
    dash: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Furniture:
    """What all forms share: paper size and margin in points, faces (font files), inks."""

    paper: tuple[float, float]
    margin: float
    gap: float
    faces: Mapping[str, Path]
    inks: Mapping[str, Ink]


class Spot(NamedTuple):
    """One panel: its kind, its share of the width, its settings; a stack holds `under`."""

    kind: str
    width: float
    settings: Mapping[str, Any]
    under: tuple["Spot", ...] = ()


@dataclass(frozen=True, slots=True)
class Layout:
    """The form of one game: rows of panels from top to bottom; the last row takes the rest."""

    slug: str
    furniture: Furniture
    rows: tuple[tuple[Spot, ...], ...]


SHAPES: Final = ("circle", "square", "triangle", "diamond", "hexagon")
FACES: Final = ("text", "bold", "narrow", "narrow-bold", "title", "typed", "wide")
PAPERS: Final = {"A4": (210 * MM, 297 * MM), "A5": (148 * MM, 210 * MM), "letter": (612.0, 792.0)}


def _words(node: Node) -> tuple[str, ...]:
    return tuple(item.text() for item in node.items())


def _turned(node: Node) -> bool:
    return node.choice({"upright": False, "across": True})


def _flag(node: Node) -> bool:
    return node.choice({"true": True, "false": False, "yes": True, "no": False})


def _within(low: float, high: float) -> Callable[[Node], float]:
    return lambda node: node.number(low, high)


# What each kind of panel can be told, and what it must be told.
_SETTINGS: Final[Mapping[str, tuple[Mapping[str, Callable[[Node], Any]], tuple[str, ...]]]] = {
    "head": ({}, ()),
    "board": (
        {"board": Node.text, "curves": _flag, "height": _within(80, 400)},
        ("board",),
    ),
    "table": (
        {
            "table": Node.text,
            "size": _within(5, 14),
            "floor": _within(4, 14),
            "row": _within(8, 40),
            "quiet": _flag,
            "lines": _within(0, 100),
        },
        ("table",),
    ),
    "history": (
        {
            "table": Node.text,
            "size": _within(5, 14),
            "floor": _within(4, 14),
            "row": _within(8, 40),
            "quiet": _flag,
            "brief": _words,
            "pages": _turned,
        },
        ("table",),
    ),
    "hand": ({"height": _within(40, 200)}, ()),
    "reply": ({"height": _within(20, 100), "qr": _within(40, 200)}, ()),
    "examples": ({}, ()),
    "notes": ({}, ()),
}


def _spot(node: Node) -> Spot:
    """One panel of a row, or a stack of panels one under another."""
    pairs = {key.text(): (key, value) for key, value in node.pairs()}
    if "stack" in pairs:
        made = node.keys({"stack": Node.items, "width": _within(0.01, 1000)}, "stack")
        return Spot("stack", made.get("width", 1.0), {}, tuple(map(_spot, made["stack"])))
    if "panel" not in pairs:
        raise node.wrong(Message("{key} is missing here", {"key": "panel"}))
    kind = pairs["panel"][1].text()
    readers, need = pairs["panel"][1].choice(_SETTINGS)
    made = node.keys({"panel": Node.text, "width": _within(0.01, 1000), **readers}, *need)
    made.pop("panel")
    return Spot(kind, made.pop("width", 1.0), made)


def _row(node: Node) -> tuple[Spot, ...]:
    """The panels side by side; a single panel need not be put in a list."""
    if node.node.id == "sequence":
        return tuple(_spot(item) for item in node.items())
    return (_spot(node),)


def _colour(node: Node) -> Colour:
    """A colour written `#rrggbb` as three parts from 0 to 1."""
    text = node.text()
    try:
        red, green, blue = bytes.fromhex(text.removeprefix("#"))
    except ValueError:
        raise node.wrong(
            Message("a colour is written like {example}", {"example": "#1d4f91"})
        ) from None
    return red / 255, green / 255, blue / 255


def _ink(node: Node) -> Ink:
    made = node.keys(
        {
            "fill": _colour,
            "text": _colour,
            "over": _colour,
            "shape": lambda value: value.choice({shape: shape for shape in SHAPES}),
            "dash": lambda value: tuple(item.number(0, 50) for item in value.items()),
        },
        *("fill", "text", "over", "shape", "dash"),
    )
    return Ink(**made)


def _font(folders: Sequence[Path], node: Node) -> Path:
    """The font file, searched beside each layout folder's files."""
    name = Path(node.text())
    for folder in folders:
        if (folder / name).is_file():
            return folder / name
    raise node.wrong(
        Message("there is no font file {file}", {"file": str(name)}),
        Message("put it into one of: {folders}", {"folders": ", ".join(map(str, folders))}),
    )


def _furniture(folders: Sequence[Path]) -> Furniture:
    """The shared furniture, from the first folder that has it."""
    top = read_nodes(find(folders, FURNITURE))

    def faces(node: Node) -> dict[str, Path]:
        return node.keys(dict.fromkeys(FACES, partial(_font, folders)), *FACES)

    made = top.keys(
        {
            "paper": lambda node: node.choice(PAPERS),
            "margin": _within(5, 40),
            "gap": _within(1, 20),
            "faces": faces,
            "inks": lambda node: {key.text(): _ink(value) for key, value in node.pairs()},
        },
        *("paper", "margin", "gap", "faces", "inks"),
    )
    made["margin"] *= MM
    made["gap"] *= MM
    return Furniture(**made)


def find(folders: Sequence[Path], name: str) -> Path:
    """The file `<name>.yaml` of the first folder that has it; raises Wrong if none has."""
    if GAME_NAME.fullmatch(name):
        for folder in folders:
            if (folder / f"{name}.yaml").is_file():
                return folder / f"{name}.yaml"
    raise Wrong(
        Message("there is no form layout {file}", {"file": f"{name}.yaml"}),
        Message("put it into one of: {folders}", {"folders": ", ".join(map(str, folders))}),
    )


def load_layout(folders: Sequence[Path], slug: str) -> Layout:
    """The layout of a game's form; raises Wrong with file and line for anything unknown in it."""
    top = read_nodes(find(folders, slug))
    made = top.keys({"rows": lambda node: tuple(map(_row, node.items()))}, "rows")
    return Layout(slug, _furniture(folders), made["rows"])
