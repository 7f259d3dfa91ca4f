"""Keep rating months in one file: lists that follow each other, reports, late ones, histories, audits, pictures.

`start` takes a first list, `add` reports for the next one, `rate` makes it; so month by month. `late` takes a report
for a list that was made already: only what it touches is rated again, and what changed is said. A game counts with the
ratings of the list in force on the first day of its event.
"""

from __future__ import annotations

from datetime import date
from pathlib import Path

from rookery.cli.exits import DIFFERENT, DONE, Refusal
from rookery.cli.period_files import full_list, report_of, reports_in, save_list, too_new, twice
from rookery.cli.render import facts, heading, paragraph, print_json, say
from rookery.cli.saving import save
from rookery.cli.tables import print_table
from rookery.labels import Column, Table, count, points
from rookery.periods.chain import Rerated, add_late, rate_month, rated_here
from rookery.periods.full_list import month_day, month_text
from rookery.periods.months import Months
from rookery.periods.reports import NotCounted, ReportGames
from rookery.periods.told import audit, difference, distribution, history
from rookery.rating.days import month_number
from rookery.rating.fide import KINDS
from rookery.typed import TYPE_CHECKING
from rookery.values import replace

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
        one = actions.add_parser(name, help=text, description=_DO[name].__doc__)
        one.add_argument("--store", metavar="STORE", required=True, help="the SQLite file of the months")
        return one

    start = action("start", "make a store from a first list")
    start.add_argument("list", metavar="LIST", help="CSV, Parquet, FIDE's file or an imported list")
    start.add_argument("--month", metavar="MONTH", help="of the list, as 2026-04 (default: as the list says)")
    start.add_argument("--kind", choices=KINDS, default="standard", help="of a list with a column rating")
    for name, text in (("add", "take reports for the next list"), ("late", "take a report for a list made already")):
        one = action(name, text)
        one.add_argument("files", nargs="+", metavar="FILE", help="tournaments, PGN, or folders of them")
        one.add_argument("--kind", choices=KINDS, help="only this list (default: what each report says)")
        if name == "late":
            one.add_argument("--month", metavar="MONTH", required=True, help="the list for which it came too late")
    action("rate", "rate the next month")
    for name, text in (("player", "the history of a player"), ("audit", "a month of a player, game by game")):
        one = action(name, text)
        one.add_argument("id", type=int, metavar="NUMBER", help="the FIDE number")
        _look(one)
        if name == "player":
            one.add_argument("--svg", metavar="FILE", help="also draw it")
        else:
            one.add_argument("--month", metavar="MONTH", help="the list (default: the newest)")
    _printed(files := action("files", "the reports of a month, file by file"))
    diff = action("diff", "what differs between two lists")
    diff.add_argument("first", metavar="MONTH", help="the one list, as 2026-04")
    diff.add_argument("second", metavar="MONTH", help="the other")
    _look(diff)
    export = action("export", "write the list of a month, as rate-period takes it")
    export.add_argument("-o", "--output", required=True, metavar="OUT", help=".csv, .parquet or .json")
    plot = action("plot", "draw how the ratings of a list are distributed")
    plot.add_argument("--kind", choices=KINDS, default="standard", help="whose ratings (default: standard)")
    for one in (files, export, plot):
        one.add_argument("--month", metavar="MONTH", help="the list (default: the newest)")
    plot.add_argument("-o", "--output", required=True, metavar="FILE", help="an SVG file")


def _look(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--kind", choices=KINDS, default="standard", help="the rating list (default: standard)")
    _printed(parser)


def _printed(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--format", choices=["text", "json"], default="text", help="how to print (default: text)")


def run(args: argparse.Namespace) -> int:
    """Do what is asked."""
    return _DO[args.action](args)


def _number(text: str | None, store: Months) -> int:
    return month_number(month_day(text)) if text else store.last()


# -- lists and reports -------------------------------------------------------------------------------------------------


def _start(args: argparse.Namespace) -> int:
    """Make a store from a first list."""
    ratings, left = full_list(args.list, args.kind)
    if args.month:
        month_day(args.month)
        ratings = replace(ratings, month=args.month)
    if not ratings.month:
        raise Refusal(f"{args.list} does not say of which month it is; --month does")
    with Months(args.store, fresh=True) as store:
        store.start(ratings, args.list)
    paragraph(f"{count(len(ratings), 'player')} of the list of {ratings.month} are now in {args.store}.")
    _print_left(left)
    return DONE


def _reports(args: argparse.Namespace, store: Months) -> tuple[list[ReportGames], list[NotCounted]]:
    """The reports in the files and folders named, and what is not counted of them."""
    known = dict.fromkeys(store.people(), 0)
    for kind in ("standard", args.kind or "standard"):
        known |= {one: row.rating for one, row in store.standings(kind, store.last()).items() if row.rating}
    found, left = list[ReportGames](), list[NotCounted]()
    for name in args.files:
        files, others = reports_in(Path(name))
        left += others
        for file in files:
            report, faults = report_of(file, known, 0, args.kind, by_list=True)
            left += faults
            found += [report] if report else []
    return found, left


def _not_taken(store: Months, report: ReportGames, month: int) -> list[NotCounted]:
    """Why a report does not count for the list of a month; nothing where it does."""
    before = store.taken_before(report)
    return [twice(report, before)] if before else too_new(report, month_text(month))


def _add(args: argparse.Namespace) -> int:
    """Take reports for the next list."""
    with Months(args.store) as store:
        month = store.last() + 1
        read, left = _reports(args, store)
        found = list[ReportGames]()
        with store.at_once():
            for report in read:
                if reasons := _not_taken(store, report, month):
                    left += reasons
                else:
                    store.add_report(report, month)
                    found.append(report)
            store.leave_out(0, left)
    games = sum(len(report.games) for report in found)
    paragraph(f"{count(len(found), 'report')} with {count(games, 'game')} taken for the list of {month_text(month)}.")
    left += [one for report in found for one in report.not_counted]
    _print_left(left)
    return DIFFERENT if any(one.mendable for one in left) else DONE


def _rate(args: argparse.Namespace) -> int:
    """Rate the month after the newest list from its reports."""
    with Months(args.store) as store:
        month = rate_month(store)
        found: list[tuple[str, str]] = [("Month", month_text(month))]
        for kind in KINDS:
            moved = difference(store, month - 1, month, kind)
            first = sum(not one.before for one in moved)
            gone = sum(not one.after for one in moved)
            if moved:
                said = (
                    f"{count(len(moved) - first - gone, 'rating')} changed, {count(first, 'first rating')}, {gone} gone"
                )
                found.append((kind.capitalize(), said))
    facts(found)
    return DONE


def _late(args: argparse.Namespace) -> int:
    """Take a report for a list that was made already: rate again what it touches, and say what changed."""
    changes: list[Rerated] = []
    with Months(args.store) as store:
        month, found = rated_here(store, _number(args.month, store)), list[ReportGames]()
        read, left = _reports(args, store)
        for report in read:
            if reasons := _not_taken(store, report, month):
                left += reasons
            else:
                changes += add_late(store, report, month)
                found.append(report)
        people = store.people()
    columns = (
        Column("Month"), Column("List"), Column("Number", ">"), Column("Name", least=12), Column("Before", ">"),
        Column("After", ">"),
    )  # fmt: skip
    rows = tuple(
        (month_text(one.month), one.kind, str(one.id), str(people[one.id]["name"]), str(one.before.rating or "none"),
         str(one.after.rating or "none"))
        for one in changes
    )  # fmt: skip
    if rows:
        print_table(Table(columns, rows))
    left += [one for report in found for one in report.not_counted]
    players = len({one.id for one in changes})
    paragraph(f"{count(len(changes), 'standing')} of {count(players, 'player')} changed; nobody else was rated again.")
    _print_left(left)
    return DIFFERENT if any(one.mendable for one in left) else DONE


def _print_left(left: list[NotCounted]) -> None:
    if not left:
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
        (one.file.rpartition("/")[2], str(one.round or ""), " – ".join(filter(None, (one.white, one.black))),
         f"{one.why} ({one.article})" if one.article else one.why)
        for one in left
    )  # fmt: skip
    print_table(Table(columns, rows).without_empty())


# -- what is told ------------------------------------------------------------------------------------------------------


def _player(args: argparse.Namespace) -> int:
    """The lists on which something changed for a player; with --svg as a picture too."""
    with Months(args.store) as store:
        name, rows = str(store.person(args.id)["name"]), history(store, args.id, args.kind)
    if args.svg:
        from rookery.pictures.ratings import rating_history

        save(args.svg, rating_history(name, args.kind, [(row.month, row.rating) for row in rows]).svg.encode())
    if args.format == "json":
        print_json([row._asdict() for row in rows])
        return DONE
    heading(f"{args.id} {name}, {args.kind}")
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


def _diff(args: argparse.Namespace) -> int:
    """Whose rating differs between two lists; who has entered, who has left."""
    with Months(args.store) as store:
        moved = difference(store, _number(args.first, store), _number(args.second, store), args.kind)
    if args.format == "json":
        print_json([one._asdict() for one in moved])
        return DONE
    columns = (
        Column("Number", ">"), Column("Name", least=12), Column(args.first, ">"), Column(args.second, ">"),
        Column("Change", ">"),
    )  # fmt: skip
    rows = tuple(
        (str(one.id), one.name, str(one.before or "none"), str(one.after or "none"),
         f"{one.after - one.before:+}" if one.before and one.after else "new" if one.after else "gone")
        for one in moved
    )  # fmt: skip
    if rows:
        print_table(Table(columns, rows))
    paragraph(f"{count(len(moved), 'rating')} differ.")
    return DONE


def _audit(args: argparse.Namespace) -> int:
    """Every game of a player that a list counts, with its report, and what came of them."""
    with Months(args.store) as store:
        month = _number(args.month, store)
        name = str(store.person(args.id)["name"])
        lines, standing = audit(store, args.id, month, args.kind)
    if args.format == "json":
        print_json({"games": [line._asdict() for line in lines], "rating": standing.rating, "k": standing.k})
        return DONE
    heading(f"{args.id} {name}, {args.kind}, list of {month_text(month)}")
    columns = (
        Column("Report", least=12), Column("Opponent", least=12), Column("Own", ">"), Column("Rating", ">"),
        Column("Score", ">"), Column("chg", ">"), Column("Counts for", wraps=True, least=10),
    )  # fmt: skip
    rows = tuple(
        (line.report.rpartition("/")[2], f"{line.opponent} {line.name}", str(line.own or ""), str(line.rating or ""),
         points(5 * line.half_points), f"{line.change / 100:+.2f}" if line.counts == "rating" else "", line.counts)
        for line in lines
    )  # fmt: skip
    if rows:
        print_table(Table(columns, rows))
    facts([("Rating", str(standing.rating or "none")), ("K", str(standing.k or "")), ("Career", str(standing.career))])
    return DONE


def _files(args: argparse.Namespace) -> int:
    """Every file whose games a list counts: kind, first day, games, and what is not counted of it, with the reasons."""
    with Months(args.store) as store:
        month = _number(args.month, store)
        if not args.month and store.reports(month + 1):
            month += 1
        found = store.reports(month)
        if not found and month not in range(store.months()[0], store.last() + 2):
            raise Refusal(f"there is no list of {month_text(month)} in this store")
    days = [date.fromordinal(one.start).isoformat() if one.start else "" for one in found]
    if args.format == "json":
        print_json([{**one._asdict(), "start": day} for one, day in zip(found, days, strict=True)])
        return DONE
    heading(f"Reports for the list of {month_text(month)}")
    columns = (
        Column("File", least=12), Column("List"), Column("First day"), Column(""), Column("Games", ">"),
        Column("Not counted", wraps=True, least=16),
    )  # fmt: skip
    rows = tuple(
        (one.name.rpartition("/")[2], one.kind, day, "late" * one.late, str(one.games),
         "; ".join(f"{number} {why}" + f" ({article})" * bool(article) for why, article, number in one.left))
        for one, day in zip(found, days, strict=True)
    )  # fmt: skip
    if rows:
        print_table(Table(columns, rows).without_empty())
    facts([("Reports", str(len(found))), ("Games", str(sum(one.games for one in found)))])
    return DONE


def _export(args: argparse.Namespace) -> int:
    """Write the complete list of a month."""
    if not args.output.endswith((".csv", ".parquet", ".json")):
        raise Refusal(f"{args.output}: a list is written as .csv, .parquet or .json")
    with Months(args.store) as store:
        ratings = store.full(_number(args.month, store))
    save_list(args.output, ratings)
    paragraph(f"{count(len(ratings), 'player')} of the list of {ratings.month} are now in {args.output}.")
    return DONE


def _plot(args: argparse.Namespace) -> int:
    """Draw how the ratings of a list are distributed."""
    from rookery.pictures.ratings import rating_distribution

    with Months(args.store) as store:
        month = _number(args.month, store)
        ratings = [row.rating for row in store.standings(args.kind, month).values()]
    title = f"{args.kind.capitalize()} ratings on the list of {month_text(month)}"
    save(args.output, rating_distribution(title, distribution(ratings)).svg.encode())
    paragraph(f"{args.output} shows {count(sum(map(bool, ratings)), 'rating')}.")
    return DONE


_DO = {
    "start": _start, "add": _add, "late": _late, "rate": _rate, "player": _player, "diff": _diff, "audit": _audit,
    "files": _files, "export": _export, "plot": _plot,
}  # fmt: skip
