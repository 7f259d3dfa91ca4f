"""Results of checks as JSON data: checker reports, feasibility, compliance, completion, file validation."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rookery._record import fields
from rookery.serialize.encode import encode, format_points

if TYPE_CHECKING:
    from rookery.checking.compliance import ComplianceIssue
    from rookery.checking.feasibility import Feasibility
    from rookery.checking.file_validation import FileValidation
    from rookery.checking.report import CheckReport, RoundReport
    from rookery.history.completion import Completion, OpenEnd
    from rookery.serialize import types

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
