"""Read tournament files, and write the output of a command."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING, BinaryIO

from rookery.cli.errors import CommandError, exit_code
from rookery.cli.terminal import remark
from rookery.errors import FormatError, Severity

if TYPE_CHECKING:
    from rookery.load_result import LoadResult

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
        from rookery.cli.problems import first_problem_line

        hint = f"; {hint_text}" if (hint_text := player_list_hint(path)) else ""
        raise CommandError(
            f"{display_name(path)}: {first_problem_line(error.problems)}{hint}", exit_code(error)
        ) from None


def load_with_remarks(path: str) -> LoadResult:
    """Load the tournament in a file, with a remark if it has errors: ratings and titles depend on it."""
    reading = load(path)
    errors = [problem for problem in reading.problems if problem.severity is Severity.ERROR]
    if errors:
        from rookery.cli.problems import count_by_severity

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
        from rookery.cli.problems import count_by_severity

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
        from rookery.cli.atomic_save import save

        save(path, data)
