"""Passwords: never in a file of settings, only where to find them."""

from collections.abc import Mapping
from pathlib import Path
from typing import Final, NamedTuple

from pbm.core.failure import Wrong
from pbm.core.tell import Message
from pbm.marked import Value

_PLACES: Final = ("env", "file", "command")
_TIMEOUT: Final = 60
"""Seconds that a command may take; it may ask its owner for a passphrase."""
_HOW: Final = Message(
    "Write where it is found: {example}",
    {"example": '{env: NAME}, {file: PATH} / {command: "…"}'},
)


class Password(NamedTuple):
    """Where a password is found: in a variable, a file or what a command prints."""

    place: str
    name: str
    where: str
    """The place in the settings, for errors."""

    def reveal(self, environ: Mapping[str, str], folder: Path) -> str:
        """The password; paths begin in `folder`. Raises Wrong, which never shows what was found."""
        found = {"env": self._env, "file": self._file, "command": self._command}
        lines = found[self.place](environ, folder).splitlines()
        if not lines or not lines[0]:
            raise self._wrong(
                Message("The password is empty"), Message("Put it into the first line, by itself")
            )
        return lines[0]

    def _env(self, environ: Mapping[str, str], _: Path) -> str:
        if self.name not in environ:
            what = Message("The environment has no variable {name}", {"name": self.name})
            raise self._wrong(what, Message("In a crontab, set it in a line above the command"))
        return environ[self.name]

    def _file(self, _: Mapping[str, str], folder: Path) -> str:
        try:
            return (folder / Path(self.name).expanduser()).read_text(encoding="utf-8")
        except (OSError, ValueError, RuntimeError):
            what = Message("The password's file {name} cannot be read", {"name": self.name})
            raise self._wrong(what) from None

    def _command(self, environ: Mapping[str, str], folder: Path) -> str:
        # Only this way of keeping a password pays for them.
        import shlex  # noqa: PLC0415
        import subprocess  # noqa: PLC0415

        try:
            done = subprocess.run(  # noqa: S603 - the game master's own command
                shlex.split(self.name),
                cwd=folder,
                env=dict(environ),
                stdin=subprocess.DEVNULL,
                capture_output=True,
                check=True,
                timeout=_TIMEOUT,
            )
            return done.stdout.decode()
        except (OSError, ValueError, IndexError, subprocess.SubprocessError):
            raise self._wrong(
                Message("The command that prints the password failed"),
                Message("Try it in a terminal, in the club's folder"),
            ) from None

    def _wrong(self, what: Message, cure: Message | None = None) -> Wrong:
        return Wrong(what, cure, self.where)


def unset(settings: Path) -> Wrong:
    """The failure of a login for which the settings name no password."""
    return Wrong(
        Message("The mail server wants a login, and no `password:` is set"), _HOW, str(settings)
    )


def password(value: Value) -> Password:
    """Where the password is found; what else stands there is refused and never shown."""
    wrong = value.wrong(Message("A password is never written into this file"), _HOW)
    wrong.shown = ""
    pairs = value.node.value if value.kind == "map" else []
    if len(pairs) != 1:
        raise wrong
    place, found = (node.value for node in pairs[0])
    if place not in _PLACES or not isinstance(found, str) or not found:
        raise wrong
    return Password(place, found, wrong.where)
