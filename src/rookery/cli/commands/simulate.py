"""Play tournaments many times over by the pairing rules as they are, and measure what comes of it.

Several systems play the same fields with the same luck, so that what they differ in is theirs. The same seed and
options give the same numbers, however many processes work. With -o everything is kept in a folder: started again, what
is done is not done again.
"""

from __future__ import annotations

from pathlib import Path

from rookery.cli.exits import DONE, Refusal
from rookery.cli.generator_options import interval, rating_list, reading, share
from rookery.cli.progress import Progress
from rookery.cli.render import print_json
from rookery.cli.simulation_options import add_work, carried, csv_text, draw, parts
from rookery.cli.streams import remark
from rookery.cli.study_findings import HEADINGS, findings_data, plain_rows, print_findings, write_findings
from rookery.labels import count
from rookery.typed import TYPE_CHECKING

if TYPE_CHECKING:
    import argparse

    from rookery.simulation.field import Absences, SimulatedField
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
    parser.add_argument("--outcomes", default="milvang", metavar="MODEL",
                        help="how games end: milvang, fide, labelle, ... (default: milvang)")  # fmt: skip
    parser.add_argument("--orders", default="PTS", metavar="LISTS",
                        help="lists of tie-breaks, with ; between (default: PTS)")  # fmt: skip
    parser.add_argument("--measures", type=parts, default=("tau", "first"), metavar="LIST",
                        help="of tau,first,colours,floats,gaps,norms,prizes (default: tau,first)")  # fmt: skip
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
    field.add_argument("--rating-deviation", type=int, default=200, metavar="D", help="how wide it is (default: 200)")
    field.add_argument("--noise", type=int, default=0, metavar="D", help="how far ratings are off (default: 0)")
    field.add_argument("--boards", type=int, metavar="N", help="a Swiss of teams: how many boards; --players are teams")
    field.add_argument("--like", metavar="FILE", help="the players of this tournament")
    for name in _ABSENCES:
        option = "--" + name.replace("_", "-")
        field.add_argument(
            option, type=reading(share), default=0.0, metavar="SHARE", help="such as 3%% (default: none)"
        )


def run(args: argparse.Namespace) -> int:
    """Carry the study out, and print what it found."""
    from rookery.simulation.study import simulate

    study = _study(args)
    folder = Path(args.output) if args.output else None
    if args.figures and folder is None:
        raise Refusal("figures are drawn into a folder: say -o DIR")
    kept = folder / "checkpoint.sqlite" if folder else None
    with Progress(args.count, "tournaments") as progress, carried(args) as work:
        result = simulate(study, args.count, args.seed, checkpoint=kept, progress=progress.reached, **work)
    if folder:
        write_findings(folder, result)
    if args.figures and folder:
        from rookery.simulation.figures import of_study

        draw(of_study(result), folder)
    if args.format == "json":
        from rookery.answers.data import formed

        print_json(formed("simulation", findings_data(result)))
    elif args.format == "csv":
        print(csv_text(HEADINGS, plain_rows(result)), end="")
    else:
        print_findings(study, result)
    if result.stopped:
        remark(f"{count(result.stopped, 'tournament')} ended early: a round had no legal pairing")
    return DONE


def _study(args: argparse.Namespace) -> Study:
    from rookery.cli.files import content
    from rookery.ranking.prizes import read_prizes
    from rookery.simulation.study import Study

    field = _field(args)
    return Study(
        field=field if args.boards is None else field.in_teams(args.boards),
        rounds=args.rounds,
        systems=args.systems,
        outcomes=args.outcomes,
        orders=tuple(one.strip().upper() for one in args.orders.split(";") if one.strip()),
        measures=args.measures,
        each_round=args.each_round,
        prizes=read_prizes(content(args.prizes).decode("utf-8-sig")) if args.prizes else None,
    )


def _field(args: argparse.Namespace) -> SimulatedField:
    from rookery.simulation.field import Absences, SimulatedField

    away: Absences = Absences(**{name: getattr(args, name) for name in _ABSENCES})
    ways = [
        args.ratings is not None,
        args.like is not None,
        args.rating_range is not None,
        args.rating_mean is not None,
    ]
    if sum(ways) > 1:
        raise Refusal("say one of --ratings, --rating-range, --rating-mean and --like")
    if args.like is not None:
        from rookery.cli.files import load_sound

        return SimulatedField.like(load_sound(args.like).tournament, noise=args.noise, absences=away)
    if args.ratings is not None:
        if args.players not in (None, len(args.ratings)):
            raise Refusal(f"{len(args.ratings)} ratings are given for {args.players} players")
        return SimulatedField.given(args.ratings, noise=args.noise, absences=away)
    if args.players is None:
        raise Refusal("how many play? say --players N, --ratings LIST or --like FILE")
    if args.rating_mean is not None:
        return SimulatedField.normal(
            args.players, args.rating_mean, args.rating_deviation, noise=args.noise, absences=away
        )
    low, high = args.rating_range or (1400, 2200)
    return SimulatedField.uniform(args.players, low, high, noise=args.noise, absences=away)
