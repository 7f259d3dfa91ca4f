"""Default paths of the program's own data files."""

from __future__ import annotations

import os
from pathlib import Path


def data_file(name: str, variable: str, path: str | None = None) -> Path:
    """Return the path given, else the one in the environment variable, else the file in the data folder."""
    if chosen_path := path or os.environ.get(variable):
        return Path(chosen_path)
    home = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(home) / "rookery" / name
