"""Print the log of a tournament, and check the logs of a desk."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from rookery.cli.console import print_json, print_paragraph, say
from rookery.cli.tables import print_table
from rookery.formatting import Column, Table, count
from rookery.storage import Record, Stream
from rookery.tournaments.checklist import CLUSTERS, Checklist, Cluster, Question, alternative_branch, build_checklist
from rookery.tournaments.domain.restore_points import Returned
from rookery.tournaments.service import CommandResult, TournamentService, create_service
from rookery.tournaments.state import State
from rookery.tournaments.undo import replay_records
from rookery.tournaments.views.log import LogLine, log_data, log_view
from rookery.tournaments.views.overview import home_line

if TYPE_CHECKING:
    import argparse

    from rookery.serialize import cli_types
    from rookery.storage.store import Store


def print_tournaments(store: Store) -> None:
    """Print the tournaments that are neither archived nor deleted, those of an event together and in order."""
    streams = [stream for stream in store.streams() if stream.version]
    currents = create_service(store).currents({stream.id: stream.version for stream in streams})
    states = {stream.id: currents[stream.id].state for stream in streams}
    slugs = {stream.id: stream.slug for stream in streams if states[stream.id].permanent.place == "desk"}
    rows = dict[str, tuple[str, ...]]()
    for event in (name for name in slugs if states[name].kind == "event"):
        for section in states[event].sections:
            if section.tournament in slugs and section.tournament not in rows:
                rows[section.tournament] = _tournament_row(states, slugs, section.tournament, slugs[event])
    for name in slugs:
        if states[name].kind == "tournament" and name not in rows:
            rows[name] = _tournament_row(states, slugs, name, "")
    if not rows:
        say("There is no tournament yet.")
        return
    columns = (
        Column("Name"), Column("Event"), Column("Title", least=16, wraps=True), Column("Entries", ">"),
        Column("Rounds", ">"), Column("Next", least=20, wraps=True),
    )  # fmt: skip
    print_table(Table(columns, tuple(rows.values())))


def _tournament_row(states: Mapping[str, State], slugs: Mapping[str, str], stream: str, event: str) -> tuple[str, ...]:
    """Return the row of a tournament, by the id of its log."""
    line = home_line(slugs[stream], states[stream])
    rounds = f"{line.paired}/{line.rounds}" if line.rounds else str(line.paired)
    return line.slug, event, line.name, str(line.participants), rounds, line.next.text if line.next else ""


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
        print_table(Table(columns, tuple(_log_row(line) for _, line in entries)))


def _is_selected(record: Record, args: argparse.Namespace) -> bool:
    kind = not args.kind or record.kind == args.kind or record.kind.partition(".")[0] == args.kind
    return kind and record.version > args.after and (not args.by or record.actor == args.by)


def _log_row(line: LogLine) -> tuple[str, ...]:
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
    if TournamentService(store, str, str).state_at(stream.id, stream.version) != replayed:
        yield f"{stream.slug}: a snapshot is not what the log adds up to"


def describe_undo(stream: Stream, outcome: CommandResult) -> Iterator[str]:
    """Yield what an undo did."""
    for event in outcome.events:
        if isinstance(event, Returned):
            lost = f"; {count(len(event.lost), 'event')} taken back" if event.lost else ""
            yield f"{stream.slug} is as it was at version {event.to}{lost}. This is version {outcome.version}."


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `desk vcl`."""
    parser.add_argument("cluster", nargs="?", choices=list(CLUSTERS), metavar="CLUSTER", help="one cluster, A to N")
    parser.add_argument("--open", action="store_true", help="only what is not proved yet, and what is missing")
    parser.add_argument("--format", choices=["text", "json"], default="text", help="how to print (default: text)")


def print_checklist(args: argparse.Namespace) -> None:
    """Print the checklist, or the selected part of it."""
    checklist = build_checklist()
    if args.format == "json":
        print_json(_to_json_data(checklist, args))
        return
    clusters = [cluster for cluster in checklist.clusters if args.cluster in (None, cluster.letter)]
    if args.open or args.cluster:
        for cluster in clusters:
            _print_cluster(cluster, args)
    else:
        columns = Column(""), Column("Cluster"), Column("Path", ">"), Column("Proved", ">"), Column("Open", ">")
        rows = [
            (cluster.letter, cluster.title, *map(str, (len(cluster.questions), cluster.proved, cluster.open)))
            for cluster in clusters
        ]
        print_table(Table(columns, tuple(rows)))
    say()
    print_paragraph(summarize_checklist(checklist))


def summarize_checklist(checklist: Checklist) -> str:
    """Return a summary of the checklist."""
    text = (
        f"{count(checklist.path, 'question')} on the path: {checklist.proved} proved, {checklist.open} open. "
        f"The proved answers cost {checklist.fails} FAIL and {checklist.percent} %"
    )
    if not checklist.open:
        return f"{text}."
    return f"{text}; the open ones could cost {checklist.open_fails} FAIL and up to {checklist.open_percent} %."


def _print_cluster(cluster: Cluster, args: argparse.Namespace) -> None:
    questions = [question for question in cluster.questions if question.missing or not args.open]
    if not questions:
        return
    say(f"{cluster.letter}. {cluster.title}: {cluster.proved} of {len(cluster.questions)} proved", "bold")
    columns = Column("Q", ">"), Column("Asks", least=20, wraps=True), Column("We"), Column("Else"), \
        Column("Missing" if args.open else "Standing", least=20, wraps=True)  # fmt: skip
    print_table(Table(columns, tuple(_question_row(question, args.open) for question in questions)))
    say()


def _question_row(question: Question, only_open: bool) -> tuple[str, ...]:
    if question.missing:
        standing = question.missing if only_open else f"missing: {question.missing}"
    elif question.proofs:
        standing = f"proved: {', '.join(question.proofs)}"
    else:
        standing = "proved"
    return (
        str(question.number),
        question.asks,
        question.public_answer,
        alternative_branch(question).text or "–",
        standing,
    )


def _to_json_data(checklist: Checklist, args: argparse.Namespace) -> dict[str, object]:
    from rookery.serialize.as_data import with_form

    questions = [
        question
        for cluster in checklist.clusters
        if args.cluster in (None, cluster.letter)
        for question in cluster.questions
        if question.missing or not args.open
    ]
    data: cli_types.WalkData = {
        "path": checklist.path,
        "proved": checklist.proved,
        "open": checklist.open,
        "fails": checklist.fails,
        "percent": checklist.percent,
        "questions": [_question_data(question) for question in questions],
    }
    return with_form("walk", data)


def _question_data(question: Question) -> cli_types.WalkQuestionData:
    return {
        "number": question.number,
        "cluster": question.cluster,
        "asks": question.asks,
        "answer": question.answer,
        "otherwise": alternative_branch(question).text,
        "standing": question.standing,
        "proofs": list(question.proofs),
        "missing": question.missing,
    }
