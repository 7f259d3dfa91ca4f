"""Rating reports and norm audits as JSON data: half points and hundredths as whole numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rookery.rating.games import RatedGame
from rookery.rating.norms import Audit, NormForecast
from rookery.rating.report import GameChange, Newcomer, RatedPlayer, RatingReport
from rookery.serialize.encode import encode

if TYPE_CHECKING:
    from rookery.serialize import types


def rating_report_data(report: RatingReport, *, lines: bool = False) -> types.RatingReportData:
    """Return the report; with `lines`, the games of every rated player."""
    return {
        "event": report.event,
        "kind": report.kind,
        "rules": report.rules.name,
        "rules_since": str(report.rules.since or ""),
        "players": [_player_data(row, lines) for row in report.rows],
        "unrated": [_newcomer_data(newcomer) for newcomer in report.newcomers],
        "not_counted": [_not_counted_data(game) for game in report.not_counted],
        "notes": list(report.notes),
    }


def _player_data(row: RatedPlayer, lines: bool) -> types.RatedPlayerData:
    data: types.RatedPlayerData = {
        "id": row.player.number,
        "fide_id": row.player.fide_id,
        "name": row.player.name,
        "rating": row.rating,
        "opponents_average": row.opponents,
        "half_points": row.half_points,
        "games": row.games,
        "change_hundredths": row.change,
        "k": row.k,
        "k_change_hundredths": row.k_change,
        "new_rating_if_alone": row.alone,
    }
    if lines:
        data["lines"] = [_game_data(line) for line in row.lines]
    return data


def _game_data(line: GameChange) -> types.GameChangeData:
    return {
        "round": line.round,
        "opponent": line.opponent,
        "rating": line.rating,
        "half_points": line.half_points,
        "change_hundredths": line.change,
        "limited": line.limited,
    }


def _newcomer_data(newcomer: Newcomer) -> types.NewcomerData:
    return {
        "id": newcomer.player.number,
        "fide_id": newcomer.player.fide_id,
        "name": newcomer.player.name,
        "half_points": newcomer.first.half_points,
        "games": newcomer.first.games,
        "first_rating": newcomer.first.rating,
        "why_none": newcomer.first.why,
        "no_point": newcomer.zero,
    }


def _not_counted_data(game: RatedGame) -> types.NotCountedData:
    return {
        "round": game.round,
        "white": game.white,
        "black": game.black,
        "result": str(game.result),
        "why": str(game.reason),
        "article": game.reason.article if game.reason else "",
    }


def norm_data(audit: Audit, *, games: bool = False) -> types.NormData:
    """Return an audit; with `games`, the games that count."""
    data: types.NormData = {
        "id": audit.player.number,
        "name": audit.player.name,
        "title": audit.title,
        "met": audit.is_met,
        "half_points": audit.half_points,
        "games": len(audit.games),
        "average": audit.average,
        "performance": audit.performance,
        "games_credited": audit.credit,
        "ignored_rounds": [game.round for game in audit.ignored],
        "last_forfeit_as_loss": audit.as_loss,
        "unplayed_win": audit.unplayed_win,
        "conditions": encode(audit.conditions),
    }
    if games:
        data["games_counted"] = encode(audit.games)
    if audit.outlook:
        data["to_come"] = _outlook_data(audit.outlook)
    return data


def _outlook_data(outlook: NormForecast) -> types.OutlookData:
    return {
        "games": outlook.rounds,
        "known_opponents": list(outlook.known),
        "needs": list(outlook.needs),
        "hopeless": outlook.hopeless,
        "scores": [{"half_points": half, "average": average} for half, average in outlook.scores],
    }
