"""Rank the participants by the announced tie-breaks, and show how every value came about.

Without --tiebreaks the list of the file applies (records 202 and 212), and if it has none, ours. --explain ID tells in
words how each value of one participant was reached.
"""

from __future__ import annotations

from functools import reduce
from io import StringIO

from rookery.cli.exits import DONE, Refusal
from rookery.cli.files import load, name_of, remark_on_overlooked
from rookery.cli.render import print_json, say
from rookery.cli.standings_tables import PRINTERS, print_end
from rookery.cli.streams import remark
from rookery.formats.standings import rules_for, standings
from rookery.model import Tournament
from rookery.ranking.rank import Standings
from rookery.ranking.rules import EDITIONS, read_so
from rookery.regulations import scheme
from rookery.typed import TYPE_CHECKING, Any
from rookery.values import replace

if TYPE_CHECKING:
    import argparse
    from fractions import Fraction

    from rookery.cli.amending import Amendment
    from rookery.ranking.codes import Values
    from rookery.ranking.prizes import Award

EXAMPLES = (
    "rookery standings examples/swiss.trf",
    "rookery standings examples/swiss.trf --tiebreaks DE,BH/C1,SB --after 2 --show-parts",
    "rookery standings examples/swiss.trf --explain 1",
    "rookery standings examples/round-robin.trf --save",
)
_BY_POINTS = ("show_parts", "exclude", "lots", "values", "category", "prizes", "reading")
"""The options that belong to standings by points."""
_KNOWN = ", ".join(each.name for each in reversed(list(EDITIONS.values())))
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
    add("--prizes", metavar="FILE", help="share prize money: lines place,amount or place,amount,category")
    add("--sharing", choices=["hort", "equal"], default="hort", help="how those level on points share (default: hort)")
    add("--keizer", metavar="RULES", help="Keizer: other rules than the file's, such as top=60,apart=5")
    add("--edition", "--rules", metavar="NAME", help=_EDITION)
    add("--save", action="store_true", help="write the points and ranks into FILE, as a report needs them")
    add("--reading", metavar="NAME=ANSWER", action="append", default=[], help="read an open question of C.07 so")


def run(args: argparse.Namespace) -> int:
    """Rank them, and print it."""
    reading = load(args.file)
    remark_on_overlooked(reading)
    tournament = _as_asked(reading.tournament, args)
    own = args.tiebreaks is None and scheme(tournament.system).format.ranks_itself
    if own:
        _must_fit(args)
    if args.provisional and args.save:
        raise Refusal("--save is for standings of a round that is over: leave out --provisional")
    if args.explain is not None and args.format != "text":
        raise Refusal("--explain is in words: leave out --format, or ask for the data with --format json --show-parts")
    found = _found(tournament, args)
    saved = None
    if args.save:
        from contextlib import redirect_stdout

        with redirect_stdout(StringIO()):  # what cannot be shown is not saved either
            _show(found, own, args)
        saved, found = _save(args)
    _show(found, own, args)
    if saved is not None:
        _tell_saved(args, saved)
    return DONE


def _show(found: Standings, own: bool, args: argparse.Namespace) -> None:
    """What was asked for."""
    if own:
        _print_own(found, args)
    elif args.explain is not None:
        from rookery.cli.standings_in_words import explain

        explain(found, args.explain)
    else:
        _print(found, args)


def _found(tournament: Tournament, args: argparse.Namespace) -> Standings:
    """The standings, in the own way of the format or by points."""
    own = args.tiebreaks is None and scheme(tournament.system).format.ranks_itself
    return (
        standings(tournament, after=args.after, provisional=args.provisional) if own else _by_points(tournament, args)
    )


def _as_asked(tournament: Tournament, args: argparse.Namespace) -> Tournament:
    """The tournament with the ratings, or under the rules of a Keizer, that were asked for."""
    if args.rating_method is not None:
        from rookery.strengths import by_method

        tournament = by_method(tournament, args.rating_method)
    if args.by_round:
        tournament = replace(tournament, ratings_by_round=True)
    if args.keizer is None:
        return tournament
    from rookery.pairing.keizer_rules import rules_of, told

    if args.tiebreaks is not None or not scheme(tournament.system).format.ranks_itself:
        raise Refusal("--keizer is for a Keizer, and goes without --tiebreaks")
    if not scheme(tournament.system).format.club_rules:
        raise Refusal("--keizer is for a Keizer, and this is none")
    return replace(tournament, system=told(args.keizer, rules_of(tournament.system)).code)


def _must_fit(args: argparse.Namespace) -> None:
    """What belongs to standings by points has no meaning where a format ranks in its own way."""
    for name in _BY_POINTS:
        if getattr(args, name):
            raise Refusal(f"--{name.replace('_', '-')} belongs to standings by points: say --tiebreaks as well")


def _by_points(tournament: Tournament, args: argparse.Namespace) -> Standings:
    """The standings by points and tie-breaks, by the rules asked for or in force when the event began."""
    return standings(
        tournament,
        args.tiebreaks,
        args.after,
        rules=reduce(read_so, args.reading, rules_for(tournament, args.edition)),
        exclude=args.exclude,
        lots=args.lots,
        values=_values(args.values) if args.values else None,
        provisional=args.provisional,
    )


def _print(found: Standings, args: argparse.Namespace) -> None:
    """The whole table, or those of some categories, in the form asked for."""
    plain = args.format == "text"
    parts: list[tuple[str, tuple[Any, ...]]] = [("", found.places if plain else found.rows)]
    awards = _awards(found, args) if args.prizes else []
    if args.category:
        from rookery.ranking.prizes import category

        parts = [(text, category(found, text)) for text in args.category]
    if args.format == "json":
        from rookery.answers.data import formed
        from rookery.answers.tables import standings_data

        print_json(formed("standings", standings_data(found, parts=args.show_parts, categories=parts, prizes=awards)))
    else:
        for number, (text, rows) in enumerate(parts):
            if number and plain:
                say()
            PRINTERS[args.format](found, text, rows, args.show_parts)
        if plain:
            print_end(found, awards, args.sharing)


def _awards(found: Standings, args: argparse.Namespace) -> list[Award]:
    from rookery.cli.sheets import text_of
    from rookery.ranking.prizes import awards, read_prizes

    return awards(found, read_prizes(text_of(args.prizes)), args.sharing)


def _print_own(found: Standings, args: argparse.Namespace) -> None:
    """The same of a format that ranks in its own way."""
    from rookery.cli.own_standings import explain_own, print_own

    if args.explain is not None:
        explain_own(found, args.explain)
    else:
        print_own(found, args.format)


def _tell_saved(args: argparse.Namespace, made: Amendment) -> None:
    """Say that points and ranks were written; not among data that another program reads."""
    text = f"{args.file}: the points and ranks are {'written' if made.changed else 'there already'}."
    if args.format == "text":
        say()
        say(text)
    else:
        remark(text)


def _save(args: argparse.Namespace) -> tuple[Amendment, Standings]:
    """Write everybody's points and rank as the file has them now; only the lines that change differ."""
    from rookery.cli.acting import amend

    found: list[Standings] = []

    def ranked(tournament: Tournament) -> Tournament:
        found.append(_found(_as_asked(tournament, args), args))
        rows = {row.id: row for row in found[-1].rows}
        if tournament.team_event:
            teams = (replace(one, rank=rows[one.id].rank if one.id in rows else None) for one in tournament.teams)
            return replace(tournament, teams=tuple(teams))
        players = (
            replace(one, rank=rows[one.id].rank, points=rows[one.id].points)
            if one.id in rows
            else replace(one, rank=None)
            for one in tournament.players
        )
        return replace(tournament, players=tuple(players))

    return amend(args.file, ranked, said=["Points and ranks written."]), found[-1]


def _values(path: str) -> dict[str, Values]:
    """Tie-break values entered by hand."""
    from rookery.cli.sheets import must_fit, read

    found: dict[str, dict[int, Fraction | int | None]] = {}
    sheet = read(path, {"id": ("no", "number"), "code": ("tiebreak",), "value": ()}, ("id", "code", "value"))
    must_fit(path, sheet)
    for line, cells in sheet.rows:
        try:
            found.setdefault(cells["code"], {})[int(cells["id"])] = _fraction(cells["value"].replace("½", ".5"))
        except (ValueError, KeyError, ZeroDivisionError):
            raise Refusal(f"{name_of(path)}: line {line} is not id, code, value: {', '.join(cells.values())}") from None
    return {**found}


def _fraction(text: str) -> Fraction:
    """A value of a tie-break: a number, or one divided by another."""
    import re
    from fractions import Fraction

    if not re.fullmatch(r"-?[0-9]{0,12}(\.[0-9]{1,12})?(/[0-9]{1,12})?", text):  # no powers: 1e99999999
        raise ValueError(text)
    return Fraction(text)
