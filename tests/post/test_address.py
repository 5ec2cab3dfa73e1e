"""Addresses in the settings: which there are, what is wrong with others, what they import."""

import subprocess
import sys
from pathlib import Path

import pytest

from pbm.core.failure import Wrong
from pbm.post import address
from pbm.post.imap import ImapMailbox
from pbm.post.maildir import MaildirMailbox, MaildirSender
from pbm.post.server import Guard, Server, unreachable, without, words

HOME = Path("/somewhere/club")


def server(url: str, *, plaintext: bool = False) -> Server:
    box = address.mailbox(url, str, home=HOME, plaintext=plaintext)
    assert isinstance(box, ImapMailbox)
    return box._server


@pytest.mark.parametrize(
    ("url", "path"),
    [
        ("maildir:mail-in", "/somewhere/club/mail-in"),
        ("maildir:/var/mail/club", "/var/mail/club"),
        ("maildir:///var/mail/club", "/var/mail/club"),
        ("maildir:Почта 50%", "/somewhere/club/Почта 50%"),
        ("maildir:~/Maildir", str(Path("~/Maildir").expanduser())),
    ],
)
def test_maildir_paths(url: str, path: str) -> None:
    box = address.mailbox(url, str, home=HOME)
    out = address.sender(url, str, home=HOME)
    assert isinstance(box, MaildirMailbox)
    assert isinstance(out, MaildirSender)
    assert box.path == out.path == Path(path)


@pytest.mark.parametrize(
    ("url", "user", "host", "port", "guard"),
    [
        ("imaps://bot@mail.test", "bot", "mail.test", 993, Guard.TLS),
        ("imaps://bot@club.test@mail.test/INBOX", "bot@club.test", "mail.test", 993, Guard.TLS),
        ("imap://bot%40club.test@mail.test:1143/", "bot@club.test", "mail.test", 1143, None),
        ("imaps://bot@[::1]/x", "bot", "::1", 993, Guard.TLS),
    ],
)
def test_imap_urls(url: str, user: str, host: str, port: int, guard: Guard | None) -> None:
    named = server(url)
    expected = (user, host, port, guard or Guard.STARTTLS)
    assert (named.user, named.host, named.port, named.guard) == expected


def test_plain_text_only_within_this_machine() -> None:
    for host in ("127.0.0.1", "localhost", "[::1]", "127.9.9.9"):
        assert server(f"imap://bot@{host}", plaintext=True).guard is Guard.NONE
        assert server(f"imap://bot@{host}").guard is Guard.STARTTLS
        assert server(f"imaps://bot@{host}", plaintext=True).guard is Guard.TLS
    for host in ("mail.test", "10.0.0.1", "localhost.evil.test", "127.0.0.1.evil.test"):
        with pytest.raises(Wrong, match="plaintext"):
            server(f"imap://bot@{host}", plaintext=True)
        with pytest.raises(Wrong, match="plaintext"):
            address.sender(f"smtp://{host}", str, home=HOME, plaintext=True)


@pytest.mark.parametrize(
    "url",
    [
        "",
        "mail.test",
        "pop3://bot@mail.test",
        "smtp://mail.test",
        "imaps:",
        "imaps://",
        "imaps://mail.test",
        "imaps://bot@",
        "imaps://bot@mail.test:port/",
        "imaps://bot@mail.test:99999/",
        "imaps://bot@[mail.test/",
        "imaps://bot@mail.test/INBOX?x=1",
        "imaps://bot@mail.test/INBOX%0d%0aA1%20DELETE",
        "imaps://bot%00@mail.test/",
        "maildir:",
        "maildir:~nobody-of-this-name/x",
    ],
)
def test_wrong_address_says_what_would_be_right(url: str) -> None:
    with pytest.raises(Wrong) as wrong:
        address.mailbox(url, str, home=HOME)
    assert wrong.value.cure is not None


def test_mail_out_has_its_own_schemes() -> None:
    for url in ("imaps://bot@mail.test", "", "smtp://", "smtp:"):
        with pytest.raises(Wrong):
            address.sender(url, str, home=HOME)


def test_password_in_an_address_is_refused_and_not_shown() -> None:
    for url in ("imaps://bot:hunter2@mail.test", "imap://bot:hunter2@mail.test:143/INBOX"):
        with pytest.raises(Wrong) as wrong:
            address.mailbox(url, str, home=HOME)
        assert "hunter2" not in f"{wrong.value} {wrong.value.what} {wrong.value.cure}"
    with pytest.raises(Wrong):
        address.sender("smtps://bot:hunter2@mail.test", str, home=HOME)


def test_password_is_in_no_representation() -> None:
    named = server("imaps://bot@mail.test")
    assert "password" not in repr(named)
    assert without("NO LOGIN bot hunter2", "bot", "hunter2") == "…"
    assert without('NO "a\\"b"', "bot", 'a"b') == "…"
    assert without("NO AGJvdABodW50ZXIy", "bot", "hunter2") == "…"
    assert without("NO", "bot", "hunter2") == "NO"


def test_words_of_servers_are_one_short_line() -> None:
    assert words(b"first\r\nsecond\x1b[31m \xff") == "first second [31m \ufffd"
    assert len(words("x" * 10_000)) == 200
    assert words(TimeoutError()) == "TimeoutError"
    assert words(Exception(b"[AUTHENTICATIONFAILED] it's no")) == "[AUTHENTICATIONFAILED] it's no"
    assert words("LOGIN => BAD [b'no such user']") == "LOGIN => BAD no such user"
    failure = unreachable(server("imaps://bot@[::1]"), OSError(111, "Connection refused"))
    assert "[::1]:993 is out of reach: Connection refused" in str(failure)


@pytest.mark.parametrize(
    ("code", "heavy"),
    [
        ("import pbm.post.address", {"imapclient", "imaplib", "smtplib", "ssl", "email"}),
        ("a.mailbox('maildir:x', str, home=h)", {"imapclient", "smtplib", "ssl", "mailbox"}),
        ("a.sender('smtps://mail.test', str, home=h)", {"imapclient", "smtplib", "ssl"}),
        ("a.mailbox('imaps://b@mail.test', str, home=h)", {"smtplib"}),
    ],
)
def test_light_commands_import_little(code: str, heavy: set[str]) -> None:
    script = (
        "import sys; from pathlib import Path; import pbm.post.address as a; h = Path();"
        f"{code}; print(*sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, check=True)
    assert not heavy & set(done.stdout.decode().split())
