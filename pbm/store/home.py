"""The game master's folder: where everything in it is, its lock, and how it is begun."""

import fcntl
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Final

from pbm.core.failure import Damaged, Declined, Wrong
from pbm.core.tell import Message
from pbm.store.files import (
    PRIVATE,
    PRIVATE_FOLDER,
    SHARED,
    create_synced,
    exists,
    names_in,
    read_bytes,
    told,
    write_synced,
)

if TYPE_CHECKING:
    from datetime import datetime

    from pbm.core.ledger import Entry, Head
    from pbm.store.journal import Journal
    from pbm.store.ledgers import Ledger
    from pbm.store.mailfolder import MailFolder
    from pbm.store.outbox import Outbox
    from pbm.store.players import Player, Players
    from pbm.store.settings import Settings

SETTINGS: Final = "pbm.yaml"
_SECRET: Final = Message(
    "Put the file back from a backup: forms under way are answered with it. If there is none, "
    "write 64 hex digits into it; whoever answers an older form then gets a new one"
)
SEED_CURE: Final = Message("Put the file back from a backup: the deal comes from it")
_LEDGER: Final = ".yaml"
_DAY: Final = 86_400
_SECRET_BYTES: Final = 32


class Busy(Declined):
    """Another pbm works in this folder."""


def find_home(option: str | None, environ: Mapping[str, str], here: Path | None = None) -> "Home":
    """The folder that is meant: by option, else by PBM_HOME, else where one stands.

    Raises Wrong where there are no settings.
    """
    named = option or environ.get("PBM_HOME")
    try:
        folder = Path(named).expanduser() if named else here or Path()
    except RuntimeError:  # ~somebody unknown
        folder = Path(named or "")
    if not exists(folder / SETTINGS):
        raise Wrong(
            Message("There is no {file} in this folder", {"file": SETTINGS}),
            Message(
                "Begin one with `pbm init DIR`, or name yours: `pbm --home DIR`, or PBM_HOME in "
                "the environment"
            ),
            str(folder),
        )
    return Home(folder)


class Home:
    """One game master's folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.settings_file = folder / SETTINGS
        self.players_file = folder / "players.yaml"
        self.secret_file = folder / "secret"
        self.lock_file = folder / "lock"
        self._locked = False
        self._locked_before = 0
        self.games_folder = folder / "games"
        self.forms = folder / "forms"
        """Layouts that take the place of shipped ones; it need not be there."""
        self.templates = folder / "templates"
        """Letters that take the place of shipped ones; it need not be there."""
        self.tables_folder = folder / "tables"
        """Boards and decks that take the place of shipped ones; it need not be there."""
        self.cache = folder / "cache"
        """What can be made again: compiled letters, settings as read; it may be deleted."""
        self.mail_folder = folder / "mail"

    # Commands that only look at games pay neither for settings nor for mail.

    @cached_property
    def mail(self) -> "MailFolder":
        """The letters that came."""
        from pbm.store.mailfolder import MailFolder  # noqa: PLC0415 - late, see above

        return MailFolder(self.mail_folder)

    @cached_property
    def journal(self) -> "Journal":
        """What became of the letters that came."""
        from pbm.store.journal import Journal  # noqa: PLC0415 - late, see above

        return Journal(self.mail_folder / "handled")

    @cached_property
    def outbox(self) -> "Outbox":
        """The letters that go."""
        from pbm.store.outbox import Outbox  # noqa: PLC0415 - late, see above

        return Outbox(self.mail_folder / "out")

    @cached_property
    def settings(self) -> "Settings":
        """What the game master decided; raises Wrong with the place of an error."""
        from pbm.store.kept import KeptSettings  # noqa: PLC0415 - late, see above
        from pbm.store.settings import read_settings  # noqa: PLC0415 - late, see above

        text = read_bytes(self.settings_file)
        kept = KeptSettings(self.cache / "settings.json", self.settings_file, text)
        settings = kept.read()
        if settings is None:
            settings = read_settings(self.settings_file, text)
            if self._locked:
                kept.write(settings)
        return settings

    @cached_property
    def players(self) -> "Players":
        """The people of the club; raises Wrong with the place of an error."""
        from pbm.store.players import Players  # noqa: PLC0415 - late, see above

        return Players.read(self.players_file)

    def add_player(self, player: "Player") -> None:
        """Write a new player into players.yaml; see Players.add."""
        # A property that is read once is replaced like any attribute.
        self.players = self.players.add(player)

    @cached_property
    def secret(self) -> bytes:
        """The 32 bytes that tokens are made with."""
        missing = Message("The secret of this folder is missing")
        return _unhex(self.secret_file, missing, _SECRET)

    def games(self) -> list[str]:
        """The names of all games, sorted."""
        from pbm.core.token import GAME_NAME  # noqa: PLC0415 - late, see above

        names = (name for name in names_in(self.games_folder) if name.endswith(_LEDGER))
        return sorted(filter(GAME_NAME.fullmatch, (name.removesuffix(_LEDGER) for name in names)))

    def is_news(self, words: str, at: "datetime") -> bool:
        """Whether these words, if any, were not told within a day; then they count as told now."""
        path = self._told_file
        with told(path):
            if not words:
                path.unlink(missing_ok=True)
                return False
            when, before = self._last_told()
            if before == words and at.timestamp() - float(when) < _DAY:
                return False
            path.write_text(f"{at.timestamp():.0f} {words}", encoding="utf-8")
            return True

    def lasting(self) -> list[str]:
        """What the last run met that every run may meet again; see `is_news`."""
        with told(self._told_file):
            return self._last_told()[1].splitlines()

    @property
    def _told_file(self) -> Path:
        return self.mail_folder / "told"

    def _last_told(self) -> tuple[str, str]:
        """When lasting words were told last, in seconds since the epoch, and the words."""
        path = self._told_file
        text = path.read_text(encoding="utf-8") if path.exists() else ""
        when, _, words = text.partition(" ")
        return when, words

    def torn_games(self) -> list[str]:
        """The games whose file was changed since the lock before this and is not whole at its end.

        A write that a power cut broke is among them; of the others no file is opened.
        """
        with told(self.games_folder), os.scandir(self.games_folder) as found:
            changed = [
                entry.name.removesuffix(_LEDGER)
                for entry in found
                if entry.name.endswith(_LEDGER) and entry.stat().st_mtime_ns >= self._locked_before
            ]
        if not changed:
            return []
        # Most runs find no changed game and do not pay for this.
        from pbm.core.token import GAME_NAME  # noqa: PLC0415
        from pbm.store.tail import ends_whole  # noqa: PLC0415

        games = sorted(filter(GAME_NAME.fullmatch, changed))
        return [name for name in games if not ends_whole(self.ledger_file(name))]

    def ledger_file(self, name: str) -> Path:
        """Where a game's ledger is or would be; raises Wrong for a name that no game can have."""
        from pbm.core.token import GAME_NAME  # noqa: PLC0415 - late, see above

        if not GAME_NAME.fullmatch(name):
            raise Wrong(
                Message("{name} cannot be a game's name", {"name": name}),
                Message("Use up to 24 of a-z, 0-9 and -"),
            )
        return self.games_folder / f"{name}{_LEDGER}"

    def ledger(self, name: str, *, repair: bool = False, lenient: bool = False) -> "Ledger":
        """An open game; see Ledger.open.

        Raises Wrong for an unknown one, naming the nearest, and for the copy of another one.
        """
        path = self.ledger_file(name)
        if not exists(path):
            from pbm.marked import meant  # noqa: PLC0415 - an error pays for it

            games = self.games()
            what = Message("There is no game {name}", {"name": name})
            raise Wrong(what, meant(name, games) if games else Message("Open one with `pbm new`"))
        from pbm.store.ledgers import Ledger  # noqa: PLC0415 - a run without letters opens none
        from pbm.store.tail import ends_whole  # noqa: PLC0415 - as above

        if repair and not ends_whole(path):
            self._refuse_lost(Ledger.open(path, lenient=True))
        ledger = Ledger.open(path, repair=repair, lenient=lenient)
        if ledger.head.game != name:
            # A copy, for a what-if perhaps: it must neither mail the players nor take their mail.
            raise Wrong(
                Message("This is a copy of the game {game}", {"game": ledger.head.game}),
                Message(
                    "Take it out of this folder, or give it its own name back: {file}. "
                    "`pbm verify FILE` reads it anywhere",
                    {"file": f"{ledger.head.game}{_LEDGER}"},
                ),
                str(path),
            )
        return ledger

    def _refuse_lost(self, ledger: "Ledger") -> None:
        """Raise Damaged where more is gone than the write that a power cut broke.

        The journal names an entry only after it was synced.
        """
        known = self.journal.last_entry(ledger.head.game)
        if ledger.torn and known > ledger.last.number:
            raise Damaged(
                Message(
                    "The file is whole up to entry {last} only, and entry {known} was in it",
                    {"last": ledger.last.number, "known": known},
                ),
                Message("Put the file back from a backup"),
                str(ledger.path),
            )

    def open_game(self, head: "Head", entry: "Entry", seed: bytes) -> "Ledger":
        """A new game: first its seed is kept, then its ledger; Declined if the name is taken."""
        path = self.ledger_file(head.game)
        if exists(path):
            raise Declined(
                Message("There is a game {name}", {"name": head.game}),
                Message("Choose another name"),
                str(path),
            )
        sealed = self._seed_file(head.game)
        if self.journal.knows(head.game) or self.outbox.knows(head.game):
            raise Declined(
                Message("There was a game {name} before", {"name": head.game}),
                Message(
                    "Choose another name: letters to the old game must not move in the new one"
                ),
                str(path),
            )
        if exists(sealed):
            # Left by a game whose ledger was taken away; nothing is thrown away here.
            with told(sealed):
                sealed.replace(sealed.with_name(f"{sealed.name}.old"))
        create_synced(sealed, f"{seed.hex()}\n".encode(), PRIVATE)
        from pbm.store.ledgers import Ledger  # noqa: PLC0415 - as above

        return Ledger.create(path, head, entry)

    def seed(self, name: str) -> bytes:
        """The sealed seed of a game; raises Damaged where it is missing."""
        missing = Message("The sealed seed of this game is missing")
        return _unhex(self._seed_file(name), missing, SEED_CURE)

    def _seed_file(self, name: str) -> Path:
        return self.ledger_file(name).with_suffix(".seed")

    def tables(self, slug: str) -> list[tuple[str, Path, bytes]]:
        """The game master's own tables for a game: `tables/SLUG/NAME.yaml`, sorted by name."""
        files = sorted((self.tables_folder / slug).glob(f"*{_LEDGER}"))
        return [(path.stem, path, read_bytes(path)) for path in files]

    @contextmanager
    def lock(self, *, wait: bool = False) -> Iterator[None]:
        """Keep every other pbm out of this folder; raises Busy if one is in it, or waits for it.

        The lock dies with the process. A child that was forked and not replaced holds it, too.
        """
        with told(self.lock_file):
            descriptor = os.open(self.lock_file, os.O_RDWR | os.O_CREAT, SHARED)
        try:
            with told(self.lock_file):
                self._seize(descriptor, wait=wait)
            self._locked = True
            yield
        finally:
            self._locked = False
            os.close(descriptor)

    def _seize(self, descriptor: int, *, wait: bool) -> None:
        """Lock the open file and leave the process's number in it."""
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
        except BlockingIOError:
            process = os.pread(descriptor, 20, 0).decode("ascii", "replace").strip()
            raise Busy(
                Message("Another pbm (process {n}) works in this folder", {"n": process}),
                Message("Try again when it is done"),
                str(self.folder),
            ) from None
        self._locked_before = os.fstat(descriptor).st_mtime_ns
        os.ftruncate(descriptor, 0)
        os.pwrite(descriptor, f"{os.getpid()}\n".encode(), 0)


def init(folder: Path) -> list[Path]:
    """Begin a folder, or add what is missing in one; returns what was made, overwrites nothing."""
    from pbm.store import players, settings  # noqa: PLC0415 - nobody else pays for it

    home = Home(folder)
    made = []
    for path, mode in [
        (folder, 0o777),
        (home.games_folder, 0o777),
        *((path, PRIVATE_FOLDER) for path in (*home.mail.folders, *home.outbox.folders)),
    ]:
        if not path.is_dir():
            with told(path):
                path.mkdir(mode, parents=True)
            made.append(path)
    if home.games():
        _ = home.secret  # of games under way it is never made anew
    secret = f"{os.urandom(_SECRET_BYTES).hex()}\n"
    for path, text, mode in [
        (home.secret_file, secret, PRIVATE),
        (home.players_file, players.TEMPLATE, PRIVATE),
        # Last: only with it this is a home.
        (home.settings_file, settings.TEMPLATE, SHARED),
    ]:
        if not exists(path):
            write_synced(path, text.encode(), mode)
            made.append(path)
    return made


def _unhex(path: Path, missing: Message, cure: Message) -> bytes:
    """The 32 bytes that stand in a file as hex digits; `missing` says that there is no file."""
    if not exists(path):
        raise Damaged(missing, cure, str(path))
    try:
        found = bytes.fromhex(read_bytes(path).decode())
    except ValueError:
        found = b""
    if len(found) != _SECRET_BYTES:
        raise Damaged(Message("This file must hold 64 hex digits"), cure, str(path))
    return found
