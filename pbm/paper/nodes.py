"""YAML files that people edit, read key by key with the place of everything that is wrong."""

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, TypeVar

from pbm.core.failure import Wrong
from pbm.core.tell import Message

T = TypeVar("T")


class Node:
    """One value of a YAML file, with its place; every reader of it raises Wrong where it stands."""

    def __init__(self, file: Path, node: Any, lines: list[str]) -> None:
        self.file = file
        self.node = node
        self.lines = lines

    def wrong(self, what: Message, cure: Message | None = None) -> Wrong:
        """The failure for this value, ready to be raised."""
        mark = self.node.start_mark
        shown = self.lines[mark.line] if mark.line < len(self.lines) else ""
        return Wrong(what, cure, f"{self.file}:{mark.line + 1}:{mark.column + 1}", shown)

    def text(self) -> str:
        """The scalar as it is written."""
        if self.node.id != "scalar":
            raise self.wrong(Message("a word is wanted here, not a list or keys"))
        return str(self.node.value)

    def number(self, low: float, high: float) -> float:
        """The scalar as a number within bounds."""
        try:
            value = float(self.text())
        except ValueError:
            value = float("nan")
        if not low <= value <= high:
            bounds: dict[str, int | str | Message] = {"low": f"{low:g}", "high": f"{high:g}"}
            raise self.wrong(Message("a number from {low} to {high} is wanted here", bounds))
        return value

    def choice(self, of: Mapping[str, T]) -> T:
        """What the word stands for; the failure lists the words there are."""
        word = self.text()
        if word not in of:
            raise self.wrong(
                Message("{word} is not known here", {"word": word}),
                Message("one of: {words}", {"words": ", ".join(of)}),
            )
        return of[word]

    def items(self) -> list["Node"]:
        """The values of a list."""
        if self.node.id != "sequence":
            raise self.wrong(Message("a list is wanted here"))
        return [Node(self.file, node, self.lines) for node in self.node.value]

    def pairs(self) -> Iterator[tuple["Node", "Node"]]:
        """The keys and values of a mapping; a key that stands twice is wrong."""
        if self.node.id != "mapping":
            raise self.wrong(Message("keys and values are wanted here"))
        seen = set()
        for key, value in self.node.value:
            name = Node(self.file, key, self.lines)
            if name.text() in seen:
                raise name.wrong(Message("{key} stands here twice", {"key": name.text()}))
            seen.add(name.text())
            yield name, Node(self.file, value, self.lines)

    def keys(self, readers: Mapping[str, Callable[["Node"], Any]], *need: str) -> dict[str, Any]:
        """What the readers made of the mapping's values; an unknown or a missing key is wrong."""
        made = {}
        for key, value in self.pairs():
            made[key.text()] = key.choice(readers)(value)
        for name in need:
            if name not in made:
                raise self.wrong(Message("{key} is missing here", {"key": name}))
        return made


def read_nodes(file: Path) -> Node:
    """The top of a YAML file; raises Wrong if it is no YAML or cannot be read."""
    import yaml  # noqa: PLC0415 - light commands do not pay for it

    try:
        text = file.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise Wrong(Message("the file is not written in UTF-8"), where=str(file)) from None
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    try:
        top = yaml.compose(text, Loader=loader)
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        place = f"{file}:{mark.line + 1}:{mark.column + 1}" if mark else str(file)
        raise Wrong(
            Message("the file is not YAML: {why}", {"why": str(getattr(error, "problem", error))}),
            where=place,
        ) from None
    if top is None:
        raise Wrong(Message("the file is empty"), where=str(file))
    return Node(file, top, text.splitlines())
