"""Dubov and Burstein with one rule left out or misplaced: what a position that the rule decides then looks like.

Each function makes a System from none; the tables DUBOV_WITHOUT and BURSTEIN_WITHOUT name them by the rule.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from rookery.errors import NoPairingError
from rookery.matching.optimal_matchings import Cost, OptimalMatchings
from rookery.pairing import burstein, criteria, dubov
from rookery.pairing.bracket import BaseBracket, Bracket
from rookery.pairing.clauses import ByeRule, Criterion, Role
from rookery.pairing.downfloat.procedure import DownfloatProcedure
from rookery.pairing.downfloat.search import DownfloatSearch
from rookery.pairing.field import Field
from rookery.pairing.outcome import Decision
from rookery.pairing.procedure import ByeFirstProcedure
from rookery.pairing.rule_text import rule
from rookery.pairing.system import System
from rookery.pairing.upfloat.procedure import UpfloatProcedure
from rookery.pairing.upfloat.search import UpfloatBracket, UpfloatSearch

# -- walks that do not look where they should


class UpfloatWithoutCompletion(UpfloatSearch):
    """Takes the upfloaters that suit the bracket, whatever becomes of the others ([C4] left out)."""

    def choose_upfloaters(self, home: int, lower: int, group: int) -> OptimalMatchings:
        inside = self.restrict_part(self.remaining.groups[group], home)
        bracket = self.nearest_upfloaters(inside, lower) if inside.exposed else self.bracket(inside.mate, home)
        if bracket is None:
            raise NoPairingError("the others were not looked at")
        return bracket


class FullUpfloatSearch(UpfloatSearch):
    """Always looks at everybody, with the criteria in the order given and nothing taken for granted."""

    def choose_upfloaters(self, home: int, lower: int, group: int) -> OptimalMatchings:
        inside = self.restrict_part(self.remaining.groups[group], home)
        below = self.restrict_part(self.remaining.tails[group + 1], lower)
        return self.search_with_all(inside, below)


class DownfloatWithoutCompletion(DownfloatSearch):
    """Takes the downfloaters that suit the bracket, whatever becomes of the others ([C4] left out)."""

    def fits(self, bracket: Bracket, left: Any) -> bool:
        return True

    def may_be_optimal(self, bracket: Bracket) -> bool:
        return True

    def exceeds_next_group(self, alone: int, bracket: Bracket) -> bool:
        return False

    def brackets(self) -> Iterator[Decision]:
        try:
            yield from super().brackets()
        except AssertionError as stuck:
            raise NoPairingError("the others were not looked at") from stuck


class FullDownfloatSearch(DownfloatSearch):
    """Always looks at everybody."""

    def decide(self, above: Any, group: int) -> Any:
        return self.search_with_all(above, group)


@dataclass(frozen=True, slots=True)
class AlternativeUpfloat(UpfloatProcedure):
    """A walk by another ascent."""

    ascent: type[UpfloatSearch] = UpfloatSearch

    def pair(self, field: Field) -> Iterator[Decision]:
        return self.ascent(self, field).brackets()


@dataclass(frozen=True, slots=True)
class AlternativeDownfloat(DownfloatProcedure):
    """A walk by another descent."""

    descent: type[DownfloatSearch] = DownfloatSearch

    def pair(self, field: Field) -> Iterator[Decision]:
        return self.descent(self, field).brackets()


def with_procedure(system: System, kind: type[Any], **by: Any) -> System:
    """The system with another walk after the bye."""
    return replace(system, procedure=ByeFirstProcedure(kind(system.criteria, **by)))


# -- Dubov


@rule("Nothing.")
def no_cost(_: BaseBracket) -> Iterator[Cost]:
    return iter(())


def without_cost(system: System, code: str) -> System:
    """The system in which a criterion asks for nothing."""
    return system.changed(replaced={code: Criterion("", "", no_cost, role=system.clause(code).role)})


@rule("How many come up, and their scores.")
def number_and_scores(b: UpfloatBracket) -> Iterator[Cost]:
    yield b.penalize_upfloaters(b.lower)
    for level in reversed(b.levels[1:]):
        yield b.penalize_upfloaters(level)


def colours_first() -> System:
    """[C5] after [C7]."""
    first = Criterion("", "", criteria.preference_refused, role=Role.NUMBER)
    second = Criterion("", "", number_and_scores, role=Role.SCORES)
    changed = dubov.DUBOV_2026.changed(replaced={"C5": first, "C6": second}, without=("C7",))
    return with_procedure(changed, AlternativeUpfloat, ascent=FullUpfloatSearch)


def floats_in_last_round() -> System:
    """[C8] to [C10] in the last round."""
    clauses = {code: dubov.DUBOV_2026.clause(code) for code in ("C8", "C9", "C10")}
    always = {code: replace(clause, lapses=0) for code, clause in clauses.items() if isinstance(clause, Criterion)}
    return dubov.DUBOV_2026.changed(replaced=always)


DUBOV_WITHOUT: dict[str, Callable[[], System]] = {
    "C1": lambda: dubov.DUBOV_2026.changed(without=("C1",)),
    "C2": lambda: dubov.DUBOV_2026.changed(without=("C2",)),
    "C3": lambda: dubov.DUBOV_2026.changed(without=("C3",)),
    "C4": lambda: with_procedure(dubov.DUBOV_2026, AlternativeUpfloat, ascent=UpfloatWithoutCompletion),
    "C5": colours_first,
    "C6": lambda: with_procedure(without_cost(dubov.DUBOV_2026, "C6"), AlternativeUpfloat, ascent=FullUpfloatSearch),
    "C7": lambda: dubov.DUBOV_2026.changed(without=("C7",)),
    "C8": lambda: dubov.DUBOV_2026.changed(without=("C8",)),
    "C9": lambda: dubov.DUBOV_2026.changed(without=("C9",)),
    "C10": lambda: dubov.DUBOV_2026.changed(without=("C10",)),
    "C8-C10 in the last round": floats_in_last_round,
    "bye 3.1.3": lambda: dubov.DUBOV_2026.changed(without=("3.1.3",)),
    "bye 3.1.4": lambda: dubov.DUBOV_2026.changed(without=("3.1.4",)),
    "bye 3.1.5": lambda: dubov.DUBOV_2026.changed(without=("3.1.5",)),
    "reading c9=lex": lambda: dubov.dubov(dubov.Readings(c9="lex")),
    "reading shifters=all": lambda: dubov.dubov(dubov.Readings(shifters="all")),
}


# -- Burstein


@rule("How many move down, and their scores.")
def number_and_scores_down(b: Bracket) -> Iterator[Cost]:
    yield from criteria.downfloaters(b)
    yield from criteria.scores_of_downfloaters(b)


def next_bracket_first() -> System:
    """[C5] and [C6] after [C7]."""
    first = Criterion("", "", criteria.downfloaters_of_the_next_bracket, role=Role.NUMBER)
    second = Criterion("", "", no_cost, role=Role.SCORES)
    third = Criterion("", "", number_and_scores_down, role=Role.AHEAD)
    changed = burstein.BURSTEIN_2026.changed(replaced={"C5": first, "C6": second, "C7": third})
    return with_procedure(changed, AlternativeDownfloat, descent=FullDownfloatSearch)


def bye_by_number() -> System:
    """The bye to the largest number instead of the lowest Index."""
    rule = ByeRule("3.1.5", "", criteria.number_of_the_bye)
    return burstein.BURSTEIN_2026.changed(replaced={"3.1.5": rule})


BURSTEIN_WITHOUT: dict[str, Callable[[], System]] = {
    "C1": lambda: burstein.BURSTEIN_2026.changed(without=("C1",)),
    "C2": lambda: burstein.BURSTEIN_2026.changed(without=("C2",)),
    "C3": lambda: burstein.BURSTEIN_2026.changed(without=("C3",)),
    "C4": lambda: with_procedure(burstein.BURSTEIN_2026, AlternativeDownfloat, descent=DownfloatWithoutCompletion),
    "C5": next_bracket_first,
    "C6": lambda: with_procedure(
        without_cost(burstein.BURSTEIN_2026, "C6"), AlternativeDownfloat, descent=FullDownfloatSearch
    ),
    "C7": lambda: with_procedure(
        without_cost(burstein.BURSTEIN_2026, "C7"), AlternativeDownfloat, descent=FullDownfloatSearch
    ),
    "C8": lambda: burstein.BURSTEIN_2026.changed(without=("C8",)),
    "bye 3.1.3": lambda: burstein.BURSTEIN_2026.changed(without=("3.1.3",)),
    "bye 3.1.4": lambda: burstein.BURSTEIN_2026.changed(without=("3.1.4",)),
    "bye 3.1.5": bye_by_number,
    "seeding": lambda: replace(burstein.BURSTEIN_2026, opening=None),
    "reading zero_byes=absent-now": lambda: burstein.burstein(burstein.Readings("absent-now")),
    "reading zero_byes=none": lambda: burstein.burstein(burstein.Readings("none")),
}
