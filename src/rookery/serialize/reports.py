"""Pairings, checks, rating reports and norms as JSON data.

Ratings count half points and hundredths as whole numbers.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rookery._record import fields
from rookery.history.team_matches import iter_forfeits
from rookery.serialize.as_data import encode, format_points

if TYPE_CHECKING:
    from rookery.checking.compliance import ComplianceIssue
    from rookery.checking.feasibility import Feasibility
    from rookery.checking.file_validation import FileValidation
    from rookery.checking.report import CheckReport, RoundReport
    from rookery.history.completion import Completion, OpenEnd
    from rookery.pairing.outcome import Ledger, Pairing
    from rookery.rating.games import RatedGame
    from rookery.rating.norms import Audit, NormForecast
    from rookery.rating.report import GameChange, Newcomer, RatedPlayer, RatingReport
    from rookery.serialize import types


# -- pairings ----------------------------------------------------------------------------------------------------------


def outcome_data(outcome: Pairing, *, ledger: bool = False) -> types.OutcomeData:
    """Return the round, its pairs, byes and how they came about; with `ledger`, what the pairing costs."""
    data: types.OutcomeData = {
        "round": outcome.round_number,
        "system": outcome.system,
        "regulation": outcome.edition and outcome.edition.regulation.code,
        "edition": encode(outcome.edition),
        "pairs": [list(pair) for pair in outcome.pairs],
        "bye": outcome.bye,
        "boards": encode(outcome.boards),
        "numbers": list(outcome.board_numbers),
        "decisions": encode(outcome.decisions),
        "breaches": encode(outcome.breaches),
        "whole": None,
    }
    if ledger:
        data["ledger"] = [ledger_data(entry) for entry in outcome.ledger]
    if outcome.complete_round is not None or outcome.explainer is not None:
        data["whole"] = encode(outcome.round)
        data["byes"] = encode(outcome.round.byes)
    if outcome.complete_round is not None:
        data["forfeits"] = [
            [white, black, str(result)] for white, black, result in iter_forfeits(outcome.complete_round)
        ]
    return data


def ledger_data(ledger: Ledger) -> types.LedgerData:
    """Return the decisions in a bracket and their costs."""
    return {
        "bracket": ledger.bracket,
        "members": list(ledger.members),
        "decision": encode(ledger.decision),
        "costs": encode(ledger.lines),
    }


# -- checks ------------------------------------------------------------------------------------------------------------


_POINT_KINDS = ("bye value", "bye values", "adjourned")
"""The kinds of issues whose values are points."""


def check_report_data(report: CheckReport) -> types.CheckReportData:
    """Return the report; `edition` is the day from which the rules applied."""
    return {
        "agree": report.agree,
        "system": report.system,
        "edition": encode(report.edition),
        "rounds": [round_report_data(round) for round in report.rounds],
        "standings": encode(report.standings),
        "notes": list(report.notes),
        "faults": list(report.faults),
    }


def round_report_data(round: RoundReport) -> types.RoundReportData:
    """Return the report on one round."""
    return {
        "round": round.round,
        "agree": round.agree,
        "verdict": round.verdict.value,
        "legal": round.legal,
        "differences": encode(round.differences),
        "decided_by": encode(round.decided_by),
        "breaches": encode(round.breaches),
        "causes": encode(round.causes),
        "impossible": round.impossible or None,
    }


def validation_data(validation: FileValidation) -> types.ValidityData:
    """Return whether a file is valid, and all of its problems."""
    return {"valid": not validation.refused, "problems": encode(validation.problems)}


def feasibility_data(feasibility: Feasibility) -> types.FeasibilityData:
    """Return whether the remaining rounds can be paired; causes are facts with the name of their kind."""
    return {
        "answer": feasibility.answer.value,
        "known": feasibility.is_known,
        "first": feasibility.first,
        "last": feasibility.last,
        "reached": feasibility.reached,
        "causes": encode(feasibility.causes),
    }


def compliance_data(issue: ComplianceIssue) -> types.ObjectionData:
    """Return a compliance issue; points are strings, other values numbers."""
    data: Any = {field.json_key: encode(getattr(issue, field.name)) for field in fields(issue)}
    if issue.kind in _POINT_KINDS:
        data["value"] = None if issue.value is None else format_points(issue.value)
        data["expected"] = [format_points(value) for value in issue.expected]
    return data  # type: ignore[no-any-return]


def completion_data(completion: Completion) -> types.FinalityData:
    """Return whether a tournament is complete, and every reason why not."""
    return {"final": bool(completion), "reasons": [open_end_data(reason) for reason in completion.reasons]}


def open_end_data(reason: OpenEnd) -> types.OpenEndData:
    """Return a reason why a tournament is not complete."""
    return {"kind": reason.kind, "round": reason.round, "boards": encode(reason.boards), "text": reason.text}


# -- ratings and norms -------------------------------------------------------------------------------------------------


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
