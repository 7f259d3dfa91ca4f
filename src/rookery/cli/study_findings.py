"""What a study has found, as a command shows it: tables with their intervals, data, and files in a folder."""

from __future__ import annotations

from math import isfinite
from pathlib import Path

from rookery.cli.render import facts, paragraph, say
from rookery.cli.simulation_options import csv_text
from rookery.cli.tables import print_folded, print_table
from rookery.labels import Column, Table, count
from rookery.typed import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rookery.answers import command_shapes
    from rookery.simulation.findings import StudyResult
    from rookery.simulation.study import Study

HEADINGS = ("column", "system", "order", "round", "value", "low", "high", "count")


def plain_rows(result: StudyResult) -> list[tuple[object, ...]]:
    """The rows of a table; who has no interval has no ends of one."""
    return [tuple(_plain(getattr(row, name)) for name in HEADINGS) for row in result.rows()]


def _plain(value: object) -> object:
    return None if isinstance(value, float) and not isfinite(value) else value


def findings_data(result: StudyResult) -> command_shapes.SimulationData:
    """The findings as data."""
    rows: Any = [dict(zip(HEADINGS, row, strict=True)) for row in plain_rows(result)]
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
                ends = {
                    "value": known.value,
                    "low": _plain(known.low),
                    "high": _plain(known.high),
                    "count": known.count,
                }
                found.append({**place, "round": row.round, **ends})
    return found


def write_findings(folder: Path, result: StudyResult) -> None:
    """Write the findings into a folder: JSON, CSV, and Parquet where there is somebody to write it."""
    from json import dumps

    from rookery.answers.data import formed
    from rookery.one_step import write

    write(str(folder / "findings.json"), (dumps(formed("simulation", findings_data(result)), indent=1) + "\n").encode())
    write(str(folder / "findings.csv"), csv_text(HEADINGS, plain_rows(result)).encode())
    try:
        from pyarrow import Table as Arrow
        from pyarrow.parquet import write_table
    except ImportError:
        return
    columns = zip(*plain_rows(result), strict=True)
    write_table(Arrow.from_pydict(dict(zip(HEADINGS, map(list, columns), strict=True))), folder / "findings.parquet")


def print_findings(study: Study, result: StudyResult) -> None:
    """Print the findings as tables."""
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
    for line in _cautions(result):
        say()
        paragraph(line)


def _cautions(result: StudyResult) -> list[str]:
    """What intervals of few tournaments do not say."""
    from rookery.simulation.estimate import MANY

    rows, found = [row.estimate for row in result.rows() if row.column != "seeds"], []
    if result.count == 1:
        found.append("One tournament has no interval: --count says how many are played.")
    elif any(row.count == 1 for row in rows):
        found.append("A number without an interval is that of one tournament only.")
    if any(row.count < MANY and row.low == row.high for row in rows):
        found.append("Where the interval is ±0.000 all gave the same number; what is rare may still happen.")
    return found


def _print_means(result: StudyResult) -> None:
    from rookery.simulation.measures import COLUMNS

    columns = (Column("Measured"), Column("Order", "<", 8), *(Column(name, ">") for name in result.systems))
    rows: dict[tuple[str, str, int], dict[str, str]] = {}
    for row in result.rows():
        rows.setdefault((row.column, row.order, row.round), {})[row.system] = row.estimate.told(3)
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
            cells.append(f"{known.told(3, '+')}{'*' if known.differs else ' '}")
        rows.append((row.column, row.order, *cells))
    print_table(Table(columns, tuple(rows)))
