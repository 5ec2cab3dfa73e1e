"""The command line, run in this process as a person at a terminal would run it."""

import io
import sys
from contextlib import redirect_stderr, redirect_stdout
from typing import NamedTuple
from unittest.mock import patch

from pbm.cli import main


class Shown(NamedTuple):
    """What a command printed and how it ended."""

    status: int
    out: str
    err: str


def pbm(*words: str, stdin: bytes = b"") -> Shown:
    """Run `pbm` with these words; English, whatever the locale."""
    out, err = io.StringIO(), io.StringIO()
    typed = io.TextIOWrapper(io.BytesIO(stdin), encoding="utf-8")
    with (
        patch.dict("os.environ", {"PBM_LANG": "en"}),
        patch.object(sys, "argv", ["pbm", *words]),
        patch.object(sys, "stdin", typed),
        redirect_stdout(out),
        redirect_stderr(err),
    ):
        try:
            main()
        except SystemExit as ended:
            code = ended.code
    return Shown(code if isinstance(code, int) else 0, out.getvalue(), err.getvalue())
