"""The places that a participant can still reach in the last round, by points alone."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Literal

from rookery._record import record
from rookery.history.declared_points import player_points
from rookery.history.scoring import bye_points, outcome_table
from rookery.model import ByeKind, Ending, Points, Tournament

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
