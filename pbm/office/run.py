"""The cron job: fetch letters, keep them, read them, answer them, send what there is to send."""

import os
from collections.abc import Callable
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Final

from pbm.core.failure import Failure, Notice, Status, Unreachable, Wrong
from pbm.core.tell import Message
from pbm.office.house import House, now, stamp
from pbm.post import address

if TYPE_CHECKING:
    from pbm.office.reception import Reception
    from pbm.post.mailbox import Mailbox
    from pbm.post.sending import Refused, Sender
    from pbm.store.mailfolder import Kept
    from pbm.store.outbox import Item

Report = Callable[[Failure], None]
"""Takes what the game master must hear of; work goes on after it."""

Say = Callable[[Message], None]
"""Takes what is done, for a game master who wants to watch."""

_UNEXPECTED: Final = "unexpected"
_LATER: Final = Message("Nothing is lost: the next run tries again.")


class Run:
    """One run in one house. `status` is the worst that happened.

    What would be told again by every run, such as a server out of reach, is told once a day,
    because cron sends a mail for every line; `watched` by somebody, it is told each time.
    """

    def __init__(
        self, house: House, report: Report, say: Say = lambda _: None, *, watched: bool = False
    ) -> None:
        self.house = house
        self.home = house.home
        self.status = Status.DONE
        self._report = report
        self._lasting: list[Failure] = []
        self._say = say
        self._watched = watched

    # Most runs find no letter. They pay for nothing that reads, answers or repairs one.

    @cached_property
    def _reception(self) -> "Reception":
        from pbm.office.reception import Reception  # noqa: PLC0415 - late, see above

        return Reception(self.house, self.trouble)

    def _repair(self) -> None:
        torn = self.home.torn_games()
        if torn or not self.home.outbox.settled():
            from pbm.office.effects import mend, repair  # noqa: PLC0415 - late, see above

            repair(self.home, self.trouble)
            for name in torn:
                mend(self.house, name, self.trouble)

    def trouble(self, failure: Failure) -> None:
        """Tell the game master of something, and go on."""
        self.status = max(self.status, failure.status)
        self._report(failure)

    def _last(self, failure: Failure) -> None:
        """Keep something to be told of that the next run may well meet again."""
        self.status = max(self.status, failure.status)
        self._lasting.append(failure)

    def _tell_of_lasting(self) -> None:
        words = "\n".join(str(failure) for failure in self._lasting)
        if self.home.is_news(words, now()) or self._watched:
            for failure in self._lasting:
                self._report(failure)

    def all(self) -> None:
        """Fetch, apply and send; what cannot be done now is left for the next run."""
        with self.home.lock():
            self._repair()
            self._fetch()
            self.work()
            self.send()
            self._tell_of_lasting()

    def ingest(self, raw: bytes) -> None:
        """Take one raw letter from a pipe or a file and do the rest of a run."""
        self.home.mail.keep(raw, now())
        with self.home.lock(wait=True):
            self._repair()
            self.work()
            self.send()
            self._tell_of_lasting()

    def _fetch(self) -> None:
        """Keep every new letter, synced, before the mailbox is told that it is done."""
        if not self.home.settings.mail_in:
            return
        if not self.home.settings.mail_out:
            self._last(_mute(self.home.settings_file))
        try:
            with self._mailbox() as mailbox:
                for received in mailbox.fetch():
                    self.home.mail.keep(received.raw, received.at, cut=received.cut)
                    mailbox.done(received.ref)
                    self._say(Message("fetched: {ref}", {"ref": received.ref}))
                for left in mailbox.left:
                    self._last(Unreachable(left, _LATER))
        except Failure as failure:
            self._last(failure)

    def work(self) -> None:
        """Answer every waiting letter; one that cannot be answered stops no other."""
        for path in self.home.mail.odd():
            self._last(
                Wrong(
                    Message("This is no file that a letter could be in."),
                    Message("Take it away; nothing but letters belongs there."),
                    str(path),
                )
            )
        for kept in self.home.mail.waiting():
            try:
                outcome = self._reception.receive(kept)
                self._say(
                    Message("{letter}: {outcome}", {"letter": kept.path.name, "outcome": outcome})
                )
            except Failure as failure:
                self.trouble(failure)
            except Exception:  # noqa: BLE001 - a fault of ours must not stop the other letters
                self._unexpected(kept)

    def _unexpected(self, kept: "Kept") -> None:
        """Hold a letter that pbm itself stumbles over, with the traceback beside it."""
        import traceback  # noqa: PLC0415 - it should never be needed

        from pbm.office.effects import Origin, commit_held  # noqa: PLC0415 - late, see above

        digest = kept.hash.removeprefix("sha256:")
        path = commit_held(self.home, Origin(kept, digest, "", ""), _UNEXPECTED, stamp(now()))
        path.with_name(f"{path.name}.trace").write_text(traceback.format_exc(), encoding="utf-8")
        self.trouble(
            Failure(
                Message("pbm could not deal with this letter because of a fault of its own."),
                Message("It is kept, the traceback beside it; please report it."),
                str(path),
            )
        )

    def send(self) -> None:
        """Send every released letter over one connection."""
        if not self.home.settings.mail_out or not self.home.outbox.count_ready():
            return
        from pbm.post.sending import Refused  # noqa: PLC0415 - late, see above

        try:
            with self._sender() as sender:
                for item in self.home.outbox.ready():
                    try:
                        self._hand_over(sender, item)
                    except Refused as refused:
                        self._refused(item.path, refused)
                        if refused.permanent:
                            self.home.outbox.failed(item, f"{refused.code} {refused.text}")
                    else:
                        self.home.outbox.sent(item)
                        self._say(Message("sent: {letter}", {"letter": item.path.name}))
        except Failure as failure:
            self._last(failure)

    def _hand_over(self, sender: "Sender", item: "Item") -> None:
        """Send one letter; servers that want no empty envelope sender get our address."""
        from pbm.post.sending import Refused  # noqa: PLC0415 - late, see above

        try:
            sender.send(item.raw, item.envelope.sender, item.envelope.recipients)
        except Refused as refused:
            if not refused.by_sender or item.envelope.sender:
                raise
            sender.send(item.raw, self.home.settings.address, item.envelope.recipients)

    def _refused(self, path: Path, refused: "Refused") -> None:
        values = {"who": refused.recipient, "answer": f"{refused.code} {refused.text}"}
        tell = self.trouble if refused.permanent else self._last
        tell(
            Failure(
                Message("The mail server did not take the letter to {who}: {answer}", values),
                Message(
                    "It was put into mail/out/failed. Mend the address in players.yaml, then "
                    "`pbm resend GAME --seat SEAT` sends the present form."
                )
                if refused.permanent
                else Message("The next run tries again."),
                str(path),
            )
        )

    def _mailbox(self) -> "Mailbox":
        settings = self.home.settings
        return address.mailbox(
            settings.mail_in,
            self._password(outgoing=False),
            home=self.home.folder,
            plaintext=settings.plaintext,
            max_size=settings.max_size,
        )

    def _sender(self) -> "Sender":
        settings = self.home.settings
        return address.sender(
            settings.mail_out,
            self._password(outgoing=True),
            home=self.home.folder,
            plaintext=settings.plaintext,
        )

    def _password(self, *, outgoing: bool) -> Callable[[], str]:
        """How to come by a password; nothing is asked before a server wants it."""
        settings = self.home.settings
        password = settings.password_out if outgoing else settings.password

        def reveal() -> str:
            if password is None:
                from pbm.store.passwords import unset  # noqa: PLC0415 - late, see above

                raise unset(self.home.settings_file)
            return password.reveal(os.environ, self.home.folder)

        return reveal


def _mute(settings: Path) -> Notice:
    return Notice(
        Message("Letters are taken (`mail_in`) and none go out: there is no `mail_out`."),
        Message("Until it is there, `pbm form` makes the forms."),
        str(settings),
    )
