"""Output of a simulation study: tables with confidence intervals, data, and files in a folder."""

from __future__ import annotations

from collections.abc import Sequence
from math import isfinite
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rookery.cli.console import print_facts, print_paragraph, say
from rookery.cli.simulation_options import Findings, load_previous_findings, write_files
from rookery.cli.stdio import remark
from rookery.cli.tables import print_folded
from rookery.formatting import Column, Table, count

if TYPE_CHECKING:
    from rookery.serialize import cli_types
    from rookery.simulation.estimate import Estimate
    from rookery.simulation.results import FindingRow, StudyResult
    from rookery.simulation.study import Study


HEADINGS = ("outcomes", "column", "system", "order", "round", "value", "low", "high", "count")


# -- data


def plain_rows(results: Sequence[StudyResult]) -> list[tuple[object, ...]]:
    """Return the rows of all models; a missing bound of an interval is None."""
    return [
        (result.outcomes, *(_plain(getattr(row, name)) for name in HEADINGS[1:]))
        for result in results
        for row in result.rows()
    ]


def _plain(value: object) -> object:
    return None if isinstance(value, float) and not isfinite(value) else value


def findings_data(results: Sequence[StudyResult]) -> Any:
    """Return the findings as data: of one model, or a list of them."""
    from rookery.serialize.as_data import with_form

    data = [with_form("simulation", _data(result)) for result in results]
    return data[0] if len(data) == 1 else data


def _data(result: StudyResult) -> cli_types.SimulationData:
    rows: Any = [dict(zip(HEADINGS, row, strict=True)) for row in plain_rows([result])]
    return {
        "study": result.study, "outcomes": result.outcomes, "seed": result.seed, "count": result.count,
        "digest": result.digest, "stopped": result.stopped, "rows": rows, "differences": _differences(result),
    }  # fmt: skip


def _differences(result: StudyResult) -> Any:
    """Return the differences of every other system from the first."""
    differences = []
    first, *other_systems = result.systems
    for row in result.rows():
        for system in other_systems if row.system == first else ():
            estimate = _compare_with_first(result, row, system)
            if estimate is not None:
                place = {"column": row.column, "system": system, "against": first, "order": row.order}
                ends = {"low": _plain(estimate.low), "high": _plain(estimate.high), "count": estimate.count}
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
    replaced = _say_what_is_replaced(folder, results)
    rows = plain_rows(results)
    write_files(folder, Findings(name="findings", data=findings_data(results), headings=HEADINGS, rows=rows))
    return replaced


def _say_what_is_replaced(folder: Path, results: Sequence[StudyResult]) -> bool:
    """Print a remark if findings of another study or seed are replaced; return whether they are."""
    previous = {
        (finding["study"], finding["seed"])
        for finding in load_previous_findings(folder, "findings")
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
    for line in _cautions(study, results):
        say()
        print_paragraph(line)


def _model_suffix(result: StudyResult, results: Sequence[StudyResult]) -> str:
    """Return the name of the model, where there are several."""
    return f" {result.outcomes}" if len(results) > 1 else ""


def _cautions(study: Study, results: Sequence[StudyResult]) -> list[str]:
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
