"""Reading tournament files, and where a command's own file goes."""

from __future__ import annotations

import os
import sys

from rookery.cli.exits import Refusal, code_of
from rookery.cli.streams import remark
from rookery.errors import FormatError, Severity
from rookery.typed import TYPE_CHECKING, BinaryIO

if TYPE_CHECKING:
    from rookery.reading import Reading

LARGEST = 256 * 2**20
"""No tournament file is larger than this; what is larger is refused unread."""

_FORMS = {".json": "json", ".trf": "trf26", ".trfx": "trf26", ".txt": "trf26"}
"""What the end of a name says of a file."""


def content(path: str) -> bytes:
    """The bytes of a file; `-` is standard input."""
    if path == "-":
        return _bounded(sys.stdin.buffer, path)
    with open(path, "rb") as file:
        return _bounded(file, path)


def _bounded(file: BinaryIO, path: str) -> bytes:
    """All that is in a file, but no more than can be meant: a device may never end."""
    pieces, left = list[bytes](), LARGEST
    while piece := file.read(2**20):  # a larger piece would be made room for at once
        pieces.append(piece)
        left -= len(piece)
        if left < 0:
            raise Refusal(f"{name_of(path)}: too large for a tournament file (more than {LARGEST // 2**20} MB)")
    return b"".join(pieces)


def name_of(path: str) -> str:
    """How a file is called in what we say."""
    return "standard input" if path == "-" else path


def load(path: str, data: bytes | None = None) -> Reading:
    """The tournament in a file; a refusal that names the file when it is none."""
    import rookery

    try:
        return rookery.load(content(path) if data is None else data)
    except FormatError as error:
        from rookery.cli.problems import brief

        hint = f"; {said}" if (said := start_hint(path)) else ""
        raise Refusal(f"{name_of(path)}: {brief(error.problems)}{hint}", code_of(error)) from None


def told_of_errors(path: str) -> Reading:
    """The tournament in a file; that some of it could not be read is remarked, since ratings and titles hang on it."""
    reading = load(path)
    errors = [problem for problem in reading.problems if problem.severity is Severity.ERROR]
    if errors:
        from rookery.cli.problems import tally

        remark(f"{name_of(path)} has {tally(errors)}: what could be read is used; rookery validate shows more")
    return reading


def start_hint(path: str) -> str:
    """What to do with a list of players that was given for a tournament; nothing for any other file."""
    if not path.lower().endswith((".csv", ".tsv")):
        return ""
    return f"rookery new starts a tournament from a list of players: --players {path}"


def load_sound(path: str, data: bytes | None = None) -> Reading:
    """The tournament in a file without errors: what is about to be rewritten must have been understood."""
    reading = load(path, data)
    errors = [problem for problem in reading.problems if problem.severity is Severity.ERROR]
    if errors:
        from rookery.cli.problems import tally

        raise Refusal(
            f"{name_of(path)} has {tally(errors)}, the first: {errors[0]};"
            f" rookery validate {path} shows {'them' if len(errors) > 1 else 'it'}"
        )
    return reading


def remark_on_overlooked(reading: Reading) -> None:
    """Say who has neither a game nor a bye in a round for which they were there: no point follows from that."""
    if reading.document is None:
        from rookery.attendance import unsaid

        said = unsaid(reading.tournament)
    else:
        said = reading.problems
    for problem in said:
        if problem.code == "no-word" and problem.severity is Severity.WARNING:
            remark(problem.text)


def dialect_of(path: str) -> str:
    """The format a file name asks for."""
    return "json" if path.lower().endswith(".json") else "trf26"


def same_file(one: str, other: str | None) -> bool:
    """Whether both names, whatever they look like, are of one file that is there."""
    try:
        return other is not None and os.path.samefile(one, other)
    except OSError:
        return False


def form_for(output: str | None, path: str, form: str) -> str:
    """The form in which the file with a round added is written: that its name asks for, else that of the file read."""
    if output is None or same_file(path, output):
        return form
    return next((made for end, made in _FORMS.items() if output.lower().endswith(end)), form)


def deliver(data: bytes, path: str | None) -> None:
    """Write to a file, or to standard output without one."""
    if path is None or path in ("-", "/dev/stdout"):
        sys.stdout.flush()
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
    else:
        from rookery.cli.saving import save

        save(path, data)
