"""A mail server as the settings name it, and how to speak of what it did."""

import re
from collections.abc import Callable
from enum import Enum
from typing import TYPE_CHECKING, NamedTuple

from pbm.core.failure import Unreachable, Wrong
from pbm.core.tell import Message

if TYPE_CHECKING:
    import ssl

LONGEST_WORDS = 200
OCTETS = re.compile(r"""\[?\bb(['"])(.*?)\1\]?""")
"""Octets as Python prints them; imaplib quotes servers so."""
CONTROL = re.compile(r"[\x00-\x1f\x7f]+")


class Guard(Enum):
    """How the connection is kept from listeners."""

    TLS = "tls"
    STARTTLS = "starttls"
    NONE = "none"


class Server(NamedTuple):
    """Where a server is and how to log in; `user` is empty where no login is wanted.

    `password` is asked at the moment of login, raises `Wrong` itself, and is kept nowhere.
    `timeout` is in seconds, for the connection and for each answer. `context` replaces the
    machine's trusted certificates.
    """

    host: str
    port: int
    user: str
    guard: Guard
    timeout: float
    password: Callable[[], str]
    context: "ssl.SSLContext | None" = None

    def __repr__(self) -> str:
        """The server as errors and logs may show it: not how its password is found."""
        return f"Server({self.name})"

    @property
    def name(self) -> str:
        """Host and port, to be shown to people."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{host}:{self.port}"

    def trust(self) -> "ssl.SSLContext":
        """The certificates to trust: those given, else the machine's own."""
        import ssl  # noqa: PLC0415 - a plain connection does without

        return self.context or ssl.create_default_context()


def words(said: object) -> str:
    """What a server or the system said, on one line and of bearable length."""
    if isinstance(said, OSError) and said.strerror:
        said = said.strerror
    text = said.decode("utf-8", "replace") if isinstance(said, bytes) else str(said)
    text = OCTETS.sub(r"\2", CONTROL.sub(" ", text))
    return text.strip()[:LONGEST_WORDS] or type(said).__name__


def unreachable(server: Server, reason: object) -> Unreachable:
    """The failure of a server that does not answer, or not as a mail server does."""
    return Unreachable(
        Message(
            "The mail server {server} is out of reach: {reason}",
            {"server": server.name, "reason": words(reason)},
        ),
        Message("Nothing is lost: the next run tries again."),
    )


def not_accepted(server: Server, reason: str) -> Wrong:
    """The failure of a login that the server refuses for good."""
    return Wrong(
        Message(
            "{server} does not accept the user {user} with this password: {reason}",
            {"server": server.name, "user": server.user, "reason": reason},
        ),
        Message("Check the user and the password; some providers want an app password."),
    )


def without(text: str, user: str, password: str) -> str:
    """The text, or nothing of it when it repeats the password in any form it was sent in."""
    import base64  # noqa: PLC0415 - a run without letters does without

    secrets = [
        password,
        password.replace("\\", "\\\\").replace('"', '\\"'),
        *(base64.b64encode(s.encode()).decode() for s in (password, f"\0{user}\0{password}")),
    ]
    return "…" if any(secret in text for secret in secrets) else text
