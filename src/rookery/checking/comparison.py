"""Two pairings of a round beside each other: the boards that differ, the rules broken, the one that decides."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable

from rookery.checking.report import DecidingRule, Difference, RuleKind, Seats, Verdict
from rookery.model import Round
from rookery.pairing.field import Field
from rookery.pairing.outcome import Breach, Line, Outcome
from rookery.pairing.recorded import byes_in, parted
from rookery.pairing.system import System

# -- what differs


def bye_of(outcome: Outcome) -> list[int]:
    """Who shall receive it: one, or nobody."""
    return [] if outcome.bye is None else [outcome.bye]


def differences(field: Field, recorded: Round, outcome: Outcome) -> tuple[Difference, ...]:
    """The boards that differ: the same two with other colours side by side, the others in order of rank."""
    expected: list[Seats] = [*outcome.pairs, *((one, 0) for one in bye_of(outcome))]
    uncoloured = {(game.white, game.black) for game in recorded.games if not game.coloured}
    there = {frozenset(seats): seats for seats in (*recorded.pairs, *((one, 0) for one in byes_in(recorded)))}
    found: list[Difference] = []
    missing: list[tuple[int, Seats]] = []
    for board, right in enumerate(expected, 1):
        same = there.pop(frozenset(right), None)
        if same is None:
            missing.append((board, right))
        elif same != right and same not in uncoloured:
            found.append(Difference(board, same, right))
    rest = sorted(
        there.values(), key=lambda seats: (not seats[1], min(field.place.get(one, field.size) for one in seats))
    )
    found += [Difference(board, other, right) for (board, right), other in zip(missing, rest, strict=False)]
    found += [Difference(board, None, right) for board, right in missing[len(rest) :]]
    beyond = enumerate(rest[len(missing) :], len(expected) + 1)
    return (*sorted(found, key=lambda one: one.board), *(Difference(board, other, None) for board, other in beyond))


# -- why


def broken_rule(field: Field, breaches: tuple[Breach, ...]) -> DecidingRule:
    """The first absolute rule that is broken, and how often."""
    first = breaches[0]
    times = sum(one.criterion == first.criterion for one in breaches)
    rule = (first.criterion, first.article, first.code)
    return DecidingRule(RuleKind.ABSOLUTE, _bracket(field, first.who), *rule, (times,), (0,), first.text)


def colour_rule(system: System, field: Field, outcome: Outcome, difference: Difference) -> DecidingRule:
    """The rule that gives two players the other colours."""
    from rookery.pairing.differing import colour_given

    assert difference.recorded is not None
    assert difference.expected is not None
    board = next(one for one in outcome.boards if (one.white, one.black) == difference.expected)
    text = next((rule.text for rule in system.colours if rule.name == board.reason), "")
    bracket, fact = _bracket(field, difference.expected), colour_given(system, field, outcome, board, filed=True)
    rule, sides = (board.reason, board.article, ""), (difference.recorded, difference.expected)
    return DecidingRule(RuleKind.COLOURS, bracket, *rule, *sides, text, fact=fact)


def priced(system: System, field: Field, outcome: Outcome, recorded: Round) -> tuple[Verdict, DecidingRule | None]:
    """Where the ledgers of both pairings part."""
    from rookery.pairing.differing import differing
    from rookery.pairing.facts import Wished, WishKind

    met = parted(system, field, outcome, recorded)
    if met is None:
        return Verdict.BETTER, None
    mine, other, where = met.line, met.against, met.ours
    rule = (mine.criterion, mine.article, mine.code)
    score = where.decision.score if where.bracket else None
    kind, costs = _kind(mine), (other.cost, mine.cost)
    fact = differing(system, field, Wished(WishKind.RECORDED, ()), met)
    reason = DecidingRule(kind, where.bracket, *rule, *costs, mine.text, other.who, score, fact)
    return (Verdict.WORSE if mine.cost < other.cost else Verdict.BETTER), reason


def _kind(line: Line) -> RuleKind:
    """What sort of rule a line of a ledger is; of the choice of the bye, its first step compares scores."""
    return RuleKind.BYE_SCORE if line.criterion == RuleKind.BYE_SCORE else RuleKind(line.kind)


def _bracket(field: Field, who: Iterable[int]) -> int:
    """The bracket in which these meet: that of the lowest ranked; 0 for somebody who is not to be paired."""
    places = [field.place[one] for one in who if one in field.place]
    return bisect_right(field.bounds, max(places)) if places else 0
