"""The words of a letter: its sender's own lines, cut out of whatever his program put around them.

No move grammar is known here; `likely`, which tells whether a line looks like a move, is handed
in. Nothing raises, whatever the octets.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from typing import Final, NamedTuple

from pbm.core.token import find_tokens
from pbm.post.charset import Decoded, decode
from pbm.post.cut import Cut, Likely, cut
from pbm.post.forms import Filled, FormReader, read_forms
from pbm.post.letter import UNSURE, Arrival, Kind, Letter, OwnLine, Seen
from pbm.post.normalise import split_lines
from pbm.post.parts import HTML, PLAIN, TOO_LARGE, Opened, Part, texts

_LONGEST_TEXT: Final = 262_144
_LONGEST_HTML: Final = 1_048_576
_SAMPLE: Final = 16_384  # characters that decide between charsets
_SHOWN: Final = 100
_ENCRYPTED: Final = ("application/pkcs7-mime", "application/x-pkcs7-mime", "multipart/encrypted")
_TNEF: Final = ("application/ms-tnef", "application/vnd.ms-tnef")
_NOTHING: Final = Cut((), (), ())


class _Body(NamedTuple):
    """The text of a letter before and after cutting, and what is doubtful about it."""

    cut: Cut
    problems: tuple[str, ...] = ()
    seen: tuple[Seen, ...] = ()
    hopeless: bool = False


def read(
    arrival: Arrival, *, form_reader: FormReader | None = None, likely: Likely | None = None
) -> Letter:
    """The letter that arrived; mails of automats, lists' robots and ours have no own lines.

    `form_reader` gives the fields of a filled PDF; without one no paper is opened. `likely`
    decides between charsets and between the text and the HTML of one letter.
    """
    likely = cache(likely) if likely else None  # a line is looked at more than once
    opened = arrival.opened
    filled = read_forms(arrival.papers, form_reader) if form_reader else Filled()
    body = _Body(_NOTHING) if arrival.why == TOO_LARGE else _read_body(opened.parts, likely)
    kind, why = arrival.kind, arrival.why
    if kind is Kind.ORDER:
        kind, why = _readable(opened, body, filled)
    written = kind in {Kind.ORDER, Kind.LIST, Kind.EMPTY}
    in_form = (token for text in (filled.fields or {}).values() for token in find_tokens(text))
    tokens = tuple(dict.fromkeys([*arrival.tokens, *in_form]))
    return Letter(
        arrival._replace(kind=kind, why=why, tokens=tokens),
        lines=body.cut.own if written else (),
        dropped=body.cut.dropped if written else (),
        problems=_problems(opened, body, filled, written=written),
        seen=(*body.seen, *body.cut.seen) if written else (),
        form=filled.fields if written else None,
    )


def _readable(opened: Opened, body: _Body, filled: Filled) -> tuple[Kind, str]:
    """Whether a letter that a person sent is an order, empty, or cannot be read, and why."""
    if filled.fields is not None:
        return Kind.ORDER, ""
    if body.hopeless:
        return Kind.UNREADABLE, "charset"
    closed = _closed(opened)
    if body.cut.own and "encrypted" not in closed:
        return Kind.ORDER, ""
    return (Kind.UNREADABLE, closed[0]) if closed else (Kind.EMPTY, "no-own-lines")


def _closed(opened: Opened) -> tuple[str, ...]:
    """The ways in which what the letter says is hidden from us."""
    types = {part.type for part in opened.parts} | {opened.message.get_content_type()}
    armoured = any(
        b"-----BEGIN PGP MESSAGE-----" in part.data
        for part in opened.parts
        if part.type.startswith("text/")
    )
    encrypted = armoured or types.intersection(_ENCRYPTED)
    return (*(["encrypted"] if encrypted else []), *(["tnef"] if types.intersection(_TNEF) else []))


def _problems(opened: Opened, body: _Body, filled: Filled, *, written: bool) -> tuple[str, ...]:
    """All that makes the reading doubtful or says why nothing was found, each once."""
    found = [*opened.problems, *body.problems, *body.cut.problems, *filled.problems]
    useful = bool(body.cut.own or filled.fields is not None)
    if useful:
        found = [code for code in found if code != "no-text"]
    if not (written and useful):
        found += _closed(opened)
    return tuple(dict.fromkeys(found))


def _read_body(parts: Sequence[Part], likely: Likely | None) -> _Body:
    """The own lines of the plain text if it is useful, else of the HTML; both are compared."""
    own = texts(parts)
    plain = [part for part in own if part.type == PLAIN]
    html = [part for part in own if part.type == HTML]
    if not plain and not html:
        return _Body(_NOTHING, problems=("no-text",))
    from_plain = _from_plain(plain, likely)
    if not html:
        return from_plain
    from_html = _from_html(html, likely)
    if not plain:
        return from_html
    moves, other = _moves(from_plain.cut, likely), _moves(from_html.cut, likely)
    seen = from_plain.cut.seen and not from_html.cut.own
    useful = moves or (not other and (from_plain.cut.own or seen))
    chosen = from_plain if useful and not from_plain.hopeless else from_html
    return _compared(chosen, from_plain, from_html, likely)


def _compared(chosen: _Body, plain: _Body, html: _Body, likely: Likely | None) -> _Body:
    """The chosen one of two bodies, doubted if they disagree or the HTML is doubtful."""
    seen, problems = list(chosen.seen), list(chosen.problems)
    if chosen is plain:
        seen += (one for one in html.cut.seen if one.problem == UNSURE)
        problems += (one.problem for one in seen if one.problem == UNSURE)
    if _disagree(plain.cut, html.cut, likely):
        both = " / ".join(_likely_lines(body.cut, likely) or "-" for body in (plain, html))
        seen, problems = [*seen, Seen("html-differs", both)], [*problems, "html-differs"]
    return chosen._replace(problems=tuple(problems), seen=tuple(seen))


def _disagree(plain: Cut, html: Cut, likely: Likely | None) -> bool:
    """Whether the text and the HTML of one letter say different moves.

    If one of them has none, it may be a mere wrapper of the other, without words of its own; but
    programs make the text of the HTML, and what was struck out there is lost.
    """
    if _joined(plain.own) == _joined(html.own):
        return False
    moves, other = _moves(plain, likely), _moves(html, likely)
    if not moves:
        return bool(other) and other in _joined(plain.own)
    if not other:
        return bool(html.own or html.dropped)
    return moves != other


def _from_plain(parts: list[Part], likely: Likely | None) -> _Body:
    def cut_of(text: str, part: Part) -> Cut:
        return cut(split_lines(text, flowed=part.flowed, joined=part.joined), likely)

    return _together([_read_part(part, cut_of, _LONGEST_TEXT, likely) for part in parts])


def _from_html(parts: list[Part], likely: Likely | None) -> _Body:
    def cut_of(text: str, _: Part) -> Cut:
        from pbm.post.markup import text_of  # noqa: PLC0415 - plain text does without

        unmarked = text_of(text)
        found = cut(split_lines(unmarked.text), likely)
        seen = (
            *found.seen,
            *([Seen("long", "")] if unmarked.short else []),
            *([Seen(UNSURE, unmarked.unsure[:_SHOWN])] if unmarked.unsure else []),
        )
        rest = (one for one in found.dropped if one.text.strip("> \n"))
        return Cut(found.own, (*unmarked.dropped, *rest), seen)

    return _together([_read_part(part, cut_of, _LONGEST_HTML, likely) for part in parts])


def _read_part(
    part: Part, cut_of: Callable[[str, Part], Cut], longest: int, likely: Likely | None
) -> _Body:
    """One text part: decoded so that it fits the moves if any decoding does, and cut."""

    def fit(text: str) -> str:
        return _moves(cut_of(text[:_SAMPLE], part), likely)

    data = part.data[:longest]
    decoded: Decoded = decode(data, part.charset, fit if likely else None)
    problems = [
        *(["charset"] if decoded.doubtful else []),
        *(["long"] if len(part.data) > longest else []),
    ]
    found = cut_of(decoded.text, part)
    seen = (Seen("charset", _likely_lines(found, likely)),) if decoded.doubtful else ()
    return _Body(found, tuple(problems), seen, decoded.hopeless)


def _together(bodies: list[_Body]) -> _Body:
    """The text parts of a letter, which an attachment or a list's footer had divided, as one."""
    return _Body(
        Cut(
            tuple(line for body in bodies for line in body.cut.own),
            tuple(one for body in bodies for one in body.cut.dropped),
            tuple(one for body in bodies for one in body.cut.seen),
        ),
        tuple(code for body in bodies for code in body.problems),
        tuple(one for body in bodies for one in body.seen),
        any(body.hopeless for body in bodies),
    )


def _moves(found: Cut, likely: Likely | None) -> str:
    """The likely moves without their spaces and line breaks, to be compared."""
    if likely is None:
        return ""
    return _joined(line for line in found.own if likely(line.text))


def _joined(lines: Iterable[OwnLine]) -> str:
    return "".join("".join(line.text.split()) for line in lines)


def _likely_lines(found: Cut, likely: Likely | None) -> str:
    """The likely moves as they were read, on one line, to be shown."""
    return " ".join(line.text for line in found.own if likely and likely(line.text))[:_SHOWN]
