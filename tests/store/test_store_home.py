"""The game master's folder: found, begun, listed, locked."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from storehelp import HEAD, entry, in_child, names

from pbm.core.failure import Damaged, Declined, Wrong
from pbm.store.home import Busy, Home, find_home, init
from pbm.store.ledgers import Ledger

SEED = bytes(range(32))


@pytest.fixture
def home(tmp_path: Path) -> Home:
    init(tmp_path / "club")
    return Home(tmp_path / "club")


def test_a_folder_is_begun_whole(tmp_path: Path) -> None:
    made = init(tmp_path / "deep" / "club")
    home = Home(tmp_path / "deep" / "club")
    assert names(home.folder) == ["games", "mail", "pbm.yaml", "players.yaml", "secret"]
    assert names(home.folder / "mail") == ["cur", "held", "new", "out", "tmp"]
    assert names(home.folder / "mail" / "out") == ["failed", "pending", "ready", "sent"]
    assert {path for path in made if path.is_file()} == {
        home.settings_file,
        home.players_file,
        home.secret_file,
    }
    assert home.secret_file.stat().st_mode & 0o777 == 0o600
    assert home.players_file.stat().st_mode & 0o077 == 0
    assert (home.folder / "mail").stat().st_mode & 0o077 == 0
    assert home.settings.club == "My club"
    assert home.players.all == ()
    assert len(home.secret) == 32
    assert home.games() == []
    assert list(home.mail.waiting()) == []
    assert list(home.outbox.ready()) == []
    assert home.journal.find("sha256:a") is None


def test_beginning_again_overwrites_nothing(home: Home) -> None:
    secret = home.secret
    home.settings_file.write_text("club: mine\n")
    home.players_file.unlink()
    (home.folder / "mail" / "out" / "sent").rmdir()
    made = init(home.folder)
    assert made == [home.folder / "mail" / "out" / "sent", home.players_file]
    assert home.settings.club == "mine"
    assert Home(home.folder).secret == secret
    assert init(home.folder) == []


def test_a_folder_that_cannot_be_made_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(Wrong):
        init(tmp_path / "file" / "club")


def test_a_home_is_found_by_option_environment_and_place(home: Home, tmp_path: Path) -> None:
    others = [tmp_path / name for name in ("environment", "here")]
    for folder in others:
        init(folder)
    environ = {"PBM_HOME": str(others[0])}
    assert find_home(str(home.folder), environ, others[1]).folder == home.folder
    assert find_home(None, environ, others[1]).folder == others[0]
    assert find_home(None, {}, others[1]).folder == others[1]
    assert find_home(None, {"PBM_HOME": ""}, others[1]).folder == others[1]


@pytest.mark.parametrize(
    ("option", "environ"), [("nowhere", {}), (None, {"PBM_HOME": "nowhere"}), (None, {})]
)
def test_a_folder_without_settings_is_told_with_the_cure(
    tmp_path: Path, option: str | None, environ: dict[str, str]
) -> None:
    with pytest.raises(Wrong) as caught:
        find_home(option, environ, tmp_path)
    assert caught.value.cure is not None
    assert "pbm init" in caught.value.cure.text


def test_a_game_is_opened_with_its_seed_and_listed(home: Home) -> None:
    for name in ("vesna", "a-1", "zima"):
        home.open_game(HEAD._replace(game=name), entry(0), SEED)
    for name in ("Vesna.yaml", "vesna.yaml.torn-9", "x.yml", ".hidden.yaml", "a b.yaml", ".yaml"):
        (home.games_folder / name).touch()
    assert home.games() == ["a-1", "vesna", "zima"]
    assert home.ledger("vesna").head == HEAD
    assert home.seed("vesna") == SEED
    path = home.games_folder / "vesna.seed"
    assert path.read_text() == SEED.hex() + "\n"
    assert path.stat().st_mode & 0o777 == 0o600


def test_a_game_is_opened_once(home: Home) -> None:
    home.open_game(HEAD, entry(0), SEED)
    with pytest.raises(Declined):
        home.open_game(HEAD, entry(0), bytes(32))
    assert home.seed("vesna") == SEED


def test_a_seed_that_was_left_is_not_thrown_away(home: Home) -> None:
    home.open_game(HEAD, entry(0), SEED)
    (home.games_folder / "vesna.yaml").unlink()
    home.open_game(HEAD, entry(0), bytes(32))
    assert home.seed("vesna") == bytes(32)
    assert (home.games_folder / "vesna.seed.old").read_text() == SEED.hex() + "\n"


def test_an_unknown_game_is_told_with_the_nearest(home: Home) -> None:
    with pytest.raises(Wrong) as caught:
        home.ledger("vesna")
    assert "pbm new" in caught.value.cure.text if caught.value.cure else False
    home.open_game(HEAD, entry(0), SEED)
    with pytest.raises(Wrong) as caught:
        home.ledger("vesan")
    assert caught.value.cure is not None
    assert caught.value.cure.values == {"word": "vesna"}
    with pytest.raises(Damaged, match="missing"):
        home.seed("vesan")


@pytest.mark.parametrize("name", ["", "..", "../vesna", "Vesna", "весна", "a" * 25, "a\n", "a/b"])
def test_a_name_that_no_game_can_have_is_told(home: Home, name: str) -> None:
    for ask in (home.ledger, home.seed, home.ledger_file):
        with pytest.raises(Wrong):
            ask(name)


@pytest.mark.parametrize("text", ["", "xyz", "00" * 31, "00" * 33, "ж"])
def test_a_damaged_secret_or_seed_is_told(home: Home, text: str) -> None:
    home.open_game(HEAD, entry(0), SEED)
    home.secret_file.write_text(text, encoding="utf-8")
    (home.games_folder / "vesna.seed").write_text(text, encoding="utf-8")
    with pytest.raises(Damaged):
        _ = home.secret
    with pytest.raises(Damaged):
        home.seed("vesna")


def test_a_missing_secret_is_told(home: Home) -> None:
    home.secret_file.unlink()
    with pytest.raises(Damaged, match="secret"):
        _ = home.secret


def test_a_missing_secret_is_made_anew_only_where_no_game_needs_it(home: Home) -> None:
    home.secret_file.unlink()
    assert init(home.folder) == [home.secret_file]
    (home.games_folder / "vesna.yaml").write_text("x")
    home.secret_file.unlink()
    with pytest.raises(Damaged, match="secret"):
        init(home.folder)
    assert not home.secret_file.exists()


def test_two_never_work_at_once(home: Home) -> None:
    with home.lock():
        with pytest.raises(Busy) as caught, Home(home.folder).lock():
            pytest.fail("locked twice")
        assert caught.value.what.values == {"n": str(os.getpid())}
    with home.lock():
        pass


def test_the_lock_is_free_after_an_error(home: Home) -> None:
    with pytest.raises(ZeroDivisionError), home.lock():
        _ = 1 / 0
    with home.lock():
        pass


_HOLD = """
import sys
from dataclasses import replace
from pathlib import Path
from pbm.store.home import Home
with Home(Path(sys.argv[1])).lock():
    print("locked", flush=True)
    sys.stdin.read()
"""


def test_the_lock_dies_with_its_process(home: Home) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", _HOLD, str(home.folder)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    ) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == b"locked\n"
        with pytest.raises(Busy) as caught, home.lock():
            pytest.fail("locked twice")
        assert caught.value.what.values == {"n": str(holder.pid)}
        holder.send_signal(signal.SIGKILL)
        holder.wait()
        with home.lock():
            pass


def test_one_may_wait_for_the_lock(home: Home) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", _HOLD, str(home.folder)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    ) as holder:
        assert holder.stdin is not None
        assert holder.stdout is not None
        assert holder.stdout.readline() == b"locked\n"
        waiter = os.fork()
        if not waiter:
            holder.stdin.close()
            with home.lock(wait=True):
                os._exit(0)
        assert os.waitpid(waiter, os.WNOHANG) == (0, 0)
        holder.stdin.close()
        assert os.waitpid(waiter, 0)[1] == 0


def test_a_crash_between_seed_and_ledger_leaves_the_name_free(home: Home) -> None:
    def killed() -> None:
        Ledger.create = lambda *_: os._exit(3)  # type: ignore[method-assign]
        home.open_game(HEAD, entry(0), SEED)

    assert in_child(killed) == 3
    assert home.games() == []
    assert home.open_game(HEAD, entry(0), bytes(32)).last.number == 0
    assert home.seed("vesna") == bytes(32)
