"""The log of a tournament for people: who did what and when, and what was taken back since."""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set

from rookery.cli.render import print_json, say
from rookery.cli.tables import print_table
from rookery.desk.desk import Desk, Done
from rookery.desk.events.players import PlayerEntered
from rookery.desk.events.teams import TeamEntered
from rookery.desk.events.time import Returned
from rookery.desk.happening import event_of
from rookery.desk.time import path, trace_of
from rookery.desk.words import Name, said
from rookery.labels import Column, Table, count
from rookery.store import Record, Stream
from rookery.typed import TYPE_CHECKING

if TYPE_CHECKING:
    import argparse

    from rookery.answers import shapes
    from rookery.model import Tournament
    from rookery.store.store import Store


def show(store: Store, stream: Stream, args: argparse.Namespace) -> None:
    """Print the log, or what is asked for of it."""
    records = list(store.read(stream.id, until=stream.version))
    counts = {one.version for one in path([trace_of(record) for record in records], len(records))}
    wanted = [record for record in records if _asked(record, args)][-args.last if args.last else 0 :]
    name = _names(records, Desk(store, str, str).state(stream.id).tournament)
    if args.format == "json":
        print_json(_as_json(stream, wanted, counts, name))
        return
    if not wanted:
        say(f"Nothing of that is in the log of {stream.slug}.")
        return
    columns = Column("", ">"), Column("When (UTC)"), Column("Who"), Column("What", least=30, wraps=True)
    rows = tuple(_row(record, record.version in counts, name) for record in wanted)
    print_table(Table(columns, rows))


def _asked(record: Record, args: argparse.Namespace) -> bool:
    kind = not args.kind or record.kind == args.kind or record.kind.partition(".")[0] == args.kind
    return kind and record.version > args.after and (not args.by or record.actor == args.by)


def _row(record: Record, counts: bool, name: Name) -> tuple[str, ...]:
    back = "" if _stands(record, counts) else "Taken back: "
    return str(record.version), record.at[:16].replace("T", " "), record.actor, f"{back}{_text(record, name)}"


def _text(record: Record, name: Name) -> str:
    return said(event_of(record.kind, record.form, record.data), name)


def _names(records: Sequence[Record], now: Tournament) -> Name:
    """What everybody is called, or was when they were there."""
    found = dict[str, str]()
    for record in records:
        if record.kind in (PlayerEntered.KIND, TeamEntered.KIND):
            found[record.data["key"]] = record.data.get("facts", record.data).get("name", "")
    found |= {one.key: one.name for one in now.players} | {one.key: one.name for one in now.teams}
    return lambda key: found.get(key) or key


def _stands(record: Record, counts: bool) -> bool:
    """Whether it still holds; a return is never passed over, it is what passes over."""
    return counts or record.kind == Returned.KIND


def _as_json(stream: Stream, records: Sequence[Record], counts: Set[int], name: Name) -> dict[str, object]:
    from rookery.answers.data import formed

    told: shapes.LogData = {
        "tournament": stream.slug,
        "events": [
            {
                "version": record.version,
                "kind": record.kind,
                "form": record.form,
                "data": record.data,
                "command": record.command,
                "actor": record.actor,
                "at": record.at,
                "acknowledged": list(record.acknowledged),
                "stands": _stands(record, record.version in counts),
                "text": _text(record, name),
            }
            for record in records
        ],
    }
    return formed("log", told)


def brief(desk: Desk, stream: Stream, done: Done) -> Iterator[str]:
    """What an undo did."""
    for event in done.events:
        if isinstance(event, Returned):
            lost = f"; {count(len(event.lost), 'event')} taken back" if event.lost else ""
            yield f"{stream.slug} is as it was at version {event.to}{lost}. This is version {done.version}."
