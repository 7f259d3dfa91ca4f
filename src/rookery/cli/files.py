"""Read tournament files, save files with their previous versions beside them, and lock what several commands change.

At every moment a saved FILE is the old version or the new one. FILE.bak is the version before the last command,
FILE.bak.2 the one before that, up to FILE.bak.9. What would fall out at the end is dropped, but never the oldest of
all: that stays for good as FILE.bak.first.
"""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib import import_module
from typing import TYPE_CHECKING, Any, BinaryIO

from rookery.cli.errors import CommandError, exit_code
from rookery.cli.terminal import remark
from rookery.errors import FormatError, RookeryError, Severity
from rookery.files import data_folder, replace_file, report_path

if TYPE_CHECKING:
    from pathlib import Path

    from rookery.load_result import LoadResult
    from rookery.model import Tournament

MAX_FILE_SIZE = 256 * 2**20
"""No tournament file is larger than this; what is larger is refused unread."""

_FORMS = {".json": "json", ".trf": "trf26", ".trfx": "trf26", ".txt": "trf26"}
"""What the end of a name says of a file."""


def read_content(path: str) -> bytes:
    """Return the bytes of a file; `-` is standard input."""
    if path == "-":
        return _read_bounded(sys.stdin.buffer, path)
    with open(path, "rb") as file:
        return _read_bounded(file, path)


def _read_bounded(file: BinaryIO, path: str) -> bytes:
    """Return everything in a file, up to the size limit: a device may never end."""
    pieces, remaining = list[bytes](), MAX_FILE_SIZE
    while piece := file.read(2**20):  # a larger piece would be made room for at once
        pieces.append(piece)
        remaining -= len(piece)
        if remaining < 0:
            raise CommandError(
                f"{display_name(path)}: too large for a tournament file (more than {MAX_FILE_SIZE // 2**20} MB)"
            )
    return b"".join(pieces)


def display_name(path: str) -> str:
    """Return the name of a file for messages."""
    return "standard input" if path == "-" else path


def load(path: str, data: bytes | None = None) -> LoadResult:
    """Load the tournament in a file; raise CommandError with the name of the file if it is none."""
    import rookery

    try:
        return rookery.loads(read_content(path) if data is None else data)
    except FormatError as error:
        from rookery.cli.console import first_problem_line

        hint = f"; {hint_text}" if (hint_text := player_list_hint(path)) else ""
        raise CommandError(
            f"{display_name(path)}: {first_problem_line(error.problems)}{hint}", exit_code(error)
        ) from None


def load_with_remarks(path: str) -> LoadResult:
    """Load the tournament in a file, with a remark if it has errors: ratings and titles depend on it."""
    reading = load(path)
    errors = [problem for problem in reading.problems if problem.severity is Severity.ERROR]
    if errors:
        from rookery.cli.console import count_by_severity

        remark(
            f"{display_name(path)} has {count_by_severity(errors)}: what could be read is used;"
            " rookery validate shows more"
        )
    return reading


def player_list_hint(path: str) -> str:
    """Return the hint for a list of players given instead of a tournament; empty for other files."""
    if not path.lower().endswith((".csv", ".tsv")):
        return ""
    return f"rookery new starts a tournament from a list of players: --players {path}"


def load_sound(path: str, data: bytes | None = None) -> LoadResult:
    """Load the tournament in a file; raise CommandError if it has errors, since it will be rewritten."""
    reading = load(path, data)
    errors = [problem for problem in reading.problems if problem.severity is Severity.ERROR]
    if errors:
        from rookery.cli.console import count_by_severity

        raise CommandError(
            f"{display_name(path)} has {count_by_severity(errors)}, the first: {errors[0]};"
            f" rookery validate {path} shows {'them' if len(errors) > 1 else 'it'}"
        )
    return reading


def remark_on_overlooked(reading: LoadResult) -> None:
    """Remark on players who have neither a game nor a bye in a round."""
    if reading.document is None:
        from rookery.history.completion import overlooked_problems

        problems = overlooked_problems(reading.tournament)
    else:
        problems = reading.problems
    for problem in problems:
        if problem.code == "no-word" and problem.severity is Severity.WARNING:
            remark(problem.text)


def dialect_for(path: str) -> str:
    """Return the format that a file name implies."""
    return "json" if path.lower().endswith(".json") else "trf26"


def is_same_file(path: str, other_path: str | None) -> bool:
    """Return whether both names refer to one existing file."""
    try:
        return other_path is not None and os.path.samefile(path, other_path)
    except OSError:
        return False


def output_form(output: str | None, path: str, form: str) -> str:
    """Return the form in which the file with an added round is written: by its name, else that of the file read."""
    if output is None or is_same_file(path, output):
        return form
    return next((output_form for suffix, output_form in _FORMS.items() if output.lower().endswith(suffix)), form)


def write_output(data: bytes, path: str | None) -> None:
    """Write to a file, or to standard output."""
    if path is None or path in ("-", "/dev/stdout"):
        sys.stdout.flush()
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
    else:
        save(path, data)


# -- saving


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
    """Rename each version to the next number, up to the first gap; without one drop the last, but not the very first.

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


# -- files that change


@contextmanager
def open_source(path: str, output: str | None) -> Iterator[bytes]:
    """Yield the content of a file; an output file that exists is locked meanwhile."""
    if output is not None and os.path.isfile(output):
        with lock_file(output) as locked_content:
            yield locked_content if is_same_file(path, output) else read_content(path)
    else:
        yield read_content(path)


@contextmanager
def lock_file(path: str) -> Iterator[bytes]:
    """Lock a file against other commands, and yield its content."""
    if path == "-":
        raise CommandError("a file is needed here: standard input cannot be rewritten")
    require_regular_file(path, path)
    while True:
        with open(path, "rb") as file:
            lock_exclusively(file)
            if os.fstat(file.fileno()).st_ino == os.stat(path).st_ino:  # else it was replaced while we waited
                yield file.read()
                return


def lock_exclusively(file: BinaryIO) -> None:
    """Lock an open file, until it is closed, where the system has such locks.

    Without them the rename alone still never leaves half a file.
    """
    try:
        fcntl: Any = import_module("fcntl")
    except ImportError:
        return
    with suppress(OSError):  # a network drive may know no locks
        fcntl.flock(file, fcntl.LOCK_EX)


def refuse_replacing(path: str, data_to_write: bytes) -> None:
    """Raise CommandError if the file holds a tournament that the new data does not continue."""
    if not os.path.isfile(path):
        return
    present = _parse_tournament(read_content(path))
    if present is None or _is_continuation(present, _parse_tournament(data_to_write)):
        return
    from rookery.formatting import count

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


def data_file(name: str, variable: str, path: str | None = None) -> Path:
    """Return the path given, else the one in the environment variable, else the file in the data folder."""
    from pathlib import Path

    if chosen_path := path or os.environ.get(variable):
        return Path(chosen_path)
    try:
        return data_folder() / name
    except ModuleNotFoundError:  # the bare source tree
        raise CommandError(
            f"{name} has no place here: name one, or set {variable}; or pip install rookery-chess"
        ) from None
