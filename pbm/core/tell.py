"""Messages: what is to be said, before it is known in which language.

Rules, clerk and drawing code build messages; a tongue turns them into the reader's language
at the edge. The English text is the key of the gettext catalogues.
"""

from collections.abc import Mapping
from typing import Final, NamedTuple, Protocol, TypeAlias

LANGUAGES: Final = ("ru", "bg", "en")
"""The languages of letters, forms and notation (ISO 639-1)."""

Value: TypeAlias = "int | str | Message"


class Message(NamedTuple):
    """A sentence or a word in English with named gaps, and what fills them.

    `many` is its plural form and `number` decides between them; both are left empty where no
    number does.
    """

    text: str
    values: Mapping[str, Value] = {}
    many: str = ""
    number: int = 0


class Tongue(Protocol):
    """One reader's language."""

    @property
    def language(self) -> str:
        """The two-letter code (ISO 639-1): ru, bg or en."""
        ...

    def say(self, what: Value) -> str:
        """What was meant, in this language; words and numbers stand as they are."""
        ...


def N_(text: str) -> str:  # noqa: N802 - gettext's own name for it
    """The text itself, marked for the catalogues where a table holds it for later."""
    return text


def counted(one: str, many: str, count: int, values: Mapping[str, Value] | None = None) -> Message:
    """A message whose form depends on `count`, which also fills the gap `{n}`."""
    return Message(one, {"n": count, **(values or {})}, many, count)
