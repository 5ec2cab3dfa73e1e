"""The tags of an HTML letter as they were written, before a parser guesses where elements end.

libxml2 ends an inline element where a block begins, and browsers do not: what the sender sees
struck out would be read as his own words.
"""

import re
from typing import Final, NamedTuple

from pbm.post.styles import declarations, unseen, without

_RENAMED: Final = {
    **dict.fromkeys(("s", "strike"), "del"),
    **dict.fromkeys(("a", "b", "big", "font", "i", "small", "span", "tt", "u"), "ins"),
}
"""Inline elements that libxml2 may end too soon, and others that are shown alike and last."""
_EARLY: Final = re.compile(rf"(?i)(</?)({'|'.join(_RENAMED)})(?=[\s/>])")
_TAG: Final = re.compile(r"<(/?)([a-zA-Z][a-zA-Z0-9]*)([^<>]*)>")
_STYLE: Final = re.compile(r"""(?i)\sstyle\s*=\s*("[^"]*"|'[^']*'|[^\s"']+)""")
_HIDDEN: Final = re.compile(r"(?i)\shidden(?![\w-])")
_STRUCK: Final = ("s", "strike", "del")
_VOID: Final = (
    "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track",
    "wbr",
)  # fmt: skip
_ENDED: Final = ("p", "h1", "h2", "h3", "h4", "h5", "h6", "pre", "address")
_BLOCKS: Final = (
    "p", "div", "center", "table", "ul", "ol", "li", "dl", "dt", "dd", "form", "fieldset", "pre",
    "h1", "h2", "h3", "h4", "h5", "h6", "blockquote", "address",
)  # fmt: skip
"""What may end an element of the kinds above, in one program and not in another."""
_DEEPEST: Final = 200
_SHOWN: Final = 500  # characters of HTML


class _Open(NamedTuple):
    """An element that has begun, and whether it makes its words unseen."""

    tag: str
    unseen: bool


def lasting(html: str) -> str:
    """The HTML with names for its inline elements that no parser ends before their end tag."""
    return _EARLY.sub(lambda tag: tag[1] + _RENAMED[tag[2].lower()], html)


def loose_end(html: str) -> str:
    """Words near an element, struck out or hidden, of which programs may disagree where it ends.

    Empty if there is none.
    """
    html = without(html, "<!--", "-->")
    opened: list[_Open] = []
    for found in _TAG.finditer(html):
        end, tag, attributes = found[1], found[2].lower(), found[3]
        if tag in _VOID:
            continue
        if end:
            sure = _close(opened, tag)
        else:
            sure = _begin(opened, _Open(tag, _makes_unseen(tag, attributes)))
        if not sure:
            return _words(html, found.end())
    return _words(html, len(html)) if opened else ""


def _begin(opened: list[_Open], element: _Open) -> bool:
    """Note what begins at or in an unseen element; False if it may end that element."""
    if opened or element.unseen:
        ends = element.tag in _BLOCKS and any(one.unseen and one.tag in _ENDED for one in opened)
        opened.append(element)
        return not ends and len(opened) <= _DEEPEST
    return True


def _close(opened: list[_Open], tag: str) -> bool:
    """Note an end tag; False if an unseen element is still open that should not be."""
    while opened:
        last = opened.pop()
        if last.tag == tag:
            return True
        if last.unseen:
            return False
    return True


def _makes_unseen(tag: str, attributes: str) -> bool:
    if tag in _STRUCK or _HIDDEN.search(attributes):
        return True
    style = _STYLE.search(attributes)
    return bool(style and unseen(declarations(style[1].strip("\"'"))))


def _words(html: str, at: int) -> str:
    """The words around a place, without tags."""
    return " ".join(_TAG.sub(" ", html[max(0, at - _SHOWN) : at + _SHOWN]).split()) or "?"
