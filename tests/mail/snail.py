"""A player's mail program: s-nail, which reads over IMAP and sends by SMTP, without a terminal."""

import os
import shlex
import shutil
import subprocess
from pathlib import Path

import pytest
from mailclub import PATIENCE, Player


def program() -> str:
    """Where s-nail is; skips the test where there is none."""
    found = shutil.which("s-nail")
    if found is None:
        pytest.skip("s-nail is not installed")
    return found


def reply(
    home: Path,
    player: Player,
    mailbox: str,
    mta: str,
    number: int,
    line: str,
    *,
    below: bool,
) -> None:
    """Answer the letter of this number (from 1) in a mailbox, the whole letter quoted.

    Above, the quotation is indented by a tab, as the program does if nobody tells it otherwise,
    and the answer goes to Reply-To; below, the quotation is marked by `>`, and the answer goes
    to From.
    """
    typed = line if below else f"~|(printf '%s\\n\\n' {shlex.quote(line)}; cat)"
    options = {
        "v15-compat": "yes",
        "ttycharset": "utf-8",
        "from": str(player),
        "mta": mta,
        "smtp-auth": "none",
        "reply-to-honour": "no" if below else "yes",
        **({"indentprefix": "> "} if below else {}),
    }
    settings = [word for key, value in options.items() for word in ("-S", f"{key}={value}")]
    flags = ["-S", "quote", "-S", "sendwait", "-S", "nosave"]
    done = subprocess.run(
        [program(), "-:/", "-#", "-R", *settings, *flags, "-f", mailbox],
        input=f"reply {number}\n{typed}\n~.\nxit\n".encode(),
        env={"PATH": os.environ["PATH"], "HOME": str(home), "LC_ALL": "C.UTF-8"},
        cwd=home,
        capture_output=True,
        timeout=PATIENCE,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, b""), done
