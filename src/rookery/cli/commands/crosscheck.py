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
from typing import TYPE_CHECKING, cast

from rookery.cli import generator_options
from rookery.cli.console import Progress, print_facts, print_json, say
from rookery.cli.errors import DIFFERENT, DONE, CommandError
from rookery.cli.options import add_edition, add_jobs, parse_positive
from rookery.cli.tables import print_table
from rookery.formatting import Column, Table, count
from rookery.regulations import FORMATS, EntrantKind

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable
    from concurrent.futures import Executor
    from contextlib import AbstractContextManager

    from rookery.crosscheck.pairings import Case, CaseComparison, Comparison, ExternalProgram, Logbook
    from rookery.crosscheck.tiebreaks import TieBreakComparison
    from rookery.generator.settings import GeneratorSettings
    from rookery.serialize import cli_types

    Comparing = Callable[[Case], Comparison | TieBreakComparison]

SECONDS_PER_TOURNAMENT = 0.1
"""About so many seconds a tournament takes, both programs together."""

EXAMPLES = ("rookery crosscheck --engine 'rookery --dutch {input} -p {output}' --count 1 --players 8 --rounds 3",)


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    engine = parser.add_mutually_exclusive_group(required=True)
    engine.add_argument("--engine", help="the other program: 'COMMAND {input} {output}'")
    engine.add_argument("--tiebreak-engine", metavar="ENGINE",
                       help="another for tie-breaks: 'COMMAND {input} {output} {tiebreaks}'")  # fmt: skip
    parser.add_argument("--generator", metavar="COMMAND",
                        help="makes the tournaments of the other way: 'COMMAND {output} {seed}'")  # fmt: skip
    parser.add_argument("--codes", metavar="LIST", type=generator_options.parse_codes, default=(),
                        help="the tie-breaks that are compared (default: all of C.07 that fit)")  # fmt: skip
    parser.add_argument(
        "--count",
        type=parse_positive,
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
    """Compare the remaining tournaments, and report all of them."""
    from rookery.crosscheck.pairings import Logbook, cases, run_comparisons
    from rookery.simulation.executors import choose_process_count

    settings = generator_options.settings_from_options(args)
    compared, programs = (
        _prepare_tiebreak_comparison(args, settings)
        if args.tiebreak_engine
        else _prepare_pairing_comparison(args, settings)
    )
    cases_ = list(cases(args.seed, args.count))
    comparisons: list[CaseComparison] = []
    with Logbook(Path(args.output), settings, *programs) as logbook, _open_executor(args) as executor:
        remaining = [case for case in cases_ if case not in logbook.done]
        with Progress(len(cases_), "tournaments", len(cases_) - len(remaining)) as progress:
            for comparison in run_comparisons(
                compared,
                remaining,
                executor,
                jobs=choose_process_count(args.jobs, SECONDS_PER_TOURNAMENT * len(remaining)),
            ):
                logbook.enter(comparison)
                if comparison.line["differences"]:
                    comparisons.append(comparison)
                progress.step(count(logbook.differences, "difference"))
    if args.report:
        _write_report(logbook, args)
    _print_comparisons(logbook, comparisons, args)
    return DIFFERENT if logbook.differences else DONE


def _prepare_pairing_comparison(
    args: argparse.Namespace, settings: GeneratorSettings
) -> tuple[Comparing, list[ExternalProgram]]:
    """Return the comparison of pairings, and the program it uses."""
    from rookery.crosscheck.pairings import compare
    from rookery.crosscheck.programs import Engine

    if args.generator or args.codes:
        raise CommandError("--generator and --codes belong to --tiebreak-engine")
    engine = Engine(args.engine, _choose_dialect(args.to, settings.format.name), edition=args.edition or "")
    _require_program(engine.command, "{input}")
    return partial(compare, settings=settings, engine=engine), [engine]


def _prepare_tiebreak_comparison(
    args: argparse.Namespace, settings: GeneratorSettings
) -> tuple[Comparing, list[ExternalProgram]]:
    """Return the comparison of tie-breaks, and the programs it uses."""
    from rookery.crosscheck.programs import GeneratorProgram, TieBreakProgram
    from rookery.crosscheck.tiebreaks import compare_tiebreaks

    if args.to or args.edition:
        raise CommandError("--to and --edition belong to --engine: tie-breaks are asked for in TRF26")
    ranker = TieBreakProgram(args.tiebreak_engine, args.codes)
    _require_program(ranker.command, "{input}", "{tiebreaks}")
    if not args.generator:
        return partial(compare_tiebreaks, settings=settings, ranker=ranker), [ranker]
    maker = GeneratorProgram(args.generator)
    _require_program(maker.command, "{output}")
    return partial(compare_tiebreaks, settings=settings, ranker=ranker, maker=maker), [ranker, maker]


def _open_executor(args: argparse.Namespace) -> AbstractContextManager[Executor | None]:
    """Return the executor of a cluster, or None for local processes."""
    from contextlib import nullcontext

    from rookery.simulation.executors import dask_executor

    return dask_executor(args.dask) if args.dask else nullcontext()


def _write_report(logbook: Logbook, args: argparse.Namespace) -> None:
    """Write the page about this run and those before it."""
    from rookery.crosscheck.report import render_report
    from rookery.files import write_file

    write_file(args.report, render_report(logbook.folder, args.tiebreak_engine or args.engine, logbook.sums).encode())


def _choose_dialect(requested: str | None, system: str) -> str:
    """Return the format in which positions are written; matches need that of 2026."""
    format_ = FORMATS[system]
    if not format_.swiss:
        raise CommandError(
            f"there is nothing to compare: {system} leaves an engine no choice; rookery check judges a file"
        )
    if format_.entrants is not EntrantKind.TEAMS and format_.games == 1:
        return requested or "trfbx"
    if requested not in (None, "trf26", "joint"):
        raise CommandError(f"{requested} has no place for the matches of {system}: --to trf26 or joint")
    return requested or "trf26"


_PLACEHOLDERS = {"{input}": "its input file goes", "{output}": "its output file goes", "{tiebreaks}": "the codes go"}


def _require_program(command: str, *placeholders: str) -> None:
    try:
        program = shlex.split(command)[0]
    except (ValueError, IndexError):
        raise CommandError(f"{command!r} is not a command") from None
    for placeholder in placeholders:
        if placeholder not in command:
            raise CommandError(f"the command needs {placeholder} where {_PLACEHOLDERS[placeholder]}")
    if shutil.which(program) is None:
        raise CommandError(f"{program}: there is no such program")


def _print_comparisons(logbook: Logbook, comparisons: list[CaseComparison], args: argparse.Namespace) -> None:
    sums, compares_pairings = logbook.sums, not args.tiebreak_engine
    if args.format == "json":
        from rookery.serialize.as_data import with_form

        data: cli_types.CrossCheckData = {
            "tournaments": len(logbook.done), "rounds": logbook.rounds, "differences": logbook.differences,
            "ours_wrong": logbook.ours_wrong, "unexplained": sums["unexplained"], "folder": args.output,
        }  # fmt: skip
        print_json(with_form("crosscheck", data))
        return
    print_facts([
        ("Tournaments", f"{len(logbook.done):,}"),
        ("Rounds", f"{logbook.rounds:,}"),
        *([] if compares_pairings else [("Values", f"{sums['values']:,}")]),
        ("Differences", f"{logbook.differences:,}"),
        ("Faults of ours", f"{logbook.ours_wrong:,}")
        if compares_pairings
        else ("To be judged", f"{sums['unexplained']:,}"),
    ])  # fmt: skip
    table = _pairing_table(comparisons) if compares_pairings else _ranking_table(comparisons)
    if table.rows:
        say()
        print_table(table)
        say(f"Each is kept in {args.output} with both answers.")


def _pairing_table(comparisons: list[CaseComparison]) -> Table:
    """Return a row for each difference; repeated failures of the engine share one."""
    rows: list[tuple[str, ...]] = []
    findings = [
        (comparison.case, finding) for comparison in comparisons for finding in cast("Comparison", comparison).findings
    ]
    failures = Counter(finding.failure for _, finding in findings)
    for case, finding in findings:
        times = failures.pop(finding.failure, 0) if finding.failure else 1
        if not times:
            continue
        reason = finding.report.decided_by if finding.report else None
        rule = f"{reason.article} {reason.code}".strip() if reason else finding.failure
        rule += f" (and in {count(times - 1, 'more round')})" if times > 1 else ""
        rows.append((str(case.seed), case.lead.value, str(finding.round), finding.verdict, rule))
    last = (Column("Verdict"), Column("Rule", "<", 10, wraps=True))
    return Table((Column("Seed", ">"), Column("Lead"), Column("Round", ">"), *last), tuple(rows))


def _ranking_table(comparisons: list[CaseComparison]) -> Table:
    """Return a row for each tie-break and verdict, with its count and first case; program failures, too."""
    rows: dict[tuple[str, str], list[str]] = {}
    for case_comparison in comparisons:
        comparison = cast("TieBreakComparison", case_comparison)
        keys = [(finding.code, finding.verdict) for finding in comparison.findings]
        for key in [*keys, *([("", comparison.failure)] if comparison.failure else [])]:
            rows.setdefault(key, []).append(f"{case_comparison.case.seed} {case_comparison.case.lead.value}")
    columns = (Column("Tie-break"), Column("Times", ">"), Column("First"), Column("Verdict", "<", 10, wraps=True))
    cells = [(code, f"{len(where):,}", where[0], verdict) for (code, verdict), where in rows.items()]
    return Table(columns, tuple(cells))
