"""Conditions of a place in words: which results make it certain or rule it out."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from rookery.simulation.conditions import RESULTS, MustHappen, ResultClause, ResultCondition

WHATEVER = "whatever happens"


class Statement(NamedTuple):
    """A condition of a place in words: verdict, condition, and its probability."""

    verdict: str
    condition: str
    likely: float


def goal(places: int) -> str:
    """Return a place as a predicate.

    >>> goal(1), goal(3)
    ('first', 'in the top 3')
    """
    return "first" if places == 1 else f"in the top {places}"


def aim(places: int) -> str:
    """Return a place as a noun phrase.

    >>> aim(1), aim(3)
    ('first place', 'the top 3')
    """
    return "first place" if places == 1 else f"the top {places}"


def format_clause(clause: ResultClause, names: Mapping[int, str]) -> str:
    """Return a clause in words.

    >>> from rookery.model import Result
    >>> format_clause(ResultClause(1, 2, (Result.DRAW, Result.BLACK_WINS)), {1: "1 Hatter", 2: "2 Hare"})
    '1 Hatter does not beat 2 Hare'
    """
    white, black = names[clause.white], names[clause.black]
    won, drew, lost = (result in clause.results for result in RESULTS)
    if won and lost:
        return f"{white} and {black} do not draw"
    if drew and not (won or lost):
        return f"{white} and {black} draw"
    if drew:
        return f"{black} does not beat {white}" if won else f"{white} does not beat {black}"
    return f"{white} beats {black}" if won else f"{black} beats {white}"


def format_condition(condition: ResultCondition, names: Mapping[int, str]) -> str:
    """Return a condition in words."""
    return ", and ".join(format_clause(clause, names) for clause in condition.clauses) or WHATEVER


def statements(conditions: MustHappen, names: Mapping[int, str]) -> tuple[list[Statement], list[Statement]]:
    """Return what makes a place certain, and what rules it out.

    A place that is ruled out by all results of a game but one is impossible unless the game ends with that one.
    """
    certain = [
        Statement(
            "certain if" if condition.clauses else "certain", format_condition(condition, names), condition.likely
        )
        for condition in conditions.certain
    ]
    return certain, [_ruled_out(condition, names) for condition in conditions.impossible]


def _ruled_out(condition: ResultCondition, names: Mapping[int, str]) -> Statement:
    if not condition.clauses:
        return Statement("impossible", WHATEVER, 1.0)
    if len(condition.clauses) == 1 and len(condition.clauses[0].results) > 1:
        needed = format_clause(condition.clauses[0].otherwise, names)
        return Statement("not unless", needed, 1 - condition.likely)
    return Statement("not if", format_condition(condition, names), condition.likely)


def short_names(names: Mapping[int, str]) -> dict[int, str]:
    """Return the number and family name of each participant.

    >>> short_names({12: "Hatter, Max", 7: ""})
    {12: '12 Hatter', 7: '7'}
    """
    return {
        participant_id: f"{participant_id} {name.partition(',')[0]}".strip() for participant_id, name in names.items()
    }


def format_change(difference: float) -> str:
    """Return a difference of chances in hundredths.

    >>> format_change(0.124), format_change(-0.3), format_change(0.0012), format_change(-0.00001), format_change(0.0)
    ('+12', '-30', '+0.1', '-0.0', '0')
    """
    return (
        "0"
        if not difference
        else f"{100 * difference:+.0f}"
        if abs(difference) >= 0.00995
        else f"{100 * difference:+.1f}"
    )


def format_percent(chance: float) -> str:
    """Return a chance as text; only certainty is written as 0 % or 100 %.

    >>> format_percent(0.5), format_percent(0.004), format_percent(0.0), format_percent(1.0)
    ('50 %', '0.4 %', '0 %', '100 %')
    >>> format_percent(0.00001), format_percent(0.99999), format_percent(0.996)
    ('<0.1 %', '>99.9 %', '99.6 %')
    """
    if 0 < chance < 0.0005:
        return "<0.1 %"
    if 0.9995 <= chance < 1:
        return ">99.9 %"
    plain = chance in (0, 1) or not _needs_decimals(chance)
    return f"{100 * chance:.0f} %" if plain else f"{100 * chance:.1f} %"


def format_interval(chance: float, low: float, high: float) -> str:
    """Return an interval of a chance in hundredths, as precise as the chance itself is written.

    >>> format_interval(0.26, 0.155, 0.404), format_interval(0.01, 0.0066, 0.0151), format_interval(1.0, 0.9962, 1.0)
    ('16-40', '0.7-1.5', '99.6-100.0')
    """
    digits = 1 if _needs_decimals(chance) else 0
    return f"{100 * low:.{digits}f}-{100 * high:.{digits}f}"


def _needs_decimals(chance: float) -> bool:
    """Return whether a chance is so near to 0 or 1 that tenths of a hundredth matter."""
    return not 0.0995 <= chance < 0.995
