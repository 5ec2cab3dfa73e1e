"""The games, one folder each; here they are found and their tables are read."""

import importlib
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, lru_cache
from pathlib import Path
from types import MappingProxyType, ModuleType
from typing import Any, Final, NamedTuple

from pbm.core.canon import canonical
from pbm.core.contract import Plain, Rulebook
from pbm.core.failure import Damaged, Failure, Wrong
from pbm.core.ledger import Head
from pbm.core.tell import Message
from pbm.marked import Value, read

_SLUG: Final = re.compile(r"[a-z][a-z0-9]*")
_FOLDER: Final = Path(__file__).parent
_MOST_OWN: Final = 16


def slugs() -> list[str]:
    """The names of all games there are, sorted."""
    return sorted(rules.parent.name for rules in _FOLDER.glob("*/rules.md"))


class Own(NamedTuple):
    """A table that takes the place of a shipped one: its text, and how errors call it."""

    text: bytes
    name: str


def find(name: str, own: Mapping[str, Own] = MappingProxyType({})) -> Rulebook:
    """The rulebook for `slug` or `slug/version`, with a game master's own tables (cached).

    Raises Wrong if there is none, or for an error in a table, with its place.
    """
    slug, _, version = name.partition("/")
    if not _SLUG.fullmatch(slug) or slug not in slugs():
        raise Wrong(
            Message("There is no game with the rules {name}.", {"name": name}),
            Message("There are: {slugs}.", {"slugs": ", ".join(slugs())}),
        )
    book = _with(slug, tuple(sorted(own.items()))) if own else _shipped(slug)
    if version and version != str(book.version):
        raise Wrong(
            Message(
                "This game is played by version {wanted} of the rules of {slug}; "
                "this pbm has version {version}.",
                {"wanted": version, "slug": slug, "version": book.version},
            ),
            Message("Go on with the pbm that opened the game."),
        )
    return book


def data(own: Mapping[str, Own]) -> dict[str, Plain] | None:
    """A game master's own tables as the head of a ledger holds them; None without any."""
    return {name: read(*table).plain() for name, table in own.items()} or None


def of(head: Head, where: str) -> Rulebook:
    """The rulebook that a game is played by, with the tables that stand in its head.

    With the game's file, `where`, raises Wrong if this pbm has no such rules, and Damaged if the
    tables are not such as a game was opened with.
    """
    tables = head.tables or {}
    own = {name: Own(canonical(table).encode(), name) for name, table in tables.items()}
    try:
        book = find(head.rules, own)
        if own:
            book.game(head.seats, head.options, head.language)
    except Wrong as wrong:
        raise _unplayable(head, wrong, where) from None
    return book


def _unplayable(head: Head, wrong: Wrong, where: str) -> Failure:
    """Why a game cannot be played here: its rules are not those of this pbm, or else its tables."""
    try:
        find(head.rules)
    except Wrong as other:
        return Wrong(other.what, other.cure, where)
    what = Message("A table in the head of this game is damaged: {why}", {"why": wrong.what})
    return Damaged(what, None, where)


def rules_text(slug: str, language: str) -> str:
    """The numbered rules of a game as its players read them; in English if not in theirs."""
    own = _FOLDER / slug / f"rules.{language}.md"
    return (own if own.is_file() else _FOLDER / slug / "rules.md").read_text("utf-8")


@cache
def _shipped(slug: str) -> Rulebook:
    """The rulebook with its own tables, the same by whatever name it is asked for."""
    return _book(slug, {})


@lru_cache(maxsize=_MOST_OWN)
def _with(slug: str, own: tuple[tuple[str, Own], ...]) -> Rulebook:
    """The rulebook with a game master's tables."""
    return _book(slug, dict(own))


def _book(slug: str, own: Mapping[str, Own]) -> Rulebook:
    module = importlib.import_module(f"{__name__}.{slug}")
    book: Rulebook = module.rulebook(slug, _Tables(_FOLDER / slug, module, own))
    return book


class _Tables(Mapping[str, Any]):
    """The tables of a game, each read when it is asked for.

    Those that a game master may replace (`EDITABLE`) know their places, the others are plain data.
    """

    def __init__(self, folder: Path, game: ModuleType, own: Mapping[str, Own]) -> None:
        self._folder = folder
        self._editable: Sequence[str] = getattr(game, "EDITABLE", ())
        self._names: Sequence[str] = game.TABLES
        self._own = own
        for name, table in own.items():
            if name not in self._editable:
                raise Wrong(
                    Message("This game has no table {name} of a game master's own", {"name": name}),
                    Message("Known are: {words}", {"words": ", ".join(self._editable) or "-"}),
                    table.name,
                )

    def __getitem__(self, name: str) -> Plain | Value:
        if name not in self._names:
            raise KeyError(name)
        file = self._folder / f"{name}.yaml"
        if name in self._editable:
            own = self._own.get(name) or Own(file.read_bytes(), str(file))
            return read(*own)
        import yaml  # noqa: PLC0415 - light commands never come here

        loaded: Plain = yaml.load(file.read_bytes(), yaml.CSafeLoader)
        return loaded

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)
