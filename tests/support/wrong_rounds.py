"""Spoilt rounds: another pairing recorded than ours, and what the checker says of it, held against all pairings."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import replace

import rookery
from rookery.checking.checker import check_round as judged
from rookery.checking.report import RoundReport, Verdict
from rookery.checking.text import describe_round
from rookery.history.team_matches import line_up
from rookery.model import Bye, ByeKind, Game, Match, Round
from rookery.pairing.outcome import Reason
from support.all_pairings import Pair, Whole, ordered, rule_number
from support.explanation_case import ExplanationCase, Question
from support.explanation_texts import check_sentence
from support.statements import Statements

MOST = 6
"""So many other pairings of a position are recorded."""

FILED = 1
"""So many spoilt rounds are asked about in the file."""


def build_round(case: ExplanationCase, pairs: list[Pair], bye: int | None) -> Round:
    """A round with these games, White first."""
    event = case.tournament
    byes = [Bye(participant, kind) for participant, kind in event.absent(event.next_round).items()]
    byes += [] if bye is None else [Bye(bye, ByeKind.PAIRING_ALLOCATED)]
    if event.team_event:
        return Round(matches=tuple(Match(a, b, tuple(line_up(event, a, b))) for a, b in pairs), byes=tuple(byes))
    if case.position.system == "double-swiss":
        return Round(matches=tuple(Match(a, b, (Game(a, b), Game(b, a))) for a, b in pairs), byes=tuple(byes))
    return Round(games=tuple(Game(a, b) for a, b in pairs), byes=tuple(byes))


def check_altered_round(case: ExplanationCase, pairs: list[Pair], bye: int | None) -> RoundReport:
    """What the checker says."""
    before = replace(case.tournament, system=case.tournament.system)
    return judged(before, build_round(case, pairs, bye), None, case.system)


def altered_rounds(case: ExplanationCase, rng: random.Random) -> Iterator[tuple[list[Pair], int | None]]:
    """Other complete pairings, ours with other colours, two exchanged, another bye."""
    alternatives = [whole for whole in case.judge.pairings if whole != case.ours]
    for whole in rng.sample(alternatives, min(MOST, len(alternatives))):
        yield sorted(whole.pairs), whole.bye
    pairs = list(case.outcome.pairs)
    for at in range(len(pairs)):
        yield [pair[::-1] if n == at else pair for n, pair in enumerate(pairs)], case.outcome.bye
    for n in range(len(pairs) - 1):
        (a, b), (c, d) = pairs[n : n + 2]
        yield [*pairs[:n], (a, d), (c, b), *pairs[n + 2 :]], case.outcome.bye
    if case.outcome.bye is not None:
        for n, (a, b) in enumerate(pairs):
            yield [*pairs[:n], (a, case.outcome.bye), *pairs[n + 1 :]], b


def check_altered_rounds(statements: Statements, rng: random.Random) -> Iterator[tuple[str, str, list[str]]]:
    """Every spoilt round: what it was, what was said, and what is wrong with that."""
    case = statements.case
    rounds = list(altered_rounds(case, rng))
    for pairs, bye in rounds:
        statements.recorded = Whole(frozenset(ordered(*pair) for pair in pairs), bye)
        round_report = check_altered_round(case, pairs, bye)
        wrong = [*check_report(case, pairs, bye, round_report), *check_deciding_fact(statements, round_report)]
        yield f"check {pairs} {bye}", f"check {round_report.verdict.name.lower()}", wrong
    for pairs, bye in rng.sample(rounds, min(FILED, len(rounds))):
        yield from check_recorded_round(statements, pairs, bye)
    statements.recorded = case.recorded = None


def check_deciding_fact(statements: Statements, round_report: RoundReport) -> Iterator[str]:
    """What is wrong with the fact and the words by which a pairing is judged."""
    lines = list(
        describe_round(round_report, name_formatter(statements.case), teams=statements.case.tournament.team_event)
    )
    if not round_report.agree and not lines:
        yield "nothing is said"
    fact = round_report.decided_by.fact if round_report.decided_by else None
    if fact is not None:
        yield from statements.check_fact(fact, Question("check"))
        yield from check_sentence(statements, Reason(lines[-1], fact=fact))


def name_formatter(case: ExplanationCase) -> Callable[[int], str]:
    """How everybody is called."""
    return lambda number: f"{case.tournament.participants_by_number[number].name} ({number})"


def check_recorded_round(
    statements: Statements, pairs: list[Pair], bye: int | None
) -> Iterator[tuple[str, str, list[str]]]:
    """Everybody asked about a round that the file has already."""
    case = statements.case
    statements.recorded = Whole(frozenset(ordered(*pair) for pair in pairs), bye)
    case.recorded = build_round(case, pairs, bye)
    event = replace(case.tournament, requested_byes=()).with_round(case.recorded)
    outcome = rookery.pair(event, case.system, round=len(event.rounds))
    for participant in case.judge.ids:
        question = Question("explain", (participant,))
        for reason in outcome.explain(participant).reasons:
            assert reason.fact is not None
            wrong = [*statements.check_fact(reason.fact, question), *check_sentence(statements, reason)]
            description = f"file {pairs} {bye}, explain {participant}: {reason}"
            yield description, f"filed {type(reason.fact).__name__}", wrong


def check_report(case: ExplanationCase, pairs: list[Pair], bye: int | None, round_report: RoundReport) -> Iterator[str]:
    """What is wrong with a report."""
    judge, whole = case.judge, Whole(frozenset(ordered(*pair) for pair in pairs), bye)
    broken = {rule for a, b in whole.pairs for rule in judge.broken_rules(a, b)}
    broken |= {judge.barring} if bye is not None and not judge.may_have_bye(bye) else set()
    reported_rules = {rule_number(breach.article) for breach in round_report.breaches}
    if reported_rules != broken:
        yield f"breaks {broken}, told of {reported_rules}"
    yield from check_violations(case, whole, round_report)
    decider = round_report.decided_by
    if broken:
        if round_report.verdict is not Verdict.ILLEGAL or decider is None or rule_number(decider.article) not in broken:
            yield f"illegal, told {round_report.verdict} by {decider}"
        return
    if whole == case.ours:
        turned = [pair for pair in pairs if pair not in case.outcome.pairs]
        yield from check_colours(case, turned, round_report)
        return
    if round_report.verdict is not Verdict.WORSE or decider is None:
        yield f"worse, told {round_report.verdict}"
        return
    partings = judge.differences(case.ours, lambda other: other == whole)
    if not any((met.part.score, met.ours.rule) == (decider.score, rule_number(decider.article)) for met in partings):
        met = partings[0]
        yield f"{decider.score} {decider.article}, should be {met.part.score} {met.ours} {met.theirs}"


def check_violations(case: ExplanationCase, whole: Whole, round_report: RoundReport) -> Iterator[str]:
    """What is wrong with the rules that are said to be broken."""
    for breach in round_report.breaches:
        rule = rule_number(breach.article)
        if len(breach.participants) == 2 and rule not in case.judge.broken_rules(*breach.participants):
            yield f"{breach.participants} do not break {rule}"
        if len(breach.participants) == 1 and (
            breach.participants[0] != whole.bye or case.judge.may_have_bye(breach.participants[0])
        ):
            yield f"{breach.participants} may have the bye"


def check_colours(case: ExplanationCase, turned: list[Pair], round_report: RoundReport) -> Iterator[str]:
    """What is wrong with the word on other colours."""
    if not turned:
        if not round_report.agree:
            yield f"the same, told {round_report.verdict}"
        return
    decider = round_report.decided_by
    if round_report.verdict is not Verdict.COLOURS or decider is None:
        yield f"other colours, told {round_report.verdict}"
        return
    pair = ordered(*turned[0])
    part = next(part for part in case.parts if pair in part.pairs)
    right = case.judge.colour_article(*pair, part)
    if rule_number(decider.article) != right or decider.expected != case.coloured[pair]:
        yield f"colours by {decider}, should be {right}: {case.coloured[pair]}"
