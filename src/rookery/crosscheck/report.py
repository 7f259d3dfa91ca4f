"""Markdown report on a comparison with another program: totals, and differences by the deciding rule."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

TOURNAMENT_TARGET = 50_000
"""Number of tournaments for each lead that an endorsement requires."""

_BLAME = ("fault of ours", "fault of the other program", "reading", "to be judged")


class DifferenceClass(NamedTuple):
    """Differences with the same verdict and rule: the party at fault, their number, and the first example."""

    blame: str
    verdict: str
    rule: str
    times: int
    ours_led: int
    example: str


def load_differences(folder: Path) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Yield the name and data of every difference in a logbook's folder."""
    for path in sorted(folder.glob("*.json")):
        yield path.stem, json.loads(path.read_text("utf-8"))


def classify_differences(folder: Path) -> list[DifferenceClass]:
    """Return the differences grouped by verdict and rule, the most frequent first."""
    differences_by_rule: dict[tuple[str, str], list[tuple[str, bool]]] = {}
    for name, details in load_differences(folder):
        differences_by_rule.setdefault((details["verdict"], _find_rule(details)), []).append(
            (name, details["lead"] == "ours")
        )
    rows = [
        DifferenceClass(
            _assign_blame(verdict),
            verdict,
            rule,
            len(examples),
            sum(our_lead for _, our_lead in examples),
            examples[0][0],
        )
        for (verdict, rule), examples in differences_by_rule.items()
    ]
    return sorted(rows, key=lambda row: (-row.times, row.verdict, row.rule))


def _find_rule(details: Mapping[str, Any]) -> str:
    if "code" in details:
        return f"{details['article']} {details['code']}".strip()
    rule = details["decided_by"]
    return f"{rule['article']} {rule['code']}".strip() if rule else details["failure"] or _broken_articles(details)


def _broken_articles(details: Mapping[str, Any]) -> str:
    return ", ".join(sorted({f"{breach['article']} {breach['code']}".strip() for breach in details["breaches"]}))


def _assign_blame(verdict: str) -> str:
    """Return the party at fault for a difference, according to its verdict.

    >>> _assign_blame("theirs is legal but worse"), _assign_blame("another reading: standard_points=draw")
    ('fault of the other program', 'reading')
    """
    if verdict.startswith(("theirs is better", "only they")):
        return _BLAME[0]
    if verdict.startswith(("theirs", "only we", "the engine failed", "exit code", "not a table", "no column")):
        return _BLAME[1]
    return _BLAME[2] if verdict.startswith("another ") and ":" in verdict else _BLAME[3]


def render_report(folder: Path, program: str, sums: Mapping[str, Any]) -> str:
    """Return the report as Markdown; `sums` are the totals of a logbook."""
    rows = classify_differences(folder)
    blame = {name: sum(row.times for row in rows if row.blame == name) for name in _BLAME}
    lines = [
        "# Comparison with another program",
        "",
        f"Program: `{program}`.",
        "",
        "| compared | |",
        "|---|---:|",
        *(f"| {name} | {number:,} |" for name, number in _count_rows(sums)),
        *_time_rows(sums),
        "",
        "## Differences",
        "",
    ]
    if not rows:
        return "\n".join([*lines, "None.", ""])
    lines += ["| whose | |", "|---|---:|", *(f"| {name} | {times:,} |" for name, times in blame.items()), ""]
    lines += ["| whose | verdict | rule | times | with our lead | first |", "|---|---|---|---:|---:|---|"]
    lines += [
        f"| {row.blame} | {row.verdict} | {row.rule} | {row.times:,} | {row.ours_led:,} | {row.example} |".replace(
            "\n", " "
        )
        for row in rows
    ]
    return "\n".join([*lines, ""])


def _count_rows(sums: Mapping[str, Any]) -> Iterator[tuple[str, int]]:
    """Yield the totals of what was compared."""
    yield "tournaments, our lead or our generator", sums["ours"]
    yield "tournaments, theirs", sums["theirs"]
    yield "players", sums["players"]
    yield "rounds", sums["rounds"]
    if sums["values"]:
        yield "values", sums["values"]
    yield "differences", sums["differences"]


def _time_rows(sums: Mapping[str, Any]) -> list[str]:
    """Return rows with the processor time used, and the estimate for a full comparison."""
    if not sums["timed"]:
        return []
    seconds = sums["seconds"] / sums["timed"]
    return [
        f"| seconds of processor for a tournament, both programs | {seconds:.3f} |",
        f"| hours of one processor for {TOURNAMENT_TARGET:,} each way | {2 * TOURNAMENT_TARGET * seconds / 3600:.1f} |",
    ]
