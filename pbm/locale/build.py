"""Message catalogues: gathered from the source, and compiled when the package is built."""

import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Final

try:
    from hatchling.builders.hooks.plugin.interface import BuildHookInterface
except ImportError:  # run by hand in a checkout
    BuildHookInterface = object

LANGUAGES: Final = ("ru", "bg")
_KEYWORDS: Final = {"Message": (1,), "N_": (1,), "counted": (1, 2)}
_TOLD: Final = ("edition", "name", "text")
"""The keys of a game's tables whose texts players read: names on the board, words on cards."""


def domains(package: Path) -> Iterator[tuple[str, Path, list[Path]]]:
    """The name, folder and sources of each catalogue: the house's and one a game."""
    games = sorted(folder for folder in (package / "rules").iterdir() if folder.is_dir())
    games = [folder for folder in games if (folder / "rules.md").exists()]
    for folder in games:
        sources = sorted([*folder.rglob("*.py"), *folder.glob("*.yaml")])
        yield folder.name, folder / "locale", sources
    others = [path for path in sorted(package.rglob("*.py")) if not set(games) & set(path.parents)]
    yield "pbm", package / "locale", others


def catalogue(name: str, folder: Path, language: str) -> Path:
    """Where the catalogue of a domain in one language is."""
    return folder / language / "LC_MESSAGES" / f"{name}.po"


def messages(sources: list[Path]) -> Any:
    """A catalogue of all messages in the sources, without translations."""
    import yaml  # noqa: PLC0415 - only gathering needs it, and Babel
    from babel.messages import Catalog  # noqa: PLC0415
    from babel.messages.extract import extract_from_file  # noqa: PLC0415

    found = Catalog(charset="utf-8")
    for source in sources:
        texts: Iterable[Any]
        if source.suffix == ".yaml":
            texts = _told(yaml.load(source.read_bytes(), yaml.CSafeLoader))
        else:
            rows = extract_from_file("python", source, keywords=_KEYWORDS)
            texts = (text for _, text, _, _ in rows)
        for text in filter(None, texts):
            found.add(text)
    return found


def _told(table: Any) -> Iterator[str]:
    """The texts in a game's table that players read."""
    if isinstance(table, dict):
        for key, value in table.items():
            if key in _TOLD and isinstance(value, str):
                yield value
            else:
                yield from _told(value)
    elif isinstance(table, list):
        for each in table:
            yield from _told(each)


def gather(package: Path) -> None:
    """Bring every catalogue up to date with the source; what is translated stays."""
    from babel.messages import Catalog  # noqa: PLC0415 - only a build needs Babel
    from babel.messages.pofile import read_po, write_po  # noqa: PLC0415

    for name, folder, sources in domains(package):
        for language in LANGUAGES:
            path = catalogue(name, folder, language)
            path.parent.mkdir(parents=True, exist_ok=True)
            old = Catalog(locale=language, charset="utf-8")
            if path.exists():
                with path.open("rb") as file:
                    old = read_po(file, locale=language)
            made = old.creation_date
            old.update(messages(sources), no_fuzzy_matching=True)
            # A catalogue in which nothing changed stays as it is.
            old.creation_date = made
            with path.open("wb") as file:
                write_po(file, old, sort_output=True, width=0, ignore_obsolete=True)


def compile_catalogues(package: Path) -> None:
    """Write `NAME.mo` beside every `NAME.po` below the package."""
    from babel.messages.mofile import write_mo  # noqa: PLC0415 - only a build needs Babel
    from babel.messages.pofile import read_po  # noqa: PLC0415

    for source in sorted(package.rglob("*.po")):
        with source.open("rb") as text, source.with_suffix(".mo").open("wb") as compiled:
            write_mo(compiled, read_po(text))


class Catalogues(BuildHookInterface):  # type: ignore[misc]
    """The build hook that hatchling finds here."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile before the files are gathered."""
        del version, build_data
        compile_catalogues(Path(self.root) / "pbm")


if __name__ == "__main__":
    _package = Path(__file__).resolve().parent.parent
    if sys.argv[1:] == ["messages"]:
        gather(_package)
    compile_catalogues(_package)
