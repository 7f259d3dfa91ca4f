"""Files that are imported into a desk, and the names of those it exports.

What comes in is a log: that of another desk, or a new one that begins with the file.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from rookery.cli.console import print_paragraph
from rookery.cli.desks import execute_command
from rookery.cli.exit_codes import Refusal
from rookery.cli.file_edit import refuse_replacing
from rookery.cli.files import display_name, load, load_sound, read_content
from rookery.cli.journal import load_remembered
from rookery.cli.problems import first_problem_line
from rookery.errors import FormatError, RookeryError
from rookery.storage import Record, Stream
from rookery.tournaments.importing import (
    blocking_problems,
    check_continuation,
    continues_stream,
    import_command,
    is_log,
    make_slug,
    parse_log,
    record_in_memory,
)

if TYPE_CHECKING:
    import argparse

    from rookery.storage.store import Store


def load_import(args: argparse.Namespace) -> tuple[Stream, Sequence[Record]]:
    """Load the stream in a file and its log; nothing is written yet."""
    data, name = read_content(args.file), display_name(args.file)
    if is_log(data, args.file):
        stream, records = _load_log(data, name)
        return (replace(stream, slug=args.slug) if args.slug else stream), records
    reading = load(args.file, data)
    reading = load_sound(args.file, data) if blocking_problems(reading) else reading
    load_remembered(args.file, data, reading.tournament)  # refuses a file that forgot that FIDE mode was left
    command = import_command(reading, data)
    slug = args.slug or make_slug(Path(name).stem)
    return record_in_memory(slug, lambda store, stream: execute_command(store, stream, command, args.by, args.yes))


def _load_log(data: bytes, name: str) -> tuple[Stream, Sequence[Record]]:
    """Load the log of another desk."""
    try:
        return parse_log(data)
    except FormatError as error:
        raise Refusal(f"{name}: {first_problem_line(error.problems)}") from None
    except RookeryError as error:
        raise Refusal(f"{name}: {error}") from None


def print_warnings(store: Store, stream: Stream, records: Sequence[Record]) -> None:
    """Print the warnings about the events that would continue a tournament of this desk, or refuse them."""
    present = next((candidate for candidate in store.streams() if candidate.id == stream.id), None)
    if present is None or not 0 < present.version < len(records) or not continues_stream(present, records):
        return
    try:
        for text in check_continuation(records, present.version):
            print_paragraph(f"Warning: {text}.")
    except RookeryError as error:
        raise Refusal(str(error)) from None


# -- what a desk writes ------------------------------------------------------------------------------------------------

_DIALECTS = {".rookery": "", ".trf": "trf26", ".json": "json"}


def export_dialect(path: str | None) -> str:
    """Return the dialect in which a file of this name is written; empty for the log itself."""
    suffix = ".rookery" if path in (None, "-") else Path(path or "").suffix.lower()
    if suffix not in _DIALECTS:
        raise Refusal(f"{path}: expected a name in .rookery, .trf or .json")
    return _DIALECTS[suffix]


def refuse_replacing_another(path: str, stream: Stream, data_to_write: bytes) -> None:
    """Raise Refusal if the file holds another tournament."""
    data = read_content(path) if Path(path).is_file() else b""
    if not is_log(data, path):
        refuse_replacing(path, data_to_write)
        return
    try:
        present, _ = parse_log(data)
    except RookeryError:  # a log that is none is nobody's
        return
    if present.id != stream.id:
        description = f"{present.slug}, version {present.version}"
        raise Refusal(
            f"{path} holds another tournament ({description}); choose another name, or say --force to replace it"
        )
