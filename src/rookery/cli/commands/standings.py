"""Rank the participants by the announced tie-breaks, and show how every value came about.

Without --tiebreaks the list of the file applies (records 202 and 212), and if it has none, ours. --explain ID tells in
words how each value of one participant was reached.
"""

from __future__ import annotations

import argparse
from dataclasses import replace
from fractions import Fraction
from functools import reduce
from typing import TYPE_CHECKING, Any

from rookery.cli import ladder
from rookery.cli.exits import DONE, Refusal
from rookery.cli.exports import print_csv, print_html
from rookery.cli.files import Amendment, amend, content, load, name_of
from rookery.cli.labels import person
from rookery.cli.render import (
    Column,
    Table,
    count,
    folded,
    heading,
    paragraph,
    points,
    print_json,
    print_table,
    say,
    terminal_width,
)
from rookery.cli.sheets import read
from rookery.errors import RuleError
from rookery.model import Player, Tournament
from rookery.ranking import prizes
from rookery.ranking import sentences as words
from rookery.ranking.data import as_data, row_data
from rookery.ranking.rank import Row, Standings, standings
from rookery.ranking.rules import read_so, rules
from rookery.scoring import in_words
from rookery.wording import listed

if TYPE_CHECKING:
    from rookery.ranking.codes import Values

EXAMPLES = (
    "rookery standings examples/swiss.trf",
    "rookery standings examples/swiss.trf --tiebreaks DE,BH/C1,SB --after 2 --show-parts",
    "rookery standings examples/swiss.trf --explain 1",
    "rookery standings examples/round-robin.trf --save",
)
_SOURCES = {
    "asked for": "",
    "of the tournament": ", as the file announces",
    "ours": ", our choice: the file announces none",
}


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    add = parser.add_argument
    add("file", metavar="FILE", help="a tournament in TRF or JSON; - is standard input")
    add("--tiebreaks", metavar="LIST", help="codes with commas, in order: BH/C1,SB,DE (rookery tiebreaks lists them)")
    add("--after", type=int, metavar="N", help="after round N (default: the last complete one)")
    add("--format", choices=["text", "json", "csv", "html"], default="text", help="how to print (default: text)")
    add("--show-parts", action="store_true", help="with what each round contributed")
    add("--explain", metavar="ID", type=int, help="how the values of one participant came about, in words")
    add("--exclude", metavar="ID", type=int, action="append", default=[], help="leave out (expelled); repeatable")
    add("--lots", metavar="SEED", help="break what is still tied by drawing lots; the same seed, the same lots")
    add("--values", metavar="FILE.csv", help="tie-break values from outside: columns id, code, value")
    add("--category", metavar="WHO", action="append", default=[],
        help="only these: sex=w, u18, 50+, 1600-1800, fed=ESP, club=...; commas for and; repeatable")  # fmt: skip
    add("--prizes", metavar="FILE", help="share prize money: lines place,amount or place,amount,category")
    add("--sharing", choices=["hort", "equal"], default="hort", help="how those level on points share (default: hort)")
    add("--keizer", metavar="RULES", help=ladder.OPTION)
    add("--rules", default="2026-03", metavar="NAME", help="2026-03 (default), 2024-08, 2024-04, 2023-09 or 2017-07")
    add("--save", action="store_true", help="write the points and ranks into FILE, as a report needs them")
    add("--reading", metavar="NAME=ANSWER", action="append", default=[], help="read an open question of C.07 so")


def run(args: argparse.Namespace) -> int:
    """Rank them, and print it."""
    tournament = load(args.file).tournament
    if args.tiebreaks is None and ladder.own_way(tournament):
        return ladder.run(args, tournament)
    if args.keizer is not None:
        raise Refusal("--keizer is for a Keizer, and goes without --tiebreaks")
    found = standings(
        tournament,
        args.tiebreaks,
        args.after,
        rules=reduce(read_so, args.reading, rules(args.rules)),
        exclude=args.exclude,
        lots=args.lots,
        values=_values(args.values) if args.values else None,
    )
    saved = _save(args.file, found) if args.save else None
    if args.explain is not None:
        _explain(found, args.explain)
    else:
        _print(found, args)
    if saved is not None:
        ladder.tell_saved(args, saved)
    return DONE


def _print(found: Standings, args: argparse.Namespace) -> None:
    """The whole table, or those of some categories, in the form asked for."""
    parts = [(text, prizes.category(found, text)) for text in args.category] or [("", found.rows)]
    awards = prizes.awards(found, prizes.read_prizes(_text(args.prizes)), args.sharing) if args.prizes else []
    if args.format == "json":
        print_json(_as_json(found, parts, awards, args.show_parts))
    else:
        for number, (title, rows) in enumerate(parts):
            if number and args.format == "text":
                say()
            _PRINTERS[args.format](found, title, rows, args.show_parts)
        if args.format == "text":
            _print_end(found, awards, args.sharing)


def _save(path: str, found: Standings) -> Amendment:
    """Write everybody's points and rank into the file; only the lines that change differ."""
    rows = {row.id: row for row in found.rows}

    def ranked(tournament: Tournament) -> Tournament:
        if tournament.team_event:
            teams = (replace(one, rank=rows[one.id].rank) if one.id in rows else one for one in tournament.teams)
            return replace(tournament, teams=tuple(teams))
        players = (
            replace(one, rank=rows[one.id].rank, points=rows[one.id].points) if one.id in rows else one
            for one in tournament.players
        )
        return replace(tournament, players=tuple(players))

    return amend(path, ranked)


def _values(path: str) -> dict[str, Values]:
    """Tie-break values entered by hand."""
    found: dict[str, dict[int, Fraction | int | None]] = {}
    sheet = read(path, {"id": ("no", "number"), "code": ("tiebreak",), "value": ()}, ("id", "code", "value"))
    for line, cells in sheet.rows:
        try:
            found.setdefault(cells["code"], {})[int(cells["id"])] = Fraction(cells["value"].replace("½", ".5"))
        except (ValueError, KeyError, ZeroDivisionError):
            raise Refusal(f"{name_of(path)}: line {line} is not id, code, value: {', '.join(cells.values())}") from None
    return {**found}


def _text(path: str) -> str:
    return content(path).decode("utf-8-sig", "replace")


# -- the table ---------------------------------------------------------------------------------------------------------


def _table(found: Standings, rows: tuple[Row, ...]) -> Table:
    """Rank, number, name, points and a column for each tie-break; equal ranks are marked."""
    people = any(isinstance(one, Player) and one.rating for one in found.tournament.participants)
    columns = [Column("Rank", ">"), Column("No", ">"), Column("Name", least=16)]
    columns += [Column("Rating", ">")] * people
    columns += [Column(_points_title(found), ">"), *(Column(str(each), ">") for each in found.tiebreaks)]
    ranks = [row.rank for row in rows]
    values = [
        words.column(some, each)
        for each, some in zip(found.tiebreaks, zip(*(row.values for row in rows), strict=True), strict=False)
    ]
    lines = []
    for at, row in enumerate(rows):
        one = found.tournament.by_id[row.id]
        title = f"{one.title} " if isinstance(one, Player) and one.title else ""
        rating = [str(one.rating or "") if isinstance(one, Player) else ""] * people
        rank = f"{row.rank}=" if ranks.count(row.rank) > 1 else str(row.rank)
        lines.append((rank, str(row.id), title + row.name, *rating, points(row.points), *(each[at] for each in values)))
    return Table(tuple(columns), tuple(lines))


def _points_title(found: Standings) -> str:
    name = found.points.definition.name
    return name[:2] if name != "PTS" else found.table.primary or "Pts"


def _title(found: Standings, category: str) -> str:
    event = found.tournament
    planned = f" of {event.planned}" if event.planned else ""
    when = f"Standings after round {found.after}{planned}" if found.after else "Standings before round 1"
    name = f"{event.event.name}: " if event.event.name else ""
    return f"{name}{when}" + f", {category}" * bool(category)


def _about(found: Standings) -> str:
    codes = ", ".join(map(str, found.tiebreaks)) or "none"
    without = f", without {listed(_dropped(found))} (see below)" if _dropped(found) else ""
    return f"Tie-breaks: {codes}{_SOURCES[found.source]}{without}. Rules: {found.rules}."


def _dropped(found: Standings) -> list[str]:
    """The tie-breaks that the file announces and that could not be used."""
    if found.source != "of the tournament":
        return []
    used = {str(each).upper() for each in (found.points, *found.tiebreaks)}
    return [code for code in found.tournament.ranking if _spelt(code) not in used | {"PTS"}]


def _spelt(code: str) -> str:
    """A code as the column of its tie-break is headed; as it is, when it is none of ours."""
    from rookery.ranking.codes import parse

    try:
        return str(parse(code)).upper()
    except RuleError:
        return code.upper()


def _print_text(found: Standings, category: str, rows: tuple[Row, ...], parts: bool) -> None:
    heading(_title(found, category))
    paragraph(_about(found))
    if found.open:
        games = count(found.open, "game of it has", "games of it have")
        paragraph(f"Round {found.after + 1} is not counted: {games} no result yet.")
    say()
    if not rows:
        paragraph(f"Nobody is in this category.{_no_clubs(found.tournament, category)}")
    for number, block in enumerate(folded(_table(found, rows), 3, terminal_width()) if rows else ()):
        if number:
            say()
        print_table(block)
    if parts and rows:
        say()
        for row in rows:
            _print_sums(found, row)


def _no_clubs(tournament: Tournament, category: str) -> str:
    """A hint for who asks for a club where no club is known."""
    if "club=" not in category.lower().replace(" ", "") or any(player.club for player in tournament.players):
        return ""
    return " The file names no clubs: TRF has no place for them, JSON keeps them."


def _print_sums(found: Standings, row: Row) -> None:
    say(person(found.tournament.by_id[row.id]), "bold")
    for each, working in zip(found.tiebreaks, found.workings(row.id), strict=True):
        made = words.sum_of(working)
        paragraph(f"{each} {words.shown(working.value, each)}" + f" from {made}" * bool(made), indent="  ")


def _print_end(found: Standings, awards: list[prizes.Award], sharing: str) -> None:
    if found.notes or found.left_out:
        say()
    for note in found.notes:
        paragraph(f"{note[0].upper()}{note[1:]}.")
    for one, why in found.left_out:
        paragraph(f"Not ranked: {person(found.tournament.by_id[one])}, {why}.")
    if awards:
        say()
        say(f"Prizes, shared {'equally' if sharing == 'equal' else 'by the Hort system'}", "bold")
        columns = (Column("For"), Column("No", ">"), Column("Name", least=16), Column("Amount", ">"))
        rows = (
            (each.category or "all", str(each.id), found.tournament.by_id[each.id].name, _money(each.amount))
            for each in awards
        )
        print_table(Table(columns, tuple(rows)))


def _money(cents: int) -> str:
    return f"{cents // 100:,}.{cents % 100:02}"


def _print_csv(found: Standings, category: str, rows: tuple[Row, ...], parts: bool) -> None:
    people = () if found.tournament.team_event else ("title", "rating")
    columns = tuple(map(Column, ("rank", "id", "name", *people, "points", *map(str, found.tiebreaks))))
    lines = tuple(_cells(found, row) for row in rows)
    if parts:
        columns += tuple(Column(f"{each} parts") for each in found.tiebreaks)
        lines = tuple(
            (*line, *(words.sum_of(each) for each in found.workings(row.id)))
            for line, row in zip(lines, rows, strict=True)
        )
    print_csv(Table(columns, lines))


def _cells(found: Standings, row: Row) -> tuple[str, ...]:
    """One row for a spreadsheet: what the table shows, each in a cell of its own, and no fractions."""
    one = found.tournament.by_id[row.id]
    person = (one.title, str(one.rating or "")) if isinstance(one, Player) else ()
    values = (words.plain(value, each) for value, each in zip(row.values, found.tiebreaks, strict=True))
    return (str(row.rank), str(row.id), row.name, *person, points(row.points), *values)


def _print_html(found: Standings, category: str, rows: tuple[Row, ...], parts: bool) -> None:
    table = _table(found, rows)
    if parts:
        sums = (
            "; ".join(
                f"{code} {words.sum_of(w)}" for code, w in zip(found.tiebreaks, found.workings(row.id), strict=True)
            )
            for row in rows
        )
        lines = tuple((*line, made) for line, made in zip(table.rows, sums, strict=True))
        table = Table((*table.columns, Column("Parts")), lines)
    left = [f"Not ranked: {person(found.tournament.by_id[one])}, {why}." for one, why in found.left_out]
    print_html(_title(found, category), table, (_about(found), *(f"{note}." for note in found.notes), *left))


_PRINTERS = {"text": _print_text, "csv": _print_csv, "html": _print_html}


# -- in words ----------------------------------------------------------------------------------------------------------


def _explain(found: Standings, one: int) -> None:
    """How each value of one participant came about."""
    if one not in found.tournament.by_id:
        raise Refusal(f"there is no number {one} in this tournament")
    row = found.row(one)
    level = [other.id for other in found.rows if other.points == row.points and other.id != one]
    tied = [other.id for other in found.rows if other.rank == row.rank and other.id != one]
    when = f"round {found.after}" if found.after else "before round 1"
    heading(f"{person(found.tournament.by_id[one])}: rank {row.rank}{'=' * bool(tied)}, {in_words(row.points)}, {when}")
    if level:
        paragraph(
            f"{count(len(level), 'other has', 'others have')} as many points:"
            f" {listed((words.called(found, other) for other in level), 6)}. {_decided(found, level, tied)}"
        )
    else:
        paragraph("Nobody else has as many points, so no tie-break was needed.")
    for index, each in enumerate(found.tiebreaks):
        say()
        say(f"{each}  {words.shown(row.values[index], each)}  {each.title}", "bold")
        meaning = each.definition.meaning
        paragraph(f"{meaning[0].upper()}{meaning[1:]} (C.07 {each.definition.article}).", indent="  ")
        for line in words.lines(found, one, index):
            _print_line(line)
        paragraph(words.summary(found, one, index), indent="  ")


def _decided(found: Standings, level: list[int], tied: list[int]) -> str:
    """What the tie-breaks do among those with as many points."""
    if not found.tiebreaks:
        return "There are no tie-breaks, so they share the rank."
    if not tied:
        return "The tie-breaks below decide between them, the first that differs."
    if len(tied) == len(level):
        return "The tie-breaks below do not separate them: they share the rank."
    names = listed((words.called(found, other) for other in tied), 6)
    return f"The tie-breaks below decide, the first that differs; they leave {names} level: these share the rank."


def _print_line(line: words.Addend) -> None:
    cut = f" [cut: {line.cut}]" if line.cut else ""
    number = f"({line.number})" if line.cut else f"{line.number} "
    paragraph(f"{line.text}{cut}" or "-", indent=f"  {number:>8} ", hanging=" " * 11)


# -- data --------------------------------------------------------------------------------------------------------------


def _as_json(
    found: Standings, parts: list[tuple[str, tuple[Row, ...]]], awards: list[prizes.Award], working: bool
) -> dict[str, Any]:
    made: dict[str, Any] = as_data(found)
    made["rows"] = [row_data(found, row, parts=working) for row in parts[0][1]]
    if parts[0][0]:
        made["category"] = parts[0][0]
    if len(parts) > 1:
        made["categories"] = {text: [row_data(found, row, parts=working) for row in rows] for text, rows in parts}
    if awards:
        made["prizes"] = [
            {"id": each.id, "amount": _money(each.amount).replace(",", ""), "category": each.category}
            for each in awards
        ]
    return made
