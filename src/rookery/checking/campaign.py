"""A campaign against another program on one page: what was compared, and what differs, by the rule behind it."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path

from rookery.typed import Any
from rookery.values import NamedTuple

GOAL = 50_000
"""So many tournaments each way an acceptance asks for."""

_BLAME = ("fault of ours", "fault of the other program", "reading", "to be judged")


class DifferenceClass(NamedTuple):
    """Differences of one kind: whose they are, the verdict, the rule that decides, who was leading, and the first."""

    blame: str
    verdict: str
    rule: str
    times: int
    ours_led: int
    example: str


def differences(folder: Path) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Every difference that a logbook keeps, by the name of its files."""
    for path in sorted(folder.glob("*.json")):
        yield path.stem, json.loads(path.read_text("utf-8"))


def classified(folder: Path) -> list[DifferenceClass]:
    """The differences by verdict and rule, the most frequent first."""
    found: dict[tuple[str, str], list[tuple[str, bool]]] = {}
    for name, told in differences(folder):
        found.setdefault((told["verdict"], _rule(told)), []).append((name, told["lead"] == "ours"))
    rows = [
        DifferenceClass(_blamed(verdict), verdict, rule, len(some), sum(ours for _, ours in some), some[0][0])
        for (verdict, rule), some in found.items()
    ]
    return sorted(rows, key=lambda row: (-row.times, row.verdict, row.rule))


def _rule(told: Mapping[str, Any]) -> str:
    if "code" in told:
        return f"{told['article']} {told['code']}".strip()
    rule = told["decided_by"]
    return f"{rule['article']} {rule['code']}".strip() if rule else told["failure"] or _breached(told)


def _breached(told: Mapping[str, Any]) -> str:
    return ", ".join(sorted({f"{one['article']} {one['code']}".strip() for one in told["breaches"]}))


def _blamed(verdict: str) -> str:
    """Whose a difference is by its verdict: our checker judges pairings, other readings explain values.

    >>> _blamed("theirs is legal but worse"), _blamed("another reading: standard_points=draw")
    ('fault of the other program', 'reading')
    """
    if verdict.startswith(("theirs is better", "only they")):
        return _BLAME[0]
    if verdict.startswith(("theirs", "only we", "the engine failed", "exit code", "not a table", "no column")):
        return _BLAME[1]
    return _BLAME[2] if verdict.startswith("another ") and ":" in verdict else _BLAME[3]


def page(folder: Path, program: str, sums: Mapping[str, Any]) -> str:
    """The report as Markdown: `sums` are those of a logbook."""
    rows = classified(folder)
    blame = {name: sum(row.times for row in rows if row.blame == name) for name in _BLAME}
    lines = [
        "# Comparison with another program",
        "",
        f"Program: `{program}`.",
        "",
        "| compared | |",
        "|---|---:|",
        *(f"| {name} | {number:,} |" for name, number in _numbers(sums)),
        *_hours(sums),
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


def _numbers(sums: Mapping[str, Any]) -> Iterator[tuple[str, int]]:
    """What was compared: of each way, and of each kind that there is."""
    yield "tournaments, our lead or our generator", sums["ours"]
    yield "tournaments, theirs", sums["theirs"]
    yield "players", sums["players"]
    yield "rounds", sums["rounds"]
    if sums["values"]:
        yield "values", sums["values"]
    yield "differences", sums["differences"]


def _hours(sums: Mapping[str, Any]) -> list[str]:
    """What the whole campaign would cost, by the processor time of what was done."""
    if not sums["timed"]:
        return []
    each = sums["seconds"] / sums["timed"]
    return [
        f"| seconds of processor for a tournament, both programs | {each:.3f} |",
        f"| hours of one processor for {GOAL:,} each way | {2 * GOAL * each / 3600:.1f} |",
    ]
