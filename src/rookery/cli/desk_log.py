"""The log of a tournament on the command line: who did what and when, and what was taken back since."""

from __future__ import annotations

from collections.abc import Iterator

from rookery.cli.render import print_json, say
from rookery.cli.tables import print_table
from rookery.desk.desk import Desk, Done
from rookery.desk.events.time import Returned
from rookery.desk.time import replayed
from rookery.desk.views.log import LogLine, log_data, log_view
from rookery.labels import Column, Table, count
from rookery.store import Record, Stream
from rookery.typed import TYPE_CHECKING

if TYPE_CHECKING:
    import argparse

    from rookery.store.store import Store

Told = tuple[Record, LogLine]
"""A record, and what it says to people."""


def show(store: Store, stream: Stream, args: argparse.Namespace) -> None:
    """Print the log, or what is asked for of it."""
    records = list(store.read(stream.id, until=stream.version))
    view = log_view(Desk(store, str, str).state(stream.id), records)
    told = [each for each in zip(records, view.lines, strict=True) if _asked(each[0], args)]
    told = told[-args.last if args.last else 0 :]
    if args.format == "json":
        print_json(log_data(stream.slug, told))
    elif not told:
        say(f"Nothing of that is in the log of {stream.slug}.")
    else:
        columns = Column("", ">"), Column("When (UTC)"), Column("Who"), Column("What", least=30, wraps=True)
        print_table(Table(columns, tuple(_row(line) for _, line in told)))


def _asked(record: Record, args: argparse.Namespace) -> bool:
    kind = not args.kind or record.kind == args.kind or record.kind.partition(".")[0] == args.kind
    return kind and record.version > args.after and (not args.by or record.actor == args.by)


def _row(line: LogLine) -> tuple[str, ...]:
    text = line.text if line.stands else f"Taken back: {line.text}"
    yes = f" (answered: {', '.join(dict.fromkeys(line.acknowledged))})" if line.acknowledged else ""
    return str(line.version), line.at[:16].replace("T", " "), line.actor, f"{text}{yes}"


def faults(store: Store) -> tuple[str, ...]:
    """What is wrong at a desk: in its database, or with what a log adds up to, by itself and from its snapshots."""
    found = store.check()
    return found or tuple(text for each in store.streams() for text in _astray(store, each))


def _astray(store: Store, stream: Stream) -> Iterator[str]:
    records = list(store.read(stream.id, until=stream.version))
    try:
        whole = replayed(records)
    except Exception as error:  # whatever an event does to the fold, it is a fault of this log
        yield f"{stream.slug}: the events do not add up to a tournament: {type(error).__name__} {error}".rstrip()
        return
    if Desk(store, str, str).at(stream.id, stream.version) != whole:
        yield f"{stream.slug}: a snapshot is not what the log adds up to"


def brief(stream: Stream, done: Done) -> Iterator[str]:
    """What an undo did."""
    for event in done.events:
        if isinstance(event, Returned):
            lost = f"; {count(len(event.lost), 'event')} taken back" if event.lost else ""
            yield f"{stream.slug} is as it was at version {event.to}{lost}. This is version {done.version}."
