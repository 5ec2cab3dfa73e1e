"""The demonstration: a short game played by real letters between three scripted players.

They have mail programs of their own kind: each reads only what the letters say, picks one of the
lines that his letter shows as legal, and answers with the letter quoted below.
"""

import tempfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from email import message_from_binary_file, policy
from email.message import EmailMessage
from pathlib import Path
from typing import Final

from pbm.core.chance import Sealed
from pbm.core.failure import Failure, Wrong
from pbm.core.tell import Message, Tongue
from pbm.office import games
from pbm.office.house import House
from pbm.office.opened import of_any
from pbm.office.run import Run
from pbm.office.verifying import verdict
from pbm.post.maildir import MaildirSender
from pbm.post.marker import BAR
from pbm.store.home import Home, init
from pbm.store.players import Player

GAME: Final = "vesna"
RULES: Final = "akcioner"
SEED: Final = bytes(range(32))
PLAYERS: Final = (
    Player("Анна", ("anna@example.org",), "ru"),
    Player("Борис", ("boris@example.org",), "bg"),
    Player("Carol", ("carol@example.org",), "en"),
)
_OPTIONS: Final = {"formula": "1+3"}
_MOST_ROUNDS: Final = 100
_SETTINGS: Final = """\
club: pbm demo club
address: club@example.org
plus_address: true
language: ru
mail_in: maildir:../post/club
mail_out: maildir:../post/players
"""


@dataclass
class Correspondent:
    """A scripted player: his letters, and how he answers. The first line he sends is wrong."""

    player: Player
    chance: Sealed
    read: set[str] = field(default_factory=set)
    sent: list[str] = field(default_factory=list)

    def answer(self, letter: EmailMessage) -> EmailMessage | None:
        """The answer to a letter that asks for a move; None for any other letter."""
        text = letter.get_body(("plain",)).get_content()  # type: ignore[union-attr]
        lines = [line for line in _offers(text) if line not in self.sent]
        if not lines:
            return None
        chosen = lines[self.chance.draw(self.player.name, len(self.sent), len(lines))]
        if not self.sent and self.player == PLAYERS[0]:
            chosen = chosen.replace("|", " ").split()[0]
        self.sent.append(chosen)
        return self._reply(letter, chosen, text)

    def _reply(self, letter: EmailMessage, line: str, text: str) -> EmailMessage:
        reply = EmailMessage()
        reply["From"] = f"{self.player.name} <{self.player.addresses[0]}>"
        reply["To"] = str(letter["Reply-To"])
        reply["Subject"] = f"Re: {letter['Subject']}"
        reply["Message-ID"] = f"<{len(self.sent)}.{self.player.addresses[0]}>"
        reply["In-Reply-To"] = str(letter["Message-ID"])
        quoted = "\n".join(f"> {each}" for each in text.splitlines())
        reply.set_content(f"{line}\n\n{letter['From']}:\n{quoted}\n")
        return reply


def _offers(text: str) -> Iterator[str]:
    """The lines to send that a letter shows, alone or with their meaning, above its tables."""
    notation = of_any([RULES])
    for row in text.splitlines():
        cells = [cell.strip() for cell in row.split(BAR)[1:]]
        if len(cells) > 2:  # noqa: PLR2004 - a line and its meaning
            return
        if cells and notation.likely(cells[0]):
            yield cells[0]


def play(folder: Path | None, speech: Tongue) -> Iterator[str]:
    """Play the game in a folder, or in a new temporary one; yields what happens as it goes."""
    place = folder or Path(tempfile.mkdtemp(prefix="pbm-demo-"))
    club = place / "club"
    if place.exists() and any(place.iterdir()):
        raise Wrong(
            Message("There is something in this folder already."),
            Message("Name a folder that is empty or new."),
            str(place),
        )
    (place / "post").mkdir(parents=True, exist_ok=True)
    init(club)
    (club / "pbm.yaml").write_text(_SETTINGS, encoding="utf-8")
    house = House(Home(club))
    for player in PLAYERS:
        house.home.add_player(player)
    names = [player.name for player in PLAYERS]
    opened = games.new(house, GAME, RULES, names, _OPTIONS, seed=SEED)
    assert isinstance(opened, games.Opened)  # noqa: S101 - the options above are right
    yield speech.say(Message("The club is in {folder}", {"folder": str(club)}))
    yield speech.say(Message("Sealed: {sealed}", {"sealed": opened.desk.head.sealed}))
    yield from _letters(house, place / "post", speech)
    yield from _ending(house, place, speech)


def _letters(house: House, post: Path, speech: Tongue) -> Iterator[str]:
    """Letters to and fro until nobody has anything to answer."""
    people = [Correspondent(player, Sealed(SEED)) for player in PLAYERS]
    for _ in range(_MOST_ROUNDS):
        _run(house)
        answers = 0
        for person in people:
            for letter in _new_letters(post / "players", person):
                yield f"{person.player.name} ← {letter['Subject'].partition(' [')[0]}"
                reply = person.answer(letter)
                if reply is not None:
                    answers += 1
                    first = reply.get_content().partition("\n")[0]
                    yield f"{person.player.name} → {first}"
                    MaildirSender(post / "club").send(bytes(reply), "", ["club@example.org"])
        if not answers:
            return
    yield speech.say(Message("The game did not come to its end."))


def _run(house: House) -> None:
    failures: list[Failure] = []
    Run(House(house.home), failures.append).all()
    if failures:
        raise failures[0]


def _new_letters(players: Path, person: Correspondent) -> list[EmailMessage]:
    """The letters to a person that he has not read yet, in the order in which they came."""
    found = []
    for path in sorted((players / "new").iterdir(), key=lambda path: path.stat().st_mtime_ns):
        if path.name in person.read:
            continue
        with path.open("rb") as file:
            letter = message_from_binary_file(file, policy=policy.default)
        if person.player.addresses[0] in letter["To"]:
            person.read.add(path.name)
            found.append(letter)
    return found


def _ending(house: House, place: Path, speech: Tongue) -> Iterator[str]:
    """How the game ended, the audit of its ledger, and where everything is."""
    ledger = house.home.ledger(GAME)
    yield ""
    for message in games.outlook(house.desk(ledger)):
        yield speech.say(message)
    for message in verdict(ledger.path).lines:
        yield speech.say(message)
    forms = place / "forms"
    forms.mkdir(exist_ok=True)
    for player in PLAYERS:
        drawn = games.form(house, GAME, player.name)
        (forms / f"{player.name}-{drawn.file_name}").write_bytes(drawn.pdf)
    for what, path in (
        (Message("ledger"), ledger.path),
        (Message("letters"), place / "post" / "players" / "new"),
        (Message("forms"), forms),
    ):
        yield f"{speech.say(what)}: {path}"
