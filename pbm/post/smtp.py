"""Letters out to an SMTP server (RFC 5321; submission RFC 6409; STARTTLS RFC 3207)."""

import base64
import contextlib
import re
import smtplib
import socket
from collections.abc import Sequence
from typing import Self

from pbm.core.failure import Failure, Wrong
from pbm.core.tell import Message
from pbm.post.sending import Answer, Refused
from pbm.post.server import Guard, Server, not_accepted, unreachable, without, words

OK = frozenset({250, 251, 252})
CLOSING = 421
TOO_LARGE = 552
BAD_ADDRESS = 553
LOGIN_WANTED = 530
PERMANENT = 500
LINE_END = re.compile(rb"\r\n|\n|\r")
ADDRESS = re.compile(r"[^\s\x00-\x20\x7f()<>\[\]\\,;:@\"]+@[^\s\x00-\x20\x7f()<>\\,;@\"]+")
"""One plain address; what a header or a command could take for more is refused here."""
PATIENCE = 4
"""So many timeouts may the answer to a whole letter take: who hangs up early sends it twice
(RFC 5321, 4.5.3.2.6)."""


class _LostBefore(Exception):  # noqa: N818 - an event, handled in `send`
    """The session ended before anything of the letter's content was sent."""


class SmtpSender:
    """One connection to one server, for all letters of a run."""

    def __init__(self, server: Server) -> None:
        self._server = server
        self._smtp: smtplib.SMTP | None = None
        self._answered = 0  # letters that this connection took or refused

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._smtp is not None:
            with contextlib.suppress(OSError):  # among them all of smtplib's exceptions
                self._smtp.quit()
        self._hang_up()

    def send(self, raw: bytes, sender: str, recipients: Sequence[str]) -> None:
        """Hand the letter over; raises what `Sender` says.

        A server that ends a session after some letters or refusals is called again. A letter
        whose acceptance was not heard counts as not sent.
        """
        letter = LINE_END.sub(b"\r\n", raw.replace(b"\0", b""))
        try:
            self._transact(letter, sender, recipients)
        except _LostBefore as lost:
            self._hang_up()
            if not self._answered:
                raise unreachable(self._server, lost.__cause__) from lost
            self._answered = 0
            self.send(raw, sender, recipients)
        except Refused:
            self._answered += 1
            raise
        else:
            self._answered += 1

    def _transact(self, letter: bytes, sender: str, recipients: Sequence[str]) -> None:
        smtp = self._smtp = self._smtp or _connect(self._server)
        try:
            refused, taken = self._envelope(smtp, letter, sender, recipients)
        except OSError as error:
            raise _LostBefore from error
        if taken:
            code, text = self._content(smtp, letter)
            if code not in OK:
                refused += [Answer(who, code, text) for who in taken]
                taken = []
        else:
            self._reset(smtp)
        if refused:
            raise Refused(refused, taken)

    def _envelope(
        self, smtp: smtplib.SMTP, letter: bytes, sender: str, recipients: Sequence[str]
    ) -> tuple[list[Answer], list[str]]:
        """Say from whom and to whom; return who was refused and who taken."""
        wide = smtp.has_extn("smtputf8")
        addresses = {who: _address(who, wide=wide) for who in recipients}
        known = [who for who in recipients if addresses[who]]
        refused = [Answer(who, BAD_ADDRESS, "5.1.3") for who in recipients if not addresses[who]]
        if not known:
            return refused, []
        origin = _address(sender, wide=wide) if sender else ""
        if sender and not origin:
            raise self._bad_sender(sender, "5.1.7")
        envelope = [origin, *(addresses[who] for who in known)]
        code, said = smtp.mail(origin, _options(smtp, letter, envelope))
        self._check_sender(code, words(said), sender, recipients)
        taken = []
        for who in known:
            code, said = smtp.rcpt(addresses[who])
            if code == CLOSING:
                raise smtplib.SMTPServerDisconnected(words(said))
            if code in OK:
                taken.append(who)
            else:
                refused.append(Answer(who, code, words(said)))
        return refused, taken

    def _check_sender(self, code: int, text: str, sender: str, recipients: Sequence[str]) -> None:
        """Raise what the answer to MAIL FROM means, unless it is yes."""
        if code in OK:
            return
        if code == CLOSING:
            raise smtplib.SMTPServerDisconnected(text)
        if self._smtp is not None:
            self._reset(self._smtp)
        if code == LOGIN_WANTED:
            raise Wrong(
                Message(
                    "{server} wants a login: {reason}",
                    {"server": self._server.name, "reason": text},
                ),
                Message("Name the user in the settings, as in smtps://user@host"),
            )
        if code >= PERMANENT and code != TOO_LARGE and sender:
            raise self._bad_sender(sender, text)
        answers = [Answer(who, code, text) for who in recipients]
        raise Refused(answers, by_sender=code != TOO_LARGE)

    def _content(self, smtp: smtplib.SMTP, letter: bytes) -> tuple[int, str]:
        """Send the letter itself; from here on a lost connection leaves it open who has it."""
        try:
            if smtp.sock is not None:
                smtp.sock.settimeout(self._server.timeout * PATIENCE)
            code, said = smtp.data(letter)
            if smtp.sock is not None:
                smtp.sock.settimeout(self._server.timeout)
        except smtplib.SMTPDataError as error:
            code, said = error.smtp_code, words(error.smtp_error).encode()
            self._reset(smtp)
        except OSError as error:
            self._hang_up()
            raise unreachable(self._server, error) from error
        if code == CLOSING:
            self._hang_up()
            raise unreachable(self._server, said)
        return code, words(said)

    def _bad_sender(self, sender: str, reason: str) -> Wrong:
        return Wrong(
            Message(
                "{server} does not take letters from {sender}: {reason}",
                {"server": self._server.name, "sender": sender, "reason": reason},
            ),
            Message("Write in the settings the address that belongs to this account."),
        )

    def _reset(self, smtp: smtplib.SMTP) -> None:
        """Forget the envelope; where that fails the next letter gets a new connection."""
        try:
            smtp.rset()
        except OSError:
            self._hang_up()

    def _hang_up(self) -> None:
        if self._smtp is not None:
            self._smtp.close()
        self._smtp = None


def _connect(server: Server) -> smtplib.SMTP:
    """A session that is logged in; its guard is never weaker than the settings say."""
    name = socket.gethostname()
    name = name if "." in name else "[127.0.0.1]"  # a look-up of the full name can take long
    try:
        if server.guard is Guard.TLS:
            smtp: smtplib.SMTP = smtplib.SMTP_SSL(
                server.host, server.port, name, timeout=server.timeout, context=server.trust()
            )
        else:
            smtp = smtplib.SMTP(server.host, server.port, name, timeout=server.timeout)
    except OSError as error:
        raise unreachable(server, error) from error
    try:
        smtp.ehlo_or_helo_if_needed()
        if server.guard is Guard.STARTTLS:
            _starttls(smtp, server)
        if server.user:
            _login(smtp, server)
    except OSError as error:
        smtp.close()
        raise unreachable(server, error) from error
    except Failure:
        smtp.close()
        raise
    return smtp


def _starttls(smtp: smtplib.SMTP, server: Server) -> None:
    try:
        smtp.starttls(context=server.trust())
    except smtplib.SMTPNotSupportedError as error:
        raise Wrong(
            Message("{server} does not encrypt the connection (STARTTLS)", {"server": server.name}),
            Message("Write smtps:// in the settings, or use another server."),
        ) from error
    smtp.ehlo_or_helo_if_needed()


def _login(smtp: smtplib.SMTP, server: Server) -> None:
    """Log in; the password goes into no message, not even out of the server's mouth."""
    password = server.password()
    try:
        if (server.user + password).isascii():
            smtp.login(server.user, password)
            return
        # smtplib knows ASCII only; RFC 4616 says UTF-8.
        plain = base64.b64encode(f"\0{server.user}\0{password}".encode()).decode()
        code, said = smtp.docmd("AUTH", f"PLAIN {plain}")
        if code not in {235, 503}:
            raise smtplib.SMTPAuthenticationError(code, said)
    except smtplib.SMTPServerDisconnected:
        raise
    except smtplib.SMTPException as error:
        code = getattr(error, "smtp_code", PERMANENT)
        reason = without(words(getattr(error, "smtp_error", error)), server.user, password)
        if code < PERMANENT:
            raise unreachable(server, reason) from None
        raise not_accepted(server, reason) from None


def _address(address: str, *, wide: bool) -> str:
    """The address as it goes over the wire, or nothing when this server cannot be told it."""
    if not ADDRESS.fullmatch(address):
        return ""
    local, _, domain = address.rpartition("@")
    try:
        address = f"{local}@{domain if domain.isascii() else domain.encode('idna').decode()}"
    except UnicodeError:
        return ""
    return address if wide or address.isascii() else ""


def _options(smtp: smtplib.SMTP, letter: bytes, envelope: Sequence[str]) -> list[str]:
    """What to say with MAIL FROM: the size, and what the letter needs beyond ASCII."""
    options = [f"SIZE={len(letter)}"] if smtp.has_extn("size") else []
    header = letter.partition(b"\r\n\r\n")[0]
    if smtp.has_extn("smtputf8") and not (header.isascii() and all(a.isascii() for a in envelope)):
        options.append("SMTPUTF8")
    if smtp.has_extn("8bitmime") and not letter.isascii():
        options.append("BODY=8BITMIME")
    return options
