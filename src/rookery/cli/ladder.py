"""Standings of the formats that rank in a way of their own: a Keizer by its scores, a knock-out by how far one came."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from rookery.cli.exits import DONE, Refusal
from rookery.cli.exports import print_csv, print_html
from rookery.cli.files import Amendment, amend
from rookery.cli.labels import person
from rookery.cli.render import Column, Table, heading, paragraph, points, print_json, print_table, say
from rookery.errors import RuleError
from rookery.formats.catalogue import rounds_needed
from rookery.formats.standings import standings
from rookery.model import Player, Tournament
from rookery.pairing import keizer
from rookery.pairing.keizer_rules import WORDS, rules_of, told
from rookery.ranking.codes import decimal
from rookery.ranking.rank import Standings
from rookery.ranking.sentences import exact
from rookery.regulations import scheme
from rookery.regulations.format import KEIZER

OPTION = f"Keizer: other rules than the file's, as in top=60,apart=5 ({', '.join(WORDS)})"
"""What --keizer is for."""

_FOREIGN = ("show_parts", "exclude", "lots", "values", "category", "prizes", "reading")
_STAGES = ("final", "semi-final", "quarter-final")


@dataclass(frozen=True, slots=True)
class Line:
    """One line: rank, participant, points, and what the format itself says of them."""

    rank: str
    id: int
    points: int
    own: dict[str, str]


def own_way(tournament: Tournament) -> bool:
    """Whether the format ranks in its own way."""
    return scheme(tournament.system).format.ranks_itself


def run(args: argparse.Namespace, tournament: Tournament) -> int:
    """Rank them, and print it."""
    odd = [name for name in _FOREIGN if getattr(args, name)]
    if odd:
        option = f"--{odd[0].replace('_', '-')}"
        raise Refusal(f"{option} belongs to standings by points: say --tiebreaks as well")
    found = _as_it_stood(tournament, args)
    saved = _save(args.file, found) if args.save else None
    if args.explain is not None:
        _explain(found, args.explain)
    else:
        _print(found, args.format)
    if saved is not None:
        tell_saved(args, saved)
    return DONE


def _print(found: Tournament, form: str) -> None:
    """The table in the form asked for."""
    lines = list(_lines(found))
    if form == "json":
        print_json(_as_json(found, lines))
    elif form == "csv":
        print_csv(_sheet(found, lines))
    elif form == "html":
        print_html(_title(found), _table(found, lines), (_about(found),))
    else:
        heading(_title(found))
        paragraph(_about(found))
        say()
        print_table(_table(found, lines))


def tell_saved(args: argparse.Namespace, made: Amendment) -> None:
    """Say that points and ranks were written; not among data that another program reads."""
    text = f"{args.file}: the points and ranks are {'written' if made.changed else 'there already'}."
    if args.format == "text":
        say()
        say(text)
    else:
        print(text, file=sys.stderr)


def _as_it_stood(t: Tournament, args: argparse.Namespace) -> Tournament:
    """The tournament after the round asked for, or after the last complete one, under the rules asked for."""
    if args.keizer is not None:
        if not _keizer(t):
            raise Refusal("--keizer is for a Keizer, and this is none")
        t = replace(t, system=told(args.keizer, rules_of(t.system)).code)
    complete = next((n for n, round in enumerate(t.rounds) if round.pending), len(t.rounds))
    after = complete if args.after is None else args.after
    if not 0 <= after <= complete:
        raise RuleError(f"there are no standings after round {after}: {complete} rounds are complete")
    return t.until(after + 1)


def _lines(t: Tournament) -> Iterator[Line]:
    found = standings(t)
    own = _values(found) if _keizer(t) else _reached(t, found)
    ranks = [row.rank for row in found]
    for row in found:
        yield Line(f"{row.rank}=" if ranks.count(row.rank) > 1 else str(row.rank), row.id, row.points, own[row.id])


def _values(found: Standings) -> dict[int, dict[str, str]]:
    return {row.id: {"Value": _number(row.values[1]), "Score": _number(row.values[0])} for row in found}


def _reached(t: Tournament, found: Standings) -> dict[int, dict[str, str]]:
    """Where everybody went out of a knock-out."""
    needed, far = rounds_needed(t) or 0, max(int(row.values[0] or 0) for row in found)
    told = {}
    for row in found:
        came = int(row.values[0] or 0)
        left = needed - came - 1
        out = _STAGES[left] if 0 <= left < len(_STAGES) else f"round {came + 1}"
        told[row.id] = {"Until": "winner" if came == needed else "still in" if came == far else out}
    return told


def _number(value: Fraction | None) -> str:
    return decimal(value or Fraction(0), 2)


# -- for people and spreadsheets


def _title(t: Tournament) -> str:
    planned = f" of {t.planned}" if t.planned else ""
    when = f"Standings after round {len(t.rounds)}{planned}" if t.rounds else "Standings before round 1"
    return f"{t.event.name}: {when}" if t.event.name else when


def _about(t: Tournament) -> str:
    if not _keizer(t):
        return "Knock-out: ranked by the round in which they went out. Not a FIDE pairing system."
    rules = rules_of(t.system)
    usual = rules.code == rules_of("").code
    return f"Keizer, by {'the usual rules' if usual else f'the rules of {t.system}'}. Not a FIDE system."


def _table(t: Tournament, lines: list[Line]) -> Table:
    rated = any(isinstance(one, Player) and one.rating for one in t.participants)
    own = list(lines[0].own) if lines else []
    columns = [Column("Rank", ">"), Column("No", ">"), Column("Name", least=16), *[Column("Rating", ">")] * rated]
    columns += [Column("Pts", ">"), *(Column(word, "<" if word == "Until" else ">") for word in own)]
    rows = []
    for line in lines:
        one = t.by_id[line.id]
        title = f"{one.title} " if isinstance(one, Player) and one.title else ""
        rating = [str(one.rating or "") if isinstance(one, Player) else ""] * rated
        rows.append((line.rank, str(line.id), title + one.name, *rating, points(line.points), *line.own.values()))
    return Table(tuple(columns), tuple(rows))


def _sheet(t: Tournament, lines: list[Line]) -> Table:
    """The same for a spreadsheet, each thing in a cell of its own."""
    people = () if t.team_event else ("title", "rating")
    own = [word.lower() for word in lines[0].own] if lines else []
    rows = []
    for line in lines:
        one = t.by_id[line.id]
        person = (one.title, str(one.rating or "")) if isinstance(one, Player) else ()
        rank = line.rank.rstrip("=")
        rows.append((rank, str(line.id), one.name, *person, points(line.points), *line.own.values()))
    return Table(tuple(map(Column, ("rank", "id", "name", *people, "points", *own))), tuple(rows))


def _as_json(t: Tournament, lines: list[Line]) -> dict[str, Any]:
    scores = {row.id: row.values for row in standings(t)} if _keizer(t) else {}
    rows: list[dict[str, Any]] = []
    for line in lines:
        row: dict[str, Any] = {"rank": int(line.rank.rstrip("=")), "id": line.id, "name": t.by_id[line.id].name}
        row["points"] = exact(Fraction(line.points, 10))
        if line.id in scores:
            score, value = scores[line.id]
            row |= {"value": int(value or 0), "score": exact(score)}
        else:
            row["until"] = line.own["Until"]
        rows.append(row)
    return {"tournament": t.event.name, "after": len(t.rounds), "system": t.system, "rows": rows}


def _keizer(t: Tournament) -> bool:
    return scheme(t.system).format is KEIZER


def _save(path: str, found: Tournament) -> Amendment:
    """Write everybody's points and rank into the file; only the lines that change differ."""
    ranks = {line.id: (int(line.rank.rstrip("=")), line.points) for line in _lines(found)}

    def ranked(t: Tournament) -> Tournament:
        if t.team_event:
            return replace(t, teams=tuple(replace(one, rank=ranks[one.id][0]) for one in t.teams))
        players = (replace(one, rank=ranks[one.id][0], points=ranks[one.id][1]) for one in t.players)
        return replace(t, players=tuple(players))

    return amend(path, ranked)


# -- in words


def _explain(t: Tournament, one: int) -> None:
    """How somebody came to their score."""
    if one not in t.by_id:
        raise Refusal(f"there is no number {one} in this tournament")
    line = next(line for line in _lines(t) if line.id == one)
    if not _keizer(t):
        heading(f"{person(t.by_id[one])}: rank {line.rank.rstrip('=')}, {line.own['Until']}")
        return
    heading(f"{person(t.by_id[one])}: rank {line.rank}, value {line.own['Value']}, score {line.own['Score']}")
    values = {place.player: place.value for place in keizer.ranking(t).places}
    for each in keizer.earned(t)[one]:
        whose = "their own value" if each.whose == one else f"the value of {person(t.by_id[each.whose])}"
        when = f"Round {each.round}" if each.round else "At the start"
        worth, share = each.share * values[each.whose], "" if each.share == 1 else f"{each.share} of "
        made = f"{_number(worth)}, {share}{whose} ({values[each.whose]})" if each.share else f"nothing of {whose}"
        paragraph(f"{when}: {made}.", indent="  ")
    if keizer.ranking(t).circle > 1:
        paragraph("The ranking goes round in a circle: the score is the mean over it, not the sum of these.")
