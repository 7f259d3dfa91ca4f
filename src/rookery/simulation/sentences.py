"""What must happen, in words: who beats whom, and what that makes certain or rules out."""

from __future__ import annotations

from collections.abc import Mapping

from rookery.simulation.conditions import RESULTS, MustHappen, ResultClause, ResultCondition
from rookery.values import NamedTuple

WHATEVER = "whatever happens"


class Statement(NamedTuple):
    """What a condition says of a place: the verdict, the condition in words, and how likely it is."""

    verdict: str
    condition: str
    likely: float


def goal(places: int) -> str:
    """Where somebody would be.

    >>> goal(1), goal(3)
    ('first', 'in the top 3')
    """
    return "first" if places == 1 else f"in the top {places}"


def aim(places: int) -> str:
    """The place that somebody would have.

    >>> aim(1), aim(3)
    ('first place', 'the top 3')
    """
    return "first place" if places == 1 else f"the top {places}"


def clause_words(clause: ResultClause, names: Mapping[int, str]) -> str:
    """How a game ends, in words.

    >>> from rookery.model import Result
    >>> clause_words(ResultClause(1, 2, (Result.DRAW, Result.BLACK_WINS)), {1: "1 Hatter", 2: "2 Hare"})
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


def condition_words(condition: ResultCondition, names: Mapping[int, str]) -> str:
    """How several games end, in words."""
    return ", and ".join(clause_words(clause, names) for clause in condition.clauses) or WHATEVER


def statements(found: MustHappen, names: Mapping[int, str]) -> tuple[list[Statement], list[Statement]]:
    """What makes it certain, and what rules it out.

    What all results but one of a game rule out needs that one: it does not happen unless the game ends so.
    """
    certain = [
        Statement("certain if" if each.clauses else "certain", condition_words(each, names), each.likely)
        for each in found.certain
    ]
    return certain, [_ruled_out(each, names) for each in found.impossible]


def _ruled_out(condition: ResultCondition, names: Mapping[int, str]) -> Statement:
    if not condition.clauses:
        return Statement("impossible", WHATEVER, 1.0)
    if len(condition.clauses) == 1 and len(condition.clauses[0].results) > 1:
        needed = clause_words(condition.clauses[0].otherwise, names)
        return Statement("not unless", needed, 1 - condition.likely)
    return Statement("not if", condition_words(condition, names), condition.likely)


def short_names(names: Mapping[int, str]) -> dict[int, str]:
    """Everybody by number and family name.

    >>> short_names({12: "Hatter, Max", 7: ""})
    {12: '12 Hatter', 7: '7'}
    """
    return {one: f"{one} {name.partition(',')[0]}".strip() for one, name in names.items()}


def change(by: float) -> str:
    """What a chance is more or less than another, in hundredths.

    >>> change(0.124), change(-0.3), change(0.0012), change(-0.00001), change(0.0)
    ('+12', '-30', '+0.1', '-0.0', '0')
    """
    return "0" if not by else f"{100 * by:+.0f}" if abs(by) >= 0.00995 else f"{100 * by:+.1f}"


def per_cent(chance: float) -> str:
    """A chance for people; what is not certain is not said to be.

    >>> per_cent(0.5), per_cent(0.004), per_cent(0.0), per_cent(1.0)
    ('50 %', '0.4 %', '0 %', '100 %')
    >>> per_cent(0.00001), per_cent(0.99999), per_cent(0.996)
    ('<0.1 %', '>99.9 %', '99.6 %')
    """
    if 0 < chance < 0.0005:
        return "<0.1 %"
    if 0.9995 <= chance < 1:
        return ">99.9 %"
    plain = chance in (0, 1) or not _fine(chance)
    return f"{100 * chance:.0f} %" if plain else f"{100 * chance:.1f} %"


def between(chance: float, low: float, high: float) -> str:
    """From where to where a chance may lie, in hundredths, as exactly as the chance itself is told.

    >>> between(0.26, 0.155, 0.404), between(0.01, 0.0066, 0.0151), between(1.0, 0.9962, 1.0)
    ('16-40', '0.7-1.5', '99.6-100.0')
    """
    digits = 1 if _fine(chance) else 0
    return f"{100 * low:.{digits}f}-{100 * high:.{digits}f}"


def _fine(chance: float) -> bool:
    """Whether a chance is so near to 0 or 1 that tenths of a hundredth tell."""
    return not 0.0995 <= chance < 0.995
