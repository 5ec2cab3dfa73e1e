"""The text of a game file: the head, the entries, and the chain that makes any edit visible.

A game file is one YAML document. Each key stands on a line of its own and each value is JSON
(which is YAML), so that an entry is written once, read back without a YAML reader, and still
read by every YAML reader there is. Nothing in it is ever rewritten: entries are only added.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from pbm.core.canon import canonical

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
    """What opens a game file and never changes: who plays what, by which options and seal."""

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
                ("seats", list(self.seats)),
                ("language", self.language),
                ("sealed", self.sealed),
                ("opened", self.opened),
                ("tables", self.tables),
            )
            if value is not None
        ]
        return "\n".join(lines).encode() + b"\n" + _HISTORY


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


def _pairs(text: bytes, indent: str) -> dict[str, Any]:
    """The keys and values of lines of ours; raises ValueError if they are not ours."""
    values = {}
    for line in text.decode().removesuffix("\n").split("\n"):
        name, colon, value = line.removeprefix(indent).partition(": ")
        if not colon:
            raise ValueError(line)
        values[name] = json.loads(value)
    return values


def read_head(text: bytes) -> Head:
    """The head from the bytes before the first entry; raises Damage naming what is wrong."""
    try:
        values = _pairs(text.removesuffix(_HISTORY), "")
        return Head(**{**values, "seats": tuple(values["seats"])})
    except (ValueError, KeyError, TypeError) as error:
        raise Damage(f"the head of the game file is not as pbm wrote it: {error}", 1) from None


def read_entry(text: bytes) -> Entry:
    """The entry from an item's bytes; the chain is taken as it stands, not checked here."""
    above, chain = split_item(text)
    try:
        values = _pairs(above.replace(b"- ", b"  ", 1), "  ")
        return Entry(number=values.pop("entry"), chain=chain, **values)
    except (ValueError, KeyError, TypeError) as error:
        raise Damage(f"the entry is not as pbm wrote it: {error}") from None


def items(text: bytes) -> Iterator[tuple[int, bytes]]:
    """Every item of a whole file with the number of its first line, the head first.

    The head comes as item 0 of its own; entries follow in order.
    """
    line = 1
    begin = 0
    while begin < len(text):
        end = text.find(b"\n" + START, begin) + 1 or len(text)
        yield line, text[begin:end]
        line += text.count(b"\n", begin, end)
        begin = end
