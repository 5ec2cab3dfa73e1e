"""Broken writes: a ledger cut or padded at every byte is repaired; damage never is."""

import os
from pathlib import Path

import pytest
from storehelp import HEAD, die, entry, game, in_child, names

from pbm.core.failure import Damaged
from pbm.store import batch
from pbm.store.batch import Batch
from pbm.store.ledgers import Ledger


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "vesna.yaml"


def check_repair(path: Path, broken: bytes, whole: bytes, last: int) -> None:
    """The broken text is refused, read leniently, repaired, and added to."""
    path.write_bytes(broken)
    with pytest.raises(Damaged) as caught:
        Ledger.open(path)
    line = whole.count(b"\n") + 1
    assert caught.value.where == f"{path}:{line}"
    lenient = Ledger.open(path, lenient=True)
    assert lenient.torn
    assert lenient.last == entry(last)
    assert lenient.tail(2) == [entry(last - 1), entry(last)]
    with pytest.raises(Damaged):
        lenient.append([entry(last + 1)])
    assert path.read_bytes() == broken
    repaired = Ledger.open(path, repair=True)
    assert not repaired.torn
    assert path.read_bytes() == whole
    aside = path.with_name(f"vesna.yaml.torn-{len(whole)}")
    assert aside.read_bytes() == broken[len(whole) :]
    aside.unlink()
    repaired.append([entry(last + 1, line="20к")])
    assert Ledger.open(path).last == entry(last + 1, line="20к")


def test_the_last_item_cut_at_every_byte(path: Path) -> None:
    game(path, 2)
    whole = path.read_bytes()
    Ledger.open(path).append([entry(3)])
    text = path.read_bytes()
    for end in range(len(whole) + 1, len(text)):
        check_repair(path, text[:end], whole, 2)


def test_the_last_item_in_nul_bytes_from_every_byte(path: Path) -> None:
    game(path, 2)
    whole = path.read_bytes()
    Ledger.open(path).append([entry(3)])
    text = path.read_bytes()
    for end in range(len(whole), len(text)):
        check_repair(path, text[:end].ljust(len(text), b"\0"), whole, 2)


@pytest.mark.parametrize("padding", [1, 100, 10_000])
def test_nul_bytes_behind_a_whole_item(path: Path, padding: int) -> None:
    game(path, 2)
    whole = path.read_bytes()
    check_repair(path, whole + b"\0" * padding, whole, 2)


def test_entry_0_is_never_cut_off(path: Path) -> None:
    Ledger.create(path, HEAD, entry(0))
    text = path.read_bytes()
    for end in range(len(text)):
        path.write_bytes(text[:end])
        with pytest.raises(Damaged):
            Ledger.open(path, repair=True)
        assert path.read_bytes() == text[:end]


def test_a_whole_item_with_any_changed_byte_is_never_cut_off(path: Path) -> None:
    game(path, 2)
    text = path.read_bytes()
    start = text.index(b"- entry: 2\n")
    # The last byte is the newline that makes the item whole: without it it is a broken write.
    for at in range(start, len(text) - 1):
        for byte in {ord("x"), ord("0"), ord(" "), ord("\n")} - {text[at]}:
            changed = text[:at] + bytes([byte]) + text[at + 1 :]
            path.write_bytes(changed)
            with pytest.raises(Damaged):
                Ledger.open(path, repair=True)
            assert path.read_bytes() == changed
    assert names(path.parent) == ["vesna.yaml"]


@pytest.mark.parametrize(
    "more", [b"# a note\n", b"\n", b"- entry: 9\n", b"- entry: 3\n  hand: 1\n"]
)
def test_what_somebody_wrote_behind_is_never_cut_off(path: Path, more: bytes) -> None:
    game(path, 2)
    text = path.read_bytes() + more
    path.write_bytes(text)
    with pytest.raises(Damaged):
        Ledger.open(path, repair=True)
    assert path.read_bytes() == text


def test_a_damaged_item_before_a_broken_write_stops_the_repair(path: Path) -> None:
    game(path, 2)
    text = path.read_bytes().replace(b'"blue": 102', b'"blue": 103') + b"- entry: 3\n  ki"
    path.write_bytes(text)
    with pytest.raises(Damaged):
        Ledger.open(path, repair=True)
    assert path.read_bytes() == text


def test_several_entries_of_one_write_count_together(path: Path) -> None:
    """Cut at any byte, also right between two entries, none of them is left."""
    ledger = game(path, 2)
    whole = path.read_bytes()
    chain = ledger.preview([entry(3)])[0].chain
    ledger.append([entry(3), entry(4), entry(5)])
    text = path.read_bytes()
    for end in range(len(whole) + 1, len(text), 7):
        batch.begin(path, Batch(len(whole), len(text), chain))
        check_repair(path, text[:end], whole, 2)
    for number in (4, 5):
        batch.begin(path, Batch(len(whole), len(text), chain))
        check_repair(path, text[: text.index(b"- entry: %d\n" % number)], whole, 2)
    assert names(path.parent) == ["vesna.yaml"]


def test_a_forgotten_mark_of_a_whole_write_says_nothing(path: Path) -> None:
    ledger = game(path, 2)
    size = path.stat().st_size
    chain = ledger.preview([entry(3)])[0].chain
    ledger.append([entry(3), entry(4)])
    batch.begin(path, Batch(size, path.stat().st_size, chain))
    assert Ledger.open(path).last == entry(4)
    assert Ledger.open(path, repair=True).append([entry(5)])
    assert Ledger.open(path).last == entry(5)


def test_a_mark_whose_write_never_began_does_not_touch_a_later_entry(path: Path) -> None:
    ledger = game(path, 2)
    size = path.stat().st_size
    chain = ledger.preview([entry(3)])[0].chain
    mark = Batch(size, size + 5000, chain)
    batch.begin(path, mark)
    Ledger.open(path, repair=True).append([entry(3, line="20к")])
    assert batch.begun(path) is None
    batch.begin(path, mark)  # as if the power cut had brought it back
    assert Ledger.open(path, repair=True).last == entry(3, line="20к")


@pytest.mark.parametrize("text", [b"", b"rubbish", b"1 2", b"x y z", b"\xff \xff \xff"])
def test_a_mark_that_is_none_says_nothing(path: Path, text: bytes) -> None:
    game(path, 2)
    path.with_suffix(".batch").write_bytes(text)
    assert Ledger.open(path, repair=True).last == entry(2)


def test_a_process_killed_between_the_steps_of_a_repair(path: Path) -> None:
    game(path, 2)
    whole = path.read_bytes()
    broken = whole + b"- entry: 3\n"

    def killed() -> None:
        os.ftruncate = lambda *_: die()
        Ledger.open(path, repair=True)

    path.write_bytes(broken)
    assert in_child(killed) == -9
    assert path.read_bytes() == broken
    check_repair(path, broken, whole, 2)


def test_a_process_killed_in_the_middle_of_a_write(path: Path) -> None:
    ledger = game(path, 2)
    whole = path.read_bytes()
    write = os.write

    def half(descriptor: int, data: memoryview) -> int:
        write(descriptor, data[: len(data) * 2 // 3])
        die()
        return 0

    def killed() -> None:
        real = batch.begin

        def begin(path: Path, batch: Batch) -> None:
            real(path, batch)
            os.write = half  # type: ignore[assignment]

        batch.begin = begin
        ledger.append([entry(3), entry(4), entry(5)])

    assert in_child(killed) == -9
    assert path.stat().st_size > len(whole)
    assert Ledger.open(path, lenient=True).last == entry(2)
    again = Ledger.open(path, repair=True)
    assert path.read_bytes() == whole
    again.append([entry(3), entry(4), entry(5)])
    assert list(Ledger.open(path).entries()) == [entry(number) for number in range(6)]
