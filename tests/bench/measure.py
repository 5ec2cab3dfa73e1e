"""Measuring two things or more in turns, in this process or as processes of their own."""

import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parents[2]


class Cost(NamedTuple):
    """What a process cost: seconds by the clock (the median), megabytes of memory at most."""

    seconds: float
    megabytes: float


def in_turns(things: Mapping[str, Callable[[], Any]], times: int) -> dict[str, float]:
    """The usual seconds of each thing; they are done by turns, a first round does not count.

    Each is measured by the first of them in the same round, and the median of that is told, so
    that a machine which is busy for a while slows all of a round and changes no ratio. A thing
    may return the seconds that count, where it has to tidy up after itself.
    """
    names = list(things)
    rounds = []
    for turn in range(times + 1):
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


def process(command: Sequence[str], folder: Path) -> Cost:
    """What a command costs; one that fails stops the benchmark and shows what it said."""
    begun = time.perf_counter()
    with subprocess.Popen(
        command,
        cwd=folder,
        env=environment(folder.parent),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    ) as child:
        assert child.stdout is not None
        said = child.stdout.read()
        _, status, used = os.wait4(child.pid, 0)
        seconds = time.perf_counter() - begun
        child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode:
        sys.exit(f"{command} ended with {child.returncode}: {said.decode()}")
    return Cost(seconds, used.ru_maxrss / 1024)


def processes(commands: Mapping[str, Sequence[str]], folder: Path, times: int) -> dict[str, float]:
    """The median seconds of each command, run by turns in a folder."""

    def seconds(command: Sequence[str]) -> float:
        return process(command, folder).seconds

    return in_turns({name: partial(seconds, each) for name, each in commands.items()}, times)


def script(folder: Path, name: str, text: str) -> list[str]:
    """The command that runs a Python program which is written into the folder."""
    path = folder / f"{name}.py"
    path.write_text(text, encoding="utf-8")
    return [sys.executable, str(path)]


def pbm(folder: Path, *words: str) -> list[str]:
    """The command `pbm` as pip installs it: a small script that calls the entry point."""
    return [*script(folder, "pbm-script", "from pbm.__main__ import main\nmain()\n"), *words]
