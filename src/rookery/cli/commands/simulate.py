"""Play tournaments many times over by the pairing rules as they are, and measure what comes of it.

Several systems play the same fields with the same luck, so that what they differ in is theirs. The same seed and
options give the same numbers, however many processes work. With -o everything is kept in a folder: started again, what
is done is not done again.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from rookery.cli.exits import DONE, Refusal
from rookery.cli.generator_options import interval, rating_list, reading, share
from rookery.cli.progress import Progress
from rookery.cli.render import print_json
from rookery.cli.simulation_options import add_work, carried, csv_text, draw, lists, parts
from rookery.cli.streams import remark
from rookery.cli.study_findings import HEADINGS, findings_data, plain_rows, print_findings, write_findings
from rookery.labels import count
from rookery.typed import TYPE_CHECKING
from rookery.values import replace

if TYPE_CHECKING:
    import argparse

    from rookery.simulation.field import Absences, SimulatedField
    from rookery.simulation.findings import StudyResult
    from rookery.simulation.study import Study

EXAMPLES = (
    "rookery simulate --players 16 --rounds 5 --count 20 --seed 1",
    "rookery simulate --players 16 --rounds 5 --systems dutch,burstein --orders 'PTS;BH' --count 20 -o study",
)

_ABSENCES = ("half_byes", "zero_byes", "late_entries", "withdrawals", "forfeits")


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("--players", type=int, metavar="N", help="how many players")
    parser.add_argument("--rounds", type=int, required=True, metavar="R", help="how many rounds")
    parser.add_argument("--systems", type=parts, default=("dutch",), metavar="LIST",
                        help="such as dutch,burstein,dutch+baku (default: dutch)")  # fmt: skip
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
    field = parser.add_argument_group("the field, as `rookery generate` has it")
    field.add_argument(
        "--ratings", type=reading(rating_list), metavar="LIST", help="the strengths one by one, or a file"
    )
    field.add_argument("--rating-range", type=reading(interval), metavar="LOW-HIGH",
                       help="strengths between these, evenly (default: 1400-2200)")  # fmt: skip
    field.add_argument("--rating-mean", type=int, metavar="M", help="strengths around this one, on a bell curve")
    field.add_argument("--rating-deviation", type=int, metavar="D", help="how wide it is (default: 200)")
    field.add_argument("--noise", type=int, default=0, metavar="D", help="how far ratings are off (default: 0)")
    field.add_argument("--boards", type=int, metavar="N", help="a Swiss of teams: how many boards; --players are teams")
    field.add_argument("--like", metavar="FILE", help="the players of this tournament")
    for name in _ABSENCES:
        option = "--" + name.replace("_", "-")
        field.add_argument(
            option, type=reading(share), default=0.0, metavar="SHARE", help="such as 3%% (default: none)"
        )


def run(args: argparse.Namespace) -> int:
    """Carry the study out by every model of outcomes, and print what it found."""
    if args.figures and not args.output:
        raise Refusal("figures are drawn into a folder: say -o DIR")
    studies = _studies(args)
    results = [_carried_out(study, args) for study in studies]
    if args.output:
        write_findings(Path(args.output), results)
    if args.figures:
        _draw(results, Path(args.output))
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


def _carried_out(study: Study, args: argparse.Namespace) -> StudyResult:
    """One study; the checkpoint of the folder keeps the work of each apart."""
    from rookery.simulation.study import simulate

    kept = Path(args.output) / "checkpoint.sqlite" if args.output else None
    noun = "tournaments" if len(args.outcomes) == 1 else f"tournaments by {study.model.name}"
    with Progress(args.count, noun) as progress, carried(args) as work:
        return simulate(study, args.count, args.seed, checkpoint=kept, progress=progress.reached, **work)


def _draw(results: Sequence[StudyResult], folder: Path) -> None:
    from rookery.simulation.figures import of_study

    for result in results:
        own = folder / result.outcomes.replace(":", "-") if len(results) > 1 else folder
        draw(of_study(result), own)


def _studies(args: argparse.Namespace) -> list[Study]:
    """The study, once for each model: the same fields, the same luck."""
    from rookery.cli.files import content
    from rookery.ranking.prizes import read_prizes
    from rookery.simulation.study import Study

    field = _field(args)
    asked = Study(
        field=field if args.boards is None else field.in_teams(args.boards),
        rounds=args.rounds,
        systems=args.systems,
        outcomes=args.outcomes[0],
        orders=args.orders,
        measures=args.measures,
        each_round=args.each_round,
        prizes=read_prizes(content(args.prizes).decode("utf-8-sig")) if args.prizes else None,
    )
    return [replace(asked, outcomes=model) for model in args.outcomes]


_INSTEAD = {
    "like": ("players", "ratings", "rating_range", "rating_mean", "rating_deviation", "boards"),
    "ratings": ("rating_range", "rating_mean", "rating_deviation"),
    "rating_range": ("rating_mean", "rating_deviation"),
}
"""Which options of a field leave nothing for which others to say."""

_SAYS = {
    "like": "--like takes the players of the file, and their ratings for their strengths",
    "ratings": "--ratings gives every strength",
    "rating_range": "--rating-range spreads strengths evenly",
}


def _must_agree(args: argparse.Namespace) -> None:
    """Refuse options that would say nothing beside others."""
    for name, others in _INSTEAD.items():
        for other in others if getattr(args, name) is not None else ():
            if getattr(args, other) is not None:
                raise Refusal(f"{_SAYS[name]}: leave out --{other.replace('_', '-')}, or --{name.replace('_', '-')}")
    if args.rating_deviation is not None and args.rating_mean is None:
        raise Refusal("--rating-deviation is how wide the curve around --rating-mean is: say --rating-mean, too")


def _field(args: argparse.Namespace) -> SimulatedField:
    from rookery.simulation.field import Absences, SimulatedField

    _must_agree(args)
    away: Absences = Absences(**{name: getattr(args, name) for name in _ABSENCES})
    if args.like is not None:
        from rookery.cli.files import load_sound

        return SimulatedField.like(load_sound(args.like).tournament, noise=args.noise, absences=away)
    if args.ratings is not None:
        if args.players not in (None, len(args.ratings)):
            who = "players" if args.boards is None else "teams"
            raise Refusal(f"{len(args.ratings)} ratings are given for {args.players} {who}")
        return SimulatedField.given(args.ratings, noise=args.noise, absences=away)
    if args.players is None:
        raise Refusal("how many play? say --players N, --ratings LIST or --like FILE")
    if args.rating_mean is not None:
        wide = 200 if args.rating_deviation is None else args.rating_deviation
        return SimulatedField.normal(args.players, args.rating_mean, wide, noise=args.noise, absences=away)
    low, high = args.rating_range or (1400, 2200)
    return SimulatedField.uniform(args.players, low, high, noise=args.noise, absences=away)
