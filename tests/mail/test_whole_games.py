"""Whole games through real mail servers, from the first letter to the last."""

import json
import smtplib
from collections.abc import Iterator
from pathlib import Path

import pytest
import snail
from mailclub import (
    ANNA,
    BORIS,
    GAME,
    SILENT,
    Club,
    Player,
    Post,
    Table,
    imap,
    offers,
    parsed,
    reply,
    smtp,
    words,
)
from servers import (
    HOST,
    OTHER_PASSWORD,
    USER,
    Imap,
    Smtp,
    dovecot,
    exim,
    pymap,
    smtpd,
    until,
)

PLAYERS = {player.name: player for player in (ANNA, BORIS)}


class Served:
    """Exim takes letters and hands them to Dovecot; players use s-nail."""

    def __init__(self, server: Imap, port: int, home: Path) -> None:
        self.server = server
        self.port = port
        self.home = home
        self.mail_in = imap(server.port)
        self.mail_out = smtp(port)

    def letters(self, player: Player) -> list[bytes]:
        return self.server.letters(user=player.address)

    def answer(self, player: Player, number: int, line: str) -> None:
        user = player.address.replace("@", "%40")
        mailbox = f"imap://{user}:{OTHER_PASSWORD}@{HOST}:{self.server.port}/INBOX"
        mta, below = f"smtp://{HOST}:{self.port}", player == BORIS
        snail.reply(self.home, player, mailbox, mta, number + 1, line, below=below)
        until(lambda: self.club("INBOX"))

    def club(self, folder: str) -> list[bytes]:
        return self.server.letters(folder)


class Kept:
    """Aiosmtpd takes letters, those to the club are put into pymap; Python composes answers."""

    def __init__(self, server: Imap, taken: Smtp) -> None:
        self.server = server
        self.taken = taken
        self.mail_in = imap(server.port)
        self.mail_out = smtp(taken.port)

    def letters(self, player: Player) -> list[bytes]:
        return [posted.raw for posted in self.taken.letters if player.address in posted.recipients]

    def answer(self, player: Player, number: int, line: str) -> None:
        raw = reply(player, self.letters(player)[number], line, below=player == BORIS)
        with smtplib.SMTP(HOST, self.taken.port) as client:
            client.sendmail(player.address, [str(parsed(raw)["To"])], raw)
        self.server.put(self.taken.letters[-1].raw)

    def club(self, folder: str) -> list[bytes]:
        return self.server.letters(folder)


@pytest.fixture(params=["exim, Dovecot and s-nail", "aiosmtpd and pymap"])
def post(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Post]:
    if request.param.startswith("exim"):
        snail.program()
        with dovecot() as server, exim(server.lmtp_port) as taking:
            yield Served(server, taking.port, tmp_path)
    else:
        with pymap() as server, smtpd() as taken:
            yield Kept(server, taken)


def test_a_whole_game(post: Post, tmp_path: Path) -> None:
    club = Club(tmp_path / "club")
    club.begin(post.mail_in, post.mail_out)
    table = Table(club, post)
    assert club.run() == SILENT
    table.delivered()

    opened = club.ledger.read_bytes()
    refused_then_mended(table)
    assert club.ledger.read_bytes().startswith(opened)
    answered_twice(table)
    while mover := club.entry()["state"]["to_move"]:
        next_turn(table, PLAYERS[mover])

    ended_well(table)


def newest(table: Table, player: Player) -> tuple[int, bytes]:
    """The newest letter to a player, and its number from 0."""
    letters = table.post.letters(player)
    return len(letters) - 1, letters[-1]


def refused_then_mended(table: Table) -> None:
    """A line that leaves the colour open is answered with the lines that could be sent."""
    before = table.club.ledger.read_bytes()
    number, form = newest(table, ANNA)
    wrong = next(line for line in offers(form) if line[0].isdecimal()).split()[0]
    refusal = table.turn(ANNA, number, wrong)

    assert table.club.ledger.read_bytes() == before
    nearest = [line for line in offers(refusal) if line != wrong]
    assert len(nearest) > 1
    assert all(line.startswith(wrong) for line in nearest)
    assert parsed(refusal)["In-Reply-To"] is not None
    assert len(table.post.letters(BORIS)) == 1

    receipt = table.turn(ANNA, number + 1, nearest[0])
    assert table.club.entry()["kind"] == "move"
    assert offers(receipt) == []
    assert offers(newest(table, BORIS)[1])


def answered_twice(table: Table) -> None:
    """An answer to an older form changes nothing and gets the present position."""
    before = table.club.ledger.read_bytes()
    form = table.post.letters(ANNA)[0]
    told = table.turn(ANNA, 0, offers(form)[-1])
    assert table.club.ledger.read_bytes() == before
    assert str(parsed(told)["Subject"]).startswith(f"{GAME}: ")
    assert BORIS.name in words(told)
    assert len(table.post.letters(BORIS)) == 2


def next_turn(table: Table, player: Player) -> None:
    """Whoever is to move sends one of the lines that his newest letter shows."""
    before = table.club.entry()["entry"]
    number, form = newest(table, player)
    lines = offers(form)
    table.turn(player, number, lines[before % len(lines)])
    assert table.club.entry()["entry"] > before


def ended_well(table: Table) -> None:
    """Everybody knows who won, the ledger is whole, and nothing waits anywhere."""
    club = table.club
    verdict = club.pbm("verify", str(club.ledger))
    assert (verdict.status, verdict.err) == (0, "")
    assert "whole; 4 moves replayed" in verdict.out
    shown = json.loads(club.pbm("show", GAME, "--json").out)
    assert shown["over"]
    for player in (ANNA, BORIS):
        last = words(newest(table, player)[1])
        assert all(winner in last for winner in shown["result"]["winners"])
        assert f"pbm verify {GAME}.yaml" in last
    assert [club.out(state) for state in ("pending", "ready", "failed")] == [[], [], []]
    assert len(club.pbm("status").out.splitlines()) == 1  # the game, and no trouble with mail
    assert table.post.club("INBOX") == []
    processed = [str(parsed(raw)["From"]) for raw in table.post.club("Processed")]
    assert len(processed) == table.answers == 6
    assert not any(USER in sender for sender in processed)
    assert club.run() == SILENT
