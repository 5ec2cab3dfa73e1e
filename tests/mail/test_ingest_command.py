"""Letters that a mail server pipes into `pbm ingest`, whatever its line ends and first line."""

import shlex
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
import snail
from mailclub import ANNA, SILENT, Club, offers

pytest_plugins = ["mailfixtures"]

FROM = b"From other@example.test  Mon Nov 30 10:00:00 2026\n"


def lines(raw: bytes) -> bytes:
    """The letter with line ends of this system."""
    return raw.replace(b"\r\n", b"\n")


SHAPES: dict[str, Callable[[bytes], bytes]] = {
    "CRLF, as it travels": lambda raw: raw,
    "LF, as a pipe gives it": lines,
    "From line, as procmail gives it": lambda raw: FROM + lines(raw),
    "From line and CRLF": lambda raw: FROM.replace(b"\n", b"\r\n") + raw,
}


@pytest.mark.parametrize("shape", SHAPES)
def test_a_piped_letter_is_a_move(club: Club, move: bytes, shape: str) -> None:
    given = SHAPES[shape](move)
    assert club.pbm("ingest", given=given) == SILENT
    assert club.entry()["entry"] == 1
    (kept,) = (club.folder / "mail" / "cur").iterdir()
    assert kept.read_bytes() == given
    assert len(club.letters("sent", ANNA)) == 2


def test_a_letter_in_a_file_is_a_move(club: Club, move: bytes, tmp_path: Path) -> None:
    (tmp_path / "letter.eml").write_bytes(move)
    assert club.pbm("ingest", str(tmp_path / "letter.eml")) == SILENT
    assert club.entry()["entry"] == 1


def test_the_same_letter_in_other_wrappings_is_no_second_move(club: Club, move: bytes) -> None:
    assert club.pbm("ingest", given=move) == SILENT
    ledger, sent = club.ledger.read_bytes(), len(club.letters("sent"))
    assert club.pbm("ingest", given=move) == SILENT  # byte for byte: no answer
    assert len(club.letters("sent")) == sent
    for shape in (lines(move), FROM + lines(move)):
        assert club.pbm("ingest", given=shape) == SILENT
        assert club.ledger.read_bytes() == ledger
        assert len(club.letters("sent")) == sent + 1  # told so once


def test_a_letter_from_a_mail_program_into_the_pipe(club: Club, tmp_path: Path) -> None:
    """The letter is read in an mbox; s-nail hands its answer to `pbm ingest`."""
    variables = " ".join(shlex.quote(f"{key}={value}") for key, value in club.variables().items())
    command = f"{shlex.quote(sys.executable)} -m pbm --home {shlex.quote(str(club.folder))} ingest"
    pipe = tmp_path / "pipe"
    pipe.write_text(f"#!/bin/sh\nexec env {variables} {command}\n", "utf-8")
    pipe.chmod(0o700)
    box = tmp_path / "box"
    (form,) = club.letters("sent", ANNA)
    box.write_bytes(FROM + lines(form) + b"\n")
    snail.reply(tmp_path, ANNA, str(box), str(pipe), 1, offers(form)[0], below=False)
    assert club.entry()["entry"] == 1
    (kept,) = (club.folder / "mail" / "cur").iterdir()
    assert b"User-Agent: s-nail" in kept.read_bytes()


def test_what_is_no_letter_is_held(club: Club) -> None:
    before = club.ledger.read_bytes()
    for given in (b"", b"\0\xff\n", b"only text"):
        status, out, err = club.pbm("ingest", given=given)
        assert (status, out) == (0, "")
        assert "is held" in err
    assert club.ledger.read_bytes() == before
    assert len(list((club.folder / "mail" / "held").iterdir())) == 3
