"""The check of whole game files: every changed byte is found, with its entry and line."""

import json
from pathlib import Path

import pytest
import yaml
from storehelp import HEAD, entry, game

from pbm.core.canon import canonical
from pbm.core.failure import Wrong
from pbm.core.ledger import link, split_item
from pbm.store.checking import check
from pbm.store.ledgers import Ledger


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "vesna.yaml"


def spans(text: bytes) -> list[tuple[int, int]]:
    """Where each entry begins and ends; entry 0 begins with the head."""
    starts = [
        0,
        *(text.index(b"\n- entry: %d\n" % n) + 1 for n in range(1, text.count(b"- entry: "))),
    ]
    return list(zip(starts, [*starts[1:], len(text)], strict=True))


def test_a_whole_game_is_found_whole(path: Path) -> None:
    game(path, 5)
    checked = check(path)
    assert checked.head == HEAD
    assert checked.entries == tuple(entry(number) for number in range(6))
    assert checked.entries[-1].chain == Ledger.open(path).last.chain
    assert checked.findings == ()


@pytest.mark.parametrize("byte", b'x7 "\n\0\xd0,}')
def test_every_changed_byte_is_found_with_its_entry_and_line(path: Path, byte: int) -> None:
    game(path, 2)
    text = path.read_bytes()
    for number, (start, end) in enumerate(spans(text)):
        first = text.count(b"\n", 0, start) + 1
        for at in range(start, end):
            if text[at] == byte:
                continue
            path.write_bytes(text[:at] + bytes([byte]) + text[at + 1 :])
            found = check(path).findings
            line = text.count(b"\n", 0, at) + 1
            assert found, (number, at)
            assert found[0].entry == number, (at, found)
            assert found[0].line in {first, line}, (at, line, found)


def test_every_missing_and_every_added_byte_is_found(path: Path) -> None:
    game(path, 2)
    text = path.read_bytes()
    for number, (start, end) in enumerate(spans(text)):
        for at in range(start, end):
            for changed in (text[:at] + text[at + 1 :], text[:at] + b" " + text[at:]):
                path.write_bytes(changed)
                found = check(path).findings
                # A blank before an entry may as well stand behind the one before.
                assert found, (number, at)
                assert found[0].entry in ({number} if at > start else {number, number - 1}), at


@pytest.mark.parametrize("number", [1, 2, 3])
def test_only_the_changed_entry_is_found(path: Path, number: int) -> None:
    game(path, 4)
    text = path.read_bytes()
    path.write_bytes(text.replace(b'"blue": %d' % (100 + number), b'"blue": 900'))
    line = text[: text.index(b"- entry: %d\n" % number)].count(b"\n") + 1
    (finding,) = check(path).findings
    assert finding[:2] == (number, line)


def test_a_changed_chain_is_found_in_its_own_line(path: Path) -> None:
    ledger = game(path, 4)
    chain = ledger.tail(3)[0].chain.encode()
    text = path.read_bytes()
    other = chain[:-1] + (b"0" if chain[-1:] != b"0" else b"1")
    path.write_bytes(text.replace(chain, other))
    (finding,) = check(path).findings
    assert finding[:2] == (2, text[: text.index(chain)].count(b"\n") + 1)


def test_entries_taken_out_or_changed_about_are_found(path: Path) -> None:
    game(path, 4)
    text = path.read_bytes()
    cut = spans(text)
    two, three = (text[slice(*cut[number])] for number in (2, 3))
    for changed in (text.replace(two, b""), text.replace(two + three, three + two)):
        path.write_bytes(changed)
        assert check(path).findings[0].entry == 2
    path.write_bytes(text.replace(two, two + two))
    assert check(path).findings[0].entry == 3


def test_a_broken_write_is_told_apart_from_damage(path: Path) -> None:
    game(path, 2)
    whole = path.read_bytes()
    line = whole.count(b"\n") + 1
    found = []
    for more in (b"- entry: 3\n  ki", b"\0\0\0", b"# a note\n"):
        path.write_bytes(whole + more)
        checked = check(path)
        assert len(checked.entries) == 3
        (finding,) = checked.findings
        assert finding[:2] == (3, line)
        found.append(finding.what)
    assert found[0] == found[1] != found[2]
    assert path.read_bytes() == whole + b"# a note\n"


def forged(path: Path, number: int, old: bytes, new: bytes) -> None:
    """Change an entry and mend all chains from it on, as a forger would."""
    text = path.read_bytes()
    parts = [text[slice(*span)] for span in spans(text)]
    parts[number] = parts[number].replace(old, new)
    chain = ""
    for at, part in enumerate(parts):
        above = part[: part.rindex(b"  chain: ")]
        chain = link(chain, above)
        parts[at] = above + f"  chain: {canonical(chain)}\n".encode()
    path.write_bytes(b"".join(parts))


@pytest.mark.parametrize(
    ("number", "old", "new"),
    [
        (2, b"  opening: 2", b"  opening: 7\n  opening: 2"),  # a key twice: the last, or the first?
        (2, b'"blue": 102', b'"blue": 1, "blue": 102'),
        (2, b'"blue": 102', b'"blue": 1e2'),  # a text in YAML 1.1
        (2, b"  facts:", b"  facts: "),
        (2, b"  opening: 2", b"  opening: 2\n  hand: [1]"),
        (2, b"  opening: 2", b"  opening: 0b10"),
        (2, b'"over": false', b'"over": no'),
        (2, b'"over": false', b'"over": &a false'),
        (2, b"- entry: 2", b"- entry: 1"),
        (1, b"  kind: ", b"  # a note\n  kind: "),
        (0, b'"vesna"', b"vesna"),
        (0, b"history:", b"extra: 1\nhistory:"),
        (0, b'"ru"', b'"ru" # a note'),
        (2, b'"over": false', b'"over": ' + b"[" * 100_000 + b"]" * 100_000),
    ],
)
def test_what_readers_could_see_differently_is_found_under_a_mended_chain(
    path: Path, number: int, old: bytes, new: bytes
) -> None:
    game(path, 3)
    first = path.read_bytes().split(b"- entry: %d\n" % number)[0].count(b"\n") + 1
    forged(path, number, old, new)
    finding = check(path).findings[0]
    assert finding.entry == number
    assert finding.line in {1, first} if number == 0 else finding.line == first


def test_a_mended_chain_alone_is_no_finding(path: Path) -> None:
    """That the moves lead to the states is for the audit; here only the bytes count."""
    game(path, 3)
    forged(path, 2, b'"blue": 102', b'"blue": 103')
    assert check(path).findings == ()


def test_no_options_are_no_finding(path: Path) -> None:
    head = HEAD._replace(options={})
    Ledger.create(path, head, entry(0))
    assert check(path).findings == ()
    assert check(path).head == head


def foreign(path: Path, **values: object) -> int:
    """A game whose last entry says something else, with a chain that holds; its number."""
    ledger = Ledger.create(path, HEAD, entry(0))
    body = entry(1).body()
    for name, value in values.items():
        old = next(
            line
            for line in [*body.splitlines(), b""]
            if line.startswith(f"  {name}: ".encode()) or not line
        )
        new = f"  {name}: {json.dumps(value)}".encode()
        body = (
            body.replace(old, new, 1) if old else body.replace(b"  chance:", new + b"\n  chance:")
        )
    chain = link(ledger.last.chain, body)
    with path.open("ab") as file:
        file.write(body + f'  chain: "{chain}"\n'.encode())
    return 1


FOREIGN = [
    {"kind": ["x"]},
    {"seat": ["x"]},
    {"line": 5},
    {"at": 5},
    {"at": "yesterday"},
    {"letter": "anna@example.org"},
    {"chance": 5},
    {"facts": ["sold"]},
    {"opening": True},
    {"state": [1]},
    {"state": {"cash": 1.0}},
    {"state": {"cash": float("inf")}},
    {"seed": "zz"},
]


@pytest.mark.parametrize("values", FOREIGN, ids=str)
def test_values_that_pbm_never_writes_are_a_finding_though_the_chain_holds(
    path: Path, values: dict[str, object]
) -> None:
    last = foreign(path, **values)
    (finding,) = check(path).findings
    assert finding.entry == last


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (b'rules: "akcioner/1"', b'rules: "akcioner"'),
        (b'rules: "akcioner/1"', b"rules: 5"),
        (b'options: {"formula": "3+5"}', b"options: null"),
        (b'language: "ru"', b'language: "ru"\ntables: {}'),
        (b'language: "ru"', b'language: "xx"'),
        (b'"2026-11-30T10:00:00Z"\nhistory', b'"2026"\nhistory'),
        (b"history:", b"# said afterwards\nhistory:"),
    ],
)
def test_a_head_that_pbm_never_writes_is_a_finding_though_the_chain_holds(
    path: Path, old: bytes, new: bytes
) -> None:
    Ledger.create(path, HEAD, entry(0))
    above = split_item(path.read_bytes()).above
    assert old in above
    changed = above.replace(old, new)
    path.write_bytes(changed + f'  chain: "{link("", changed)}"\n'.encode())
    assert [finding.entry for finding in check(path).findings] == [0]


@pytest.mark.parametrize("text", [b"", b"hello\n", b"\0" * 50, b"\xff\xfe"])
def test_what_is_no_game_file_is_a_finding(path: Path, text: bytes) -> None:
    path.write_bytes(text)
    checked = check(path)
    assert checked.head is None
    assert [finding[:2] for finding in checked.findings] == [(0, 1)]


def test_a_file_that_is_not_there_is_told(path: Path) -> None:
    with pytest.raises(Wrong):
        check(path)


def test_the_check_loads_yaml_once(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game(path, 3)
    loads = []
    load = yaml.load

    def counted(stream: bytes, loader: type) -> object:
        loads.append(len(stream))
        return load(stream, loader)

    monkeypatch.setattr(yaml, "load", counted)
    assert check(path).findings == ()
    assert loads == [path.stat().st_size]
