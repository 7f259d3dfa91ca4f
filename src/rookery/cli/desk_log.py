"""Print the log of a tournament, and check the logs of a desk."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rookery.cli.console import print_json, say
from rookery.cli.tables import print_table
from rookery.formatting import Column, Table, count
from rookery.storage import Record, Stream
from rookery.tournaments.events.time import Returned
from rookery.tournaments.service import CommandResult, TournamentService
from rookery.tournaments.undo import replay_records
from rookery.tournaments.views.log import LogLine, log_data, log_view

if TYPE_CHECKING:
    import argparse

    from rookery.storage.store import Store

LogEntry = tuple[Record, LogLine]
"""A record, and what it says to people."""


def print_log(store: Store, stream: Stream, args: argparse.Namespace) -> None:
    """Print the log, or the selected part of it."""
    records = list(store.read(stream.id, until=stream.version))
    view = log_view(TournamentService(store, str, str).state(stream.id), records)
    entries = [entry for entry in zip(records, view.lines, strict=True) if _is_selected(entry[0], args)]
    entries = entries[-args.last if args.last else 0 :]
    if args.format == "json":
        print_json(log_data(stream.slug, entries))
    elif not entries:
        say(f"Nothing of that is in the log of {stream.slug}.")
    else:
        columns = Column("", ">"), Column("When (UTC)"), Column("Who"), Column("What", least=30, wraps=True)
        print_table(Table(columns, tuple(_row(line) for _, line in entries)))


def _is_selected(record: Record, args: argparse.Namespace) -> bool:
    kind = not args.kind or record.kind == args.kind or record.kind.partition(".")[0] == args.kind
    return kind and record.version > args.after and (not args.by or record.actor == args.by)


def _row(line: LogLine) -> tuple[str, ...]:
    text = line.text if line.stands else f"{line.text} (taken back)"
    yes = f" (answered: {', '.join(dict.fromkeys(line.acknowledged))})" if line.acknowledged else ""
    return str(line.version), line.at[:16].replace("T", " "), line.actor, f"{text}{yes}"


def find_faults(store: Store) -> tuple[str, ...]:
    """Return what is wrong at a desk: in its database, in the sum of a log, or in a snapshot."""
    faults_of_store = store.check()
    return faults_of_store or tuple(text for stream in store.streams() for text in _check_log(store, stream))


def _check_log(store: Store, stream: Stream) -> Iterator[str]:
    records = list(store.read(stream.id, until=stream.version))
    try:
        replayed = replay_records(records)
    except Exception as error:  # whatever an event does to the fold, it is a fault of this log
        yield f"{stream.slug}: the events do not add up to a tournament: {type(error).__name__} {error}".rstrip()
        return
    if TournamentService(store, str, str).at(stream.id, stream.version) != replayed:
        yield f"{stream.slug}: a snapshot is not what the log adds up to"


def describe_undo(stream: Stream, outcome: CommandResult) -> Iterator[str]:
    """Yield what an undo did."""
    for event in outcome.events:
        if isinstance(event, Returned):
            lost = f"; {count(len(event.lost), 'event')} taken back" if event.lost else ""
            yield f"{stream.slug} is as it was at version {event.to}{lost}. This is version {outcome.version}."
