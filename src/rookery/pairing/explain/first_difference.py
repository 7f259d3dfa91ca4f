"""The first line in which two pairings differ, as a fact: its payers, its next bracket, or its order.

This module does not depend on the meaning of any criterion: the clause of the system determines which participants
are named, and with which number.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Never

from rookery.model import Colour, Points
from rookery.pairing.clauses import Candidates, Clause, Step
from rookery.pairing.colours import KEEPS, KEPT_COLOUR
from rookery.pairing.explain import facts as facts
from rookery.pairing.explain.facts import Condition, Named, Unit
from rookery.pairing.field import Entrant, Field
from rookery.pairing.outcome import Board, CostDifference, Decision, Fact, Line, Pairing
from rookery.pairing.rule_text import NamedParties
from rookery.pairing.system import System


def difference_fact(system: System, field: Field, condition: Condition, difference: CostDifference) -> Fact:
    """Return the fact behind the first line in which a pairing that satisfies a condition differs from ours."""
    our_decision, their_decision, clause = (
        difference.ours.decision,
        difference.theirs,
        find_clause(system, difference.line),
    )
    if difference.line.kind == "order":
        return facts.Later(
            condition,
            our_decision,
            their_decision,
            difference.line,
            difference.their_line,
            clause.worse,
            *_first_different_places(difference.line, difference.their_line),
        )
    if clause.shows is NamedParties.AHEAD:
        return facts.AheadWorse(
            condition,
            our_decision,
            their_decision,
            difference.line,
            difference.their_line,
            *_next_bracket(field, difference),
        )
    paid = find_payers(system, field, difference.line, our_decision)
    instead = find_payers(system, field, difference.their_line, their_decision)
    grades = clause.grades if isinstance(clause, Step) else ()
    worse = grades[difference.their_line.cost[0]] if grades else clause.worse
    return facts.Worse(
        condition, our_decision, their_decision, difference.line, difference.their_line, worse, paid, instead
    )


def find_clause(system: System, line: Line) -> Clause[Never]:
    """Return the clause of the system that a line of a ledger belongs to."""
    for clause in system.criteria:
        steps: tuple[Clause[Never], ...] = clause.steps if isinstance(clause, Candidates) else ()
        for candidate in (clause, *steps):
            if candidate.article == line.article and candidate.code == line.code and candidate.name == line.criterion:
                return candidate
    raise KeyError(f"{system.name} has no clause {line.criterion!r}")


def parties_named_by(system: System, line: Line) -> NamedParties:
    """Return which participants a sentence on this line names."""
    return find_clause(system, line).shows


# -- payers


def find_payers(system: System, field: Field, line: Line, decision: Decision) -> tuple[Named, ...]:
    """Return the participants that a sentence on this line names, each with its number."""
    clause = find_clause(system, line)
    if clause.shows is NamedParties.GAPS:
        return tuple(_score_gaps(clause, field, decision))
    return tuple(
        _with_number(clause, field, line, participants) for participants in _payers(clause.shows, line, decision)
    )


def _payers(shows: NamedParties, line: Line, decision: Decision) -> Iterator[tuple[int, ...]]:
    if line.kind == "bye" or not decision.bracket or shows in (NamedParties.LEAVING, NamedParties.MISSED):
        yield from ((player,) for player in decision.left)
    elif shows is NamedParties.COMING:
        yield from ((player,) for player in decision.moved_up)
    elif shows is not NamedParties.AHEAD:
        yield from line.participants


def _score_gaps(clause: Clause[Never], field: Field, decision: Decision) -> Iterator[Named]:
    """Yield the participants who leave the bracket or meet another score in it, if they count."""

    def counts(seat: Entrant) -> bool:
        return clause.times is None or bool(clause.times(seat))

    for player in decision.left:
        seat = field.entrants[field.place[player]]
        if counts(seat):
            yield Named((player,), seat.score, "points")
    for pair in decision.pairs:
        higher, lower = sorted((field.entrants[field.place[player]] for player in pair), key=lambda seat: -seat.score)
        if higher.score > lower.score and counts(higher):
            yield Named((higher.id, lower.id), higher.score - lower.score, "apart")


_OF_A_SEAT: dict[NamedParties, tuple[Unit, Callable[[Entrant], int]]] = {
    NamedParties.POINTS: ("points", lambda seat: seat.score),
    NamedParties.LEAVING: ("points", lambda seat: seat.score),
    NamedParties.COMING: ("points", lambda seat: seat.score),
    NamedParties.MISSED: ("missed", lambda seat: seat.unplayed),
    NamedParties.NUMBER: ("number", lambda seat: seat.number),
}


def _with_number(clause: Clause[Never], field: Field, line: Line, participants: tuple[int, ...]) -> Named:
    seats = [field.entrants[field.place[player]] for player in participants]
    if clause.shows is NamedParties.APART and len(seats) == 2:
        return Named(participants, abs(seats[0].score - seats[1].score), "apart")
    if clause.shows is NamedParties.TIMES and clause.times is not None:
        return Named(participants, clause.times(seats[0]), "times")
    if clause.shows is NamedParties.RATING:
        return Named(participants, line.cost[0], "rating")
    unit_and_getter = _OF_A_SEAT.get(NamedParties.POINTS if clause.shows is NamedParties.APART else clause.shows)
    return (
        Named(participants)
        if unit_and_getter is None or len(seats) > 1
        else Named(participants, unit_and_getter[1](seats[0]), unit_and_getter[0])
    )


# -- the next bracket


Outlook = tuple[Points, int | None, int | None, tuple[Points, ...], tuple[Points, ...]]
"""The score of the next bracket, how many it must send on, and with which scores, in either case."""


def _next_bracket(field: Field, difference: CostDifference) -> Outlook:
    """Compare the best results of the next bracket; None if it cannot be paired completely."""
    our_cost, their_cost, leaving = difference.line.cost, difference.their_line.cost, difference.ours.decision.left
    lower = [score for score in field.scores if score < difference.ours.decision.score]
    if not our_cost or not their_cost or max(our_cost[0], their_cost[0]) > len(leaving) + lower.count(lower[0]):
        return lower[0], None, None, (), ()
    levels = sorted({field.scores[field.place[player]] for player in leaving}, reverse=True)
    scores = [tuple(_scores(cost, levels, lower[0])) for cost in (our_cost, their_cost)]
    return lower[0], our_cost[0], their_cost[0], scores[0], scores[1]


def _scores(cost: tuple[int, ...], levels: list[Points], group_score: Points) -> Iterator[Points]:
    """Yield the scores of the floaters counted by a cost."""
    for number, score in zip(cost[1:], levels, strict=False):
        yield from [score] * number
    yield from [group_score] * (cost[0] - sum(cost[1 : len(levels) + 1]))


# -- order


def _first_different_places(our_line: Line, their_line: Line) -> tuple[int | None, tuple[int, ...], tuple[int, ...]]:
    """Return the participant for whom two orders first differ, and the participants chosen in either."""
    if len(our_line.participants) != len(our_line.cost) or len(their_line.participants) != len(their_line.cost):
        return None, _all_named(our_line), _all_named(their_line)
    both = enumerate(zip(our_line.cost, their_line.cost, strict=False))
    index = next(
        (i for i, (our_names, their_names) in both if our_names != their_names),
        min(len(our_line.cost), len(their_line.cost)),
    )
    our_names, their_names = (
        line.participants[index] if index < len(line.participants) else () for line in (our_line, their_line)
    )
    if max(len(our_names), len(their_names)) < 2:
        return None, our_names, their_names
    return (our_names or their_names)[0], our_names[1:], their_names[1:]


def _all_named(line: Line) -> tuple[int, ...]:
    return tuple(player for participants in line.participants for player in participants)


def colour_fact(
    system: System, field: Field, outcome: Pairing, board: Board, *, filed: bool = False
) -> facts.ColourGiven:
    """Return the player with White by the rules, and the reason. `filed`: the recorded colours differ."""
    if board.reason == KEPT_COLOUR:
        return _fixed_colour_fact(field, board, filed)
    rule = next(rule for rule in system.colours if (rule.article, rule.name) == (board.article, board.reason))
    higher = system.higher_ranked(field, outcome.decisions, (board.white, board.black))
    return facts.ColourGiven(board.white, board.black, rule.name, rule.text_of_two, rule.article, higher, filed)


def _fixed_colour_fact(field: Field, board: Board, filed: bool) -> facts.ColourGiven:
    """Return the colours of two participants of whom one has a fixed colour."""
    keeps = board.white if board.white in field.fixed_seats and field.fixed_seats[board.white].colour else board.black
    text = KEEPS[Colour.WHITE if keeps == board.white else Colour.BLACK]
    return facts.ColourGiven(board.white, board.black, KEPT_COLOUR, text, "", keeps, filed)
