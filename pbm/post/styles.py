"""What the styles of an HTML letter say, as far as they decide whether its words are seen."""

import re
from collections.abc import Collection, Iterator
from typing import Final

_ZERO: Final = r"[-+]?(?:0+(?:\.0*)?|\.0+)(?:[a-z]+|%)?"
_NOTHING: Final = re.compile(_ZERO)
_TINY: Final = re.compile(rf"(?:.*\s)?{_ZERO}(?:[/\s].*)?")
"""The `font` of a size of nothing."""
_CLEAR: Final = re.compile(
    rf"transparent|(?:rgb|hsl)a?\((?:[^,/]*,[^,/]*,[^,/]*,|[^/]*/)\s*{_ZERO}\s*\)"
)
"""A colour of which the fourth number, how much it covers, is nothing."""
_AWAY: Final = re.compile(r"-\d{3,}(?:\.\d*)?(?:px|pt|em|rem|%)?|-\d{2,}(?:\.\d*)?r?em")
"""A place where nobody sees it."""
_UNSEEN: Final = {
    "display": re.compile("none"),
    "visibility": re.compile("hidden|collapse"),
    "mso-hide": re.compile("all"),
    "font-size": _NOTHING,
    "max-height": _NOTHING,
    "opacity": _NOTHING,
    "font": _TINY,
    "color": _CLEAR,
    "clip": re.compile(r"rect\([0a-z,.\s]*\)"),
    "transform": re.compile(rf"scale\(\s*{_ZERO}\s*\)"),
    **dict.fromkeys(("left", "right", "top", "bottom", "text-indent", "margin-left"), _AWAY),
}
_SIZES: Final = ("width", "height", "max-width")
_HARMLESS: Final = {
    "display": ("block", "inline"),
    "white-space": ("normal", "nowrap", "pre", "pre-line", "pre-wrap"),
}
_NAME: Final = re.compile(r"[\w-]+")


def declarations(style: str) -> dict[str, str]:
    """What a style declares, by property, in small letters."""
    pairs = (each.partition(":") for each in without(style, "/*", "*/").lower().split(";"))
    return {name.strip(): value.partition("!")[0].strip() for name, colon, value in pairs if colon}


def unseen(declared: dict[str, str]) -> str:
    """Why words of this style are no words of the letter: `struck`, `hidden`; else empty."""
    for name, value in declared.items():
        if name.startswith("text-decoration") and "line-through" in value:
            return "struck"
        if name == "text-line-through" and value != "none":
            return "struck"
    if any(name in _UNSEEN and _UNSEEN[name].fullmatch(declared[name]) for name in declared):
        return "hidden"
    small = any(_NOTHING.fullmatch(declared.get(name, "")) for name in _SIZES)
    return "hidden" if small and declared.get("overflow") in {"hidden", "clip"} else ""


def harmless(declared: dict[str, str]) -> str:
    """What of a style only says where lines end; anybody can write lengths that are huge."""
    kept = (name for name, values in _HARMLESS.items() if declared.get(name) in values)
    return ";".join(f"{name}:{declared[name]}" for name in kept)


def unseen_by_sheet(sheet: str) -> Iterator[frozenset[str]]:
    """The names (tag, classes, id) that an element must have, all of them, to be made unseen."""
    for rule in without(sheet, "/*", "*/").split("}"):
        before, brace, style = rule.rpartition("{")
        if brace and unseen(declarations(style)):
            selectors = before.rpartition("{")[2]  # a rule may stand in another, as of @media
            for selector in selectors.lower().split(","):
                last = (selector.split() or [""])[-1].partition(":")[0]
                yield frozenset(_NAME.findall(last))


def without(text: str, begin: str, end: str) -> str:
    """The text without what stands between these marks; one that is open goes to the end."""
    first, *rest = text.split(begin)
    return first + "".join(piece.partition(end)[2] for piece in rest)


def named(rules: Collection[frozenset[str]], names: Collection[str]) -> bool:
    """Whether an element of these names is meant by one of the rules."""
    return any(rule <= set(names) for rule in rules)
