"""Reports of the checker, and what else was judged, as plain data: text, numbers, lists and dictionaries."""

from __future__ import annotations

from collections.abc import Sequence

from rookery.checking.breach import HandBreach
from rookery.checking.feasibility import Feasibility
from rookery.checking.objection import Objection
from rookery.checking.report import CheckReport, DecidingRule, Placing, RoundReport
from rookery.pairing import data
from rookery.pairing.outcome import Breach
from rookery.typed import cast, overload
from rookery.values import replace

Single = CheckReport | Feasibility | HandBreach | Objection
"""What is judged, one thing at a time."""


@overload
def as_data(report: Single) -> dict[str, object]: ...
@overload
def as_data(report: Sequence[Single]) -> list[dict[str, object]]: ...
def as_data(report: Single | Sequence[Single]) -> dict[str, object] | list[dict[str, object]]:
    """The report as data that JSON can write; points are numbers, `edition` the day from which the rules applied.

    Whether rounds can be paired has its causes as facts, each with the name of its kind; several breaches or
    objections are a list.
    """
    if isinstance(report, CheckReport):
        return _whole(report)
    if isinstance(report, HandBreach):
        told = cast("dict[str, object]", data.as_data(replace(report, report=None)))
        return told | {"report": report.report and _round(report.report)}
    if isinstance(report, Feasibility | Objection):
        return cast("dict[str, object]", data.as_data(report))
    return [as_data(one) for one in report]


def _whole(report: CheckReport) -> dict[str, object]:
    return {
        "agree": report.agree,
        "system": report.system,
        "edition": report.edition and f"{report.edition.since:%Y-%m-%d}",
        "rounds": [_round(round) for round in report.rounds],
        "standings": None if report.standings is None else [_placing(one) for one in report.standings],
        "notes": list(report.notes),
        "faults": list(report.faults),
    }


def _placing(one: Placing) -> dict[str, object]:
    return {
        "player": one.player,
        "recorded": one.recorded,
        "expected": list(one.expected),
        "recorded_points": None if one.recorded_points is None else one.recorded_points / 10,
        "expected_points": one.expected_points / 10,
    }


def _round(round: RoundReport) -> dict[str, object]:
    differences = [
        {
            "board": one.board,
            "recorded": list(one.recorded) if one.recorded else None,
            "expected": list(one.expected) if one.expected else None,
        }
        for one in round.differences
    ]
    return {
        "round": round.round,
        "agree": round.agree,
        "verdict": round.verdict.value,
        "legal": round.legal,
        "differences": differences,
        "decided_by": round.decided_by and _rule(round.decided_by),
        "breaches": [_breach(one) for one in round.breaches],
        "impossible": round.impossible or None,
    }


def _rule(rule: DecidingRule) -> dict[str, object]:
    return {
        "kind": rule.kind.value,
        "bracket": rule.bracket,
        "criterion": rule.criterion,
        "article": rule.article,
        "code": rule.code,
        "recorded": list(rule.recorded),
        "expected": list(rule.expected),
    }


def _breach(breach: Breach) -> dict[str, object]:
    return {"criterion": breach.criterion, "article": breach.article, "code": breach.code, "who": list(breach.who)}
