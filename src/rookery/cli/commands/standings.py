"""Rank the participants by the announced tie-breaks, and show how every value came about.

Without --tiebreaks the list of the file applies (records 202 and 212), and if it has none, ours. --explain ID tells in
words how each value of one participant was reached.
"""

from __future__ import annotations

from functools import reduce
from io import StringIO
from typing import TYPE_CHECKING, Any

from rookery._record import replace
from rookery.cli.console import print_json, say
from rookery.cli.errors import DONE, CommandError
from rookery.cli.files import display_name, load, remark_on_overlooked
from rookery.cli.standings_output import PRINTERS, print_end
from rookery.cli.terminal import remark
from rookery.formats.standings import rules_for, standings
from rookery.model import Tournament
from rookery.ranking.rules import EDITIONS, with_answer
from rookery.ranking.standings import Standings
from rookery.regulations import parse_type_code

if TYPE_CHECKING:
    import argparse
    from fractions import Fraction

    from rookery.cli.file_service import FileChange
    from rookery.ranking.codes import Values
    from rookery.ranking.prizes import Award

EXAMPLES = (
    "rookery standings examples/swiss.trf",
    "rookery standings examples/swiss.trf --tiebreaks DE,BH/C1,SB --after 2 --show-parts",
    "rookery standings examples/swiss.trf --explain 1",
    "rookery standings examples/round-robin.trf --save",
)
_BY_POINTS = ("show_parts", "exclude", "lots", "values", "category", "prizes", "reading", "one_each", "currency")
"""The options that belong to standings by points."""
_KNOWN = ", ".join(edition.name for edition in reversed(list(EDITIONS.values())))
_EDITION = f"by these rules of C.07 (default: in force when the event began): {_KNOWN}"


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    add = parser.add_argument
    add("file", metavar="FILE", help="a tournament in TRF or JSON; - is standard input")
    add("--tiebreaks", metavar="LIST", help="codes with commas, in order: BH/C1,SB,DE (rookery tiebreaks lists them)")
    add("--after", type=int, metavar="N", help="after round N (default: the last complete one)")
    add("--provisional", action="store_true", help="with what is over of a round that is still being played")
    add("--format", choices=["text", "json", "csv", "html"], default="text", help="how to print (default: text)")
    add("--show-parts", action="store_true", help="with what each round contributed")
    add("--explain", metavar="ID", type=int, help="how the values of one participant came about, in words")
    add("--exclude", metavar="ID", type=int, action="append", default=[], help="leave out (expelled); repeatable")
    add("--lots", metavar="SEED", help="break what is still tied by drawing lots; the same seed, the same lots")
    add("--values", metavar="FILE.csv", help="tie-break values from outside: columns id, code, value")
    add("--by-round", action="store_true", help="ratings of each round, not the first ones, break ties (C.07 10)")
    add("--rating-method", metavar="CODE", help="ratings by this method of record 172: FIDE, NRO, GER FIDON, HBFN, ...")
    add("--category", metavar="WHO", action="append", default=[],
        help="only these: sex=w, u18, 50+, 1600-1800, fed=ESP, club=...; commas for and; repeatable")  # fmt: skip
    add(
        "--prizes",
        metavar="FILE",
        help="give prizes: lines place,amount or place,amount,category; a thing instead of money",
    )
    add("--sharing", choices=["hort", "equal", "rank"], default="hort",
        help="how those level on points share: hort, equal, or not at all, by rank (default: hort)")  # fmt: skip
    add("--one-each", choices=["value", "order"], default="",
        help="nobody wins twice: the most valuable prize counts, or the first in the order of the list")  # fmt: skip
    add("--currency", metavar="NAME", default="", help="what stands beside the amounts, such as EUR")
    add("--keizer", metavar="RULES", help="Keizer: other rules than the file's, such as top=60,apart=5")
    add("--edition", "--rules", metavar="NAME", help=_EDITION)
    add("--save", action="store_true", help="write the points and ranks into FILE, as a report needs them")
    add("--reading", metavar="NAME=ANSWER", action="append", default=[], help="read an open question of C.07 so")


def run(args: argparse.Namespace) -> int:
    """Rank the participants, and print the standings."""
    reading = load(args.file)
    remark_on_overlooked(reading)
    tournament = _with_requested_options(reading.tournament, args)
    has_own_ranking = args.tiebreaks is None and parse_type_code(tournament.system).format.ranks_itself
    if has_own_ranking:
        _require_supported_options(args)
    if args.provisional and args.save:
        raise CommandError("--save is for standings of a round that is over: leave out --provisional")
    if args.explain is not None and args.format != "text":
        raise CommandError(
            "--explain is in words: leave out --format, or ask for the data with --format json --show-parts"
        )
    standings_ = _compute_standings(tournament, args)
    change = None
    if args.save:
        from contextlib import redirect_stdout

        with redirect_stdout(StringIO()):  # what cannot be shown is not saved either
            _print_requested(standings_, has_own_ranking, args)
        change, standings_ = _save_points_and_ranks(args)
    _print_requested(standings_, has_own_ranking, args)
    if change is not None:
        _report_saved(args, change)
    return DONE


def _print_requested(ranking: Standings, has_own_ranking: bool, args: argparse.Namespace) -> None:
    """Print the standings, or the explanation of one participant."""
    if has_own_ranking:
        _print_custom_ranking(ranking, args)
    elif args.explain is not None:
        from rookery.cli.standings_output import explain

        explain(ranking, args.explain)
    else:
        _print_standings(ranking, args)


def _compute_standings(tournament: Tournament, args: argparse.Namespace) -> Standings:
    """Return the standings by the format's own ranking, or by points."""
    has_own_ranking = args.tiebreaks is None and parse_type_code(tournament.system).format.ranks_itself
    return (
        standings(tournament, after=args.after, provisional=args.provisional)
        if has_own_ranking
        else _standings_by_points(tournament, args)
    )


def _with_requested_options(tournament: Tournament, args: argparse.Namespace) -> Tournament:
    """Return the tournament with the requested ratings or Keizer rules."""
    if args.rating_method is not None:
        from rookery.history.tournament_rating import apply_rating_method

        tournament = apply_rating_method(tournament, args.rating_method)
    if args.by_round:
        tournament = replace(tournament, ratings_by_round=True)
    if args.keizer is None:
        return tournament
    from rookery.pairing.keizer import parse_options, rules_from_code

    if args.tiebreaks is not None or not parse_type_code(tournament.system).format.ranks_itself:
        raise CommandError("--keizer is for a Keizer, and goes without --tiebreaks")
    if not parse_type_code(tournament.system).format.club_rules:
        raise CommandError("--keizer is for a Keizer, and this is none")
    return replace(tournament, system=parse_options(args.keizer, rules_from_code(tournament.system)).code)


def _require_supported_options(args: argparse.Namespace) -> None:
    """Raise CommandError for options of standings by points where the format has its own ranking."""
    for name in _BY_POINTS:
        if getattr(args, name):
            raise CommandError(f"--{name.replace('_', '-')} belongs to standings by points: say --tiebreaks as well")


def _standings_by_points(tournament: Tournament, args: argparse.Namespace) -> Standings:
    """Return the standings by points and tie-breaks, by the requested rules or those in force when the event began."""
    return standings(
        tournament,
        args.tiebreaks,
        args.after,
        rules=reduce(with_answer, args.reading, rules_for(tournament, args.edition)),
        exclude=args.exclude,
        lots=args.lots,
        values=_load_entered_values(args.values) if args.values else None,
        provisional=args.provisional,
    )


def _print_standings(ranking: Standings, args: argparse.Namespace) -> None:
    """Print the whole table, or those of some categories, in the chosen format."""
    is_text = args.format == "text"
    parts: list[tuple[str, tuple[Any, ...]]] = [("", ranking.places if is_text else ranking.rows)]
    awards = _compute_awards(ranking, args) if args.prizes else []
    if args.category:
        from rookery.ranking.prizes import category_rows

        parts = [(text, category_rows(ranking, text)) for text in args.category]
    if args.format == "json":
        from rookery.serialize.as_data import with_form
        from rookery.serialize.reports import standings_data

        print_json(
            with_form("standings", standings_data(ranking, parts=args.show_parts, categories=parts, prizes=awards))
        )
    else:
        for number, (text, rows) in enumerate(parts):
            if number and is_text:
                say()
            PRINTERS[args.format](ranking, text, rows, args.show_parts)
        if is_text:
            print_end(ranking, awards, args.sharing, args.one_each, args.currency)


def _compute_awards(ranking: Standings, args: argparse.Namespace) -> list[Award]:
    from rookery.cli.spreadsheet_input import read_text
    from rookery.ranking.prizes import awards, read_prizes, read_things

    text = read_text(args.prizes)
    return awards(ranking, read_prizes(text), args.sharing, things=read_things(text), one_each=args.one_each)


def _print_custom_ranking(ranking: Standings, args: argparse.Namespace) -> None:
    """Print the standings of a format with its own ranking."""
    from rookery.cli.standings_output import explain_custom_rank, print_custom_standings

    if args.explain is not None:
        explain_custom_rank(ranking, args.explain)
    else:
        print_custom_standings(ranking, args.format)


def _report_saved(args: argparse.Namespace, change: FileChange) -> None:
    """Say that points and ranks were written; on standard error if the output is data."""
    text = f"{args.file}: the points and ranks are {'written' if change.changed else 'there already'}."
    if args.format == "text":
        say()
        say(text)
    else:
        remark(text)


def _save_points_and_ranks(args: argparse.Namespace) -> tuple[FileChange, Standings]:
    """Write the points and ranks into the file; only the lines that change differ."""
    from rookery.cli.file_service import rewrite_tournament

    rankings: list[Standings] = []

    def with_ranks(tournament: Tournament) -> Tournament:
        rankings.append(_compute_standings(_with_requested_options(tournament, args), args))
        rows = {row.id: row for row in rankings[-1].rows}
        if tournament.team_event:
            teams = (
                replace(entrant, rank=rows[entrant.number].rank if entrant.number in rows else None)
                for entrant in tournament.teams
            )
            return replace(tournament, teams=tuple(teams))
        players = (
            replace(entrant, rank=rows[entrant.number].rank, points=rows[entrant.number].points)
            if entrant.number in rows
            else replace(entrant, rank=None)
            for entrant in tournament.players
        )
        return replace(tournament, players=tuple(players))

    return rewrite_tournament(args.file, with_ranks, sentences=["Points and ranks written."]), rankings[-1]


def _load_entered_values(path: str) -> dict[str, Values]:
    """Load tie-break values entered by hand."""
    from rookery.cli.spreadsheet_input import read_named_rows, require_no_extra_cells

    values: dict[str, dict[int, Fraction | int | None]] = {}
    sheet = read_named_rows(path, {"id": ("no", "number"), "code": ("tiebreak",), "value": ()}, ("id", "code", "value"))
    require_no_extra_cells(path, sheet)
    for line, cells in sheet.rows:
        try:
            values.setdefault(cells["code"], {})[int(cells["id"])] = _parse_value(cells["value"].replace("½", ".5"))
        except (ValueError, KeyError, ZeroDivisionError):
            raise CommandError(
                f"{display_name(path)}: line {line} is not id, code, value: {', '.join(cells.values())}"
            ) from None
    return {**values}


def _parse_value(text: str) -> Fraction:
    """Parse the value of a tie-break: a number, or a fraction."""
    import re
    from fractions import Fraction

    if not re.fullmatch(r"-?[0-9]{0,12}(\.[0-9]{1,12})?(/[0-9]{1,12})?", text):  # no powers: 1e99999999
        raise ValueError(text)
    return Fraction(text)
