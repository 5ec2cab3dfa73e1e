"""Points of README.md about IMAP that no single answer of a server shows."""

import ast
import re
from pathlib import Path

from stubs import fetched, literal, stub_imap

from pbm.post.imap import ImapMailbox
from pbm.post.server import Guard, Server

POST = Path(__file__).parents[2] / "pbm" / "post"
HOSTILE = (
    b"Message-ID: <a\r\n b@x> \r\nX1 DELETE INBOX\r\nSubject: x\r\nA2 LOGOUT\r\n\r\n"
    b'") DELETED\r\n* BYE\r\n\x00'
)
COMMANDS = (
    r"CAPABILITY|LOGIN \S+ \S+|AUTHENTICATE PLAIN.*|NAMESPACE|NOOP|LOGOUT|SELECT \"?INBOX\"?"
    r"|UID SEARCH UNDELETED|UID FETCH [\d,]+ \(INTERNALDATE RFC822.SIZE\)"
    r"|UID FETCH \d+ \(BODY\.PEEK\[\](<[\d.]+>)?\)"
    r"|UID MOVE \d+ \"Processed\""
)


def test_point_2a_nothing_of_a_letter_goes_into_a_command() -> None:
    answers = {
        f"UID FETCH {uid} (BODY": fetched(uid, b"BODY[] " + literal(HOSTILE)) + b"TAG OK done\r\n"
        for uid in (1, 2, 3)
    }
    with stub_imap(answers) as stub:
        server = Server("127.0.0.1", stub.port, "club", Guard.NONE, 5.0, lambda: "secret")
        with ImapMailbox(server, "INBOX") as mailbox:
            for received in mailbox.fetch():
                assert received.raw == HOSTILE
                mailbox.done(received.ref)
        assert mailbox.left == []
    strange = [line for line in stub.heard if not re.fullmatch(COMMANDS, line)]
    assert strange == []
    assert sum("UID MOVE" in line for line in stub.heard) == 3


def test_point_2a_neither_idle_nor_envelope_nor_flags_are_used() -> None:
    """What goes wrong with them cannot go wrong here; `search` is only given constants."""
    called = set()
    for node in ast.walk(ast.parse((POST / "imap.py").read_text("utf-8"))):
        if isinstance(node, ast.Attribute):
            called.add(node.attr)
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            assert not re.search(r"ENVELOPE|RFC822\b(?!\.SIZE)|BODY\[|\\Seen", node.value)
    assert not called & {"idle", "idle_check", "idle_done", "get_flags", "expunge", "thread"}
