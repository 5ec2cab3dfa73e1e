"""Real mail servers on loopback, run without privileges, each as a context manager.

Ports are chosen by the system. A test is skipped where the program is missing. Servers keep
their files in folders of their own below the system's temporary folder: nobody, to whom a root
test runner drops, cannot enter pytest's, and Unix sockets want short names.
"""

import asyncio
import atexit
import contextlib
import functools
import grp
import os
import pwd
import re
import shutil
import signal
import socket
import ssl
import subprocess
import tempfile
import threading
import time
from argparse import Namespace
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import AuthResult, LoginPassword
from imapclient import IMAPClient
from proxyprotocol.sock import SocketInfoLocal
from pymap.backend.maildir import MaildirBackend
from pymap.imap import IMAPServer
from pysasl import SASLAuth
from pysasl.hashing import BuiltinHash
from serverconf import DOVECOT_23, DOVECOT_24, DOVECOT_COMMON, EXIM

HOST = "127.0.0.1"
USER = "bot@example.test"
PASSWORD = "secret"
WIDE_PASSWORD = "пароль"
OTHER = "other@example.test"
THIRD = "third@example.test"
OTHER_PASSWORD = "secret2"
"""Of `OTHER` and of `THIRD`."""
PATIENCE = 20.0
"""Seconds that a server may take for anything."""


def until(condition: Callable[[], Any], patience: float = PATIENCE) -> Any:
    """What `condition` returns once it is true; fails after `patience` seconds."""
    deadline = time.monotonic() + patience
    while not (result := condition()):
        assert time.monotonic() < deadline, f"never became true: {condition}"
        threading.Event().wait(0.01)
    return result


@dataclass(frozen=True)
class Certificate:
    """A self-signed certificate for localhost and 127.0.0.1."""

    path: Path
    key: Path

    def trust(self) -> ssl.SSLContext:
        """A client's context that trusts it."""
        return ssl.create_default_context(cafile=str(self.path))

    def serve(self) -> ssl.SSLContext:
        """A server's context that shows it."""
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(self.path, self.key)
        return context


@functools.cache
def certificate() -> Certificate:
    """The certificate of this test run."""
    program = _program("openssl")
    made = Certificate(Path(_folder("cert")) / "crt.pem", Path(_folder("cert")) / "key.pem")
    subject = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1"]
    kind = ["-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2"]
    files = ["-keyout", str(made.key), "-out", str(made.path)]
    subprocess.run([program, "req", *kind, *subject, *files], check=True, capture_output=True)
    return made


@dataclass(frozen=True)
class Imap:
    """An IMAP server with the account `USER`. `tls_port` is 0 where there is no IMAPS."""

    port: int
    tls_port: int = 0
    lmtp_port: int = 0
    folder: Path = Path()
    pid: int = 0

    def session(self, user: str = USER, password: str = PASSWORD) -> IMAPClient:
        """Somebody else's session: a mail program, the test itself."""
        client = IMAPClient(HOST, self.port, ssl=False, timeout=PATIENCE)
        client.normalise_times = False
        client.login(user, password)
        return client

    def put(self, raw: bytes, at: datetime | None = None, folder: str = "INBOX") -> None:
        """A letter arrives."""
        with self.session() as client:
            client.append(folder, raw, msg_time=at)

    def letters(self, folder: str = "INBOX", user: str = USER) -> list[bytes]:
        """What is in a folder and not deleted, by number; nothing where there is no folder."""
        with self.session(user, PASSWORD if user == USER else OTHER_PASSWORD) as client:
            if not client.folder_exists(folder):
                return []
            client.select_folder(folder, readonly=True)
            found = client.fetch(client.search("UNDELETED"), ["BODY.PEEK[]"])
            return [found[uid][b"BODY[]"] for uid in sorted(found)]


@contextlib.contextmanager
def pymap() -> Iterator[Imap]:
    """Pymap with its Maildir backend, in a thread; plain text only."""
    with tempfile.TemporaryDirectory(prefix="pbm-pymap-") as home:
        base = Path(home)
        (base / "pymap-etc-passwd").write_text(f"{USER}:x::::mail:\n")
        hashed = BuiltinHash(hash_name="sha256", rounds=1).hash(PASSWORD)
        (base / "pymap-etc-shadow").write_text(f"{USER}:{hashed}\n")
        listening = _listening()
        # Each session would look through all packages for ways to log in.
        known = patch.object(SASLAuth, "defaults", functools.cache(SASLAuth.defaults))
        with known, _thread(functools.partial(_serve_imap, base, listening)):
            yield Imap(listening.getsockname()[1], folder=base / "mail")


async def _serve_imap(base: Path, listening: socket.socket, stop: asyncio.Event) -> None:
    plain: dict[str, Any] = {"host": HOST, "port": 0, "debug": False, "cert": None, "key": None}
    rest: dict[str, Any] = {"passlib_cfg": None, "proxy_protocol": None, "concurrency": None}
    where: dict[str, Any] = {"base_dir": str(base), "layout": "++", "colon": None, "tls": False}
    backend, config = await MaildirBackend.init(Namespace(**plain, **rest, **where))
    config.apply_context()
    imap = IMAPServer(backend.login, config)
    tasks: set[asyncio.Task[None]] = set()

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        tasks.add(task)
        with contextlib.suppress(asyncio.CancelledError, ConnectionError):
            await imap(reader, writer, SocketInfoLocal(writer))

    async with contextlib.AsyncExitStack() as stack:
        await backend.start(stack)
        server = await asyncio.start_server(serve, sock=listening)
        await stop.wait()
        server.close()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


@contextlib.contextmanager
def _thread(main: Callable[[asyncio.Event], Any]) -> Iterator[None]:
    """Run a coroutine in a thread of its own until the block ends."""
    ready: list[tuple[asyncio.AbstractEventLoop, asyncio.Event]] = []

    async def run() -> None:
        ready.append((asyncio.get_running_loop(), asyncio.Event()))
        await main(ready[0][1])

    thread = threading.Thread(target=asyncio.run, args=[run()], daemon=True)
    thread.start()
    until(lambda: ready)
    try:
        yield
    finally:
        loop, stop = ready[0]
        loop.call_soon_threadsafe(stop.set)
        thread.join(PATIENCE)
        assert not thread.is_alive()


@dataclass(frozen=True)
class Posted:
    """A letter as an SMTP server took it."""

    sender: str
    recipients: tuple[str, ...]
    raw: bytes
    encrypted: bool
    options: tuple[str, ...] = ()


@dataclass
class Smtp:
    """An SMTP server that keeps what it takes.

    `answers` maps a recipient, `MAIL` or `DATA` to what is said instead of yes; `closes` is the
    number of letters, taken or refused, after which it ends each session with 421.
    """

    port: int = 0
    letters: list[Posted] = field(default_factory=list)
    answers: dict[str, str] = field(default_factory=dict)
    sessions: int = 0
    closes: int = 0

    async def handle_EHLO(  # noqa: N802
        self, _server: Any, session: Any, _envelope: Any, hostname: str, responses: list[str]
    ) -> list[str]:
        if session.host_name is None:
            self.sessions += not getattr(session, "counted", False)
            session.counted = True
        session.host_name = hostname
        return responses

    async def handle_MAIL(  # noqa: N802
        self, _server: Any, session: Any, envelope: Any, address: str, options: list[str]
    ) -> str:
        session.begun = getattr(session, "begun", 0) + 1
        if self.closes and session.begun > self.closes:
            return "421 4.7.0 enough for one session"
        if "MAIL" in self.answers:
            return self.answers["MAIL"]
        envelope.mail_from = address
        envelope.mail_options.extend(options)
        return "250 OK"

    async def handle_RCPT(  # noqa: N802
        self, _server: Any, _session: Any, envelope: Any, address: str, _options: list[str]
    ) -> str:
        if address in self.answers:
            return self.answers[address]
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:  # noqa: N802
        if "DATA" in self.answers:
            return self.answers["DATA"]
        self.letters.append(
            Posted(
                envelope.mail_from,
                tuple(envelope.rcpt_tos),
                envelope.original_content,
                session.ssl is not None or server._tls_protocol is not None,
                tuple(envelope.mail_options),
            )
        )
        return "250 2.0.0 kept"


class _Controller(Controller):
    """A controller whose port is chosen by the system."""

    def __init__(self, handler: Smtp, listening: socket.socket, **options: Any) -> None:
        self._listening = listening
        super().__init__(handler, hostname=HOST, port=listening.getsockname()[1], **options)

    def _create_server(self) -> Any:
        return self.loop.create_server(
            self._factory_invoker, sock=self._listening, ssl=self.ssl_context
        )


def _authenticate(
    server: Any, session: Any, envelope: Any, mechanism: str, data: Any
) -> AuthResult:
    known = {(USER.encode(), word.encode()) for word in (PASSWORD, WIDE_PASSWORD)}
    good = isinstance(data, LoginPassword) and (data.login, data.password) in known
    return AuthResult(success=good, handled=False)


@contextlib.contextmanager
def smtpd(*, tls: str = "none", login: bool = False, **more: Any) -> Iterator[Smtp]:
    """Aiosmtpd in a thread; `tls` is none, starttls (offered and wanted) or tls.

    `login` wants STARTTLS, too, and takes `USER` with `PASSWORD` or `WIDE_PASSWORD`.
    """
    options: dict[str, Any] = dict(more)
    if tls == "starttls":
        options |= {"tls_context": certificate().serve(), "require_starttls": True}
    if tls == "tls":
        options["ssl_context"] = certificate().serve()
    if login:
        options |= {"authenticator": _authenticate, "auth_required": True}
    smtp = Smtp()
    controller = _Controller(smtp, _listening(), **options)
    smtp.port = controller.port
    controller.start()
    try:
        yield smtp
    finally:
        controller.stop()


@contextlib.contextmanager
def dovecot() -> Iterator[Imap]:
    """Dovecot with plain IMAP, STARTTLS, IMAPS and LMTP; accounts `USER`, `OTHER` and `THIRD`."""
    program = _program("dovecot")
    version = subprocess.run([program, "--version"], check=True, capture_output=True, text=True)
    modern = not version.stdout.startswith("2.3")
    with _nobodys("dovecot") as home:
        port, tls_port, lmtp_port = _free(3)
        accounts = {USER: PASSWORD, OTHER: OTHER_PASSWORD, THIRD: OTHER_PASSWORD}
        rows = [f"{user}:{{PLAIN}}{password}:::::\n" for user, password in accounts.items()]
        (home / "users").write_text("".join(rows))
        text = DOVECOT_24 if modern else DOVECOT_23
        common = DOVECOT_COMMON % {"port": port, "tls_port": tls_port, "lmtp_port": lmtp_port}
        names = {"home": home, "user": _account()[0], "group": _account()[1]}
        (home / "dovecot.conf").write_text((text + common) % names)
        command = [program, "-F", "-c", str(home / "dovecot.conf")]
        with _running(command, home, port) as process:
            until(lambda: _open(lmtp_port))
            mail = home / "mail" / USER
            yield Imap(port, tls_port, lmtp_port, mail, process.pid)


@dataclass(frozen=True)
class Exim:
    """An SMTP server."""

    port: int
    folder: Path
    pid: int

    def taken(self) -> list[tuple[str, str, str]]:
        """Message-ID, recipients and size of each letter that it took, in order."""
        log = self.folder / "log" / "mainlog"
        lines = log.read_text("utf-8") if log.exists() else ""
        found = re.findall(r" <= .* S=(\d+) id=(\S+) for (.*)", lines)
        return [(f"<{mark}>", to, size) for size, mark, to in found]


@contextlib.contextmanager
def exim(lmtp_port: int = 0) -> Iterator[Exim]:
    """An exim that hands example.test to LMTP, refuses refused.test, offers STARTTLS.

    Everything else is thrown away, so that nothing can leave the machine.
    """
    program = _program("exim4")
    with _nobodys("exim") as home:
        (port,) = _free(1)
        for folder in ("spool", "log"):
            (home / folder).mkdir()
        names = {"home": home, "user": _account()[0], "group": _account()[1], "port": port}
        (home / "exim.conf").write_text(EXIM % (names | {"lmtp_port": lmtp_port}))
        command = [program, "-C", str(home / "exim.conf"), "-bdf", "-q30s"]
        with _running(command, home, port) as process:
            yield Exim(port, home, process.pid)


def children(parent: int, name: str) -> list[int]:
    """The processes of this name that a process has begun and that still run."""
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            pid, command, _, begun_by = stat.read_text().split()[:4]
            if (command, int(begun_by)) == (f"({name})", parent):
                found.append(int(pid))
    return found


def _program(name: str) -> str:
    found = shutil.which(name, path=f"{os.environ.get('PATH', '')}:/usr/sbin:/sbin")
    if found is None:
        pytest.skip(f"{name} is not installed")
    return found


@functools.cache
def _folder(name: str) -> str:
    """A folder that lives as long as the test run."""
    kept = tempfile.TemporaryDirectory(prefix=f"pbm-{name}-")
    atexit.register(kept.cleanup)
    return kept.name


def _account() -> tuple[str, str]:
    """User and group that servers run as: nobody where the tests run as root."""
    if os.geteuid() == 0:
        return "nobody", "nogroup"
    return pwd.getpwuid(os.geteuid()).pw_name, grp.getgrgid(os.getegid()).gr_name


@contextlib.contextmanager
def _nobodys(name: str) -> Iterator[Path]:
    """A folder with the certificate in it that is the servers' own by the time they start."""
    with tempfile.TemporaryDirectory(prefix=f"pbm-{name}-") as home:
        for file in (certificate().path, certificate().key):
            shutil.copy(file, home)
        yield Path(home)


@contextlib.contextmanager
def _running(command: list[str], home: Path, port: int) -> Iterator[subprocess.Popen[bytes]]:
    """A server that answers on `port`, ended with the block."""
    if os.geteuid() == 0:
        for path in [home, *home.rglob("*")]:
            shutil.chown(path, *_account())
        drop = ["--reuid=nobody", "--regid=nogroup", "--clear-groups"]
        command = [_program("setpriv"), *drop, *command]
    with (home / "output").open("wb") as output:
        process = subprocess.Popen(command, stdout=output, stderr=output, start_new_session=True)
    try:
        until(lambda: process.poll() is not None or _open(port))
        assert process.poll() is None, _said(home)
        yield process
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGTERM)
        process.wait(PATIENCE)


def _said(home: Path) -> str:
    logs = [home / "output", *home.glob("*.log"), *home.glob("log/*")]
    return "\n".join(log.read_text(errors="replace") for log in logs if log.is_file())


def _open(port: int) -> bool:
    """Whether a server greets on this port."""
    try:
        with socket.create_connection((HOST, port), 1) as connection:
            return bool(connection.recv(1))
    except OSError:
        return False


def _listening() -> socket.socket:
    """A socket whose connections answer at once; asyncio sees to that only for its own."""
    listening = socket.create_server((HOST, 0))
    listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return listening


def _free(count: int) -> list[int]:
    """Ports that were free a moment ago."""
    with contextlib.ExitStack() as stack:
        held = [stack.enter_context(socket.create_server((HOST, 0))) for _ in range(count)]
        return [one.getsockname()[1] for one in held]
