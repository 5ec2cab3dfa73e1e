"""The people of a club, `players.yaml`: their addresses and languages, known to pbm alone."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

from pbm.core.canon import canonical
from pbm.core.failure import Declined, Wrong
from pbm.core.tell import LANGUAGES, Message
from pbm.marked import Value, parse
from pbm.store.addresses import address, fault, folded
from pbm.store.files import append_synced, read_bytes

# A list of players is written with commas, and `Name <address>` names a new one.
_NOT_IN_NAMES: Final = frozenset(',;<>"')
_LONGEST: Final = 40


class Player(NamedTuple):
    """Somebody who plays. Letters go to the first address and are taken from all of them.

    Without a language the club's is used; with `paper` he gets his form printed.
    """

    name: str
    addresses: tuple[str, ...] = ()
    language: str = ""
    paper: bool = False


class Players:
    """Everybody in players.yaml."""

    def __init__(self, path: Path, players: Sequence[Player]) -> None:
        self.path = path
        self.all = tuple(players)
        self._by_name = {player.name.casefold(): player for player in players}

    @classmethod
    def read(cls, path: Path) -> "Players":
        """The people in a file; raises Wrong with line and column for whatever is not right."""
        return cls(path, _players(read_bytes(path), path))

    def named(self, name: str) -> Player | None:
        """The player of this name; capitals do not matter."""
        return self._by_name.get(name.strip().casefold())

    def at(self, address: str) -> list[Player]:
        """Everybody who writes from this address: a family may share one."""
        wanted = folded(address)
        return [one for one in self.all if wanted in map(folded, one.addresses)]

    def add(self, player: Player) -> "Players":
        """Everybody and one more; the file grows by a line, what people wrote in it stays.

        Raises Declined if the name is taken, Wrong if it or an address cannot be used.
        """
        if self.named(player.name):
            gaps = {"name": player.name}
            raise Declined(Message("There is a player {name}", gaps), None, str(self.path))
        check(player)
        text = read_bytes(self.path)
        line = (b"" if not text or text.endswith(b"\n") else b"\n") + _line(player)
        try:
            everybody = _players(text + line, self.path)
        except Wrong:
            _players(text, self.path)  # what was wrong before is told as it is
            raise Wrong(
                Message("pbm cannot add a line to this file as it is written"),
                Message("Add this line yourself: {line}", {"line": line.decode().strip()}),
                str(self.path),
            ) from None
        append_synced(self.path, line)
        return Players(self.path, everybody)


def _line(player: Player) -> bytes:
    """The line of a player."""
    values: dict[str, object] = {}
    if player.addresses:
        one = len(player.addresses) == 1
        values["address"] = player.addresses[0] if one else list(player.addresses)
    if player.language:
        values["language"] = player.language
    if player.paper:
        values["paper"] = True
    return f"{canonical(player.name)}: {canonical(values)}\n".encode()


def _players(text: bytes, path: Path) -> list[Player]:
    """Everybody in the text of a file."""
    value = parse(text, str(path))
    players: dict[str, Player] = {}
    for key, found in value.pairs() if value is not None else []:
        name = key.text()
        if what := _name_fault(name):
            raise key.wrong(what)
        if (twin := players.get(name.casefold())) is not None:
            raise key.wrong(Message("{name} stands here twice", {"name": twin.name}))
        players[name.casefold()] = _player(name, found)
    return list(players.values())


def _player(name: str, value: Value) -> Player:
    """One player: a mapping, an address alone, or nothing for somebody without mail."""
    if value.kind == "null":
        return Player(name)
    if value.kind != "map":
        return Player(name, _addresses(value))
    found = value.fields(_CHECKERS)
    both = found.pop("address", ()), found.pop("addresses", ())
    return Player(name, both[0] + both[1], **found)


def _addresses(value: Value) -> tuple[str, ...]:
    return tuple(address(member) for member in value.members())


_CHECKERS: Final[Mapping[str, Any]] = {
    "address": _addresses,
    "addresses": _addresses,
    "language": lambda value: value.one_of(LANGUAGES),
    "paper": Value.flag,
}


def check(player: Player) -> None:
    """Raise Wrong for a player that the file could not hold."""
    found = _name_fault(player.name)
    for text in player.addresses:
        what = fault(text)
        found = found or (what[1] if what else None)
        if found:
            raise Wrong(found, Message("Write it like name@example.org"), text)
    if found:
        raise Wrong(found, None, player.name)


def _name_fault(name: str) -> Message | None:
    """What keeps a text from being a player's name."""
    if not name.strip() or name != name.strip():
        return Message("A name must not be empty or begin or end with a space")
    if len(name) > _LONGEST:
        return Message("A name has at most {n} letters", {"n": _LONGEST})
    for letter in name:
        if letter in _NOT_IN_NAMES or not letter.isprintable():
            return Message("A name must not contain {letter}", {"letter": letter})
    return None


TEMPLATE: Final = """\
# The players, one each line. Only pbm and you see this file.
#
#   Anna: anna@example.org
#   Boris: {address: boris@example.org, language: bg}
#   Vera: {address: [vera@example.org, vera@work.example], language: ru}
#   Old Gosha: {paper: true}
#
# address   where letters go to; of several the first, and answers are taken from all of them
# language  ru, bg or en; without it the club's
# paper     true: the form is printed and posted
"""
"""The players' file that `pbm init` writes."""
