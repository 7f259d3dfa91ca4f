"""Pairings, standings, checks, rating reports and norms as JSON data.

Standings have exact values, displayed values, and on request their contributions. Ratings count half points and
hundredths as whole numbers.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any, cast

from rookery._record import fields
from rookery.formats.standings import withdrawn_participants
from rookery.history.round_results import Meeting
from rookery.history.team_matches import iter_forfeits
from rookery.ranking.codes import TieBreak, format_decimal
from rookery.ranking.columns import CustomColumn
from rookery.ranking.explain import format_column
from rookery.ranking.prizes import Award
from rookery.ranking.standings import Row, Standings
from rookery.ranking.tiebreak import Contribution, Cut, Working
from rookery.serialize.as_data import encode, format_points

if TYPE_CHECKING:
    from rookery.checking.compliance import ComplianceIssue
    from rookery.checking.feasibility import Feasibility
    from rookery.checking.file_validation import FileValidation
    from rookery.checking.report import CheckReport, RoundReport
    from rookery.history.completion import Completion, OpenEnd
    from rookery.pairing.outcome import Ledger, Pairing
    from rookery.rating.norms import Audit, NormForecast
    from rookery.rating.report import GameChange, Newcomer, RatedGame, RatedPlayer, RatingReport
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


Category = tuple[str, tuple[Row, ...]]
"""What a category is called, and its rows of the standings."""


def standings_data(
    standings: Standings,
    *,
    parts: bool = False,
    categories: Sequence[Category] = (),
    prizes: Sequence[Award] = (),
) -> types.StandingsData:
    """Return the standings; with `parts`, everybody's rounds and the contributions to every value.

    Of several categories the rows are those of the first. A format that ranks in a way of its own goes by no `rules` of
    C.07; each of its columns stands in the rows under its name as well.
    """
    rows = _Rows(standings, parts)
    data: types.StandingsData = {
        "tournament": standings.tournament.info.name,
        "system": standings.tournament.system,
        "after": standings.after,
        "provisional": standings.provisional,
        "final": standings.final,
        "rules": None if standings.source == "of the format" else str(standings.rules),
        "tiebreaks": [str(part) for part in standings.tiebreaks],
        "source": standings.source,
        "rows": rows.build(categories[0][1] if categories else standings.rows),
    }
    if standings.notes:
        data["notes"] = list(standings.notes)
    if standings.left_out:
        data["left_out"] = [{"id": player, "why": why} for player, why in standings.left_out]
    if categories and categories[0][0]:
        data["category"] = categories[0][0]
    if len(categories) > 1:
        data["categories"] = {text: rows.build(some) for text, some in categories}
    if prizes:
        data["prizes"] = [prize_data(part) for part in prizes]
    return data


class _Rows:
    """Builder of the rows of standings, with exact and displayed values."""

    def __init__(self, standings: Standings, parts: bool) -> None:
        self.standings, self.parts, self.gone = standings, parts, withdrawn_participants(standings)
        columns = [
            format_column([row.values[index] for row in standings.rows], tiebreak)
            for index, tiebreak in enumerate(standings.tiebreaks)
        ]
        self.shown = {row.id: [texts[index] for texts in columns] for index, row in enumerate(standings.rows)}

    def build(self, rows: Sequence[Row]) -> list[types.RowData]:
        """Return these rows as data."""
        return [self._row(row) for row in rows]

    def _row(self, row: Row) -> types.RowData:
        values = zip(row.values, self.standings.tiebreaks, strict=True)
        data: types.RowData = {
            "rank": row.rank,
            "id": row.id,
            "name": row.name,
            "points": format_points(row.points),
            "values": [format_exact(value, tiebreak) for value, tiebreak in values],
            "shown": self.shown[row.id],
        }
        if row.id in self.gone:
            data["withdrawn"] = self.gone[row.id]
        if self.parts:
            data["parts"] = [working_data(working) for working in self.standings.workings(row.id)]
            data["rounds"] = [
                round_result_data(number, meeting)
                for number, meeting in enumerate(self.standings.table.meetings[row.id], 1)
            ]
        return cast("types.RowData", {**data, **self._custom_values(row.id)})

    def _custom_values(self, participant: int) -> dict[str, str | int | None]:
        """Return the values of custom columns for a participant, by column title."""
        columns = [column.own for column in self.standings.columns if column.own is not None]
        return {(column.title or column.code).lower(): _custom_value(column, participant) for column in columns}


def _custom_value(column: CustomColumn, participant: int) -> str | int | None:
    """Return a text, a whole number, or an exact value."""
    if participant in column.texts:
        return column.texts[participant]
    value = column.values.get(participant)
    return int(value) if column.whole and value is not None else format_exact(value)


def format_exact(value: Fraction | None, tiebreak: TieBreak | None = None) -> str | None:
    """Return a value as an exact text: whole numbers and tenths as decimals, others as fractions.

    >>> format_exact(Fraction(27, 2)), format_exact(Fraction(27, 4)), format_exact(Fraction(3)), format_exact(None)
    ('13.5', '27/4', '3', None)
    """
    if value is None:
        return None
    digits = tiebreak.definition.decimals if tiebreak else 0
    rounded = digits and 10**digits % value.denominator == 0
    return format_decimal(value, digits or 1) if rounded or 10 % value.denominator == 0 else str(value)


def working_data(working: Working) -> list[types.PartData]:
    """Return every contribution to a value, in the order of the rounds, and whether it was cut."""
    pairs: list[tuple[Contribution, Cut | None]] = [(contribution, None) for contribution in working.counted]
    pairs += working.cut
    pairs.sort(key=lambda pair: (pair[0].round, pair[0].board))
    return [_part_data(contribution, cut, working.unit) for contribution, cut in pairs]


def _part_data(contribution: Contribution, cut: Cut | None, unit: int) -> types.PartData:
    value = format_exact(Fraction(contribution.value) / unit)
    assert value is not None
    data: types.PartData = {"value": value, "why": str(contribution.why.value)}
    if contribution.round:
        data["round"] = contribution.round
    if contribution.opponent:
        data["opponent"] = contribution.opponent
    if contribution.board:
        data["board"] = contribution.board
    if cut is not None:
        data["cut"] = str(cut.value)
    return data


def round_result_data(number: int, result: Meeting) -> types.MetData:
    """Return the result of a participant in a round, as in a crosstable."""
    return {
        "round": number,
        "kind": str(result.kind.value),
        "opponent": result.opponent,
        "colour": encode(result.colour),
        "points": format_points(result.points),
        "secondary": format_points(result.secondary),
    }


def prize_data(award: Award) -> types.PrizeData:
    """Return an award."""
    amount = f"{award.amount // 100}.{award.amount % 100:02}"
    data: types.PrizeData = {"id": award.id, "amount": amount, "category": award.category, "place": award.place}
    if award.things:
        data["things"] = list(award.things)
    return data
