"""Tokens: the proof, on every form and letter, that its holder was asked for this decision."""

import re
from typing import Final, NamedTuple

GAME_NAME: Final = re.compile(r"[a-z0-9-]{1,24}")
_ANYWHERE: Final = (
    r"(?ai)(?<![a-z0-9.-])([a-z0-9-]{1,24})\.([0-9]{1,6})\.([0-9]{1,2})\.([a-z2-7]{16})(?![a-z0-9])"
)


class Token(NamedTuple):
    """Which decision of which seat: `vesna.12.1.<mac>`; seats count from 1 in the head's order."""

    game: str
    opening: int
    seat: int
    mac: str

    def __str__(self) -> str:
        return f"{self.game}.{self.opening}.{self.seat}.{self.mac}"

    def genuine(self, secret: bytes) -> bool:
        """Whether this house made it."""
        from hmac import compare_digest  # noqa: PLC0415 - a run without letters checks none

        made = issue(secret, self.game, self.opening, self.seat)
        return compare_digest(made.mac, self.mac)


def issue(secret: bytes, game: str, opening: int, seat: int) -> Token:
    """The token for one decision; its mac is 16 letters (80 bits) of an HMAC-SHA256."""
    import base64  # noqa: PLC0415 - a run without letters issues none
    import hmac  # noqa: PLC0415 - as above

    digest = hmac.digest(secret, f"{game}.{opening}.{seat}".encode(), "sha256")
    return Token(game, opening, seat, base64.b32encode(digest)[:16].decode().lower())


def find_tokens(text: str) -> list[Token]:
    """Every different token in the text, in order; capitals are folded, as mail hosts fold them."""
    found = (match.groups() for match in re.finditer(_ANYWHERE, text))
    tokens = (Token(game.lower(), int(n), int(seat), mac.lower()) for game, n, seat, mac in found)
    return list(dict.fromkeys(tokens))
