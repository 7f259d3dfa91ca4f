"""How a command can end: the exit codes, and the refusal that carries one."""

from __future__ import annotations

DONE = 0
DIFFERENT = 1
"""No pairing exists, or differences were found."""
OUR_FAULT = 2
BAD = 3
"""A bad request or a bad file."""
TOO_LARGE = 4
UNREADABLE = 5
"""Something cannot be read or written."""


class Refusal(Exception):
    """What was asked cannot be done; the text is one line for the user."""

    def __init__(self, text: str, code: int = BAD) -> None:
        self.code = code
        super().__init__(text)
