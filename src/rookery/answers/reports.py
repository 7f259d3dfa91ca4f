"""What was judged, as data: reports of the checker, feasibility, objections, finality, whether a file is in order."""

from __future__ import annotations

from rookery.answers.plain import plain, points
from rookery.typed import TYPE_CHECKING, Any
from rookery.values import fields

if TYPE_CHECKING:
    from rookery.answers import shapes
    from rookery.checking.feasibility import Feasibility
    from rookery.checking.objection import Objection
    from rookery.checking.report import CheckReport, RoundReport
    from rookery.checking.validity import Validity
    from rookery.finality import Finality, OpenEnd

_IN_POINTS = ("bye value", "bye values", "adjourned")
"""The kinds of objections whose values are points."""


def check_report(report: CheckReport) -> shapes.CheckReportData:
    """The report; `edition` is the day from which the rules applied."""
    return {
        "agree": report.agree,
        "system": report.system,
        "edition": plain(report.edition),
        "rounds": [round_report(round) for round in report.rounds],
        "standings": plain(report.standings),
        "notes": list(report.notes),
        "faults": list(report.faults),
    }


def round_report(round: RoundReport) -> shapes.RoundReportData:
    """What there is to say of one round."""
    return {
        "round": round.round,
        "agree": round.agree,
        "verdict": round.verdict.value,
        "legal": round.legal,
        "differences": plain(round.differences),
        "decided_by": plain(round.decided_by),
        "breaches": plain(round.breaches),
        "causes": plain(round.causes),
        "impossible": round.impossible or None,
    }


def validity(found: Validity) -> shapes.ValidityData:
    """Whether a file is in order, and every problem of it."""
    return {"valid": not found.refused, "problems": plain(found.problems)}


def feasibility(found: Feasibility) -> shapes.FeasibilityData:
    """Whether the rounds that are left can be paired; causes are facts, each with the name of its kind."""
    return {
        "answer": found.answer.value,
        "known": found.known,
        "first": found.first,
        "last": found.last,
        "reached": found.reached,
        "causes": plain(found.causes),
    }


def objection(one: Objection) -> shapes.ObjectionData:
    """What is not by FIDE's rules; points are texts, as everywhere, other values numbers."""
    told: Any = {each.name: plain(getattr(one, each.name)) for each in fields(one)}
    if one.kind in _IN_POINTS:
        told["value"] = None if one.value is None else points(one.value)
        told["expected"] = [points(each) for each in one.expected]
    return told  # type: ignore[no-any-return]


def finality(found: Finality) -> shapes.FinalityData:
    """Whether a tournament is over, and every reason why not."""
    return {"final": bool(found), "reasons": [open_end(one) for one in found.reasons]}


def open_end(one: OpenEnd) -> shapes.OpenEndData:
    """Why a tournament is not over."""
    return {"kind": one.kind, "round": one.round, "boards": plain(one.boards), "text": one.text}
