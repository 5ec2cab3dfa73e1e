"""Letters in from an IMAP server (RFC 3501, RFC 6851 MOVE, RFC 4315 UIDPLUS).

One connection a run, nothing remembered between runs: a letter is new as long as it is in the
folder and not marked as deleted, and it is done when it is in Processed. So it does not matter
who reads or flags letters meanwhile, nor whether the server numbers them anew.
"""

import contextlib
from collections.abc import Iterator
from datetime import UTC, datetime
from imaplib import IMAP4
from socket import IPPROTO_TCP, TCP_NODELAY
from typing import Any, NamedTuple, NoReturn, Self

from imapclient import DELETED, IMAPClient, SocketTimeout

from pbm.core.failure import Failure, Wrong
from pbm.core.tell import Message
from pbm.post.mailbox import BEGINNING, LARGEST, Received
from pbm.post.server import Guard, Server, not_accepted, unreachable, without, words

PROCESSED = "Processed"
HEADS = 200
"""Letters whose size and date are asked for at once; keeps command lines short."""
RECONNECTS = 2
"""How often one fetch passes over a letter at which the connection breaks."""
PASSING = ("[UNAVAILABLE]", "[INUSE]", "[SERVERBUG]", "[LIMIT]", "[CONTACTADMIN]")
"""Response codes (RFC 5530) that say nothing about the settings."""

LOST = (IMAP4.abort, OSError)
"""The connection is of no more use. IMAP4.abort is also an IMAP4.error: catch these first."""
ODD = (IMAP4.error, ValueError)
"""The server said no, or something that is not IMAP (imapclient's parsers raise ValueError)."""


class _Head(NamedTuple):
    """A letter that waits; sorts oldest first. `size` is in bytes."""

    at: datetime
    uid: int
    size: int


class ImapMailbox:
    """One folder of an IMAP account."""

    def __init__(self, server: Server, folder: str, *, max_size: int = LARGEST) -> None:
        self.left: list[Message] = []
        self._server = server
        self._folder = folder
        self._max_size = max_size
        self._client: IMAPClient | None = None
        self._validity = 0
        self._processed = ""
        self._reconnects = RECONNECTS

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        client, self._client = self._client, None
        if client is not None:
            # Everything is done by now; servers that hang up first are no reason to complain.
            with contextlib.suppress(*LOST, *ODD):
                client.logout()
            _drop(client)

    def fetch(self) -> Iterator[Received]:
        """The letters of the folder by the time at which the server received them."""
        self.left = []
        self._reconnects = RECONNECTS
        for head in self._waiting():
            letter = self._read(head)
            if letter is not None:
                yield letter

    def done(self, ref: str) -> None:
        """Move the letter to Processed, which is created when it is missing."""
        validity, _, uid = ref.partition("/")
        client = self._client or self._select()[0]
        if int(validity) != self._validity:
            return  # numbered anew since: it comes again and is recognised by its content
        try:
            self._put_away(client, int(uid))
        except LOST as error:
            self._lose(error)
        except ODD as error:
            what = {"server": self._server.name, "folder": PROCESSED, "reason": words(error)}
            self._tell(Message("{server} does not move letters to {folder}: {reason}", what))

    def _waiting(self) -> list[_Head]:
        """Number, time and size of every letter that is not done, oldest first."""
        client, exists = self._select()
        if not exists:
            return []
        try:
            # Only constants go into a search: a line break in a word would be a new command
            # (mjs/imapclient #657).
            uids = sorted(client.search("UNDELETED"))
            heads = []
            for start in range(0, len(uids), HEADS):
                answer = client.fetch(uids[start : start + HEADS], ["INTERNALDATE", "RFC822.SIZE"])
                heads += [_head(uid, items) for uid, items in answer.items()]
        except LOST as error:
            self._lose(error)
        except ODD as error:
            raise unreachable(self._server, error) from error
        return sorted(heads)

    def _read(self, head: _Head) -> Received | None:
        """The letter, or None when it is gone or cannot be read now."""
        large = head.size > self._max_size
        part = f"BODY.PEEK[]<0.{BEGINNING}>" if large else "BODY.PEEK[]"
        client = self._client or self._reopen()
        try:
            items = client.fetch([head.uid], [part]).get(head.uid)
        except LOST as error:
            # Perhaps it is this letter that breaks the connection; the others must not wait.
            self._leave(head, error)
            if not self._reconnects:
                self._lose(error)
            self._reconnects -= 1
            self._hang_up()
            return None
        except ODD as error:
            self._leave(head, error)
            return None
        if items is None:  # somebody removed it meanwhile
            return None
        raw = next((items[key] for key in items if key.startswith(b"BODY[")), None)
        if not isinstance(raw, bytes) or not raw:
            self._leave(head, b"0 B")
            return None
        cut = large or len(raw) > self._max_size
        ref = f"{self._validity}/{head.uid}"
        return Received(raw[:BEGINNING] if cut else raw, head.at, ref, head.size, cut=cut)

    def _put_away(self, client: IMAPClient, uid: int) -> None:
        try:
            self._move(client, uid)
        except IMAP4.abort:
            raise
        except IMAP4.error:
            client.noop()  # hear of letters that others removed
            if not client.search(["UID", str(uid)]):
                return
            with contextlib.suppress(IMAP4.error):  # it may exist; moving again will tell
                client.create_folder(self._processed)
            self._move(client, uid)

    def _move(self, client: IMAPClient, uid: int) -> None:
        """Move one letter; never EXPUNGE alone, which would remove what others marked."""
        self._processed = self._processed or _personal(client) + PROCESSED
        if client.has_capability("MOVE"):
            client.move([uid], self._processed)
            return
        client.copy([uid], self._processed)
        client.add_flags([uid], [DELETED], silent=True)
        if client.has_capability("UIDPLUS"):
            client.uid_expunge([uid])

    def _select(self) -> tuple[IMAPClient, int]:
        """The connection with the folder selected anew, and how many letters are in it."""
        try:
            if self._client is None:
                self._client = _connect(self._server)
            state = self._client.select_folder(self._folder)
            self._validity = int(state.get(b"UIDVALIDITY", 0))
            return self._client, int(state[b"EXISTS"])
        except Failure:
            raise
        except IMAP4.readonly as error:
            raise self._no_folder("it cannot be written to") from error
        except LOST as error:
            self._lose(error)
        except ODD as error:
            if any(code in str(error) for code in PASSING):
                raise unreachable(self._server, error) from error
            raise self._no_folder(words(error)) from error

    def _reopen(self) -> IMAPClient:
        """A new connection in the middle of a fetch, if the numbers still mean the same."""
        before = self._validity
        client, _ = self._select()
        if self._validity != before:
            raise unreachable(self._server, "UIDVALIDITY")
        return client

    def _no_folder(self, reason: str) -> Wrong:
        return Wrong(
            Message(
                "The mail folder {folder} at {server} cannot be opened: {reason}",
                {"folder": self._folder, "server": self._server.name, "reason": reason},
            ),
            Message("Correct the folder in the settings, for example imaps://user@host/INBOX"),
        )

    def _leave(self, head: _Head, reason: object) -> None:
        what = {"letter": f"{self._folder}/{head.uid}", "reason": words(reason)}
        self._tell(Message("The letter {letter} cannot be read now: {reason}", what))

    def _tell(self, what: Message) -> None:
        if what not in self.left:
            self.left.append(what)

    def _hang_up(self) -> None:
        client, self._client = self._client, None
        if client is not None:
            _drop(client)

    def _lose(self, error: BaseException) -> NoReturn:
        self._hang_up()
        raise unreachable(self._server, error) from error


def _connect(server: Server) -> IMAPClient:
    """A connection that is logged in; its guard is never weaker than the settings say."""
    tls = server.guard is Guard.TLS
    context = None if server.guard is Guard.NONE else server.trust()
    timeout = SocketTimeout(connect=server.timeout, read=server.timeout)
    try:
        client = IMAPClient(
            server.host, server.port, ssl=tls, ssl_context=context if tls else None, timeout=timeout
        )
    except (*LOST, *ODD) as error:
        raise unreachable(server, error) from error
    client.normalise_times = False  # else times come back naive and local
    # A search goes out in pieces, and each would wait until the one before it is confirmed.
    client.socket().setsockopt(IPPROTO_TCP, TCP_NODELAY, 1)
    try:
        if server.guard is Guard.STARTTLS:
            _starttls(client, server, context)
        _login(client, server)
    except Failure:
        _drop(client)
        raise
    return client


def _starttls(client: IMAPClient, server: Server, context: Any) -> None:
    try:
        client.starttls(context)
    except LOST as error:
        raise unreachable(server, error) from error
    except ODD as error:
        raise Wrong(
            Message(
                "{server} does not encrypt the connection: {reason}",
                {"server": server.name, "reason": words(error)},
            ),
            Message("Write imaps:// in the settings, or use another server."),
        ) from error


def _login(client: IMAPClient, server: Server) -> None:
    """Log in; the password goes into no message, not even out of the server's mouth."""
    password = server.password()
    simple = server.user.replace("@", "a").replace(".", "a").isalnum()
    try:
        # imaplib puts the user into LOGIN as it stands and knows ASCII only.
        if simple and (server.user + password).isascii() and not _refuses_login(client):
            client.login(server.user, password)
        else:
            client.plain_login(server.user, password)
    except (*LOST, *ODD) as error:
        cause = error.__context__  # imapclient makes a LoginError of everything
        reason = without(words(error), server.user, password)
        if isinstance(error, LOST) or isinstance(cause, LOST) or any(c in reason for c in PASSING):
            raise unreachable(server, reason) from None
        raise not_accepted(server, reason) from None


def _refuses_login(client: IMAPClient) -> bool:
    return bool(client.has_capability("LOGINDISABLED"))


def _personal(client: IMAPClient) -> str:
    """What the names of one's own folders begin with (RFC 2342), such as `INBOX.`, or nothing."""
    if not client.has_capability("NAMESPACE"):
        return ""
    personal = client.namespace().personal
    return str(personal[0][0]) if personal else ""


def _head(uid: int, items: dict[bytes, Any]) -> _Head:
    """What is known of a letter before it is read; an impossible time is now."""
    size = items.get(b"RFC822.SIZE")
    at = items.get(b"INTERNALDATE") or datetime.now(UTC)
    try:
        at = at.astimezone(UTC) if at.tzinfo else at.replace(tzinfo=UTC)
    except (OverflowError, ValueError):
        at = datetime.now(UTC)
    return _Head(at, uid, size if isinstance(size, int) else 0)


def _drop(client: IMAPClient) -> None:
    """Close the connection without a word."""
    with contextlib.suppress(OSError):
        client.shutdown()
