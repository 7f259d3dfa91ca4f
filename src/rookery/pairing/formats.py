"""Every format that is no Swiss, by the code in `Tournament.system`: the next round, and whether a file kept to it."""

from __future__ import annotations

from dataclasses import dataclass, replace

from rookery.errors import Problem, RuleError, Unsupported
from rookery.model import ByeKind, Round, Tournament
from rookery.pairing import keizer, knockout, predetermined
from rookery.pairing.explain import Explanation, Reason, WhyNot
from rookery.pairing.outcome import Board, Outcome, Pair
from rookery.regulations import CODES, scheme

FAMILIES = (*predetermined.FAMILIES, "schiller", "keizer", "knockout")
"""The families of codes that are answered here, if only to say that they are not done."""
NOT_FIDE = ("keizer", "knockout")
"""Those of them that no FIDE regulation describes."""


def next_round(tournament: Tournament) -> Round:
    """The next round: of the schedule, of Keizer by its usual rules, of a knock-out as long as no match is level.

    >>> from rookery.model import Player
    >>> field = tuple(map(Player, range(1, 5)))
    >>> next_round(Tournament(players=field, system="BERGER_ROUNDROBIN")).pairs
    ((1, 4), (2, 3))
    >>> next_round(Tournament(players=field, system="CUSTOM_KEIZER")).pairs
    ((1, 2), (4, 3))
    """
    family = _family(tournament)
    if family == "keizer":
        return keizer.next_round(tournament)
    if family == "knockout":
        return knockout.next_round(tournament)
    return predetermined.next_round(tournament)


def outcome(
    tournament: Tournament, name: str | None = None, *, fixed: tuple[Pair, ...] = (), bye: int | None = None
) -> Outcome:
    """The next round as an outcome that can be asked why; a format leaves the arbiter nothing to fix.

    >>> from rookery.model import Player
    >>> event = Tournament(players=tuple(map(Player, range(1, 5))), system="BERGER_ROUNDROBIN")
    >>> print(outcome(event).explain(1))
    number 1 and number 4 meet in round 1: so the table says. (C.05)
    """
    if name is not None:
        tournament = replace(tournament, system=CODES[name])
    if fixed or bye is not None:
        raise RuleError("the rounds of this format are given: there is nothing to fix")
    family, round = _family(tournament), next_round(tournament)
    alone = [one.player for one in round.byes if one.kind is ByeKind.PAIRING_ALLOCATED]
    return Outcome(
        system=family,
        round=tournament.next_round,
        boards=tuple(Board(white, black, "C.05", "the table of the format") for white, black in round.pairs),
        bye=alone[0] if alone else None,
        decisions=(),
        price=tuple,
        answers=_Timetable(tournament, family),
    )


@dataclass(frozen=True, slots=True)
class _Timetable:
    """What can be said of a round that follows from a table."""

    tournament: Tournament
    family: str

    def explain(self, outcome: Outcome, one: int) -> Explanation:
        """Whom somebody meets, and that it could not be otherwise."""
        why = ("so its rules say", "") if self.family in NOT_FIDE else ("so the table says", "C.05")
        for white, black in outcome.pairs:
            if one in (white, black):
                text = f"{self._name(white)} and {self._name(black)} meet in round {outcome.round}: {why[0]}."
                return Explanation((one,), (Reason(text, why[1]),))
        return Explanation((one,), (Reason(f"{self._name(one)} is free in round {outcome.round}.", why[1]),))

    def why_not(self, outcome: Outcome, a: int, b: int | None) -> WhyNot:
        """A table has no alternatives."""
        about = (a,) if b is None else (a, b)
        return WhyNot(about, reasons=self.explain(outcome, a).reasons)

    def _name(self, one: int) -> str:
        name = self.tournament.by_id[one].name
        return f"{name} ({one})" if name else f"number {one}"


def complaints(tournament: Tournament) -> tuple[Problem, ...]:
    """Where the rounds of the file differ from what the format asks; Keizer asks nothing that can be broken."""
    family = _family(tournament)
    if family == "keizer":
        return ()
    return knockout.complaints(tournament) if family == "knockout" else predetermined.complaints(tournament)


def _family(tournament: Tournament) -> str:
    family = scheme(tournament.system).family
    if family not in FAMILIES:
        raise Unsupported(f"{tournament.system or 'an event without a system'} is none of {', '.join(FAMILIES)}")
    return family
