"""Files that survive: whole, appended, refused, and never half."""

import os
import resource
import signal
from collections.abc import Callable
from pathlib import Path

import pytest
from storehelp import HEAD, entry, game, in_child, names

from pbm.core.failure import Wrong
from pbm.store.files import append_synced, create_synced, names_in, sync_folder, write_synced
from pbm.store.journal import Journal, Line
from pbm.store.ledgers import Ledger
from pbm.store.players import Player, Players


def test_write_replaces_the_whole_and_leaves_nothing_else(tmp_path: Path) -> None:
    path = tmp_path / "file"
    write_synced(path, b"old and longer")
    write_synced(path, b"new", 0o600)
    assert path.read_bytes() == b"new"
    assert path.stat().st_mode & 0o777 == 0o600
    assert names(tmp_path) == ["file"]


def test_create_refuses_a_file_that_is_there(tmp_path: Path) -> None:
    path = tmp_path / "file"
    create_synced(path, b"first", 0o600)
    assert path.stat().st_mode & 0o777 == 0o600
    with pytest.raises(FileExistsError):
        create_synced(path, b"second")
    assert path.read_bytes() == b"first"
    assert names(tmp_path) == ["file"]


def test_append_makes_and_grows_a_file(tmp_path: Path) -> None:
    path = tmp_path / "file"
    append_synced(path, b"one\n")
    append_synced(path, b"two\n")
    assert path.read_bytes() == b"one\ntwo\n"


def test_names_leave_out_what_begins_with_a_dot(tmp_path: Path) -> None:
    (tmp_path / ".aside").touch()
    (tmp_path / "file").touch()
    assert names_in(tmp_path) == ["file"]


@pytest.mark.parametrize(
    "act",
    [
        lambda path: write_synced(path, b""),
        lambda path: create_synced(path, b""),
        lambda path: append_synced(path, b""),
        sync_folder,
        names_in,
        Ledger.open,
    ],
)
def test_a_missing_folder_is_told(act: Callable[[Path], object], tmp_path: Path) -> None:
    path = tmp_path / "nowhere" / "file"
    with pytest.raises(Wrong) as caught:
        act(path)
    assert str(tmp_path / "nowhere") in caught.value.where


def little_room(path: Path, more: int) -> None:
    """Let the process write only so many bytes more to a file of this size, like a full disk."""
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    limit = (path.stat().st_size if path.exists() else 0) + more
    resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))


def refused(act: Callable[[], object]) -> None:
    """Leave with 7 if something is refused with a cure."""
    with pytest.raises(Wrong) as caught:
        act()
    if caught.value.cure is not None:
        os._exit(7)


@pytest.mark.parametrize("more", [0, 1, 100, 400])
def test_a_full_disk_leaves_the_ledger_as_it_was(tmp_path: Path, more: int) -> None:
    path = tmp_path / "vesna.yaml"
    ledger = game(path, 3)
    before = path.read_bytes()

    def act() -> None:
        little_room(path, more)
        refused(lambda: ledger.append([entry(4)]))

    assert in_child(act) == 7
    assert path.read_bytes() == before
    assert Ledger.open(path).append([entry(4)])[0].number == 4


def test_a_full_disk_leaves_a_ledger_usable_after_several_entries(tmp_path: Path) -> None:
    path = tmp_path / "vesna.yaml"
    ledger = game(path, 1)
    before = path.read_bytes()
    size = len(ledger.path.read_bytes()) // 2

    def act() -> None:
        little_room(path, size)
        refused(lambda: ledger.append([entry(2), entry(3), entry(4)]))

    assert in_child(act) == 7
    assert path.read_bytes() == before
    ledger = Ledger.open(path, repair=True)
    ledger.append([entry(2, line="20к")])
    assert Ledger.open(path).last.number == 2


def test_a_full_disk_leaves_no_half_file(tmp_path: Path) -> None:
    path = tmp_path / "file"
    write_synced(path, b"old")

    def act() -> None:
        little_room(path, 10)
        refused(lambda: write_synced(path, b"x" * 1000))

    assert in_child(act) == 7
    assert path.read_bytes() == b"old"
    assert names(tmp_path) == ["file"]


def test_a_full_disk_leaves_journal_and_players_as_they_were(tmp_path: Path) -> None:
    journal = tmp_path / "handled"
    players = tmp_path / "players.yaml"
    journal.write_bytes(b"kept\n")
    players.write_bytes(b"# kept\n")

    def act() -> None:
        little_room(players, 4)
        try:
            Journal(journal).add(Line("sha256:a", "", "refused", "", "2026"))
        except Wrong:
            refused(lambda: Players.read(players).add(Player("Anna", ("anna@example.org",))))

    assert in_child(act) == 7
    assert journal.read_bytes() == b"kept\n"
    assert players.read_bytes() == b"# kept\n"


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can become somebody else")
def test_what_is_forbidden_is_told(tmp_path: Path) -> None:
    path = tmp_path / "vesna.yaml"
    ledger = game(path, 1)
    before = path.read_bytes()
    path.chmod(0o444)
    for folder in (tmp_path, *tmp_path.parents[:3]):
        folder.chmod(0o755)

    def act() -> None:
        os.setuid(65534)
        Ledger.open(path)
        try:
            Ledger.open(path, repair=True)
        except Wrong:
            refused(lambda: ledger.append([entry(2)]))

    assert in_child(act) == 7
    assert path.read_bytes() == before


def test_a_head_of_any_size_is_written(tmp_path: Path) -> None:
    head = HEAD._replace(options={"board": [["Поле", n] for n in range(3000)]})
    path = tmp_path / "big.yaml"
    Ledger.create(path, head, entry(0)).append([entry(1)])
    ledger = Ledger.open(path)
    assert ledger.head == head != HEAD
    assert ledger.last == entry(1)
