"""Keep rating lists on this machine: import and merge them, find in them, fill a tournament from one.

The list comes from a file you bring: FIDE's TXT or XML, zipped or not, or a national list in CSV. It is kept in one
SQLite file: --list, else what ROOKERY_LIST names, else rookery/list.sqlite in your data folder. Several may lie in one
folder, each with its name, month, kinds of ratings and source: find and show take the folder as --list.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from datetime import date
from pathlib import Path

from rookery.cli.acting import amend
from rookery.cli.candidates import print_candidates
from rookery.cli.exits import DIFFERENT, DONE, Refusal
from rookery.cli.files import load
from rookery.cli.own_files import own_file
from rookery.cli.problems import brief
from rookery.cli.progress import counter
from rookery.cli.render import paragraph, print_json, say
from rookery.cli.streams import remark
from rookery.cli.tables import print_table
from rookery.errors import FormatError
from rookery.labels import Column, Table, count
from rookery.model import Tournament
from rookery.rating.fide import KINDS
from rookery.typed import TYPE_CHECKING
from rookery.wording import listed

if TYPE_CHECKING:
    import argparse

    from rookery.lists import ListDifference, RatingList

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
    one = actions.add_parser("import", help="make the list anew from a file", description=_import.__doc__)
    one.add_argument("file", metavar="FILE", help="TXT, XML or CSV, zipped or not")
    one.add_argument("--columns", metavar="MAP", default="", help="CSV headings: name=Name,national_id=ID,standard=Elo")
    one.add_argument("--lenient", action="store_true", help="leave malformed rows out and list them (default: refuse)")
    one.add_argument("--name", default="", metavar="NAME", help="what to call the list (default: as its SQLite file)")
    one.add_argument("--month", default="", metavar="MONTH", help="2026-10 (default: as the file tells)")
    _common(one, "whose ratings a list of one kind holds (default: as its file is called, else standard)", None)
    both = actions.add_parser("merge", help="make one list of several kinds", description=_merge.__doc__)
    both.add_argument("files", metavar="FILE", nargs="+", help="TXT, XML, CSV, zipped or not, or imported lists")
    both.add_argument("--lenient", action="store_true", help="leave entries that clash out and list them")
    both.add_argument("--name", default="", metavar="NAME", help="what to call the list (default: as its SQLite file)")
    both.add_argument("--month", default="", metavar="MONTH", help="2026-10, of lists that do not tell theirs")
    _common(both, "")
    shown = actions.add_parser("show", help="which lists there are", description=_show.__doc__)
    shown.add_argument("--format", choices=["text", "json"], default="text", help="how to print (default: text)")
    _common(shown, "")
    two = actions.add_parser("find", help="search by name or number", description=_find.__doc__)
    two.add_argument("text", metavar="TEXT", help="beginnings of names, or a FIDE number")
    two.add_argument("--limit", type=int, default=20, metavar="N", help="at most so many (default: 20)")
    two.add_argument("--format", choices=["text", "json"], default="text", help="how to print (default: text)")
    _common(two, "")
    three = actions.add_parser("fill", help="compare a tournament with the list", description=_fill.__doc__)
    three.add_argument("file", metavar="FILE", help="a tournament in TRF or JSON")
    three.add_argument("--write", action="store_true", help="put in what the file lacks")
    three.add_argument("--overwrite", action="store_true", help="with --write: also what differs, names excepted")
    _common(three, "the ratings to compare (default: standard)")


def _common(parser: argparse.ArgumentParser, kind: str, default: str | None = "standard") -> None:
    parser.add_argument("--list", metavar="LIST", default=None, help="the SQLite file of the list")
    if kind:
        parser.add_argument("--kind", choices=KINDS, default=default, help=kind)


def run(args: argparse.Namespace) -> int:
    """Do what is asked."""
    return {"import": _import, "merge": _merge, "show": _show, "find": _find, "fill": _fill}[args.action](args)


def place(given: str | None) -> Path:
    """Where the list is kept."""
    return own_file("list.sqlite", "ROOKERY_LIST", given)


def _import(args: argparse.Namespace) -> int:
    """Make the list anew from a file; until the new one is complete, and if it is refused, the old one stays."""
    from rookery.lists import import_list

    columns = dict(part.split("=", 1) for part in args.columns.split(",") if "=" in part)
    if args.columns and len(columns) != len(args.columns.split(",")):
        raise Refusal("--columns takes field=Heading pairs with commas: name=Name,national_id=ID,standard=Elo")
    target = place(args.list)
    left: list[FormatError] = []
    try:
        number = import_list(
            args.file, target, kind=args.kind, columns=columns or None, progress=counter("rows"), name=args.name,
            month=args.month, skipped=left.append if args.lenient else None,
        )  # fmt: skip
    except FormatError as error:
        raise Refusal(f"{args.file}: {brief(error.problems)}") from None
    paragraph(f"{count(number, 'player')} of {args.file} are now in {target}.")
    return _told(left)


def _told(left: Sequence[FormatError]) -> int:
    """Say what was left out; the exit code."""
    if left:
        say(f"Left out: {count(len(left), 'row')}", "bold")
        for one in left:
            paragraph(brief(one.problems))
    return DIFFERENT if left else DONE


def _merge(args: argparse.Namespace) -> int:
    """Make one list of several of one month that have other kinds each; refused when kinds, months or persons clash."""
    from rookery.lists import RatingList, merge_lists

    target = place(args.list)
    left: list[FormatError] = []
    try:
        parts = merge_lists(
            args.files, target, name=args.name, month=args.month, progress=counter("rows"),
            skipped=left.append if args.lenient else None,
        )  # fmt: skip
    except FormatError as error:
        raise Refusal(brief(error.problems)) from None
    columns = Column("Merged", least=12), Column("Month"), Column("Kinds"), Column("Players", ">"), Column("New", ">")
    rows = ((one.source, one.month, ", ".join(one.kinds), f"{one.players:,}", f"{one.new:,}") for one in parts)
    print_table(Table(columns, tuple(rows)).without_empty())
    with RatingList(target) as made:
        paragraph(f"{count(len(made), 'player')} with {listed(made.kinds)} ratings are now in {target}.")
    return _told(left)


def _show(args: argparse.Namespace) -> int:
    """Every list there is: name, month and how old that is, kinds of ratings, players, and the file it came from."""
    from rookery.lists import age

    at = place(args.list)
    with _shelf(at.parent if args.list is None and at.parent.is_dir() else at) as lists:
        if args.format == "json":
            names = ("name", "month", "kinds", "players", "source")
            print_json([{**{name: getattr(one, name) for name in names}, "file": str(one.path)} for one in lists])
            return DONE
        columns = (
            Column("Name", least=12), Column("Month"), Column("Age"), Column("Kinds"), Column("Players", ">"),
            Column("From", least=20, wraps=True), Column("File"),
        )  # fmt: skip
        today = date.today().isoformat()
        rows = tuple(
            (one.name, one.month, age(one.month, today), ", ".join(one.kinds), f"{len(one):,}", one.source,
             one.path.name if one.path.stem != one.name else "")
            for one in lists
        )  # fmt: skip
        print_table(Table(columns, rows).without_empty())
    return DONE


@contextmanager
def _shelf(at: Path) -> Iterator[tuple[RatingList, ...]]:
    """A list, or every list of a folder."""
    from rookery.lists import RatingList, lists_in

    with ExitStack() as stack:
        found = lists_in(at, lambda error: remark(str(error))) if at.is_dir() else (RatingList(at),)
        if not found:
            raise Refusal(f"there is no rating list in {at}; rookery list import makes one")
        yield tuple(stack.enter_context(one) for one in found)


def _find(args: argparse.Namespace) -> int:
    """The strongest players in whose names the words given begin a word; or the player with a number."""
    from rookery.lists import search

    at = place(args.list)
    with _shelf(at) as lists:
        if at.is_dir():
            found = [(hit.entry, f"{hit.list} {hit.month}".strip()) for hit in search(lists, args.text, args.limit)]
        else:
            found = [(one, "") for one in lists[0].find(args.text, args.limit)]
    if args.format == "json":
        from rookery.answers.data import as_data

        print_json([as_data(one) | ({"list": name} if name else {}) for one, name in found])
        return DONE
    if not found:
        say(f"Nobody on the list matches {args.text!r}.")
        return DIFFERENT
    columns = (
        Column("Number", ">"), Column("Title"), Column("Name", least=16), Column("Fed"), Column("Std", ">"),
        Column("Rapid", ">"), Column("Blitz", ">"), Column("Born", ">"), Column(""), Column("List", least=8),
    )  # fmt: skip
    rows = tuple(
        (str(one.fide_id or one.national_id), one.title, one.name, one.federation, str(one.standard or ""),
         str(one.rapid or ""), str(one.blitz or ""), str(one.born or ""), "inactive" * one.inactive, name)
        for one, name in found
    )  # fmt: skip
    print_table(Table(columns, rows).without_empty())
    return DONE


def _fill(args: argparse.Namespace) -> int:
    """Compare ratings, titles, federations, birth years and numbers with the list; change nothing unless told."""
    from rookery.lists import RatingList, differences, filled

    with RatingList(place(args.list)) as ratings:
        tournament = load(args.file).tournament
        found, kinds = differences(tournament, ratings, args.kind), ratings.kinds

        def change(before: Tournament) -> Tournament:
            return filled(before, ratings, args.kind, overwrite=args.overwrite)

        made = (
            amend(args.file, change, said=["Filled from a rating list."]) if args.write else None
        )  # first: whoever reads our output may leave early
    _print_differences(found)
    if kinds and args.kind not in kinds:
        paragraph(f"This list has {listed(kinds)} ratings only: no {args.kind} rating is known from it.")
    if made:
        paragraph(f"{args.file} was filled." if made.changed else f"{args.file} needed no change.")
    return DONE


def _print_differences(found: Sequence[ListDifference]) -> None:
    """What the file lacks, what it has otherwise, who is not on the list."""
    if not found:
        paragraph("Every player is on the list, and nothing differs.")
        return
    columns = (
        Column("No", ">"), Column("Name", least=16), Column("Field"), Column("File", least=8), Column("List", least=8),
    )  # fmt: skip
    words = {"fide_id": "FIDE number", "birth": "born"}
    told = [one for one in found if one.field]
    rows = tuple((str(one.player), one.name, words.get(one.field, one.field), one.file, one.list) for one in told)
    if rows:
        print_table(Table(columns, rows))
    print_candidates(found)
    lacking, absent = sum(one.fills for one in found), sum(not one.field for one in found)
    differing = len(found) - lacking - absent
    say()
    paragraph(
        f"{count(lacking, 'fact')} the file lacks, {differing} that differ, {count(absent, 'player')} the list does not"
        " tell."
    )
