"""Check of a tournament's configuration against FIDE's rules; what happened in the rounds is left to the checker."""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum

from rookery._record import field, record
from rookery.answer import Answer
from rookery.errors import RookeryError, UnsupportedError
from rookery.formats.resolve import rounds_needed
from rookery.formats.standings import unusable_tiebreaks
from rookery.history.acceleration import baku_value, explicit_points, group_a
from rookery.history.pairing_numbers import ids_in_order, paired_participants
from rookery.model import CLASSIC, ByeKind, Player, Points, Tournament
from rookery.model.tournament import require_tournament
from rookery.regulations import edition_in_force, format_for, parse_type_code


class ComplianceKind(StrEnum):
    """Kind of departure from FIDE's rules, and what `subject`, `value` and `expected` of the issue hold."""

    SYSTEM = "system"
    """FIDE has published no rules of this pairing system: `subject` is its name."""
    SYSTEM_NOT_NAMED = "system not named"
    """`subject` is a code that does not determine by which rules rounds are paired."""
    EDITION = "edition"
    """The rules that the code names were not those in force on the first day: `subject` is the code."""
    ACCELERATION = "acceleration"
    """Virtual points other than those of the Baku method, in these `rounds`."""
    BAKU = "baku"
    """The Baku method where it does not apply: `subject` is the system."""
    ROUNDS_NOT_DECLARED = "rounds not declared"
    """The number of rounds is not declared."""
    TOO_MANY_ROUNDS = "too many rounds"
    """More rounds (`value`) than were declared (`expected`)."""
    ROUNDS_OF_THE_TABLE = "rounds of the table"
    """Another number of rounds (`value`) than the table has (`expected`)."""
    BYE_VALUE = "bye value"
    """With 1, ½ and 0 points for a game the allocated bye is worth `value` tenths, and not one of those `expected`."""
    BYE_VALUES = "bye values"
    """The allocated bye of `participants` has another value than that of the others: `value` tenths."""
    ADJOURNED = "adjourned"
    """An adjourned game is worth `value` tenths until it ends, and not a draw (`expected`)."""
    UNRATED = "unrated"
    """The system pairs by ratings, and `participants` have none."""
    FIXED_COLOUR = "fixed colour"
    """`participants` keep a fixed colour regardless of the colour rules."""
    TIE_BREAK = "tie-break"
    """An announced tie-break that cannot be used in this event: `subject` is its code."""


@record
class ComplianceIssue(Answer):
    """A departure from FIDE's rules with the article it violates; points are tenths."""

    kind: ComplianceKind
    article: str
    subject: str = field(default="", json_key="given")
    value: int | None = None
    expected: tuple[int, ...] = ()
    rounds: tuple[int, ...] = ()
    participants: tuple[int, ...] = field(default=(), json_key="who")


_PUBLISHED_ARTICLE, _NAMED_ARTICLE = "C.04.2 1.1", "C.04.2 1.3"


def check_compliance(tournament: Tournament) -> tuple[ComplianceIssue, ...]:
    """Return every departure from FIDE's rules in the configuration of a tournament.

    Args:
        tournament: The tournament.

    Returns:
        The departures with their articles; empty if there are none.

    Raises:
        TypeError: The argument is no tournament.

    >>> from rookery.model import PointSystem
    >>> unusual = Tournament(planned_rounds=5, points=PointSystem(pab=7, adjourned=10), system="dutch")
    >>> [(issue.kind.value, issue.article, issue.value) for issue in check_compliance(unusual)]
    [('bye value', 'C.04.1 3', 7), ('adjourned', 'C.04.2 3.1', 10)]
    """
    require_tournament(tournament, "check_compliance")
    return tuple(issue for check in _CHECKS for issue in check(tournament))


def _check_system(tournament: Tournament) -> Iterator[ComplianceIssue]:
    """Check that FIDE has published the system and that the code names it (C.04.2 1.1, 1.3)."""
    code, type_format = tournament.system, parse_type_code(tournament.system).format
    if type_format.playable and type_format.regulation is None:
        yield ComplianceIssue(ComplianceKind.SYSTEM, _PUBLISHED_ARTICLE, type_format.name)
    elif code and (not type_format.name or (type_format.swiss and not type_format.playable)):
        yield ComplianceIssue(ComplianceKind.SYSTEM_NOT_NAMED, _NAMED_ARTICLE, code)


def _check_edition(tournament: Tournament) -> Iterator[ComplianceIssue]:
    """Check that the edition named by the type code was in force when the event began."""
    type_code, start = parse_type_code(tournament.system), tournament.info.start
    regulation = type_code.format.regulation
    if regulation is None or not type_code.year or start is None:
        return
    try:
        applicable = edition_in_force(regulation, start.last_day)
        named_edition = type_code.edition(regulation)
    except UnsupportedError:  # no text of those days is at hand
        return
    if named_edition != applicable:
        years = named_edition.since.year, (applicable.since.year,)
        yield ComplianceIssue(ComplianceKind.EDITION, applicable.regulation.code, tournament.system, *years)


def _check_acceleration(tournament: Tournament) -> Iterator[ComplianceIssue]:
    """Check that virtual points follow the Baku method, and that it applies (C.04.2 1.1, C.04.7 1.4)."""
    type_code = parse_type_code(tournament.system)
    if not (tournament.acceleration or type_code.baku):
        return
    win = _full_virtual_points(tournament)
    if type_code.baku and (win is None or not (type_code.format.baku or type_code.is_unspecified)):
        yield ComplianceIssue(ComplianceKind.BAKU, "C.04.7 1.4", type_code.format.name)
    if not tournament.acceleration:
        return
    planned = tournament.planned_rounds or 0
    last = max(planned, *(record.last_round for record in tournament.acceleration))
    wrong = []
    for round_number in range(1, last + 1):
        value = baku_value(planned, round_number, win) if win is not None and round_number <= planned else 0
        if not _matches_baku(tournament, round_number, value):
            wrong.append(round_number)
    if wrong:
        yield ComplianceIssue(ComplianceKind.ACCELERATION, _PUBLISHED_ARTICLE, rounds=tuple(wrong))


def _matches_baku(tournament: Tournament, round_number: int, value: Points) -> bool:
    """Return whether the records of a round give this value to exactly group A (C.04.7 1.2).

    Numbers may have changed since round 1. In rounds already paired the points have stayed with those who had them: as
    many of those paired in round 1 as the group had. In rounds to come the group is everybody down to its last member.
    """
    points_by_participant, baku_group = explicit_points(tournament, round_number), group_a(tournament)
    if not value or not tournament.rounds:
        return points_by_participant == (dict.fromkeys(baku_group, value) if value else {})
    if set(points_by_participant.values()) != {value}:
        return False
    if round_number > len(tournament.rounds):
        return tuple(points_by_participant) == ids_in_order(tournament)[: len(points_by_participant)]
    starters = paired_participants(tournament.rounds[0])
    return len(starters & points_by_participant.keys()) == len(starters & set(baku_group))


def _full_virtual_points(tournament: Tournament) -> Points | None:
    """Return the initial virtual points of the Baku method, a win; None if a draw is not half a win (C.04.7 1.4)."""
    if tournament.team_event and parse_type_code(tournament.system).primary == "GP":
        return None
    system = tournament.match_points if tournament.team_event else tournament.points
    return system.win if 2 * system.draw == system.win and not system.loss else None


def _check_rounds(tournament: Tournament) -> Iterator[ComplianceIssue]:
    """Check that the number of rounds was declared, is kept, and is that of the table if any (C.04.1 1, C.05)."""
    event_format = format_for(tournament.system, tournament.info.type)
    planned, paired = tournament.planned_rounds, len(tournament.rounds)
    if event_format.fixed_length:
        required = _rounds_of_table(tournament)
        if event_format.regulation is not None and required is not None and planned not in (None, required):
            yield ComplianceIssue(
                ComplianceKind.ROUNDS_OF_THE_TABLE, event_format.regulation.code, "", planned, (required,)
            )
    elif planned is None and (event_format.swiss or not event_format.name):
        yield ComplianceIssue(ComplianceKind.ROUNDS_NOT_DECLARED, "C.04.1 1")
    if planned is not None and paired > planned:
        yield ComplianceIssue(ComplianceKind.TOO_MANY_ROUNDS, "C.04.1 1", "", paired, (planned,))


def _rounds_of_table(tournament: Tournament) -> int | None:
    """Return the number of rounds in the table for these participants, or None if there is no table."""
    try:
        return rounds_needed(tournament) if tournament.participants else None
    except RookeryError:
        return None


def _check_bye_values(tournament: Tournament) -> Iterator[ComplianceIssue]:
    """Check the value of the allocated bye: with 1-½-0 one of these, and equal for all (C.04.1 3)."""
    points = tournament.points
    usual = (CLASSIC.win, CLASSIC.draw, CLASSIC.loss)
    if not tournament.team_event and (points.win, points.draw, points.loss) == usual and points.pab not in usual:
        yield ComplianceIssue(ComplianceKind.BYE_VALUE, "C.04.1 3", "", points.pab, usual)
    for adjustment in tournament.point_adjustments:
        if adjustment.kind == ByeKind.PAIRING_ALLOCATED.value:
            worth = adjustment.match_points if tournament.team_event else adjustment.points
            rounds = (adjustment.round,) if adjustment.round else ()
            yield ComplianceIssue(ComplianceKind.BYE_VALUES, "C.04.1 3", "", worth, (), rounds, adjustment.players)


def _check_adjourned(tournament: Tournament) -> Iterator[ComplianceIssue]:
    """Check that an adjourned game counts as a draw for pairing (C.04.2 3.1)."""
    points = tournament.points
    if points.adjourned != points.draw:
        yield ComplianceIssue(ComplianceKind.ADJOURNED, "C.04.2 3.1", "", points.adjourned, (points.draw,))


def _check_unrated(tournament: Tournament) -> Iterator[ComplianceIssue]:
    """Check that every player has a rating, at least an estimate, if the system needs it (C.04.2 2.1)."""
    if not parse_type_code(tournament.system).format.needs_ratings or tournament.unrated is not None:
        return
    unrated = tuple(
        player.number for player in tournament.participants if isinstance(player, Player) and not player.rating
    )
    if unrated:
        yield ComplianceIssue(ComplianceKind.UNRATED, "C.04.4.1 1.1", participants=unrated)


def _check_fixed_colours(tournament: Tournament) -> Iterator[ComplianceIssue]:
    """Check that colours follow the colour rules (C.04.1 8) or the table rather than a fixed assignment."""
    event_format = parse_type_code(tournament.system).format
    chapter = (
        event_format.regulation.code
        if event_format.predetermined and event_format.regulation is not None
        else "C.04.1 8"
    )
    players = {seat.player for seat in tournament.fixed_seats if seat.colour is not None}
    if players:
        yield ComplianceIssue(ComplianceKind.FIXED_COLOUR, chapter, participants=tuple(sorted(players)))


def _check_tiebreaks(tournament: Tournament) -> Iterator[ComplianceIssue]:
    """Report the announced tie-breaks that C.07 does not allow in this event."""
    for code, _ in unusable_tiebreaks(tournament):
        yield ComplianceIssue(ComplianceKind.TIE_BREAK, "C.07", code)


_CHECKS = (
    _check_system,
    _check_edition,
    _check_acceleration,
    _check_rounds,
    _check_bye_values,
    _check_adjourned,
    _check_unrated,
    _check_fixed_colours,
    _check_tiebreaks,
)
"""The checks, in the order in which issues are reported."""
