"""Tables as text: columns made even, the names of groups above their columns."""

from itertools import pairwise

import pytest

from pbm.core.tell import Message
from pbm.core.view import Column, Table
from pbm.office import plain
from pbm.office.languages import tongue


def shown(*columns: Column) -> str:
    cells = ("Анна", *range(1, len(columns)))
    return plain.table(Table(Message("position"), columns, (cells,)), tongue("en"))


PLAYER = Column("player", kind="text")
CASH = Column("cash")


def test_a_table_without_groups_has_one_head() -> None:
    assert shown(PLAYER, CASH) == "│ player │ cash\n│ Анна   │    1"


def test_a_group_stands_above_its_columns() -> None:
    blue, red = Column("b", "shares"), Column("r", "shares")
    assert shown(PLAYER, blue, red, CASH, Column("big", "cards left")).splitlines() == [
        "│        │ shares │      │ cards left",
        "│ player │ b │  r │ cash │        big",
        "│ Анна   │ 1 │  2 │    3 │          4",
    ]


@pytest.mark.parametrize("name", ["x", "a name that is longer than its columns"])
def test_bars_stand_below_bars(name: str) -> None:
    blue, red, green = (Column(letter, name) for letter in "brg")
    lines = shown(PLAYER, blue, red, CASH, Column("x", "y"), green).splitlines()
    bars = [{at for at, sign in enumerate(line) if sign == "│"} for line in lines]
    assert all(upper <= lower for upper, lower in pairwise(bars))
    assert bars[1] == bars[2]
