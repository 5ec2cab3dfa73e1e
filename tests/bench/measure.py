"""Measuring two things or more in turns, in this process or as processes of their own."""

import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
ONCE = "PBM_BENCH_ONCE"
"""Set, everything is done in one round: the figures mean little, but one sees that they come."""


def in_turns(things: Mapping[str, Callable[[], Any]], times: int) -> dict[str, float]:
    """The usual seconds of each thing; they are done by turns, a first round does not count.

    Each is measured by the first of them in the same round, and the median of that is told, so
    that a machine which is busy for a while slows all of a round and changes no ratio. A thing
    may return the seconds that count, where it has to tidy up after itself.
    """
    names = list(things)
    rounds = []
    for turn in range(2 if ONCE in os.environ else times + 1):
        spent = {name: _seconds(things[name]) for name in names[:: 1 if turn % 2 else -1]}
        rounds.append(spent)
    first = names[0]
    usual = statistics.median(spent[first] for spent in rounds[1:])
    return {
        name: usual * statistics.median(spent[name] / spent[first] for spent in rounds[1:])
        for name in names
    }


def _seconds(thing: Callable[[], Any]) -> float:
    begun = time.perf_counter()
    told = thing()
    seconds = time.perf_counter() - begun
    return told if isinstance(told, float) else seconds


def environment(folder: Path) -> dict[str, str]:
    """The environment of processes: this checkout, its byte code kept as if it were installed."""
    kept = {name: os.environ[name] for name in ("PATH", "HOME", "LANG") if name in os.environ}
    return {**kept, "PYTHONPATH": str(ROOT), "PYTHONPYCACHEPREFIX": str(folder / "bytecode")}


def process(command: Sequence[str], folder: Path) -> float:
    """The seconds that a command takes; one that fails stops the benchmark."""
    begun = time.perf_counter()
    done = subprocess.run(
        command,
        cwd=folder,
        env=environment(folder.parent),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        check=False,
    )
    seconds = time.perf_counter() - begun
    if done.returncode:
        sys.exit(f"{command} ended with {done.returncode}: {done.stdout.decode()}")
    return seconds


def processes(commands: Mapping[str, Sequence[str]], folder: Path, times: int) -> dict[str, float]:
    """The median seconds of each command, run by turns in a folder."""
    return in_turns(
        {name: partial(process, each, folder) for name, each in commands.items()}, times
    )


def script(folder: Path, name: str, text: str) -> list[str]:
    """The command that runs a Python program which is written into the folder."""
    path = folder / f"{name}.py"
    path.write_text(text, encoding="utf-8")
    return [sys.executable, str(path)]


def pbm(folder: Path, *words: str) -> list[str]:
    """The command `pbm` as pip installs it: a small script that calls the entry point."""
    return [*script(folder, "pbm-script", "from pbm.__main__ import main\nmain()\n"), *words]
