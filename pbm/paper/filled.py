"""Forms that come back filled in: the words in their fields, whoever's program filled them.

A form is bounded before it is read (mail.md, section 2): its size, its fields and their depth.
Values are read from the fields alone; a printed or flattened copy has none.
"""

import logging
import zlib
from collections import deque
from collections.abc import Iterator, Sequence
from io import BytesIO
from typing import Any, Final

from pbm.core.failure import Declined
from pbm.core.tell import Message

LARGEST: Final = 8 * 1024 * 1024
"""The size in bytes of the largest form that is read."""
_MOST_FIELDS: Final = 400
_DEEPEST: Final = 8
_MOST_PAGES: Final = 40
_LONGEST: Final = 4000

# pypdf's warnings about strangers' files would stand in the game master's cron mail.
logging.getLogger("pypdf").addHandler(logging.NullHandler())

# What pypdf is known to raise on hostile or damaged files besides its own errors.
_BROKEN: Final = (
    ValueError,
    TypeError,
    KeyError,
    IndexError,
    AttributeError,
    AssertionError,
    NotImplementedError,
    OverflowError,
    RecursionError,
    OSError,
    zlib.error,
)


def read_fields(pdf: bytes, names: Sequence[str]) -> dict[str, str]:
    """The words in the named fields of a filled form; fields that it lacks are left out.

    Empty for a flattened copy, which has no fields. Raises Declined for what is not a PDF, is
    locked by a password, damaged or too large. For a form that came by mail use
    `bounded.read_form`: its size says nothing about the work.
    """
    from pypdf import PdfReader  # noqa: PLC0415 - light commands do not pay for it
    from pypdf.errors import DependencyError, PyPdfError  # noqa: PLC0415 - as above

    if len(pdf) > LARGEST:
        raise Declined(Message("The form is too large to be read."), _cure())
    if b"%PDF-" not in pdf[:1024]:
        raise Declined(Message("The file is not a PDF."), _cure())
    try:
        reader = PdfReader(BytesIO(pdf))
        if reader.is_encrypted and not reader.decrypt(""):
            raise Declined(Message("The form is locked by a password."), _cure())
        found = dict(_fields(reader, set(names)))
    except (PyPdfError, DependencyError, *_BROKEN):
        raise damaged() from None
    return {name: found[name] for name in names if name in found}


def damaged() -> Declined:
    """The failure of a form that cannot be read."""
    return Declined(Message("The PDF is damaged and cannot be read."), _cure())


def _cure() -> Message:
    return Message("Send the move as a line in the letter itself, or the form as we sent it.")


def _fields(reader: Any, names: set[str]) -> Iterator[tuple[str, str]]:
    """Name and words of every field that is wanted, from the form or else from the pages."""
    root = reader.trailer["/Root"]
    form = root.get("/AcroForm")
    roots = list(form.get_object().get("/Fields") or ()) if form else []
    if not roots:
        roots = [note for page in _pages(root) for note in page.get("/Annots") or ()]
    waiting = deque((field, "", None, 0) for field in roots[:_MOST_FIELDS])
    seen = set()
    for _ in range(_MOST_FIELDS):
        if not waiting:
            return
        reference, above, inherited, depth = waiting.popleft()
        if getattr(reference, "idnum", None) in seen:
            continue
        seen.add(getattr(reference, "idnum", object()))
        field = reference.get_object()
        name = ".".join(part for part in (above, str(field.get("/T", ""))) if part)
        value = field.get("/V", inherited)
        if name in names and value is not None:
            yield name, _words(value)
        elif depth < _DEEPEST:
            kids = list(field.get("/Kids") or ())[:_MOST_FIELDS]
            waiting += [(kid, name, value, depth + 1) for kid in kids]


def _pages(root: Any) -> Iterator[Any]:
    """The first pages of the document; pypdf's own list would walk all of them."""
    waiting = [root["/Pages"]]
    for _ in range(_MOST_PAGES):
        if not waiting:
            return
        node = waiting.pop(0).get_object()
        if "/Kids" in node:
            waiting += list(node["/Kids"])[:_MOST_PAGES]
        else:
            yield node


def _words(value: Any) -> str:
    """A field's value as text. A stream, which no box of one line needs, is not unpacked."""
    value = value.get_object()
    if hasattr(value, "get_data"):
        raise damaged()
    if isinstance(value, bytes):
        value = value.decode("latin-1")
    return str(value)[:_LONGEST].replace("\r\n", "\n").replace("\r", "\n").strip("\x00 \n")
