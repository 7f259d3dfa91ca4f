"""Rating reports and audits as plain data, for other programs: half points and hundredths, in whole numbers."""

from __future__ import annotations

from rookery.model import Player
from rookery.rating.games import RatedGame
from rookery.rating.norms import Audit
from rookery.rating.outlook import Outlook
from rookery.rating.report import GameChange, Newcomer, RatedPlayer, RatingReport
from rookery.rating.titles import Condition, NormGame


def as_data(report: RatingReport, *, lines: bool = False) -> dict[str, object]:
    """The report as data that JSON can write; with `lines`, the games of every rated player."""
    return {
        "event": report.event,
        "kind": report.kind,
        "rules_since": str(report.rules.since or ""),
        "players": [_row(row, lines) for row in report.rows],
        "unrated": [_newcomer(one) for one in report.newcomers],
        "not_counted": [_not_counted(game) for game in report.not_counted],
        "notes": list(report.notes),
    }


def _who(player: Player) -> dict[str, object]:
    return {"id": player.id, "fide_id": player.fide_id, "name": player.name}


def _row(row: RatedPlayer, lines: bool) -> dict[str, object]:
    made: dict[str, object] = {
        **_who(row.player),
        "rating": row.rating,
        "opponents_average": row.opponents,
        "half_points": row.half_points,
        "games": row.games,
        "change_hundredths": row.change,
        "k": row.k,
        "k_change_hundredths": row.k_change,
        "new_rating_if_alone": row.alone,
    }
    return {**made, "lines": [_line(line) for line in row.lines]} if lines else made


def _line(line: GameChange) -> dict[str, object]:
    return {
        "round": line.round,
        "opponent": line.opponent,
        "rating": line.rating,
        "half_points": line.half_points,
        "change_hundredths": line.change,
        "limited": line.limited,
    }


def _newcomer(one: Newcomer) -> dict[str, object]:
    return {
        **_who(one.player),
        "half_points": one.first.half_points,
        "games": one.first.games,
        "first_rating": one.first.rating,
        "why_none": one.first.why,
        "no_point": one.zero,
    }


def _not_counted(game: RatedGame) -> dict[str, object]:
    return {
        "round": game.round,
        "white": game.white,
        "black": game.black,
        "result": str(game.result),
        "why": str(game.reason),
        "article": game.reason.article if game.reason else "",
    }


def audit_data(audit: Audit, *, games: bool = False) -> dict[str, object]:
    """An audit as data that JSON can write; with `games`, those that count."""
    made: dict[str, object] = {
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
        "conditions": [_condition(one) for one in audit.conditions],
    }
    if games:
        made["games_counted"] = [_norm_game(game) for game in audit.games]
    return {**made, "to_come": _outlook(audit.outlook)} if audit.outlook else made


def _condition(one: Condition) -> dict[str, object]:
    return {"article": one.article, "what": one.what, "found": one.found, "needed": one.needed, "passed": one.passed}


def _norm_game(game: NormGame) -> dict[str, object]:
    return {
        "round": game.round,
        "opponent": game.opponent,
        "rating": game.rating,
        "title": game.title,
        "federation": game.federation,
        "half_points": game.half_points,
    }


def _outlook(outlook: Outlook) -> dict[str, object]:
    return {
        "games": outlook.rounds,
        "known_opponents": list(outlook.known),
        "needs": list(outlook.needs),
        "hopeless": outlook.hopeless,
        "scores": [{"half_points": half, "average": average} for half, average in outlook.scores],
    }
