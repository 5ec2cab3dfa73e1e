"""Letters as mails: their addresses, tokens, threads and forms, and how they become pending."""

import hashlib
from collections.abc import Sequence
from datetime import datetime
from typing import Any, NamedTuple

from pbm.clerk.desk import Desk
from pbm.core.ledger import STANDING, Entry
from pbm.core.token import issue
from pbm.office import letters, sheets
from pbm.office.house import House
from pbm.office.languages import tongue
from pbm.office.letters import About, Reader
from pbm.post.compose import Outgoing, compose, html_of
from pbm.rules import rules_text


class Answered(NamedTuple):
    """The letter that is being answered: its Message-ID, for the thread."""

    message_id: str = ""


class Mail(NamedTuple):
    """A letter ready to go: its envelope (no sender where no bounce is wanted) and its bytes."""

    sender: str
    to: str
    raw: bytes


class Desktop(NamedTuple):
    """What all letters about one present position share."""

    house: House
    desk: Desk
    entries: Sequence[Entry]
    at: datetime
    file: bytes = b""
    """The whole ledger, for the letters at the end of a game."""

    def letter(
        self,
        kind: str,
        reader: Reader,
        *,
        form: bool,
        answered: Answered | None = None,
        **more: Any,
    ) -> Mail:
        """One letter of this kind to one reader, the form attached where it is wanted."""
        settings = self.house.home.settings
        desk = self.desk
        token = issue(self.house.home.secret, desk.head.game, desk.last.opening, reader.seat + 1)
        past = [entry.past() for entry in self.entries]
        view = sheets.look(desk, reader.seat, past, reader.language)
        about = About(desk, self.entries, settings.club, settings.contact)
        text = letters.write(kind, about, reader, token, view, self.house.home, **more)
        attached: tuple[tuple[str, str, bytes], ...] = ()
        if form:
            pdf = sheets.form(
                desk,
                view,
                reader.language,
                settings=settings,
                forms=self.house.home.forms,
                token=token if desk.to_move == reader.seat else None,
                mail=True,
            )
            attached = ((sheets.file_name(desk), "application/pdf", pdf),)
        attached += self._enclosed(kind, reader.language)
        domain = settings.address.rpartition("@")[2]
        outgoing = Outgoing(
            to_name=reader.name,
            to=reader.address,
            sender_name=settings.club,
            sender=settings.address,
            reply_to=sheets.reply_address(settings, token),
            subject=text.subject,
            text=text.body,
            html=html_of(text.body, text.subject),
            attachments=attached,
            message_id=f"<{token}.{self._mark(kind, answered)}@{domain}>",
            references=self._references(domain, answered),
            auto="auto-replied" if answered else "auto-generated",
            date=self.at,
        )
        # An answer must not be answered by a bounce that is answered in its turn (RFC 3834).
        return Mail("" if answered else settings.address, reader.address, compose(outgoing))

    def _enclosed(self, kind: str, language: str) -> tuple[tuple[str, str, bytes], ...]:
        """What goes with a letter beside the form: first the rules, at the end the ledger."""
        slug, game = self.desk.rulebook.slug, self.desk.head.game
        if kind == "opened":
            rules = rules_text(slug, language).replace("\n", "\r\n").encode()
            return ((f"rules-{slug}.txt", "text/plain; charset=utf-8", rules),)
        if kind == "over" and self.file:
            return ((f"{game}.yaml", "application/yaml", self.file),)
        return ()

    def _mark(self, kind: str, answered: Answered | None) -> str:
        """What tells two letters with the same token apart, the same at every try."""
        after = f"{kind}/{self.desk.last.number}/{answered.message_id if answered else ''}"
        return hashlib.sha256(after.encode()).hexdigest()[:8]

    def _references(self, domain: str, answered: Answered | None) -> tuple[str, ...]:
        """The thread: the game, and the letter that is answered."""
        root = f"<{self.desk.head.game}.{self.desk.head.sealed[7:15]}@{domain}>"
        return (root, answered.message_id) if answered and answered.message_id else (root,)

    def after_move(self, new: Sequence[Entry], seat: int, answered: Answered | None) -> list[Mail]:
        """Receipt to the mover, form to the next, news to the others; at the end, to all, that.

        Those who play on paper get none.
        """
        if new[0].kind == STANDING:
            return self._after_order(new, seat, answered)
        over = self.desk.to_move is None
        touched = self._touched(new)
        mails: list[Mail] = []
        if not self.house.by_mail:
            return mails
        for reader in self.house.readers(self.desk):
            if not reader.address:
                continue
            to_mover = answered if reader.seat == seat else None
            if over:
                mails.append(self.letter("over", reader, form=True, answered=to_mover))
            elif reader.seat == self.desk.to_move:
                mails.append(self.letter("turn", reader, form=True, answered=to_mover))
            elif reader.seat == seat:
                told = self._told(new, reader)
                mails.append(
                    self.letter("receipt", reader, form=False, answered=to_mover, story=told)
                )
            elif self.house.home.settings.news == "all" or reader.name in touched:
                told = self._told(new, reader)
                mails.append(self.letter("news", reader, form=False, story=told))
        return mails

    def _told(self, new: Sequence[Entry], reader: Reader) -> list[dict[str, Any]]:
        """What the new entries say; what came before them the reader has in an earlier letter."""
        return letters.story(self.desk, new, tongue(reader.language, self.desk.rulebook.slug))

    def _touched(self, new: Sequence[Entry]) -> set[str]:
        """The seats whose own position the new entries changed."""
        before = self.entries[-len(new) - 1].state["seats"]
        return {name for name, seat in new[-1].state["seats"].items() if seat != before[name]}

    def _after_order(
        self, new: Sequence[Entry], seat: int, answered: Answered | None
    ) -> list[Mail]:
        """A receipt for a standing order to its giver, and news of it to the others."""
        every = self.house.home.settings.news == "all"
        mails = []
        for reader in self.house.readers(self.desk) if self.house.by_mail else []:
            mine = reader.seat == seat
            if reader.address and (mine or every):
                told = self._told(new, reader)
                to = answered if mine else None
                more = {"story": told, "giver": self.desk.game.seats[seat], "own": mine}
                mails.append(self.letter("standing", reader, form=False, answered=to, **more))
        return mails

    def opened(self) -> list[Mail]:
        """The first letter to everybody, each with his own form."""
        if not self.house.by_mail:
            return []
        readers = (reader for reader in self.house.readers(self.desk) if reader.address)
        return [self.letter("opened", reader, form=True) for reader in readers]
