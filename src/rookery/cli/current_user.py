"""The name of the current user, for the journal of a file and the log of a desk."""

from __future__ import annotations

import getpass
import os


def current_user(name: str | None = None) -> str:
    """Return the given name, else ROOKERY_ARBITER, else the name of the account."""
    configured = name or os.environ.get("ROOKERY_ARBITER")
    if configured:
        return configured
    try:
        return getpass.getuser()
    except (OSError, KeyError, ImportError):  # an account without a name
        return ""
