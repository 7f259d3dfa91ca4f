"""Virtual points: added to a score for pairing only, never for standings (C.04.7; TRF records 250 and XXA)."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter
from itertools import accumulate

from rookery._record import replace
from rookery.errors import UnsupportedError
from rookery.history.pairing_numbers import ids_in_order, paired_participants
from rookery.messages import msg
from rookery.model import Points, Tournament, VirtualPoints
from rookery.regulations import DUTCH, FEBRUARY_2026, JULY_2017, Edition, parse_type_code


def virtual_points(tournament: Tournament, round: int) -> dict[int, Points]:
    """Return the virtual points of each participant in this round; those without any are left out.

    Explicit records come first; without them the Baku method applies if the type of tournament says so.
    """
    if tournament.acceleration:
        return explicit_points(tournament, round)
    plan = parse_type_code(tournament.system)
    return baku_points(tournament, round) if plan.baku else {}


def explicit_points(tournament: Tournament, round: int) -> dict[int, Points]:
    """Return the virtual points that records give in this round, added up where they overlap."""
    ids, steps = sorted(tournament.participants_by_number), Counter[int]()
    by_matches = tournament.team_event and parse_type_code(tournament.system).primary != "GP"
    for record in tournament.acceleration:
        if record.first_round <= round <= record.last_round:
            value = (record.match_points or record.points) if by_matches else record.points
            first, last = bisect_left(ids, record.first), bisect_right(ids, record.last)
            if first < last:
                steps[first] += value
                steps[last] -= value
    points_by_place = accumulate(steps[position] for position in range(len(ids)))
    return {participant: value for participant, value in zip(ids, points_by_place, strict=True) if value}


def baku_points(tournament: Tournament, round: int) -> dict[int, Points]:
    """Return the virtual points of the Baku method: group A receives a win, then half of one, then nothing."""
    plan = parse_type_code(tournament.system)
    if not plan.format.baku and not plan.is_unspecified:
        raise UnsupportedError(msg("Baku acceleration of %(called)s: give the virtual points in records 250",
                                 called=plan.format.noun_phrase))  # fmt: skip
    if tournament.team_event and plan.primary != "MP":
        raise UnsupportedError(msg("Baku acceleration with game points as primary score (C.04.7 1.4.4)"))
    system = tournament.match_points if tournament.team_event else tournament.points
    if 2 * system.draw != system.win or system.loss:
        raise UnsupportedError(msg("Baku acceleration when a draw is not half a win or a loss scores (C.04.7 1.4)"))
    require_applicable_edition(tournament, _pairing_edition(tournament))
    if tournament.planned_rounds is None:
        raise UnsupportedError(
            msg("Baku acceleration without the number of rounds: it must be declared beforehand (C.04.1 1)")
        )
    value = baku_value(tournament.planned_rounds, round, system.win)
    return dict.fromkeys(group_a(tournament), value) if value else {}


def require_applicable_edition(tournament: Tournament, edition: Edition) -> None:
    """Raise `UnsupportedError` if a win is worth more than the one point for which the edition gives Baku points."""
    system = tournament.match_points if tournament.team_event else tournament.points
    if system.win != 10 and edition.since < FEBRUARY_2026:
        raise UnsupportedError(msg("Baku acceleration by the rules before 2026 when a win is not worth one point"))


def _pairing_edition(tournament: Tournament) -> Edition:
    """Return the edition by which the event is paired: the one its code names, else the one in force at its start."""
    start = tournament.info.start
    on = max(start.last_day, JULY_2017) if start else None  # what is older is not known here
    return parse_type_code(tournament.system).edition(DUTCH, on)


def baku_value(planned: int, round: int, win: Points) -> Points:
    """Return the virtual points of group A in a round (C.04.7 1.3).

    Half of the rounds are accelerated, half of those fully.

    >>> [baku_value(9, r, 10) for r in range(1, 10)]
    [10, 10, 10, 5, 5, 0, 0, 0, 0]
    """
    accelerated = (planned + 1) // 2
    if round > accelerated:
        return 0
    return win if round <= (accelerated + 1) // 2 else win // 2


def group_a(tournament: Tournament) -> tuple[int, ...]:
    """Return all participants down to the last one of group A as it was before round one (C.04.7 1.2).

    The size counts those paired in round one only; who enters later above that last participant joins the group.
    """
    all_ids = ids_in_order(tournament)
    first_round = tournament.rounds[:1]
    starters = paired_participants(first_round[0]) if first_round else set(all_ids) - set(tournament.absent(1))
    paired = [participant for participant in all_ids if participant in starters]
    if not paired:
        return ()
    last = paired[min(2 * -(-len(paired) // 4), len(paired)) - 1]
    return all_ids[: all_ids.index(last) + 1]


def with_recorded_group_a(tournament: Tournament) -> Tournament:
    """Return the tournament with its group A as records 250, once round one of a Baku event is paired.

    This applies where Baku is named by the code alone. From then on group A ends with the same participant, whatever
    happens to the numbers (C.04.7 1.2).
    """
    if not parse_type_code(tournament.system).baku or tournament.acceleration or not tournament.rounds:
        return tournament
    baku_points(tournament, 1)  # refuses where the method does not apply
    return replace(tournament, acceleration=baku_records(tournament))


def baku_records(tournament: Tournament) -> tuple[VirtualPoints, ...]:
    """Return the virtual points of the Baku method as records, one for a win's worth and one for half of it.

    The last number in them is that of the last participant of group A, so that a file identifies the group.
    """
    planned, group = tournament.planned_rounds or 0, group_a(tournament)
    by_matches = tournament.team_event and parse_type_code(tournament.system).primary != "GP"
    win = tournament.match_points.win if by_matches else tournament.points.win
    values = [baku_value(planned, round, win) for round in range(1, planned + 1)]
    records = []
    for value in dict.fromkeys(filter(None, values)) if group else ():
        rounds = [round for round, points in enumerate(values, 1) if points == value]
        worth = {"match_points" if by_matches else "points": value}
        records.append(VirtualPoints(group[0], group[-1], rounds[0], rounds[-1], **worth))
    return tuple(records)
