"""The way in: a command that is called, or the program itself, which finds its modules in its own way and ends so.

Rules of this file: what it imports at its head is found in Python's way, which takes twice as long.
"""

from __future__ import annotations

import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import NoReturn

PATIENCE = 100_000
"""How many things are made before Python looks for cycles among them: a short command ends before that."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; the exit code says how it went. Without words it is the program itself, and ends it."""
    if argv is None:
        _begin()
    from rookery.cli.running import ended

    if argv is not None:
        return ended(list(argv))
    _leave(ended(sys.argv[1:]))


def _begin() -> None:
    """Be a program, which has the whole process for itself."""
    import gc

    from rookery.cli import own_modules

    gc.set_threshold(PATIENCE)  # Python's 700 would make it search all that is imported a dozen times
    own_modules.expect()


def _leave(code: int) -> NoReturn:
    """End the program; all that it has made is left to the system, which is quicker than taking it apart."""
    import atexit
    import os

    atexit._run_exitfuncs()
    os._exit(code)  # both streams are flushed: one by now, the other by every line


if __name__ == "__main__":
    sys.exit(main())
