"""What `pbm` and `python -m pbm` begin with."""

import gc
from typing import Final

_OBJECTS: Final = 200_000
"""How many new objects are made before garbage is looked for: Python sets 700."""


def main() -> None:
    """Run the command line."""
    # What is loaded stays. Looking through it for garbage, while it is loaded and again when the
    # process ends, takes a fifth of a light command's time.
    gc.set_threshold(_OBJECTS)
    try:
        from pbm.cli import main as command_line  # noqa: PLC0415 - not before the line above

        command_line()
    finally:
        gc.freeze()


if __name__ == "__main__":
    main()
