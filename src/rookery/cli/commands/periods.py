"""Keep rating months in one file: lists that follow each other, reports, late ones, histories, audits, pictures.

`start` takes a first list, `add` reports for the next one, `rate` makes it; so month by month. `late` takes a report
for a list that was made already: only what it touches is rated again, and what changed is said. A game counts with the
ratings of the list in force on the first day of its event.
"""

from __future__ import annotations

from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

from rookery._record import replace
from rookery.cli.console import print_facts, print_heading, print_json, print_paragraph, say
from rookery.cli.errors import DIFFERENT, DONE, CommandError
from rookery.cli.files import save
from rookery.cli.period_files import (
    duplicate_fault,
    find_reports,
    list_date_faults,
    load_full_list,
    load_report,
    save_list,
)
from rookery.cli.tables import print_table
from rookery.formatting import Column, Table, count, format_points
from rookery.rating.fide import KINDS
from rookery.rating.rows import month_number
from rookery.rating_periods.full_list import first_day_of_month, month_text
from rookery.rating_periods.queries import audit, difference, distribution, history
from rookery.rating_periods.recalculation import StandingChange, add_late_report, rate_month, require_rated_month
from rookery.rating_periods.reports import NotCounted, ReportGames
from rookery.rating_periods.store import MonthStore

if TYPE_CHECKING:
    import argparse

EXAMPLES = (
    "rookery periods start examples/list.txt --month 2026-04 --store months.sqlite",
    "rookery periods add examples/swiss.trf --store months.sqlite",
    "rookery periods rate --store months.sqlite",
    "rookery periods player 99900102 --store months.sqlite",
    "rookery periods diff 2026-04 2026-05 --store months.sqlite",
    "rookery periods audit 99900102 --store months.sqlite",
)


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    actions = parser.add_subparsers(dest="action", required=True, metavar="ACTION", help="start, add, rate, late, ...")

    def action(name: str, text: str) -> argparse.ArgumentParser:
        subparser = actions.add_parser(name, help=text, description=_DO[name].__doc__)
        subparser.add_argument("--store", metavar="STORE", required=True, help="the SQLite file of the months")
        return subparser

    start = action("start", "make a store from a first list")
    start.add_argument("list", metavar="LIST", help="CSV, Parquet, FIDE's file or an imported list")
    start.add_argument("--month", metavar="MONTH", help="of the list, as 2026-04 (default: as the list says)")
    start.add_argument("--kind", choices=KINDS, default="standard", help="of a list with a column rating")
    for name, text in (("add", "take reports for the next list"), ("late", "take a report for a list made already")):
        report_parser = action(name, text)
        report_parser.add_argument("files", nargs="+", metavar="FILE", help="tournaments, PGN, or folders of them")
        report_parser.add_argument("--kind", choices=KINDS, help="only this list (default: what each report says)")
        if name == "late":
            report_parser.add_argument(
                "--month", metavar="MONTH", required=True, help="the list for which it came too late"
            )
    action("rate", "rate the next month")
    for name, text in (("player", "the history of a player"), ("audit", "a month of a player, game by game")):
        player_parser = action(name, text)
        player_parser.add_argument("id", type=int, metavar="NUMBER", help="the FIDE number")
        _add_query_options(player_parser)
        if name == "player":
            player_parser.add_argument("--svg", metavar="FILE", help="also draw it")
        else:
            player_parser.add_argument("--month", metavar="MONTH", help="the list (default: the newest)")
    _add_format_option(files := action("files", "the reports of a month, file by file"))
    diff = action("diff", "what differs between two lists")
    diff.add_argument("first", metavar="MONTH", help="the one list, as 2026-04")
    diff.add_argument("second", metavar="MONTH", help="the other")
    _add_query_options(diff)
    export = action("export", "write the list of a month, as rate-period takes it")
    export.add_argument("-o", "--output", required=True, metavar="OUT", help=".csv, .parquet or .json")
    plot = action("plot", "draw how the ratings of a list are distributed")
    plot.add_argument("--kind", choices=KINDS, default="standard", help="whose ratings (default: standard)")
    for subparser_ in (files, export, plot):
        subparser_.add_argument("--month", metavar="MONTH", help="the list (default: the newest)")
    plot.add_argument("-o", "--output", required=True, metavar="FILE", help="an SVG file")


def _add_query_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--kind", choices=KINDS, default="standard", help="the rating list (default: standard)")
    _add_format_option(parser)


def _add_format_option(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--format", choices=["text", "json"], default="text", help="how to print (default: text)")


def run(args: argparse.Namespace) -> int:
    """Run the action."""
    return _DO[args.action](args)


def _month_number_or_last(text: str | None, store: MonthStore) -> int:
    return month_number(first_day_of_month(text)) if text else store.last_month()


# -- lists and reports -------------------------------------------------------------------------------------------------


def _start_store(args: argparse.Namespace) -> int:
    """Make a store from a first list."""
    ratings, not_counted = load_full_list(args.list, args.kind)
    if args.month:
        first_day_of_month(args.month)
        ratings = replace(ratings, month=args.month)
    if not ratings.month:
        raise CommandError(f"{args.list} does not say of which month it is; --month does")
    with MonthStore(args.store, fresh=True) as store:
        store.start(ratings, args.list)
    print_paragraph(f"{count(len(ratings), 'player')} of the list of {ratings.month} are now in {args.store}.")
    _print_not_counted(not_counted)
    return DONE


def _read_reports(args: argparse.Namespace, store: MonthStore) -> tuple[list[ReportGames], list[NotCounted]]:
    """Return the reports in the named files and folders, and what is not counted of them."""
    ratings = dict.fromkeys(store.people(), 0)
    for kind in ("standard", args.kind or "standard"):
        ratings |= {
            player_id: row.rating for player_id, row in store.standings(kind, store.last_month()).items() if row.rating
        }
    reports, not_counted = list[ReportGames](), list[NotCounted]()
    for name in args.files:
        files, other_files = find_reports(Path(name))
        not_counted += other_files
        for file in files:
            report, faults = load_report(file, ratings, 0, args.kind, by_list=True)
            not_counted += faults
            reports += [report] if report else []
    return reports, not_counted


def _reasons_not_to_count(store: MonthStore, report: ReportGames, month: int) -> list[NotCounted]:
    """Return why a report does not count for the list of a month; empty if it does."""
    before = store.find_duplicate(report)
    return [duplicate_fault(report, before)] if before else list_date_faults(report, month_text(month))


def _add_reports(args: argparse.Namespace) -> int:
    """Take reports for the next list."""
    with MonthStore(args.store) as store:
        month = store.last_month() + 1
        read, not_counted = _read_reports(args, store)
        taken_reports = list[ReportGames]()
        with store.transaction():
            for report in read:
                if reasons := _reasons_not_to_count(store, report, month):
                    not_counted += reasons
                else:
                    store.add_report(report, month)
                    taken_reports.append(report)
            store.add_not_counted(0, not_counted)
    games = sum(len(report.games) for report in taken_reports)
    print_paragraph(
        f"{count(len(taken_reports), 'report')} with {count(games, 'game')} taken for the list of {month_text(month)}."
    )
    not_counted += [report_ for report in taken_reports for report_ in report.not_counted]
    _print_not_counted(not_counted)
    return DIFFERENT if any(report_.mendable for report_ in not_counted) else DONE


def _rate_next_month(args: argparse.Namespace) -> int:
    """Rate the month after the newest list from its reports."""
    with MonthStore(args.store) as store:
        month = rate_month(store)
        rows: list[tuple[str, str]] = [("Month", month_text(month))]
        for kind in KINDS:
            changes = difference(store, month - 1, month, kind)
            first = sum(not change.before for change in changes)
            gone = sum(not change.after for change in changes)
            if changes:
                changed = count(len(changes) - first - gone, "rating")
                summary = f"{changed} changed, {count(first, 'first rating')}, {gone} gone"
                rows.append((kind.capitalize(), summary))
    print_facts(rows)
    return DONE


def _add_late_reports(args: argparse.Namespace) -> int:
    """Take a report for a list that was made already: rate again what it touches, and say what changed."""
    changes: list[StandingChange] = []
    with MonthStore(args.store) as store:
        month, taken_reports = require_rated_month(store, _month_number_or_last(args.month, store)), list[ReportGames]()
        read, not_counted = _read_reports(args, store)
        for report in read:
            if reasons := _reasons_not_to_count(store, report, month):
                not_counted += reasons
            else:
                changes += add_late_report(store, report, month)
                taken_reports.append(report)
        people = store.people()
    columns = (
        Column("Month"), Column("List"), Column("Number", ">"), Column("Name", least=12), Column("Before", ">"),
        Column("After", ">"),
    )  # fmt: skip
    rows = tuple(
        (
            month_text(entry.month),
            entry.kind,
            str(entry.id),
            str(people[entry.id]["name"]),
            str(entry.before.rating or "none"),
            str(entry.after.rating or "none"),
        )
        for entry in changes
    )
    if rows:
        print_table(Table(columns, rows))
    not_counted += [entry for report in taken_reports for entry in report.not_counted]
    players = len({entry.id for entry in changes})
    print_paragraph(
        f"{count(len(changes), 'standing')} of {count(players, 'player')} changed; nobody else was rated again."
    )
    _print_not_counted(not_counted)
    return DIFFERENT if any(entry.mendable for entry in not_counted) else DONE


def _print_not_counted(not_counted: list[NotCounted]) -> None:
    if not not_counted:
        return
    say()
    say("Not counted", "bold")
    columns = (
        Column("File", least=12),
        Column("Round", ">"),
        Column("Game", least=12),
        Column("Why", least=16, wraps=True),
    )
    rows = tuple(
        (game.file.rpartition("/")[2], str(game.round or ""), " – ".join(filter(None, (game.white, game.black))),
         f"{game.why} ({game.article})" if game.article else game.why)
        for game in not_counted
    )  # fmt: skip
    print_table(Table(columns, rows).without_empty())


# -- what is told ------------------------------------------------------------------------------------------------------


def _print_player_history(args: argparse.Namespace) -> int:
    """Print the lists on which something changed for a player; with --svg as a picture too."""
    with MonthStore(args.store) as store:
        name, rows = str(store.person(args.id)["name"]), history(store, args.id, args.kind)
    if args.svg:
        from rookery.charts.progress import draw_rating_history

        save(args.svg, draw_rating_history(name, args.kind, [(row.month, row.rating) for row in rows]).svg.encode())
    if args.format == "json":
        print_json([row._asdict() for row in rows])
        return DONE
    print_heading(f"{args.id} {name}, {args.kind}")
    columns = Column("List"), Column("Rating", ">"), Column("Change", ">"), Column("Games", ">"), Column("K", ">")
    cells = tuple(
        (
            row.month,
            str(row.rating or "none"),
            f"{row.change:+}" if row.change else "",
            str(row.games),
            str(row.k or ""),
        )
        for row in rows
    )
    print_table(Table(columns, cells))
    return DONE


def _print_rating_differences(args: argparse.Namespace) -> int:
    """Whose rating differs between two lists; who has entered, who has left."""
    with MonthStore(args.store) as store:
        changes = difference(
            store, _month_number_or_last(args.first, store), _month_number_or_last(args.second, store), args.kind
        )
    if args.format == "json":
        print_json([change._asdict() for change in changes])
        return DONE
    columns = (
        Column("Number", ">"), Column("Name", least=12), Column(args.first, ">"), Column(args.second, ">"),
        Column("Change", ">"),
    )  # fmt: skip
    rows = tuple(
        (str(change.id), change.name, str(change.before or "none"), str(change.after or "none"),
         f"{change.after - change.before:+}" if change.before and change.after else "new" if change.after else "gone")
        for change in changes
    )  # fmt: skip
    if rows:
        print_table(Table(columns, rows))
    print_paragraph(f"{count(len(changes), 'rating')} differ.")
    return DONE


def _print_player_audit(args: argparse.Namespace) -> int:
    """Every game of a player that a list counts, with its report, and what came of them."""
    with MonthStore(args.store) as store:
        month = _month_number_or_last(args.month, store)
        name = str(store.person(args.id)["name"])
        lines, standing = audit(store, args.id, month, args.kind)
    if args.format == "json":
        print_json({"games": [line._asdict() for line in lines], "rating": standing.rating, "k": standing.k})
        return DONE
    print_heading(f"{args.id} {name}, {args.kind}, list of {month_text(month)}")
    columns = (
        Column("Report", least=12), Column("Opponent", least=12), Column("Own", ">"), Column("Rating", ">"),
        Column("Score", ">"), Column("chg", ">"), Column("Counts for", wraps=True, least=10),
    )  # fmt: skip
    rows = tuple(
        (line.report.rpartition("/")[2], f"{line.opponent} {line.name}", str(line.own or ""), str(line.rating or ""),
         format_points(5 * line.half_points), f"{line.change / 100:+.2f}" if line.counts == "rating" else "",
         line.counts)
        for line in lines
    )  # fmt: skip
    if rows:
        print_table(Table(columns, rows))
    print_facts(
        [("Rating", str(standing.rating or "none")), ("K", str(standing.k or "")), ("Career", str(standing.career))]
    )
    return DONE


def _print_reports(args: argparse.Namespace) -> int:
    """Every file whose games a list counts: kind, first day, games, and what is not counted of it, with the reasons."""
    with MonthStore(args.store) as store:
        month = _month_number_or_last(args.month, store)
        if not args.month and store.reports(month + 1):
            month += 1
        reports = store.reports(month)
        if not reports and month not in range(store.months()[0], store.last_month() + 2):
            raise CommandError(f"there is no list of {month_text(month)} in this store")
    days = [date.fromordinal(report.start).isoformat() if report.start else "" for report in reports]
    if args.format == "json":
        print_json([{**report._asdict(), "start": day} for report, day in zip(reports, days, strict=True)])
        return DONE
    print_heading(f"Reports for the list of {month_text(month)}")
    columns = (
        Column("File", least=12), Column("List"), Column("First day"), Column(""), Column("Games", ">"),
        Column("Not counted", wraps=True, least=16),
    )  # fmt: skip
    rows = tuple(
        (report.name.rpartition("/")[2], report.kind, day, "late" * report.late, str(report.games),
         "; ".join(f"{number} {reason}" + f" ({article})" * bool(article) for reason, article, number in report.left))
        for report, day in zip(reports, days, strict=True)
    )  # fmt: skip
    if rows:
        print_table(Table(columns, rows).without_empty())
    print_facts([("Reports", str(len(reports))), ("Games", str(sum(report.games for report in reports)))])
    return DONE


def _export_list(args: argparse.Namespace) -> int:
    """Write the complete list of a month."""
    if not args.output.endswith((".csv", ".parquet", ".json")):
        raise CommandError(f"{args.output}: a list is written as .csv, .parquet or .json")
    with MonthStore(args.store) as store:
        ratings = store.full_list(_month_number_or_last(args.month, store))
    save_list(args.output, ratings)
    print_paragraph(f"{count(len(ratings), 'player')} of the list of {ratings.month} are now in {args.output}.")
    return DONE


def _plot_distribution(args: argparse.Namespace) -> int:
    """Draw how the ratings of a list are distributed."""
    from rookery.charts.progress import draw_rating_distribution

    with MonthStore(args.store) as store:
        month = _month_number_or_last(args.month, store)
        ratings = [row.rating for row in store.standings(args.kind, month).values()]
    title = f"{args.kind.capitalize()} ratings on the list of {month_text(month)}"
    save(args.output, draw_rating_distribution(title, distribution(ratings)).svg.encode())
    print_paragraph(f"{args.output} shows {count(sum(map(bool, ratings)), 'rating')}.")
    return DONE


_DO = {
    "start": _start_store,
    "add": _add_reports,
    "late": _add_late_reports,
    "rate": _rate_next_month,
    "player": _print_player_history,
    "diff": _print_rating_differences,
    "audit": _print_player_audit,
    "files": _print_reports,
    "export": _export_list,
    "plot": _plot_distribution,
}
