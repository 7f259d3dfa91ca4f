"""Options and output that simulations and forecasts have in common."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rookery._record import record
from rookery.cli.errors import CommandError
from rookery.cli.options import add_jobs, parse_positive
from rookery.cli.tables import dump_parquet, format_csv, import_pyarrow, is_pyarrow_installed
from rookery.cli.terminal import remark
from rookery.formatting import Table, count

if TYPE_CHECKING:
    import argparse

    from rookery.simulation.figures import Figure


def parts(text: str) -> tuple[str, ...]:
    """Return the parts between commas.

    >>> parts("dutch, burstein")
    ('dutch', 'burstein')
    """
    return _require_nonempty(text, [part.strip() for part in text.split(",")])


def lists(text: str) -> tuple[str, ...]:
    """Return lists of tie-breaks, separated by semicolons.

    >>> lists("pts; bh/c1,bh")
    ('PTS', 'BH/C1,BH')
    """
    return _require_nonempty(text, [part.strip().strip(",").upper() for part in text.split(";")])


def _require_nonempty(text: str, parts: Iterable[str]) -> tuple[str, ...]:
    """Return the parts that are not empty; raise ArgumentTypeError if there are none, or duplicates."""
    import argparse

    names = tuple(filter(None, parts))
    duplicates = [name for name in dict.fromkeys(names) if names.count(name) > 1]
    if not names:
        raise argparse.ArgumentTypeError(f"{text!r} names nothing: say at least one")
    if duplicates:
        raise argparse.ArgumentTypeError(f"{duplicates[0]} is there twice in {text!r}")
    return names


def add_work(parser: argparse.ArgumentParser) -> None:
    """Declare the options for the number of tournaments and where they are played."""
    parser.add_argument(
        "--count", type=parse_positive, default=1000, metavar="K", help="how many are played (default: 1000)"
    )
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="where chance begins (default: 0)")
    add_jobs(parser)
    parser.add_argument("--dask", metavar="ADDRESS", help="work on a Dask cluster: the address of its scheduler")
    parser.add_argument(
        "--chunk", type=parse_positive, metavar="K", help="how many in one job (default: about a second)"
    )
    parser.add_argument("--parquet", action="store_true",
                        help="insist on the Parquet file in -o: refused at once where pyarrow is missing")  # fmt: skip


@contextmanager
def executor_arguments(args: argparse.Namespace) -> Iterator[dict[str, Any]]:
    """Yield the keyword arguments that select the executor; check first what the output needs."""
    if args.parquet and not args.output:
        raise CommandError("a Parquet file is written into a folder: say -o DIR")
    if args.parquet:
        import_pyarrow()  # refused now, if nobody can write it, and not when all is played
    if args.figures:
        from rookery.simulation.figures import import_vl_convert

        import_vl_convert()
    if args.dask is None:
        yield {"jobs": args.jobs, "chunk": args.chunk}
        return
    from rookery.simulation.executors import dask_executor

    with dask_executor(args.dask) as executor:
        yield {"executor": executor, "chunk": args.chunk}


def draw(figures: Mapping[str, Figure], folder: Path) -> None:
    """Draw figures into a folder, and print where they are."""
    from rookery.simulation.figures import write_figure

    paths = [path for figure in figures.values() for path in write_figure(figure, folder)]
    remark(f"{folder}: {count(len(figures), 'figure')}, {count(len(paths), 'file')}")


@record(kw_only=True)
class Findings:
    """Results for files of this `name`: JSON data, a table, and a more detailed one for Parquet."""

    name: str
    data: object
    table: Table
    details: Table | None = None


def as_list(data: Any) -> list[Any]:
    """Return the data of each model as a list; the data of a single model is no list."""
    return data if isinstance(data, list) else [data]


def load_earlier_findings(folder: Path, name: str) -> list[dict[str, Any]]:
    """Return the contents of the JSON file of this name in a folder; empty if it cannot be read."""
    from json import loads

    try:
        return [
            finding
            for finding in as_list(loads((folder / f"{name}.json").read_text("utf-8")))
            if isinstance(finding, dict)
        ]
    except (OSError, ValueError):
        return []


def print_outdated_files(folder: Path, since: float) -> None:
    """Print which figures and Parquet files in a folder are older than this time."""
    paths = [path for path in folder.rglob("*.html") if path.with_suffix(".svg").exists()]
    paths += folder.rglob("*.parquet")
    older = sorted(str(path.relative_to(folder)) for path in paths if path.stat().st_mtime < since)
    if older:
        remark(f"{folder}: of the findings before, and not made anew: {', '.join(older)}")


def write_files(folder: Path, findings: Findings) -> None:
    """Write findings into a folder: JSON, CSV, and Parquet where pyarrow is installed."""
    from json import dumps

    from rookery.files import write_file

    folder.mkdir(parents=True, exist_ok=True)
    write_file(str(folder / f"{findings.name}.json"), (dumps(findings.data, indent=1) + "\n").encode())
    write_file(str(folder / f"{findings.name}.csv"), format_csv(findings.table).encode())
    if is_pyarrow_installed():
        write_file(str(folder / f"{findings.name}.parquet"), dump_parquet(findings.details or findings.table))
