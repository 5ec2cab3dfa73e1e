"""Tables, rings, hands and prices as lines of plain text.

Every line begins with a table bar, so that nothing of ours that looks like a move is ever read
as one when it comes back in a quotation.
"""

from collections.abc import Iterator, Sequence
from itertools import groupby

from pbm.core.tell import Message, Tongue, Value
from pbm.core.view import Board, Card, Cell, Ring, Table, View, in_words
from pbm.post.marker import BAR


def lines(rows: Sequence[Sequence[str]], right: frozenset[int] = frozenset()) -> str:
    """Rows of cells as lines with bars between, the columns made even; `right` are numbers."""
    return _lines(rows, _widths(rows), right)


def _widths(rows: Sequence[Sequence[str]]) -> list[int]:
    return [max(map(len, column)) for column in zip(*rows, strict=True)]


def _lines(
    rows: Sequence[Sequence[str]], widths: Sequence[int], right: frozenset[int] = frozenset()
) -> str:
    return "\n".join(
        " ".join(
            f"{BAR} {cell.rjust(width) if n in right else cell.ljust(width)}"
            for n, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    )


def shown(view: View, tongue: Tongue, behind: int) -> Iterator[tuple[Value, str]]:
    """The title and the text of all that a view shows of the position.

    The last move was made in the position of so many entries ago.
    """
    for squares in view.rings.values():
        yield squares.title, ring(squares, tongue)
    for board in view.boards.values():
        yield Message("Prices"), prices(board, tongue, behind)
    for name, rows in view.tables.items():
        if name != "history":
            yield rows.title, table(rows, tongue)


def table(shown: Table, tongue: Tongue) -> str:
    """A table as text; a group's name stands above its columns, with no bars between them."""
    columns = shown.columns
    heads = [tongue.say(column.title) for column in columns]
    rows = [heads, *([_cell(cell, tongue) for cell in row] for row in shown.rows)]
    numbers = frozenset(n for n, column in enumerate(columns) if column.kind == "number")
    groups = [
        (tongue.say(group), len(list(members)))
        for group, members in groupby(column.group for column in columns)
    ]
    if not any(name for name, _ in groups):
        return lines(rows, numbers)
    widths, spans = _spread(groups, _widths(rows))
    return "\n".join((_lines([[name for name, _ in groups]], spans), _lines(rows, widths, numbers)))


def _spread(
    groups: Sequence[tuple[str, int]], widths: Sequence[int]
) -> tuple[list[int], list[int]]:
    """The columns' widths with room for the groups' names above them, and the groups' own."""
    wide, spans, at = list(widths), [], 0
    for name, count in groups:
        at += count
        room = sum(wide[at - count : at]) + (count - 1) * len(f" {BAR} ")
        wide[at - 1] += max(0, len(name) - room)
        spans.append(max(room, len(name)))
    return wide, spans


def _cell(cell: Cell, tongue: Tongue) -> str:
    return tongue.say(in_words(cell))


def prices(board: Board, tongue: Tongue, behind: int) -> str:
    """Where every marker of a board stands, and where it stood so many entries ago."""
    rows = [
        [tongue.say(track.name), track.letter, *_moved(track.values, behind)]
        for track in board.tracks
    ]
    head = ["", "", tongue.say(Message("was")), tongue.say(Message("now"))]
    return lines([head, *rows], frozenset({2, 3}))


def _moved(values: Sequence[int], behind: int) -> tuple[str, str]:
    now = values[-1]
    was = values[-1 - behind] if len(values) > behind else now
    return ("" if was == now else str(was)), str(now)


def ring(shown: Ring, tongue: Tongue) -> str:
    """On which square every pawn stands, by its name and its code."""
    heads = ["", tongue.say(Message("player")), tongue.say(Message("square")), ""]
    rows = [
        [mark.letter, mark.name, *map(tongue.say, shown.squares[square][:2])]
        for square, mark in shown.pawns
    ]
    return lines([heads, *rows])


def hand(cards: Sequence[Card]) -> str:
    """The cards of a hand by their short names, decks in lines of their own."""
    decks = dict.fromkeys(card.deck for card in cards)
    return "\n".join(lines([[card.short for card in cards if card.deck == deck]]) for deck in decks)
