"""Objections: everything in the set-up of a tournament that is not by FIDE's rules, each with its article.

What happened in the rounds is not asked here (`check` does), only what was laid down for them.
"""

from __future__ import annotations

from collections.abc import Iterator

from rookery.acceleration import baku_value, explicit_points, group_a
from rookery.checking.objection import Objection, ObjectionKind
from rookery.errors import RookeryError, Unsupported
from rookery.formats.catalogue import rounds_needed
from rookery.formats.standings import unusable
from rookery.model import CLASSIC, ByeKind, Player, Points, Tournament
from rookery.model.tournament import must_be_tournament
from rookery.order import sequence, took_part
from rookery.regulations import announced, in_force, scheme

_PUBLISHED, _DECLARED = "C.04.2 1.1", "C.04.2 1.3"


def objections(tournament: Tournament) -> tuple[Objection, ...]:
    """Everything that is not by FIDE's rules in how this tournament is set up.

    >>> from rookery.model import PointSystem
    >>> odd = Tournament(planned=5, points=PointSystem(pab=7, adjourned=10), system="dutch")
    >>> [(one.kind.value, one.article, one.value) for one in objections(odd)]
    [('bye value', 'C.04.1 3', 7), ('adjourned', 'C.04.2 3.1', 10)]
    """
    must_be_tournament(tournament, "objections")
    return tuple(one for ask in _QUESTIONS for one in ask(tournament))


def _system(tournament: Tournament) -> Iterator[Objection]:
    """A system that FIDE has not published, or one that is not named (C.04.2 1.1, 1.3)."""
    code, format = tournament.system, scheme(tournament.system).format
    if format.playable and format.regulation is None:
        yield Objection(ObjectionKind.SYSTEM, _PUBLISHED, format.name)
    elif code and (not format.name or (format.swiss and not format.playable)):
        yield Objection(ObjectionKind.SYSTEM_NOT_NAMED, _DECLARED, code)


def _edition(tournament: Tournament) -> Iterator[Objection]:
    """Rules that were not in force when the event began, where its code names them."""
    plan, start = scheme(tournament.system), tournament.event.start
    regulation = plan.format.regulation
    if regulation is None or not plan.year or start is None:
        return
    try:
        right = in_force(regulation, start.last_day)
        named = plan.edition(regulation)
    except Unsupported:  # no text of those days is at hand
        return
    if named != right:
        yield Objection(ObjectionKind.EDITION, right.regulation.code, tournament.system, named.since.year,
                        (right.since.year,))  # fmt: skip


def _acceleration(tournament: Tournament) -> Iterator[Objection]:
    """Virtual points of another method than Baku, or of that where it does not apply (C.04.2 1.1, C.04.7 1.4)."""
    plan = scheme(tournament.system)
    if not (tournament.acceleration or plan.baku):
        return
    win = _full_virtual_point(tournament)
    if plan.baku and (win is None or not (plan.format.baku or plan.silent)):
        yield Objection(ObjectionKind.BAKU, "C.04.7 1.4", plan.format.name)
    if not tournament.acceleration:
        return
    planned = tournament.planned or 0
    last = max(planned, *(one.last_round for one in tournament.acceleration))
    wrong = []
    for round in range(1, last + 1):
        value = baku_value(planned, round, win) if win is not None and round <= planned else 0
        if not _as_baku_gives(tournament, round, value):
            wrong.append(round)
    if wrong:
        yield Objection(ObjectionKind.ACCELERATION, _PUBLISHED, rounds=tuple(wrong))


def _as_baku_gives(tournament: Tournament, round: int, value: Points) -> bool:
    """Whether the records of a round give this value to group A, which goes down to one person (C.04.7 1.2).

    Numbers may have changed since round 1. In rounds already paired the points have stayed with those who had them: as
    many of those paired in round 1 as the group had. In rounds to come the group is everybody down to its last member.
    """
    found, group = explicit_points(tournament, round), group_a(tournament)
    if not value or not tournament.rounds:
        return found == (dict.fromkeys(group, value) if value else {})
    if set(found.values()) != {value}:
        return False
    if round > len(tournament.rounds):
        return tuple(found) == sequence(tournament)[: len(found)]
    starters = took_part(tournament.rounds[0])
    return len(starters & found.keys()) == len(starters & set(group))


def _full_virtual_point(tournament: Tournament) -> Points | None:
    """What the Baku method gives at first: a win; None where a draw is not half of it (C.04.7 1.4)."""
    if tournament.team_event and scheme(tournament.system).primary == "GP":
        return None
    system = tournament.match_points if tournament.team_event else tournament.points
    return system.win if 2 * system.draw == system.win and not system.loss else None


def _rounds(tournament: Tournament) -> Iterator[Objection]:
    """The number of rounds: declared beforehand, kept to, and that of the table where there is one (C.04.1 1, C.05)."""
    format = announced(tournament.system, tournament.event.type)
    planned, paired = tournament.planned, len(tournament.rounds)
    if format.fixed_length:
        needed = _needed(tournament)
        if format.regulation is not None and needed is not None and planned not in (None, needed):
            yield Objection(ObjectionKind.ROUNDS_OF_THE_TABLE, format.regulation.code, "", planned, (needed,))
    elif planned is None and (format.swiss or not format.name):
        yield Objection(ObjectionKind.ROUNDS_NOT_DECLARED, "C.04.1 1")
    if planned is not None and paired > planned:
        yield Objection(ObjectionKind.TOO_MANY_ROUNDS, "C.04.1 1", "", paired, (planned,))


def _needed(tournament: Tournament) -> int | None:
    """The rounds of the table, where there is one for these participants."""
    try:
        return rounds_needed(tournament) if tournament.participants else None
    except RookeryError:
        return None


def _bye(tournament: Tournament) -> Iterator[Objection]:
    """The allocated bye: with 1-½-0 it is worth one of these, and the same for everybody (C.04.1 3)."""
    points = tournament.points
    usual = (CLASSIC.win, CLASSIC.draw, CLASSIC.loss)
    if not tournament.team_event and (points.win, points.draw, points.loss) == usual and points.pab not in usual:
        yield Objection(ObjectionKind.BYE_VALUE, "C.04.1 3", "", points.pab, usual)
    for record in tournament.abnormal:
        if record.kind == ByeKind.PAIRING_ALLOCATED.value:
            worth = record.match_points if tournament.team_event else record.points
            rounds = (record.round,) if record.round else ()
            yield Objection(ObjectionKind.BYE_VALUES, "C.04.1 3", "", worth, (), rounds, record.players)


def _adjourned(tournament: Tournament) -> Iterator[Objection]:
    """An adjourned game counts as a draw for pairing (C.04.2 3.1)."""
    points = tournament.points
    if points.adjourned != points.draw:
        yield Objection(ObjectionKind.ADJOURNED, "C.04.2 3.1", "", points.adjourned, (points.draw,))


def _unrated(tournament: Tournament) -> Iterator[Objection]:
    """Where a system pairs by ratings everybody has one, an estimate at least (C.04.2 2.1)."""
    if not scheme(tournament.system).format.needs_ratings or tournament.unrated is not None:
        return
    who = tuple(one.id for one in tournament.participants if isinstance(one, Player) and not one.rating)
    if who:
        yield Objection(ObjectionKind.UNRATED, "C.04.4.1 1.1", who=who)


def _colours(tournament: Tournament) -> Iterator[Objection]:
    """A colour is given by the rules, to balance and to alternate (C.04.1 8); in a table it is that of the table."""
    format = scheme(tournament.system).format
    chapter = format.regulation.code if format.predetermined and format.regulation is not None else "C.04.1 8"
    who = {seat.player for seat in tournament.fixed_seats if seat.colour is not None}
    if who:
        yield Objection(ObjectionKind.FIXED_COLOUR, chapter, who=tuple(sorted(who)))


def _tiebreaks(tournament: Tournament) -> Iterator[Objection]:
    """Announced tie-breaks that C.07 does not let this event use."""
    for code, _ in unusable(tournament):
        yield Objection(ObjectionKind.TIE_BREAK, "C.07", code)


_QUESTIONS = (_system, _edition, _acceleration, _rounds, _bye, _adjourned, _unrated, _colours, _tiebreaks)
"""What is asked, in this order."""
