"""Nobody is sent what he may not know: every outgoing byte is searched, and compared.

Searched: the seed, the house's secret and other people's addresses, in every header, text,
attachment name, PDF object and PDF text. Compared: what a player is sent while the others hold
other cards, byte for byte.
"""

import random
import re
import zlib
from collections.abc import Iterator, Sequence
from email.message import EmailMessage
from io import BytesIO
from pathlib import Path
from typing import TypeVar

import pypdf
import pytest
from club import PEOPLE, SEED, Club, begin, reply

from pbm.clerk.desk import Desk, Taken, take
from pbm.clerk.desk import Sent as Way
from pbm.core.chance import Sealed, key
from pbm.core.failure import Damaged
from pbm.core.ledger import Entry
from pbm.office import games
from pbm.office.house import House, now
from pbm.office.mailing import Desktop
from pbm.rules.akcioner.game import Akcioner

T = TypeVar("T")


def pdf_contents(pdf: bytes) -> Iterator[str]:
    """Everything that is in a PDF: its raw bytes, its streams unpacked, its text, its metadata."""
    yield pdf.decode("latin-1")
    for stream in re.findall(rb"stream\r?\n(.*?)\r?\nendstream", pdf, re.DOTALL):
        try:
            yield zlib.decompress(stream).decode("latin-1")
        except zlib.error:
            yield stream.decode("latin-1")
    reader = pypdf.PdfReader(BytesIO(pdf))
    yield str(reader.metadata)
    yield str(reader.get_form_text_fields())
    for page in reader.pages:
        yield page.extract_text()


def contents(letter: EmailMessage) -> Iterator[str]:
    """Everything that is in a letter."""
    yield from (f"{name}: {value}" for name, value in letter.items())
    for part in letter.walk():
        yield str(part.get_filename())
        if part.get_content_type() == "application/pdf":
            yield from pdf_contents(part.get_content())
        elif not part.is_multipart():
            content = part.get_content()
            yield content if isinstance(content, str) else content.decode("utf-8")


def play_by_mail(club: Club, dice: random.Random, seats: int) -> None:
    """A whole game; every move is chosen at random from those that the hand offers."""
    club.open(seats=seats, formula="1+2", order="lot")
    addresses = {player.name: player.addresses[0] for player in PEOPLE}
    while (mover := club.ledger().last.state["to_move"]) is not None:
        line = dice.choice(club.lines(mover))
        club.deliver(reply(club.last(addresses[mover]), line))
        assert club.run() == []


@pytest.mark.parametrize("seed", range(3))
def test_no_letter_tells_seed_secret_or_addresses(tmp_path: Path, seed: int) -> None:
    club = begin(tmp_path)
    seats = 2 + seed
    play_by_mail(club, random.Random(seed), seats)
    secret = club.house.home.secret.hex()
    letters = club.letters()
    assert len(letters) > seats * 3
    for letter in letters:
        everything = "\n".join(contents(letter)).lower()
        assert secret not in everything
        if "pbm verify" not in everything:
            assert SEED.hex() not in everything
        for player in PEOPLE:
            if player.addresses[0] not in letter["To"]:
                assert not any(address in everything for address in player.addresses)
    ledger = club.ledger().path.read_text("utf-8")
    assert "@" not in ledger
    assert secret not in ledger


class Stacked:
    """Decks that lie as they are told to."""

    def __init__(self, decks: dict[str, list[object]]) -> None:
        self.decks = decks

    def draw(self, purpose: str, n: int, size: int) -> int:
        raise NotImplementedError(purpose, n, size)

    def card(self, purpose: str, n: int, size: int) -> int:
        raise NotImplementedError(purpose, n, size)

    def shuffled(self, purpose: str, items: Sequence[T]) -> list[T]:
        del items
        return list(self.decks[purpose])  # type: ignore[arg-type]


def other_deal(game: Akcioner, desk: Desk, mine: int, dice: random.Random) -> Stacked:
    """Another deal in which I hold what I hold, and everybody has played what he played."""
    state = desk.state
    chance = desk.chance
    decks: dict[str, list[object]] = {}
    for deck, cards, size in (
        ("big", game.decks.cards["big"], game.settled.big),
        ("small", game.decks.cards["small"], game.settled.small),
    ):
        order = chance.shuffled(deck, cards)
        fixed = set(range(size * mine, size * (mine + 1)))
        for seat in range(len(game.seats)):
            played = list(state.seats[seat].played)
            for place in range(size * seat, size * (seat + 1)):
                if order[place].code in played:
                    played.remove(order[place].code)
                    fixed.add(place)
        free = [place for place in range(len(order)) if place not in fixed]
        mixed = dice.sample(free, len(free))
        changed: list[object] = list(order)
        for place, source in zip(free, mixed, strict=True):
            changed[place] = order[source]
        decks[deck] = changed
    return Stacked(decks)


def random_positions(house: House, dice: random.Random) -> Iterator[tuple[Desk, list[Entry]]]:
    """The desks of a random game, each with its whole ledger."""
    ledger = house.home.ledger("vesna")
    desk = house.desk(ledger)
    entries = [ledger.last]
    yield desk, entries
    while (mover := desk.to_move) is not None:
        moves = list(desk.game.legal(desk.state, mover, desk.hand(mover)))
        line = desk.game.write_move(dice.choice(moves), "ru")
        taken = take(desk, mover, line, "ru", Way("2026-11-30T10:00:00Z"), None)
        assert isinstance(taken, Taken)
        entries = [*entries, *ledger.append(taken.entries)]
        desk = desk._replace(last=entries[-1])
        yield desk, entries


@pytest.mark.parametrize("seed", range(2))
def test_what_others_hold_changes_nothing_that_i_am_sent(tmp_path: Path, seed: int) -> None:
    club = begin(tmp_path)
    club.open(seats=3, formula="2+3")
    dice = random.Random(seed)
    house = club.house
    compared = differed = 0
    for desk, entries in random_positions(house, dice):
        game = desk.game
        assert isinstance(game, Akcioner)
        mine = dice.randrange(3)
        other = desk._replace(chance=other_deal(game, desk, mine, dice))
        at = now()
        reader = house.reader(desk, mine)
        first, second = (Desktop(house, each, entries, at) for each in (desk, other))
        for kind in ("turn", "news", "opened") if desk.to_move is not None else ("over",):
            letters = [each.letter(kind, reader, form=True) for each in (first, second)]
            assert letters[0] == letters[1], (seed, desk.last.number, kind)
            compared += 1
        differed += any(desk.hand(n) != other.hand(n) for n in range(3) if n != mine)
        assert desk.hand(mine) == other.hand(mine)
        # The comparison could fail: with another hand of mine the same letter is another one.
        theirs = house.reader(desk, (mine + 1) % 3)
        if desk.hand(theirs.seat) != other.hand(theirs.seat):
            pair = [each.letter("news", theirs, form=True) for each in (first, second)]
            assert pair[0] != pair[1]
    assert compared > 10
    assert differed > 5


def test_public_forms_and_texts_do_not_depend_on_hands(tmp_path: Path) -> None:
    club = begin(tmp_path)
    club.open()
    house = club.house
    first = games.form(house, "vesna", None).pdf
    assert games.form(house, "vesna", "Анна").pdf != first
    (club.folder / "games" / "vesna.seed").write_text("11" * 32 + "\n")
    assert games.form(club.house, "vesna", None).pdf == first
    with pytest.raises(Damaged):
        games.form(club.house, "vesna", "Анна")


def test_sealed_draws_do_not_show_in_the_ledger(tmp_path: Path) -> None:
    club = begin(tmp_path)
    opened = club.open(order="given")
    hand = opened.desk.game.hand(opened.desk.state, 0, Sealed(key(SEED)))
    assert hand
    text = club.ledger().path.read_text("utf-8")
    assert not any(card.code in text for card in hand)
