"""Rating reports and audits as data: half points and hundredths, in whole numbers, each called what it is."""

from __future__ import annotations

from rookery.answers.plain import plain
from rookery.rating.games import RatedGame
from rookery.rating.norms import Audit
from rookery.rating.outlook import Outlook
from rookery.rating.report import GameChange, Newcomer, RatedPlayer, RatingReport
from rookery.typed import TYPE_CHECKING

if TYPE_CHECKING:
    from rookery.answers import shapes


def report_data(report: RatingReport, *, lines: bool = False) -> shapes.RatingReportData:
    """The report; with `lines`, the games of every rated player."""
    return {
        "event": report.event,
        "kind": report.kind,
        "rules": report.rules.name,
        "rules_since": str(report.rules.since or ""),
        "players": [_row(row, lines) for row in report.rows],
        "unrated": [_newcomer(one) for one in report.newcomers],
        "not_counted": [_not_counted(game) for game in report.not_counted],
        "notes": list(report.notes),
    }


def _row(row: RatedPlayer, lines: bool) -> shapes.RatedPlayerData:
    made: shapes.RatedPlayerData = {
        "id": row.player.id,
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
        made["lines"] = [_line(line) for line in row.lines]
    return made


def _line(line: GameChange) -> shapes.GameChangeData:
    return {
        "round": line.round,
        "opponent": line.opponent,
        "rating": line.rating,
        "half_points": line.half_points,
        "change_hundredths": line.change,
        "limited": line.limited,
    }


def _newcomer(one: Newcomer) -> shapes.NewcomerData:
    return {
        "id": one.player.id,
        "fide_id": one.player.fide_id,
        "name": one.player.name,
        "half_points": one.first.half_points,
        "games": one.first.games,
        "first_rating": one.first.rating,
        "why_none": one.first.why,
        "no_point": one.zero,
    }


def _not_counted(game: RatedGame) -> shapes.NotCountedData:
    return {
        "round": game.round,
        "white": game.white,
        "black": game.black,
        "result": str(game.result),
        "why": str(game.reason),
        "article": game.reason.article if game.reason else "",
    }


def audit_data(audit: Audit, *, games: bool = False) -> shapes.NormData:
    """An audit; with `games`, those that count."""
    made: shapes.NormData = {
        "id": audit.player.id,
        "name": audit.player.name,
        "title": audit.title,
        "met": audit.met,
        "half_points": audit.half_points,
        "games": len(audit.games),
        "average": audit.average,
        "performance": audit.performance,
        "games_credited": audit.credit,
        "ignored_rounds": [game.round for game in audit.ignored],
        "last_forfeit_as_loss": audit.as_loss,
        "unplayed_win": audit.unplayed_win,
        "conditions": plain(audit.conditions),
    }
    if games:
        made["games_counted"] = plain(audit.games)
    if audit.outlook:
        made["to_come"] = _outlook(audit.outlook)
    return made


def _outlook(outlook: Outlook) -> shapes.OutlookData:
    return {
        "games": outlook.rounds,
        "known_opponents": list(outlook.known),
        "needs": list(outlook.needs),
        "hopeless": outlook.hopeless,
        "scores": [{"half_points": half, "average": average} for half, average in outlook.scores],
    }
