"""Compiles the message catalogues when the package is built or installed for work on it."""

from pathlib import Path
from typing import Any

try:
    from hatchling.builders.hooks.plugin.interface import BuildHookInterface
except ImportError:  # run by hand in a checkout
    BuildHookInterface = object


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
    compile_catalogues(Path(__file__).resolve().parent.parent)
