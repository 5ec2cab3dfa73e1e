"""Addresses of mailboxes and senders in the settings: `imaps://user@host/FOLDER` and the like.

The scheme decides what is imported, so that a command without mail pays for none.
"""

import re
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, Self
from urllib.parse import unquote, urlsplit

from pbm.core.failure import Wrong
from pbm.core.tell import Message
from pbm.post.mailbox import LARGEST, Mailbox
from pbm.post.server import CONTROL, Guard, Server

if TYPE_CHECKING:
    import ssl

    from pbm.post.sending import Sender

TIMEOUT = 30.0
"""Seconds."""


class _Scheme(NamedTuple):
    port: int
    guard: Guard


IN = {"imaps": _Scheme(993, Guard.TLS), "imap": _Scheme(143, Guard.STARTTLS)}
OUT = {"smtps": _Scheme(465, Guard.TLS), "smtp": _Scheme(587, Guard.STARTTLS)}


def mailbox(
    url: str,
    password: Callable[[], str],
    *,
    home: Path,
    plaintext: bool = False,
    timeout: float = TIMEOUT,
    context: "ssl.SSLContext | None" = None,
    max_size: int = LARGEST,
) -> Mailbox:
    """The mailbox that `url` names; nothing is opened yet.

    `password` is called at login. `home` is where relative paths begin. `plaintext` allows an
    unencrypted connection to this machine itself. `timeout` is in seconds, `max_size` in bytes.
    Raises `Wrong` for a URL that cannot work.
    """
    scheme, _, rest = url.partition(":")
    if scheme == "maildir":
        from pbm.post.maildir import MaildirMailbox  # noqa: PLC0415 - late, see above

        return MaildirMailbox(_path(rest, home), max_size=max_size)
    if scheme not in IN:
        raise _wrong(scheme, "imaps://user@host/INBOX")
    server = _server(url, IN[scheme], password, plaintext, timeout, context)
    if not server.user:
        raise _wrong(scheme, f"{scheme}://user@host/INBOX")
    from pbm.post.imap import ImapMailbox  # noqa: PLC0415 - late, see above

    folder = unquote(urlsplit(url).path.lstrip("/")) or "INBOX"
    if CONTROL.search(folder):
        raise _wrong(scheme, f"{scheme}://user@host/INBOX")
    return ImapMailbox(server, folder, max_size=max_size)


def sender(
    url: str,
    password: Callable[[], str],
    *,
    home: Path,
    plaintext: bool = False,
    timeout: float = TIMEOUT,
    context: "ssl.SSLContext | None" = None,
) -> "Sender":
    """The sender that `url` names; nothing is opened or imported before the first letter.

    The arguments are those of `mailbox`. Raises `Wrong` for a URL that cannot work.
    """
    scheme, _, rest = url.partition(":")
    if scheme == "maildir":
        from pbm.post.maildir import MaildirSender  # noqa: PLC0415 - late, see above

        return MaildirSender(_path(rest, home))
    if scheme not in OUT:
        raise _wrong(scheme, "smtps://user@host")
    server = _server(url, OUT[scheme], password, plaintext, timeout, context)

    def smtp() -> "Sender":
        from pbm.post.smtp import SmtpSender  # noqa: PLC0415 - late, see above

        return SmtpSender(server)

    return _Later(smtp)


class _Later:
    """A sender that is made with its first letter."""

    def __init__(self, make: "Callable[[], Sender]") -> None:
        self._make = make
        self._made: Sender | None = None
        self._exits = ExitStack()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._exits.close()

    def send(self, raw: bytes, sender: str, recipients: Sequence[str]) -> None:
        """Send through the sender behind; see `Sender`."""
        if self._made is None:
            self._made = self._exits.enter_context(self._make())
        self._made.send(raw, sender, recipients)


def _path(rest: str, home: Path) -> Path:
    """Where a Maildir is: `maildir:in`, `maildir:~/Maildir`, `maildir:/path`, `maildir:///path`."""
    rest = re.sub("^//(?=/)", "", rest)
    if not rest or "\0" in rest:
        raise _wrong("maildir", "maildir:mail-in")
    try:
        return home / Path(rest).expanduser()
    except RuntimeError as error:  # ~somebody unknown
        raise _wrong("maildir", "maildir:mail-in") from error


def _server(
    url: str,
    scheme: _Scheme,
    password: Callable[[], str],
    plaintext: bool,  # noqa: FBT001 - private
    timeout: float,
    context: "ssl.SSLContext | None",
) -> Server:
    """The server in a URL. A password in it is refused and not shown."""
    try:
        parts = urlsplit(url)
        host, port = parts.hostname or "", parts.port or scheme.port
    except ValueError as error:
        raise _wrong(url.partition(":")[0], "imaps://user@host:993") from error
    user = unquote(parts.username or "")
    if not host or CONTROL.search(user + host) or parts.query or parts.fragment:
        raise _wrong(parts.scheme, f"{parts.scheme}://user@host")
    if parts.password is not None:
        raise Wrong(
            Message(
                "A password must not stand in the address {url}", {"url": f"{parts.scheme}://…"}
            ),
            Message("Put it into the environment, a file or a command, and name that there."),
        )
    guard = scheme.guard
    if plaintext and guard is Guard.STARTTLS:
        if not _loopback(host):
            raise Wrong(
                Message(
                    "`plaintext` is only for this machine itself, not for {host}", {"host": host}
                ),
                Message("Take `plaintext` out of the settings."),
            )
        guard = Guard.NONE
    return Server(host, port, user, guard, timeout, password, context)


def _loopback(host: str) -> bool:
    """Whether a host can only be this machine."""
    import ipaddress  # noqa: PLC0415 - late, see above

    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def _wrong(scheme: str, example: str) -> Wrong:
    return Wrong(
        Message("An address that begins with {scheme}: cannot be used here", {"scheme": scheme}),
        Message("Write for example {example} or maildir:path", {"example": example}),
    )
