"""Keep rating lists on this machine: import and merge them, find in them, fill a tournament from one.

The list comes from a file you bring: FIDE's TXT or XML, zipped or not, or a national list in CSV. It is kept in one
SQLite file: --list, else what ROOKERY_LIST names, else rookery/list.sqlite in your data folder. Several may lie in one
folder, each with its name, month, kinds of ratings and source: find and show take the folder as --list.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

from rookery.cli.console import first_problem_line, print_json, print_paragraph, progress_counter, say
from rookery.cli.errors import DIFFERENT, DONE, CommandError
from rookery.cli.file_service import rewrite_tournament
from rookery.cli.files import data_file, load
from rookery.cli.tables import print_table
from rookery.cli.terminal import remark
from rookery.errors import FormatError
from rookery.formatting import Column, Table, count
from rookery.messages import join_list
from rookery.model import Tournament
from rookery.rating.fide import KINDS

if TYPE_CHECKING:
    import argparse

    from rookery.rating_lists import ListDifference, ListEntry, RatingList

EXAMPLES = (
    "rookery list import examples/list.txt --list fide.sqlite",
    'rookery list find "heron i" --list fide.sqlite',
    "rookery list fill examples/norms.trf --list fide.sqlite",
    "rookery list merge examples/kinds/standard_oct26.txt examples/kinds/rapid_oct26.txt --list lists/oct.sqlite",
    "rookery list show --list lists",
)


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    actions = parser.add_subparsers(
        dest="action", required=True, metavar="ACTION", help="import, merge, show, find, fill"
    )
    import_parser = actions.add_parser(
        "import", help="make the list anew from a file", description=_import_list.__doc__
    )
    import_parser.add_argument("file", metavar="FILE", help="TXT, XML or CSV, zipped or not")
    import_parser.add_argument(
        "--columns", metavar="MAP", default="", help="CSV columns by heading: name=Name,national_id=ID"
    )
    import_parser.add_argument(
        "--lenient", action="store_true", help="leave malformed rows out and list them (default: refuse)"
    )
    import_parser.add_argument(
        "--name", default="", metavar="NAME", help="what to call the list (default: as its SQLite file)"
    )
    import_parser.add_argument("--month", default="", metavar="MONTH", help="2026-10 (default: as the file tells)")
    _add_list_options(
        import_parser, "whose ratings a list of one kind holds (default: as its file is called, else standard)", None
    )
    merge_parser = actions.add_parser("merge", help="make one list of several kinds", description=_merge_lists.__doc__)
    merge_parser.add_argument(
        "files", metavar="FILE", nargs="+", help="TXT, XML, CSV, zipped or not, or imported lists"
    )
    merge_parser.add_argument("--lenient", action="store_true", help="leave entries that clash out and list them")
    merge_parser.add_argument(
        "--name", default="", metavar="NAME", help="what to call the list (default: as its SQLite file)"
    )
    merge_parser.add_argument("--month", default="", metavar="MONTH", help="2026-10, of lists that do not tell theirs")
    _add_list_options(merge_parser, "")
    show_parser = actions.add_parser("show", help="which lists there are", description=_print_lists.__doc__)
    show_parser.add_argument("--format", choices=["text", "json"], default="text", help="how to print (default: text)")
    _add_list_options(show_parser, "")
    find_parser = actions.add_parser("find", help="search by name or number", description=_find_players.__doc__)
    find_parser.add_argument("text", metavar="TEXT", help="beginnings of names, or a FIDE number")
    find_parser.add_argument("--limit", type=int, default=20, metavar="N", help="at most so many (default: 20)")
    find_parser.add_argument("--format", choices=["text", "json"], default="text", help="how to print (default: text)")
    _add_list_options(find_parser, "")
    fill_parser = actions.add_parser(
        "fill", help="compare a tournament with the list", description=_fill_from_list.__doc__
    )
    fill_parser.add_argument("file", metavar="FILE", help="a tournament in TRF or JSON")
    fill_parser.add_argument("--write", action="store_true", help="put in what the file lacks")
    fill_parser.add_argument("--overwrite", action="store_true", help="with --write: also what differs, names excepted")
    _add_list_options(fill_parser, "the ratings to compare (default: standard)")


def _add_list_options(parser: argparse.ArgumentParser, kind: str, default: str | None = "standard") -> None:
    parser.add_argument("--list", metavar="LIST", default=None, help="the SQLite file of the list")
    if kind:
        parser.add_argument("--kind", choices=KINDS, default=default, help=kind)


def run(args: argparse.Namespace) -> int:
    """Run the action."""
    return {
        "import": _import_list,
        "merge": _merge_lists,
        "show": _print_lists,
        "find": _find_players,
        "fill": _fill_from_list,
    }[args.action](args)


def rating_list_path(path: str | None) -> Path:
    """Return the path of the rating list."""
    return data_file("list.sqlite", "ROOKERY_LIST", path)


def _import_list(args: argparse.Namespace) -> int:
    """Make the list anew from a file; until the new one is complete, and if it is refused, the old one stays."""
    from rookery.rating_lists import import_list
    from rookery.rating_lists.csv_source import UnknownHeadingsError

    columns = dict(part.split("=", 1) for part in args.columns.split(",") if "=" in part)
    if args.columns and len(columns) != len(args.columns.split(",")):
        raise CommandError("--columns takes field=Heading pairs with commas: name=Name,national_id=ID,standard=Elo")
    target = rating_list_path(args.list)
    skipped: list[FormatError] = []
    try:
        number = import_list(
            args.file, target, kind=args.kind, columns=columns or None, progress=progress_counter("rows"),
            name=args.name, month=args.month, on_skip=skipped.append if args.lenient else None,
        )  # fmt: skip
    except UnknownHeadingsError as error:
        hint = "name the columns: --columns name=Heading,fide_id=Heading,standard=Heading"
        raise CommandError(f"{args.file}: line 1: {error.problems[0].text}; {hint}") from None
    except FormatError as error:
        raise CommandError(f"{args.file}: {first_problem_line(error.problems)}") from None
    print_paragraph(f"{count(number, 'player')} of {args.file} {'is' if number == 1 else 'are'} now in {target}.")
    return _report_skipped(skipped)


def _report_skipped(skipped: Sequence[FormatError]) -> int:
    """Print the skipped rows, and return the exit code."""
    if skipped:
        say(f"Left out: {count(len(skipped), 'row')}", "bold")
        for error in skipped:
            print_paragraph(first_problem_line(error.problems))
    return DIFFERENT if skipped else DONE


def _merge_lists(args: argparse.Namespace) -> int:
    """Make one list of several of one month that have other kinds each; refused when kinds, months or persons clash."""
    from rookery.rating_lists import RatingList, merge_lists

    target = rating_list_path(args.list)
    skipped: list[FormatError] = []
    try:
        parts = merge_lists(
            args.files, target, name=args.name, month=args.month, progress=progress_counter("rows"),
            on_skip=skipped.append if args.lenient else None,
        )  # fmt: skip
    except FormatError as error:
        raise CommandError(first_problem_line(error.problems)) from None
    columns = Column("Merged", least=12), Column("Month"), Column("Kinds"), Column("Players", ">"), Column("New", ">")
    rows = ((part.source, part.month, ", ".join(part.kinds), f"{part.players:,}", f"{part.new:,}") for part in parts)
    print_table(Table(columns, tuple(rows)).without_empty())
    with RatingList(target) as merged:
        print_paragraph(f"{count(len(merged), 'player')} with {join_list(merged.kinds)} ratings are now in {target}.")
    return _report_skipped(skipped)


def _print_lists(args: argparse.Namespace) -> int:
    """Every list there is: name, month and how old that is, kinds of ratings, players, and the file it came from."""
    from rookery.rating_lists import age

    location = rating_list_path(args.list)
    with _open_lists(location.parent if args.list is None and location.parent.is_dir() else location) as lists:
        if args.format == "json":
            names = ("name", "month", "kinds", "players", "source")
            print_json(
                [
                    {**{name: getattr(rating_list, name) for name in names}, "file": str(rating_list.path)}
                    for rating_list in lists
                ]
            )
            return DONE
        columns = (
            Column("Name", least=12),
            Column("Month"),
            Column("Age"),
            Column("Kinds"),
            Column("Players", ">"),
            Column("From", least=20, wraps=True),
            Column("File"),
        )
        today = date.today().isoformat()
        rows = tuple(
            (
                rating_list.name,
                rating_list.month,
                age(rating_list.month, today),
                ", ".join(rating_list.kinds),
                f"{len(rating_list):,}",
                rating_list.source,
                rating_list.path.name if rating_list.path.stem != rating_list.name else "",
            )
            for rating_list in lists
        )
        print_table(Table(columns, rows).without_empty())
    return DONE


@contextmanager
def _open_lists(location: Path) -> Iterator[tuple[RatingList, ...]]:
    """Open a list, or every list of a folder."""
    from rookery.rating_lists import RatingList, open_lists

    with ExitStack() as stack:
        lists = (
            open_lists(location, lambda _, error: remark(str(error))) if location.is_dir() else (RatingList(location),)
        )
        if not lists:
            raise CommandError(f"there is no rating list in {location}; rookery list import makes one")
        yield tuple(stack.enter_context(rating_list) for rating_list in lists)


def _find_players(args: argparse.Namespace) -> int:
    """Find the strongest players in whose names the words given begin a word, or the player with a number."""
    from rookery.rating_lists import search

    location = rating_list_path(args.list)
    with _open_lists(location) as lists:
        if location.is_dir():
            matches = [(hit.entry, f"{hit.list} {hit.month}".strip()) for hit in search(lists, args.text, args.limit)]
        else:
            matches = [(entry, "") for entry in lists[0].find(args.text, args.limit)]
    if args.format == "json":
        from rookery.serialize.as_data import as_data

        print_json([as_data(entry) | ({"list": name} if name else {}) for entry, name in matches])
        return DONE
    if not matches:
        say(f"Nobody on the list matches {args.text!r}.")
        return DIFFERENT
    columns = (
        Column("Number", ">"), Column("Title"), Column("Name", least=16), Column("Fed"), Column("Std", ">"),
        Column("Rapid", ">"), Column("Blitz", ">"), Column("Born", ">"), Column(""), Column("List", least=8),
    )  # fmt: skip
    rows = tuple(
        (str(entry.fide_id or entry.national_id), entry.title, entry.name, entry.federation, str(entry.standard or ""),
         str(entry.rapid or ""), str(entry.blitz or ""), str(entry.born or ""), "inactive" * entry.inactive, name)
        for entry, name in matches
    )  # fmt: skip
    print_table(Table(columns, rows).without_empty())
    return DONE


def _fill_from_list(args: argparse.Namespace) -> int:
    """Compare ratings, titles, federations, birth years and numbers with the list; change nothing unless told."""
    from rookery.rating_lists import RatingList, differences, fill_from_list

    with RatingList(rating_list_path(args.list)) as ratings:
        tournament = load(args.file).tournament
        differing_fields, kinds = differences(tournament, ratings, args.kind), ratings.kinds

        def change(before: Tournament) -> Tournament:
            return fill_from_list(before, ratings, args.kind, overwrite=args.overwrite)

        file_change = (
            rewrite_tournament(args.file, change, sentences=["Filled from a rating list."]) if args.write else None
        )  # first: whoever reads our output may leave early
    _print_differences(differing_fields)
    if kinds and args.kind not in kinds:
        print_paragraph(f"This list has {join_list(kinds)} ratings only: no {args.kind} rating is known from it.")
    if file_change:
        print_paragraph(f"{args.file} was filled." if file_change.changed else f"{args.file} needed no change.")
    return DONE


def _print_differences(differences: Sequence[ListDifference]) -> None:
    """Print what the file lacks, what differs, and who is not on the list."""
    if not differences:
        print_paragraph("Every player is on the list, and nothing differs.")
        return
    columns = (
        Column("No", ">"), Column("Name", least=16), Column("Field"), Column("File", least=8), Column("List", least=8),
    )  # fmt: skip
    words = {"fide_id": "FIDE number", "birth": "born"}
    field_differences = [difference for difference in differences if difference.field]
    rows = tuple(
        (
            str(difference.player),
            difference.name,
            words.get(difference.field, difference.field),
            difference.file,
            difference.list,
        )
        for difference in field_differences
    )
    if rows:
        print_table(Table(columns, rows))
    print_candidates(differences)
    lacking, absent = (
        sum(difference.fills for difference in differences),
        sum(not difference.field for difference in differences),
    )
    differing_count = len(differences) - lacking - absent
    say()
    print_paragraph(
        f"{count(lacking, 'fact')} the file lacks, {differing_count} that differ, "
        f"{count(absent, 'player')} the list does not"
        " tell."
    )


# -- unidentified players ----------------------------------------------------------------------------------------------

_CANDIDATE_COLUMNS = (
    Column("No", ">"), Column("Name", least=12), Column("Why", least=12, wraps=True), Column("Number", ">"),
    Column("Title"), Column("On the list", least=12), Column("Fed"), Column("Born", ">"),
)  # fmt: skip


def print_candidates(differences: Iterable[ListDifference]) -> None:
    """Print a row for each possible match of the unidentified players; none is chosen."""
    unknown = [difference for difference in differences if not difference.field]
    if not unknown:
        return
    say()
    say("Not identified by the list; nothing was taken from it for them", "bold")
    rows = tuple(row for difference in unknown for row in _candidate_rows(difference))
    print_table(Table(_CANDIDATE_COLUMNS, rows).without_empty())
    if any(difference.match.candidates for difference in unknown):
        print_paragraph("Write the FIDE number of the right one into the file; no name decides between several.")
    from rookery.rating_lists.matching import can_find_similar

    if not can_find_similar() and any(not difference.match.candidates for difference in unknown):
        print_paragraph("With pip install 'rookery-chess[lists]' names that are nearly the same are offered here.")


def _candidate_rows(difference: ListDifference) -> Iterable[tuple[str, ...]]:
    first = str(difference.player), difference.name, difference.match.why
    offered = [("", entry) for entry in difference.match.candidates] or [
        ("perhaps ", entry) for entry in difference.match.alike
    ]
    if not offered:
        yield (*first, "", "", "", "", "")
    for number, (prefix, entry) in enumerate(offered):
        yield (*(("", "", "") if number else first), *_entry_cells(entry, prefix))


def _entry_cells(entry: ListEntry, prefix: str) -> tuple[str, ...]:
    born = str(entry.born or "")
    return str(entry.fide_id or entry.national_id), entry.title, f"{prefix}{entry.name}", entry.federation, born
