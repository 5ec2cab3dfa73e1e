"""YAML that a person edits: each value knows its place in the file, each error shows it.

Nothing is built from the file but text, numbers and truth values that somebody asked for.
Settings, players and the layouts of forms are read with it.
"""

import re
from codecs import BOM_UTF8
from collections.abc import Callable, Collection, Mapping
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from pbm.core.failure import Wrong
from pbm.core.tell import Message

if TYPE_CHECKING:
    from yaml import Node

_TAG: Final = "tag:yaml.org,2002:"
_FLAGS: Final = {
    "yes": True, "true": True, "on": True, "no": False, "false": False, "off": False,
}  # fmt: skip
# YAML has other ways to write numbers, which surprise people: 010 is 8, 1:30 is 90.
_NUMBER: Final = re.compile("0|[1-9][0-9]{0,17}")
# What may be a password is not shown: errors land in logs and cron's mail.
_SECRET: Final = ("pass",)


class Source(NamedTuple):
    """The name and the lines of a file, for errors to show."""

    name: str
    lines: tuple[str, ...]

    def wrong(self, line: int, column: int, what: Message, cure: Message | None) -> Wrong:
        """The failure at a place; lines and columns count from 1."""
        here = self.lines[line - 1] if line <= len(self.lines) else ""
        near = "".join(self.lines[max(0, line - 2) : line])
        shown = "" if any(word in near.lower() for word in _SECRET) else here
        return Wrong(what, cure, f"{self.name}:{line}:{column}", shown)


class Value(NamedTuple):
    """One value of such a file. What is asked for and not there raises Wrong with its place."""

    source: Source
    node: "Node"

    def wrong(self, what: Message, cure: Message | None = None) -> Wrong:
        """The failure at this value."""
        mark = self.node.start_mark
        return self.source.wrong(mark.line + 1, mark.column + 1, what, cure)

    def within(self, column: int, what: Message, cure: Message | None = None) -> Wrong:
        """The failure at a character of this one-line text, counted from 0."""
        mark = self.node.start_mark
        quote = 1 if self.source.lines[mark.line][mark.column : mark.column + 1] in "'\"" else 0
        return self.source.wrong(mark.line + 1, mark.column + 1 + quote + column, what, cure)

    @property
    def kind(self) -> str:
        """What YAML takes it for: map, seq, str, int, bool, null or another."""
        return str(self.node.tag).removeprefix(_TAG)

    def text(self) -> str:
        """Some words; a number or a yes counts as the words it is written with."""
        if (
            not isinstance(self.node.value, str)
            or self.kind == "null"
            or not self.node.value.strip()
        ):
            raise self.wrong(Message("A text is missing here"))
        return str(self.node.value)

    def flag(self) -> bool:
        """Yes or no, in quotes or without."""
        word = str(self.node.value).lower()
        if self.kind not in {"bool", "str"} or word not in _FLAGS:
            raise self.wrong(Message("This must be true or false"))
        return _FLAGS[word]

    def number(self, low: int, high: int) -> int:
        """A whole number between two bounds, both included."""
        if self.kind == "int" and _NUMBER.fullmatch(self.node.value):
            number = int(self.node.value)
            if low <= number <= high:
                return number
        gaps = {"low": low, "high": high}
        raise self.wrong(Message("This must be a whole number from {low} to {high}", gaps))

    def real(self, low: float, high: float) -> float:
        """A number between two bounds, both included."""
        try:
            number = float(self.text())
        except ValueError:
            number = float("nan")
        if low <= number <= high:
            return number
        gaps: dict[str, int | str | Message] = {"low": f"{low:g}", "high": f"{high:g}"}
        raise self.wrong(Message("This must be a number from {low} to {high}", gaps))

    def one_of(self, words: Collection[str]) -> str:
        """One of some words."""
        word = self.node.value
        if isinstance(word, str) and word in words:
            return word
        gaps = {"words": ", ".join(words)}
        raise self.wrong(Message("This must be one of: {words}", gaps), meant(word, words))

    def members(self) -> list["Value"]:
        """The values of a list; a value alone is a list of one."""
        nodes = self.node.value if self.kind == "seq" else [self.node]
        return [Value(self.source, node) for node in nodes]

    def exactly(self, checkers: Mapping[str, Callable[["Value"], Any]]) -> dict[str, Any]:
        """The values of a mapping in which every key must stand; see fields."""
        return self.fields(checkers, *checkers)

    def several(self) -> list["Value"]:
        """The values of a list that must have one at least."""
        members = self.members()
        if not members:
            raise self.wrong(Message("This list is empty"))
        return members

    def pairs(self) -> list[tuple["Value", "Value"]]:
        """The keys and values of a mapping; a key written twice raises Wrong."""
        if self.kind != "map":
            raise self.wrong(Message("Lines of the kind `name: value` must stand here"))
        pairs = [(Value(self.source, key), Value(self.source, v)) for key, v in self.node.value]
        lines: dict[str, int] = {}
        for key, _ in pairs:
            name = key.text()
            line = key.node.start_mark.line + 1
            if name in lines:
                gaps: dict[str, int | str] = {"name": name, "line": lines[name]}
                raise key.wrong(Message("{name} stands in line {line} already", gaps))
            lines[name] = line
        return pairs

    def plain(self) -> Any:
        """All of it as JSON data, which reads as the same; what is no number is text."""
        if self.kind == "map":
            return {key.text(): value.plain() for key, value in self.pairs()}
        if self.kind == "seq":
            return [member.plain() for member in self.members()]
        if self.kind == "int" and _NUMBER.fullmatch(self.node.value):
            return int(self.node.value)
        return self.text()

    def fields(
        self, checkers: Mapping[str, Callable[["Value"], Any]], *needed: str
    ) -> dict[str, Any]:
        """The values of a mapping, each as its checker returns it.

        An unknown key raises Wrong, and so does one that is needed and missing.
        """
        values = {}
        for key, value in self.pairs():
            name = key.text()
            if name not in checkers:
                gaps = {"name": name}
                cure = meant(name, checkers)
                raise _short(key, key.wrong(Message("There is no key {name}", gaps), cure))
            values[name] = checkers[name](value)
        for name in needed:
            if name not in values:
                raise self.wrong(Message("The key {name} is missing here", {"name": name}))
        return values


def _short(key: Value, wrong: Wrong) -> Wrong:
    """The failure without what follows the key: behind a misspelt key may stand a password."""
    wrong.shown = wrong.shown[: key.node.end_mark.column]
    return wrong


def meant(word: object, words: Collection[str]) -> Message:
    """The cure that names the word nearest to a wrong one, or all there are."""
    # Only an error pays for it.
    from difflib import get_close_matches  # noqa: PLC0415

    near = get_close_matches(str(word).lower(), words, 1, 0.6)
    if near:
        return Message("Did you mean {word}?", {"word": near[0]})
    return Message("Known are: {words}", {"words": ", ".join(words)})


def parse(data: bytes, name: str) -> Value | None:
    """The content of a YAML text; `name` is how errors call the file."""
    # A run with nothing to do, and commands that only read ledgers, do not pay for YAML.
    import yaml  # noqa: PLC0415

    data = data.removeprefix(BOM_UTF8)
    try:
        text = data.decode()
    except UnicodeDecodeError as error:
        before = data[: error.start].decode()
        line, column = before.count("\n") + 1, len(before) - before.rfind("\n")
        raise Wrong(
            Message("This file is not UTF-8 text"),
            Message("Save it as UTF-8 (in some editors: Save as, encoding)"),
            f"{name}:{line}:{column}",
        ) from None
    source = Source(name, tuple(text.splitlines()))
    try:
        node = yaml.compose(text, yaml.CSafeLoader)
    except yaml.MarkedYAMLError as error:
        raise _unreadable(source, error.problem_mark, error.problem) from None
    except yaml.reader.ReaderError as error:
        raise _unreadable(source, None, error.reason) from None
    if node is None or node.tag == f"{_TAG}null":
        return None
    return Value(source, node)


def between(low: int, high: int) -> Callable[[Value], int]:
    """The check for a whole number between two bounds, both included."""
    return lambda value: value.number(low, high)


def read(data: bytes, name: str) -> Value:
    """The content of a YAML text that must not be empty; see parse."""
    value = parse(data, name)
    if value is None:
        raise Wrong(Message("This file is empty"), None, name)
    return value


def _unreadable(source: Source, mark: Any, problem: object) -> Wrong:
    """The failure for a text that is not YAML."""
    what = Message("This cannot be read as YAML: {problem}", {"problem": str(problem)})
    cure = Message("Look for a missing colon, quote or bracket, or a tab; indent with spaces")
    if mark is None:
        return Wrong(what, cure, source.name)
    return source.wrong(mark.line + 1, mark.column + 1, what, cure)
