"""Rewrite tournament files atomically, with a lock against other commands that change the same file.

At every moment FILE is the old version or the new one, and the versions before stay beside it (`saving`). Two commands
that change the same file at the same time wait for each other.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from importlib import import_module
from typing import TYPE_CHECKING, Any, NamedTuple

from rookery.cli.atomic_save import require_regular_file
from rookery.cli.console import print_change, say
from rookery.cli.errors import CommandError
from rookery.cli.files import is_same_file, read_content
from rookery.errors import RookeryError
from rookery.formatting import count

if TYPE_CHECKING:
    from rookery.load_result import LoadResult
    from rookery.model import Tournament


@contextmanager
def open_source(path: str, output: str | None) -> Iterator[bytes]:
    """Yield the content of a file; an output file that exists is locked meanwhile."""
    if output is not None and os.path.isfile(output):
        with lock_file(output) as locked_content:
            yield locked_content if is_same_file(path, output) else read_content(path)
    else:
        yield read_content(path)


def refuse_replacing(path: str, data_to_write: bytes) -> None:
    """Raise CommandError if the file holds a tournament that the new data does not continue."""
    if not os.path.isfile(path):
        return
    present = _parse_tournament(read_content(path))
    if present is None or _is_continuation(present, _parse_tournament(data_to_write)):
        return
    size = f"{count(len(present.players), 'player')}, {count(len(present.rounds), 'round')}"
    description = f"{present.info.name or 'without a name'}, {size}"
    raise CommandError(
        f"{path} holds another tournament ({description}); choose another name, or say --force to replace it"
    )


def _parse_tournament(data: bytes) -> Tournament | None:
    import rookery

    try:
        tournament = rookery.loads(data).tournament
    except RookeryError:
        return None
    return tournament if tournament.players else None


def _is_continuation(old: Tournament, new: Tournament | None) -> bool:
    """Return whether one is a later state of the other: same name, no player missing, no round fewer."""
    if new is None or old.info.name != new.info.name or len(old.rounds) > len(new.rounds):
        return False
    return {player.name for player in old.players} <= {player.name for player in new.players}


class Amendment(NamedTuple):
    """The content of a file before and after a change."""

    old: bytes
    new: bytes
    dry_run: bool

    @property
    def changed(self) -> bool:
        """Whether the content differs."""
        return self.old != self.new

    def report(self) -> None:
        """Print that nothing changed, or what a trial run would have written."""
        if not self.changed:
            say("Nothing changed.")
        elif self.dry_run:
            print_change(self.old.decode("utf-8", "replace"), self.new.decode("utf-8", "replace"))
            say("A trial: nothing was written.")


def rewrite_document(reading: LoadResult, tournament: Tournament, absent: Iterable[tuple[int, int]] = ()) -> bytes:
    """Return the bytes of the file with the changed tournament.

    Of those `absent`, (round, player), the file shall say so, and not by an empty cell.
    """
    import rookery
    from rookery.tournaments.manual_round import without_empty_round

    if reading.document is not None:
        return reading.document.replace(tournament).with_absences(absent).dump()
    had_no_empty_round = without_empty_round(reading.tournament) is reading.tournament
    return rookery.dumps(without_empty_round(tournament) if had_no_empty_round else tournament, "json")


@contextmanager
def lock_file(path: str) -> Iterator[bytes]:
    """Lock a file against other commands, and yield its content."""
    if path == "-":
        raise CommandError("a file is needed here: standard input cannot be rewritten")
    require_regular_file(path, path)
    fcntl = _load_fcntl()
    if fcntl is None:  # a system without such locks: the rename alone still never leaves half a file
        yield read_content(path)
        return
    while True:
        with open(path, "rb") as file:
            with suppress(OSError):  # a network drive may know no locks
                fcntl.flock(file, fcntl.LOCK_EX)
            if os.fstat(file.fileno()).st_ino == os.stat(path).st_ino:  # else it was replaced while we waited
                yield file.read()
                return


def _load_fcntl() -> Any:
    """Return the module for file locks, or None if the system has none."""
    try:
        return import_module("fcntl")
    except ImportError:
        return None
