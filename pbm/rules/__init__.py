"""The games, one folder each; here they are found and their tables are read."""

import importlib
import re
from functools import cache
from pathlib import Path
from typing import Any, Final

from pbm.core.contract import Plain, Rulebook
from pbm.core.failure import Wrong
from pbm.core.tell import Message

_SLUG: Final = re.compile(r"[a-z][a-z0-9]*")
_FOLDER: Final = Path(__file__).parent


def slugs() -> list[str]:
    """The names of all games there are, sorted."""
    return sorted(rules.parent.name for rules in _FOLDER.glob("*/rules.md"))


@cache
def find(name: str) -> Rulebook:
    """The rulebook for `slug` or `slug/version`; raises Wrong if there is none (cached)."""
    slug, _, version = name.partition("/")
    if not _SLUG.fullmatch(slug) or slug not in slugs():
        raise Wrong(
            Message("There is no game with the rules {name}.", {"name": name}),
            Message("There are: {slugs}.", {"slugs": ", ".join(slugs())}),
        )
    book = _book(slug)
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


def rules_text(slug: str, language: str) -> str:
    """The numbered rules of a game as its players read them; in English if not in theirs."""
    own = _FOLDER / slug / f"rules.{language}.md"
    return (own if own.is_file() else _FOLDER / slug / "rules.md").read_text("utf-8")


@cache
def _book(slug: str) -> Rulebook:
    """The rulebook, the same by whatever name it is asked for."""
    module = importlib.import_module(f"{__name__}.{slug}")
    book: Rulebook = module.rulebook(slug, {table: _table(slug, table) for table in module.TABLES})
    return book


def _table(slug: str, table: str) -> Plain:
    import yaml  # noqa: PLC0415 - light commands never come here

    text = (_FOLDER / slug / f"{table}.yaml").read_bytes()
    loaded: Any = yaml.load(text, yaml.CSafeLoader)
    return loaded
