"""Whether a letter is taken for its player's own, and why: the grades of `sender` in pbm.yaml."""

from collections.abc import Mapping
from functools import cached_property
from typing import Final, NamedTuple

from pbm.core.tell import N_, Message
from pbm.office.house import House, now, stamp
from pbm.office.letters import Reader
from pbm.post.authentication import server_verdict
from pbm.post.classify import SUBJECT
from pbm.post.letter import Arrival, Kind
from pbm.post.verdict import Grade, Verdict, domain_of
from pbm.store.journal import Journal, Line

_REASONS: Final[Mapping[str, str]] = {
    "silent": N_("{server} says nothing of its sender"),
    "unproved": N_("{server} did not find it proved who sent it"),
    "unreadable": N_("what {server} says of its sender cannot be read"),
    "dmarc": N_("{server} says that its sender is forged (dmarc=fail)"),
    "unsigned": N_("it has no signature (DKIM)"),
    "another-domain": N_("it is not signed by the domain of its sender"),
    "malformed": N_("its header or its signature is not well formed"),
    "doubled": N_("a field stands twice in its header"),
    "partial": N_("its signature covers only a part of its text"),
    "uncovered": N_("its signature does not cover all that counts in its header"),
    "weak": N_("its signature is of a kind that proves nothing"),
    "key": N_("the key of its signature is not published"),
    "broken": N_("its signature does not fit it: it was changed on the way or forged"),
    "dns": N_("its signature could not be checked, for no name server answered"),
}
_PROOFS: Final[Mapping[str, str]] = {
    "dmarc": N_("the token, the sender's address, and {server} says dmarc=pass"),
    "dkim": N_("the token, the sender's address, and {server} says dkim=pass"),
    "signed": N_("the token, the sender's address, and the signature of {server}"),
}
_ADDRESS: Final = Message("the token and the sender's address")
_TOKEN: Final = Message("the token alone")
_STRICT: Final = "strict"
_LENIENT: Final = "lenient"
_LISTED: Final = Message("it came through a mailing list")
_AUTOMATIC: Final = Message("by its subject it is an automatic reply")


class Opinion(NamedTuple):
    """Whether a letter is taken for the player's own, and why or why not.

    `later` says that this cannot be known now and should be asked again.
    """

    trusted: bool
    why: Message
    later: bool = False


class Doorkeeper:
    """Looks at who sent a letter. What it found of a signature is remembered: keys change."""

    def __init__(self, house: House, *, remember: bool = True) -> None:
        self._home = house.home
        self._dnsfunc = house.dnsfunc
        self._remember = remember
        self._dark: set[str] = set()

    @cached_property
    def _checked(self) -> Journal:
        """The signatures that were checked: of each letter the code of what was found."""
        return Journal(self._home.mail_folder / "checked")

    def opinion(self, arrival: Arrival, raw: bytes, reader: Reader | None) -> Opinion:
        """Whether a letter is of the player whose token it has; None asks for the sender only."""
        settings = self._home.settings
        if arrival.kind is Kind.LIST:
            return Opinion(trusted=False, why=_AUTOMATIC if arrival.why == SUBJECT else _LISTED)
        server = server_verdict(raw, settings.trust, domain_of(arrival.sender))
        if server.grade is Grade.FAIL:
            return _opinion(server)
        if reader is not None and settings.sender == _LENIENT:
            return Opinion(trusted=True, why=_TOKEN)
        if reader is not None and (reason := self._stranger(arrival, reader)):
            return Opinion(trusted=False, why=reason)
        if settings.sender != _STRICT:
            return Opinion(trusted=True, why=_ADDRESS)
        return _opinion(server if settings.trust else self._signature(arrival, raw))

    def _stranger(self, arrival: Arrival, reader: Reader) -> Message | None:
        """Why the sender is not the player by his address; None if he is."""
        if not arrival.sender:
            return Message("it does not say clearly who sent it")
        player = self._home.players.named(reader.name)
        if player not in self._home.players.at(arrival.sender):
            return Message("it has the token of {seat} but another sender", {"seat": reader.name})
        return None

    def _signature(self, arrival: Arrival, raw: bytes) -> Verdict:
        """What the signature is worth, as it was found when the letter was first checked."""
        domain = domain_of(arrival.sender)
        known = self._checked.find(arrival.sha256)
        if known is not None:
            grade = Grade.PASS if known.outcome in _PROOFS else Grade.FAIL
            return Verdict(grade, known.outcome, domain)
        from pbm.post.signature import dkim_verdict  # noqa: PLC0415 - few clubs ask for it

        verdict = dkim_verdict(raw, domain, self._ask)
        if self._remember and verdict.grade is not Grade.UNKNOWN:
            self._checked.add(Line(arrival.sha256, "", verdict.why, "", stamp(now())))
        return verdict

    def _ask(self, name: str) -> bytes | None:
        """The answer of the name servers; one name is not waited for twice in a run."""
        if name in self._dark:
            raise TimeoutError(name)
        try:
            return self._dnsfunc(name)
        except OSError:
            self._dark.add(name)
            raise


def _opinion(verdict: Verdict) -> Opinion:
    """What follows from a verdict where it decides."""
    trusted = verdict.grade is Grade.PASS
    text = (_PROOFS if trusted else _REASONS)[verdict.why]
    why = Message(text, {"server": verdict.by})
    return Opinion(trusted, why, later=verdict.grade is Grade.UNKNOWN)
