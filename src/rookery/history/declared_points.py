"""Current points, with open games counting nothing; and the declared points of a file brought up to date."""

from __future__ import annotations

from collections.abc import Collection

from rookery._record import replace
from rookery.history.completion import counts_in_standings, unranked_participants
from rookery.history.history import History
from rookery.history.scoring import bye_points, outcome_table
from rookery.model import Ending, Player, Points, Team, Tournament
from rookery.regulations import parse_type_code


def current_points(tournament: Tournament, excluded: Collection[int] = ()) -> dict[int, tuple[Points, Points]]:
    """Return the points of each participant for the standings and, in a team event, (match points, game points).

    Meetings of the participants in `excluded`, who are left out of the standings, do not count.
    """
    points_by_id = dict.fromkeys(tournament.participants_by_number, (0, 0))
    by_games = tournament.team_event and parse_type_code(tournament.system).primary == "GP"
    for column in History(tournament).round_results:
        for participant, meeting in column.items():
            if excluded and not counts_in_standings(participant, meeting.opponent, excluded):
                continue
            points = (meeting.secondary, meeting.points) if by_games else (meeting.points, meeting.secondary)
            first, second = points_by_id[participant]
            points_by_id[participant] = first + points[0], second + points[1]
    for record in tournament.point_adjustments:
        for participant in record.players if not record.kind else ():
            bonus = record.match_points if tournament.team_event else record.points
            first, second = points_by_id[participant]
            points_by_id[participant] = first + bonus, second + record.points
    return points_by_id


def player_points(tournament: Tournament) -> dict[int, Points]:
    """Return the points of every player; in a team event those of their own games."""
    if not tournament.team_event:
        return {player: points for player, (points, _) in current_points(tournament).items()}
    worth = outcome_table(tournament.points)
    points_by_id = {player.number: 0 for player in tournament.players}
    for round in tournament.rounds:
        for game in (game for match in round.matches for game in match.games):
            points_by_id[game.white] += worth[game.result.white]
            points_by_id[game.black] += worth[game.result.black]
        for bye in round.player_byes:
            points_by_id[bye.player] += bye_points(tournament.points, bye.kind)
        for board in (board for match in round.matches for board in match.vacant):
            if board.player is not None and board.player in points_by_id:
                points_by_id[board.player] += worth[Ending.FORFEIT_WIN]
    return points_by_id


def update_declared_points(old: Tournament, new: Tournament) -> Tournament:
    """Return the new tournament with its declared points changed by what has changed; unexplained points are kept."""
    before, after = player_points(old), player_points(new)
    old_ranked = {} if old.team_event else _ranked_points(old)
    new_ranked = _ranked_points(new) if old_ranked else {}

    def update_player(player: Player) -> Player:
        if player.number in new_ranked and player.points == old_ranked.get(player.number) != before.get(player.number):
            return replace(player, points=new_ranked[player.number])
        change = after[player.number] - before.get(player.number, 0)
        return replace(player, points=after[player.number] if player.points is None else player.points + change)

    updated_teams = new.teams
    if new.team_event:
        old_points, new_points = current_points(old), current_points(new)
        updated_teams = tuple(
            _update_team(team, old_points.get(team.number, (0, 0)), new_points[team.number]) for team in updated_teams
        )
    return replace(new, players=tuple(map(update_player, new.players)), teams=updated_teams)


def _ranked_points(tournament: Tournament) -> dict[int, Points]:
    """Return the points of ranked participants if others left a round robin early (C.05 6.6), else an empty dict."""
    excluded = unranked_participants(tournament)
    if not excluded:
        return {}
    points_by_id = current_points(tournament, excluded)
    return {number: points[0] for number, points in points_by_id.items() if number not in excluded}


def _update_team(team: Team, before: tuple[Points, Points], after: tuple[Points, Points]) -> Team:
    def update(declared: Points | None, i: int) -> Points:
        return after[i] if declared is None else declared + after[i] - before[i]

    return replace(team, match_points=update(team.match_points, 0), game_points=update(team.game_points, 1))
