"""Let another engine and ours pair the same random tournaments, or rank them, and judge every difference.

ENGINE is the command of a program that speaks the grammar of bbpPairings or JaVaFo, with {input} and {output} for its
files. Half of the tournaments are played on with our pairings, half with those of the other engine. With
--tiebreak-engine values and places are compared: its command has {tiebreaks} where the codes go, and it gives a table
with tabs, a line for each player; half of the tournaments then come from the --generator. Every difference is kept in
the folder as a small TRF with both answers and the rule that decides; started again, the work goes on where it stopped.
Exit 0 when all agree, 1 when some differ.
"""

from __future__ import annotations

import shlex
import shutil
from collections import Counter
from functools import partial
from pathlib import Path

from rookery.cli import generator_options
from rookery.cli.editions import add_edition
from rookery.cli.exits import DIFFERENT, DONE, Refusal
from rookery.cli.hands import add_jobs, from_one
from rookery.cli.progress import Progress
from rookery.cli.render import facts, print_json, say
from rookery.cli.tables import print_table
from rookery.labels import Column, Table, count
from rookery.regulations import FORMATS, Takes
from rookery.typed import TYPE_CHECKING, cast

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable
    from concurrent.futures import Executor
    from contextlib import AbstractContextManager

    from rookery.answers import command_shapes
    from rookery.checking.crosscheck import Asked, Case, Compared, Comparison, Logbook
    from rookery.checking.rankings import RankComparison
    from rookery.checking.settings import Settings

    Comparing = Callable[[Case], Comparison | RankComparison]

EACH = 0.1
"""About so many seconds a tournament takes, both programs together."""

EXAMPLES = ("rookery crosscheck --engine 'rookery --dutch {input} -p {output}' --count 1 --players 8 --rounds 3",)


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    other = parser.add_mutually_exclusive_group(required=True)
    other.add_argument("--engine", help="the other program: 'COMMAND {input} {output}'")
    other.add_argument("--tiebreak-engine", metavar="ENGINE",
                       help="another for tie-breaks: 'COMMAND {input} {output} {tiebreaks}'")  # fmt: skip
    parser.add_argument("--generator", metavar="COMMAND",
                        help="makes the tournaments of the other way: 'COMMAND {output} {seed}'")  # fmt: skip
    parser.add_argument("--codes", metavar="LIST", type=generator_options.codes, default=(),
                        help="the tie-breaks that are compared (default: all of C.07 that fit)")  # fmt: skip
    parser.add_argument(
        "--count",
        type=from_one,
        default=100,
        metavar="K",
        help="tournaments each way (default: 100); more of them go on with the same",
    )
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="the first seed (default: 0)")
    add_jobs(parser)
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
    from rookery.checking.crosscheck import Logbook, carried, cases
    from rookery.simulation.executors import worth_it

    settings = generator_options.settings(args)
    compared, programs = _rankings(args, settings) if args.tiebreak_engine else _pairings(args, settings)
    logbook = Logbook(Path(args.output), settings, *programs)
    wanted = list(cases(args.seed, args.count))
    left = [case for case in wanted if case not in logbook.done]
    found: list[Compared] = []
    with _executor(args) as executor, Progress(len(wanted), "tournaments", len(wanted) - len(left)) as progress:
        for comparison in carried(compared, left, executor, jobs=worth_it(args.jobs, EACH * len(left))):
            logbook.enter(comparison)
            if comparison.line["differences"]:
                found.append(comparison)
            progress.step(count(logbook.differences, "difference"))
    if args.report:
        _report(logbook, args)
    _print(logbook, found, args)
    return DIFFERENT if logbook.differences else DONE


def _pairings(args: argparse.Namespace, settings: Settings) -> tuple[Comparing, list[Asked]]:
    """How pairings are compared, and with whom."""
    from rookery.checking.crosscheck import compare
    from rookery.checking.engine import Engine

    if args.generator or args.codes:
        raise Refusal("--generator and --codes belong to --tiebreak-engine")
    engine = Engine(args.engine, _dialect(args.to, settings.format.name), edition=args.edition or "")
    _startable(engine.command, "{input}")
    return partial(compare, settings=settings, engine=engine), [engine]


def _rankings(args: argparse.Namespace, settings: Settings) -> tuple[Comparing, list[Asked]]:
    """How tie-breaks are compared, and with whom."""
    from rookery.checking.ranker import Ranker, TournamentMaker
    from rookery.checking.rankings import compare_rankings

    if args.to or args.edition:
        raise Refusal("--to and --edition belong to --engine: tie-breaks are asked for in TRF26")
    ranker = Ranker(args.tiebreak_engine, args.codes)
    _startable(ranker.command, "{input}", "{tiebreaks}")
    if not args.generator:
        return partial(compare_rankings, settings=settings, ranker=ranker), [ranker]
    maker = TournamentMaker(args.generator)
    _startable(maker.command, "{output}")
    return partial(compare_rankings, settings=settings, ranker=ranker, maker=maker), [ranker, maker]


def _executor(args: argparse.Namespace) -> AbstractContextManager[Executor | None]:
    """Who does the work: a cluster, or nobody but us and our own processes."""
    from contextlib import nullcontext

    from rookery.simulation.executors import dask_executor

    return dask_executor(args.dask) if args.dask else nullcontext()


def _report(logbook: Logbook, args: argparse.Namespace) -> None:
    """The page of the whole campaign, of this run and those before it."""
    from rookery.checking.campaign import page
    from rookery.one_step import write

    write(args.report, page(logbook.folder, args.tiebreak_engine or args.engine, logbook.sums).encode())


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


_GOES = {"{input}": "its input file goes", "{output}": "its output file goes", "{tiebreaks}": "the codes go"}


def _startable(command: str, *needed: str) -> None:
    try:
        program = shlex.split(command)[0]
    except (ValueError, IndexError):
        raise Refusal(f"{command!r} is not a command") from None
    for each in needed:
        if each not in command:
            raise Refusal(f"the command needs {each} where {_GOES[each]}")
    if shutil.which(program) is None:
        raise Refusal(f"{program}: there is no such program")


def _print(logbook: Logbook, found: list[Compared], args: argparse.Namespace) -> None:
    sums, judged = logbook.sums, not args.tiebreak_engine
    if args.format == "json":
        from rookery.answers.data import formed

        told: command_shapes.CrossCheckData = {
            "tournaments": len(logbook.done), "rounds": logbook.rounds, "differences": logbook.differences,
            "ours_wrong": logbook.ours_wrong, "unexplained": sums["unexplained"], "folder": args.output,
        }  # fmt: skip
        print_json(formed("crosscheck", told))
        return
    facts([
        ("Tournaments", f"{len(logbook.done):,}"),
        ("Rounds", f"{logbook.rounds:,}"),
        *([] if judged else [("Values", f"{sums['values']:,}")]),
        ("Differences", f"{logbook.differences:,}"),
        ("Faults of ours", f"{logbook.ours_wrong:,}") if judged else ("To be judged", f"{sums['unexplained']:,}"),
    ])  # fmt: skip
    table = _pairing_table(found) if judged else _ranking_table(found)
    if table.rows:
        say()
        print_table(table)
        say(f"Each is kept in {args.output} with both answers.")


def _pairing_table(found: list[Compared]) -> Table:
    """A row for each difference; where the engine fails in the same way again and again, one for all of them."""
    rows: list[tuple[str, ...]] = []
    differing = [(one.case, finding) for one in found for finding in cast("Comparison", one).findings]
    failures = Counter(finding.failure for _, finding in differing)
    for case, finding in differing:
        times = failures.pop(finding.failure, 0) if finding.failure else 1
        if not times:
            continue
        reason = finding.report.decided_by if finding.report else None
        rule = f"{reason.article} {reason.code}".strip() if reason else finding.failure
        rule += f" (and in {count(times - 1, 'more round')})" if times > 1 else ""
        rows.append((str(case.seed), case.lead.value, str(finding.round), finding.verdict, rule))
    last = (Column("Verdict"), Column("Rule", "<", 10, wraps=True))
    return Table((Column("Seed", ">"), Column("Lead"), Column("Round", ">"), *last), tuple(rows))


def _ranking_table(found: list[Compared]) -> Table:
    """A row for each tie-break and verdict: how often, and where first; failures of the program among them."""
    rows: dict[tuple[str, str], list[str]] = {}
    for one in found:
        comparison = cast("RankComparison", one)
        said = [(each.code, each.verdict) for each in comparison.findings]
        for key in [*said, *([("", comparison.failure)] if comparison.failure else [])]:
            rows.setdefault(key, []).append(f"{one.case.seed} {one.case.lead.value}")
    columns = (Column("Tie-break"), Column("Times", ">"), Column("First"), Column("Verdict", "<", 10, wraps=True))
    cells = [(code, f"{len(where):,}", where[0], verdict) for (code, verdict), where in rows.items()]
    return Table(columns, tuple(cells))
