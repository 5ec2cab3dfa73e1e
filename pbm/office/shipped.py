"""Where the shipped forms, letter templates and example games are found."""

from pathlib import Path
from typing import Final

_PACKAGE: Final = Path(__file__).resolve().parent.parent


def shipped(name: str) -> Path:
    """The folder `forms`, `templates` or `games`: inside a wheel, or beside it in a checkout."""
    inside = _PACKAGE / "share" / name
    return inside if inside.is_dir() else _PACKAGE.parent / name
