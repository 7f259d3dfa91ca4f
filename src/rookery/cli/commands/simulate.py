"""Play tournaments many times over by the pairing rules as they are, and measure what comes of it.

Several systems play the same fields with the same luck, so that what they differ in is theirs. The same seed and
options give the same numbers, however many processes work. With -o everything is kept in a folder: started again, what
is done is not done again.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import isfinite
from pathlib import Path
from time import time
from typing import TYPE_CHECKING, Any

from rookery._record import replace
from rookery.cli.console import Progress, print_facts, print_json, print_paragraph, say
from rookery.cli.errors import DONE, CommandError
from rookery.cli.generator_options import (
    AMOUNTS,
    Findings,
    add_selected,
    add_work,
    draw,
    executor_arguments,
    game_points,
    lists,
    load_earlier_findings,
    match_points,
    option_type,
    parse_size,
    parts,
    print_outdated_files,
    write_files,
)
from rookery.cli.tables import data_table, format_csv, print_folded, table_records
from rookery.cli.terminal import remark
from rookery.formatting import Column, Table, count
from rookery.model import CLASSIC, MATCH_POINTS

if TYPE_CHECKING:
    import argparse

    from rookery.serialize import cli_types
    from rookery.simulation.estimate import Estimate
    from rookery.simulation.population import SimulatedField
    from rookery.simulation.results import FindingRow, StudyResult
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
        raise CommandError("figures are drawn into a folder: say -o DIR")
    studies, began = _build_studies(args), time()
    results = [_simulate_study(study, args) for study in studies]
    replaced = bool(args.output) and write_findings(Path(args.output), results)
    if args.figures:
        _draw_figures(results, Path(args.output))
    if replaced:
        print_outdated_files(Path(args.output), began)
    if args.format == "json":
        print_json(findings_data(results))
    elif args.format == "csv":
        print(format_csv(findings_table(results)), end="")
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


def _draw_figures(results: Sequence[StudyResult], folder: Path) -> None:
    from rookery.simulation.figures import study_figures

    for result in results:
        subfolder = folder / result.outcomes.replace(":", "-") if len(results) > 1 else folder
        draw(study_figures(result), subfolder)


def _build_studies(args: argparse.Namespace) -> list[Study]:
    """Return the study once for each model, with the same fields and random numbers."""
    from rookery.cli.files import read_content
    from rookery.ranking.prizes import read_prizes
    from rookery.simulation.study import Study

    field = _build_field(args)
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


def _require_consistent_options(args: argparse.Namespace) -> None:
    """Refuse options that would say nothing beside others."""
    for name, conflicts in _INSTEAD.items():
        for conflict in conflicts if getattr(args, name) is not None else ():
            if getattr(args, conflict) is not None:
                raise CommandError(
                    f"{_SAYS[name]}: leave out --{conflict.replace('_', '-')}, or --{name.replace('_', '-')}"
                )
    if isinstance(args.players, tuple):
        raise CommandError(
            f"all fields of a study are of one size, not of {args.players[0]} to {args.players[1]} players"
        )
    if args.teams is not None and args.boards is None:
        raise CommandError("how many boards has a match of teams? say --boards N")
    if args.match_points is not None and args.boards is None:
        raise CommandError("--match-points are for teams: say --teams N and --boards N")
    if "prizes" in args.measures and not args.prizes:
        raise CommandError("the measure `prizes` needs the money: say --prizes FILE, too")
    if args.prizes and "prizes" not in args.measures:
        raise CommandError("--prizes is the money for the measure `prizes`: say --measures prizes, too")
    if args.rating_deviation is not None and args.rating_mean is None:
        raise CommandError("--rating-deviation is how wide the curve around --rating-mean is: say --rating-mean, too")


def _build_field(args: argparse.Namespace) -> SimulatedField:
    from rookery.simulation.population import SimulatedField

    _require_consistent_options(args)
    options = _common_field_options(args)
    if args.like is not None:
        from rookery.cli.files import load_sound

        return SimulatedField.like(load_sound(args.like).tournament, **options)
    size_ = args.players if args.teams is None else args.teams
    if args.ratings is not None:
        if size_ not in (None, len(args.ratings)):
            participants = "players" if args.boards is None else "teams"
            raise CommandError(f"{len(args.ratings)} ratings are given for {size_} {participants}")
        return SimulatedField.given(args.ratings, **options)
    if size_ is None:
        raise CommandError("how many play? say --players N, --teams N, --ratings LIST or --like FILE")
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


HEADINGS = ("outcomes", "column", "system", "order", "round", "value", "low", "high", "count")


# -- data


def findings_table(results: Sequence[StudyResult]) -> Table:
    """Return the findings of all models; a missing bound of an interval is None."""
    rows = (
        (result.outcomes, *(_none_unless_finite(getattr(row, name)) for name in HEADINGS[1:]))
        for result in results
        for row in result.rows()
    )
    return data_table(HEADINGS, rows)


def _none_unless_finite(value: object) -> object:
    return None if isinstance(value, float) and not isfinite(value) else value


def findings_data(results: Sequence[StudyResult]) -> Any:
    """Return the findings as data: of one model, or a list of them."""
    from rookery.serialize.as_data import with_form

    data = [with_form("simulation", _result_data(result)) for result in results]
    return data[0] if len(data) == 1 else data


def _result_data(result: StudyResult) -> cli_types.SimulationData:
    rows: Any = table_records(findings_table([result]))
    return {
        "study": result.study, "outcomes": result.outcomes, "seed": result.seed, "count": result.count,
        "digest": result.digest, "stopped": result.stopped, "rows": rows, "differences": _differences_data(result),
    }  # fmt: skip


def _differences_data(result: StudyResult) -> Any:
    """Return the differences of every other system from the first."""
    differences = []
    first, *other_systems = result.systems
    for row in result.rows():
        for system in other_systems if row.system == first else ():
            estimate = _compare_with_first(result, row, system)
            if estimate is not None:
                place = {"column": row.column, "system": system, "against": first, "order": row.order}
                ends = {
                    "low": _none_unless_finite(estimate.low),
                    "high": _none_unless_finite(estimate.high),
                    "count": estimate.count,
                }
                differences.append(
                    {"outcomes": result.outcomes, **place, "round": row.round, "value": estimate.value, **ends}
                )
    return differences


def _compare_with_first(result: StudyResult, row: FindingRow, system: str) -> Estimate | None:
    """Return the difference of another system, if both have the column: virtual points need acceleration."""
    if (row.column, system, row.order, row.round) not in result.tally.cells:
        return None
    return result.compare(row.column, system, row.system, row.order or None, round=row.round)


def write_findings(folder: Path, results: Sequence[StudyResult]) -> bool:
    """Write the findings into a folder; return whether they replace others."""
    replaced = _remark_on_replaced_findings(folder, results)
    write_files(folder, Findings(name="findings", data=findings_data(results), table=findings_table(results)))
    return replaced


def _remark_on_replaced_findings(folder: Path, results: Sequence[StudyResult]) -> bool:
    """Print a remark if findings of another study or seed are replaced; return whether they are."""
    previous = {
        (finding["study"], finding["seed"])
        for finding in load_earlier_findings(folder, "findings")
        if {"study", "seed"} <= finding.keys()
    }
    replaced_seeds = sorted({seed for study, seed in previous - {(result.study, result.seed) for result in results}})
    if replaced_seeds:
        seeds = ", ".join(map(str, replaced_seeds))
        remark(f"{folder}: findings of another study (seed {seeds}) are replaced; their work is kept")
    return bool(replaced_seeds)


# -- tables


def print_findings(studies: Sequence[Study], results: Sequence[StudyResult]) -> None:
    """Print the findings as tables, several models side by side."""
    from rookery.simulation.population import TeamField

    study, first = studies[0], results[0]
    participants = count(first.size, "team" if isinstance(study.field, TeamField) else "player")
    print_facts([
        ("Tournaments", f"{first.count:,} of {participants}, {count(study.rounds, 'round')}"),
        *(("Outcomes", f"{model_study.model.name}: {model_study.model.source}") for model_study in studies),
        ("Seed", str(first.seed)),
        *(("Digest", f"{result.digest[:16]}{_model_suffix(result, results)}") for result in results),
    ])  # fmt: skip
    say()
    _print_means(results)
    if len(first.systems) > 1:
        say()
        _print_differences(results)
    for line in _list_limitations(study, results):
        say()
        print_paragraph(line)


def _model_suffix(result: StudyResult, results: Sequence[StudyResult]) -> str:
    """Return the name of the model, where there are several."""
    return f" {result.outcomes}" if len(results) > 1 else ""


def _list_limitations(study: Study, results: Sequence[StudyResult]) -> list[str]:
    """Return the limits of the numbers: intervals of few tournaments, norms of players without titles."""
    from rookery.simulation.estimate import MANY

    cautions = []
    rows = [row.estimate for result in results for row in result.rows() if row.column != "seeds"]
    if results[0].count == 1:
        cautions.append("One tournament has no interval: --count says how many are played.")
    elif any(row.count == 1 for row in rows):
        cautions.append("A number without an interval is that of one tournament only.")
    if any(row.count < MANY and row.low == row.high for row in rows):
        cautions.append("Where the interval is ±0.000 all gave the same number; what is rare may still happen.")
    if "norms" in study.measures and not getattr(study.field, "people", ()):
        cautions.append("Players who are drawn have no titles and no federations, without which nobody makes a norm:"
                     " --like FILE takes those of a tournament.")  # fmt: skip
    return cautions


def _print_means(results: Sequence[StudyResult]) -> None:
    from rookery.simulation.metrics import COLUMNS

    headings = [f"{name}{_model_suffix(result, results)}" for name in results[0].systems for result in results]
    rows: dict[tuple[str, str, int], dict[str, str]] = {}
    for result in results:
        for row in result.rows():
            cells = rows.setdefault((row.column, row.order, row.round), {})
            cells[f"{row.system}{_model_suffix(result, results)}"] = row.estimate.format(3)
    lines = [
        (f"{column}{f', round {round}' if round else ''}", order, *(cells.get(name, "") for name in headings))
        for (column, order, round), cells in rows.items()
    ]
    columns = (Column("Measured"), Column("Order", "<", 8), *(Column(name, ">") for name in headings))
    print_folded(Table(columns, tuple(lines)), 2)
    say()
    for name in dict.fromkeys(column for column, _, _ in rows):
        print_paragraph(f"{name}: {COLUMNS[name].says}", hanging="  ")


def _print_differences(results: Sequence[StudyResult]) -> None:
    first, *other_systems = results[0].systems
    print_paragraph(f"More than {first}, tournament by tournament (* where the interval of 95 per cent leaves 0 out)")
    say()
    headings = [f"{name}{_model_suffix(result, results)}" for name in other_systems for result in results]
    columns = (Column("Measured"), Column("Order", "<", 8), *(Column(name, ">") for name in headings))
    rows = []
    for row in results[0].rows():
        if row.system == first and not row.round and row.column != "seeds":
            estimates = [_compare_with_first(result, row, system) for system in other_systems for result in results]
            rows.append(
                (
                    row.column,
                    row.order,
                    *("" if estimate is None else _format_difference(estimate) for estimate in estimates),
                )
            )
    print_folded(Table(columns, tuple(rows)), 2)


def _format_difference(estimate: Estimate) -> str:
    return f"{estimate.format(3, '+')}{'*' if estimate.differs else ' '}"
