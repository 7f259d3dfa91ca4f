"""Play tournaments many times over by the pairing rules as they are, and measure what comes of it.

Several systems play the same fields with the same luck, so that what they differ in is theirs. The same seed and
options give the same numbers, however many processes work. With -o everything is kept in a folder: started again, what
is done is not done again.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from time import time
from typing import TYPE_CHECKING, Any

from rookery._record import replace
from rookery.cli.console import print_json
from rookery.cli.exit_codes import DONE, Refusal
from rookery.cli.generator_options import AMOUNTS, add_selected, game_points, match_points, option_type, parse_size
from rookery.cli.progress import Progress
from rookery.cli.simulate_output import HEADINGS, findings_data, plain_rows, print_findings, write_findings
from rookery.cli.simulation_options import add_work, csv_text, draw, executor_arguments, lists, parts, say_what_is_older
from rookery.cli.stdio import remark
from rookery.formatting import count
from rookery.model import CLASSIC, MATCH_POINTS

if TYPE_CHECKING:
    import argparse

    from rookery.simulation.population import SimulatedField
    from rookery.simulation.results import StudyResult
    from rookery.simulation.study import Study

EXAMPLES = (
    "rookery simulate --players 16 --rounds 5 --count 20 --seed 1",
    "rookery simulate --players 16 --rounds 5 --systems dutch,burstein --orders 'PTS;BH' --count 20 -o study",
)

_ABSENCES = (
    "half_byes", "full_byes", "zero_byes", "withdrawals", "late_entries", "forfeits", "double_forfeits", "unusual",
)  # fmt: skip
_FIELD = (
    "--teams", "--boards", "--ratings", "--rating-range", "--rating-mean", "--rating-deviation", "--unrated-players",
    *(f"--{name.replace('_', '-')}" for name in _ABSENCES), "--forbidden", "--points", "--bye-points",
    "--match-points",
)  # fmt: skip
"""The options of a field, which are those of `rookery generate`; what is not given is not drawn here, but none."""
_WORDS = {
    "--teams": "a Swiss of teams: how many",
    "--boards": "how many boards a match of teams has (with --players N, these are the teams)",
    "--ratings": "the strengths one by one, or a file with one in each line",
    "--rating-range": "strengths between these, evenly (default: 1400-2200)",
    "--rating-mean": "strengths around this one, on a bell curve",
}
"""Where strengths are meant, not ratings."""


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("--players", type=option_type(parse_size), metavar="N", help="how many players")
    parser.add_argument("--rounds", type=int, required=True, metavar="R", help="how many rounds")
    parser.add_argument("--systems", type=parts, metavar="LIST",
                        help="such as dutch,burstein,dutch+baku (default: dutch; of teams: team)")  # fmt: skip
    parser.add_argument("--outcomes", type=parts, default=("milvang",), metavar="MODELS",
                        help="how games end: milvang, fide, labelle, ...; two with a comma are shown side by side"
                        " (default: milvang)")  # fmt: skip
    parser.add_argument("--orders", type=lists, default=("PTS",), metavar="LISTS",
                        help="lists of tie-breaks, with ; between (default: PTS)")  # fmt: skip
    parser.add_argument("--measures", type=parts, default=("tau", "first"), metavar="LIST",
                        help="of tau,first,colours,floats,gaps,norms,prizes,colour_histogram,float_histogram"
                        " (default: tau,first)")  # fmt: skip
    parser.add_argument("--prizes", metavar="FILE", help="prize money by place, for the measure `prizes`")
    parser.add_argument("--each-round", action="store_true", help="measure tau after every round, too")
    add_work(parser)
    parser.add_argument("-o", "--output", metavar="DIR", help="folder for what is done, and for the findings")
    parser.add_argument("--format", choices=["text", "json", "csv"], default="text", help="how to print")
    parser.add_argument("--figures", action="store_true", help="draw figures into the folder of -o")
    field = parser.add_argument_group("the field, as `rookery generate` has it (nothing else is drawn)", AMOUNTS)
    add_selected(field, _FIELD, _WORDS)
    field.add_argument("--noise", type=int, default=0, metavar="D", help="how far ratings are off (default: 0)")
    field.add_argument("--like", metavar="FILE", help="the players of this tournament")


def run(args: argparse.Namespace) -> int:
    """Simulate the study with every model of outcomes, and print the findings."""
    if args.figures and not args.output:
        raise Refusal("figures are drawn into a folder: say -o DIR")
    studies, began = _studies(args), time()
    results = [_simulate_study(study, args) for study in studies]
    replaced = bool(args.output) and write_findings(Path(args.output), results)
    if args.figures:
        _draw(results, Path(args.output))
    if replaced:
        say_what_is_older(Path(args.output), began)
    if args.format == "json":
        print_json(findings_data(results))
    elif args.format == "csv":
        print(csv_text(HEADINGS, plain_rows(results)), end="")
    else:
        print_findings(studies, results)
    stopped = sum(result.stopped for result in results)
    if stopped:
        remark(f"{count(stopped, 'tournament')} ended early: a round had no legal pairing")
    return DONE


def _simulate_study(study: Study, args: argparse.Namespace) -> StudyResult:
    """Simulate one study; each has its own work in the checkpoint."""
    from rookery.simulation.study import simulate

    checkpoint_file = Path(args.output) / "checkpoint.sqlite" if args.output else None
    noun = "tournaments" if len(args.outcomes) == 1 else f"tournaments by {study.model.name}"
    with Progress(args.count, noun) as progress, executor_arguments(args) as work:
        return simulate(study, args.count, args.seed, checkpoint=checkpoint_file, progress=progress.reached, **work)


def _draw(results: Sequence[StudyResult], folder: Path) -> None:
    from rookery.simulation.figures import study_figures

    for result in results:
        subfolder = folder / result.outcomes.replace(":", "-") if len(results) > 1 else folder
        draw(study_figures(result), subfolder)


def _studies(args: argparse.Namespace) -> list[Study]:
    """Return the study once for each model, with the same fields and random numbers."""
    from rookery.cli.files import read_content
    from rookery.ranking.prizes import read_prizes
    from rookery.simulation.study import Study

    field = _field(args)
    study = Study(
        field=field if args.boards is None else field.in_teams(args.boards),
        rounds=args.rounds,
        systems=args.systems or (("dutch",) if args.boards is None else ("team",)),
        outcomes=args.outcomes[0],
        orders=args.orders,
        measures=args.measures,
        points=game_points(args) or CLASSIC,
        match_points=match_points(args) or MATCH_POINTS,
        each_round=args.each_round,
        prizes=read_prizes(read_content(args.prizes).decode("utf-8-sig")) if args.prizes else None,
    )
    return [replace(study, outcomes=model) for model in args.outcomes]


_INSTEAD = {
    "like": ("players", "ratings", "rating_range", "rating_mean", "rating_deviation", "teams", "boards"),
    "players": ("teams",),
    "ratings": ("rating_range", "rating_mean", "rating_deviation"),
    "rating_range": ("rating_mean", "rating_deviation"),
}
"""Which options of a field leave nothing for which others to say."""

_SAYS = {
    "players": "--players says how many play",
    "like": "--like takes the players of the file, and their ratings for their strengths",
    "ratings": "--ratings gives every strength",
    "rating_range": "--rating-range spreads strengths evenly",
}


def _must_agree(args: argparse.Namespace) -> None:
    """Refuse options that would say nothing beside others."""
    for name, conflicts in _INSTEAD.items():
        for conflict in conflicts if getattr(args, name) is not None else ():
            if getattr(args, conflict) is not None:
                raise Refusal(f"{_SAYS[name]}: leave out --{conflict.replace('_', '-')}, or --{name.replace('_', '-')}")
    if isinstance(args.players, tuple):
        raise Refusal(f"all fields of a study are of one size, not of {args.players[0]} to {args.players[1]} players")
    if args.teams is not None and args.boards is None:
        raise Refusal("how many boards has a match of teams? say --boards N")
    if args.match_points is not None and args.boards is None:
        raise Refusal("--match-points are for teams: say --teams N and --boards N")
    if "prizes" in args.measures and not args.prizes:
        raise Refusal("the measure `prizes` needs the money: say --prizes FILE, too")
    if args.prizes and "prizes" not in args.measures:
        raise Refusal("--prizes is the money for the measure `prizes`: say --measures prizes, too")
    if args.rating_deviation is not None and args.rating_mean is None:
        raise Refusal("--rating-deviation is how wide the curve around --rating-mean is: say --rating-mean, too")


def _field(args: argparse.Namespace) -> SimulatedField:
    from rookery.simulation.population import SimulatedField

    _must_agree(args)
    options = _common_field_options(args)
    if args.like is not None:
        from rookery.cli.files import load_sound

        return SimulatedField.like(load_sound(args.like).tournament, **options)
    size_ = args.players if args.teams is None else args.teams
    if args.ratings is not None:
        if size_ not in (None, len(args.ratings)):
            participants = "players" if args.boards is None else "teams"
            raise Refusal(f"{len(args.ratings)} ratings are given for {size_} {participants}")
        return SimulatedField.given(args.ratings, **options)
    if size_ is None:
        raise Refusal("how many play? say --players N, --teams N, --ratings LIST or --like FILE")
    if args.rating_mean is not None:
        deviation = 200 if args.rating_deviation is None else args.rating_deviation
        return SimulatedField.normal(size_, args.rating_mean, deviation, **options)
    low, high = args.rating_range or (1400, 2200)
    return SimulatedField.uniform(size_, low, high, **options)


def _common_field_options(args: argparse.Namespace) -> dict[str, Any]:
    """Return the options common to all fields: noise, absences, unrated players, forbidden pairs."""
    from rookery.simulation.population import Absences

    amounts = {name: getattr(args, name) for name in _ABSENCES}
    return {
        "noise": args.noise,
        "absences": Absences(**{name: amount for name, amount in amounts.items() if amount is not None}),
        "unrated": args.unrated_players or 0.0,
        "forbidden": args.forbidden or 0,
    }
