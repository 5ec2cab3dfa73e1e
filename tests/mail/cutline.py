"""A line to a server that breaks in the middle, for good."""

import contextlib
import socket
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field

from servers import HOST, PATIENCE


@dataclass
class Line:
    """A relay to `server`. It breaks before `word` passes for the `count`th time.

    Words of the client and of the server count alike; what was said before reaches the other
    end. Afterwards nobody answers at `port`.
    """

    server: int
    word: bytes
    count: int
    listening: socket.socket
    broken: threading.Event = field(default_factory=threading.Event)
    ends: list[socket.socket] = field(default_factory=list)
    threads: list[threading.Thread] = field(default_factory=list)
    seen: int = 0

    @property
    def port(self) -> int:
        """Where clients connect to."""
        return int(self.listening.getsockname()[1])

    def serve(self) -> None:
        """Connect clients to the server until the line is broken."""
        with contextlib.suppress(OSError):
            while True:
                client, _ = self.listening.accept()
                server = socket.create_connection((HOST, self.server), PATIENCE)
                self.ends += [client, server]
                for end in (client, server):
                    end.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                for pair in ((client, server), (server, client)):
                    self.threads.append(threading.Thread(target=self.pump, args=pair))
                    self.threads[-1].start()

    def pump(self, source: socket.socket, sink: socket.socket) -> None:
        """Pass on what one end says, keeping back what may be the beginning of the word."""
        held = b""
        with contextlib.suppress(OSError):
            while data := source.recv(65_536):
                held += data
                while (at := held.find(self.word)) >= 0:
                    sink.sendall(held[:at])
                    self.seen += 1
                    if self.seen == self.count:
                        self.break_off()
                        return
                    sink.sendall(self.word)
                    held = held[at + len(self.word) :]
                keep = beginning(held, self.word)
                sink.sendall(held[: len(held) - keep])
                held = held[len(held) - keep :]
            sink.sendall(held)
            sink.shutdown(socket.SHUT_WR)

    def break_off(self) -> None:
        """Hang up on both sides and answer no more."""
        self.broken.set()
        with contextlib.suppress(OSError):
            self.listening.shutdown(socket.SHUT_RDWR)
        self.listening.close()
        for end in self.ends:
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)


def beginning(text: bytes, word: bytes) -> int:
    """How many octets at the end of the text are a beginning of the word."""
    return next(n for n in range(len(word) - 1, -1, -1) if not n or text.endswith(word[:n]))


@contextlib.contextmanager
def cut_line(server: int, word: bytes, count: int = 1) -> Iterator[Line]:
    """A line to the server at this port; the test fails unless it broke within the block."""
    line = Line(server, word, count, socket.create_server((HOST, 0)))
    acceptor = threading.Thread(target=line.serve)
    acceptor.start()
    try:
        yield line
    finally:
        broke = line.broken.is_set()
        line.break_off()
        for thread in (acceptor, *line.threads):
            thread.join(PATIENCE)
        for end in line.ends:
            end.close()
    assert broke, f"{word!r} never passed"
