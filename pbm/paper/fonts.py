"""Faces: font files with the fallback for letters that they lack, and the width of text in them.

Fonts are parsed once a process. A letter that no font has is drawn as U+FFFD, which can be seen,
and never left blank (mail.md, case 47).
"""

import unicodedata
from collections.abc import Mapping
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, Final, NamedTuple

MISSING: Final = "\ufffd"
_WIDE_SCALE: Final = 0.88  # the wide font is drawn larger than the others
_LAST: Final = 0xFFFF  # reportlab writes a broken ToUnicode map for letters beyond
_INVISIBLE: Final = frozenset({"Cc", "Cf", "Cs", "Mn", "Me"})


class Run(NamedTuple):
    """A stretch of text in one font: the font's name, the text, its width at size 1, its scale."""

    font: str
    text: str
    width: float
    scale: float = 1.0


@cache
def font_at(name: str) -> Any:
    """The parsed font of that path, registered with reportlab under it."""
    from reportlab.pdfbase import pdfmetrics, ttfonts  # noqa: PLC0415 - heavy

    font = ttfonts.TTFont(name, name, asciiReadable=False, shapable=False)
    pdfmetrics.registerFont(font)
    return font


def shown(text: str) -> str:
    """The text composed (NFC), without what has no shape: controls, joiners, variation signs.

    A combining mark that is left over cannot be placed without a shaper, so it goes too.
    """
    if text.isascii() and text.isprintable():
        return text
    made = unicodedata.normalize("NFC", text.replace("\t", " ").replace("\n", " "))
    made = "".join(letter for letter in made if unicodedata.category(letter) not in _INVISIBLE)
    return made.replace("\u202f", "\xa0") or (MISSING if text else "")


class Face:
    """One font with its fallback."""

    def __init__(self, path: Path, wide: Path) -> None:
        self.name = str(path)
        self.wide = str(wide)
        font = font_at(self.name)
        self._has = font.face.charToGlyph
        self._widths = font.face.charWidths
        self._missing = font.face.defaultWidth
        self.runs = lru_cache(8192)(self._runs)

    def _runs(self, text: str) -> tuple[Run, ...]:
        """The text in stretches of one font each."""
        text = shown(text)
        codes = [ord(letter) for letter in text]
        if all(code in self._has and code <= _LAST for code in codes):
            return (Run(self.name, text, self._measure(codes)),)
        runs: list[Run] = []
        for letter in text:
            run = self._letter(letter)
            if runs and runs[-1].font == run.font:
                run = Run(
                    run.font, runs[-1].text + run.text, runs.pop().width + run.width, run.scale
                )
            runs.append(run)
        return tuple(runs)

    def _measure(self, codes: list[int]) -> float:
        widths = self._widths
        return float(sum(widths.get(code, self._missing) for code in codes) / 1000)

    def _letter(self, letter: str) -> Run:
        """One letter in the first font that has it."""
        if ord(letter) > _LAST:
            letter = MISSING
        if ord(letter) in self._has:
            return Run(self.name, letter, self._measure([ord(letter)]))
        wide = font_at(self.wide).face
        letter = letter if ord(letter) in wide.charToGlyph else MISSING
        width = wide.charWidths.get(ord(letter), wide.defaultWidth) / 1000
        return Run(self.wide, letter, width * _WIDE_SCALE, _WIDE_SCALE)

    def width(self, text: str, size: float) -> float:
        """The width of the text in points."""
        return sum(run.width for run in self.runs(text)) * size

    def cut(self, text: str, size: float, room: float) -> str:
        """The text, cut with an ellipsis where it is wider than the room."""
        if self.width(text, size) <= room:
            return text
        text = shown(text)
        while text and self.width(text + "…", size) > room:
            text = text[:-1]
        return text.rstrip() + "…"

    def fit(self, text: str, size: float, room: float, floor: float) -> tuple[str, float]:
        """The text and a size in which it has room: smaller down to the floor, then cut."""
        width = self.width(text, 1)
        if width * size > room:
            size = max(floor, int(room / width * 20) / 20)
        return self.cut(text, size, room), size

    def wrap(self, text: str, size: float, room: float) -> list[str]:
        """The text in lines no wider than the room, broken at spaces; a longer word is cut."""
        if self.width(text, size) <= room:
            return [text]
        lines: list[str] = []
        line = ""
        for word in text.split(" "):
            longer = f"{line} {word}" if line else word
            if line and self.width(longer, size) > room:
                lines.append(line)
                longer = word
            line = longer
        return [self.cut(line, size, room) for line in [*lines, line]]


@cache
def _face(path: Path, wide: Path) -> Face:
    return Face(path, wide)


class Faces:
    """The faces of a layout by what they are for; each font is read when first asked for."""

    def __init__(self, paths: Mapping[str, Path]) -> None:
        self._paths = paths

    def __getitem__(self, role: str) -> Face:
        return _face(self._paths[role], self._paths["wide"])

    def path(self, role: str) -> Path:
        """The font file itself."""
        return self._paths[role]
