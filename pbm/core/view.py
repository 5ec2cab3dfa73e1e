"""What one seat may see of a game, in shapes that letters and forms can show without knowing it.

A game fills these shapes; the layout of its form says where each stands. The drawing code and
the letters know tracks, tables and cards, never a game.
"""

from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from pbm.core.tell import Message, Value

Cell: TypeAlias = "int | str | Message | None"


class Track(NamedTuple):
    """One marker on a scale: its ink, its name, a short letter, and where it stood and stands."""

    ink: str
    name: Message
    letter: str
    values: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Board:
    """A scale from `low` to `high` in steps, with one marker a track (the last of its values)."""

    low: int
    high: int
    step: int
    tracks: tuple[Track, ...]


@dataclass(frozen=True, slots=True)
class Column:
    """The head of one table column; neighbours with the same `group` share a head above theirs.

    `kind` is what stands in it: number, text or line (a move in notation). `ink` colours it.
    """

    title: Value
    group: Value = ""
    kind: str = "number"
    ink: str = ""


@dataclass(frozen=True, slots=True)
class Table:
    """Rows of cells; None leaves a cell empty. `marked` is the row that matters most now."""

    title: Message
    columns: tuple[Column, ...]
    rows: tuple[tuple[Cell, ...], ...]
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


@dataclass(frozen=True, slots=True)
class Field:
    """One box of the row to fill in: a name for programs, a title, its share of the width."""

    name: str
    title: Message
    width: int = 1


@dataclass(frozen=True, slots=True)
class View:
    """A position as one seat, or the public (seat None), may see it.

    `hand` is None where there are no hidden cards to show. `examples` are lines that are legal
    now, `notes` what a reader must know of the options. `boards` and `tables` are found by name.
    """

    seat: int | None
    boards: dict[str, Board]
    tables: dict[str, Table]
    hand: tuple[Card, ...] | None = None
    fields: tuple[Field, ...] = ()
    examples: tuple[tuple[Message, str], ...] = ()
    notes: tuple[Message, ...] = ()
