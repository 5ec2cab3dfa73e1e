"""The settings as they were read last: a run that finds nothing does not pay for reading YAML."""

import json
from contextlib import suppress
from pathlib import Path

from pbm import __version__
from pbm.core.failure import Wrong
from pbm.store.files import PRIVATE, PRIVATE_FOLDER, write_synced
from pbm.store.passwords import Password
from pbm.store.settings import Limits, Settings


class KeptSettings:
    """A copy of the settings that counts as long as their file says the same."""

    def __init__(self, copy: Path, source: Path, text: bytes) -> None:
        self._copy = copy
        # Different octets stay different, though only UTF-8 without errors is ever kept.
        self._of = [__version__, str(source), text.decode("utf-8", "surrogateescape")]

    def read(self) -> Settings | None:
        """The settings, if they were kept for this very text; else None."""
        try:
            found = json.loads(self._copy.read_bytes())
            if found["of"] != self._of:
                return None
            told = found["settings"]
            passwords = {
                name: told[name] and Password(*told[name]) for name in ("password", "password_out")
            }
            return Settings(**{**told, **passwords, "limits": Limits(*told["limits"])})
        except (OSError, ValueError, LookupError, TypeError, RecursionError):
            # There is none, or it is not as it was left.
            return None

    def write(self, settings: Settings) -> None:
        """Keep the settings; whatever goes wrong, they are read from their file again."""
        # In ASCII, for a folder's name may be of octets that are no text.
        text = json.dumps({"of": self._of, "settings": settings._asdict()})
        with suppress(OSError, Wrong):
            self._copy.parent.mkdir(PRIVATE_FOLDER, exist_ok=True)
            write_synced(self._copy, text.encode("ascii"), PRIVATE, durable=False)
