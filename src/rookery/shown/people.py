"""Who takes part: the players and the teams as tables, and the head of the event."""

from __future__ import annotations

from rookery.declared import points_so_far
from rookery.labels import Column, Table, points
from rookery.model import Team, Tournament


def players(t: Tournament) -> Table:
    """Everybody with what is known of them; columns in which nothing stands are left out."""
    columns = (
        Column("No", ">"), Column("Title", ">"), Column("Name", least=16), Column("Rating", ">"), Column("Fed"),
        Column("Sex"), Column("Born"), Column("FIDE ID", ">"), Column("Team", least=8), Column("Club", least=8),
    )  # fmt: skip
    team_of = {one: team.name for team in t.teams for one in team.players}
    rows = tuple(
        (
            str(p.id), p.title, p.name, str(p.rating or ""), p.federation, p.sex, str(p.birth.year) if p.birth else "",
            str(p.fide_id or p.national_id or ""), team_of.get(p.id, ""), p.club,
        )
        for p in t.players
    )  # fmt: skip
    return Table(columns, rows).without_empty()


def teams(t: Tournament) -> Table:
    """The teams with their strength and their points."""
    totals = points_so_far(t)
    ratings = {player.id: player.rating for player in t.players}
    columns = (
        Column("No", ">"), Column("Team", least=16), Column("Players", ">"), Column("Average", ">"),
        Column("Match points", ">"), Column("Game points", ">"),
    )  # fmt: skip
    rows = tuple(
        (str(team.id), team.name, str(len(team.players)), _average(team, ratings), *map(points, totals[team.id]))
        for team in t.teams
    )
    return Table(columns, rows).without_empty()


def _average(team: Team, ratings: dict[int, int | None]) -> str:
    known = [rating for one in team.players if (rating := ratings.get(one))]
    return str(round(sum(known) / len(known))) if known else ""
