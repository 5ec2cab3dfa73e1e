"""The text of an HTML letter, quotations cut out of its tree first."""

import re
from itertools import islice
from typing import TYPE_CHECKING, Final, NamedTuple
from unicodedata import category

from pbm.post.letter import Dropped
from pbm.post.marker import BAR
from pbm.post.nesting import lasting, loose_end
from pbm.post.styles import declarations, harmless, named, unseen, unseen_by_sheet

if TYPE_CHECKING:
    from lxml.html import HtmlElement

_DEEPEST: Final = 200  # levels; inscriptis recurses into them
_MOST_TAGS: Final = 30_000
_KEPT: Final = 2_000
_EMOJI: Final = 8  # characters, joiners and colours among them
_PICTURED: Final = ("So", "Sk", "Mn", "Cf")
_MOST_RULES: Final = 50  # of a style sheet, that make words unseen
_NOT_XML: Final = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")
"""Characters that lxml takes from a letter, as they are or as `&#1;`, and refuses to write."""
_FURNITURE: Final = (
    "head", "style", "script", "title", "template", "noscript", "select", "object", "datalist",
    "iframe", "noframes", "noembed", "audio", "video", "canvas", "dialog", "meter", "progress",
    "rp",
)  # fmt: skip
_STRUCK: Final = ("s", "del", "strike")
_LISTS: Final = ("ul", "ol", "li", "dl", "dt", "dd", "menu")
_ROWS: Final = ("table", "thead", "tbody", "tfoot", "tr", "caption", "colgroup")
_CELLS: Final = ("td", "th")
_QUOTES: Final = {
    "moz-cite-prefix", "gmail_attr", "yahoo_quoted", "protonmail_quote", "zmail_extra",
    "yahoo-quoted-begin", "gmx_quote", "tutanota_quote", "ms-outlook-mobile-reference-message",
}  # fmt: skip
_QUOTE_IDS: Final = {"mail-editor-reference-message-container", "olk_src_body_section"}
_SIGNATURES: Final = {"gmail_signature", "moz-signature", "protonmail_signature_block"}
_SIGNATURE_IDS: Final = {"ms-outlook-mobile-signature", "signature", "applemailsignature"}
_HISTORY_IDS: Final = {"divrplyfwdmsg", "appendonsend", "x_divrplyfwdmsg", "x_appendonsend"}


class Unmarked(NamedTuple):
    """The text that is left, what was cut from the tree, and whether the end is missing.

    `unsure` are words that some program may show struck out, or not at all.
    """

    text: str
    dropped: tuple[Dropped, ...] = ()
    short: bool = False
    unsure: str = ""


def text_of(html: str) -> Unmarked:
    """The text of an HTML part without quotations, hidden and struck-out text and list bullets.

    Quoted answers inside a quotation are lost with it; text between quotations is kept. Where a
    quotation was, a line `>` is left.
    """
    from inscriptis import Inscriptis  # noqa: PLC0415 - lxml is heavy, and most letters are text
    from inscriptis.css_profiles import STRICT_CSS_PROFILE  # noqa: PLC0415
    from inscriptis.model.config import ParserConfig  # noqa: PLC0415

    tags = list(islice(re.finditer("<", html), _MOST_TAGS + 1))
    short = len(tags) > _MOST_TAGS
    html = html[: tags[-1].start()] if short else html
    tree = _tree(lasting(html))
    if tree is None:
        return Unmarked("")
    rules = {rule for sheet in tree.iter("style") for rule in unseen_by_sheet(sheet.text or "")}
    dropped = _prune(tree)
    unsure = loose_end(html) or _meant(tree, rules)
    _simplify(tree)
    text = Inscriptis(tree, ParserConfig(css=STRICT_CSS_PROFILE)).get_text()
    return Unmarked(text, tuple(dropped), short, unsure)


def _meant(tree: "HtmlElement", rules: set[frozenset[str]]) -> str:
    """The first words that a style sheet makes unseen by one of these rules; empty if none."""
    if not rules:
        return ""
    if len(rules) > _MOST_RULES:
        return _words(tree)
    meant = (element for element in tree.iter() if named(rules, _names(element)))
    return next(filter(None, map(_words, meant)), "")


def _names(element: "HtmlElement") -> set[str]:
    """What a style sheet may call an element by, in small letters."""
    given = f"{element.get('class') or ''} {element.get('id') or ''}"
    return {str(element.tag), *given.lower().split()}


def _simplify(tree: "HtmlElement") -> None:
    """Leave nothing that is set out by lengths: margins, bullets, cells as wide as the widest."""
    for element in tree.iter():
        style = "" if element.tag in _ROWS else harmless(declarations(element.get("style") or ""))
        alternative = element.get("alt") or ""
        element.attrib.clear()
        if style:
            element.set("style", style)
        if element.tag == "img" and (sign := _sign(alternative)):
            element.tag, element.text = "span", sign
        elif element.tag in _CELLS:
            element.tag = "span"
            element.text, element.tail = f" {element.text or ''}", f" {element.tail or ''}"
        elif element.tag in (*_LISTS, *_ROWS):
            element.tag = "div"


def _sign(alternative: str) -> str:
    """The emoji that a picture stands for, as the plain text beside has it; empty if for none."""
    emoji = len(alternative) <= _EMOJI and all(category(sign) in _PICTURED for sign in alternative)
    return alternative if emoji else ""


def _tree(html: str) -> "HtmlElement | None":
    from lxml import etree  # noqa: PLC0415
    from lxml.html import HTMLParser, document_fromstring  # noqa: PLC0415

    # As bytes: lxml refuses text that declares an encoding, and must not believe what it says.
    octets = html.replace("\x00", "").encode("utf-8", "replace")
    parser = HTMLParser(encoding="utf-8", remove_comments=True, remove_pis=True)
    try:
        tree = document_fromstring(octets, parser=parser)
    except (etree.ParserError, etree.XMLSyntaxError, ValueError):  # ParserError: empty
        return None
    _flatten(tree)
    for element in tree.iter():
        element.text = _NOT_XML.sub("", element.text or "")
        element.tail = _NOT_XML.sub("", element.tail or "")
    return tree


def _flatten(tree: "HtmlElement") -> None:
    """Cut what is nested deeper than anybody nests."""
    level, depth = [tree], 0
    while level:
        level = [child for element in level for child in element]
        depth += 1
        if depth > _DEEPEST:
            for element in level:
                element.clear()
            return


def _prune(tree: "HtmlElement") -> list[Dropped]:
    """Cut what is no own text out of the tree; what was cut."""
    dropped: list[Dropped] = []
    gone: set[HtmlElement] = set()
    for element in list(tree.iter()):
        if element in gone or not isinstance(element.tag, str):
            continue
        why = _why(element)
        cut = [element, *_following(element)] if why == "history" else [element] if why else []
        for one in cut:
            dropped.append(Dropped("html-quote" if why == "history" else why, _words(one)))
            gone.update(one.iter())
            _remove(one, why)
    return [one for one in dropped if one.text and one.why != "furniture"]


def _why(element: "HtmlElement") -> str:
    """Why an element is no own text; empty if it may be."""
    names = set((element.get("class") or "").lower().split())
    name = (element.get("id") or "").lower()
    if name in _HISTORY_IDS:
        return "history"
    if element.tag == "blockquote" or names & _QUOTES or name in _QUOTE_IDS or _gmail(element):
        return "html-quote"
    if element.get("name") == "quote" or element.get("data-marker") == "__QUOTED_TEXT__":
        return "html-quote"
    if names & _SIGNATURES or name in _SIGNATURE_IDS:
        return "signature"
    if element.tag in _STRUCK:
        return "struck"
    if element.get("hidden") is not None:
        return "hidden"
    why = unseen(declarations(element.get("style") or ""))
    if why and _words(element) != BAR:  # our own bar is there to be read, not to be seen
        return why
    return "furniture" if element.tag in _FURNITURE else ""


def _gmail(element: "HtmlElement") -> bool:
    """Whether it is Gmail's quotation as a whole; with answers between quotations it is not."""
    names = set((element.get("class") or "").lower().split())
    if not names & {"gmail_quote", "gmail_quote_container", "gmail_extra"}:
        return False
    return "gmail_extra" not in names and next(element.iter("blockquote"), None) is None


def _following(element: "HtmlElement") -> list["HtmlElement"]:
    """All that comes after the element in the document; loose text there is cut at once."""
    following: list[HtmlElement] = []
    here: HtmlElement | None = element
    while here is not None and here.tag != "body":
        here.tail = None
        after = list(here.itersiblings())
        for one in after:
            one.tail = None
        following += [one for one in after if isinstance(one.tag, str)]
        here = here.getparent()
    return following


def _remove(element: "HtmlElement", why: str) -> None:
    """Take it out; a block leaves an empty block, so that its neighbours do not run together."""
    if why in {"struck", "furniture"}:
        if element.getparent() is not None:
            element.drop_tree()
        return
    for child in list(element):
        element.remove(child)
    # The mark tells the cutter that what was announced above has been quoted here.
    element.text = ">" if why == "html-quote" else None
    element.attrib.clear()
    element.tag = "div"


def _words(element: "HtmlElement") -> str:
    return " ".join(" ".join(element.itertext()).split())[:_KEPT]
