"""A club for tests: a folder with players whose letters come and go through Maildir folders."""

from collections.abc import Iterator
from dataclasses import dataclass
from email import message_from_bytes, policy
from email.message import EmailMessage
from hashlib import sha256
from io import BytesIO
from pathlib import Path

import pypdf

from pbm.core.failure import Failure
from pbm.office import games
from pbm.office.games import Opened
from pbm.office.house import House
from pbm.office.run import Run
from pbm.post.maildir import MaildirSender
from pbm.store.home import Home, init
from pbm.store.ledgers import Ledger
from pbm.store.players import Player

SEED = bytes(range(32))
PEOPLE = (
    Player("Анна", ("anna@example.org", "anna@work.example"), "ru"),
    Player("Борис", ("boris@example.org",), "bg"),
    Player("Carol", ("carol@example.org",), "en"),
    Player("Дина", ("dina@example.org",), "ru"),
)
SETTINGS = """\
club: Club
address: club@example.net
plus_address: true
mail_in: maildir:in
mail_out: maildir:out
"""


@dataclass
class Club:
    """A game master's folder and what its players do."""

    folder: Path

    @property
    def house(self) -> House:
        """The folder as the next command would open it."""
        return House(Home(self.folder))

    def open(
        self,
        name: str = "vesna",
        seats: int = 2,
        seed: bytes = SEED,
        rules: str = "akcioner",
        **options: str,
    ) -> Opened:
        names = [player.name for player in PEOPLE[:seats]]
        options = {"order": "given", **options}
        opened = games.new(self.house, name, rules, names, options, seed=seed)
        assert isinstance(opened, Opened)
        self.run()
        return opened

    def ledger(self, name: str = "vesna") -> Ledger:
        return Ledger.open(self.folder / "games" / f"{name}.yaml")

    def run(self) -> list[Failure]:
        """What a run reports; it must not fail in any other way."""
        reported: list[Failure] = []
        Run(self.house, reported.append).all()
        return reported

    def letters(self, to: str = "") -> list[EmailMessage]:
        """The letters that went out, oldest first, to one address or to all."""
        return list(self._newest(to))[::-1]

    def last(self, to: str) -> EmailMessage:
        return next(self._newest(to))

    def _newest(self, to: str) -> Iterator[EmailMessage]:
        """The letters that went out, from the newest on."""
        folder = self.folder / "out" / "new"
        paths = sorted(folder.iterdir(), key=lambda path: (path.stat().st_mtime_ns, path.name))
        for path in reversed(paths):
            letter = message_from_bytes(path.read_bytes(), policy=policy.default)
            if to in letter["To"]:
                yield letter

    def lines(self, name: str, game: str = "vesna") -> list[str]:
        return games.lines(self.house, game, name)

    def deliver(self, raw: bytes) -> None:
        """Put a raw mail into the club's mailbox."""
        MaildirSender(self.folder / "in").send(raw, "", ["club@example.net"])


def begin(folder: Path, settings: str = SETTINGS) -> Club:
    """A new club with its people."""
    init(folder)
    (folder / "pbm.yaml").write_text(settings, encoding="utf-8")
    club = Club(folder)
    for player in PEOPLE:
        club.house.home.add_player(player)
    return club


def text(letter: EmailMessage) -> str:
    """The plain text of a letter."""
    body = letter.get_body(("plain",))
    assert body is not None
    return str(body.get_content())


def reply(letter: EmailMessage, words: str, sender: str = "", number: int = 1) -> bytes:
    """An answer to a letter, the letter quoted below the words."""
    answer = EmailMessage()
    answer["From"] = sender or letter["To"]
    answer["To"] = letter["Reply-To"]
    answer["Subject"] = f"Re: {letter['Subject']}"
    digest = sha256(f"{words}{letter['Message-ID']}".encode()).hexdigest()[:12]
    answer["Message-ID"] = f"<{number}.{digest}@player.example>"
    answer["In-Reply-To"] = letter["Message-ID"]
    quoted = "\n".join(f"> {line}" for line in text(letter).splitlines())
    answer.set_content(f"{words}\n\n{letter['From']}:\n{quoted}\n")
    return answer.as_bytes()


def filled(letter: EmailMessage, **words: str) -> bytes:
    """The form attached to a letter, its boxes filled in by another program."""
    form, *_ = letter.iter_attachments()
    writer = pypdf.PdfWriter(clone_from=BytesIO(form.get_content()))
    writer.update_page_form_field_values(writer.pages[0], dict(words))
    out = BytesIO()
    writer.write(out)
    return out.getvalue()


def written(words: str, pdf: bytes, to: str = "club@example.net") -> bytes:
    """A letter of Анна with a PDF."""
    answer = EmailMessage()
    answer["From"] = PEOPLE[0].addresses[0]
    answer["To"] = to
    answer["Subject"] = "my move"
    answer.set_content(words)
    answer.add_attachment(pdf, maintype="application", subtype="pdf", filename="form.pdf")
    return answer.as_bytes()
