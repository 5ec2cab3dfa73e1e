"""A club in a folder of its own, run from the command line as cron runs it, and its letters."""

import os
import subprocess
import sys
from collections.abc import Iterable
from dataclasses import dataclass, field
from email import message_from_bytes, policy
from email.message import EmailMessage
from email.parser import BytesHeaderParser
from hashlib import sha256
from pathlib import Path
from typing import Any, Final, NamedTuple, Protocol

import yaml
from servers import HOST, OTHER, PASSWORD, THIRD, USER, Imap, Smtp, until

from pbm.office.opened import of_any
from pbm.post.marker import BAR

ROOT: Final = Path(__file__).resolve().parents[2]
GAME: Final = "vesna"
SEED: Final = "5e" * 32
NOTATION: Final = of_any(["akcioner"])
PATIENCE: Final = 60
"""Seconds that one command may take on a busy machine."""


class Player(NamedTuple):
    """Somebody who plays by mail."""

    name: str
    address: str

    def __str__(self) -> str:
        return f"{self.name} <{self.address}>"


ANNA: Final = Player("Анна", OTHER)
BORIS: Final = Player("Борис", THIRD)


class Ended(NamedTuple):
    """A command that has ended."""

    status: int
    out: str
    err: str


SILENT: Final = Ended(0, "", "")
"""What cron sends no mail about."""


@dataclass
class Club:
    """A game master's folder. `environ` is added to the few variables that cron gives."""

    folder: Path
    environ: dict[str, str] = field(default_factory=lambda: {"PBM_PASSWORD": PASSWORD})

    def begin(self, mail_in: str, mail_out: str, *, plaintext: bool = True) -> None:
        """Make the folder with these settings and open a game; Анна is to move."""
        assert self.pbm("init", str(self.folder), home=False).status == 0
        self.configure(mail_in, mail_out, plaintext=plaintext)
        options = ["--option", "formula=1+1", "--option", "order=given", "--seed", SEED]
        players = ["--players", f"{ANNA}, {BORIS}"]
        opened = self.pbm("new", GAME, "--rules", "akcioner", *players, *options)
        assert (opened.status, opened.err) == (0, "")

    def configure(
        self, mail_in: str, mail_out: str, *, plaintext: bool = True, **more: str
    ) -> None:
        """Write the settings."""
        lines = {
            "club": "Клуб",
            "address": USER,
            "plus_address": "true",
            "mail_in": mail_in,
            "mail_out": mail_out,
            "password": "{env: PBM_PASSWORD}",
            "plaintext": str(plaintext).lower(),
            **more,
        }
        text = "".join(f"{key}: {value}\n" for key, value in lines.items() if value)
        (self.folder / "pbm.yaml").write_text(text, "utf-8")

    def start(self, *words: str, home: bool = True) -> subprocess.Popen[bytes]:
        """Begin a command as cron does: few variables, none of them a language."""
        where = ["--home", str(self.folder)] if home else []
        pipe = subprocess.PIPE
        return subprocess.Popen(
            [sys.executable, "-m", "pbm", *where, *words],
            cwd=self.folder.parent,
            env=self.variables(),
            stdin=pipe,
            stdout=pipe,
            stderr=pipe,
        )

    def variables(self) -> dict[str, str]:
        """The environment of every command."""
        few = {"PATH": os.environ["PATH"], "HOME": str(self.folder.parent), "SHELL": "/bin/sh"}
        return few | {"PYTHONPATH": str(ROOT)} | self.environ

    def pbm(self, *words: str, given: bytes = b"", home: bool = True) -> Ended:
        """Run a command to its end; nothing of it is ever a traceback."""
        return ended(self.start(*words, home=home), given)

    def run(self) -> Ended:
        """What cron does."""
        return self.pbm("run")

    @property
    def ledger(self) -> Path:
        """The game's file."""
        return self.folder / "games" / f"{GAME}.yaml"

    def entry(self) -> dict[str, Any]:
        """The last entry of the game, read as any YAML reader reads it."""
        last: dict[str, Any] = yaml.safe_load(self.ledger.read_text("utf-8"))["history"][-1]
        return last

    def out(self, state: str) -> list[Path]:
        """The club's letters in one state of the outbox."""
        return sorted((self.folder / "mail" / "out" / state).glob("*.eml"))

    def letters(self, state: str, player: Player | None = None) -> list[bytes]:
        """The letters, to one player or all, in one state of the outbox, without envelopes."""
        letters = (path.read_bytes().partition(b"\r\n") for path in self.out(state))
        wanted = player.address.encode() if player else b""
        return [raw for envelope, _, raw in letters if wanted in envelope]

    def contents(self) -> dict[str, bytes]:
        """Every file in the folder, but for the lock, the settings and what can be made again."""
        files = (path for path in self.folder.rglob("*") if path.is_file())
        return {
            str(path.relative_to(self.folder)): path.read_bytes()
            for path in files
            if path.name not in {"lock", "pbm.yaml", "told"} and path.parent.name != "cache"
        }


def ended(process: subprocess.Popen[bytes], given: bytes = b"") -> Ended:
    """What became of a command that was started."""
    out, err = process.communicate(given, PATIENCE)
    told = Ended(process.returncode, out.decode(), err.decode())
    assert "Traceback" not in told.err, told.err
    return told


def imap(port: int, host: str = HOST, scheme: str = "imap") -> str:
    """The settings' address of the club's mailbox."""
    return f"{scheme}://{USER.replace('@', '%40')}@{host}:{port}/INBOX"


def smtp(port: int, host: str = HOST, scheme: str = "smtp") -> str:
    """The settings' address of a server that takes letters."""
    return f"{scheme}://{host}:{port}"


def parsed(raw: bytes) -> EmailMessage:
    """A letter as a mail program shows it."""
    message = message_from_bytes(raw, policy=policy.default)
    assert isinstance(message, EmailMessage)
    return message


def ids(letters: Iterable[bytes]) -> list[str]:
    """The Message-IDs of letters, sorted."""
    return sorted(str(BytesHeaderParser().parsebytes(raw)["Message-ID"]) for raw in letters)


def words(raw: bytes) -> str:
    """The plain text of a letter."""
    body = parsed(raw).get_body(("plain",))
    assert isinstance(body, EmailMessage)
    return str(body.get_content())


def offers(raw: bytes) -> list[str]:
    """The lines ready to send that a letter shows, above its tables."""
    found = []
    for row in words(raw).splitlines():
        cells = [cell.strip() for cell in row.split(BAR)[1:]]
        if len(cells) > 2:
            break
        if cells and NOTATION.likely(cells[0]):
            found.append(cells[0])
    return found


def quoted(raw: bytes, line: str, *, below: bool = False) -> str:
    """An answer's text: the line above the quoted letter or below it."""
    quotation = "\n".join(f"> {each}".rstrip() for each in words(raw).splitlines())
    quotation = f"{parsed(raw)['From']} wrote:\n{quotation}\n"
    return f"{quotation}\n{line}\n" if below else f"{line}\n\n{quotation}"


def reply(player: Player, raw: bytes, line: str, *, below: bool = False) -> bytes:
    """An answer to a letter, composed by Python's email."""
    letter = parsed(raw)
    answer = EmailMessage(policy=policy.SMTP)
    answer["From"] = str(player)
    answer["To"] = str(letter["Reply-To"])
    answer["Subject"] = f"Re: {letter['Subject']}"
    mark = sha256(f"{line} {letter['Message-ID']}".encode()).hexdigest()[:16]
    answer["Message-ID"] = f"<{mark}.{player.address}>"
    answer["In-Reply-To"] = str(letter["Message-ID"])
    answer["References"] = f"{letter['References']} {letter['Message-ID']}"
    answer.set_content(quoted(raw, line, below=below))
    return answer.as_bytes()


class Post(Protocol):
    """The mail servers between the club and its players."""

    mail_in: str
    mail_out: str

    def letters(self, player: Player) -> list[bytes]:
        """All letters to a player, in the order in which they came."""
        ...

    def answer(self, player: Player, number: int, line: str) -> None:
        """A player answers the letter of this number (from 0); the club has it after this."""
        ...

    def club(self, folder: str) -> list[bytes]:
        """What is in a folder of the club's account."""
        ...


@dataclass
class Table:
    """A game played through a post."""

    club: Club
    post: Post
    answers: int = 0

    def turn(self, player: Player, number: int, line: str) -> bytes:
        """The newest letter to a player after he answered one and the club's cron job ran."""
        self.post.answer(player, number, line)
        self.answers += 1
        assert self.club.run() == SILENT
        assert self.post.club("INBOX") == []
        self.delivered()
        return self.post.letters(player)[-1]

    def delivered(self) -> None:
        """Wait until every letter that the club sent is with its player, once."""
        sent = [ids(self.club.letters("sent", player)) for player in (ANNA, BORIS)]
        until(lambda: [ids(self.post.letters(player)) for player in (ANNA, BORIS)] == sent)


@dataclass
class Place:
    """A club whose letters go through servers; Anna's answer lies in its INBOX."""

    club: Club
    imap: Imap
    smtp: Smtp

    def configure(self, mail_in: int = 0, mail_out: int = 0) -> None:
        """Write settings with these ports, by default the servers' own."""
        self.club.configure(imap(mail_in or self.imap.port), smtp(mail_out or self.smtp.port))

    def posted(self) -> list[str]:
        """To whom the SMTP server took letters, in order."""
        return [recipient for posted in self.smtp.letters for recipient in posted.recipients]

    def goes_on(self) -> None:
        """The next run does whatever there was to do, once, and leaves nothing."""
        self.configure()
        assert self.club.run() == SILENT
        assert self.club.entry()["entry"] == 1
        assert self.imap.letters() == []
        assert len(self.imap.letters("Processed")) == 1
        assert [self.club.out(state) for state in ("pending", "ready", "failed")] == [[], [], []]
