"""The settings of a club, `pbm.yaml`, checked key by key."""

import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final, NamedTuple

from pbm.core.tell import LANGUAGES, Message
from pbm.marked import Value, parse
from pbm.store.addresses import address
from pbm.store.passwords import Password, password

NEWS: Final = ("all", "next")
SENDERS: Final = ("token", "strict", "lenient")
_SCHEMES_IN: Final = ("imaps", "imap", "maildir")
_SCHEMES_OUT: Final = ("smtps", "smtp", "maildir")
_LITERAL: Final = r"[^/]*//.*:.*@"
_SIZE: Final = r"([0-9]{1,9}) ?([KMkm]?)[Bb]?"
_SERVER: Final = r"(?a)(\*\.)?[a-z0-9_-]+(\.[a-z0-9_-]+)+"
_UNITS: Final = {"": 1, "K": 1_000, "M": 1_000_000}


class Limits(NamedTuple):
    """How many answers pbm sends at most before it falls silent (RFC 3834, loops)."""

    per_hour: int = 5
    """To one address."""
    per_day: int = 50
    """To all addresses together."""


class Settings(NamedTuple):
    """What a game master decided for his club.

    `mail_in` and `mail_out` are URLs without a password, or empty where there is no mail.
    `max_size` is in bytes, `history_rows` is how many entries a form shows, 0 for all. `postal`
    is printed on forms for those who have no mail, `contact` at the end of letters. `trust` is the
    authserv-id (RFC 8601) of the server whose word on senders counts, perhaps with `*.` before a
    domain.
    """

    club: str = ""
    address: str = ""
    plus_address: bool = False
    language: str = ""
    timezone: str = "UTC"
    postal: str = ""
    contact: str = ""
    mail_in: str = ""
    mail_out: str = ""
    password: Password | None = None
    password_out: Password | None = None
    plaintext: bool = False
    news: str = "all"
    sender: str = "token"
    trust: str = ""
    limits: Limits = Limits()
    max_size: int = 10_000_000
    history_rows: int = 0


def read_settings(path: Path, text: bytes) -> Settings:
    """The settings that a file holds; raises Wrong with line and column for what is not right."""
    value = parse(text, str(path))
    if value is None:
        return Settings()
    found = value.fields(_CHECKERS)
    _together(value, found)
    found.setdefault("password_out", found.get("password"))
    return Settings(**found)


def _together(value: Value, found: Mapping[str, Any]) -> None:
    """Raise Wrong for settings that need each other."""
    at = {key.text(): key for key, _ in value.pairs()}
    for mail in ("mail_in", "mail_out"):
        if found.get(mail) and not found.get("address"):
            raise at[mail].wrong(
                Message("With mail the club needs an address of its own"),
                Message("Add a line like `address: club@example.org`"),
            )


def _language(value: Value) -> str:
    return value.one_of(LANGUAGES)


def _timezone(value: Value) -> str:
    """The name of a time zone that this system knows."""
    name = value.text()
    if name == "UTC":
        return name
    # Not needed with the default.
    import zoneinfo  # noqa: PLC0415

    try:
        zoneinfo.ZoneInfo(name)
    except (ValueError, OSError, zoneinfo.ZoneInfoNotFoundError):
        raise value.wrong(
            Message("There is no time zone {name}", {"name": name}),
            Message("Write it like Europe/Sofia or UTC"),
        ) from None
    return name


def _mail(value: Value, schemes: tuple[str, ...], example: str) -> str:
    """The URL of a mail server or Maildir; a password in it is refused and never shown."""
    url = value.text()
    scheme, _, rest = url.partition(":")
    if re.match(_LITERAL, url):
        wrong = value.wrong(
            Message("A password must not stand in an address"),
            Message("Take it out, and write `password:` with `env:`, `file:` or `command:`"),
        )
        wrong.shown = ""
        raise wrong
    whole = rest if scheme == "maildir" else rest.startswith("//") and rest.strip("/")
    if scheme not in schemes or not whole:
        gaps = {"kinds": ", ".join(f"{name}:" for name in schemes)}
        raise value.wrong(
            Message("A mail address here begins with one of: {kinds}", gaps),
            Message("Write for example {example}", {"example": example}),
        )
    return url


def _mail_in(value: Value) -> str:
    return _mail(value, _SCHEMES_IN, "imaps://club%40example.org@imap.example.org/INBOX")


def _mail_out(value: Value) -> str:
    return _mail(value, _SCHEMES_OUT, "smtps://club%40example.org@smtp.example.org")


def _size(value: Value) -> int:
    """A number of bytes, written 10000000, 500 KB or 10 MB."""
    found = re.fullmatch(_SIZE, value.text())
    size = int(found[1]) * _UNITS[found[2].upper()] if found else 0
    if size < _UNITS["K"]:
        raise value.wrong(Message("This must be a size like 10 MB"))
    return size


def _rows(value: Value) -> int:
    """How many entries; `all` is 0."""
    return 0 if value.node.value == "all" else value.number(1, 100_000)


def _trust(value: Value) -> str:
    """The name with which a mail server signs its Authentication-Results, in lower case."""
    server = value.text().lower()
    if not re.fullmatch(_SERVER, server):
        raise value.wrong(
            Message("This is not the name of a mail server"),
            Message("Write it like mx.google.com, or *.yandex.net where every machine has its own"),
        )
    return server


def _limits(value: Value) -> Limits:
    count: Callable[[Value], int] = lambda value: value.number(1, 100_000)  # noqa: E731
    return Limits(**value.fields({"per_hour": count, "per_day": count}))


_CHECKERS: Final[Mapping[str, Callable[[Value], Any]]] = {
    "club": Value.text,
    "address": address,
    "plus_address": Value.flag,
    "language": _language,
    "timezone": _timezone,
    "postal": Value.text,
    "contact": Value.text,
    "mail_in": _mail_in,
    "mail_out": _mail_out,
    "password": password,
    "password_out": password,
    "plaintext": Value.flag,
    "news": lambda value: value.one_of(NEWS),
    "sender": lambda value: value.one_of(SENDERS),
    "trust": _trust,
    "limits": _limits,
    "max_size": _size,
    "history_rows": _rows,
}

TEMPLATE: Final = """\
# Settings of pbm. A line that begins with # is a comment: take the # away to use it.

# The name of the club, as its letters show it.
club: My club

# The club's own e-mail address: letters come from it, players answer to it.
#address: club@example.org

# Does the provider deliver club+anything@example.org to club@example.org? (Gmail, Yandex,
# Fastmail and Outlook.com do.) Answers then find their game even where a subject was changed.
plus_address: false

# The language of the club: ru, bg or en. Without it a game speaks the language it was made in
# to everybody whose language players.yaml does not tell.
#language: en

# The time zone in which deadlines and dates are given.
timezone: UTC

# Where players on paper send their sheets; it is printed on the form.
#postal: Ivan Petrov, 1 Example Street, 1000 Sofia

# Whom players ask when they need a person: a name and an address, at the end of every letter.
# The club's own mailbox is read by pbm alone.
#contact: Ivan Petrov <ivan@example.org>

# Where letters come from:
#   imaps://USER@HOST/FOLDER   a mail server (write the @ in a user's name as %40)
#   imap://USER@HOST/FOLDER    the same by STARTTLS
#   maildir:PATH               a Maildir on this machine
#mail_in: imaps://club%40example.org@imap.example.org/INBOX

# How letters leave: smtps://USER@HOST, smtp://USER@HOST:587 (STARTTLS) or maildir:PATH.
#mail_out: smtps://club%40example.org@smtp.example.org

# Where the password is found. It never stands in this file. One of:
#   {env: PBM_PASSWORD}               a variable of the environment
#   {file: password}                  the first line of a file (only you should be able to read it)
#   {command: "pass show mail/club"}  the first line that a command prints
#password: {file: password}

# The same for mail_out, where it is another one.
#password_out: {env: PBM_PASSWORD_OUT}

# Allow an unencrypted connection to a mail server on this very machine.
plaintext: false

# Who hears of a move besides the mover and the next player: all the others, or (next) only those
# whose own cash or shares it changed.
news: all

# Whose letters are taken as moves:
#   token    the letter carries the token of the decision and comes from the player's address
#   strict   besides, the sender is proved: the mail server says so (see trust); without trust
#            the letter needs a whole signature (DKIM) of the sender's domain, which pbm checks
#   lenient  the token is enough, from whatever address
# Other letters are held for you, and nobody gets an answer.
sender: token

# The mail server that receives the club's letters, by the name that stands before the first ; of
# the line Authentication-Results in their headers. Gmail: mx.google.com; Mail.ru: mxs.mail.ru;
# Yandex, where every machine has its own: "*.yandex.net". Outlook.com gives none. The server must
# put such a line above the sender's on every letter. Letters of which it says dmarc=fail, or
# something that cannot be read, are held, whatever `sender` is.
#trust: mx.google.com

# How many answers (not forms of a game that goes on) one address gets in an hour, and all
# addresses in a day. It stops two robots from writing to each other.
limits: {per_hour: 5, per_day: 50}

# Larger letters are kept, not read.
max_size: 10 MB

# How many entries of the history a form shows: a number, or all.
history_rows: all
"""
"""The settings file that `pbm init` writes."""
