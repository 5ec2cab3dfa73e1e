"""A long fuzz of `pbm read`: mutated letters until the time is up; `python tests/fuzz.py MINUTES`.

The suite itself runs a short one (tests/cli/test_read_command.py). Letters that raise, or take
longer than PATIENCE, are kept in the folder that is printed; the last line is the report.
"""

import json
import os
import random
import sys
import tempfile
import time
import traceback
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]

from club import begin  # noqa: E402 - found by the path above
from letter_case import LETTERS, SECRET, load  # noqa: E402

from pbm.office.languages import tongue  # noqa: E402
from pbm.office.reading import explain  # noqa: E402

PATIENCE: Final = 2.0
"""Seconds of processor time that one letter of a few kilobytes may take."""
LONGEST: Final = 20_000
PIECES: Final = (
    b"\n", b"\r\n\r\n", b"--m\n", b"\x00", b"\xff", b"\x14", b"=?utf-8?b?", b"<s>", b"&#1;", b"5",
    "з".encode(), "крас".encode(), "30к -60ж\n".encode(), b"> ", "│ ".encode(), b"</div>", b"(",
    b";", b"Content-Type: text/html\n\n", b"Content-Type: message/rfc822\n\n", b"charset=utf-7",
    b"Content-Transfer-Encoding: base64\n", b"boundary=m", b"format=flowed", b"=D0=B7",
    b"filename*=", b'"',
)  # fmt: skip


def mutated(dice: random.Random, raws: list[bytes]) -> bytes:
    """A letter with bytes changed, pieces put in or repeated, or two letters spliced."""
    raw = dice.choice(raws)
    for _ in range(dice.randint(1, 8)):
        at = dice.randint(0, len(raw))
        to = min(len(raw), at + dice.choice((0, 1, 8, 64, 512)))
        other = dice.choice(raws)
        middle = dice.choice(
            (
                dice.choice(PIECES) * dice.choice((1, 1, 1, 7, 70, 900)),
                raw[at:to] * 3,
                dice.randbytes(to - at),
                other[dice.randint(0, len(other)) :],
            )
        )
        raw = (raw[:at] + middle + raw[to:])[:LONGEST]
    return raw


def main(minutes: float, seed: int) -> int:
    """Fuzz and report; the number of faults found."""
    dice = random.Random(seed)
    raws = [load(path).raw for path in sorted(LETTERS.glob("*.case"))]
    kept = Path(tempfile.mkdtemp(prefix="pbm-fuzz-"))
    club = begin(kept / "club")
    (club.folder / "secret").write_text(f"{SECRET.hex()}\n")
    club.open()
    count, faults, slowest, end = 0, 0, 0.0, time.monotonic() + 60 * minutes
    while time.monotonic() < end:
        raw = mutated(dice, raws)
        started, error = time.process_time(), ""
        try:
            told = explain(os.fspath(club.folder), raw)
            json.dumps(told.plain(), ensure_ascii=False).encode()
            "\n".join(told.lines(tongue("ru"))).encode()
        except Exception:  # noqa: BLE001 - finding them is what this is for
            error = traceback.format_exc()
        took = time.process_time() - started
        slowest, count = max(slowest, took), count + 1
        if error or took > PATIENCE:
            faults += 1
            (kept / f"{faults}.eml").write_bytes(raw)
            (kept / f"{faults}.txt").write_text(error or f"{took:.1f} s\n")
    print(f"seed {seed}: {count} letters in {minutes} min, slowest {slowest:.2f} s, "  # noqa: T201
          f"{faults} faults in {kept}")  # fmt: skip
    return faults


if __name__ == "__main__":
    sys.exit(bool(main(float(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 1)))
