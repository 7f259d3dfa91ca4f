"""How a command can end: the exit codes, the refusal that carries one, and the code of every error of the library."""

from __future__ import annotations

from os import fsdecode
from os.path import basename

DONE = 0
DIFFERENT = 1
"""No pairing exists, or differences were found."""
OUR_FAULT = 2
BAD = 3
"""A bad request or a bad file."""
TOO_LARGE = 4
UNREADABLE = 5
"""Something cannot be read or written."""
UNANSWERED = 6
"""A warning needs an answer first."""
INTERRUPTED = 130
"""By Ctrl-C, as shells count it."""


class Refusal(Exception):
    """What was asked cannot be done; the text is one line for the user."""

    def __init__(self, text: str, code: int = BAD) -> None:
        self.code = code
        super().__init__(text)


def fault(error: Exception) -> str:
    """What to say of a fault of ours: what it is, and where to look."""
    frame = error.__traceback__
    while frame is not None and frame.tb_next is not None:
        frame = frame.tb_next
    where = f"{basename(frame.tb_frame.f_code.co_filename)}:{frame.tb_lineno}" if frame else "unknown place"
    said = f"{type(error).__name__}: {error}".rstrip(": ")
    return f"a fault of ours, please report it: {said} ({where}; ROOKERY_DEBUG=1 shows more)"


def os_words(error: Exception) -> str:
    """What the system says of a file, and of which; nothing of another error."""
    if not isinstance(error, OSError):
        return ""
    what = (error.strerror or str(error) or type(error).__name__).lower()
    return f"{fsdecode(error.filename)}: {what}" if error.filename is not None else what


def code_of(error: Exception) -> int:
    """The exit code for what was raised on purpose; anything else is a fault of ours."""
    if isinstance(error, Refusal):
        return error.code
    if isinstance(error, OSError):
        return UNREADABLE
    from rookery.errors import NoPairing, RookeryError, TooLarge

    if isinstance(error, TooLarge):
        return TOO_LARGE
    if isinstance(error, NoPairing):
        return DIFFERENT
    return BAD if isinstance(error, RookeryError) else OUR_FAULT
