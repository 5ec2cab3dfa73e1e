"""Runs that are killed: a process is forked, works, and kills itself at its n-th point.

A point lies before each call that changes a file or speaks to a server, and, where it hands bytes
over, when half of them are handed over. After a call is before the next; only after words to a
server there is one more, at which the server has not answered yet. Nobody says where the points
are: they are counted while the work goes on.

A killed process, unlike a power cut, loses nothing that it wrote: syncing is a point, and is not
waited for.
"""

import gc
import multiprocessing
import os
import signal
import socket
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from itertools import count
from multiprocessing.connection import Connection
from typing import Any, Final, NoReturn, TypeVar

from pbm.store import files

_CHANGES: Final = ("replace", "rename", "unlink", "ftruncate", "link", "mkdir")
_SYNCS: Final = ((os, "fsync"), (files, "_sync_data"))
_TALK: Final = ("connect", "shutdown", "close")
NEVER: Final = 0

Work = TypeVar("Work")


def killed(work: Callable[[], object], at: int) -> bool:
    """Fork a process that works and is killed at this point; False if it never came there."""
    child = os.fork()
    if child == 0:
        try:
            _arm(at)
            work()
        except BaseException:  # noqa: BLE001 - it must not go on as a second test run
            traceback.print_exc()
            os._exit(1)
        os._exit(0)
    code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    assert code in {0, -signal.SIGKILL}, "the work failed before it was killed"
    return code != 0


@contextmanager
def killer(work: Callable[[Work], object]) -> Iterator[Callable[[Work, int], bool]]:
    """What `killed` is for work on something, in a test that goes on to start threads.

    Processes with threads cannot be forked safely: the one that is forked here forks the others.
    The first work is done in it and lives, so that all after it find everything imported.
    """
    here, there = multiprocessing.Pipe()
    process = multiprocessing.get_context("fork").Process(target=_serve, args=(there, here, work))
    process.start()
    there.close()

    def kill(what: Work, at: int) -> bool:
        here.send((what, at))
        return bool(here.recv())

    try:
        yield kill
    finally:
        here.close()
        process.join()


def _serve(there: Connection, here: Connection, work: Callable[[Any], object]) -> None:
    here.close()
    with suppress(EOFError):
        what, at = there.recv()
        assert at == NEVER
        work(what)
        gc.freeze()  # what all of them share is not to be copied
        there.send(at)
        while True:
            what, at = there.recv()
            there.send(killed(partial(work, what), at))


def _arm(at: int) -> None:
    """Let every call that is a point count, and the n-th kill this process."""
    passed = count(1)

    def point() -> bool:
        return next(passed) == at

    def before(call: Callable[..., Any]) -> Callable[..., Any]:
        def instead(*values: Any) -> Any:
            if point():
                _die()
            return call(*values)

        return instead

    def around(call: Callable[[Any, Any], Any], *, after: bool) -> Callable[[Any, Any], Any]:
        def instead(to: Any, data: Any) -> Any:
            if point():
                _die()
            if point():
                call(to, data[: len(data) // 2])
                _die()
            done = call(to, data)
            if after and point():
                _die()
            return done

        return instead

    for name in _CHANGES:
        setattr(os, name, before(getattr(os, name)))
    for module, name in _SYNCS:
        setattr(module, name, before(lambda _descriptor: None))
    for name in _TALK:
        setattr(socket.socket, name, before(getattr(socket.socket, name)))
    os.write = around(os.write, after=False)
    said = around(socket.socket.sendall, after=True)
    socket.socket.sendall = said  # type: ignore[method-assign,assignment]


def _die() -> NoReturn:
    os.kill(os.getpid(), signal.SIGKILL)
    raise AssertionError
