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

from rookery.cli.exits import DONE, Refusal
from rookery.cli.files import content, load_sound
from rookery.cli.generator_options import reading
from rookery.cli.progress import Progress
from rookery.cli.render import print_json
from rookery.cli.simulation_options import (
    Findings,
    add_work,
    carried,
    draw,
    each_of,
    parts,
    say_what_is_older,
    told_before,
    write_files,
)
from rookery.cli.streams import remark
from rookery.errors import RuleError
from rookery.labels import count
from rookery.model.limits import MOST_ROUNDS
from rookery.typed import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    import argparse

    from rookery.model import Tournament
    from rookery.simulation.chances import Forecast
    from rookery.simulation.course import ForecastCourse
    from rookery.simulation.figures import Figure

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
    parser.add_argument("--if", dest="given", action="append", default=[], metavar="W-B=RESULT",
                        type=reading(_given, "two numbers and a result, White first, such as 12-7=1-0"),
                        help="take a result as known: 12-7=1-0")  # fmt: skip
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
                        type=reading(_norms, "numbers and titles, such as 12:GM,7:IM"),
                        help="chances of norms, such as 12:GM,7:IM")  # fmt: skip
    parser.add_argument("--prizes", metavar="FILE", help="prize money by place, as `rookery standings` reads it")
    parser.add_argument("--rounds", type=int, metavar="R", help="how many rounds, where the file does not say")
    add_work(parser)
    parser.add_argument(
        "-o", "--output", metavar="DIR", help="folder for what is done, for the findings and for figures"
    )
    parser.add_argument("--figures", action="store_true", help="draw figures into the folder of -o (or: figures)")
    parser.add_argument("--format", choices=["text", "json", "csv"], default="text", help="how to print")


def _given(text: str) -> tuple[int, int, str]:
    """Who meets, and the result: 12-7=1-0."""
    pair, _, result = text.partition("=")
    white, _, black = pair.partition("-")
    if not result.strip():
        raise ValueError
    return int(white), int(black), result


def _norms(text: str) -> tuple[tuple[int, str], ...]:
    """Players and titles: 12:GM,7:IM."""
    found = [one.partition(":") for one in text.split(",")]
    if not all(title.strip() for _, _, title in found):
        raise ValueError
    return tuple((int(number), title.strip().upper()) for number, _, title in found)


def run(args: argparse.Namespace) -> int:
    """Forecast by every model, and print."""
    args.began = time()
    tournament = _tournament(args)
    for one in args.player:
        if one not in tournament.by_id:
            raise Refusal(f"there is no player {one} in {args.file}")
    if args.since is not None and not args.by_round:
        raise Refusal("--since R says from which round on --by-round tells: say --by-round, too")
    if args.by_round and args.must_happen:
        raise Refusal("--by-round looks back, --must-happen ahead: say one of them")
    if args.by_round:
        _tell_courses(tournament, args)
    else:
        _tell_forecasts(tournament, args)
    return DONE


def _tell_forecasts(tournament: Tournament, args: argparse.Namespace) -> None:
    """How chances stand, or what must happen."""
    from rookery.cli.forecast_data import forecast_findings
    from rookery.cli.forecast_tables import print_forecasts
    from rookery.cli.must_happen import must_happen_findings, print_must_happen, print_needs
    from rookery.simulation.forecast import forecast

    watched = args.player or (tuple(tournament.by_id) if args.must_happen or args.figures else ())
    asked = partial(forecast, watched=watched)
    found: list[Forecast] = [_carried_out(asked, tournament, model, args) for model in args.outcomes]
    if args.figures:
        from rookery.simulation.forecast_figures import of_forecast

        _draw([(one.outcomes, of_forecast(one, players=args.player)) for one in found], args)
    if args.must_happen:
        if not _written(partial(must_happen_findings, found, args.player), args):
            print_must_happen(tournament, found, args.player)
    elif not _written(partial(forecast_findings, found), args):
        print_forecasts(tournament, found, args.player, print_needs)
    _say_what_stopped(found)


def _tell_courses(tournament: Tournament, args: argparse.Namespace) -> None:
    """How chances stood before each round."""
    from rookery.cli.forecast_data import course_findings
    from rookery.cli.forecast_tables import print_courses
    from rookery.simulation.course import forecast_by_round

    asked = partial(forecast_by_round, since=1 if args.since is None else args.since)
    found: list[ForecastCourse] = [_carried_out(asked, tournament, model, args) for model in args.outcomes]
    if args.figures:
        from rookery.simulation.forecast_figures import of_course

        _draw([(one.last.outcomes, of_course(one)) for one in found], args)
    if not _written(partial(course_findings, found), args):
        print_courses(tournament, found, args.player)
    _say_what_stopped([each for course in found for each in course.forecasts])


def _say_what_stopped(found: list[Forecast]) -> None:
    """Say how many futures ended early, if any."""
    stopped = sum(each.stopped for each in found)
    if stopped:
        remark(f"{count(stopped, 'future')} ended early: a round had no legal pairing")


def _written(found: Callable[[], Findings], args: argparse.Namespace) -> bool:
    """Write what was found into the folder of -o, and print it as data, if so asked for; whether it was printed."""
    if not args.output and args.format == "text":
        return False
    told = found()
    if args.output:
        folder = Path(args.output)
        replaced = _say_what_is_replaced(folder, told)
        write_files(folder, told)
        if replaced:
            say_what_is_older(folder, args.began)
    if args.format == "json":
        print_json(told.data)
    elif args.format == "csv":
        print(told.csv, end="")
    return str(args.format) != "text"


def _say_what_is_replaced(folder: Path, found: Findings) -> bool:
    """Say so where other numbers have to go; the work for them stays in the checkpoint."""
    before = {each.get("digest") for each in told_before(folder, found.name)}
    replaced = not before <= {each["digest"] for each in each_of(found.data)}
    if replaced:
        remark(f"{folder}: what {found.name}.json told before is replaced; the work for it is kept")
    return replaced


def _draw(figures: list[tuple[str, dict[str, Figure]]], args: argparse.Namespace) -> None:
    """Draw the figures of each model into the folder, or into one of its own."""
    folder = Path(args.output or "figures")
    for model, drawn in figures:
        draw(drawn, folder / model.replace(":", "-") if len(figures) > 1 else folder)


def _tournament(args: argparse.Namespace) -> Tournament:
    from rookery.values import replace

    if args.rounds is not None and not 1 <= args.rounds <= MOST_ROUNDS:
        raise Refusal(f"a tournament has between 1 and {MOST_ROUNDS} rounds, not {args.rounds}")
    tournament = load_sound(args.file).tournament
    return tournament if args.rounds is None else replace(tournament, planned=args.rounds)


def _carried_out(verb: Callable[..., T], tournament: Tournament, model: str, args: argparse.Namespace) -> T:
    """What one model says."""
    from rookery.ranking.prizes import read_prizes

    money = read_prizes(content(args.prizes).decode("utf-8-sig")) if args.prizes else None
    kept = Path(args.output) / "checkpoint.sqlite" if args.output else None
    try:
        given = _assumed(args.given)
        with Progress(args.count, "futures") as progress, carried(args) as work:
            return verb(
                tournament, args.count, args.seed, outcomes=model, spread=args.spread, given=given, top=args.top,
                tiebreaks=args.tiebreaks, norms=args.norms, prizes=money, checkpoint=kept, progress=progress.reached,
                **work,
            )  # fmt: skip
    except RuleError as error:
        hint = "; say --rounds R" if "rounds are planned is not known" in str(error) else ""
        raise Refusal(f"{error}{hint}") from None


def _assumed(given: list[tuple[int, int, str]]) -> dict[tuple[int, int], str]:
    """The results that are taken as known, each once."""
    found: dict[tuple[int, int], str] = {}
    for white, black, result in given:
        if found.setdefault((white, black), result) != result:
            raise Refusal(f"--if {white}-{black}: both {found[white, black]} and {result}")
    return found
