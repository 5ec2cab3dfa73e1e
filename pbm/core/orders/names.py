"""Names by which people call what orders are about, where they can be told from order words."""

from collections.abc import Sequence

from pbm.core.orders.reader import LONGEST_NAME
from pbm.core.orders.tokens import Token, phrase, tokens
from pbm.core.orders.words import Vocabulary
from pbm.core.text import clean


def callable_names(vocabulary: Vocabulary, names: Sequence[str]) -> dict[str, int]:
    """The names that can be read in an order, and the places at which they stand.

    Left out are those that two have, that are too long, that have a word with a meaning, or that
    look like a bullet at the head of a line.
    """
    found: dict[str, list[int]] = {}
    for place, name in enumerate(names):
        words = [*tokens(clean(f"x {name}"))][1:]
        called = " ".join(word.text for word in words)
        readable = 0 < len(words) <= LONGEST_NAME and called == phrase(name)
        if readable and not any(_speaks(vocabulary, word) for word in words):
            found.setdefault(called, []).append(place)
    return {name: places[0] for name, places in found.items() if len(places) == 1}


def _speaks(vocabulary: Vocabulary, word: Token) -> bool:
    """Whether a word of a name has a meaning of its own in orders."""
    meaning = vocabulary.verb(word.text) or vocabulary.word(word.text)
    speaks = meaning is not None and not vocabulary.is_particle(word.text)
    return word.divides or word.number is not None or speaks
