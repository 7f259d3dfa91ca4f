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
from rookery.cli.render import facts, paragraph, print_json, say
from rookery.cli.simulation_options import add_work, carried, csv_text, draw, parts
from rookery.cli.streams import remark
from rookery.cli.tables import print_folded, print_table
from rookery.labels import Column, Table, count
from rookery.typed import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import argparse

    from rookery.answers import command_shapes
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
        _write(folder, result)
    if args.figures and folder:
        from rookery.simulation.figures import of_study

        draw(of_study(result), folder)
    if args.format == "json":
        from rookery.answers.data import formed

        print_json(formed("simulation", told(result)))
    elif args.format == "csv":
        print(csv_text(HEADINGS, _plain_rows(result)), end="")
    else:
        _print(study, result)
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


# -- what was found

HEADINGS = ("column", "system", "order", "round", "value", "low", "high", "count")


def _plain_rows(result: StudyResult) -> list[tuple[object, ...]]:
    return [tuple(getattr(row, name) for name in HEADINGS) for row in result.rows()]


def told(result: StudyResult) -> command_shapes.SimulationData:
    """The findings as data."""
    rows: Any = [dict(zip(HEADINGS, row, strict=True)) for row in _plain_rows(result)]
    return {
        "study": result.study, "seed": result.seed, "count": result.count, "digest": result.digest,
        "stopped": result.stopped, "rows": rows, "differences": _differences(result),
    }  # fmt: skip


def _differences(result: StudyResult) -> Any:
    """What every other system differs in from the first."""
    found = []
    first, *others = result.systems
    for row in result.rows():
        if row.system == first:
            for other in others:
                order = row.order or None
                known = result.compare(row.column, other, first, order, round=row.round)
                place = {"column": row.column, "system": other, "against": first, "order": row.order}
                ends = {"value": known.value, "low": known.low, "high": known.high, "count": known.count}
                found.append({**place, "round": row.round, **ends})
    return found


def _write(folder: Path, result: StudyResult) -> None:
    from json import dumps

    from rookery.answers.data import formed
    from rookery.one_step import write

    write(str(folder / "findings.json"), (dumps(formed("simulation", told(result)), indent=1) + "\n").encode())
    write(str(folder / "findings.csv"), csv_text(HEADINGS, _plain_rows(result)).encode())
    try:
        from pyarrow import Table as Arrow
        from pyarrow.parquet import write_table
    except ImportError:
        return
    columns = zip(*_plain_rows(result), strict=True)
    write_table(Arrow.from_pydict(dict(zip(HEADINGS, map(list, columns), strict=True))), folder / "findings.parquet")


def _print(study: Study, result: StudyResult) -> None:
    model = study.model
    facts([
        ("Tournaments", f"{result.count:,} of {count(result.size, 'player')}, {count(study.rounds, 'round')}"),
        ("Outcomes", f"{model.name}: {model.source}"),
        ("Seed", str(result.seed)),
        ("Digest", result.digest[:16]),
    ])  # fmt: skip
    say()
    _print_means(result)
    if len(result.systems) > 1:
        say()
        _print_differences(result)


def _print_means(result: StudyResult) -> None:
    from rookery.simulation.measures import COLUMNS

    columns = (Column("Measured"), Column("Order", "<", 8), *(Column(name, ">") for name in result.systems))
    rows: dict[tuple[str, str, int], dict[str, str]] = {}
    for row in result.rows():
        shown = f"{row.value:.3f} ±{(row.high - row.low) / 2:.3f}"
        rows.setdefault((row.column, row.order, row.round), {})[row.system] = shown
    lines = [
        (f"{column}{f', round {round}' if round else ''}", order, *(cells.get(name, "") for name in result.systems))
        for (column, order, round), cells in rows.items()
    ]
    print_folded(Table(columns, tuple(lines)), 2)
    say()
    for name in dict.fromkeys(column for column, _, _ in rows):
        paragraph(f"{name}: {COLUMNS[name].says}", hanging="  ")


def _print_differences(result: StudyResult) -> None:
    first, *others = result.systems
    say(f"More than {first}, tournament by tournament (* where the interval of 95 per cent leaves 0 out)")
    say()
    columns = (Column("Measured"), Column("Order", "<", 8), *(Column(name, ">") for name in others))
    rows = []
    for row in result.rows():
        if row.system != first or row.round or row.column == "seeds":
            continue
        cells = []
        for other in others:
            known = result.compare(row.column, other, first, row.order or None)
            cells.append(f"{known.value:+.3f} ±{known.margin:.3f}{'*' if known.differs else ' '}")
        rows.append((row.column, row.order, *cells))
    print_table(Table(columns, tuple(rows)))
