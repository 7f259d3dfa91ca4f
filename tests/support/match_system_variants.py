"""Team, Double-Swiss and Lim with one rule left out or read otherwise: what shows that the rule decides something."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any, Never, cast

from rookery.history.history import Snapshot
from rookery.matching.optimal_matchings import Cost, OptimalMatchings
from rookery.model import Colour
from rookery.pairing.bracket import BaseBracket
from rookery.pairing.clauses import Ban, Clause, Criterion
from rookery.pairing.colours import ColourRule, grant_both
from rookery.pairing.double_swiss import DOUBLE_SWISS_2026, double_swiss
from rookery.pairing.double_swiss import Readings as DoubleReadings
from rookery.pairing.field import Entrant, Field
from rookery.pairing.lim import procedure, state
from rookery.pairing.lim import system as lim_module
from rookery.pairing.lim.system import LIM_2026, lim
from rookery.pairing.outcome import Decision
from rookery.pairing.procedure import ByeFirstProcedure
from rookery.pairing.rule_text import rule
from rookery.pairing.system import System
from rookery.pairing.team import TEAM_2026, first_team, team
from rookery.pairing.team import Readings as TeamReadings
from rookery.pairing.upfloat.procedure import UpfloatProcedure
from rookery.pairing.upfloat.search import UpfloatBracket, UpfloatSearch

Variants = dict[str, Callable[[], System]]


# -- the walk of Team and Double-Swiss


class FullSearch(UpfloatSearch):
    """Looks at everybody left for every bracket: what the first two views take for granted can be left out."""

    def choose_upfloaters(self, home: int, lower: int, group: int) -> OptimalMatchings:
        """As `search_with_all`."""
        inside = self.restrict_part(self.remaining.groups[group], home)
        below = self.restrict_part(self.remaining.tails[group + 1], lower)
        return self.search_with_all(inside, below)


class SearchWithoutCompletion(UpfloatSearch):
    """Does not ask whether the others can be paired."""

    def is_completable(self, home: int, below: Any, up: int) -> bool:
        """Whatever becomes of them."""
        return True


@dataclass(frozen=True)
class AlternativeProcedure(UpfloatProcedure):
    """The walk by another ascent."""

    ascent: type[UpfloatSearch] = FullSearch

    def pair(self, field: Field) -> Iterator[Decision]:
        """Pair the round."""
        return self.ascent(self, field).brackets()


@rule("Nothing.")
def no_cost(b: UpfloatBracket) -> Iterator[Cost]:
    yield from ()


def with_search(system: System, ascent: type[UpfloatSearch]) -> System:
    """The system by another ascent."""
    return replace(
        system,
        procedure=ByeFirstProcedure(
            AlternativeProcedure(cast("tuple[Clause[UpfloatBracket], ...]", system.criteria), ascent=ascent)
        ),
    )


def without_cost(system: System, code: str) -> System:
    """The system in which a criterion asks for nothing."""
    return system.changed(replaced={code: Criterion("", "", no_cost, role=system.clause(code).role)})


def with_float_lapse(system: System, codes: Iterable[str], rounds: int) -> System:
    """The system with floats asked after until so many rounds from the end."""
    clauses = {code: system.clause(code) for code in codes}
    return system.changed(
        replaced={
            code: replace(clause, lapses=rounds) for code, clause in clauses.items() if isinstance(clause, Criterion)
        }
    )


def without_clause(system: System, rule: Clause[Never] | ColourRule) -> System:
    """The system without a clause, or a rule of colours, that shares its article with others."""
    return system.changed(without=(rule.name,))


# -- what any of them can leave out


def common_variants(system: System, codes: tuple[str, ...], rounds: int) -> Variants:
    """What Team and Double-Swiss have in common."""
    floats = ("C7", codes[-1])
    variants: Variants = {
        "C1": lambda: system.changed(without=("already met",)),
        "C2": lambda: system.changed(without=("C2",)),
        "C3": lambda: with_search(system, SearchWithoutCompletion),
        "C4": lambda: with_search(without_cost(system, "C4"), FullSearch),
        "C5": lambda: with_search(without_cost(system, "C5"), FullSearch),
        "C6": lambda: system.changed(without=("C6",)),
        "C7": lambda: system.changed(without=("C7",)),
        "C7 and the last of the criteria, in the last round": lambda: with_float_lapse(system, floats, 0),
        "3.4.2": lambda: system.changed(without=("3.4.2",)),
        "3.4.3": lambda: system.changed(without=("3.4.3",)),
        "3.4.4": lambda: system.changed(without=("3.4.4",)),
    }
    for code in codes:
        variants[code] = lambda code=code: system.changed(without=(code,))  # type: ignore[misc]
    if rounds > 1:
        variants["C7 and C10 in the last round but one"] = lambda: with_float_lapse(system, floats, 1)
    for clause in (clause for clause in system.colours[:-1] if clause.decide is not grant_both):  # see docs/team.md
        variants[clause.article.split()[-1]] = lambda clause=clause: without_clause(system, clause)  # type: ignore[misc]
    return variants


@rule("4.3.3 as it stands, silent unless both have a preference.")
def only_opposite(higher: Entrant, lower: Entrant, initial: Colour) -> Colour | None:
    both = higher.preference.colour and lower.preference.colour
    return grant_both(higher, lower, initial) if both else None


def without_only_preference() -> System:
    """Team without 4.3.2, which 4.3.3 as we have it would otherwise replace."""
    return TEAM_2026.changed(replaced={"4.3.3": ColourRule("4.3.3", only_opposite)}, without=("4.3.2",))


TEAM_WITHOUT: Variants = common_variants(TEAM_2026, ("C8", "C9", "C10"), 2) | {
    "4.3.2": without_only_preference,
    "4.2": lambda: replace(TEAM_2026, rank=lambda seat: (seat.number,)),
    "4.2 secondary": lambda: replace(TEAM_2026, rank=lambda seat: (first_team(seat)[0], seat.number)),
    "reading c6=graded": lambda: team(TeamReadings(c6="graded")),
    "reading a1=none": lambda: team(TeamReadings(a1="none")),
    "reading seats=score": lambda: team(TeamReadings(seats="score")),
    "reading numbering=paired": lambda: team(TeamReadings(numbering="paired")),
}

DOUBLE_WITHOUT: Variants = common_variants(DOUBLE_SWISS_2026, ("C8",), 1) | {
    "C1, forbidden pairs": lambda: DOUBLE_SWISS_2026.changed(without=("forbidden by the event",)),
    "4.2": lambda: replace(DOUBLE_SWISS_2026, rank=lambda seat: (seat.number,)),
    "reading c6=graded": lambda: double_swiss(DoubleReadings(c6="graded")),
    "reading following=left": lambda: double_swiss(DoubleReadings(following="left")),
    "reading numbering=declared": lambda: double_swiss(DoubleReadings(numbering="declared")),
    "reading floated=pairings": lambda: double_swiss(DoubleReadings(floated="pairings")),
}


# -- Lim


class LimRoundWithoutRule(state.LimRound):
    """The table without one of its rules."""

    leave_out = ""

    def open_opponents(self, ahead: int, adjacent: int) -> int:
        """3.9: whether there is an opponent next door."""
        return self.field.full if self.leave_out == "3.9" else super().open_opponents(ahead, adjacent)

    def equalising(self, staying: int, downward: bool) -> int:
        """3.2.2."""
        return 0 if self.leave_out == "3.2.2" else super().equalising(staying, downward)

    def suitable_opponents(self, i: int) -> int:
        """3.8, 5.2."""
        return self.field.full if self.leave_out == "5.2" else super().suitable_opponents(i)

    def next_player(self, group: state.Group, alive: int) -> tuple[int, list[int], int]:
        """3.6, 3.7: floaters first."""
        if self.leave_out == "3.6":
            group = replace(group, residents=group.members, down=0, up=0)
        return super().next_player(group, alive)

    def sides(self) -> tuple[list[state.Group], list[state.Group]]:
        """2.2, 4.1: below the median the mirror of above."""
        above, below = super().sides()
        for group in below:
            group.downward = group.downward or self.leave_out == "4.1"
        return above, below


@dataclass(frozen=True)
class LimProcedureWithoutRule(procedure.LimProcedure):
    """The walk without one of its rules."""

    leave_out: str = ""

    def pair(self, field: Field) -> Iterator[Decision]:
        """Pair the round."""
        table = LimRoundWithoutRule(field, self.readings, self.maxi)
        table.leave_out = self.leave_out
        return (table.decision(n, group) for n, group in enumerate(table.iter_groups(), 1))


def without_lim_rule(rule: str) -> System:
    """Lim without a rule of the walk."""
    criteria = cast("tuple[Clause[BaseBracket], ...]", LIM_2026.criteria)
    return replace(LIM_2026, procedure=ByeFirstProcedure(LimProcedureWithoutRule(criteria, leave_out=rule)))


def without_floats() -> System:
    """Lim without 3.10."""
    original = LIM_2026.details
    assert original is not None

    def details(view: Snapshot, seats: list[Entrant]) -> list[Entrant]:
        return [seat._replace(floats=Entrant(0, 0, 0).floats) for seat in original(view, seats)]

    return replace(LIM_2026, details=details)


def lim_reading(**chosen: Any) -> Callable[[], System]:
    """Lim by another reading."""
    return lambda: lim(state.Readings(**chosen))


LIM_WITHOUT: Variants = {
    "1.1 score": lambda: LIM_2026.changed(without=("score of the bye",)),
    "7.1": lambda: LIM_2026.changed(without=("7.1",)),
    "1.1 rank": lambda: LIM_2026.changed(without=("number of the bye",)),
    "1.1 bars": lambda: LIM_2026.changed(without=("C.04.1 4",)),
    "2.1 met": lambda: LIM_2026.changed(without=("already met",)),
    "2.1 forbidden pairs": lambda: LIM_2026.changed(without=("forbidden by the event",)),
    "2.1 colours": lambda: LIM_2026.changed(without=("no permissible colours",)),
    **{rule: (lambda rule=rule: without_lim_rule(rule)) for rule in ("3.2.2", "3.6", "3.9", "4.1", "5.2")},  # type: ignore[misc]
    "3.10": without_floats,
    "5.3": lambda: LIM_2026.changed(without=("5.3",)),
    "5.2 colours": lambda: LIM_2026.changed(without=("grant both",)),
    "5.4 latest difference": lambda: LIM_2026.changed(without=("alternate last difference",)),
    "5.4 rank": lambda: replace(LIM_2026, rank=lambda seat: (seat.number,)),
    "6": lambda: LIM_2026.changed(replaced={"no permissible colours": Ban("2.1", "", apart_in_every_round)}),
    "7.2": lambda: LIM_2026.changed(without=("7.2",)),
    "reading due=parity": lim_reading(due="parity"),
    "reading floated=unequal": lim_reading(floated="unequal"),
    "reading floater_order=previous": lim_reading(floater_order="previous"),
    "reading floater_order=colour": lim_reading(floater_order="colour"),
    "reading upfloater_opponent=highest": lim_reading(upfloater_opponent="highest"),
    "reading median_opponents=residents": lim_reading(median_opponents="residents"),
    "reading colour_exchange=bottom": lim_reading(colour_exchange="bottom"),
    "reading crack=first": lim_reading(crack="first"),
    "reading crack_count=fixed": lim_reading(crack_count="fixed"),
    "reading last_round=same": lim_reading(last_round="same"),
    "maxi": lambda: lim(maxi=True),
}


@rule("The limits of colours in the last round too.")
def apart_in_every_round(field: Field) -> Iterator[tuple[int, int]]:
    yield from lim_module.apart_by_colours(field)
