"""Forms read in a process of their own, which is ended when it takes more than its share.

A small PDF can hold what takes minutes or all memory to unpack, and it comes from anybody
(mail.md, section 2); no setting of the library bounds all of that. What the library says of
damaged files goes nowhere, for a cron job is to be silent.
"""

import json
import os
import resource
import subprocess
import sys
from collections.abc import Sequence
from typing import Final

from pbm.core.failure import Declined
from pbm.paper.filled import damaged, read_fields

_SECONDS: Final = 5
"""Of processor time for one form; ours takes half a second with the start of the process."""
_PATIENCE: Final = 60
"""Seconds by the clock, on a busy machine."""
_MEMORY: Final = 1 << 30
"""Octets of address space."""


def read_form(pdf: bytes, names: Sequence[str]) -> dict[str, str]:
    """The words in the named fields of a filled form, as `filled.read_fields` returns them.

    Raises Declined for what cannot be read, or not within the limits.
    """
    # The child finds pbm where this process found it, and nothing in the present folder.
    places = os.pathsep.join(filter(None, sys.path))
    try:
        child = subprocess.run(  # noqa: S603 - our own module, and names of fields
            [sys.executable, "-P", "-m", __name__, *names],
            input=pdf,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            timeout=_PATIENCE,
            env={**os.environ, "PYTHONPATH": places},
            check=True,
        )
    except subprocess.SubprocessError:
        raise damaged() from None
    words: dict[str, str] = json.loads(child.stdout)
    return words


def main() -> int:
    """Read the form on standard input and print its fields as JSON; returns the exit code."""
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_CPU, (_SECONDS, _SECONDS))
    resource.setrlimit(resource.RLIMIT_AS, (_MEMORY, _MEMORY))
    try:
        words = read_fields(sys.stdin.buffer.read(), sys.argv[1:])
    except Declined:
        return 1
    sys.stdout.write(json.dumps(words))
    return 0


if __name__ == "__main__":
    sys.exit(main())
