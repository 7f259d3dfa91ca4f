"""Generator settings that resemble a given tournament."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rookery._record import fields, replace
from rookery.formats.resolve import DEFAULT, handlers_for
from rookery.generator.settings import GeneratorSettings, Ratings
from rookery.history.history import History, Kind
from rookery.history.team_matches import boards_per_match
from rookery.model import Result, Tournament
from rookery.regulations import parse_type_code


def settings_like(tournament: Tournament) -> GeneratorSettings:
    """Return settings with the players, points, rounds and system of a tournament, and its rates of byes and forfeits.

    A player without a rating counts as 1400.
    """
    kinds = [meeting.kind for column in History(tournament).round_results for meeting in column.values()]
    present = sum(kind is not Kind.NOT_ENTERED for kind in kinds) or 1
    type_code, games = parse_type_code(tournament.system), _all_results(tournament)
    played = [result for result in games if result.played]
    is_fixed_length = type_code.format.fixed_length  # is there in every round, but for the free one, or out

    def share(kind: Kind) -> float:
        return 0.0 if is_fixed_length else round(kinds.count(kind) / present, 4)

    format_settings: dict[str, Any] = (
        {} if tournament.team_event else dict(handlers_for(tournament).settings_from_code(type_code))
    )
    settings = GeneratorSettings(
        **_field_settings(tournament),
        rounds=tournament.planned_rounds or len(tournament.rounds) or None,
        play=len(tournament.rounds) or None,
        system=type_code.format.name or DEFAULT.name,
        draws=round(sum(r.white is r.black for r in played) / len(played), 4) if played else None,
        forfeits=round(sum(r.forfeit for r in games) / len(games), 4) if games else None,
        half_byes=share(Kind.HALF_BYE),
        full_byes=share(Kind.FULL_BYE),
        zero_byes=share(Kind.ZERO_BYE),
        acceleration="baku" if type_code.baku else "none",
        points=tournament.points,
        tiebreaks=tournament.tiebreaks_after_points,
        **format_settings,
    )
    base = GeneratorSettings(double_forfeits=0.0, unusual=0.0, unrated=0.0, withdrawals=0, late_entries=0, forbidden=0)
    return replace(
        base, **{f.name: value for f in fields(settings) if (value := getattr(settings, f.name)) is not None}
    )


def _all_results(tournament: Tournament) -> Sequence[Result]:
    """Return the results of all games, in a team event those on the boards."""
    if tournament.team_event:
        return [game.result for round in tournament.rounds for match in round.matches for game in match.games]
    return [game.result for round in tournament.rounds for game in round.games]


def _field_settings(tournament: Tournament) -> dict[str, Any]:
    """Return the settings of the field: the ratings themselves or, for teams, their range and the team sizes."""
    ratings = tuple(player.rating or 1400 for player in tournament.players)
    type_code, boards = parse_type_code(tournament.system), boards_per_match(tournament)
    side_settings = {"teams": 0} if type_code.format.sides else {}
    if not tournament.team_event:
        return {"ratings": Ratings(given=ratings), **side_settings}
    matches = [match for round in tournament.rounds for match in round.matches]
    field: dict[str, Any] = {
        "ratings": Ratings(min(ratings), max(ratings)),
        "teams": len(tournament.teams),
        "boards": boards,
        "match_points": tournament.match_points,
    }
    if type_code.format.sides:
        return field
    forfeited = sum(match.forfeit is not None for match in matches)
    field["reserves"] = max(0, max(len(team.players) for team in tournament.teams) - boards)
    field["match_forfeits"] = round(forfeited / len(matches), 4) if matches else None
    return {**field, **handlers_for(tournament).settings_from_code(type_code)}
