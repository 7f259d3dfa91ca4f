"""Open the store of a desk, select a tournament, and execute commands with confirmed warnings."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from secrets import token_hex
from typing import TYPE_CHECKING, TypeVar

from rookery.cli.confirm import require_answers
from rookery.cli.console import first_problem_line, print_paragraph
from rookery.cli.errors import CommandError
from rookery.cli.files import data_file, display_name, load, load_sound, read_content, refuse_replacing
from rookery.cli.journal import current_user, load_remembered
from rookery.errors import FormatError, RookeryError
from rookery.messages import join_list
from rookery.storage import Record, Stream, open_store
from rookery.tournaments.command import Command
from rookery.tournaments.errors import ConfirmationRequiredError
from rookery.tournaments.importing import (
    begins_with_stream,
    blocking_problems,
    check_continuation,
    import_command,
    is_log,
    make_slug,
    parse_log,
    record_in_memory,
)
from rookery.tournaments.redaction import redactor_for
from rookery.tournaments.service import CommandResult
from rookery.tournaments.service import create_service as create_service
from rookery.tournaments.store import EventStore

if TYPE_CHECKING:
    import argparse

    from rookery.storage.store import Store


T = TypeVar("T")


@contextmanager
def open_desk(place: str | None, *, fresh: bool = False, reads: bool = False) -> Iterator[Store]:
    """Open the store of the desk; unless `fresh`, it must exist.

    A command that only `reads` also works where nothing can be written: a full disk, a folder that is read-only.
    """
    address = place or os.environ.get("ROOKERY_DESK") or ""
    if "://" in address:
        with open_store(address) as store:
            yield store
        return
    path = desk_file(data_file("desk.sqlite", "ROOKERY_DESK", place), place or address)
    if fresh:
        path.parent.mkdir(parents=True, exist_ok=True)
    elif not path.exists():
        raise CommandError(f"there is no desk at {path} yet; rookery desk import FILE makes one")
    with _open_for_reading(path) if reads else open_store(path) as store:
        yield store


def desk_file(path: Path, place: str | None = None) -> Path:
    """Return the file of a desk: that in a folder, which may end with a slash and need not exist, or the file itself.

    >>> desk_file(Path("hall"), "hall/").as_posix(), desk_file(Path("hall.sqlite")).as_posix()
    ('hall/desk.sqlite', 'hall.sqlite')
    """
    is_folder = path.is_dir() or (place or "").endswith(("/", os.sep))
    return path / "desk.sqlite" if is_folder else path


def _open_for_reading(path: Path) -> Store:
    try:
        return open_store(path)
    except OSError:
        return open_store(path, read_only=True)


def select_stream(store: Store, slug: str | None) -> Stream:
    """Return the tournament or the event of this name; it may be left out if there is only one tournament."""
    streams_by_slug = {stream.slug: stream for stream in store.streams()}
    if slug in streams_by_slug:
        return streams_by_slug[slug]
    tournaments = [stream for stream in streams_by_slug.values() if stream.kind == "tournament"]
    if slug is None and len(tournaments) == 1:
        return tournaments[0]
    if not streams_by_slug:
        raise CommandError(f"there is no tournament in {store.name} yet")
    problem = "say which tournament" if slug is None else f"there is no tournament {slug!r}"
    raise CommandError(f"{problem}: {store.name} has {join_list(sorted(streams_by_slug))}")


def execute_command(
    store: EventStore, stream: Stream, wanted_command: Command, user: str | None, yes: Sequence[str]
) -> CommandResult:
    """Execute a command at the desk once all its warnings are answered."""
    desk, actor, command_id = create_service(store), current_user(user), token_hex(8)

    def execute(tokens: Sequence[str]) -> CommandResult:
        return desk.do(stream.id, wanted_command, actor=actor, command_id=command_id, acknowledged=tokens)

    return run_confirmed(execute, stream.slug, yes)


def run_confirmed(action: Callable[[Sequence[str]], T], name: str, yes: Sequence[str]) -> T:
    """Run an action that may raise warnings; nothing is done until every warning is answered."""
    try:
        return action(())
    except ConfirmationRequiredError as pending:
        require_answers(pending.warnings, name, yes)
        return action(pending.tokens)


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
        raise CommandError(f"{name}: {first_problem_line(error.problems)}") from None
    except RookeryError as error:
        raise CommandError(f"{name}: {error}") from None


def print_warnings(store: Store, stream: Stream, records: Sequence[Record]) -> None:
    """Print the warnings about the events that would continue a tournament of this desk, or refuse them."""
    present = next((candidate for candidate in store.streams() if candidate.id == stream.id), None)
    if present is None or not 0 < present.version < len(records) or not begins_with_stream(present, records):
        return
    try:
        for text in check_continuation(records, present.version):
            print_paragraph(f"Warning: {text}.")
    except RookeryError as error:
        raise CommandError(str(error)) from None


def adopt_log(store: Store, stream: Stream, records: Sequence[Record]) -> int:
    """Adopt a log, or its part that is missing here, and erase what its new events erase; return their number."""
    known = next((present.version for present in store.streams() if present.id == stream.id), 0)
    own_records = store.read(stream.id, until=known) if known else ()
    return store.adopt(stream, records, redact=redactor_for(records[known:], own_records))


# -- what a desk writes ------------------------------------------------------------------------------------------------

_DIALECTS = {".rookery": "", ".trf": "trf26", ".json": "json"}


def export_dialect(path: str | None) -> str:
    """Return the dialect in which a file of this name is written; empty for the log itself."""
    suffix = ".rookery" if path in (None, "-") else Path(path or "").suffix.lower()
    if suffix not in _DIALECTS:
        raise CommandError(f"{path}: expected a name in .rookery, .trf or .json")
    return _DIALECTS[suffix]


def refuse_replacing_another(path: str, stream: Stream, data_to_write: bytes) -> None:
    """Raise CommandError if the file holds another tournament."""
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
        raise CommandError(
            f"{path} holds another tournament ({description}); choose another name, or say --force to replace it"
        )
