"""The Jinja2 templates of letters: the game master's own before the shipped ones."""

import traceback
from collections.abc import Mapping
from contextlib import suppress
from functools import cache
from pathlib import Path
from pickle import UnpicklingError
from typing import Any, Final

from jinja2 import (
    Environment,
    FileSystemBytecodeCache,
    FileSystemLoader,
    StrictUndefined,
    TemplateError,
    TemplateSyntaxError,
)
from jinja2.bccache import Bucket

from pbm import __version__
from pbm.core.failure import Wrong
from pbm.core.tell import Message
from pbm.office.shipped import shipped
from pbm.store.files import PRIVATE_FOLDER
from pbm.store.home import Home

_TEMPLATE: Final = ".txt"


class _Compiled(FileSystemBytecodeCache):
    """Compiled templates, for compiling one takes longer than the rest of its letter's text."""

    def load_bytecode(self, bucket: Bucket) -> None:
        """Fetch a compiled template; what a power cut left of one is as good as none."""
        try:
            super().load_bytecode(bucket)
        except (OSError, EOFError, UnpicklingError):
            bucket.reset()

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keep a compiled template; a letter goes out without that, too."""
        with suppress(OSError):
            Path(self.directory).mkdir(PRIVATE_FOLDER, exist_ok=True)
            super().dump_bytecode(bucket)


def render(template: str, values: Mapping[str, Any], home: Home) -> str:
    """The template filled in; raises Wrong with its file and line if it cannot be used."""
    try:
        return _environment(home.templates, home.cache).get_template(template).render(values)
    except (TemplateError, TypeError) as error:
        raise Wrong(
            Message("This letter template cannot be used: {why}", {"why": str(error)}),
            Message("Mend it, or delete it to use the shipped one."),
            _place(error, template),
        ) from None


def _place(error: TemplateError | TypeError, template: str) -> str:
    """The file and line that an error is about; of one met while filling in, where it was met."""
    if isinstance(error, TemplateSyntaxError):
        return f"{error.filename or template}:{error.lineno}"
    met = traceback.extract_tb(error.__traceback__)
    places = [f"{at.filename}:{at.lineno}" for at in met if at.filename.endswith(_TEMPLATE)]
    return places[-1] if places else template


@cache
def _environment(folder: Path, compiled: Path) -> Environment:
    return Environment(
        loader=FileSystemLoader([folder, shipped("templates")]),
        bytecode_cache=_Compiled(str(compiled), f"%s-{__version__}.jinja2"),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        autoescape=False,  # noqa: S701 - these are texts; the HTML part is escaped where it is made
    )
