"""Tables of the players and the teams."""

from __future__ import annotations

from rookery.formatting import Column, Table, format_points
from rookery.history.declared_points import current_points
from rookery.model import Team, Tournament


def players(t: Tournament) -> Table:
    """Return the table of all players; empty columns are left out."""
    columns = (
        Column("No", ">"), Column("Title", ">"), Column("Name", least=16), Column("Rating", ">"), Column("Fed"),
        Column("Sex"), Column("Born"), Column("FIDE ID", ">"), Column("Team", least=8), Column("Club", least=8),
    )  # fmt: skip
    team_of = {player_id: team.name for team in t.teams for player_id in team.players}
    rows = tuple(
        (
            str(p.number), p.title, p.name, str(p.rating or ""), p.federation, p.sex,
            str(p.birth.year) if p.birth else "", str(p.fide_id or p.national_id or ""),
            team_of.get(p.number, ""), p.club,
        )
        for p in t.players
    )  # fmt: skip
    return Table(columns, rows).without_empty()


def teams(t: Tournament) -> Table:
    """Return the table of the teams with their strength and points."""
    totals = current_points(t)
    ratings = {player.number: player.rating for player in t.players}
    columns = (
        Column("No", ">"), Column("Team", least=16), Column("Players", ">"), Column("Average", ">"),
        Column("Match points", ">"), Column("Game points", ">"),
    )  # fmt: skip
    rows = tuple(
        (
            str(team.number),
            team.name,
            str(len(team.players)),
            _average(team, ratings),
            *map(format_points, totals[team.number]),
        )
        for team in t.teams
    )
    return Table(columns, rows).without_empty()


def _average(team: Team, ratings: dict[int, int | None]) -> str:
    known_ratings = [rating for player_id in team.players if (rating := ratings.get(player_id))]
    return str(round(sum(known_ratings) / len(known_ratings))) if known_ratings else ""
