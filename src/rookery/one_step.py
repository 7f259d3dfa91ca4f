"""Writing a file in one step: beside the old one, onto the disk, then into its place with its owner, group and mode.

Nothing that stands in the way of it is followed or opened: the new text goes into a file of a name that nobody can
foresee, made by us and by us alone, and removed again when anything fails.
"""

from __future__ import annotations

import errno
import os
import stat
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress

_FLAGS = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0)
_END = ".rookery"
_STALE = 3600
"""After so many seconds nobody writes any more to a file beside another."""


def write(path: str, data: bytes) -> None:
    """Write a file so that at every moment it is the old version or the new one; a device or a pipe is written to."""
    target = os.path.realpath(path)
    with named(path):
        if os.path.exists(target) and not os.path.isfile(target):
            with open(target, "wb") as file:
                file.write(data)
        else:
            replace(target, data, target)


def replace(path: str, data: bytes, like: str, *, fresh: bool = False) -> None:
    """Put a file with this content in place, with the rights of another; a fresh one only where nothing is yet."""
    with beside(path, like) as (name, handle):
        with open(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        settle(name, path, fresh=fresh)


def settle(name: str, path: str, *, fresh: bool = False) -> None:
    """Give a finished file its name, and make that durable where the system knows how."""
    if fresh:
        _take(name, path)
    else:
        with named(path):
            os.replace(name, path)
    with suppress(OSError):
        handle = os.open(os.path.dirname(path) or os.curdir, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def _take(name: str, path: str) -> None:
    """Give a file a name that nobody has yet; FileExistsError when somebody was faster."""
    try:
        os.link(name, path)
    except FileExistsError:
        raise
    except OSError:  # a system without links: what is there is seen, if not always in time
        if os.path.lexists(path):
            raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), path) from None
        os.replace(name, path)
    else:
        os.unlink(name)


@contextmanager
def named(path: str) -> Iterator[None]:
    """What goes wrong is said of the file that was asked for."""
    try:
        yield
    except OSError as error:
        raise OSError(error.errno, error.strerror, path) from None


@contextmanager
def beside(path: str, like: str) -> Iterator[tuple[str, int]]:
    """A new file beside another, open for writing; it is gone afterwards unless it was renamed."""
    folder, name = os.path.split(path)
    start = f".{name[:40]}."
    _clear(folder or os.curdir, start)
    made = os.path.join(folder, start + os.urandom(8).hex() + _END)
    known = os.stat(like) if os.path.exists(like) else None
    with named(path):
        handle = os.open(made, _FLAGS, 0o666 if known is None else 0o600)
    try:
        try:
            if known is not None:
                _own(made, handle, known)
        except BaseException:
            os.close(handle)
            raise
        yield made, handle
    except BaseException:
        with suppress(OSError):
            os.unlink(made)
        raise


def _own(path: str, handle: int, like: os.stat_result) -> None:
    """Give a file owner, group and mode of another, as far as we may; never wider rights than the other has."""
    mode = stat.S_IMODE(like.st_mode) & 0o777
    if not hasattr(os, "fchown"):
        os.chmod(path, mode)
        return
    try:
        os.fchown(handle, like.st_uid, like.st_gid)
    except OSError:
        try:
            os.fchown(handle, -1, like.st_gid)
        except OSError:  # whoever is of the one group and not of the other gains nothing
            common = mode >> 3 & mode & 0o7
            mode = mode & 0o700 | common << 3 | common
    os.fchmod(handle, mode)


def _clear(folder: str, start: str) -> None:
    """Remove what writes that were killed long ago have left behind."""
    with suppress(OSError), os.scandir(folder) as found:
        for one in found:
            if one.name.startswith(start) and one.name.endswith(_END):
                with suppress(OSError):
                    if time.time() - one.stat(follow_symlinks=False).st_mtime > _STALE:
                        os.unlink(one.path)
