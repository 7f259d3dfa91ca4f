"""Virtual points: added to a score for pairing only, never for standings (C.04.7; TRF records 250 and XXA)."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter
from itertools import accumulate

from rookery.errors import Unsupported
from rookery.model import Points, Tournament, VirtualPoints
from rookery.order import sequence, took_part
from rookery.regulations import DUTCH, FEBRUARY_2026, JULY_2017, Edition, scheme
from rookery.values import replace
from rookery.wording import spoken


def virtual_points(tournament: Tournament, round: int) -> dict[int, Points]:
    """Who is paired in this round with how many points more than they have; nobody else has any.

    Explicit records come first; without them the Baku method applies if the type of tournament says so.
    """
    if tournament.acceleration:
        return explicit_points(tournament, round)
    plan = scheme(tournament.system)
    return baku(tournament, round) if plan.baku else {}


def explicit_points(tournament: Tournament, round: int) -> dict[int, Points]:
    """The virtual points that records give in this round, added up where they overlap; nobody else has any."""
    ids, steps = sorted(tournament.by_id), Counter[int]()
    by_matches = tournament.team_event and scheme(tournament.system).primary != "GP"
    for record in tournament.acceleration:
        if record.first_round <= round <= record.last_round:
            value = (record.match_points or record.points) if by_matches else record.points
            first, last = bisect_left(ids, record.first), bisect_right(ids, record.last)
            if first < last:
                steps[first] += value
                steps[last] -= value
    more = accumulate(steps[place] for place in range(len(ids)))
    return {one: value for one, value in zip(ids, more, strict=True) if value}


def baku(tournament: Tournament, round: int) -> dict[int, Points]:
    """The virtual points of the Baku method: group A receives a win, then half of one, then nothing."""
    plan = scheme(tournament.system)
    if not plan.format.baku and not plan.silent:
        raise Unsupported(spoken("Baku acceleration of %(called)s: give the virtual points in records 250",
                                 called=plan.format.called))  # fmt: skip
    if tournament.team_event and plan.primary != "MP":
        raise Unsupported(spoken("Baku acceleration with game points as primary score (C.04.7 1.4.4)"))
    system = tournament.match_points if tournament.team_event else tournament.points
    if 2 * system.draw != system.win or system.loss:
        raise Unsupported(spoken("Baku acceleration when a draw is not half a win or a loss scores (C.04.7 1.4)"))
    must_apply(tournament, _edition(tournament))
    if tournament.planned is None:
        raise Unsupported(
            spoken("Baku acceleration without the number of rounds: it must be declared beforehand (C.04.1 1)")
        )
    value = baku_value(tournament.planned, round, system.win)
    return dict.fromkeys(group_a(tournament), value) if value else {}


def must_apply(tournament: Tournament, edition: Edition) -> None:
    """Refuse the Baku method of an edition that gives it for a win of one point only, where a win is worth more."""
    system = tournament.match_points if tournament.team_event else tournament.points
    if system.win != 10 and edition.since < FEBRUARY_2026:
        raise Unsupported(spoken("Baku acceleration by the rules before 2026 when a win is not worth one point"))


def _edition(tournament: Tournament) -> Edition:
    """The edition by which the event is paired: the one its code names, else the one in force when it began."""
    start = tournament.event.start
    on = max(start.last_day, JULY_2017) if start else None  # what is older is not known here
    return scheme(tournament.system).edition(DUTCH, on)


def baku_value(planned: int, round: int, win: Points) -> Points:
    """Virtual points of group A in a round (C.04.7 1.3): half the rounds are accelerated, the first half of them fully.

    >>> [baku_value(9, r, 10) for r in range(1, 10)]
    [10, 10, 10, 5, 5, 0, 0, 0, 0]
    """
    accelerated = (planned + 1) // 2
    if round > accelerated:
        return 0
    return win if round <= (accelerated + 1) // 2 else win // 2


def group_a(tournament: Tournament) -> tuple[int, ...]:
    """Everybody down to the last participant of group A as it was before round one (C.04.7 1.2).

    The size counts those paired in round one only; who enters later above that last participant joins the group.
    """
    everyone = sequence(tournament)
    first = tournament.rounds[:1]
    starters = took_part(first[0]) if first else set(everyone) - set(tournament.absent(1))
    paired = [one for one in everyone if one in starters]
    if not paired:
        return ()
    last = paired[min(2 * -(-len(paired) // 4), len(paired)) - 1]
    return everyone[: everyone.index(last) + 1]


def remembered(tournament: Tournament) -> Tournament:
    """The tournament with its group A as records 250, if Baku is named by its code alone and round one is paired.

    From then on it goes down to the same person, whatever happens to the numbers (C.04.7 1.2).
    """
    if not scheme(tournament.system).baku or tournament.acceleration or not tournament.rounds:
        return tournament
    baku(tournament, 1)  # refuses where the method does not apply
    return replace(tournament, acceleration=written_out(tournament))


def written_out(tournament: Tournament) -> tuple[VirtualPoints, ...]:
    """The virtual points of the Baku method as records, one for a win's worth and one for half of it.

    The last number in them is that of the last participant of group A: so a file remembers who that is.
    """
    planned, group = tournament.planned or 0, group_a(tournament)
    by_matches = tournament.team_event and scheme(tournament.system).primary != "GP"
    win = tournament.match_points.win if by_matches else tournament.points.win
    values = [baku_value(planned, round, win) for round in range(1, planned + 1)]
    found = []
    for value in dict.fromkeys(filter(None, values)) if group else ():
        rounds = [round for round, one in enumerate(values, 1) if one == value]
        worth = {"match_points" if by_matches else "points": value}
        found.append(VirtualPoints(group[0], group[-1], rounds[0], rounds[-1], **worth))
    return tuple(found)
