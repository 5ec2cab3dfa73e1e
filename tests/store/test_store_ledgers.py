"""Ledgers: created, opened at both ends, added to, read from behind."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest
import yaml
from storehelp import HEAD, SEATS, entry, game

from pbm.core.failure import Damaged, Declined, Wrong
from pbm.store import tail
from pbm.store.ledgers import Changed, Ledger


def test_a_new_game_is_one_yaml_document_and_opens_again(tmp_path: Path) -> None:
    path = tmp_path / "vesna.yaml"
    created = Ledger.create(path, HEAD, entry(0))
    opened = Ledger.open(path)
    assert opened.head == created.head == HEAD
    assert opened.last == created.last == entry(0)
    assert opened.last.chain.startswith("sha256:")
    assert not opened.torn
    seen = yaml.load(path.read_bytes(), yaml.CSafeLoader)
    assert seen["seats"] == list(SEATS)
    assert seen["history"][0]["chain"] == opened.last.chain


def test_a_name_is_taken_once(tmp_path: Path) -> None:
    path = tmp_path / "vesna.yaml"
    game(path, 2)
    before = path.read_bytes()
    with pytest.raises(Declined):
        Ledger.create(path, HEAD, entry(0))
    assert path.read_bytes() == before


def test_entries_are_added_behind_what_stands(tmp_path: Path) -> None:
    path = tmp_path / "vesna.yaml"
    ledger = game(path, 1)
    before = path.read_bytes()
    promised = ledger.preview([entry(2), entry(3)])
    assert path.read_bytes() == before
    added = ledger.append([entry(2), entry(3)])
    assert path.read_bytes().startswith(before)
    assert [one.chain for one in added] == [one.chain for one in promised]
    assert ledger.last.chain == added[-1].chain == Ledger.open(path).last.chain
    ledger.append([entry(4)])
    assert [one.number for one in Ledger.open(path).entries()] == [0, 1, 2, 3, 4]
    assert sorted(p.name for p in tmp_path.iterdir()) == ["vesna.yaml"]


def test_nothing_added_changes_nothing(tmp_path: Path) -> None:
    ledger = game(tmp_path / "vesna.yaml", 1)
    before = ledger.path.read_bytes()
    assert ledger.append([]) == []
    assert ledger.path.read_bytes() == before


@pytest.mark.parametrize("numbers", [[1], [3], [2, 4], [2, 2]])
def test_entries_must_follow_each_other(tmp_path: Path, numbers: list[int]) -> None:
    ledger = game(tmp_path / "vesna.yaml", 1)
    with pytest.raises(ValueError, match="cannot follow"):
        ledger.append([entry(number) for number in numbers])


def _grown(path: Path) -> None:
    Ledger.open(path).append([entry(3)])


def _touched(path: Path) -> None:
    os.utime(path, ns=(1, 1))


def _replaced(path: Path) -> None:
    times = path.stat()
    copy = path.with_name("copy")
    copy.write_bytes(path.read_bytes())
    os.utime(copy, ns=(times.st_atime_ns, times.st_mtime_ns))
    copy.replace(path)


@pytest.mark.parametrize("meddle", [_grown, _touched, _replaced])
def test_a_file_that_changed_meanwhile_is_not_added_to(
    tmp_path: Path, meddle: Callable[[Path], None]
) -> None:
    ledger = game(tmp_path / "vesna.yaml", 2)
    meddle(ledger.path)
    before = ledger.path.read_bytes()
    with pytest.raises(Changed):
        ledger.append([entry(3)])
    assert ledger.path.read_bytes() == before


@pytest.mark.parametrize("count", [1, 2, 5, 30, 31, 100])
def test_the_tail_is_the_end_of_the_entries(tmp_path: Path, count: int) -> None:
    ledger = game(tmp_path / "vesna.yaml", 30)
    everything = list(ledger.entries())
    assert everything == [entry(number) for number in range(31)]
    assert ledger.tail(count) == everything[-count:]


def test_values_that_yaml_and_json_treat_apart_come_back(tmp_path: Path) -> None:
    odd = {"text": "\u2028\x85\ufeff \t'\"\\ # - : 😀 null ~", "<<": {"yes": "no", "1": "=1"}}
    path = tmp_path / "vesna.yaml"
    Ledger.create(path, HEAD, entry(0)).append(
        [entry(1, state=odd, reason="  chain: x\n- entry: 9")]
    )
    assert Ledger.open(path).last.state == odd
    assert yaml.load(path.read_bytes(), yaml.CSafeLoader)["history"][1]["state"] == odd


class Counter:
    """Counts what is read of files, in place of os in the module that reads ledgers."""

    def __init__(self) -> None:
        self.bytes = 0

    def pread(self, descriptor: int, size: int, offset: int) -> bytes:
        found = os.pread(descriptor, size, offset)
        self.bytes += len(found)
        return found


def test_opening_reads_as_much_of_600_entries_as_of_6(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    read = []
    for last in (6, 600):
        path = tmp_path / f"{last}.yaml"
        ledger = Ledger.create(path, HEAD, entry(0))
        ledger.append([entry(number) for number in range(1, last + 1)])
        counter = Counter()
        with monkeypatch.context() as patch:
            patch.setattr(tail, "os", counter)
            assert Ledger.open(path).last.number == last
        read.append(counter.bytes)
    assert max(read) <= 2 * tail.BLOCK
    assert read[1] <= read[0] * 1.5


def test_a_tail_reads_no_more_than_it_needs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "long.yaml"
    ledger = Ledger.create(path, HEAD, entry(0))
    ledger.append([entry(number) for number in range(1, 601)])
    counter = Counter()
    monkeypatch.setattr(tail, "os", counter)
    assert len(ledger.tail(20)) == 20
    assert counter.bytes < path.stat().st_size / 10


def test_damage_in_the_middle_is_no_matter_for_the_last_but_found_by_a_tail(
    tmp_path: Path,
) -> None:
    ledger = game(tmp_path / "vesna.yaml", 9)
    text = ledger.path.read_bytes()
    at = text.index(b"- entry: 4\n")
    line = text.count(b"\n", 0, at) + 1
    ledger.path.write_bytes(text[:at] + text[at:].replace(b'"blue": 104', b'"blue": 105', 1))
    opened = Ledger.open(ledger.path)
    assert opened.tail(3) == [entry(7), entry(8), entry(9)]
    with pytest.raises(Damaged) as caught:
        opened.tail(8)
    assert caught.value.where == f"{ledger.path}:{line}"
    with pytest.raises(Damaged):
        opened.entries()


def test_a_changed_head_is_found_without_reading_the_history(tmp_path: Path) -> None:
    ledger = game(tmp_path / "vesna.yaml", 9)
    text = ledger.path.read_bytes()
    ledger.path.write_bytes(text.replace(b'"3+5"', b'"3+6"', 1))
    with pytest.raises(Damaged) as caught:
        Ledger.open(ledger.path, repair=True)
    assert caught.value.where == f"{ledger.path}:1"
    assert caught.value.cure is not None


@pytest.mark.parametrize("text", [b"", b"\n", b"game: x\n", b"\0" * 99, b"- entry: 0\n" * 9])
def test_what_is_no_game_file_is_damaged(tmp_path: Path, text: bytes) -> None:
    path = tmp_path / "vesna.yaml"
    path.write_bytes(text)
    for repair in (False, True):
        with pytest.raises(Damaged):
            Ledger.open(path, repair=repair)
    assert path.read_bytes() == text


def test_a_file_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(Wrong):
        Ledger.open(tmp_path / "vesna.yaml")
