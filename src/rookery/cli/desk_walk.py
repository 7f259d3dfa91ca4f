"""The acceptance checklist on the command line: cluster by cluster, what is proved and what is missing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rookery.cli.console import print_json, print_paragraph, say
from rookery.cli.tables import print_table
from rookery.formatting import Column, Table, count
from rookery.tournaments.checklist import CLUSTERS, Checklist, Cluster, Question, alternative_branch, build_checklist

if TYPE_CHECKING:
    import argparse

    from rookery.serialize import cli_types


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `desk vcl`."""
    parser.add_argument("cluster", nargs="?", choices=list(CLUSTERS), metavar="CLUSTER", help="one cluster, A to N")
    parser.add_argument("--open", action="store_true", help="only what is not proved yet, and what is missing")
    parser.add_argument("--format", choices=["text", "json"], default="text", help="how to print (default: text)")


def print_checklist(args: argparse.Namespace) -> None:
    """Print the checklist, or the selected part of it."""
    checklist = build_checklist()
    if args.format == "json":
        print_json(_as_json(checklist, args))
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
    print_table(Table(columns, tuple(_row(question, args.open) for question in questions)))
    say()


def _row(question: Question, only_open: bool) -> tuple[str, ...]:
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


def _as_json(checklist: Checklist, args: argparse.Namespace) -> dict[str, object]:
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
        "questions": [_data(question) for question in questions],
    }
    return with_form("walk", data)


def _data(question: Question) -> cli_types.WalkQuestionData:
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
