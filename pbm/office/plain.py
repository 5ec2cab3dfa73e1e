"""Tables, hands and prices as lines of plain text.

Every line begins with a table bar, so that nothing of ours that looks like a move is ever read
as one when it comes back in a quotation.
"""

from collections.abc import Sequence

from pbm.core.tell import Message, Tongue
from pbm.core.view import Board, Card, Cell, Column, Table
from pbm.post.marker import BAR


def lines(rows: Sequence[Sequence[str]], right: frozenset[int] = frozenset()) -> str:
    """Rows of cells as lines with bars between, the columns made even; `right` are numbers."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return "\n".join(
        " ".join(
            f"{BAR} {cell.rjust(width) if n in right else cell.ljust(width)}"
            for n, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    )


def table(shown: Table, tongue: Tongue) -> str:
    """A table as text, its column groups in a line above their columns."""
    columns = shown.columns
    heads = [[tongue.say(column.title) for column in columns]]
    if any(column.group for column in columns):
        heads.insert(0, _groups(columns, tongue))
    rows = [[_cell(cell, tongue) for cell in row] for row in shown.rows]
    numbers = frozenset(n for n, column in enumerate(columns) if column.kind == "number")
    return lines([*heads, *rows], numbers)


def _groups(columns: Sequence[Column], tongue: Tongue) -> list[str]:
    """The groups' names, each over the first of its columns."""
    before = [None, *(column.group for column in columns)]
    return [
        "" if column.group == group else tongue.say(column.group)
        for column, group in zip(columns, before, strict=False)
    ]


def _cell(cell: Cell, tongue: Tongue) -> str:
    return "" if cell is None else tongue.say(cell)


def prices(board: Board, tongue: Tongue) -> str:
    """Where every marker of a board stands, and where it stood an entry ago."""
    rows = [[tongue.say(track.name), track.letter, *_moved(track.values)] for track in board.tracks]
    head = ["", "", tongue.say(Message("was")), tongue.say(Message("now"))]
    return lines([head, *rows], frozenset({2, 3}))


def _moved(values: Sequence[int]) -> tuple[str, str]:
    now = values[-1]
    was = values[-2] if len(values) > 1 else now
    return ("" if was == now else str(was)), str(now)


def hand(cards: Sequence[Card]) -> str:
    """The cards of a hand by their short names, decks in lines of their own."""
    decks = dict.fromkeys(card.deck for card in cards)
    return "\n".join(lines([[card.short for card in cards if card.deck == deck]]) for deck in decks)
