"""Save files atomically and keep their previous versions beside them.

FILE.bak is the version before the last command, FILE.bak.2 the one before that, up to FILE.bak.9. What would fall out
at the end is dropped, but never the oldest of all: that stays for good as FILE.bak.first.
"""

from __future__ import annotations

import os
import stat
from contextlib import suppress

from rookery.cli.errors import CommandError
from rookery.files import replace_file, report_path

BACKUP_COUNT = 9
"""So many versions stay beside a file, and the first of all."""


def save(path: str, data: bytes) -> None:
    """Write a file atomically, keeping the previous version as FILE.bak."""
    target = os.path.realpath(path)
    if is_null_device(target):
        return
    require_regular_file(target, path)
    with report_path(path):
        if os.path.exists(target):
            _save_backup(target)
        replace_file(target, data, target)


def overwrite(path: str, data: bytes) -> None:
    """Write a file that can be made again, such as a paper, without keeping the previous version."""
    target = os.path.realpath(path)
    if is_null_device(target):
        return
    require_regular_file(target, path)
    with report_path(path):
        replace_file(target, data, target)


def create(path: str, data: bytes) -> None:
    """Write a new file; raise FileExistsError if there is one already."""
    with report_path(path):
        replace_file(os.path.abspath(path), data, path, fresh=True)


def is_null_device(path: str) -> bool:
    """Return whether the path is the null device."""
    with suppress(OSError):
        return os.path.samefile(path, os.devnull)
    return False


def require_regular_file(path: str, display_name: str) -> None:
    """Raise CommandError if the path is a device or a pipe, which cannot be replaced."""
    with suppress(FileNotFoundError):
        mode = os.stat(path).st_mode
        if not (stat.S_ISREG(mode) or stat.S_ISDIR(mode)):
            raise CommandError(f"{display_name} is a device or a pipe, and a file is needed here")


def _save_backup(target: str) -> None:
    """Save the present version as FILE.bak, unless an interrupted command has done so already."""
    with open(target, "rb") as file:
        data = file.read()
    last = f"{target}.bak"
    if _has_content(last, data):
        return
    _shift_backups(target, [last, *(f"{last}.{number}" for number in range(2, BACKUP_COUNT + 1))])
    replace_file(last, data, target)


def _has_content(path: str, data: bytes) -> bool:
    """Return whether a file has this content."""
    if os.path.islink(path) or not os.path.isfile(path) or os.path.getsize(path) != len(data):
        return False
    with open(path, "rb") as file:
        return file.read() == data


def _shift_backups(target: str, names: list[str]) -> None:
    """Rename each version to the next number, up to the first gap; without a gap drop the last, but keep the very
    first.

    FILE.bak itself is there all the time where the system has links.
    """
    free = next((index for index, name in enumerate(names) if not os.path.lexists(name)), len(names))
    first = f"{target}.bak.first"
    if free == len(names):
        free -= 1
        if not os.path.lexists(first):
            os.replace(names[free], first)
    for index in range(free, 0, -1):
        if index == 1:
            with suppress(OSError, NotImplementedError):
                os.link(names[0], names[1], follow_symlinks=False)
                return
        os.replace(names[index - 1], names[index])
