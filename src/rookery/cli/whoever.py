"""Who somebody is: one rule for the journal of a file and the log of a desk."""

from __future__ import annotations

import getpass
import os


def whoever(name: str | None = None) -> str:
    """The name given, else what ROOKERY_ARBITER says, else the name of the account."""
    said = name or os.environ.get("ROOKERY_ARBITER")
    if said:
        return said
    try:
        return getpass.getuser()
    except (OSError, KeyError, ImportError):  # an account without a name
        return ""
