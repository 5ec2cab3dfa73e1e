"""Make the fonts of this folder again from Debian's packages; a step by hand, never at run time.

    apt-get install fonts-paratype fonts-dejavu-core fonts-dejavu-extra
    pip install fonttools
    python forms/fonts/make.py

Each font is cut down to the letters that a form can need and loses its hints and layout tables,
so that a form is small and its fonts are read fast. ParaType's licence allows that under
another name, so the cut fonts are called Pbm; the licences lie beside them.
"""

# ruff: noqa: INP001 - a script that is run by hand

import sys
from pathlib import Path

from fontTools import subset
from fontTools.ttLib import TTFont

DEBIAN = Path("/usr/share/fonts/truetype")
HERE = Path(__file__).parent

# Latin with all of Europe's accents, Cyrillic, punctuation, money, arrows, the signs of cards.
TEXT = "U+20-7E,A0-17F,18F,192,1A0-1B0,1FA-1FF,218-21B,2C6-2DD,400-45F,490-4BF,4D0-4F9,1E80-1E85"
SIGNS = (
    "U+2000-2027,202F-203A,2044,2070-2089,20A4-20BD,2116,2122,2190-2199,2212,2215,221A,2248-2265"
)
LETTERS = f"{TEXT},{SIGNS}"
# What a reader can type into a field: enough for every order word, few enough for one encoding.
TYPED = "U+20-7E,A0,AB,BB,B7,D7,F7,401,410-44F,451,2013,2014,2116,2212,2026"
# Names and notes in letters that the text faces lack.
WIDE = (
    "U+20-7E,A0-52F,531-556,559-58A,10A0-10FF,1E00-1FFF,2000-206F,2070-209C,20A0-20BF,2100-22FF,"
    "2300-23FF,2460-24FF,2500-27BF,27C0-27FF,2900-297F,2B00-2B5A,FB00-FB06,FFFD"
)

FONTS = (
    ("paratype/PTN57F.ttf", "narrow", "Pbm Narrow", LETTERS),
    ("paratype/PTN77F.ttf", "narrow-bold", "Pbm Narrow Bold", LETTERS),
    ("paratype/PTF75F.ttf", "serif-bold", "Pbm Serif Bold", LETTERS),
    ("paratype/PTS55F.ttf", "typed", "Pbm Typed", TYPED),
    ("dejavu/DejaVuSansCondensed.ttf", "wide", "Pbm Wide", WIDE),
)


def make(source: Path, target: Path, name: str, letters: str) -> int:
    """The size in bytes of the font that was made; one letter of `letters` is `U+41-5A,61`."""
    options = subset.Options(
        hinting=False, layout_features=[], glyph_names=False, notdef_outline=True
    )
    options.drop_tables += ["GPOS", "GSUB", "GDEF", "kern", "DSIG", "FFTM", "LTSH", "VDMX", "hdmx"]
    options.name_IDs = [
        0
    ]  # the licence lies beside the fonts; in every PDF it would be dead weight
    font = TTFont(source, recalcTimestamp=False)
    wanted = subset.parse_unicodes(letters.replace("U+", ""))
    cutter = subset.Subsetter(options)
    cutter.populate(unicodes=wanted)
    cutter.subset(font)
    for number, text in {1: name, 2: "Regular", 4: name, 6: name.replace(" ", "")}.items():
        font["name"].setName(text, number, 3, 1, 0x409)
        font["name"].setName(text, number, 1, 0, 0)
    font["post"].formatType = 3
    font.save(target)
    return target.stat().st_size


if __name__ == "__main__":
    for file, short, name, letters in FONTS:
        size = make(DEBIAN / file, HERE / f"{short}.ttf", name, letters)
        sys.stdout.write(f"{short}.ttf: {size} bytes\n")
