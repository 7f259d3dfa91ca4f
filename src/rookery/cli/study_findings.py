"""What a study has found, as a command shows it: tables with their intervals, data, and files in a folder."""

from __future__ import annotations

from collections.abc import Sequence
from math import isfinite
from pathlib import Path

from rookery.cli.render import facts, paragraph, say
from rookery.cli.simulation_options import Findings, told_before, write_files
from rookery.cli.streams import remark
from rookery.cli.tables import print_folded
from rookery.labels import Column, Table, count
from rookery.typed import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rookery.answers import command_shapes
    from rookery.simulation.estimate import Estimate
    from rookery.simulation.findings import FindingRow, StudyResult
    from rookery.simulation.study import Study

HEADINGS = ("outcomes", "column", "system", "order", "round", "value", "low", "high", "count")


# -- data


def plain_rows(results: Sequence[StudyResult]) -> list[tuple[object, ...]]:
    """The rows of a table, model by model; who has no interval has no ends of one."""
    return [
        (result.outcomes, *(_plain(getattr(row, name)) for name in HEADINGS[1:]))
        for result in results
        for row in result.rows()
    ]


def _plain(value: object) -> object:
    return None if isinstance(value, float) and not isfinite(value) else value


def findings_data(results: Sequence[StudyResult]) -> Any:
    """The findings as data: of one model, or a list of them."""
    from rookery.answers.data import formed

    told = [formed("simulation", _data(result)) for result in results]
    return told[0] if len(told) == 1 else told


def _data(result: StudyResult) -> command_shapes.SimulationData:
    rows: Any = [dict(zip(HEADINGS, row, strict=True)) for row in plain_rows([result])]
    return {
        "study": result.study, "outcomes": result.outcomes, "seed": result.seed, "count": result.count,
        "digest": result.digest, "stopped": result.stopped, "rows": rows, "differences": _differences(result),
    }  # fmt: skip


def _differences(result: StudyResult) -> Any:
    """What every other system differs in from the first."""
    found = []
    first, *others = result.systems
    for row in result.rows():
        for other in others if row.system == first else ():
            known = _compared(result, row, other)
            if known is not None:
                place = {"column": row.column, "system": other, "against": first, "order": row.order}
                ends = {"low": _plain(known.low), "high": _plain(known.high), "count": known.count}
                found.append({"outcomes": result.outcomes, **place, "round": row.round, "value": known.value, **ends})
    return found


def _compared(result: StudyResult, row: FindingRow, other: str) -> Estimate | None:
    """What another system has more, if both have it: virtual points are only where there is acceleration."""
    if (row.column, other, row.order, row.round) not in result.tally.cells:
        return None
    return result.compare(row.column, other, row.system, row.order or None, round=row.round)


def write_findings(folder: Path, results: Sequence[StudyResult]) -> bool:
    """Write the findings into a folder; whether they replace others."""
    replaced = _say_what_is_replaced(folder, results)
    rows = plain_rows(results)
    write_files(folder, Findings(name="findings", data=findings_data(results), headings=HEADINGS, rows=rows))
    return replaced


def _say_what_is_replaced(folder: Path, results: Sequence[StudyResult]) -> bool:
    """Say so where the findings of another study or seed have to go; their work stays in the checkpoint."""
    before = {
        (each["study"], each["seed"]) for each in told_before(folder, "findings") if {"study", "seed"} <= each.keys()
    }
    gone = sorted({seed for study, seed in before - {(each.study, each.seed) for each in results}})
    if gone:
        seeds = ", ".join(map(str, gone))
        remark(f"{folder}: findings of another study (seed {seeds}) are replaced; their work is kept")
    return bool(gone)


# -- tables


def print_findings(studies: Sequence[Study], results: Sequence[StudyResult]) -> None:
    """Print the findings as tables, several models side by side."""
    from rookery.simulation.field import TeamField

    study, first = studies[0], results[0]
    who = count(first.size, "team" if isinstance(study.field, TeamField) else "player")
    facts([
        ("Tournaments", f"{first.count:,} of {who}, {count(study.rounds, 'round')}"),
        *(("Outcomes", f"{each.model.name}: {each.model.source}") for each in studies),
        ("Seed", str(first.seed)),
        *(("Digest", f"{each.digest[:16]}{_by(each, results)}") for each in results),
    ])  # fmt: skip
    say()
    _print_means(results)
    if len(first.systems) > 1:
        say()
        _print_differences(results)
    for line in _cautions(study, results):
        say()
        paragraph(line)


def _by(result: StudyResult, results: Sequence[StudyResult]) -> str:
    """The name of the model, where there are several."""
    return f" {result.outcomes}" if len(results) > 1 else ""


def _cautions(study: Study, results: Sequence[StudyResult]) -> list[str]:
    """What the numbers do not say: intervals of few tournaments, norms of players without titles."""
    from rookery.simulation.estimate import MANY

    found = []
    rows = [row.estimate for result in results for row in result.rows() if row.column != "seeds"]
    if results[0].count == 1:
        found.append("One tournament has no interval: --count says how many are played.")
    elif any(row.count == 1 for row in rows):
        found.append("A number without an interval is that of one tournament only.")
    if any(row.count < MANY and row.low == row.high for row in rows):
        found.append("Where the interval is ±0.000 all gave the same number; what is rare may still happen.")
    if "norms" in study.measures and not getattr(study.field, "people", ()):
        found.append("Players who are drawn have no titles and no federations, without which nobody makes a norm:"
                     " --like FILE takes those of a tournament.")  # fmt: skip
    return found


def _print_means(results: Sequence[StudyResult]) -> None:
    from rookery.simulation.measures import COLUMNS

    heads = [f"{name}{_by(each, results)}" for name in results[0].systems for each in results]
    rows: dict[tuple[str, str, int], dict[str, str]] = {}
    for each in results:
        for row in each.rows():
            cells = rows.setdefault((row.column, row.order, row.round), {})
            cells[f"{row.system}{_by(each, results)}"] = row.estimate.told(3)
    lines = [
        (f"{column}{f', round {round}' if round else ''}", order, *(cells.get(name, "") for name in heads))
        for (column, order, round), cells in rows.items()
    ]
    columns = (Column("Measured"), Column("Order", "<", 8), *(Column(name, ">") for name in heads))
    print_folded(Table(columns, tuple(lines)), 2)
    say()
    for name in dict.fromkeys(column for column, _, _ in rows):
        paragraph(f"{name}: {COLUMNS[name].says}", hanging="  ")


def _print_differences(results: Sequence[StudyResult]) -> None:
    first, *others = results[0].systems
    paragraph(f"More than {first}, tournament by tournament (* where the interval of 95 per cent leaves 0 out)")
    say()
    heads = [f"{name}{_by(each, results)}" for name in others for each in results]
    columns = (Column("Measured"), Column("Order", "<", 8), *(Column(name, ">") for name in heads))
    rows = []
    for row in results[0].rows():
        if row.system == first and not row.round and row.column != "seeds":
            known = [_compared(each, row, other) for other in others for each in results]
            rows.append((row.column, row.order, *("" if each is None else _apart(each) for each in known)))
    print_folded(Table(columns, tuple(rows)), 2)


def _apart(known: Estimate) -> str:
    return f"{known.told(3, '+')}{'*' if known.differs else ' '}"
