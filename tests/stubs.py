"""An IMAP server that answers what it is told, for answers that real servers give rarely."""

import contextlib
import socket
import threading
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

HELLO = "hello"
LETTERS = {uid: f"Subject: {uid}\r\n\r\ntext {uid}\r\n".encode() for uid in (1, 2, 3)}


def literal(raw: bytes) -> bytes:
    return b"{%d}\r\n%s" % (len(raw), raw)


def fetched(uid: int, items: bytes) -> bytes:
    return b"* %d FETCH (UID %d %s)\r\n" % (uid, uid, items)


ANSWERS: dict[str, bytes | None] = {
    HELLO: b"* OK ready\r\n",
    "CAPABILITY": b"* CAPABILITY IMAP4rev1 MOVE\r\nTAG OK done\r\n",
    "LOGIN": b"TAG OK done\r\n",
    "SELECT": b"* 3 EXISTS\r\n* 0 RECENT\r\n* OK [UIDVALIDITY 7] .\r\nTAG OK [READ-WRITE] done\r\n",
    "UID SEARCH": b"* SEARCH 1 2 3\r\nTAG OK done\r\n",
    "UID FETCH 1,2,3": b"".join(
        fetched(uid, b'INTERNALDATE "0%d-Nov-2026 10:00:00 +0300" RFC822.SIZE 30' % uid)
        for uid in LETTERS
    )
    + b"TAG OK done\r\n",
    **{
        f"UID FETCH {uid} (BODY": fetched(uid, b"BODY[] " + literal(raw)) + b"TAG OK done\r\n"
        for uid, raw in LETTERS.items()
    },
    "LOGOUT": b"* BYE\r\nTAG OK done\r\n",
    "": b"TAG OK done\r\n",
}


@dataclass
class Stub:
    """A running stub; `heard` are the commands it was given, without tags."""

    port: int
    answers: Mapping[str, bytes | None]
    heard: list[str] = field(default_factory=list)
    greetings: int = 0

    def converse(self, connection: socket.socket) -> None:
        """Answer until told to hang up: an answer of None, or one that ends in `HANGUP`."""
        self.greetings += 1
        with connection, contextlib.suppress(OSError), connection.makefile("rb") as lines:
            connection.sendall(self.answers[HELLO] or b"")
            for line in lines:
                tag, _, rest = line.rstrip(b"\r\n").partition(b" ")
                command = rest.decode("utf-8", "replace")
                self.heard.append(command)
                match = max((key for key in self.answers if command.startswith(key)), key=len)
                answer = self.answers[match]
                if answer is None:
                    return
                if answer.startswith(b"+"):  # the client is to say more first
                    first, _, answer = answer.partition(b"\r\n")
                    connection.sendall(first + b"\r\n")
                    lines.readline()
                connection.sendall(answer.removesuffix(b"HANGUP").replace(b"TAG", tag))
                if answer.endswith(b"HANGUP"):
                    return


@contextlib.contextmanager
def stub_imap(changes: Mapping[str, bytes | None] = {}) -> Iterator[Stub]:
    """A stub on a free port; `changes` are answers by the beginning of a command, for TAG."""
    listening = socket.create_server(("127.0.0.1", 0))
    stub = Stub(listening.getsockname()[1], {**ANSWERS, **changes})
    threads: list[threading.Thread] = []

    def accept() -> None:
        with contextlib.suppress(OSError):
            while True:
                connection, _ = listening.accept()
                threads.append(threading.Thread(target=stub.converse, args=[connection]))
                threads[-1].start()

    acceptor = threading.Thread(target=accept)
    acceptor.start()
    try:
        yield stub
    finally:
        listening.shutdown(socket.SHUT_RDWR)
        listening.close()
        for thread in (acceptor, *threads):
            thread.join(20)
