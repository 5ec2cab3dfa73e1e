"""The line at the head of our letters above which the answer belongs, and the table bar.

Both make quoted letters of ours harmless whatever a mail program does to them.
"""

import re
from typing import Final

from pbm.core.token import Token, find_tokens

BAR: Final = "│"
"""U+2502 stands before everything in our letters that looks like a move: never an own line."""

_RULE: Final = "==="
_SPAN: Final = 3  # lines that a mail program may have wrapped a marker to
MARKER: Final = re.compile(rf"{_RULE}.*", re.DOTALL)
"""How a marker begins; it also has a token, so other people's rules are none."""


def marker(words: str, token: Token) -> str:
    """The marker line: `words` in the reader's language ("write above this line"), the token."""
    return f"{_RULE} {' '.join(words.split())} {token} {_RULE}"


def marker_at(texts: list[str], at: int) -> int:
    """How many of the plain lines from `at` on are a marker, wrapped or not; 0 if none."""
    if not MARKER.match(texts[at]):
        return 0
    for span in range(1, _SPAN + 1):
        if at + span > len(texts):
            break
        joined = " ".join(texts[at : at + span])
        if find_tokens(joined):
            closing = texts[at + span : at + span + 1]
            return span + (not joined.endswith(_RULE) and closing == [_RULE])
    return 0
