"""The acceptance walk on the command line: cluster by cluster, what is proved and what is missing."""

from __future__ import annotations

from rookery.cli.render import paragraph, print_json, say
from rookery.cli.tables import print_table
from rookery.desk.walk import CLUSTERS, Cluster, Question, Walk, other, walk
from rookery.labels import Column, Table, count
from rookery.typed import TYPE_CHECKING

if TYPE_CHECKING:
    import argparse

    from rookery.answers import command_shapes


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("cluster", nargs="?", choices=list(CLUSTERS), metavar="CLUSTER", help="one cluster, A to N")
    parser.add_argument("--open", action="store_true", help="only what is not proved yet, and what is missing")
    parser.add_argument("--format", choices=["text", "json"], default="text", help="how to print (default: text)")


def show(args: argparse.Namespace) -> None:
    """Print the walk, or what is asked for of it."""
    made = walk()
    if args.format == "json":
        print_json(_as_json(made, args))
        return
    clusters = [one for one in made.clusters if args.cluster in (None, one.letter)]
    if args.open or args.cluster:
        for one in clusters:
            _print(one, args)
    else:
        columns = Column(""), Column("Cluster"), Column("Path", ">"), Column("Proved", ">"), Column("Open", ">")
        rows = [(one.letter, one.title, *map(str, (len(one.questions), one.proved, one.open))) for one in clusters]
        print_table(Table(columns, tuple(rows)))
    say()
    paragraph(summed(made))


def summed(made: Walk) -> str:
    """What the walk comes to."""
    said = (
        f"{count(made.path, 'question')} on the path: {made.proved} proved, {made.open} open. "
        f"Our answers cost {made.fails} FAIL and {made.percent} %"
    )
    if not made.open:
        return f"{said}."
    return f"{said}; the open ones could cost {made.open_fails} FAIL and up to {made.open_percent} %."


def _print(cluster: Cluster, args: argparse.Namespace) -> None:
    asked = [one for one in cluster.questions if one.missing or not args.open]
    if not asked:
        return
    say(f"{cluster.letter}. {cluster.title}: {cluster.proved} of {len(cluster.questions)} proved", "bold")
    columns = Column("Q", ">"), Column("Asks", least=20, wraps=True), Column("We"), Column("Else"), \
        Column("Missing" if args.open else "Proof, or what is missing", least=20, wraps=True)  # fmt: skip
    print_table(Table(columns, tuple(_row(one, args.open) for one in asked)))
    say()


def _row(one: Question, open: bool) -> tuple[str, ...]:
    missing = one.missing if open else f"missing: {one.missing}"
    proof = missing if one.missing else ", ".join(one.proofs)
    return str(one.number), one.asks, one.answer, other(one).text or "–", proof


def _as_json(made: Walk, args: argparse.Namespace) -> dict[str, object]:
    from rookery.answers.data import formed

    asked = [
        one
        for cluster in made.clusters
        if args.cluster in (None, cluster.letter)
        for one in cluster.questions
        if one.missing or not args.open
    ]
    data: command_shapes.WalkData = {
        "path": made.path,
        "proved": made.proved,
        "open": made.open,
        "fails": made.fails,
        "percent": made.percent,
        "questions": [_data(one) for one in asked],
    }
    return formed("walk", data)


def _data(one: Question) -> command_shapes.WalkQuestionData:
    return {
        "number": one.number,
        "cluster": one.cluster,
        "asks": one.asks,
        "answer": one.answer,
        "otherwise": other(one).text,
        "standing": one.standing,
        "proofs": list(one.proofs),
        "missing": one.missing,
    }
