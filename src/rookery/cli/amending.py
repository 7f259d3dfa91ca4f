"""Rewriting tournament files so that no moment, not even a power cut, leaves half a file behind.

At every moment FILE is the old version or the new one, and the versions before stay beside it (`saving`). Two commands
that change the same file at the same time wait for each other.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from importlib import import_module

from rookery.cli.exits import Refusal
from rookery.cli.files import content, same_file
from rookery.cli.render import print_change, say
from rookery.cli.saving import must_be_a_file
from rookery.errors import RookeryError
from rookery.labels import count
from rookery.typed import TYPE_CHECKING, Any
from rookery.values import NamedTuple

if TYPE_CHECKING:
    from rookery.model import Tournament
    from rookery.reading import Reading


@contextmanager
def source(path: str, output: str | None) -> Iterator[bytes]:
    """The content of a file; what will be written over is kept from other commands meanwhile."""
    if output is not None and os.path.isfile(output):
        with held(output) as there:
            yield there if same_file(path, output) else content(path)
    else:
        yield content(path)


def must_not_hide(path: str, made: bytes) -> None:
    """Refuse to replace a tournament by anything but the same one with as many rounds, or more."""
    if not os.path.isfile(path):
        return
    there = _tournament_in(content(path))
    if there is None or _goes_on(there, _tournament_in(made)):
        return
    size = f"{count(len(there.players), 'player')}, {count(len(there.rounds), 'round')}"
    said = f"{there.event.name or 'without a name'}, {size}"
    raise Refusal(f"{path} holds another tournament ({said}); choose another name, or say --force to replace it")


def _tournament_in(data: bytes) -> Tournament | None:
    import rookery

    try:
        found = rookery.load(data).tournament
    except RookeryError:
        return None
    return found if found.players else None


def _goes_on(old: Tournament, new: Tournament | None) -> bool:
    """Whether the one is a later state of the other: called the same, nobody gone, no round fewer."""
    if new is None or old.event.name != new.event.name or len(old.rounds) > len(new.rounds):
        return False
    return {one.name for one in old.players} <= {one.name for one in new.players}


class Amendment(NamedTuple):
    """What became of a file."""

    old: bytes
    new: bytes
    dry_run: bool

    @property
    def changed(self) -> bool:
        """Whether anything is different now (or would be)."""
        return self.old != self.new

    def report(self) -> None:
        """Say what was not written, or that there was nothing to write."""
        if not self.changed:
            say("Nothing changed.")
        elif self.dry_run:
            print_change(self.old.decode("utf-8", "replace"), self.new.decode("utf-8", "replace"))
            say("A trial: nothing was written.")


def rewritten(reading: Reading, tournament: Tournament, absent: Iterable[tuple[int, int]] = ()) -> bytes:
    """The bytes of the file with the tournament changed.

    Of those `absent`, (round, player), the file shall say so, and not by an empty cell.
    """
    import rookery
    from rookery.cli.booking import without_empty_round

    if reading.document is not None:
        return reading.document.replace(tournament).with_absences(absent).dump()
    had_none = without_empty_round(reading.tournament) is reading.tournament
    return rookery.dump(without_empty_round(tournament) if had_none else tournament, "json")


@contextmanager
def held(path: str) -> Iterator[bytes]:
    """The content of a file, which is kept from other commands of ours until we are done."""
    if path == "-":
        raise Refusal("a file is needed here: standard input cannot be rewritten")
    must_be_a_file(path, path)
    fcntl = _locks()
    if fcntl is None:  # a system without such locks: the rename alone still never leaves half a file
        yield content(path)
        return
    while True:
        with open(path, "rb") as file:
            with suppress(OSError):  # a network drive may know no locks
                fcntl.flock(file, fcntl.LOCK_EX)
            if os.fstat(file.fileno()).st_ino == os.stat(path).st_ino:  # else it was replaced while we waited
                yield file.read()
                return


def _locks() -> Any:
    """Locks on files, where the system has them."""
    try:
        return import_module("fcntl")
    except ImportError:
        return None
