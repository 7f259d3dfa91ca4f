"""Saving a file with its versions: at every moment the old one or the new one, and those before it stay beside it.

FILE.bak is the version before the last command, FILE.bak.2 the one before that, up to FILE.bak.9. What would fall out
at the end is dropped, but never the oldest of all: that stays for good as FILE.bak.first.
"""

from __future__ import annotations

import os
import stat
from contextlib import suppress

from rookery.cli.exits import Refusal
from rookery.one_step import named, replace

KEPT = 9
"""So many versions stay beside a file, and the first of all."""


def save(path: str, data: bytes) -> None:
    """Write a file so that at every moment it is the old version or the new one; the old one stays as FILE.bak."""
    target = os.path.realpath(path)
    if nowhere(target):
        return
    must_be_a_file(target, path)
    with named(path):
        if os.path.exists(target):
            _keep(target)
        replace(target, data, target)


def overwrite(path: str, data: bytes) -> None:
    """Write a file that can be made again, such as a paper: nothing of an old one stays beside it."""
    target = os.path.realpath(path)
    if nowhere(target):
        return
    must_be_a_file(target, path)
    with named(path):
        replace(target, data, target)


def create(path: str, data: bytes) -> None:
    """Write a file where none is yet; FileExistsError when somebody was faster."""
    with named(path):
        replace(os.path.abspath(path), data, path, fresh=True)


def nowhere(path: str) -> bool:
    """Whether what is written there is thrown away."""
    with suppress(OSError):
        return os.path.samefile(path, os.devnull)
    return False


def must_be_a_file(path: str, called: str) -> None:
    """What is there must be a file: a device or a pipe cannot be replaced, and waits for whoever opens it."""
    with suppress(FileNotFoundError):
        mode = os.stat(path).st_mode
        if not (stat.S_ISREG(mode) or stat.S_ISDIR(mode)):
            raise Refusal(f"{called} is a device or a pipe, and a file is needed here")


def _keep(target: str) -> None:
    """Make the version there is FILE.bak, unless a command that came no further has done so already."""
    with open(target, "rb") as file:
        data = file.read()
    last = f"{target}.bak"
    if _same(last, data):
        return
    _move_on(target, [last, *(f"{last}.{number}" for number in range(2, KEPT + 1))])
    replace(last, data, target)


def _same(path: str, data: bytes) -> bool:
    """Whether a file has this content."""
    if os.path.islink(path) or not os.path.isfile(path) or os.path.getsize(path) != len(data):
        return False
    with open(path, "rb") as file:
        return file.read() == data


def _move_on(target: str, names: list[str]) -> None:
    """Make each version the one after it, up to the first gap; without one the last falls out, unless it is the first.

    FILE.bak itself is there all the time where the system has links.
    """
    free = next((at for at, name in enumerate(names) if not os.path.lexists(name)), len(names))
    first = f"{target}.bak.first"
    if free == len(names):
        free -= 1
        if not os.path.lexists(first):
            os.replace(names[free], first)
    for at in range(free, 0, -1):
        if at == 1:
            with suppress(OSError, NotImplementedError):
                os.link(names[0], names[1], follow_symlinks=False)
                return
        os.replace(names[at - 1], names[at])
