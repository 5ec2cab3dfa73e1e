"""The readers' languages: gettext catalogues of the house and of each game."""

import gettext
from functools import cache
from pathlib import Path
from typing import Final

from pbm.core.tell import LANGUAGES, Message, Value

_PACKAGE: Final = Path(__file__).resolve().parent.parent


class Catalogue:
    """One language: the house's words, behind them those of one game and then of all."""

    def __init__(self, language: str, game: str = "") -> None:
        self.language = language
        self._words = _translations(language, game)

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
def tongue(language: str, game: str = "") -> Catalogue:
    """The reader's language, English where it is none of ours.

    Where two games word the same English text differently, the one that is asked for counts.
    """
    return Catalogue(language if language in LANGUAGES else "en", game)


def _translations(language: str, game: str) -> gettext.NullTranslations:
    """The house's catalogue, then the game's, then every other; the source language needs none."""
    if language == "en":
        return gettext.NullTranslations()
    words = gettext.translation("pbm", _PACKAGE / "locale", [language])
    folders = sorted((_PACKAGE / "rules").glob("*/locale"))
    for folder in sorted(folders, key=lambda folder: folder.parent.name != game):
        words.add_fallback(gettext.translation(folder.parent.name, folder, [language]))
    return words
