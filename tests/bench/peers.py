"""Other makers of PDF: each sets the same pages, where it is installed."""

import html
import re
from collections.abc import Callable, Iterator, Mapping
from importlib import import_module
from typing import Any, Final

from bench.marks import Page, Word


def fpdf(pages: list[Page]) -> Callable[[], Any]:
    """By fpdf2 (imported as fpdf)."""
    fpdf2: Any = import_module("fpdf")

    def draw() -> bytes:
        pdf = fpdf2.FPDF(unit="pt")
        names: dict[str, str] = {}
        for page in pages:
            pdf.add_page(format=page.size)
            for word in page.words:
                if word.font not in names:
                    names[word.font] = f"f{len(names)}"
                    pdf.add_font(names[word.font], fname=word.font)
                pdf.set_font(names[word.font], size=word.size)
                pdf.text(word.x, word.y, word.text)
        return bytes(pdf.output())

    return draw


def typst(pages: list[Page]) -> Callable[[], Any]:
    """By typst, which compiles a text of its own; lines and areas, too, else it has less to do."""
    compiler: Any = import_module("typst")
    source = "#set page(margin: 0pt)\n" + "#pagebreak()\n".join(
        "".join([*map(_set, page.words), *_strokes(page)]) for page in pages
    )
    return lambda: compiler.compile(source.encode())


def _set(word: Word) -> str:
    top = word.y - word.size
    text = f'text(size: {word.size:.1f}pt, "{_escaped(word.text)}")'
    return f"#place(dx: {word.x:.1f}pt, dy: {top:.1f}pt, {text})\n"


def _strokes(page: Page) -> Iterator[str]:
    """The straight lines and rectangles of a page, in black."""
    high = page.size[1]
    code = "\n".join(page.code)
    for x, y, to_x, to_y in re.findall(r"(\S+) (\S+) m (\S+) (\S+) l", code):
        ends = f"({x}pt, {high - float(y):.1f}pt), end: ({to_x}pt, {high - float(to_y):.1f}pt)"
        yield f"#place(line(start: {ends}))\n"
    for x, y, width, height in re.findall(r"(\S+) (\S+) (\S+) (\S+) re", code):
        size = f"width: {width}pt, height: {height}pt"
        yield f"#place(dx: {x}pt, dy: {high - float(y):.1f}pt, rect({size}))\n"


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"')


def weasyprint(pages: list[Page]) -> Callable[[], Any]:
    """By weasyprint, from HTML with every word in its place."""
    printer: Any = import_module("weasyprint")
    words = "".join(
        f'<p style="position:absolute;margin:0;left:{word.x:.1f}pt;top:{word.y - word.size:.1f}pt;'
        f'font-size:{word.size:.1f}pt">{html.escape(word.text)}</p>'
        for page in pages[:1]
        for word in page.words
    )
    return lambda: printer.HTML(string=f"<style>@page{{margin:0}}</style>{words}").write_pdf()


PEERS: Final[Mapping[str, Callable[[list[Page]], Callable[[], Any]]]] = {
    "typst": typst,
    "fpdf": fpdf,
    "weasyprint": weasyprint,
}
