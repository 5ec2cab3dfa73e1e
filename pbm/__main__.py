"""What `pbm` and `python -m pbm` begin with."""

import gc
from typing import Final

_OBJECTS: Final = 50_000
"""How many new objects are made before garbage is looked for: 50 times what Python sets."""


def main() -> None:
    """Run the command line."""
    # What is loaded stays; looking through it for garbage is a tenth of a light command's time.
    gc.set_threshold(_OBJECTS)

    from pbm.cli import main as command_line  # noqa: PLC0415 - not before the line above

    command_line()


if __name__ == "__main__":
    main()
