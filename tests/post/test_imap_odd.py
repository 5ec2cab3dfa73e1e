"""What IMAP servers do that real ones in a test do not: odd answers, lost connections, guards."""

import os
import re
import signal
import socket
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from imapclient import IMAPClient
from servers import HOST, OTHER, PASSWORD, USER, Imap, certificate, children, dovecot, until
from stubs import HELLO, LETTERS, Stub, fetched, literal, stub_imap

from pbm.core.failure import Unreachable, Wrong
from pbm.post import address
from pbm.post.mailbox import BEGINNING, Mailbox


def box(port: int, folder: str = "INBOX", password: str = PASSWORD, **more: Any) -> Mailbox:
    url = f"imap://{USER}@{HOST}:{port}/{folder}"
    options: dict[str, Any] = {"home": Path(), "plaintext": True, "timeout": 5} | more
    return address.mailbox(url, lambda: password, **options)


def read(stub: Stub, **more: Any) -> tuple[list[bytes], int]:
    """The letters that came and the number of those left."""
    with box(stub.port, **more) as mailbox:
        found = [received.raw for received in mailbox.fetch()]
        return found, len(mailbox.left)


OTHERS = [LETTERS[1], LETTERS[3]]
DONE = b"TAG OK done\r\n"


def test_stub_is_a_server() -> None:
    with stub_imap() as stub:
        with box(stub.port) as mailbox:
            found = list(mailbox.fetch())
            mailbox.done(found[0].ref)
        assert [received.raw for received in found] == list(LETTERS.values())
        assert found[0].at == datetime(2026, 11, 1, 7, tzinfo=UTC)
        assert 'UID MOVE 1 "Processed"' in stub.heard
        assert stub.heard[-1] == "LOGOUT"
        assert stub.greetings == 1


@pytest.mark.parametrize(
    ("answer", "left"),
    [
        (DONE, 0),  # gone
        (fetched(2, rb"FLAGS (\Seen)") + DONE, 1),
        (fetched(2, b"BODY[] NIL") + DONE, 1),
        (fetched(2, b'BODY[] ""') + DONE, 1),
        (fetched(2, b"BODY[] {0}\r\n") + DONE, 1),
        (b"TAG NO [EXPUNGEISSUED] gone\r\n", 1),
        (b"TAG BAD what\r\n", 1),
        (b"* 2 FETCH (UID 2 BODY[]\r\n" + DONE, 1),  # not IMAP
        (b"* 2 FETCH (UID two BODY[] {1}\r\nx)\r\n" + DONE, 1),
        (b"* 2 FETCH (UID 2 BODY[] {500}\r\nhalf a letterHANGUP", 1),
        (b"* BYE out of order\r\nHANGUP", 1),
        (b"no IMAP at all\r\n" + DONE, 1),
        (None, 1),
    ],
)
def test_odd_answer_for_one_letter_leaves_the_others(answer: bytes | None, left: int) -> None:
    with stub_imap({"UID FETCH 2 (BODY": answer}) as stub:
        assert read(stub) == (OTHERS, left)


def test_stalled_letter_leaves_the_others() -> None:
    with stub_imap({"UID FETCH 2 (BODY": b"* 2 FETCH (UID 2 BODY[] {500}\r\nhalf"}) as stub:
        assert read(stub, timeout=1) == (OTHERS, 1)


def test_unsolicited_answers_are_no_letters() -> None:
    noise = b"* 1 FETCH (FLAGS (\\Seen))\r\n* 9 FETCH (UID 99 FLAGS ())\r\n* 4 EXISTS\r\n"
    whole = noise + fetched(2, b"FLAGS () BODY[] " + literal(LETTERS[2])) + noise + DONE
    with stub_imap({"UID FETCH 2 (BODY": whole}) as stub:
        assert read(stub) == (list(LETTERS.values()), 0)


def test_server_lost_for_good_in_the_middle_keeps_what_came() -> None:
    breaks: dict[str, bytes | None] = {f"UID FETCH {uid} (BODY": None for uid in range(2, 9)}
    many = b"* SEARCH 1 2 3 4 5\r\n" + DONE
    dates = b'INTERNALDATE "01-Nov-2026 10:00:00 +0300" RFC822.SIZE 30'
    heads = b"".join(fetched(uid, dates) for uid in range(1, 6)) + DONE
    with (
        stub_imap({"UID SEARCH": many, "UID FETCH 1,2,3": heads, **breaks}) as stub,
        box(stub.port) as mailbox,
    ):
        letters = mailbox.fetch()
        assert next(letters).raw == LETTERS[1]
        with pytest.raises(Unreachable):
            list(letters)
        assert stub.greetings == 3


def test_numbered_anew_in_the_middle() -> None:
    with stub_imap({"UID FETCH 2 (BODY": None}) as stub, box(stub.port) as mailbox:
        letters = mailbox.fetch()
        next(letters)
        changed = b"* 3 EXISTS\r\n* OK [UIDVALIDITY 8] .\r\n" + DONE
        stub.answers = {**stub.answers, "SELECT": changed}
        with pytest.raises(Unreachable):
            list(letters)


def test_numbered_anew_before_done() -> None:
    with stub_imap() as stub, box(stub.port) as mailbox:
        mailbox.done("6/2")
        assert not any("MOVE" in command for command in stub.heard)


@pytest.mark.parametrize(
    "heads",
    [
        b"".join(fetched(uid, b"INTERNALDATE NIL RFC822.SIZE 30") for uid in LETTERS),
        b"".join(fetched(uid, b'INTERNALDATE "rubbish" RFC822.SIZE 30') for uid in LETTERS),
        b"".join(fetched(uid, b"RFC822.SIZE NIL") for uid in LETTERS),
    ],
)
def test_without_date_or_size_it_is_received_now(heads: bytes) -> None:
    before = datetime.now(UTC)
    with stub_imap({"UID FETCH 1,2,3": heads + DONE}) as stub, box(stub.port) as mailbox:
        found = list(mailbox.fetch())
    assert [received.raw for received in found] == list(LETTERS.values())
    assert all(before <= received.at <= datetime.now(UTC) for received in found)


def test_larger_than_it_said() -> None:
    lie = fetched(2, b"BODY[] " + literal(b"x" * 100_000)) + DONE
    with stub_imap({"UID FETCH 2 (BODY": lie}) as stub, box(stub.port, max_size=50) as mailbox:
        assert [len(received.raw) for received in mailbox.fetch()][1] == BEGINNING
    with stub_imap() as stub, box(stub.port, max_size=25) as mailbox:
        list(mailbox.fetch())
    assert "UID FETCH 2 (BODY.PEEK[]<0.65536>)" in stub.heard


@pytest.mark.parametrize(
    ("changes", "failure"),
    [
        ({HELLO: b"* BYE too many connections\r\n"}, Unreachable),
        ({HELLO: b"220 I am an SMTP server\r\n"}, Unreachable),
        ({HELLO: b""}, Unreachable),
        ({"LOGIN": b"TAG NO [AUTHENTICATIONFAILED] no\r\n"}, Wrong),
        ({"LOGIN": b"TAG NO no\r\n"}, Wrong),
        ({"LOGIN": b"TAG BAD LOGIN bot secret\r\n"}, Wrong),
        ({"LOGIN": b"TAG NO [UNAVAILABLE] try later\r\n"}, Unreachable),
        ({"LOGIN": b"* BYE secret\r\n"}, Unreachable),
        ({"LOGIN": None}, Unreachable),
        ({"SELECT": b"TAG NO [NONEXISTENT] no such folder\r\n"}, Wrong),
        ({"SELECT": b"TAG NO [INUSE] try later\r\n"}, Unreachable),
        ({"SELECT": b"* 3 EXISTS\r\n* OK [READ-ONLY] .\r\nTAG OK [READ-ONLY] .\r\n"}, Wrong),
        ({"SELECT": None}, Unreachable),
        ({"UID SEARCH": b"TAG NO\r\n"}, Unreachable),
        ({"UID SEARCH": b"* SEARCH one\r\nTAG OK done\r\n"}, Unreachable),
        ({"UID SEARCH": b"* BYE\r\n"}, Unreachable),
        ({"UID FETCH 1,2,3": b"TAG NO\r\n"}, Unreachable),
        ({"UID FETCH 1,2,3": None}, Unreachable),
    ],
)
def test_session_that_fails(changes: dict[str, bytes | None], failure: type[Exception]) -> None:
    silent = changes.get(HELLO) == b""
    with stub_imap(changes) as stub, pytest.raises(failure) as failed:
        read(stub, timeout=0.2 if silent else 5)
    text = f"{failed.value} {failed.value.__cause__}"
    assert PASSWORD not in text
    assert f"{HOST}:{stub.port}" in text


def test_a_refused_login_is_told_in_the_servers_own_words() -> None:
    refusal = {"LOGIN": b"TAG NO [AUTHENTICATIONFAILED] Invalid credentials\r\n"}
    with stub_imap(refusal) as stub, pytest.raises(Wrong) as failed:
        read(stub)
    assert failed.value.what.values["reason"] == "[AUTHENTICATIONFAILED] Invalid credentials"


def test_logout_that_fails_is_no_failure() -> None:
    for answer in (None, b"TAG NO never\r\n", b"rubbish\r\n"):
        with stub_imap({"LOGOUT": answer}) as stub:
            assert len(read(stub)[0]) == 3


def test_empty_folder_is_not_searched() -> None:
    empty = b"* 0 EXISTS\r\n* OK [UIDVALIDITY 7] .\r\nTAG OK [READ-WRITE] .\r\n"
    with stub_imap({"SELECT": empty}) as stub:
        assert read(stub) == ([], 0)
    asked = [line.split()[0] for line in stub.heard if line != "CAPABILITY"]
    assert asked == ["LOGIN", "SELECT", "LOGOUT"]


CAPABLE = "* CAPABILITY IMAP4rev1 %s\r\nTAG OK done\r\n"


def moves(stub: Stub, uid: int = 2) -> list[str]:
    with box(stub.port) as mailbox:
        mailbox.done(f"7/{uid}")
    wanted = ("UID MOVE", "UID COPY", "UID STORE", "UID EXPUNGE", "EXPUNGE", "CREATE", "CLOSE")
    return [line for line in stub.heard if line.startswith(wanted)]


def test_without_move() -> None:
    copy, store = 'UID COPY 2 "Processed"', r"UID STORE 2 +FLAGS.SILENT (\Deleted)"
    with stub_imap({"CAPABILITY": (CAPABLE % "UIDPLUS").encode()}) as stub:
        assert moves(stub) == [copy, store, "UID EXPUNGE 2"]
    with stub_imap({"CAPABILITY": (CAPABLE % "").encode()}) as stub:
        assert moves(stub) == [copy, store]


def test_folder_is_created_where_own_folders_are() -> None:
    changes = {
        "CAPABILITY": (CAPABLE % "MOVE NAMESPACE").encode(),
        "NAMESPACE": b'* NAMESPACE (("INBOX." ".")) NIL NIL\r\nTAG OK done\r\n',
        "UID MOVE": b"TAG NO [TRYCREATE] no such folder\r\n",
        "UID SEARCH UID": b"* SEARCH 2\r\nTAG OK done\r\n",
    }
    with stub_imap(changes) as stub, box(stub.port) as mailbox:
        for uid in (2, 3):
            mailbox.done(f"7/{uid}")
        assert [what.values["folder"] for what in mailbox.left] == ["Processed"]
    assert 'CREATE "INBOX.Processed"' in stub.heard
    assert stub.heard.count('UID MOVE 2 "INBOX.Processed"') == 2


def test_move_of_a_letter_that_is_gone() -> None:
    changes: dict[str, bytes | None] = {"UID MOVE": b"TAG NO gone\r\n"}
    with stub_imap({**changes, "UID SEARCH UID": b"* SEARCH\r\nTAG OK done\r\n"}) as stub:
        assert moves(stub) == ['UID MOVE 2 "Processed"']


@pytest.mark.parametrize("answer", [None, b"* BYE\r\n"])
def test_server_lost_at_done(answer: bytes | None) -> None:
    with stub_imap({"UID MOVE": answer}) as stub, pytest.raises(Unreachable):
        moves(stub)


@pytest.mark.parametrize(
    ("capable", "user", "password"),
    [
        ("AUTH=PLAIN", "a", "пароль"),
        ("AUTH=PLAIN LOGINDISABLED", "a", "b"),
        ("AUTH=PLAIN", "a%20%22b%5C", "b"),
    ],
)
def test_user_and_password_that_login_cannot_say(capable: str, user: str, password: str) -> None:
    answers: dict[str, bytes | None] = {
        "CAPABILITY": (CAPABLE % capable).encode(),
        "AUTHENTICATE PLAIN": b"+ \r\nTAG OK done\r\n",
    }
    with stub_imap(answers) as stub:
        url = f"imap://{user}@{HOST}:{stub.port}"
        options: dict[str, Any] = {"home": Path(), "plaintext": True, "timeout": 5}
        with address.mailbox(url, lambda: password, **options) as mailbox:
            assert len(list(mailbox.fetch())) == 3
        assert "AUTHENTICATE PLAIN" in stub.heard


def test_no_starttls_no_login() -> None:
    for capable in ("", "STARTTLS"):
        changes = {"CAPABILITY": (CAPABLE % capable).encode(), "STARTTLS": b"TAG BAD no\r\n"}
        with stub_imap(changes) as stub, pytest.raises(Wrong, match="encrypt"):
            read(stub, plaintext=False)
        assert not any("LOGIN" in line for line in stub.heard)


def test_preauth_does_not_get_around_starttls() -> None:
    changes = {HELLO: b"* PREAUTH welcome\r\n", "CAPABILITY": (CAPABLE % "STARTTLS").encode()}
    with stub_imap(changes) as stub, pytest.raises(Wrong, match="encrypt"):
        read(stub, plaintext=False)
    assert not any("SELECT" in line for line in stub.heard)


def test_nobody_listens() -> None:
    with socket.create_server((HOST, 0)) as held:
        port = held.getsockname()[1]
    with box(port) as mailbox, pytest.raises(Unreachable, match=re.escape(f"{HOST}:{port}")):
        list(mailbox.fetch())


@pytest.fixture(scope="module")
def server() -> Iterator[Imap]:
    with dovecot() as running:
        yield running


@pytest.mark.parametrize("guard", ["imap", "imaps"])
def test_guards_of_dovecot(server: Imap, guard: str) -> None:
    port = server.tls_port if guard == "imaps" else server.port
    url = f"{guard}://{USER}@localhost:{port}/INBOX"
    server.put(b"Subject: guarded\r\n\r\n")
    trusting = address.mailbox(url, lambda: PASSWORD, home=Path(), context=certificate().trust())
    with trusting as mailbox:
        for received in mailbox.fetch():
            mailbox.done(received.ref)
    assert server.letters() == []
    with (
        address.mailbox(url, lambda: PASSWORD, home=Path()) as mailbox,
        pytest.raises(Unreachable, match="certificate verify failed"),
    ):
        list(mailbox.fetch())


def test_wrong_password_at_dovecot(server: Imap) -> None:
    with box(server.port, password="hunter2") as mailbox, pytest.raises(Wrong) as wrong:
        list(mailbox.fetch())
    assert "hunter2" not in f"{wrong.value} {wrong.value.cure}"


def test_no_such_folder_at_dovecot(server: Imap) -> None:
    with box(server.port, folder="Nowhere") as mailbox, pytest.raises(Wrong, match="Nowhere"):
        list(mailbox.fetch())


def test_folder_with_a_cyrillic_name(server: Imap) -> None:
    with server.session() as client:
        client.create_folder("Игры/Ходы")
    server.put(b"Subject: here\r\n\r\n", folder="Игры/Ходы")
    name = "%D0%98%D0%B3%D1%80%D1%8B/Ходы"
    with box(server.port, folder=name) as mailbox:
        (received,) = mailbox.fetch()
        mailbox.done(received.ref)
    assert server.letters("Игры/Ходы") == []
    assert server.letters("Processed")


def test_folder_made_anew_between_fetch_and_done(server: Imap) -> None:
    """UIDVALIDITY changes: the old number must move nothing, and the letter comes again."""
    with server.session() as client:
        client.create_folder("Anew")
    server.put(b"Subject: old\r\n\r\n", folder="Anew")
    with box(server.port, folder="Anew") as mailbox:
        (old,) = mailbox.fetch()

    def made_anew() -> bool:
        with server.session() as client:
            client.delete_folder("Anew")
            client.create_folder("Anew")
            state = client.select_folder("Anew")
            return f"{state[b'UIDVALIDITY']}" != old.ref.split("/")[0]

    until(made_anew)
    server.put(b"Subject: new\r\n\r\n", folder="Anew")
    with box(server.port, folder="Anew") as mailbox:
        mailbox.done(old.ref)
        (new,) = mailbox.fetch()
        mailbox.done(old.ref)
        assert b"new" in new.raw
    assert len(server.letters("Anew")) == 1


def test_expunged_by_another_between_search_and_fetch(server: Imap) -> None:
    with server.session() as client:
        client.create_folder("Shared")
    for number in range(3):
        server.put(b"Subject: %d\r\n\r\n" % number, folder="Shared")
    with box(server.port, folder="Shared") as mailbox:
        letters = mailbox.fetch()
        first = next(letters)
        with server.session() as client:
            client.select_folder("Shared")
            client.delete_messages(client.search())
            client.expunge()
        rest = list(letters)
        for received in (first, *rest):
            mailbox.done(received.ref)
        assert not list(mailbox.fetch())


def test_what_others_marked_as_deleted_stays_theirs(server: Imap) -> None:
    with server.session() as client:
        client.create_folder("Marked")
    for number in range(2):
        server.put(b"Subject: %d\r\n\r\n" % number, folder="Marked")
    with server.session() as client:
        client.select_folder("Marked")
        client.delete_messages([1])
    with box(server.port, folder="Marked") as mailbox:
        (received,) = mailbox.fetch()
        mailbox.done(received.ref)
    with server.session() as client:
        client.select_folder("Marked")
        assert client.search("DELETED") == [1]


def test_session_killed_in_the_middle(server: Imap) -> None:
    """Dovecot's process for the session dies; the run goes on with a new one."""
    with server.session() as client:
        client.create_folder("Killed")
    for number in range(4):
        server.put(b"Subject: %d\r\n\r\n" % number, folder="Killed")
    with box(server.port, folder="Killed") as mailbox:
        letters = mailbox.fetch()
        next(letters)
        sessions = children(server.pid, "imap")
        for session in sessions:
            os.kill(session, signal.SIGKILL)
        rest = list(letters)
        assert sessions
        assert (len(rest), len(mailbox.left)) == (2, 1)


def test_two_accounts_do_not_mix(server: Imap) -> None:
    with IMAPClient(HOST, server.port, ssl=False) as client:
        client.login(OTHER, "secret2")
        client.append("INBOX", b"Subject: other\r\n\r\n")
    with box(server.port) as mailbox:
        assert not any(b"other" in received.raw for received in mailbox.fetch())
