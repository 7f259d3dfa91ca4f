"""Records of teams: rosters, byes, forfeited matches, line-ups."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rookery.model import ByeKind, Match, Team, Tournament
from rookery.trf.entry import Composer, Entry, Voice, entry, ids, shown
from rookery.trf.matches import FORFEITS, arranged
from rookery.trf.records import points_text


def _teams(tournament: Tournament, voice: Voice) -> Iterator[Entry]:
    for team in tournament.teams:
        values = {
            "id": str(team.id), "name": team.name, "nickname": team.nickname, "strength": shown(team.strength),
            "match points": points_text(team.match_points), "game points": points_text(team.game_points),
            "rank": shown(team.rank),
        }  # fmt: skip
        yield entry("310", (team.id,), values, ids(team.players))


def _old_teams(tournament: Tournament, voice: Voice) -> Iterator[Entry]:
    if "310" not in voice.codes:
        for team in tournament.teams:
            yield entry("013", (team.id,), {"name": team.name}, ids(team.players))


def _allocated(tournament: Tournament, voice: Voice) -> list[Entry]:
    points = tournament.match_points
    given = [
        next((bye.player for bye in round.byes if bye.kind is ByeKind.PAIRING_ALLOCATED), 0)
        for round in tournament.rounds
    ]
    if not tournament.team_event or not (
        any(given) or points.pab != points.draw or tournament.team_bye_points is not None
    ):
        return []
    values = {"match points": points_text(points.pab), "game points": points_text(tournament.team_bye_points)}
    return [entry("320", (), values, tuple((f"{team:03}" if not team else str(team),) for team in given))]


def _forfeits(tournament: Tournament, voice: Voice) -> Iterator[Entry]:
    kinds = {result: kind for kind, result in FORFEITS.items()}
    for number, round in enumerate(tournament.rounds, 1):
        for match in round.matches if tournament.team_event else ():
            if match.forfeit is not None:
                values = {
                    "type": kinds[match.forfeit],
                    "round": str(number),
                    "white": str(match.white),
                    "black": str(match.black),
                }
                yield entry("330", (number, match.white), values)


def _line_ups(tournament: Tournament, voice: Voice) -> Iterator[Entry]:
    """A line-up for every match that rosters and colours alone would not tell as it was."""
    if not tournament.team_event:
        return
    teams = {team.id: team for team in tournament.teams}
    for number, round in enumerate(tournament.rounds, 1):
        for match in round.matches:
            for team, opponent, players in line_ups(match, teams, tournament.board_colours):
                values = {"round": str(number), "team": str(team), "opponent": str(opponent)}
                yield entry(
                    "300",
                    (number, team),
                    values,
                    tuple((str(id).rjust(4, "0") if not id else str(id),) for id in players),
                )


def line_ups(match: Match, teams: Mapping[int, Team], colours: str) -> list[tuple[int, int, list[int]]]:
    """Team, opponent and players for both sides (0: an empty board); nothing when the match reads the same without."""
    one, other = sorted((match.white, match.black))

    def reads_so(given: Mapping[int, list[int]]) -> bool:
        found = arranged(
            teams[one], teams[other], sorted(match.games, key=lambda game: min(game.white, game.black)), given, colours
        )
        return found.games == match.games and (found.white == match.white or match.forfeit is not None)

    if not match.games or reads_so({}):
        return []
    sides: dict[int, list[int]] = {one: [], other: []}
    for game in match.games:
        for player in (game.white, game.black):
            sides[one if player in teams[one].players else other].append(player)
    for empty in (0, 1, 2):
        given = {team: [0] * empty + players for team, players in sides.items()}
        if reads_so(given):
            break
    return [(one, other, given[one]), (other, one, given[other])]


TEAMS: dict[str, Composer] = {
    "310": _teams, "013": _old_teams, "320": _allocated, "330": _forfeits, "300": _line_ups,
}  # fmt: skip
