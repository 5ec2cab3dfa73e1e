"""The reception: one kept letter read, its sender known, and what is done about it."""

from collections.abc import Callable, Iterator, Sequence
from datetime import timedelta
from functools import cached_property
from typing import Final, NamedTuple

from pbm.clerk.desk import Desk, Refused, Sent
from pbm.clerk.orders import NOTHING, answer, orders, standing
from pbm.core.failure import Declined, Failure, Notice
from pbm.core.ledger import STANDING, Entry
from pbm.core.problem import Problem
from pbm.core.tell import N_, Message, Value
from pbm.core.token import Token
from pbm.office import letters
from pbm.office.effects import (
    Origin,
    commit_answer,
    commit_held,
    commit_move,
    line_of,
    note_entry,
)
from pbm.office.house import House, now, stamp, told_time
from pbm.office.languages import tongue
from pbm.office.letters import Reader
from pbm.office.mailing import Answered, Mail
from pbm.office.opened import (
    arrived,
    doubts,
    form_of_another,
    nothing,
    of_game,
    open_letter,
    tokens_in_forms,
    words_of,
)
from pbm.office.present import FINISHED, MOST_FORMS, desktop, forms_of, present
from pbm.office.trust import Doorkeeper
from pbm.post.letter import Arrival, Kind, Letter
from pbm.store.journal import AGAIN, Line
from pbm.store.ledgers import Ledger
from pbm.store.mailfolder import Kept

_HELD: Final = ("held", "unexpected")
"""Outcomes of letters that wait for the game master; given to pbm again they are read again."""
_UNANSWERED: Final = (Kind.AUTO_REPLY, Kind.OWN, Kind.BOUNCE)
_BARE: Final = ("form", "no-game")
"""Outcomes of letters without a token."""
_PATIENCE: Final = timedelta(days=3)
KNOWN: Final = "known"
"""The outcome of a letter that was dealt with before, byte for byte."""
WAITING: Final = "waiting"
"""The outcome of a letter that is left for the next run, because its sender is not known yet."""

STALE: Final = Message(
    "your letter answers an older form; meanwhile the game has gone on, and nothing was changed."
)
DONE: Final = N_(
    "your letter came again: it was already done on {when}, as entry {entry}, "
    "and nothing was changed now."
)
TWICE: Final = N_(
    "your letter came again: it was already answered on {when}, and nothing was changed now."
)
NOT_YOURS: Final = Message("it is not your turn, and nothing was changed.")


class Case(NamedTuple):
    """A letter whose token names a decision of a game here, and whose sender is its player."""

    arrival: Arrival
    origin: Origin
    token: Token
    ledger: Ledger
    desk: Desk
    reader: Reader


class Reception:
    """Receives letters one by one; every one but those that wait ends in the journal."""

    def __init__(self, house: House, trouble: Callable[[Failure], None]) -> None:
        self.house = house
        self.home = house.home
        self._trouble = trouble
        self._doorkeeper = Doorkeeper(house)

    @cached_property
    def _secret(self) -> bytes:
        return self.home.secret

    def receive(self, kept: Kept) -> str:
        """Read a letter and do what it asks for, or answer why not, or hold it.

        Returns the outcome as the journal names it.
        """
        arrival = arrived(self.house, kept.raw, cut=kept.cut)
        origin = Origin(kept, arrival.sha256, arrival.message_hash, arrival.message_id)
        before = self.home.journal.find(arrival.sha256)
        if before is not None and before.outcome not in _HELD:
            self.home.mail.handled(kept)
            return KNOWN
        if arrival.kind in _UNANSWERED:
            about = ",".join(arrival.bounced)
            return commit_answer(self.home, origin, str(arrival.kind), about, self._at)
        token = self.token(arrival.tokens)
        if token is None and arrival.papers and self._of_a_player(arrival, origin):
            token = self.token(tokens_in_forms(arrival))
        if token is None:
            return self._without_token(arrival, origin)
        ledger = self.home.ledger(token.game, repair=True)
        if token.seat > len(ledger.head.seats):  # of an older game of this name
            return self._without_token(arrival, origin)
        desk = self.house.desk(ledger)
        reader = self.house.reader(desk, token.seat - 1)
        if outcome := self._distrust(arrival, origin, reader):
            return outcome
        case = Case(arrival, origin, token, ledger, desk, reader)
        letter, message = (f"sha256:{each}" for each in (arrival.sha256, arrival.message_hash))
        entries = list(ledger.traced(letter, message))
        if entered := next((entry for entry in entries if entry.letter == letter), None):
            # A run was killed before it could note this in the journal, or the journal was lost.
            note_entry(self.home, token.game, entered)
            self.home.mail.handled(kept)
            return KNOWN
        if before := self._before(case, entries):
            return self._again(case, before)
        return self._order(case)

    def _before(self, case: Case, entries: Sequence[Entry]) -> Line | None:
        """What became of the letter that this one is a copy of, in other wrappings.

        A copy has its Message-ID and its words, and the letter was of the same seat: programs use
        an ID twice, and strangers may guess it.
        """
        lines = self._of_this_id(case, entries)
        return next((line for line in lines if self._same_words(case, line)), None)

    def _of_this_id(self, case: Case, entries: Sequence[Entry]) -> Iterator[Line]:
        """What became of letters of this seat with this Message-ID, which the entries have."""
        game = case.token.game
        for entry in entries:
            if entry.seat == case.desk.game.seats[case.reader.seat]:
                yield line_of(game, entry)
        for line in self.home.journal.of_message(case.arrival.message_hash):
            if line.entry == game and line.sender == case.reader.address:
                yield line

    def _same_words(self, case: Case, line: Line) -> bool:
        """Whether the letter that the line is about says the same; that it does if it is lost."""
        raw = self.home.mail.find(line.letter)
        if raw is None:
            return True
        notation = of_game(case.desk)
        now, then = (
            words_of(open_letter(each, notation))
            for each in (case.arrival, arrived(self.house, raw))
        )
        return now == then

    def _of_a_player(self, arrival: Arrival, origin: Origin) -> bool:
        """Whether a letter without a token is known to be of somebody who plays here."""
        if not arrival.sender or not self.home.players.at(arrival.sender):
            return False
        return self._doorkeeper.opinion(arrival, origin.kept.raw, None).trusted

    @property
    def _at(self) -> str:
        return stamp(now())

    def token(self, tokens: Sequence[Token]) -> Token | None:
        """The first token of ours that names a seat of a game here."""
        for token in tokens:
            if token.genuine(self._secret) and self.home.ledger_file(token.game).exists():
                return token
        return None

    def _distrust(self, arrival: Arrival, origin: Origin, reader: Reader | None) -> str:
        """What becomes of a letter that is not known to be the player's own; empty if it is."""
        opinion = self._doorkeeper.opinion(arrival, origin.kept.raw, reader)
        if opinion.trusted:
            return ""
        if opinion.later and now() - origin.kept.at < _PATIENCE:
            return WAITING
        return self._hold(origin, arrival.sender, opinion.why)

    def _hold(self, origin: Origin, sender: str, reason: Message) -> str:
        """Put a letter before the game master; nobody gets an answer."""
        path = commit_held(self.home, origin, "held", self._at)
        told: dict[str, Value] = {"reason": reason, "sender": sender or "?"}
        self._trouble(
            Declined(
                Message("A letter from {sender} is held: {reason}.", told),
                Message("Read it with `pbm read FILE`; a move in it can be typed by `pbm move`."),
                str(path),
            )
        )
        return "held"

    def _commit(self, origin: Origin, outcome: str, about: str, mails: Sequence[Mail]) -> str:
        """Answer a letter, unless its sender or all together have had too many answers."""
        if mails and self._too_many(mails[0].to, outcome):
            gaps: dict[str, Value] = {"address": mails[0].to}
            why = Message("{address} had as many answers as `limits` in pbm.yaml allow", gaps)
            return self._hold(origin, mails[0].to, why)
        return commit_answer(self.home, origin, outcome, about, self._at, mails)

    def _too_many(self, address: str, outcome: str) -> bool:
        """Whether the limits for answers are reached (RFC 3834, 2: loops).

        Letters without a token, which anybody can forge, are counted for themselves.
        """
        limits = self.home.settings.limits
        present = now()
        hour = stamp(present - timedelta(hours=1))
        day = self.home.journal.since(stamp(present - timedelta(days=1)))
        bare = outcome in _BARE
        # A clock that was ahead has left lines of the future; they count when their time comes.
        answers = [
            line
            for line in day
            if line.sender and line.at <= stamp(present) and (line.outcome in _BARE) == bare
        ]
        lately = sum(line.sender == address and line.at >= hour for line in answers)
        return lately >= limits.per_hour or len(answers) >= limits.per_day

    def _without_token(self, arrival: Arrival, origin: Origin) -> str:
        """A player gets his present forms; anybody else's letter is held."""
        players = self.home.players.at(arrival.sender) if arrival.sender else []
        if arrival.kind is Kind.LIST or not players:
            reason = Message("it has no token, and its sender is no player here")
            return self._hold(origin, arrival.sender, reason)
        if outcome := self._distrust(arrival, origin, None):
            return outcome
        addresses = {player.addresses[0] for player in players}
        lines = self.home.journal.of_message(arrival.message_hash)
        if any(line.sender in addresses for line in lines):
            return commit_answer(self.home, origin, AGAIN, "", self._at)
        mails: list[Mail] = []
        answered = Answered(arrival.message_id)
        for player in players:
            mails += forms_of(self.house, player.name, arrival.subject, answered, self._trouble)
        if not mails:
            who: dict[str, Value] = {"seat": players[0].name}
            self._tell_of(
                origin,
                Message("A letter of {seat}, who is in no game that goes on.", who),
                Message("Nobody answered it; perhaps it is meant for you."),
            )
        about = "form" if mails else "no-game"
        return self._commit(origin, about, "", mails[:MOST_FORMS])

    def _again(self, case: Case, before: Line) -> str:
        """A letter that came before in other wrappings: told so once, then never again."""
        told = self.home.journal.of_message(case.arrival.message_hash)
        if any(line.outcome == AGAIN and line.sender == case.reader.address for line in told):
            return commit_answer(self.home, case.origin, AGAIN, before.entry, self._at)
        _, _, entry = before.entry.partition("/")
        when: dict[str, Value] = {"when": told_time(before.at, self.home.settings.timezone)}
        return self._reply(
            case, AGAIN, Message(DONE, when | {"entry": entry}) if entry else Message(TWICE, when)
        )

    def _reply(self, case: Case, outcome: str, reason: Message) -> str:
        """Answer with the present form and why."""
        answered = Answered(case.origin.message_id)
        mail = present(self.house, case.ledger, case.desk, case.reader, reason, answered)
        game = case.desk.head.game
        return self._commit(case.origin, outcome, game, [mail])

    def _order(self, case: Case) -> str:
        """An order: taken, refused line by line, or answered with the present form."""
        desk = case.desk
        # Only now it is known by which notation to read, and that the letter is worth it.
        letter = open_letter(case.arrival, of_game(desk))
        if outcome := self._untimely(case, letter):
            return outcome
        return self._move(case, letter)

    def _untimely(self, case: Case, letter: Letter) -> str:
        """What becomes of a letter that no move is waited for from; empty if one is."""
        desk = case.desk
        if desk.to_move is None:
            kind, reason = "over", FINISHED
        elif standing(desk, words_of(letter)):
            return ""
        elif case.token.opening != desk.last.opening:
            kind, reason = "old", STALE
        elif desk.to_move != case.reader.seat:
            kind, reason = "not-to-move", NOT_YOURS
        else:
            return ""
        outcome = self._reply(case, kind, reason)
        words = [line.text for line in letter.lines]
        if words and outcome not in _HELD and orders(desk, words) == ("", []):
            self._tell_of_words(case)  # that a move was a mistake, that he will be away
        return outcome

    def _move(self, case: Case, letter: Letter) -> str:
        lines = [line.text for line in letter.lines]
        unsure = doubts(letter, orders(case.desk, lines)[1])
        if found := [*form_of_another(letter, case.token), *unsure]:
            return self._refuse(case, found)
        sent = Sent(
            at=stamp(case.origin.kept.at),
            via="mail",
            letter=f"sha256:{letter.arrival.sha256}",
            message=f"sha256:{letter.arrival.message_hash}",
        )
        written = words_of(letter)
        seed = self.house.seed(case.ledger)
        seat, language = case.reader.seat, case.reader.language
        taken = answer(case.desk, seat, written, language, sent, seed)
        if isinstance(taken, Refused):
            if taken.problems[0].code == NOTHING:
                return self._without_move(case, letter)
            return self._refuse(case, taken.problems)
        after = commit_move(self.house, case.ledger, case.desk, taken, seat, case.origin, self._at)
        if taken.entries[0].kind != STANDING:
            self._tell_of_paper(after)
        return "move"

    def _tell_of_paper(self, desk: Desk) -> None:
        """The game master hears whose turn it is where no letter can go."""
        if desk.to_move is None or self.house.reader(desk, desk.to_move).address:
            return
        values: dict[str, Value] = {
            "game": desk.head.game,
            "seat": desk.game.seats[desk.to_move],
            "number": desk.to_move + 1,
        }
        self._trouble(
            Notice(
                Message("In {game} it is the turn of {seat}, who gets no letters.", values),
                Message("`pbm form {game} --seat {number}` makes the sheet to print.", values),
            )
        )

    def _without_move(self, case: Case, letter: Letter) -> str:
        """Answer a letter without a move; if it says anything the game master hears of it."""
        outcome = self._refuse(case, [nothing(letter)])
        if outcome not in _HELD and (letter.lines or letter.unread):
            self._tell_of_words(case)
        return outcome

    def _tell_of_words(self, case: Case) -> None:
        """Tell of a letter that may be a question, or show a move that only an eye can read."""
        values: dict[str, Value] = {"seat": case.reader.name, "game": case.desk.head.game}
        self._tell_of(
            case.origin,
            Message("A letter of {seat} in {game} has words or a picture and no move.", values),
            Message("It was answered with the form; perhaps it is meant for you."),
        )

    def _tell_of(self, origin: Origin, what: Message, cure: Message) -> None:
        self._trouble(Declined(what, cure, str(self.home.mail.put_away(origin.kept))))

    def _refuse(self, case: Case, problems: Sequence[Problem]) -> str:
        """Answer a letter of the seat to move with all that is wrong with it."""
        speech = tongue(case.reader.language, case.desk.rulebook.slug)
        told = letters.problems(case.desk, problems, speech, reveal=True)
        mail = desktop(self.house, case.ledger, case.desk).letter(
            "refusal",
            case.reader,
            form=True,
            answered=Answered(case.origin.message_id),
            problems=told,
            story=[],
        )
        game = case.desk.head.game
        return self._commit(case.origin, "refused", game, [mail])
