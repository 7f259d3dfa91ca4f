"""The tree of a knock-out: every round from the first to the final, who meets whom, who went on, what both made."""

from __future__ import annotations

from rookery.model import Game, Match, Points, Result, Round, Tournament
from rookery.pairing.knockout import STAGES, reached, rounds_needed, survivors
from rookery.scoring import match_points, outcome_table
from rookery.values import NamedTuple
from rookery.wording import capital, spoken


class TreeMeeting(NamedTuple):
    """Two neighbours along the bracket, None where nobody is known; who went on, and the points of both, if any."""

    upper: int | None
    lower: int | None
    through: int | None
    points: tuple[Points, Points] | None


class TreeStage(NamedTuple):
    """A round of the tree, and what it is called."""

    called: str
    meetings: tuple[TreeMeeting, ...]


def tree_of(tournament: Tournament) -> tuple[TreeStage, ...]:
    """Every round of a knock-out, from the first to the final.

    >>> from rookery.model import Player
    >>> cup = Tournament(players=tuple(map(Player, range(1, 4))), system="CUSTOM_KNOCKOUT")
    >>> [(stage.called, [meeting[:2] for meeting in stage.meetings]) for stage in tree_of(cup)]
    [('Semi-final', [(1, None), (2, 3)]), ('Final', [(None, None)])]
    """
    came, rounds = reached(tournament), rounds_needed(len(tournament.participants))
    slots: list[int | None] = list(survivors(tournament.until(1)))
    found = []
    for far in range(1, rounds + 1):
        made = []
        for upper, lower in zip(slots[::2], slots[1::2], strict=True):
            on = next((one for one in (upper, lower) if one is not None and came.get(one, 0) >= far), None)
            made.append(TreeMeeting(upper, lower, on, _scored(tournament, far, upper, lower)))
        found.append(TreeStage(_called(rounds - far, far), tuple(made)))
        slots = [one.through for one in made]
    return tuple(found)


def _called(left: int, number: int) -> str:
    """What a round is called with so many after it."""
    return capital(STAGES[left]) if left < len(STAGES) else spoken("Round %(number)s", number=number)


def _scored(t: Tournament, number: int, upper: int | None, lower: int | None) -> tuple[Points, Points] | None:
    """What both have made of their meeting, as far as it is played."""
    round = t.rounds[number - 1] if number <= len(t.rounds) else Round()
    meetings: tuple[Game | Match, ...] = (*round.games, *round.matches)
    for one in meetings:
        if {one.white, one.black} == {upper, lower}:
            made = _made(t, round, one)
            return made[::-1] if made is not None and one.white == lower else made
    return None


def _made(t: Tournament, round: Round, one: Game | Match) -> tuple[Points, Points] | None:
    """The points of both sides; None where nothing is over yet."""
    if isinstance(one, Match):
        (_, first), (_, second) = match_points(t, one, round.player_byes)
        return None if one.open and first == second == 0 else (first, second)
    worth = outcome_table(t.points)
    return None if one.result is Result.PENDING else (worth[one.result.white], worth[one.result.black])
