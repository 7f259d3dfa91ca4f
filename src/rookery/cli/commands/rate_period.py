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
from typing import TYPE_CHECKING, Any

from rookery.cli.console import print_facts, print_paragraph, progress_counter, say
from rookery.cli.errors import DIFFERENT, DONE, CommandError
from rookery.cli.options import parse_positive
from rookery.cli.period_files import Games, load_full_list, load_games, save_list, split_unlisted_games, to_list
from rookery.cli.period_tables import save_table
from rookery.cli.tables import print_table
from rookery.errors import RuleError
from rookery.formatting import Column, Table, count
from rookery.rating import KINDS
from rookery.rating_periods.full_list import FullList, first_day_of_month, next_month
from rookery.rating_periods.recalculation import RatedKind, rate_list
from rookery.rating_periods.reports import NotCounted

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
    add("--jobs", type=parse_positive, default=1, metavar="N", help="processes to add the games up with (default: 1)")
    add("--dask", metavar="ADDRESS", help="add them up on a Dask cluster: the address of its scheduler")
    add("--changes", metavar="FILE", help="also write what the period did to everybody: .csv, .parquet or .json")


def run(args: argparse.Namespace) -> int:
    """Rate all players, and write the new list."""
    for path in (args.output, args.changes):
        if path and not path.endswith((".csv", ".parquet", ".json")):
            raise CommandError(f"{path}: a list is written as .csv, .parquet or .json")
    before, not_counted = load_full_list(args.list, args.kind or "standard")
    month = _month_of_new_list(args, before)
    games, more_not_counted = load_games(args.games, before, args.kind, month, progress_counter("games"))
    with _open_executor_arguments(args.jobs, args.dask) as work:
        after, results, strangers = _rate_games(before, games, month, args.games, work)
    not_counted += [*more_not_counted, *strangers]
    save_list(args.output, after)
    if args.changes:
        save_table(args.changes, _changes_by_kind(results))
    report_file = _save_left_out(args.output, not_counted)
    _print_summary(after, results, games, args.output)
    _print_left_out(not_counted, report_file)
    return DIFFERENT if any(game.mendable for game in not_counted) else DONE


def _month_of_new_list(args: argparse.Namespace, before: FullList) -> str:
    """Return the month of the new list, which is later than that of the old one."""
    requested = args.month or (args.on or "")[:7]
    if args.on and len(args.on) != 10:
        raise CommandError(f"--on {args.on} is not a day like 2026-01-01")
    if requested:
        first_day_of_month(requested)
    if not before.month:
        return str(requested)
    if requested and requested <= before.month:
        raise CommandError(f"the list is of {before.month} already; the next one is that of {next_month(before.month)}")
    return str(requested or next_month(before.month))


@contextmanager
def _open_executor_arguments(jobs: int, dask: str | None = None) -> Iterator[dict[str, Any]]:
    """Yield the arguments for the executor: a cluster, several processes, or this one."""
    if dask is None and jobs == 1:
        yield {}
        return
    from rookery.simulation.executors import dask_executor, processes

    with processes(jobs) if dask is None else dask_executor(dask) as executor:
        yield {"executor": executor, "parts": jobs if dask is None else max(jobs, _PARTS)}


def _rate_games(
    before: FullList, games: Games, month: str, path: str, work: Mapping[str, Any]
) -> tuple[FullList, dict[str, RatedKind], list[NotCounted]]:
    """Return the new list; games of players missing from the list are left out and returned."""
    try:
        return (*rate_list(before, games, month, **work), [])
    except RuleError as error:
        if "not on the list" not in str(error):
            raise
    not_counted: list[NotCounted] = []
    counted_games: Games = {}
    for kind, kind_games in games.items():
        counted_games[kind], of_strangers = split_unlisted_games(kind_games, before, path)
        not_counted += of_strangers
    return (*rate_list(before, counted_games, month, **work), not_counted)


def _changes_by_kind(results: Mapping[str, RatedKind]) -> dict[str, object]:
    """Return the changes of the period for the players who played, by kind."""
    names = ("id", "rating", "games", "change", "k", "points", "new")
    rows = []
    for kind, (columns, _) in results.items():
        values = (to_list(columns[name]) for name in names)
        rows += [(kind, *row) for row in zip(*values, strict=True) if row[2]]
    return {name: [row[index] for row in rows] for index, name in enumerate(("kind", *names))}


def _save_left_out(output: str, not_counted: Sequence[NotCounted]) -> str:
    """Write what is not counted beside the list; return the path, if there is anything."""
    if not not_counted:
        return ""
    path = output.rpartition(".")[0] + ".not-counted.csv"
    save_table(path, {name: [getattr(game, name) for game in not_counted] for name in NotCounted._fields[:-1]})
    return path


def _print_summary(after: FullList, results: Mapping[str, RatedKind], games: Games, output: str) -> None:
    rows = [("Month", after.month)] if after.month else []
    rows.append(("Players", f"{len(after):,}"))
    for kind, (columns, _) in results.items():
        prefix = f"{kind.capitalize()} " if len(results) > 1 else ""
        points, new, old = (to_list(columns[name]) for name in ("points", "new", "rating"))
        first = sum(1 for new_rating, old_rating in zip(new, old, strict=True) if new_rating and not old_rating)
        rows += [
            (f"{prefix}Games".strip().capitalize(), f"{len(games[kind]['white']):,}"),
            (f"{prefix}Changed".strip().capitalize(), count(len(points) - points.count(0), "rating")),
            (f"{prefix}First".strip().capitalize(), count(first, "first rating")),
        ]
    print_facts([*rows, ("Written", output)])


def _print_left_out(not_counted: Sequence[NotCounted], report_file: str) -> None:
    """Print the first games that are not counted, and the totals by reason."""
    if not not_counted:
        return
    say()
    say("Not counted", "bold")
    columns = (
        Column("File", least=12), Column("Round", ">"), Column("White", least=8), Column("Black", least=8),
        Column("Result"), Column("Why", least=16, wraps=True),
    )  # fmt: skip
    first = sorted(not_counted, key=lambda game: not game.mendable)[:_SHOWN]
    rows = tuple(
        (game.file.rpartition("/")[2], str(game.round or ""), game.white, game.black, game.result,
         f"{game.why} ({game.article})" if game.article else game.why)
        for game in first
    )  # fmt: skip
    print_table(Table(columns, rows).without_empty())
    if len(not_counted) > _SHOWN:
        for (reason, article), number in Counter((game.why, game.article) for game in not_counted).most_common():
            print_paragraph(f"{number:,}: {reason}" + f" ({article})" * bool(article))
    print_paragraph(f"All {len(not_counted):,} are in {report_file}.")
