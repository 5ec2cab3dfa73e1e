"""Letter cases: one file holds a raw letter, a divider, and what is read from it (as YAML).

The letter stands byte for byte as it came, then a line `%% read` and the expectation. A later
section (`%% answered`) may follow; what does not know it leaves it alone.
"""

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

import yaml

from pbm.post import reading
from pbm.post.arrival import arrive
from pbm.post.cut import Likely
from pbm.post.forms import FormReader
from pbm.post.letter import Letter

LETTERS: Final = Path(__file__).parent / "letters"
HOUSE: Final = ("club@example.net",)
SECRET: Final = b"tests/letters: 32 octets, secret"
"""The tokens of the raw letters are made with it."""
_DIVIDER: Final = re.compile(rb"^%% ([a-z]+)\r?\n", re.MULTILINE)
_COLOUR: Final = "[сcкkжзчrgby]"
_MOVE: Final = re.compile(
    rf"[-+:x]?[0-9OoОоЗз]{{1,3}}{_COLOUR}?(?: ?[-+:x]?[0-9]{{0,3}}{_COLOUR}){{1,4}}"
    rf"|[-+]\d{{1,2}}{_COLOUR}",
    re.IGNORECASE,
)


class Case(NamedTuple):
    """A raw letter and its sections by name."""

    raw: bytes
    sections: dict[str, Any]


def load(path: Path) -> Case:
    """The case in a file."""
    raw, *rest = _DIVIDER.split(path.read_bytes())
    pairs = zip(rest[::2], rest[1::2], strict=True)
    return Case(raw, {name.decode(): yaml.safe_load(text.decode()) for name, text in pairs})


def read(
    raw: bytes,
    *,
    own_addresses: Sequence[str] = (),
    form_reader: FormReader | None = None,
    likely: Likely | None = None,
) -> Letter:
    """The letter in a raw mail."""
    return reading.read(arrive(raw, own_addresses), form_reader=form_reader, likely=likely)


def likely(line: str) -> bool:
    """A stand-in for a game's notation: a number with a colour, a trade or more after it."""
    return bool(_MOVE.fullmatch(line))
