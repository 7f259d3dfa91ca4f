"""Every format that is no Swiss, by the code in `Tournament.system`: the next round, and whether a file kept to it."""

from __future__ import annotations

from dataclasses import dataclass, replace

from rookery.errors import Problem, RuleError, Unsupported
from rookery.model import ByeKind, Round, Tournament
from rookery.pairing import keizer, knockout, predetermined
from rookery.pairing.outcome import Board, Explanation, Ledger, Outcome, Pair, Reason, WhyNot
from rookery.regulations import CODES, scheme

FAMILIES = (*predetermined.FAMILIES, "schiller", "keizer", "knockout")
"""The families of codes that are answered here, if only to say that they are not done."""
NOT_FIDE = ("keizer", "knockout")
"""Those of them that no FIDE regulation describes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """What an arbiter may say of the next round: in a knock-out, who of a level match goes `through`, and how many
    `games` a meeting has. The other formats ask nothing.
    """

    through: tuple[int, ...] = ()
    games: int | None = None


NOTHING = Choice()


def next_round(tournament: Tournament, choice: Choice = NOTHING) -> Round:
    """The next round: of the schedule, of Keizer by the rules in its code, of a knock-out as long as nobody is level.

    >>> from rookery.model import Player
    >>> field = tuple(map(Player, range(1, 5)))
    >>> next_round(Tournament(players=field, system="BERGER_ROUNDROBIN")).pairs
    ((1, 4), (2, 3))
    >>> next_round(Tournament(players=field, system="CUSTOM_KEIZER")).pairs
    ((1, 2), (4, 3))
    """
    family = _family(tournament)
    if family == "knockout":
        return knockout.next_round(tournament, games=choice.games, through=choice.through)
    if choice != NOTHING:
        raise RuleError("who goes through, and in how many games, is a question of knock-outs only")
    return keizer.next_round(tournament) if family == "keizer" else predetermined.next_round(tournament)


def rounds_needed(tournament: Tournament) -> int | None:
    """How many rounds the format takes with this field; None for a Keizer, which may go on, or what is no such format.

    >>> from rookery.model import Player
    >>> rounds_needed(Tournament(players=tuple(map(Player, range(1, 6))), system="CUSTOM_KNOCKOUT"))
    3
    """
    family = scheme(tournament.system).family
    if family == "knockout":
        return len(knockout.survivors(tournament.until(1))).bit_length() - 1
    return len(predetermined.boards(tournament)) if family in predetermined.FAMILIES else None


def placed(tournament: Tournament) -> tuple[tuple[int, ...], ...] | None:
    """Everybody in groups of equals, the best first, where the format ranks them: Keizer and knock-out; else None."""
    family = scheme(tournament.system).family
    if family == "keizer":
        return tuple((place.player,) for place in keizer.ranking(tournament).places)
    return knockout.placed(tournament) if family == "knockout" else None


def outcome(
    tournament: Tournament,
    name: str | None = None,
    *,
    fixed: tuple[Pair, ...] = (),
    bye: int | None = None,
    choice: Choice = NOTHING,
) -> Outcome:
    """The next round as an outcome that can be asked why; a format leaves the arbiter nothing to fix.

    >>> from rookery.model import Player
    >>> event = Tournament(players=tuple(map(Player, range(1, 5))), system="BERGER_ROUNDROBIN")
    >>> print(outcome(event).explain(1))
    number 1 and number 4 meet in round 1: so the table says. (C.05)
    """
    if name is not None and name != scheme(tournament.system).family:
        tournament = replace(tournament, system=CODES.get(name, name.upper()))
    if fixed or bye is not None:
        raise RuleError("the rounds of this format are given: there is nothing to fix")
    family, round = _family(tournament), next_round(tournament, choice)
    alone = [one.player for one in round.byes if one.kind is ByeKind.PAIRING_ALLOCATED]
    return Outcome(
        system=family,
        round=tournament.next_round,
        boards=tuple(Board(white, black, *_source(family)) for white, black in round.pairs),
        bye=alone[0] if alone else None,
        decisions=(),
        price=tuple,
        whole=round,
        answers=_Timetable(tournament, family, round),
    )


def _source(family: str) -> tuple[str, str]:
    """The article behind a round, and where its pairs and colours come from."""
    return ("", "the rules of the format") if family in NOT_FIDE else ("C.05", "the table of the format")


@dataclass(frozen=True, slots=True)
class _Timetable:
    """What can be said of a round that follows from a table."""

    tournament: Tournament
    family: str
    round: Round

    def explain(self, outcome: Outcome, one: int) -> Explanation:
        """Whom somebody meets, and that it could not be otherwise."""
        if one not in self.tournament.by_id:
            raise RuleError(f"there is no {one} in this tournament", who=(one,))
        article, _ = _source(self.family)
        for white, black in outcome.pairs:
            if one in (white, black):
                text = f"{self._name(white)} and {self._name(black)} meet in round {outcome.round}: {self._why}."
                return Explanation((one,), (Reason(text, article),))
        text = f"{self._name(one)} {self._free(one)} in round {outcome.round}."
        return Explanation((one,), (Reason(text, article),))

    @property
    def _why(self) -> str:
        if self.family == "keizer":
            return "they are neighbours in the ranking, as near as recent opponents allow"
        return "so the bracket says" if self.family == "knockout" else "so the table says"

    def _free(self, one: int) -> str:
        """Why somebody has no opponent."""
        kind = next((bye.kind for bye in self.round.byes if bye.player == one), None)
        if one in self.tournament.absent(self.tournament.next_round):
            return "is absent"
        if self.family == "knockout":
            return "has a bye: the highest seeds do where the field is no power of two," if kind else "is out"
        if kind is ByeKind.PAIRING_ALLOCATED:
            return "is left over: the lowest of those with the fewest such byes"
        return "is free"

    def why_not(self, outcome: Outcome, a: int, b: int | None) -> WhyNot:
        """A table has no alternatives."""
        about = (a,) if b is None else (a, b)
        return WhyNot(about, reasons=self.explain(outcome, a).reasons)

    def given_up(self, ledger: Ledger) -> tuple[Reason, ...]:
        """A table has nothing to grant."""
        return ()

    def _name(self, one: int) -> str:
        name = self.tournament.by_id[one].name
        return f"{name} ({one})" if name else f"number {one}"


def complaints(tournament: Tournament) -> tuple[Problem, ...]:
    """Where the rounds of the file differ from what the format asks; in a Keizer nothing is more than a remark."""
    family = _family(tournament)
    if family == "keizer":
        return tuple(keizer.complaints(tournament))
    return knockout.complaints(tournament) if family == "knockout" else predetermined.complaints(tournament)


def _family(tournament: Tournament) -> str:
    family = scheme(tournament.system).family
    if family not in FAMILIES:
        raise Unsupported(f"{tournament.system or 'an event without a system'} is none of {', '.join(FAMILIES)}")
    return family
