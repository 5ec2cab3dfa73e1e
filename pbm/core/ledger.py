"""The text of a game file: the head, the entries, and the chain that makes any edit visible.

A game file is one YAML document. Each key stands on a line of its own and each value is JSON
(which is YAML), so that an entry is written once, read back without a YAML reader, and still
read by every YAML reader there is. Nothing in it is ever rewritten: entries are only added.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from pbm.core.canon import canonical
from pbm.core.tell import LANGUAGES

if TYPE_CHECKING:
    from pbm.core.contract import Fact, Past, Plain

START: Final = b"- entry: "
_CHAIN: Final = b"\n  chain: "
_HISTORY: Final = b"history:\n"
CHAIN_DIGITS: Final = 8
"""How many digits of the chain letters and forms print."""


class Damage(Exception):  # noqa: N818 - it names what was found
    """Bytes of a game file that are not as pbm wrote them: what is wrong, and in which line.

    The store, which knows the file, turns it into a Failure.
    """

    def __init__(self, what: str, line: int = 0, entry: int | None = None) -> None:
        self.what = what
        self.line = line
        self.entry = entry
        super().__init__(what)


class Head(NamedTuple):
    """What opens a game file and never changes: who plays what, by which options and seal.

    `tables` are those that the game master put in the place of shipped ones, whole;
    None if there are none.
    """

    game: str
    rules: str
    options: Mapping[str, Plain]
    seats: tuple[str, ...]
    language: str
    sealed: str
    opened: str
    tables: Mapping[str, Plain] | None = None

    @property
    def slug(self) -> str:
        """The game's folder under rules."""
        return self.rules.partition("/")[0]

    def text(self) -> bytes:
        """The head as bytes, up to and with the line `history:`."""
        lines = [
            f"{name}: {canonical(value)}"
            for name, value in (
                ("game", self.game),
                ("rules", self.rules),
                ("options", dict(self.options)),
                ("tables", self.tables),
                ("seats", list(self.seats)),
                ("language", self.language),
                ("sealed", self.sealed),
                ("opened", self.opened),
            )
            if value is not None
        ]
        return "\n".join(lines).encode() + b"\n" + _HISTORY


STANDING: Final = "standing"
"""The kind of an entry that holds a standing order, and begins no new decision."""


class Entry(NamedTuple):  # noqa: PLW1641 - its parts have no hash either
    """One item of the history: what was done, and the position it left.

    `letter` and `message` are hashes of the raw letter and of its Message-ID; `via` is mail, form
    or typed; `at` is when the server received it (RFC 3339, UTC); `to` is the entry that an undo
    went back to. `opening` is the number of the entry that began the present decision; it belongs
    to the token of that decision.
    """

    number: int
    kind: str
    opening: int
    state: Mapping[str, Plain]
    at: str = ""
    seat: str | None = None
    line: str = ""
    letter: str = ""
    message: str = ""
    via: str = ""
    reason: str = ""
    to: int | None = None
    seed: str = ""
    chance: Sequence[Fact] = ()
    facts: Sequence[Fact] = ()
    chain: str = ""

    @property
    def behind(self) -> int:
        """How many entries ago the position stood that the last move was made in.

        Standing orders and the opening of the seal leave the position as the move left it.
        """
        return self.number - self.opening + 1

    def __eq__(self, other: object) -> bool:
        """Whether both say the same, whatever chain they hang on."""
        return isinstance(other, Entry) and self[:-1] == other[:-1]

    def body(self) -> bytes:
        """The item's bytes above its chain line; what says nothing is left out."""
        lines = [f"- entry: {self.number}", f"  kind: {canonical(self.kind)}"]
        lines += [
            f"  {name}: {canonical(value)}"
            for name, value in (
                ("seat", self.seat),
                ("line", self.line),
                ("to", self.to),
                ("reason", self.reason),
                ("seed", self.seed),
                ("letter", self.letter),
                ("message", self.message),
                ("via", self.via),
                ("at", self.at),
            )
            if value not in {"", None}
        ]
        lines += [
            f"  chance: {canonical(list(self.chance))}",
            f"  facts: {canonical(list(self.facts))}",
            f"  opening: {self.opening}",
            f"  state: {canonical(self.state)}",
        ]
        return "\n".join(lines).encode() + b"\n"

    def past(self) -> Past:
        """The entry as a game's view needs it."""
        from pbm.core.contract import Past  # noqa: PLC0415 - a look at a ledger needs no game

        return Past(self.number, self.kind, self.seat, self.line, self.facts, self.state)


def link(before: str, above: bytes) -> str:
    """The chain of an item: SHA-256 over the chain before and the item's own bytes above it.

    Entry 0 has no chain before it; its bytes begin with the head.
    """
    return "sha256:" + hashlib.sha256(before.encode() + above).hexdigest()


def sealed_item(entry: Entry, before: str, head: bytes = b"") -> tuple[bytes, str]:
    """The whole item as it is appended, its chain line included, and its chain."""
    body = entry.body()
    chain = link(before, head + body)
    return body + f'  chain: "{chain}"\n'.encode(), chain


def first_entry(head: Head, entry: Entry) -> Entry:
    """Entry 0 with the chain that it will have below this head."""
    return entry._replace(chain=sealed_item(entry, "", head.text())[1])


def digits(chain: str) -> str:
    """The first digits of a chain, as letters and forms print them."""
    return chain.removeprefix("sha256:")[:CHAIN_DIGITS]


class Item(NamedTuple):
    """The bytes of one entry: above its chain line, and the chain that stands there."""

    above: bytes
    chain: str


def split_item(text: bytes) -> Item:
    """The two parts of an item's bytes; raises Damage if it does not end in its chain line."""
    above, found, last = text.rpartition(_CHAIN)
    if not found or not last.endswith(b"\n"):
        raise Damage("the entry does not end in its chain line")
    try:
        chain = json.loads(last)
    except ValueError:
        raise Damage("the chain line cannot be read") from None
    return Item(above + b"\n", str(chain))


def _refuse(number: str) -> None:
    raise ValueError(f"{number} is no whole number")


# There is nothing in a ledger that needs a fraction, and NaN would equal nothing.
_JSON: Final = json.JSONDecoder(parse_float=_refuse, parse_constant=_refuse)


def _pairs(text: bytes, indent: str) -> dict[str, Any]:
    """The keys and values of lines of ours; raises ValueError if they are not ours."""
    values = {}
    for line in text.decode().removesuffix("\n").split("\n"):
        name, colon, value = line.removeprefix(indent).partition(": ")
        if not colon or name in values:
            raise ValueError(line)
        values[name] = _JSON.decode(value)
    return values


def _check(values: Mapping[str, Any], kinds: Mapping[str, Any]) -> None:
    """Raise ValueError for the first value that is not of its kind: a type, or a pattern.

    Seats are texts, draws and facts are mappings.
    """
    for name, kind in (("seats", str), ("chance", dict), ("facts", dict)):
        for each in values.get(name, ()):
            if type(each) is not kind:
                raise ValueError(f"{name} cannot hold {each!r:.40}")
    if values.get("tables") == {}:
        raise ValueError("tables cannot be empty")
    for name, value in values.items():
        kind = kinds[name]
        fits = (
            isinstance(value, str) and kind.fullmatch(value)
            if isinstance(kind, re.Pattern)
            else type(value) is kind
        )
        if not fits:
            raise ValueError(f"{name} cannot be {value!r:.40}")


_TIME: Final = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", re.ASCII)
_HASH: Final = re.compile("sha256:[0-9a-f]{64}")
_HEAD: Final = {
    "game": str,
    "rules": re.compile("[a-z][a-z0-9]*/[1-9][0-9]*"),
    "options": dict,
    "tables": dict,
    "seats": list,
    "language": re.compile("|".join(LANGUAGES)),
    "sealed": _HASH,
    "opened": _TIME,
}
_ENTRY: Final = {
    "entry": int,
    "kind": str,
    "opening": int,
    "state": dict,
    "at": _TIME,
    "seat": str,
    "line": str,
    "letter": _HASH,
    "message": _HASH,
    "via": str,
    "reason": str,
    "to": int,
    "seed": re.compile("[0-9a-f]{64}"),
    "chance": list,
    "facts": list,
}


def read_head(text: bytes) -> Head:
    """The head from the bytes before the first entry; raises Damage naming what is wrong."""
    try:
        values = _pairs(text.removesuffix(_HISTORY), "")
        _check(values, _HEAD)
        return Head(**{**values, "seats": tuple(values["seats"])})
    except (ValueError, KeyError, TypeError) as error:
        raise Damage(f"the head of the game file is not as pbm wrote it: {error}", 1) from None


def read_entry(text: bytes) -> Entry:
    """The entry from an item's bytes; the chain is taken as it stands, not checked here."""
    above, chain = split_item(text)
    try:
        values = _pairs(above.replace(b"- ", b"  ", 1), "  ")
        _check(values, _ENTRY)
        return Entry(number=values.pop("entry"), chain=chain, **values)
    except (ValueError, KeyError, TypeError) as error:
        raise Damage(f"the entry is not as pbm wrote it: {error}") from None
