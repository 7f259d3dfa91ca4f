"""What simulations and forecasts have in common as commands: how much is played, where, and how it is written."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

from rookery.cli.exits import Refusal
from rookery.cli.hands import add_jobs, from_one
from rookery.cli.parquet import arrow, installed, parquet_data
from rookery.cli.streams import remark
from rookery.labels import count
from rookery.typed import TYPE_CHECKING, Any
from rookery.values import frozen

if TYPE_CHECKING:
    import argparse

    from rookery.simulation.figures import Figure


def parts(text: str) -> tuple[str, ...]:
    """What stands between commas.

    >>> parts("dutch, burstein")
    ('dutch', 'burstein')
    """
    return _some(text, [one.strip() for one in text.split(",")])


def lists(text: str) -> tuple[str, ...]:
    """Lists of tie-breaks, with ; between.

    >>> lists("pts; bh/c1,bh")
    ('PTS', 'BH/C1,BH')
    """
    return _some(text, [one.strip().strip(",").upper() for one in text.split(";")])


def _some(text: str, named: Iterable[str]) -> tuple[str, ...]:
    """What is named, each once, and at least one."""
    import argparse

    found = tuple(filter(None, named))
    twice = [one for one in dict.fromkeys(found) if found.count(one) > 1]
    if not found:
        raise argparse.ArgumentTypeError(f"{text!r} names nothing: say at least one")
    if twice:
        raise argparse.ArgumentTypeError(f"{twice[0]} is there twice in {text!r}")
    return found


def add_work(parser: argparse.ArgumentParser) -> None:
    """Declare how much is played, and where."""
    parser.add_argument("--count", type=from_one, default=1000, metavar="K", help="how many are played (default: 1000)")
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="where chance begins (default: 0)")
    add_jobs(parser)
    parser.add_argument("--dask", metavar="ADDRESS", help="work on a Dask cluster: the address of its scheduler")
    parser.add_argument("--chunk", type=from_one, metavar="K", help="how many in one job (default: about a second)")
    parser.add_argument("--parquet", action="store_true",
                        help="insist on the Parquet file in -o: refused at once where pyarrow is missing")  # fmt: skip


@contextmanager
def carried(args: argparse.Namespace) -> Iterator[dict[str, Any]]:
    """Who does the work, as words for `simulate` and `forecast`."""
    if args.parquet and not args.output:
        raise Refusal("a Parquet file is written into a folder: say -o DIR")
    if args.parquet:
        arrow()  # refused now, if nobody can write it, and not when all is played
    if args.figures:
        from rookery.simulation.drawing import drawer

        drawer()
    if args.dask is None:
        yield {"jobs": args.jobs, "chunk": args.chunk}
        return
    from rookery.simulation.executors import dask_executor

    with dask_executor(args.dask) as executor:
        yield {"executor": executor, "chunk": args.chunk}


def csv_text(headings: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """Rows with commas between, under their headings."""
    import csv
    from io import StringIO

    text = StringIO()
    csv.writer(text, lineterminator="\n").writerows([headings, *rows])
    return text.getvalue()


def draw(figures: Mapping[str, Figure], folder: Path) -> None:
    """Draw figures into a folder, and say where they are."""
    from rookery.simulation.drawing import drawn

    written = [path for figure in figures.values() for path in drawn(figure, folder)]
    remark(f"{folder}: {count(len(figures), 'figure')}, {count(len(written), 'file')}")


@frozen(kw_only=True)
class Findings:
    """What was found, for files of this `name`: the data of JSON, rows for CSV, and rows for Parquet if others."""

    name: str
    data: object
    headings: Sequence[str]
    rows: Sequence[Sequence[object]]
    columns: Sequence[str] = ()
    cells: Sequence[Sequence[object]] = ()

    @property
    def csv(self) -> str:
        """The rows with commas between."""
        return csv_text(self.headings, self.rows)


def each_of(data: Any) -> list[Any]:
    """What every model of outcomes has told: of one alone it is no list."""
    return data if isinstance(data, list) else [data]


def told_before(folder: Path, name: str) -> list[dict[str, Any]]:
    """What the JSON file of this name in a folder tells; nothing, if there is none that can be read."""
    from json import loads

    try:
        return [each for each in each_of(loads((folder / f"{name}.json").read_text("utf-8"))) if isinstance(each, dict)]
    except (OSError, ValueError):
        return []


def say_what_is_older(folder: Path, since: float) -> None:
    """Say which figures and Parquet files in a folder are of findings before these, which began at this time."""
    found = [path for path in folder.rglob("*.html") if path.with_suffix(".svg").exists()]
    found += folder.rglob("*.parquet")
    older = sorted(str(path.relative_to(folder)) for path in found if path.stat().st_mtime < since)
    if older:
        remark(f"{folder}: of the findings before, and not made anew: {', '.join(older)}")


def write_files(folder: Path, found: Findings) -> None:
    """Write what was found into a folder: JSON, CSV, and Parquet where there is somebody to write it."""
    from json import dumps

    from rookery.one_step import write

    folder.mkdir(parents=True, exist_ok=True)
    write(str(folder / f"{found.name}.json"), (dumps(found.data, indent=1) + "\n").encode())
    write(str(folder / f"{found.name}.csv"), found.csv.encode())
    if installed():
        told = (found.columns, found.cells) if found.columns else (found.headings, found.rows)
        write(str(folder / f"{found.name}.parquet"), parquet_data(*told))
