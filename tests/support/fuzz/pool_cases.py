"""Cases that go wrong on purpose: the judges judged."""

from __future__ import annotations

import os
from pathlib import Path

from rookery.errors import RookeryError
from support.fuzz.commands_run import Fault


def case(seed: int, folder: Path) -> str:
    """By the seed: nothing wrong, a fault found, an exception, too much memory, the end of the process."""
    match seed:
        case 1:
            raise Fault("told")
        case 2:
            raise RookeryError("escaped")
        case 3:
            return str(len(bytearray(2**30)))
        case 4:
            os._exit(7)
    return "fine"
