"""How wide the terminal is; `shutil` would tell as well, and brings three compressors along."""

from __future__ import annotations

import os
import sys


def columns(unknown: int = 80) -> int:
    """The columns of the terminal: as the environment says (COLUMNS), as the terminal does, else `unknown`."""
    try:
        told = int(os.environ["COLUMNS"])
    except (KeyError, ValueError):
        told = 0
    if told > 0:
        return told
    try:
        return os.get_terminal_size(sys.__stdout__.fileno()).columns or unknown  # type: ignore[union-attr]
    except (AttributeError, ValueError, OSError):  # there is no terminal, or no output at all
        return unknown
