"""Points as they stand, open games counting nothing yet; and the declared points of a file brought up to date."""

from __future__ import annotations

from collections.abc import Collection

from rookery.attendance import counts, unranked
from rookery.history import History
from rookery.model import Player, Points, Team, Tournament
from rookery.regulations import scheme
from rookery.scoring import bye_points, outcome_table
from rookery.values import replace


def points_so_far(tournament: Tournament, early: Collection[int] = ()) -> dict[int, tuple[Points, Points]]:
    """By participant: points for the standings and, in a team event, (match points, game points).

    Without the meetings of those in `early`, who are left out of the standings, and of whoever met them.
    """
    found = dict.fromkeys(tournament.by_id, (0, 0))
    by_games = tournament.team_event and scheme(tournament.system).primary == "GP"
    for column in History(tournament).columns:
        for one, meeting in column.items():
            if early and not counts(one, meeting.opponent, early):
                continue
            more = (meeting.secondary, meeting.points) if by_games else (meeting.points, meeting.secondary)
            found[one] = found[one][0] + more[0], found[one][1] + more[1]
    for record in tournament.abnormal:
        for one in record.players if not record.kind else ():
            first = record.match_points if tournament.team_event else record.points
            found[one] = found[one][0] + first, found[one][1] + record.points
    return found


def player_points(tournament: Tournament) -> dict[int, Points]:
    """The points of every player; in a team event those of their own games."""
    if not tournament.team_event:
        return {one: points for one, (points, _) in points_so_far(tournament).items()}
    worth = outcome_table(tournament.points)
    found = {player.id: 0 for player in tournament.players}
    for round in tournament.rounds:
        for game in (game for match in round.matches for game in match.games):
            found[game.white] += worth[game.result.white]
            found[game.black] += worth[game.result.black]
        for bye in round.player_byes:
            found[bye.player] += bye_points(tournament.points, bye.kind)
    return found


def up_to_date(old: Tournament, new: Tournament) -> Tournament:
    """The new tournament with its declared points moved by what has changed; points nobody can explain stay."""
    before, after = player_points(old), player_points(new)
    counted = {} if old.team_event else _counted(old)
    still = _counted(new) if counted else {}

    def player(one: Player) -> Player:
        if one.id in still and one.points == counted.get(one.id) != before.get(one.id):
            return replace(one, points=still[one.id])
        moved = after[one.id] - before.get(one.id, 0)
        return replace(one, points=after[one.id] if one.points is None else one.points + moved)

    teams = new.teams
    if new.team_event:
        was, now = points_so_far(old), points_so_far(new)
        teams = tuple(_team(one, was.get(one.id, (0, 0)), now[one.id]) for one in teams)
    return replace(new, players=tuple(map(player, new.players)), teams=teams)


def _counted(t: Tournament) -> dict[int, Points]:
    """The points of those who are ranked, where others have left a round robin too early (C.05 6.6); else nothing."""
    early = unranked(t)
    return {one: both[0] for one, both in points_so_far(t, early).items() if one not in early} if early else {}


def _team(team: Team, before: tuple[Points, Points], after: tuple[Points, Points]) -> Team:
    def moved(declared: Points | None, i: int) -> Points:
        return after[i] if declared is None else declared + after[i] - before[i]

    return replace(team, match_points=moved(team.match_points, 0), game_points=moved(team.game_points, 1))
