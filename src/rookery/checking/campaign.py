"""A campaign against another engine on one page: what was compared, and what differs, by the rule behind it."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path

from rookery.typed import Any
from rookery.values import NamedTuple

GOAL = 50_000
"""So many tournaments each way an acceptance asks for."""


class DifferenceClass(NamedTuple):
    """Differences of one kind: the verdict, the rule that decides, who was leading, and the first of them."""

    verdict: str
    rule: str
    times: int
    ours_led: int
    example: str


def differences(folder: Path) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Every difference that a logbook keeps, by the name of its files."""
    for path in sorted(folder.glob("*-round-*.json")):
        yield path.stem, json.loads(path.read_text("utf-8"))


def classified(folder: Path) -> list[DifferenceClass]:
    """The differences by verdict and rule, the most frequent first."""
    found: dict[tuple[str, str], list[tuple[str, bool]]] = {}
    for name, told in differences(folder):
        rule = told["decided_by"]
        said = f"{rule['article']} {rule['code']}".strip() if rule else told["failure"] or _breached(told)
        found.setdefault((told["verdict"], said), []).append((name, told["lead"] == "ours"))
    rows = [
        DifferenceClass(verdict, rule, len(some), sum(ours for _, ours in some), some[0][0])
        for (verdict, rule), some in found.items()
    ]
    return sorted(rows, key=lambda row: (-row.times, row.verdict, row.rule))


def _breached(told: Mapping[str, Any]) -> str:
    return ", ".join(sorted({f"{one['article']} {one['code']}".strip() for one in told["breaches"]}))


def page(folder: Path, engine: str, counts: Mapping[str, int], rate: float | None) -> str:
    """The report as Markdown: `counts` are numbers of what was compared, `rate` is tournaments a second."""
    rows = classified(folder)
    lines = [
        "# Comparison with another engine",
        "",
        f"Engine: `{engine}`. Half of the tournaments were played on with our pairings, half with theirs; both paired",
        "every round, and the checker judged each difference.",
        "",
        "| compared | |",
        "|---|---:|",
        *(f"| {name} | {number:,} |" for name, number in counts.items()),
    ]
    if rate:
        hours = 2 * GOAL / rate / 3600
        lines += [
            f"| tournaments a second | {rate:.2f} |",
            f"| hours for {GOAL:,} each way at this rate | {hours:.1f} |",
        ]
    lines += ["", "## Differences", ""]
    if not rows:
        return "\n".join([*lines, "None.", ""])
    lines += ["| verdict | rule | times | with our lead | first |", "|---|---|---:|---:|---|"]
    lines += [
        f"| {row.verdict} | {row.rule} | {row.times:,} | {row.ours_led:,} | {row.example} |".replace("\n", " ")
        for row in rows
    ]
    return "\n".join([*lines, ""])
