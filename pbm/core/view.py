"""What one seat may see of a game, in shapes that letters and forms can show without knowing it.

A game fills these shapes; the layout of its form says where each stands. The drawing code and
the letters know tracks, tables and cards, never a game.
"""

from collections.abc import Mapping
from typing import Final, NamedTuple, TypeAlias

from pbm.core.tell import Message, Value


class Mark(NamedTuple):
    """A pawn or a token: its ink, a short letter that tells it apart in grey, and whose it is."""

    ink: str
    letter: str
    name: str


VACANT: Final = Mark("", "·", "")
"""A place for a token, on which none stands."""

Piece: TypeAlias = "int | str | Mark"

Cell: TypeAlias = "int | str | Message | tuple[Piece, ...] | None"
"""What stands in a table; tokens may stand beside figures, as a wage and who earns it."""


def in_words(cell: Cell) -> Value:
    """What is said for a cell: tokens by their letters, nothing by an empty text."""
    words, marks = apart(cell)
    if not marks:
        return words
    return " ".join(filter(None, [str(words), *(mark.letter for mark in marks)]))


def apart(cell: Cell) -> tuple[Value, tuple[Mark, ...]]:
    """The words of a cell, and the tokens that stand after them."""
    if cell is None:
        return "", ()
    if isinstance(cell, Message) or not isinstance(cell, tuple):
        return cell, ()
    words = " ".join(str(piece) for piece in cell if not isinstance(piece, Mark))
    return words, tuple(piece for piece in cell if isinstance(piece, Mark))


class Track(NamedTuple):
    """One marker on a scale: its ink, its name, a short letter, and where it stood and stands."""

    ink: str
    name: Message
    letter: str
    values: tuple[int, ...]


class Board(NamedTuple):
    """A scale from `low` to `high` in steps, with one marker a track (the last of its values)."""

    low: int
    high: int
    step: int
    tracks: tuple[Track, ...]


class Column(NamedTuple):
    """The head of one table column; neighbours with the same `group` share a head above theirs.

    `kind` is what stands in it: number, text or line (a move in notation). `ink` colours it.
    """

    title: Value
    group: Value = ""
    kind: str = "number"
    ink: str = ""


class Table(NamedTuple):
    """Rows of cells; None leaves a cell empty. `marked` is the row that matters most now."""

    title: Message
    columns: tuple[Column, ...]
    rows: tuple[tuple[Cell, ...], ...]
    marked: int | None = None


class Square(NamedTuple):
    """One square of a ring: its name, the code by which orders name it, the ink of its kind."""

    title: Value
    note: Value = ""
    ink: str = ""


class Pawn(NamedTuple):
    """A pawn and the square on which it stands, counted from 0."""

    square: int
    mark: Mark


class Ring(NamedTuple):
    """Squares in a ring, clockwise from the first, with pawns; `marked` is the mover's square."""

    title: Message
    squares: tuple[Square, ...]
    pawns: tuple[Pawn, ...]
    marked: int | None = None


class Part(NamedTuple):
    """One printed figure of a card; without ink it is the part that the player may choose."""

    text: str
    ink: str = ""


class Card(NamedTuple):
    """A card as it is drawn: its deck, the ink of its frame, its figures from top to bottom."""

    deck: str
    ink: str
    parts: tuple[Part, ...]
    short: str


class Field(NamedTuple):
    """One box of the row to fill in: a name for programs, a title, its share of the width."""

    name: str
    title: Message
    width: int = 1


class View(NamedTuple):
    """A position as one seat, or the public (seat None), may see it.

    `hand` is None where there are no hidden cards to show. `examples` are lines that are legal
    now, `notes` what a reader must know of the options, `asked` what the seat to move has before it
    now (the throw, the square, the debt). `boards`, `rings` and `tables` are found by name.
    """

    seat: int | None
    boards: Mapping[str, Board]
    tables: Mapping[str, Table]
    hand: tuple[Card, ...] | None = None
    fields: tuple[Field, ...] = ()
    examples: tuple[tuple[Message, str], ...] = ()
    notes: tuple[Message, ...] = ()
    rings: Mapping[str, Ring] = {}
    asked: tuple[Message, ...] = ()
