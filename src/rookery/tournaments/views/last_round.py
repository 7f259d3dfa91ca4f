"""What a player can still reach in the last round: the places by points, and results that decide about them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import reduce
from typing import TYPE_CHECKING

from rookery._record import record
from rookery.errors import RookeryError
from rookery.messages import msg
from rookery.model import Result
from rookery.ranking.place_bounds import PlaceBounds, place_bounds
from rookery.ranking.standings import Standings
from rookery.regulations import parse_type_code
from rookery.tournaments.state import State

if TYPE_CHECKING:
    from rookery.simulation.chances import Forecast
    from rookery.simulation.conditions import MustHappen, ResultClause, ResultCondition

MOST_OPEN = 6
"""Maximum number of open games whose results are all tried out: 3 to this power combinations are ranked."""

GOALS = (1, 3)
"""The places about which conditions are stated: first, and in the first three."""

MOST_SHOWN = 6
"""Maximum number of conditions that are shown of each kind."""


@record
class GoalConditions:
    """When it is certain, and when it is impossible, that a player finishes in the first `places`.

    Each condition is a sentence without its end; `always` and `never` say that no condition is needed. `others` are
    conditions that are not shown.
    """

    places: int
    certain: tuple[str, ...] = ()
    impossible: tuple[str, ...] = ()
    always: bool = False
    never: bool = False
    others: int = 0


def last_round_places(state: State, key: str, standings: Standings) -> tuple[PlaceBounds, ...]:
    """Return the places that a player can reach in the last round; nothing before it, or where points do not rank."""
    t = state.tournament
    format = parse_type_code(t.system).format
    if t.team_event or key not in state.keys.participants or not (format.swiss or format.is_round_robin):
        return ()
    if standings.source == "of the format" or str(standings.points) != "PTS":
        return ()
    return place_bounds(t, state.number(key), frozenset(place.id for place in standings.places))


def can_state_conditions(state: State) -> bool:
    """Return whether the last round is paired and has so few open games that all results can be tried out."""
    t = state.tournament
    is_last = bool(t.rounds) and len(t.rounds) == t.planned_rounds and not t.team_event and state.phase is None
    return is_last and 0 < len(t.rounds[-1].pending) <= MOST_OPEN and not any(round.adjourned for round in t.rounds)


def last_round_forecast(state: State) -> Forecast | None:
    """Return the forecast of the last round with all combinations of results, or None if there is none."""
    from rookery.simulation.forecast import forecast

    if not can_state_conditions(state):
        return None
    players = tuple(state.tournament.participants_by_number)
    try:
        return forecast(state.tournament, 3**MOST_OPEN, top=max(GOALS), exact=True, watched=players)
    except RookeryError:  # a format that cannot be forecast, or nobody has a rating
        return None


def goal_conditions(forecast: Forecast, state: State, key: str) -> tuple[GoalConditions, ...]:
    """Return the conditions of each goal for a player, the own game named first."""
    number = state.number(key)
    names = {player.number: player.name or str(player.number) for player in state.tournament.players}
    return tuple(_build_goal(forecast.must_happen(number, places), names) for places in GOALS if places < len(names))


def _build_goal(found: MustHappen, names: Mapping[int, str]) -> GoalConditions:
    always, never = found.certain_ways == found.ways, found.impossible_ways == found.ways
    certain = () if always or never else tuple(_describe_conditions(found.certain, names))
    impossible = () if always or never else tuple(_describe_conditions(found.impossible, names))
    hidden = max(0, len(certain) - MOST_SHOWN) + max(0, len(impossible) - MOST_SHOWN)
    hidden += 0 if always or never else bool(found.certain_left) + bool(found.impossible_left)
    return GoalConditions(found.places, certain[:MOST_SHOWN], impossible[:MOST_SHOWN], always, never, hidden)


def _describe_conditions(conditions: Iterable[ResultCondition], names: Mapping[int, str]) -> Iterator[str]:
    for condition in conditions:
        clauses = [_describe_clause(clause, names) for clause in condition.clauses]
        yield reduce(lambda first, then: msg("%(first)s, and %(then)s", first=first, then=then), clauses)


def _describe_clause(clause: ResultClause, names: Mapping[int, str]) -> str:
    """Return the condition on one game in words."""
    people = {"white": names[clause.white], "black": names[clause.black]}
    won, drew, lost = (result in clause.results for result in (Result.WHITE_WINS, Result.DRAW, Result.BLACK_WINS))
    if won and lost:
        return msg("%(white)s and %(black)s do not draw", **people)
    if drew and not (won or lost):
        return msg("%(white)s and %(black)s draw", **people)
    if drew and won:
        return msg("%(black)s does not beat %(white)s", **people)
    if drew:
        return msg("%(white)s does not beat %(black)s", **people)
    return msg("%(white)s beats %(black)s", **people) if won else msg("%(black)s beats %(white)s", **people)
