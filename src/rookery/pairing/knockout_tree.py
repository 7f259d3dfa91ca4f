"""The tree of a knock-out: every round from the first to the final, with its meetings and their results."""

from __future__ import annotations

from typing import NamedTuple

from rookery.history.scoring import match_points, outcome_table
from rookery.messages import capitalize_first, msg
from rookery.model import Game, Match, Points, Result, Round, Tournament
from rookery.pairing.knockout import STAGES, reached, rounds_needed, survivors


class TreeMeeting(NamedTuple):
    """Two neighbours along the bracket (None where not known yet), the one who advanced, and the points of both."""

    upper: int | None
    lower: int | None
    through: int | None
    points: tuple[Points, Points] | None


class TreeStage(NamedTuple):
    """A round of the tree, and its title."""

    called: str
    meetings: tuple[TreeMeeting, ...]


def build_tree(tournament: Tournament) -> tuple[TreeStage, ...]:
    """Build every round of a knock-out, from the first to the final.

    >>> from rookery.model import Player
    >>> cup = Tournament(players=tuple(map(Player, range(1, 4))), system="CUSTOM_KNOCKOUT")
    >>> [(stage.called, [meeting[:2] for meeting in stage.meetings]) for stage in build_tree(cup)]
    [('Semi-final', [(1, None), (2, 3)]), ('Final', [(None, None)])]
    """
    came, rounds = reached(tournament), rounds_needed(len(tournament.participants))
    slots: list[int | None] = list(survivors(tournament.before_round(1)))
    stages = []
    for far in range(1, rounds + 1):
        meetings = []
        for upper, lower in zip(slots[::2], slots[1::2], strict=True):
            on = next(
                (meeting for meeting in (upper, lower) if meeting is not None and came.get(meeting, 0) >= far), None
            )
            meetings.append(TreeMeeting(upper, lower, on, _meeting_points(tournament, far, upper, lower)))
        stages.append(TreeStage(_stage_title(rounds - far, far), tuple(meetings)))
        slots = [meeting.through for meeting in meetings]
    return tuple(stages)


def _stage_title(remaining: int, number: int) -> str:
    """Return the title of a round with so many after it."""
    return capitalize_first(STAGES[remaining]) if remaining < len(STAGES) else msg("Round %(number)s", number=number)


def _meeting_points(t: Tournament, number: int, upper: int | None, lower: int | None) -> tuple[Points, Points] | None:
    """Return the points of both in their meeting, as far as it is played."""
    round = t.rounds[number - 1] if number <= len(t.rounds) else Round()
    meetings: tuple[Game | Match, ...] = (*round.games, *round.matches)
    for meeting in meetings:
        if {meeting.white, meeting.black} == {upper, lower}:
            points = _points_of_meeting(t, round, meeting)
            return points[::-1] if points is not None and meeting.white == lower else points
    return None


def _points_of_meeting(t: Tournament, round: Round, meeting: Game | Match) -> tuple[Points, Points] | None:
    """Return the points of both sides; None if no game is over yet."""
    if isinstance(meeting, Match):
        (_, first), (_, second) = match_points(t, meeting, round.player_byes)
        return None if meeting.open and first == second == 0 else (first, second)
    worth = outcome_table(t.points)
    return None if meeting.result is Result.PENDING else (worth[meeting.result.white], worth[meeting.result.black])
