"""Where the files lie that a command keeps for itself, when nobody says where."""

from __future__ import annotations

import os
from pathlib import Path


def own_file(name: str, variable: str, given: str | None = None) -> Path:
    """A file of ours: the one given, else the one that an environment variable names, else in the data folder."""
    if said := given or os.environ.get(variable):
        return Path(said)
    home = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(home) / "rookery" / name
