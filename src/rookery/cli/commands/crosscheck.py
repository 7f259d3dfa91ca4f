"""Let another engine and ours pair the same random tournaments, and judge every difference.

ENGINE is the command of a program that speaks the grammar of bbpPairings or JaVaFo, with {input} and {output} for its
files. Half of the tournaments are played on with our pairings, half with those of the other engine. Every difference is
kept in the folder as a small TRF with both answers and the rule that decides; started again, the work goes on where it
stopped. Exit 0 when all agree, 1 when some differ.
"""

from __future__ import annotations

import shlex
import shutil
from collections import Counter
from pathlib import Path
from time import perf_counter

from rookery.cli import generator_options
from rookery.cli.editions import add_edition
from rookery.cli.exits import DIFFERENT, DONE, Refusal
from rookery.cli.progress import Progress
from rookery.cli.render import facts, print_json, say
from rookery.cli.tables import print_table
from rookery.labels import Column, Table, count
from rookery.regulations import FORMATS, Takes
from rookery.typed import TYPE_CHECKING

if TYPE_CHECKING:
    import argparse
    from concurrent.futures import Executor
    from contextlib import AbstractContextManager

    from rookery.answers import shapes
    from rookery.checking.crosscheck import Comparison, Logbook

"""Systems whose rounds are matches of several games."""

EXAMPLES = ("rookery crosscheck --engine 'rookery --dutch {input} -p {output}' --count 1 --players 8 --rounds 3",)


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("--engine", required=True, help="the other program: 'COMMAND {input} {output}'")
    parser.add_argument("--count", type=int, default=100, metavar="K", help="tournaments each way (default: 100)")
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="the first seed (default: 0)")
    parser.add_argument("--jobs", type=int, default=1, metavar="N", help="processes to work with (default: 1)")
    parser.add_argument("-o", "--output", default="crosscheck", metavar="DIR", help="folder (default: crosscheck)")
    parser.add_argument("--dask", metavar="ADDRESS", help="work on a Dask cluster: the address of its scheduler")
    parser.add_argument("--report", metavar="FILE", help="write a page with the differences by verdict and rule")
    parser.add_argument("--to", choices=["trf26", "trf16", "trfx", "trfbx", "joint"],
                        help="the format it reads (default: trfbx; of matches trf26)")  # fmt: skip
    parser.add_argument("--format", choices=["text", "json"], default="text", help="how to print (default: text)")
    add_edition(parser)
    generator_options.add_options(parser)


def run(args: argparse.Namespace) -> int:
    """Compare what is left to compare, and report all of it."""
    from rookery.checking.crosscheck import Logbook, cases, crosscheck
    from rookery.checking.engine import Engine

    settings = generator_options.settings(args)
    engine = Engine(args.engine, _dialect(args.to, settings.format.name), edition=args.edition or "")
    _startable(engine.command)
    logbook = Logbook(Path(args.output), settings, engine)
    wanted = list(cases(args.seed, args.count))
    left = [case for case in wanted if case not in logbook.done]
    found: list[Comparison] = []
    began = perf_counter()
    with _executor(args) as executor, Progress(len(wanted), "tournaments", len(wanted) - len(left)) as progress:
        for comparison in crosscheck(settings, engine, left, executor, window=8 * max(1, args.jobs)):
            logbook.enter(comparison)
            if comparison.findings:
                found.append(comparison)
            progress.step(count(logbook.differences, "difference"))
    if args.report:
        _report(logbook, args, len(left) / (perf_counter() - began) if left else None)
    _print(logbook, found, args)
    return DIFFERENT if logbook.differences else DONE


def _executor(args: argparse.Namespace) -> AbstractContextManager[Executor]:
    """Who does the work: a cluster, our own processes, or this one."""
    from concurrent.futures import ThreadPoolExecutor

    from rookery.simulation.work import dask_executor, processes

    if args.dask:
        return dask_executor(args.dask)
    return processes(args.jobs) if args.jobs > 1 else ThreadPoolExecutor(1)


def _report(logbook: Logbook, args: argparse.Namespace, rate: float | None) -> None:
    """The page of the whole campaign, of this run and those before it."""
    from rookery.checking.campaign import page
    from rookery.one_step import write

    counts = {
        "tournaments": len(logbook.done), "rounds": logbook.rounds, "differences": logbook.differences,
        "faults of ours": logbook.ours_wrong,
    }  # fmt: skip
    write(args.report, page(Path(args.output), args.engine, counts, rate).encode())


def _dialect(wanted: str | None, system: str) -> str:
    """The format in which a position is written; matches can be written in that of 2026 only."""
    format = FORMATS[system]
    if not format.swiss:
        raise Refusal(f"there is nothing to compare: {system} leaves an engine no choice; rookery check judges a file")
    if format.takes is not Takes.TEAMS and format.games == 1:
        return wanted or "trfbx"
    if wanted not in (None, "trf26", "joint"):
        raise Refusal(f"{wanted} has no place for the matches of {system}: --to trf26 or joint")
    return wanted or "trf26"


def _startable(command: str) -> None:
    try:
        program = shlex.split(command)[0]
    except (ValueError, IndexError):
        raise Refusal(f"{command!r} is not a command") from None
    if "{input}" not in command:
        raise Refusal("the command needs {input} where its input file goes")
    if shutil.which(program) is None:
        raise Refusal(f"{program}: there is no such program")


def _print(logbook: Logbook, found: list[Comparison], args: argparse.Namespace) -> None:
    if args.format == "json":
        from rookery.answers.data import formed

        told: shapes.CrossCheckData = {
            "tournaments": len(logbook.done), "rounds": logbook.rounds, "differences": logbook.differences,
            "ours_wrong": logbook.ours_wrong, "folder": args.output,
        }  # fmt: skip
        print_json(formed("crosscheck", told))
        return
    facts([
        ("Tournaments", f"{len(logbook.done):,}"),
        ("Rounds", f"{logbook.rounds:,}"),
        ("Differences", f"{logbook.differences:,}"),
        ("Faults of ours", f"{logbook.ours_wrong:,}"),
    ])  # fmt: skip
    rows = _rows(found)
    if rows:
        say()
        columns = (
            Column("Seed", ">"),
            Column("Lead"),
            Column("Round", ">"),
            Column("Verdict"),
            Column("Rule", "<", 10, wraps=True),
        )
        print_table(Table(columns, tuple(rows)))
        say(f"Each is kept in {args.output} with both answers.")


def _rows(found: list[Comparison]) -> list[tuple[str, ...]]:
    """A row for each difference; where the engine fails in the same way again and again, one for all of them."""
    rows: list[tuple[str, ...]] = []
    failures = Counter(finding.failure for comparison in found for finding in comparison.findings)
    for comparison in found:
        for finding in comparison.findings:
            times = failures.pop(finding.failure, 0) if finding.failure else 1
            if not times:
                continue
            reason = finding.report.decided_by if finding.report else None
            rule = f"{reason.article} {reason.code}".strip() if reason else finding.failure
            rule += f" (and in {count(times - 1, 'more round')})" if times > 1 else ""
            case = comparison.case
            rows.append((str(case.seed), case.lead.value, str(finding.round), finding.verdict, rule))
    return rows
