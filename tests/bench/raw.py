"""A whole turn by raw calls of the libraries, with nothing checked: the floor under ours.

`turn` makes the calls that any program of this kind needs; `naive_turn` keeps the game in one
YAML file that is loaded whole and written whole.
"""

import json
import os
import smtplib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from email import message_from_bytes, policy
from email.message import EmailMessage
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple

import yaml

from pbm.core.ledger import read_entry


class Letter(NamedTuple):
    """What goes into an outgoing letter."""

    to: str
    subject: str
    text: str
    html: str
    form: bool


@dataclass(frozen=True, slots=True)
class Turn:
    """One turn's material: the letter in, the last entry, the new one, the letters out."""

    folder: Path
    port: int
    raw: bytes
    last: bytes
    entry: bytes
    game_file: Path
    letters: Sequence[Letter]
    draw: Callable[[], bytes]


_number = count()


def turn(made: Turn) -> None:
    """Keep, parse, draw, compose, append, send; each letter and each commit is synced."""
    _common(made, lambda: read_entry(made.last), lambda: append(made.folder / "led", made.entry))


def naive_turn(made: Turn) -> None:
    """The same with the game loaded whole and written whole by libyaml."""
    game: list[Any] = []

    def load() -> None:
        game.append(yaml.load(made.game_file.read_bytes(), yaml.CSafeLoader))

    def rewrite() -> None:
        text = yaml.dump(game[0], Dumper=yaml.CSafeDumper, allow_unicode=True, sort_keys=False)
        written(made.folder / "game.yaml", text.encode())

    _common(made, load, rewrite)


def _common(made: Turn, load: Callable[[], Any], commit: Callable[[], None]) -> None:
    number = next(_number)
    written(made.folder / f"in.{number}", made.raw)
    mail = message_from_bytes(made.raw, policy=policy.default)
    assert isinstance(mail, EmailMessage)
    body = mail.get_body(("plain",))
    assert body is not None
    body.get_content()
    load()
    form = made.draw()
    outgoing = [(letter.to, _composed(letter, form)) for letter in made.letters]
    for n, (_, raw) in enumerate(outgoing):
        written(made.folder / f"out.{number}.{n}", raw)
    commit()
    append(made.folder / "handled", json.dumps([number, made.letters[0].to]).encode() + b"\n")
    with smtplib.SMTP("127.0.0.1", made.port) as smtp:
        for to, raw in outgoing:
            smtp.sendmail("club@example.net", [to], raw)


def _composed(letter: Letter, form: bytes) -> bytes:
    mail = EmailMessage(policy=policy.SMTP)
    mail["From"] = "Bench <club@example.net>"
    mail["To"] = letter.to
    mail["Subject"] = letter.subject
    mail.set_content(letter.text)
    mail.add_alternative(letter.html, subtype="html")
    if letter.form:
        mail.add_attachment(form, maintype="application", subtype="pdf", filename="form.pdf")
    return mail.as_bytes()


def append(path: Path, data: bytes) -> None:
    """Add data to a file and wait until it is on the disk."""
    descriptor = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
    try:
        os.write(descriptor, data)
        os.fdatasync(descriptor)
    finally:
        os.close(descriptor)


def written(path: Path, data: bytes) -> None:
    """Write a file so that a power cut leaves all of it or none."""
    aside = path.with_name(f".{path.name}")
    with aside.open("wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    aside.rename(path)
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)
