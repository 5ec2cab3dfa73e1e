"""The check of a whole game file: every byte, and what any YAML reader sees in it."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, NamedTuple

from pbm.core.ledger import Damage, Entry, Head, read_entry, read_head, split_item
from pbm.core.tell import Message
from pbm.store.files import read_bytes
from pbm.store.tail import chain_at, chain_due, holds, is_canonical, is_torn, pieces, without_head

_CHANGED: Final = Message("The entry is not as pbm wrote it")
_CHANGED_HEAD: Final = Message("The head or the first entry is not as pbm wrote it")
_CHANGED_CHAIN: Final = Message("The chain of the entry is not as pbm wrote it")
_TORN: Final = Message("The entry was not written to its end; the next `pbm run` repairs it")
_STRANGE: Final = Message("What stands after the last whole entry is not as pbm wrote it")
_MISPLACED: Final = Message("An entry of another number stands here")
_NOT_A_GAME: Final = Message("This is not a game file")
_UNREADABLE: Final = Message("The entry cannot be read, though its chain holds")
_OTHERWISE: Final = Message("Other YAML readers see something else here than pbm does")
_CURE: Final = Message(
    "Put a whole copy back: from a backup, or of a finished game from its last letter. "
    "The form and the letter for the present position show the entry and the chain that it must "
    "end with."
)
_ANOTHER_FILE: Final = Message("Game files lie in the folder games/ and are called NAME.yaml.")
_NAMES: Final = {name.encode() for name in (*Head._fields, *Entry._fields, "entry")}


class Finding(NamedTuple):
    """What is wrong with a game file: in which entry, from which line on."""

    entry: int
    line: int
    what: Message


class Checked(NamedTuple):
    """A whole game file: its head and entries as far as they can be read, and what is wrong."""

    head: Head | None
    entries: tuple[Entry, ...]
    findings: tuple[Finding, ...]

    @property
    def cure(self) -> Message | None:
        """What helps a file in which something is wrong; None if the finding itself says it."""
        if any(finding.what == _NOT_A_GAME for finding in self.findings):
            return _ANOTHER_FILE
        return None if all(finding.what == _TORN for finding in self.findings) else _CURE


class _Piece(NamedTuple):
    """One item: its entry's number by its place, its first line, its bytes."""

    number: int
    line: int
    text: bytes


def check(path: Path) -> Checked:
    """The whole game file, each chain checked over the bytes and YAML's view against pbm's."""
    text = read_bytes(path)
    found = [_Piece(*piece) for piece in pieces(text)]
    if not found:
        return Checked(None, (), (Finding(0, 1, _NOT_A_GAME),))
    findings = [*_broken(found), *_after(text, found)]
    head, entries, unreadable = _read(found)
    if head is not None and not findings and not unreadable:
        findings = list(_seen(text, found, head, entries))
    findings = findings or unreadable
    return Checked(head, tuple(entries), tuple(findings))


def _broken(found: list[_Piece]) -> list[Finding]:
    """The items whose chain does not hold."""
    findings: list[Finding] = []
    stands = due = ""
    for piece in found:
        before = stands
        if not holds(piece.text, stands):
            if holds(piece.text, due):
                # The chain that was due before fits, so only the line it stood in was changed.
                last = findings.pop()
                findings.append(last._replace(line=piece.line - 1, what=_CHANGED_CHAIN))
                before = due
            else:
                what = _CHANGED if piece.number else _CHANGED_HEAD
                findings.append(Finding(piece.number, _spoilt_line(piece), what))
        stands, due = chain_at(piece.text), chain_due(piece.text, before)
    return findings


def _spoilt_line(piece: _Piece) -> int:
    """The first line that pbm cannot have written, or else the item's first line."""
    for line, text in enumerate(piece.text.splitlines(), piece.line):
        name, _, value = text.partition(b": ")
        if name == b"history:" and not value:
            continue
        if name.removeprefix(b"- ").removeprefix(b"  ") not in _NAMES or not is_canonical(value):
            return line
    return piece.line


def _after(text: bytes, found: list[_Piece]) -> Iterator[Finding]:
    """What follows the last complete item."""
    last = found[-1]
    rest = text[sum(len(piece.text) for piece in found) :]
    if rest:
        number = last.number + 1
        what = _TORN if is_torn(rest, number) else _STRANGE
        yield Finding(number, last.line + last.text.count(b"\n"), what)


def _read(found: list[_Piece]) -> tuple[Head | None, list[Entry], list[Finding]]:
    """The head and the entries up to the first that cannot be read."""
    head = None
    entries: list[Entry] = []
    for piece in found:
        item = without_head(piece.text)
        try:
            if head is None:
                head = read_head(piece.text[: -len(item)])
            entries.append(read_entry(item))
        except (Damage, RecursionError):
            return head, entries, [Finding(piece.number, piece.line, _UNREADABLE)]
    return head, entries, []


def _seen(text: bytes, found: list[_Piece], head: Head, entries: list[Entry]) -> Iterator[Finding]:
    """Where a YAML reader sees something else than pbm, or pbm would write something else."""
    # Only a check of a whole file pays for YAML.
    import yaml  # noqa: PLC0415

    try:
        seen = yaml.load(text, yaml.CSafeLoader)
    except (yaml.YAMLError, ValueError, RecursionError) as error:
        mark = getattr(error, "problem_mark", None)
        line = mark.line + 1 if mark else 1
        yield Finding(max(p.number for p in found if p.line <= line), line, _OTHERWISE)
        return
    opening = found[0].text.removesuffix(without_head(found[0].text))
    if opening != head.text() or len(seen["history"]) != len(entries):
        yield Finding(0, 1, _OTHERWISE)
        return
    history = seen.pop("history")
    if seen != _plain(head, None):
        yield Finding(0, 1, _OTHERWISE)
    for piece, entry, item in zip(found, entries, history, strict=True):
        if entry.number != piece.number:
            yield Finding(piece.number, piece.line, _MISPLACED)
        elif split_item(without_head(piece.text)).above != entry.body():
            yield Finding(piece.number, piece.line, _CHANGED)
        elif item != _plain(entry, None, ""):
            yield Finding(piece.number, piece.line, _OTHERWISE)


def _plain(thing: Head | Entry, *absent: str | None) -> dict[str, Any]:
    """A head or an entry as a YAML reader sees it; values that say nothing are left out."""
    values = thing._asdict()
    return {
        "entry" if name == "number" else name: list(value) if isinstance(value, tuple) else value
        for name, value in values.items()
        if value not in absent
    }
