"""Rate a whole period: every player of a list, all games of all tournaments, rounded once (B.02 8.3.4).

LIST is what the period before wrote, or CSV or Parquet with the columns id and rating, and where known k, games, born,
highest, base; or a list that rookery list import made, or FIDE's own file. GAMES is CSV or Parquet with white, black
and half_points (or result: 1-0, ½-½, 0-1), and where known event, start, white_rating, black_rating; or a tournament
file, a PGN file or a folder of such. A player is named by FIDE number. OUT is the complete next list: the normal way on
is to feed it back. What is not counted stands beside it, with reasons; exit code 1 says that some can be put right.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager

from rookery.cli.exits import DIFFERENT, DONE, Refusal
from rookery.cli.hands import from_one
from rookery.cli.period_files import Games, full_list, games_of, plain, save_list, without_strangers
from rookery.cli.period_tables import save_table
from rookery.cli.progress import counter
from rookery.cli.render import facts, paragraph, say
from rookery.cli.tables import print_table
from rookery.errors import RuleError
from rookery.labels import Column, Table, count
from rookery.periods.full_list import FullList, month_day, next_month
from rookery.periods.rated import Made, rated_list
from rookery.periods.reports import NotCounted
from rookery.rating import KINDS
from rookery.typed import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import argparse

EXAMPLES = (
    "rookery rate-period --list examples/period/list.csv --games examples/period/games.csv --month 2026-05 -o new.csv",
    "rookery rate-period --list examples/list.txt --games examples/swiss.trf --month 2026-05 -o new.csv",
)
_PARTS = 16
"""Into so many parts games are cut for a cluster of nobody knows how many workers."""
_SHOWN = 25
"""So many things left out are shown; all of them are written."""


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    add = parser.add_argument
    add("--list", required=True, metavar="LIST", help="the players: the list before, CSV, Parquet, FIDE's or imported")
    add("--games", required=True, metavar="GAMES", help="the games: CSV, Parquet, a report, PGN, or a folder of them")
    add("-o", "--output", required=True, metavar="OUT", help="the new list: .csv, .parquet or .json")
    add("--kind", choices=KINDS, help="rate this list only (default: what each report says, standard for tables)")
    add("--month", metavar="MONTH", help="of the new list, as 2026-05 (default: the one after the list's)")
    add("--on", metavar="DAY", help="the same by its day, as 2026-05-01")
    add("--jobs", type=from_one, default=1, metavar="N", help="processes to add the games up with (default: 1)")
    add("--dask", metavar="ADDRESS", help="add them up on a Dask cluster: the address of its scheduler")
    add("--changes", metavar="FILE", help="also write what the period did to everybody: .csv, .parquet or .json")


def run(args: argparse.Namespace) -> int:
    """Rate them all, and write the new list."""
    for path in (args.output, args.changes):
        if path and not path.endswith((".csv", ".parquet", ".json")):
            raise Refusal(f"{path}: a list is written as .csv, .parquet or .json")
    before, left = full_list(args.list, args.kind or "standard")
    month = _month(args, before)
    games, more = games_of(args.games, before, args.kind, month, counter("games"))
    with _work(args.jobs, args.dask) as work:
        after, made, strangers = _rated(before, games, month, args.games, work)
    left += [*more, *strangers]
    save_list(args.output, after)
    if args.changes:
        save_table(args.changes, _changes(made))
    beside = _save_left_out(args.output, left)
    _print(after, made, games, args.output)
    _print_left_out(left, beside)
    return DIFFERENT if any(one.mendable for one in left) else DONE


def _month(args: argparse.Namespace, before: FullList) -> str:
    """The month of the new list, which is later than that of the old one."""
    said = args.month or (args.on or "")[:7]
    if args.on and len(args.on) != 10:
        raise Refusal(f"--on {args.on} is not a day like 2026-01-01")
    if said:
        month_day(said)
    if not before.month:
        return str(said)
    if said and said <= before.month:
        raise Refusal(f"the list is of {before.month} already; the next one is that of {next_month(before.month)}")
    return str(said or next_month(before.month))


@contextmanager
def _work(jobs: int, dask: str | None = None) -> Iterator[dict[str, Any]]:
    """Who adds the games up: a cluster, so many processes, or this one."""
    if dask is None and jobs == 1:
        yield {}
        return
    from rookery.simulation.executors import dask_executor, processes

    with processes(jobs) if dask is None else dask_executor(dask) as executor:
        yield {"executor": executor, "parts": jobs if dask is None else max(jobs, _PARTS)}


def _rated(
    before: FullList, games: Games, month: str, path: str, work: Mapping[str, Any]
) -> tuple[FullList, dict[str, Made], list[NotCounted]]:
    """The new list; games of people who are not on the list are left out and told."""
    try:
        return (*rated_list(before, games, month, **work), [])
    except RuleError as error:
        if "not on the list" not in str(error):
            raise
    left: list[NotCounted] = []
    kept: Games = {}
    for kind, played in games.items():
        kept[kind], some = without_strangers(played, before, path)
        left += some
    return (*rated_list(before, kept, month, **work), left)


def _changes(made: Mapping[str, Made]) -> dict[str, object]:
    """What the period did to those who played, by kind."""
    names = ("id", "rating", "games", "change", "k", "points", "new")
    rows = []
    for kind, (columns, _) in made.items():
        values = (plain(columns[name]) for name in names)
        rows += [(kind, *row) for row in zip(*values, strict=True) if row[2]]
    return {name: [row[at] for row in rows] for at, name in enumerate(("kind", *names))}


def _save_left_out(output: str, left: Sequence[NotCounted]) -> str:
    """Write everything that is not counted beside the list; where, if there is anything."""
    if not left:
        return ""
    path = output.rpartition(".")[0] + ".not-counted.csv"
    save_table(path, {name: [getattr(one, name) for one in left] for name in NotCounted._fields[:-1]})
    return path


def _print(after: FullList, made: Mapping[str, Made], games: Games, output: str) -> None:
    found = [("Month", after.month)] if after.month else []
    found.append(("Players", f"{len(after):,}"))
    for kind, (columns, _) in made.items():
        called = f"{kind.capitalize()} " if len(made) > 1 else ""
        points, new, old = (plain(columns[name]) for name in ("points", "new", "rating"))
        first = sum(1 for one, was in zip(new, old, strict=True) if one and not was)
        found += [
            (f"{called}Games".strip().capitalize(), f"{len(games[kind]['white']):,}"),
            (f"{called}Changed".strip().capitalize(), count(len(points) - points.count(0), "rating")),
            (f"{called}First".strip().capitalize(), count(first, "first rating")),
        ]
    facts([*found, ("Written", output)])


def _print_left_out(left: Sequence[NotCounted], beside: str) -> None:
    """What is not counted: the first of it, and how much of each kind there is."""
    if not left:
        return
    say()
    say("Not counted", "bold")
    columns = (
        Column("File", least=12), Column("Round", ">"), Column("White", least=8), Column("Black", least=8),
        Column("Result"), Column("Why", least=16, wraps=True),
    )  # fmt: skip
    first = sorted(left, key=lambda one: not one.mendable)[:_SHOWN]
    rows = tuple(
        (one.file.rpartition("/")[2], str(one.round or ""), one.white, one.black, one.result,
         f"{one.why} ({one.article})" if one.article else one.why)
        for one in first
    )  # fmt: skip
    print_table(Table(columns, rows).without_empty())
    if len(left) > _SHOWN:
        for (why, article), number in Counter((one.why, one.article) for one in left).most_common():
            paragraph(f"{number:,}: {why}" + f" ({article})" * bool(article))
    paragraph(f"All {len(left):,} are in {beside}.")
