"""Say who may win a tournament that is running: the rounds to come are paired by the rules and played many times over.

A round that is paired stays as it is; results that are known count, and --if takes others as known. Before the last
round, when the combinations of results are few, all of them are counted and the chances are exact. Every player's
strength is drawn around the rating and the score so far.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from time import time
from typing import TYPE_CHECKING, TypeVar

from rookery.cli.console import Progress, print_json
from rookery.cli.errors import DONE, CommandError
from rookery.cli.files import load_sound, read_content
from rookery.cli.generator_options import (
    Findings,
    add_work,
    as_list,
    draw,
    executor_arguments,
    load_earlier_findings,
    option_type,
    parts,
    print_outdated_files,
    write_files,
)
from rookery.cli.tables import format_csv
from rookery.cli.terminal import remark
from rookery.errors import RuleError
from rookery.formatting import count
from rookery.model.validation import MOST_ROUNDS

if TYPE_CHECKING:
    import argparse

    from rookery.model import Tournament
    from rookery.simulation.chances import Forecast
    from rookery.simulation.figures import Figure
    from rookery.simulation.history import ForecastCourse

EXAMPLES = (
    "rookery forecast examples/swiss.trf --count 20 --seed 1 --top 3",
    "rookery forecast examples/swiss.trf --count 20 --seed 1 --by-round --player 2",
    "rookery forecast examples/swiss.trf --count 200 --seed 1 --must-happen",
)

T = TypeVar("T")


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("file", metavar="FILE", help="the tournament")
    parser.add_argument("--top", type=int, default=3, metavar="K", help="how many places matter (default: 3)")
    parser.add_argument(
        "--if",
        dest="given",
        action="append",
        default=[],
        metavar="W-B=RESULT",
        type=option_type(_parse_known_result, "two numbers and a result, White first, such as 12-7=1-0"),
        help="take a result as known: 12-7=1-0",
    )
    parser.add_argument("--player", type=int, action="append", default=[], metavar="N",
                        help="all about one player; may be said again for more of them")  # fmt: skip
    parser.add_argument("--must-happen", action="store_true",
                        help="which results raise or lower the chances of the leaders, or of --player")  # fmt: skip
    parser.add_argument("--by-round", action="store_true", help="how chances stood before each round, and stand now")
    parser.add_argument("--since", type=int, metavar="R", help="with --by-round: from this round on (default: 1)")
    parser.add_argument("--outcomes", type=parts, default=("milvang",), metavar="MODELS",
                        help="how games end; two with a comma are shown side by side (default: milvang)")  # fmt: skip
    parser.add_argument("--spread", type=int, default=60, metavar="D",
                        help="how far a strength may be from the rating (default: 60)")  # fmt: skip
    parser.add_argument("--tiebreaks", metavar="LIST", help="rank by these (default: those of the tournament)")
    parser.add_argument("--norms", default=(), metavar="N:TITLE,...",
                        type=option_type(_parse_norms, "numbers and titles, such as 12:GM,7:IM"),
                        help="chances of norms, such as 12:GM,7:IM")  # fmt: skip
    parser.add_argument("--prizes", metavar="FILE", help="prize money by place, as `rookery standings` reads it")
    parser.add_argument("--rounds", type=int, metavar="R", help="how many rounds, where the file does not say")
    add_work(parser)
    parser.add_argument(
        "-o", "--output", metavar="DIR", help="folder for what is done, for the findings and for figures"
    )
    parser.add_argument("--figures", action="store_true", help="draw figures into the folder of -o (or: figures)")
    parser.add_argument("--format", choices=["text", "json", "csv"], default="text", help="how to print")


def _parse_known_result(text: str) -> tuple[int, int, str]:
    """Parse a game and its result: 12-7=1-0."""
    pair, _, result = text.partition("=")
    white, _, black = pair.partition("-")
    if not result.strip():
        raise ValueError
    return int(white), int(black), result


def _parse_norms(text: str) -> tuple[tuple[int, str], ...]:
    """Parse players and titles: 12:GM,7:IM."""
    norms = [part.partition(":") for part in text.split(",")]
    if not all(title.strip() for _, _, title in norms):
        raise ValueError
    return tuple((int(number), title.strip().upper()) for number, _, title in norms)


def run(args: argparse.Namespace) -> int:
    """Forecast by every model, and print."""
    args.began = time()
    tournament = _load_tournament(args)
    for player_id in args.player:
        if player_id not in tournament.participants_by_number:
            raise CommandError(f"there is no player {player_id} in {args.file}")
    if args.since is not None and not args.by_round:
        raise CommandError("--since R says from which round on --by-round tells: say --by-round, too")
    if args.by_round and args.must_happen:
        raise CommandError("--by-round looks back, --must-happen ahead: say one of them")
    if args.by_round:
        _forecast_by_round(tournament, args)
    else:
        _forecast_now(tournament, args)
    return DONE


def _forecast_now(tournament: Tournament, args: argparse.Namespace) -> None:
    """Print the chances, or what must happen."""
    from rookery.cli.forecast_data import forecast_findings, must_happen_findings
    from rookery.cli.forecast_tables import print_forecasts, print_must_happen
    from rookery.simulation.forecast import forecast

    watched_ids = args.player or (tuple(tournament.participants_by_number) if args.must_happen or args.figures else ())
    compute = partial(forecast, watched=watched_ids)
    forecasts: list[Forecast] = [_run_model(compute, tournament, model, args) for model in args.outcomes]
    if args.figures:
        from rookery.simulation.forecast_figures import forecast_figures

        _draw_figures(
            [(forecast_.outcomes, forecast_figures(forecast_, players=args.player)) for forecast_ in forecasts], args
        )
    if args.must_happen:
        if not _write_findings(partial(must_happen_findings, forecasts, args.player), args):
            print_must_happen(tournament, forecasts, args.player)
    elif not _write_findings(partial(forecast_findings, forecasts), args):
        print_forecasts(tournament, forecasts, args.player)
    _remark_on_stopped(forecasts)


def _forecast_by_round(tournament: Tournament, args: argparse.Namespace) -> None:
    """Print the chances before each round."""
    from rookery.cli.forecast_data import course_findings
    from rookery.cli.forecast_tables import print_courses
    from rookery.simulation.history import forecast_by_round

    compute = partial(forecast_by_round, since=1 if args.since is None else args.since)
    courses: list[ForecastCourse] = [_run_model(compute, tournament, model, args) for model in args.outcomes]
    if args.figures:
        from rookery.simulation.forecast_figures import course_figures

        _draw_figures([(course_.last.outcomes, course_figures(course_)) for course_ in courses], args)
    if not _write_findings(partial(course_findings, courses), args):
        print_courses(tournament, courses, args.player)
    _remark_on_stopped([forecast for course in courses for forecast in course.forecasts])


def _remark_on_stopped(forecasts: list[Forecast]) -> None:
    """Remark on the number of futures that ended early."""
    stopped = sum(forecast.stopped for forecast in forecasts)
    if stopped:
        remark(f"{count(stopped, 'future')} ended early: a round had no legal pairing")


def _write_findings(make_findings: Callable[[], Findings], args: argparse.Namespace) -> bool:
    """Write the findings to the folder of -o, print them as data if requested, and return whether that was so."""
    if not args.output and args.format == "text":
        return False
    findings = make_findings()
    if args.output:
        folder = Path(args.output)
        replaced = _remark_on_replaced(folder, findings)
        write_files(folder, findings)
        if replaced:
            print_outdated_files(folder, args.began)
    if args.format == "json":
        print_json(findings.data)
    elif args.format == "csv":
        print(format_csv(findings.table), end="")
    return str(args.format) != "text"


def _remark_on_replaced(folder: Path, findings: Findings) -> bool:
    """Remark that other numbers are replaced; their work stays in the checkpoint."""
    old_digests = {data.get("digest") for data in load_earlier_findings(folder, findings.name)}
    replaced = not old_digests <= {data["digest"] for data in as_list(findings.data)}
    if replaced:
        remark(f"{folder}: what {findings.name}.json told before is replaced; the work for it is kept")
    return replaced


def _draw_figures(figures: list[tuple[str, dict[str, Figure]]], args: argparse.Namespace) -> None:
    """Draw the figures of each model into the folder, or into a subfolder."""
    folder = Path(args.output or "figures")
    for model, model_figures in figures:
        draw(model_figures, folder / model.replace(":", "-") if len(figures) > 1 else folder)


def _load_tournament(args: argparse.Namespace) -> Tournament:
    from rookery._record import replace

    if args.rounds is not None and not 1 <= args.rounds <= MOST_ROUNDS:
        raise CommandError(f"a tournament has between 1 and {MOST_ROUNDS} rounds, not {args.rounds}")
    tournament = load_sound(args.file).tournament
    return tournament if args.rounds is None else replace(tournament, planned_rounds=args.rounds)


def _run_model(compute: Callable[..., T], tournament: Tournament, model: str, args: argparse.Namespace) -> T:
    """Compute the result of one model."""
    from rookery.ranking.prizes import read_prizes

    money = read_prizes(read_content(args.prizes).decode("utf-8-sig")) if args.prizes else None
    checkpoint = Path(args.output) / "checkpoint.sqlite" if args.output else None
    try:
        known_results = _collect_known_results(args.given)
        with Progress(args.count, "futures") as progress, executor_arguments(args) as work:
            return compute(
                tournament, args.count, args.seed, outcomes=model, spread=args.spread, given=known_results,
                top=args.top, tiebreaks=args.tiebreaks, norms=args.norms, prizes=money, checkpoint=checkpoint,
                progress=progress.reached, **work,
            )  # fmt: skip
    except RuleError as error:
        hint = "; say --rounds R" if "rounds are planned is not known" in str(error) else ""
        raise CommandError(f"{error}{hint}") from None


def _collect_known_results(results: list[tuple[int, int, str]]) -> dict[tuple[int, int], str]:
    """Return the results taken as known; raise CommandError for two results of one game."""
    known_results: dict[tuple[int, int], str] = {}
    for white, black, result in results:
        if known_results.setdefault((white, black), result) != result:
            raise CommandError(f"--if {white}-{black}: both {known_results[white, black]} and {result}")
    return known_results
