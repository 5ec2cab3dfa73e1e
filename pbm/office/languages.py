"""The readers' languages: gettext catalogues of the house and of each game."""

import gettext
from functools import cache
from pathlib import Path
from typing import Final

from pbm.core.tell import LANGUAGES, Message, Value

_PACKAGE: Final = Path(__file__).resolve().parent.parent


class Catalogue:
    """One language: the house's words, behind them those of every game."""

    def __init__(self, language: str) -> None:
        self.language = language
        self._words = _translations(language)

    def say(self, what: Value) -> str:
        """What was meant, in this language; words and numbers stand as they are."""
        if isinstance(what, str):
            return what
        if isinstance(what, int):
            return str(what)
        text = self._say(what)
        if not what.values:
            return text
        return text.format_map({name: self.say(value) for name, value in what.values.items()})

    def _say(self, message: Message) -> str:
        if not message.text:
            return ""
        if message.many:
            return self._words.ngettext(message.text, message.many, message.number)
        return self._words.gettext(message.text)


@cache
def tongue(language: str) -> Catalogue:
    """The reader's language; English where it is none of ours."""
    return Catalogue(language if language in LANGUAGES else "en")


def _translations(language: str) -> gettext.NullTranslations:
    """All catalogues of a language in one chain; the source language needs none."""
    if language == "en":
        return gettext.NullTranslations()
    words = gettext.translation("pbm", _PACKAGE / "locale", [language])
    for folder in sorted((_PACKAGE / "rules").glob("*/locale")):
        words.add_fallback(gettext.translation(folder.parent.name, folder, [language]))
    return words
