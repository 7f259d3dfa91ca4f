"""Settings that resemble a tournament, so that others like it can be made."""

from __future__ import annotations

from collections.abc import Sequence

from rookery.checking.settings import Ratings, Settings
from rookery.formats.catalogue import DEFAULT, conduct_of
from rookery.history import History, Kind
from rookery.matches import boards_per_match
from rookery.model import Result, Tournament
from rookery.regulations import scheme
from rookery.typed import Any
from rookery.values import fields, replace


def like(tournament: Tournament) -> Settings:
    """Settings that resemble a tournament: the same players, points, rounds and system, byes and forfeits as often.

    A player whose rating is not known counts as one of 1400.
    """
    kinds = [meeting.kind for column in History(tournament).columns for meeting in column.values()]
    present = sum(kind is not Kind.NOT_ENTERED for kind in kinds) or 1
    plan, games = scheme(tournament.system), _results(tournament)
    played = [result for result in games if result.played]
    everybody = plan.format.fixed_length  # is there in every round, but for the free one, or out

    def share(kind: Kind) -> float:
        return 0.0 if everybody else round(kinds.count(kind) / present, 4)

    told: dict[str, Any] = {} if tournament.team_event else dict(conduct_of(tournament).told(plan))
    settings = Settings(
        **_field_like(tournament),
        rounds=tournament.planned or len(tournament.rounds) or None,
        play=len(tournament.rounds) or None,
        system=plan.format.name or DEFAULT.name,
        draws=round(sum(r.white is r.black for r in played) / len(played), 4) if played else None,
        forfeits=round(sum(r.forfeit for r in games) / len(games), 4) if games else None,
        half_byes=share(Kind.HALF_BYE),
        full_byes=share(Kind.FULL_BYE),
        zero_byes=share(Kind.ZERO_BYE),
        acceleration="baku" if plan.baku else "none",
        points=tournament.points,
        tiebreaks=tournament.tiebreaks,
        **told,
    )
    quiet = Settings(double_forfeits=0.0, unusual=0.0, unrated=0.0, withdrawals=0, late_entries=0, forbidden=0)
    return replace(
        quiet, **{f.name: value for f in fields(settings) if (value := getattr(settings, f.name)) is not None}
    )


def _results(tournament: Tournament) -> Sequence[Result]:
    """The results of all games; in a team event those on the boards."""
    if tournament.team_event:
        return [game.result for round in tournament.rounds for match in round.matches for game in match.games]
    return [game.result for round in tournament.rounds for game in round.games]


def _field_like(tournament: Tournament) -> dict[str, Any]:
    """The field of settings that resemble a tournament: the ratings themselves or, of teams, their range and form."""
    ratings = tuple(player.rating or 1400 for player in tournament.players)
    plan, boards = scheme(tournament.system), boards_per_match(tournament)
    sides = {"teams": 0} if plan.format.sides else {}
    if not tournament.team_event:
        return {"ratings": Ratings(given=ratings), **sides}
    matches = [match for round in tournament.rounds for match in round.matches]
    field: dict[str, Any] = {
        "ratings": Ratings(min(ratings), max(ratings)),
        "teams": len(tournament.teams),
        "boards": boards,
        "match_points": tournament.match_points,
    }
    if plan.format.sides:
        return field
    forfeited = sum(one.forfeit is not None for one in matches)
    field["reserves"] = max(0, max(len(team.players) for team in tournament.teams) - boards)
    field["match_forfeits"] = round(forfeited / len(matches), 4) if matches else None
    return {**field, **conduct_of(tournament).told(plan)}
