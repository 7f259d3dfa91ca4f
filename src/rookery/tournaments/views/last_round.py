"""What a player can still reach in the last round: the places by points, and results that decide about them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import reduce
from typing import TYPE_CHECKING, Literal

from rookery._record import record
from rookery.errors import RookeryError
from rookery.history.declared_points import player_points
from rookery.history.scoring import bye_points, outcome_table
from rookery.messages import msg
from rookery.model import ByeKind, Ending, Points, Result, Tournament
from rookery.ranking.standings import Standings
from rookery.regulations import parse_type_code
from rookery.tournaments.state import State

if TYPE_CHECKING:
    from rookery.simulation.chances import Forecast
    from rookery.simulation.conditions import MustHappen, ResultClause, ResultCondition


_ENDINGS = ((Ending.WIN, Ending.LOSS), (Ending.DRAW, Ending.DRAW), (Ending.LOSS, Ending.WIN))
"""The results of an open game, each as the ending of White and of Black."""

OwnEnding = Literal["", "win", "draw", "loss"]
"""The ending of a participant's own game; empty without an open game."""

_WORDS: dict[Ending, OwnEnding] = {Ending.WIN: "win", Ending.DRAW: "draw", Ending.LOSS: "loss"}


@record
class PlaceBounds:
    """The points after an ending of the last game, and the best and the worst place with them.

    The true place lies between both, whatever the other results and the tie-breaks are, if every game is played.
    """

    ending: OwnEnding
    points: Points
    best: int
    worst: int


def place_bounds(tournament: Tournament, player: int, ranked: Collection[int]) -> tuple[PlaceBounds, ...]:
    """Return the bounds of a player's place for each ending of the last game; nothing if it is not the last round.

    The last round is paired and has open games, or is the next one; then any pairing of it is assumed to be possible.
    `ranked` are the participants who have a place.

    >>> from rookery.model import Game, Player, Result, Round
    >>> games = (Game(1, 3, Result.PENDING), Game(2, 4, Result.WHITE_WINS))
    >>> event = Tournament(players=tuple(map(Player, (1, 2, 3, 4))), rounds=(Round(games),), planned_rounds=1)
    >>> [(row.ending, row.best, row.worst) for row in place_bounds(event, 1, {1, 2, 3, 4})]
    [('win', 1, 2), ('draw', 2, 3), ('loss', 3, 4)]
    """
    t, worth = tournament, outcome_table(tournament.points)
    if t.team_event or player not in ranked:
        return ()
    points = {number: score for number, score in player_points(t).items() if number in ranked}
    last = t.rounds[-1] if t.rounds else None
    if last is not None and len(t.rounds) == t.planned_rounds and last.pending and not last.adjourned:
        pairs = [(game.white, game.black) for game in last.pending]
        return tuple(_bounds_of_pairs(points, player, pairs, worth))
    if t.planned_rounds == len(t.rounds) + 1 and not any(round.pending or round.adjourned for round in t.rounds):
        gains = [worth[Ending.WIN], worth[Ending.DRAW], worth[Ending.LOSS]]
        most = max(*gains, *(bye_points(t.points, kind) for kind in ByeKind))
        others = [score for number, score in points.items() if number != player]
        return tuple(
            PlaceBounds(
                _WORDS[ending],
                own := points[player] + worth[ending],
                1 + sum(score + min(gains) > own for score in others),
                1 + sum(score + most >= own for score in others),
            )
            for ending, _ in _ENDINGS
        )
    return ()


def _bounds_of_pairs(
    points: Mapping[int, Points], player: int, pairs: list[tuple[int, int]], worth: Mapping[Ending, Points]
) -> list[PlaceBounds]:
    """Return the bounds for each ending of the player's game, or the only ones if the player has none."""
    own_pair = next((pair for pair in pairs if player in pair), None)
    if own_pair is None:
        return [_count_places("", player, points, pairs, worth)]
    rows, is_black = [], own_pair[1] == player
    other = own_pair[0] if is_black else own_pair[1]
    rest = [pair for pair in pairs if pair != own_pair]
    for own, opponent in _ENDINGS:
        after = {**points, player: points[player] + worth[own]}
        if other in after:
            after[other] += worth[opponent]
        rows.append(_count_places(_WORDS[own], player, after, rest, worth))
    return rows


def _count_places(
    ending: OwnEnding,
    player: int,
    after: Mapping[int, Points],
    pairs: list[tuple[int, int]],
    worth: Mapping[Ending, Points],
) -> PlaceBounds:
    """Return the bounds with these points and open games of others: each game counts with its best and worst result."""
    own, open_players = after[player], {number for pair in pairs for number in pair}
    fixed = [score for number, score in after.items() if number != player and number not in open_players]
    above, level = sum(score > own for score in fixed), sum(score >= own for score in fixed)
    for pair in pairs:
        scores = [
            [after[number] + worth[end] for number, end in zip(pair, ends, strict=True) if number in after]
            for ends in _ENDINGS
        ]
        above += min(sum(score > own for score in result) for result in scores)
        level += max(sum(score >= own for score in result) for result in scores)
    return PlaceBounds(ending, own, 1 + above, 1 + level)


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


def _build_goal(goal: MustHappen, names: Mapping[int, str]) -> GoalConditions:
    always, never = goal.certain_ways == goal.ways, goal.impossible_ways == goal.ways
    certain = () if always or never else tuple(_describe_conditions(goal.certain, names))
    impossible = () if always or never else tuple(_describe_conditions(goal.impossible, names))
    hidden = max(0, len(certain) - MOST_SHOWN) + max(0, len(impossible) - MOST_SHOWN)
    hidden += 0 if always or never else bool(goal.certain_left) + bool(goal.impossible_left)
    return GoalConditions(goal.places, certain[:MOST_SHOWN], impossible[:MOST_SHOWN], always, never, hidden)


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
