"""The house of one game master: his folder, and the desks of the games in it."""

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from pbm.core.failure import Damaged, Wrong
from pbm.core.tell import Message
from pbm.post.lookup import txt
from pbm.store.home import SEED_CURE, Home

if TYPE_CHECKING:
    from pbm.clerk.desk import Desk
    from pbm.core.ledger import Entry
    from pbm.office.letters import Reader
    from pbm.post.signature import Dns
    from pbm.store.ledgers import Ledger


def now() -> datetime:
    """The time of day; the office is the only part of pbm that has a clock."""
    return datetime.now(UTC)


def stamp(at: datetime) -> str:
    """A time as ledgers write it (RFC 3339, UTC, whole seconds)."""
    return at.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def told_time(at: str, zone: str) -> str:
    """A time of a ledger for people, by the clock of a time zone, which is named."""
    import zoneinfo  # noqa: PLC0415 - most runs tell no time

    local = datetime.fromisoformat(at).astimezone(zoneinfo.ZoneInfo(zone))
    return f"{local:%Y-%m-%d %H:%M} ({zone})"


class House:
    """A game master's folder as the office works with it; `dnsfunc` asks the name servers."""

    def __init__(self, home: Home, dnsfunc: "Dns" = txt) -> None:
        self.home = home
        self.dnsfunc = dnsfunc

    def desk(self, ledger: "Ledger", *, public: bool = False) -> "Desk":
        """The desk of an open game, with its hands unless it is to be a `public` one."""
        # A run without letters opens no game, so it does not pay for them.
        from pbm.clerk.desk import sit_down  # noqa: PLC0415
        from pbm.rules import of  # noqa: PLC0415

        seed = None if public else self.seed(ledger)
        return sit_down(of(ledger.head, str(ledger.path)), ledger.head, ledger.last, seed)

    def seed(self, ledger: "Ledger") -> bytes:
        """The seed of a game; raises Damaged where it is missing or is not the one sealed."""
        from pbm.core.chance import commitment  # noqa: PLC0415 - as above

        head = ledger.head
        if ledger.last.seed:
            return bytes.fromhex(ledger.last.seed)
        seed = self.home.seed(head.game)
        if commitment(seed, head.game, head.options, head.seats) != head.sealed:
            what = Message("This is not the seed that was sealed for this game")
            raise Damaged(what, SEED_CURE, str(ledger.path.with_suffix(".seed")))
        return seed

    @property
    def by_mail(self) -> bool:
        """Whether letters go out: the club has an address and a way to send."""
        settings = self.home.settings
        return bool(settings.address and settings.mail_out)

    def readers(self, desk: "Desk") -> "list[Reader]":
        """Everybody who plays, in the order of the head; without an address on paper or typed."""
        return [self.reader(desk, seat) for seat in range(len(desk.game.seats))]

    def reader(self, desk: "Desk", seat: int) -> "Reader":
        """The player at a seat."""
        from pbm.office.letters import Reader  # noqa: PLC0415 - as above

        name = desk.game.seats[seat]
        player = self.home.players.named(name)
        language = self.home.settings.language or desk.head.language
        if player is None:
            return Reader(seat, name, "", language)
        address = next(iter(player.addresses), "")
        return Reader(seat, name, address, player.language or language)

    def seat(self, desk: "Desk", name: str | None) -> int | None:
        """The seat of a name or number (from 1); raises Wrong if nobody sits there."""
        if name is None:
            return None
        seats = desk.game.seats
        folded = [seat.casefold() for seat in seats]
        if name.casefold() in folded:
            return folded.index(name.casefold())
        if name.isdecimal() and 1 <= int(name) <= len(seats):
            return int(name) - 1
        raise Wrong(
            Message(
                "Nobody called {name} plays in {game}.", {"name": name, "game": desk.head.game}
            ),
            Message("There are: {seats}.", {"seats": ", ".join(seats)}),
        )


def position(desk: "Desk") -> dict[str, Any]:
    """What `pbm show --json` prints: stable, public, English identifiers."""
    mover = desk.to_move
    state: Mapping[str, Any] = desk.last.state
    over = desk.result
    return {
        "game": desk.head.game,
        "rules": desk.head.rules,
        "entry": desk.last.number,
        "to_move": None if mover is None else desk.game.seats[mover],
        "over": over is not None,
        "result": None
        if over is None
        else {
            "winners": [desk.game.seats[n] for n in over.winners],
            "scores": dict(zip(desk.game.seats, over.scores, strict=True)) if over.scores else {},
        },
        "state": {name: value for name, value in state.items() if name != "to_move"},
    }


def tail(ledger: "Ledger", rows: int) -> "list[Entry]":
    """The end of a ledger, as many entries of it as forms show; with 0 rows all of it."""
    whole = ledger.last.number + 1
    return ledger.tail(min(rows or whole, whole))
