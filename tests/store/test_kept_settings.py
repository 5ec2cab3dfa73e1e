"""Settings that are kept as they were read: by whom, for how long, and what may become of them."""

import os
from pathlib import Path

import pytest

from pbm.core.failure import Wrong
from pbm.store.home import Home
from pbm.store.settings import Settings, read_settings

ALL = """\
club: Пощенски борсаджии
address: club@example.org
plus_address: true
language: bg
timezone: UTC
mail_in: imaps://club%40example.org@imap.example.org/INBOX
mail_out: smtps://club%40example.org@smtp.example.org
password: {env: PBM_PASSWORD}
password_out: {command: pass club}
limits: {per_hour: 2, per_day: 9}
max_size: 3 MB
history_rows: 40
"""


@pytest.fixture
def home(tmp_path: Path) -> Home:
    (tmp_path / "pbm.yaml").write_text(ALL, encoding="utf-8")
    return run(tmp_path)


def run(folder: Path) -> Home:
    """A home in which a run has read its settings."""
    home = Home(folder)
    with home.lock():
        assert home.settings
    return home


def recalled(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Settings:
    """The settings as a process gets them that cannot read YAML."""
    with monkeypatch.context() as patch:
        patch.setattr("pbm.store.settings.read_settings", lambda *_: pytest.fail("read again"))
        return Home(folder).settings


def test_settings_are_read_once(home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    assert recalled(home.folder, monkeypatch) == read_settings(home.settings_file, ALL.encode())


def test_a_change_counts_at_once(home: Home) -> None:
    home.settings_file.write_text(ALL.replace("per_day: 9", "per_day: 8"), encoding="utf-8")
    assert Home(home.folder).settings.limits.per_day == 8


def test_a_command_that_only_looks_keeps_nothing(home: Home) -> None:
    (home.cache / "settings.json").unlink()
    assert Home(home.folder).settings.limits.per_day == 9
    assert list(home.cache.iterdir()) == []


@pytest.mark.parametrize("torn", [b"", b"{", b"[]", b'{"of": 1}', b"\xff", b"null", b"[" * 100_000])
def test_a_torn_copy_counts_for_nothing(home: Home, torn: bytes) -> None:
    (home.cache / "settings.json").write_bytes(torn)
    assert run(home.folder).settings.max_size == 3_000_000


@pytest.mark.parametrize("missing", ["settings", "limits"])
def test_a_copy_without_a_part_counts_for_nothing(home: Home, missing: str) -> None:
    copy = home.cache / "settings.json"
    copy.write_text(copy.read_text("utf-8").replace(f'"{missing}"', '"another"'), encoding="utf-8")
    assert Home(home.folder).settings == read_settings(home.settings_file, ALL.encode())


def test_settings_are_read_where_nothing_can_be_kept(home: Home) -> None:
    (home.cache / "settings.json").unlink()
    home.cache.rmdir()
    home.cache.write_text("no folder", encoding="utf-8")
    assert run(home.folder).settings.max_size == 3_000_000


def test_settings_are_kept_in_a_folder_whose_name_is_no_text(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / os.fsdecode("клуб".encode("cp1251"))
    try:
        folder.mkdir()
    except OSError:
        pytest.skip("this file system has no such names")
    (folder / "pbm.yaml").write_text(ALL, encoding="utf-8")
    run(folder)
    assert recalled(folder, monkeypatch).max_size == 3_000_000


def test_what_is_no_text_is_not_taken_for_what_was_kept(home: Home) -> None:
    home.settings_file.write_text(ALL.replace("Пощенски", "\ufffd"), encoding="utf-8")
    run(home.folder)
    wrong = ALL.encode().replace("Пощенски".encode(), b"\xff")
    home.settings_file.write_bytes(wrong)
    with pytest.raises(Wrong):
        assert Home(home.folder).settings


def test_what_is_kept_takes_the_place_of_a_link(home: Home) -> None:
    copy = home.cache / "settings.json"
    copy.unlink()
    copy.symlink_to(home.settings_file)
    run(home.folder)
    assert home.settings_file.read_text("utf-8") == ALL
    assert copy.stat().st_mode & 0o777 == 0o600
