"""The filled form among the PDFs of a letter."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Final, NamedTuple

from pbm.post.fields import tame

FormReader = Callable[[bytes], dict[str, str]]
"""Gives the fields of a filled PDF, none for another PDF."""

_FORMS: Final = 5


class Filled(NamedTuple):
    """The fields of the form, if there is one, and what is wrong with the papers (codes)."""

    fields: dict[str, str] | None = None
    problems: tuple[str, ...] = ()


def read_forms(papers: Sequence[bytes], form_reader: FormReader) -> Filled:
    """The fields of the first form among the papers."""
    forms, torn = [], False
    for data in papers[:_FORMS]:
        # A reader of PDF meets as many hostile octets as the mail parser: see `tame`.
        form = tame(partial(form_reader, data), None)
        torn = torn or form is None
        forms += [form] if form else []
    problems = (
        *(["form-unreadable"] if torn else []),
        *(["forms-differ"] if any(form != forms[0] for form in forms) else []),
    )
    return Filled(forms[0] if forms else None, problems)
