"""Every sender keeps the same contract; see pbm.post.sending."""

import re
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from servers import (
    HOST,
    PASSWORD,
    USER,
    WIDE_PASSWORD,
    Posted,
    Smtp,
    certificate,
    dovecot,
    exim,
    smtpd,
    until,
)

from pbm.core.failure import Unreachable, Wrong
from pbm.post import address
from pbm.post.sending import Refused, Sender

LETTER = b"From: bot@example.test\r\nSubject: form\r\n\r\n.\r\n..dots\r\nend\r\n"
CLUB = "bot@example.test"
ANNA = "anna@example.test"


class Route:
    """A sender and where its letters arrive."""

    def __init__(self, make: Callable[[], Sender], arrived: Callable[[], list[bytes]]) -> None:
        self.sender = make
        self.arrived = arrived


def to_smtp(smtp: Smtp, tls: str = "none", password: str = PASSWORD, user: str = "") -> Sender:
    scheme = "smtps" if tls == "tls" else "smtp"
    account = f"{user}@" if user else ""
    return address.sender(
        f"{scheme}://{account}{HOST}:{smtp.port}",
        lambda: password,
        home=Path(),
        plaintext=tls == "none",
        timeout=5,
        context=None if tls == "none" else certificate().trust(),
    )


@pytest.fixture(params=["maildir", "plain", "starttls", "tls", "exim"])
def route(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Route]:
    kind = request.param
    with ExitStack() as stack:
        if kind == "maildir":
            yield Route(
                lambda: address.sender("maildir:out", str, home=tmp_path),
                lambda: [path.read_bytes() for path in sorted(tmp_path.glob("out/new/*"))],
            )
        elif kind == "exim":
            imap = stack.enter_context(dovecot())
            url = f"smtp://{HOST}:{stack.enter_context(exim(imap.lmtp_port)).port}"
            yield Route(
                lambda: address.sender(url, str, home=tmp_path, context=certificate().trust()),
                imap.letters,
            )
        else:
            tls = "none" if kind == "plain" else kind
            smtp = stack.enter_context(smtpd(tls=tls))
            yield Route(lambda: to_smtp(smtp, tls), lambda: [posted.raw for posted in smtp.letters])


class TestSender:
    def test_letter_arrives_as_it_was(self, route: Route) -> None:
        with route.sender() as sender:
            sender.send(LETTER, CLUB, [USER])
        (raw,) = until(route.arrived)
        assert raw.endswith(LETTER)

    def test_several_letters_and_the_empty_envelope_sender(self, route: Route) -> None:
        with route.sender() as sender:
            for number in range(3):
                sender.send(LETTER + b"%d\r\n" % number, "", [USER])
        assert len(until(lambda: len(route.arrived()) >= 3 and route.arrived())) == 3

    def test_eight_bits(self, route: Route) -> None:
        with route.sender() as sender:
            sender.send(LETTER + "З0к".encode(), CLUB, [USER])
        assert "З0к".encode() in until(route.arrived)[0]

    def test_nothing_to_send(self, route: Route) -> None:
        with route.sender():
            pass
        assert route.arrived() == []


def test_no_connection_without_a_letter() -> None:
    with smtpd() as smtp, to_smtp(smtp):
        pass
    assert smtp.sessions == 0


def test_one_connection_for_all() -> None:
    with smtpd() as smtp, to_smtp(smtp) as sender:
        for _ in range(5):
            sender.send(LETTER, CLUB, [ANNA])
    assert (smtp.sessions, len(smtp.letters)) == (1, 5)


def test_envelope_and_encryption() -> None:
    with smtpd(tls="starttls", login=True) as smtp, to_smtp(smtp, "starttls", user=USER) as sender:
        sender.send(LETTER, CLUB, [ANNA, "boris@example.test"])
    (posted,) = smtp.letters
    assert posted == Posted(
        CLUB, (ANNA, "boris@example.test"), LETTER, encrypted=True, options=(f"SIZE={len(LETTER)}",)
    )


def test_line_ends_and_nul_are_put_right() -> None:
    with smtpd() as smtp, to_smtp(smtp) as sender:
        sender.send(b"Subject: x\n\na\rb\0c\r\nd\n.\n", CLUB, [ANNA])
    assert smtp.letters[0].raw == b"Subject: x\r\n\r\na\r\nbc\r\nd\r\n.\r\n"


@pytest.mark.parametrize(("answer", "permanent"), [("550 5.1.1 no", True), ("450 later", False)])
def test_one_recipient_refused_does_not_stop_the_others(answer: str, permanent: bool) -> None:  # noqa: FBT001
    with smtpd() as smtp, to_smtp(smtp) as sender:
        smtp.answers["gone@example.test"] = answer
        with pytest.raises(Refused) as refused:
            sender.send(LETTER, CLUB, ["gone@example.test", ANNA])
        assert refused.value.recipient == "gone@example.test"
        assert refused.value.code == int(answer[:3])
        assert refused.value.text == answer[4:]
        assert refused.value.permanent is permanent
        assert refused.value.taken == (ANNA,)
        with pytest.raises(Refused) as nobody:
            sender.send(LETTER, CLUB, ["gone@example.test"])
        assert nobody.value.taken == ()
        sender.send(LETTER, CLUB, [ANNA])
    assert [posted.recipients for posted in smtp.letters] == [(ANNA,), (ANNA,)]
    assert smtp.sessions == 1


def test_content_refused() -> None:
    with smtpd() as smtp, to_smtp(smtp) as sender:
        smtp.answers["DATA"] = "554 5.7.1 looks like spam"
        with pytest.raises(Refused) as refused:
            sender.send(LETTER, CLUB, [ANNA])
        assert (refused.value.code, refused.value.taken) == (554, ())
        del smtp.answers["DATA"]
        sender.send(LETTER, CLUB, [ANNA])
    assert len(smtp.letters) == 1


def test_letter_above_the_servers_limit() -> None:
    with smtpd(data_size_limit=1000) as smtp, to_smtp(smtp) as sender:
        with pytest.raises(Refused) as refused:
            sender.send(LETTER + b"x" * 2000, CLUB, [ANNA])
        assert refused.value.code == 552
        assert not refused.value.by_sender
        sender.send(LETTER, CLUB, [ANNA])


def test_sender_refused_is_a_wrong_setting() -> None:
    with smtpd() as smtp, to_smtp(smtp) as sender:
        smtp.answers["MAIL"] = "553 5.7.1 not owned by you"
        with pytest.raises(Wrong) as wrong:
            sender.send(LETTER, CLUB, [ANNA])
        assert CLUB in str(wrong.value)
        with pytest.raises(Refused) as refused:
            sender.send(LETTER, "", [ANNA])
        assert refused.value.by_sender


@pytest.mark.parametrize(
    "bad",
    [
        "",
        "anna",
        "a@b\r\nRCPT TO:<evil@example.test>",
        "a b@example.test",
        "a@b>,<c@d",
        "a,b@c.test",
        "a@" + "я" * 70 + ".test",
        "\0a@example.test",
        "a@b@c",
    ],
)
def test_address_that_is_none(bad: str) -> None:
    with smtpd() as smtp, to_smtp(smtp) as sender:
        with pytest.raises(Refused) as refused:
            sender.send(LETTER, CLUB, [bad, ANNA])
        assert refused.value.permanent
        assert refused.value.taken == (ANNA,)
    assert [posted.recipients for posted in smtp.letters] == [(ANNA,)]


def test_smtputf8_only_where_needed() -> None:
    wide = "анна@example.test"
    with smtpd() as smtp, to_smtp(smtp) as sender:
        for who in (ANNA, wide, "anna@пример.test", ANNA):
            sender.send(LETTER, CLUB, [who])
    assert ["SMTPUTF8" in posted.options for posted in smtp.letters] == [False, True, False, False]
    assert [p.recipients[0] for p in smtp.letters] == [ANNA, wide, "anna@xn--e1afmkfd.test", ANNA]
    with smtpd(enable_SMTPUTF8=False) as smtp, to_smtp(smtp) as sender:
        with pytest.raises(Refused):
            sender.send(LETTER, CLUB, [wide])
        sender.send(LETTER, CLUB, ["anna@пример.test"])


def test_server_that_ends_sessions_is_called_again() -> None:
    with smtpd() as smtp, to_smtp(smtp) as sender:
        smtp.closes = 2
        for _ in range(5):
            sender.send(LETTER, CLUB, [ANNA])
    assert (smtp.sessions, len(smtp.letters)) == (3, 5)


def test_refusals_that_end_the_session_do_not_stop_the_others() -> None:
    with smtpd() as smtp, to_smtp(smtp) as sender:
        smtp.closes = 1
        smtp.answers["gone@example.test"] = "550 no"
        for _ in range(3):
            with pytest.raises(Refused):
                sender.send(LETTER, CLUB, ["gone@example.test"])
            sender.send(LETTER, CLUB, [ANNA])
    assert len(smtp.letters) == 3


def test_lost_after_the_letter_went_out_counts_as_not_sent() -> None:
    with socket.create_server((HOST, 0)) as listening:
        thread = threading.Thread(target=take_and_hang_up, args=[listening])
        thread.start()
        url = f"smtp://{HOST}:{listening.getsockname()[1]}"
        with address.sender(url, str, home=Path(), plaintext=True, timeout=5) as sender:
            with pytest.raises(Unreachable):
                sender.send(LETTER, CLUB, [ANNA])
            sender.send(LETTER, CLUB, [ANNA])
        thread.join(10)
        assert not thread.is_alive()


def take_and_hang_up(listening: socket.socket) -> None:
    """Serve two sessions; the first ends after the letter without a word."""
    for last_word in (b"", b"250 kept\r\n"):
        connection, _ = listening.accept()
        with connection, connection.makefile("rb") as lines:
            connection.sendall(b"220 ready\r\n")
            for line in lines:
                connection.sendall(b"354 go on\r\n" if line == b"data\r\n" else b"250 fine\r\n")
                if line == b"data\r\n":
                    while lines.readline() != b".\r\n":
                        pass
                    connection.sendall(last_word)
                    if not last_word:
                        break


def test_closing_before_the_first_letter() -> None:
    with smtpd() as smtp, to_smtp(smtp) as sender:
        smtp.answers["MAIL"] = "421 4.3.2 shutting down"
        with pytest.raises(Unreachable, match="shutting down"):
            sender.send(LETTER, CLUB, [ANNA])


def test_closing_at_the_content_leaves_it_open() -> None:
    with smtpd() as smtp, to_smtp(smtp) as sender:
        sender.send(LETTER, CLUB, [ANNA])
        smtp.answers["DATA"] = "421 4.3.2 shutting down"
        with pytest.raises(Unreachable, match="shutting down"):
            sender.send(LETTER, CLUB, [ANNA])


def test_connection_lost_between_letters() -> None:
    with to_stopped() as sender, pytest.raises(Unreachable):
        sender.send(LETTER, CLUB, [ANNA])


def to_stopped() -> Sender:
    """A sender to a server that is no more, after one letter through it."""
    with smtpd() as smtp:
        sender = to_smtp(smtp)
        sender.send(LETTER, CLUB, [ANNA])
    return sender


def test_nobody_listens() -> None:
    with socket.create_server((HOST, 0)) as held:
        port = held.getsockname()[1]
    url = f"smtp://{HOST}:{port}"
    with (
        address.sender(url, str, home=Path()) as sender,
        pytest.raises(Unreachable, match=re.escape(f"{HOST}:{port}")),
    ):
        sender.send(LETTER, CLUB, [ANNA])


def test_silent_server() -> None:
    with socket.create_server((HOST, 0)) as mute:
        url = f"smtp://{HOST}:{mute.getsockname()[1]}"
        with (
            address.sender(url, str, home=Path(), timeout=0.2) as sender,
            pytest.raises(Unreachable, match="timed out"),
        ):
            sender.send(LETTER, CLUB, [ANNA])


def test_no_starttls_no_letter() -> None:
    with smtpd() as smtp, to_smtp(smtp, "starttls") as sender:
        with pytest.raises(Wrong, match="STARTTLS"):
            sender.send(LETTER, CLUB, [ANNA])
        assert smtp.letters == []


@pytest.mark.parametrize("tls", ["starttls", "tls"])
def test_certificate_that_nobody_vouches_for(tls: str) -> None:
    scheme = "smtps" if tls == "tls" else "smtp"
    with (
        smtpd(tls=tls) as smtp,
        address.sender(f"{scheme}://{HOST}:{smtp.port}", str, home=Path()) as sender,
        pytest.raises(Unreachable, match="certificate verify failed"),
    ):
        sender.send(LETTER, CLUB, [ANNA])


def test_wrong_password_is_not_shown() -> None:
    with (
        smtpd(tls="starttls", login=True) as smtp,
        to_smtp(smtp, "starttls", user=USER, password="hunter2") as sender,
    ):
        with pytest.raises(Wrong) as wrong:
            sender.send(LETTER, CLUB, [ANNA])
        assert "hunter2" not in f"{wrong.value} {wrong.value.what} {wrong.value.__cause__}"
        assert USER in str(wrong.value)


def test_password_beyond_ascii() -> None:
    with (
        smtpd(tls="starttls", login=True) as smtp,
        to_smtp(smtp, "starttls", user=USER, password=WIDE_PASSWORD) as sender,
    ):
        sender.send(LETTER, CLUB, [ANNA])
    assert len(smtp.letters) == 1
    with (
        smtpd(tls="starttls", login=True) as smtp,
        to_smtp(smtp, "starttls", user=USER, password="другой") as sender,
        pytest.raises(Wrong),
    ):
        sender.send(LETTER, CLUB, [ANNA])


def test_login_wanted_and_none_named() -> None:
    with (
        smtpd(tls="starttls", login=True) as smtp,
        to_smtp(smtp, "starttls") as sender,
        pytest.raises(Wrong, match="login"),
    ):
        sender.send(LETTER, CLUB, [ANNA])


def test_exim_refuses_and_defers() -> None:
    with (
        exim() as server,
        address.sender(
            f"smtp://{HOST}:{server.port}", str, home=Path(), context=certificate().trust()
        ) as sender,
    ):
        with pytest.raises(Refused) as refused:
            sender.send(LETTER, CLUB, ["x@refused.test", "x@later.test", "x@elsewhere.test"])
        codes = [(answer.code, answer.permanent) for answer in refused.value.answers]
        assert codes == [(550, True), (451, False)]
        assert refused.value.taken == ("x@elsewhere.test",)
        assert not refused.value.permanent
        sender.send(LETTER, "", ["x@elsewhere.test"])
