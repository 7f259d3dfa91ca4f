"""Standings of a format that ranks in its own way: what its columns look like, and how somebody came to their score."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import NamedTuple

from rookery.cli.exits import Refusal
from rookery.cli.exports import print_csv, print_html
from rookery.cli.labels import person
from rookery.cli.render import heading, paragraph, print_json, say
from rookery.cli.standings_tables import Beside, print_notes, sheet, table, title
from rookery.cli.tables import Column, print_table
from rookery.formats.catalogue import rounds_needed
from rookery.formats.keizer import SCORE, VALUE
from rookery.formats.knockout import REACHED
from rookery.pairing import keizer
from rookery.pairing.keizer_rules import rules_of
from rookery.ranking import sentences as words
from rookery.ranking.codes import decimal
from rookery.ranking.rank import Standings
from rookery.regulations import scheme

_STAGES = ("final", "semi-final", "quarter-final")


class Own(NamedTuple):
    """A column of the format's own: what people see of it, and what data has."""

    title: str
    align: str
    cells: Sequence[str]
    data: Sequence[object]


def print_own(found: Standings, form: str) -> None:
    """The table in the form asked for."""
    own = columns(found)
    beside = [Beside(Column(each.title, each.align), each.cells) for each in own]
    if form == "json":
        print_json(_as_json(found, own))
    elif form == "csv":
        plain = [Beside(Column(each.title.lower()), each.cells) for each in own]
        print_csv(sheet(found, found.rows, plain))
    elif form == "html":
        print_html(title(found), table(found, found.rows, beside), (_about(found), *found.notes))
    else:
        heading(title(found))
        paragraph(_about(found))
        say()
        print_table(table(found, found.rows, beside))
        print_notes(found)


def columns(found: Standings) -> list[Own]:
    """The columns of the format, those we know by their own names, any other as a tie-break is shown."""
    codes = [str(each) for each in found.tiebreaks]
    known = [look(found, codes.index(code)) for code, look in _LOOKS.items() if code in codes]
    return known + [_plain(found, at) for at, code in enumerate(codes) if code not in _LOOKS]


def _column(found: Standings, at: int) -> list[Fraction]:
    return [row.values[at] or Fraction(0) for row in found.rows]


def _value(found: Standings, at: int) -> Own:
    values = _column(found, at)
    return Own("Value", ">", [decimal(each, 2) for each in values], [int(each) for each in values])


def _score(found: Standings, at: int) -> Own:
    values = _column(found, at)
    return Own("Score", ">", [decimal(each, 2) for each in values], [words.exact(each) for each in values])


def _until(found: Standings, at: int) -> Own:
    """Where everybody went out of a knock-out."""
    needed, came = rounds_needed(found.tournament) or 0, [int(each) for each in _column(found, at)]
    best = min((row.rank for row in found.rows), default=1)
    stages = [_stage(rounds, needed, row.rank == best) for rounds, row in zip(came, found.rows, strict=True)]
    return Own("Until", "<", stages, stages)


def _stage(came: int, needed: int, still_in: bool) -> str:
    if still_in:
        return "winner" if came == needed else "still in"
    left = needed - came - 1
    return _STAGES[left] if left < len(_STAGES) else f"round {came + 1}"


def _plain(found: Standings, at: int) -> Own:
    each, values = found.tiebreaks[at], [row.values[at] for row in found.rows]
    return Own(str(each), ">", words.column(values, each), [words.exact(value, each) for value in values])


_LOOKS: dict[str, Callable[[Standings, int], Own]] = {VALUE: _value, SCORE: _score, REACHED: _until}
"""How the columns of our own formats look, in the order in which they stand."""


def _about(found: Standings) -> str:
    """By what they are ranked."""
    system = found.tournament.system
    format = scheme(system).format
    if format.eliminates:
        return f"{format.title}: ranked by the round in which they went out. Not a FIDE pairing system."
    if format.club_rules:
        rules = rules_of(system)
        usual = rules.code == rules_of("").code
        return f"{format.title}, by {'the usual rules' if usual else f'the rules of {system}'}. Not a FIDE system."
    return f"{format.title}: ranked in its own way. Not a FIDE system."


def _as_json(found: Standings, own: Sequence[Own]) -> dict[str, object]:
    rows = [
        {
            "rank": row.rank,
            "id": row.id,
            "name": row.name,
            "points": words.exact(Fraction(row.points, 10)),
            **{each.title.lower(): each.data[at] for each in own},
        }
        for at, row in enumerate(found.rows)
    ]
    event = found.tournament
    made: dict[str, object] = {
        "tournament": event.event.name,
        "after": found.after,
        "system": event.system,
        "rows": rows,
    }
    return {**made, "notes": list(found.notes)} if found.notes else made


# -- in words


def explain_own(found: Standings, one: int) -> None:
    """How somebody came to their place."""
    t = found.tournament
    if one not in t.by_id:
        raise Refusal(f"there is no number {one} in this tournament")
    row = found.row(one)
    at = found.rows.index(row)
    told = [f"{each.title.lower()} {each.cells[at]}" for each in columns(found)]
    if scheme(t.system).format.eliminates:
        told = [each.cells[at] for each in columns(found)]
    heading(f"{person(t.by_id[one])}: rank {row.rank}, {', '.join(told)}")
    if scheme(t.system).format.club_rules:
        _print_earned(found, one)


def _print_earned(found: Standings, one: int) -> None:
    """What somebody earned in a Keizer, round after round."""
    t = found.tournament.until(found.after + 1)
    ranking = keizer.ranking(t)
    values = {place.player: place.value for place in ranking.places}
    for each in keizer.earned(t)[one]:
        whose = "their own value" if each.whose == one else f"the value of {person(t.by_id[each.whose])}"
        when = f"Round {each.round}" if each.round else "At the start"
        worth, share = each.share * values[each.whose], "" if each.share == 1 else f"{each.share} of "
        made = f"{decimal(worth, 2)}, {share}{whose} ({values[each.whose]})" if each.share else f"nothing of {whose}"
        paragraph(f"{when}: {made}.", indent="  ")
    if ranking.circle > 1:
        paragraph("The ranking goes round in a circle: the score is the mean over it, not the sum of these.")
