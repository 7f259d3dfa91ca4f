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
from support.all_pairings import Pair, Whole, ordered, rule_of
from support.explanation_case import Hearing, Question
from support.explanation_texts import heard
from support.statements import Statements

MOST = 6
"""So many other pairings of a position are recorded."""

FILED = 1
"""So many spoilt rounds are asked about in the file."""


def recorded(hearing: Hearing, pairs: list[Pair], bye: int | None) -> Round:
    """A round with these games, White first."""
    event = hearing.tournament
    byes = [Bye(one, kind) for one, kind in event.absent(event.next_round).items()]
    byes += [] if bye is None else [Bye(bye, ByeKind.PAIRING_ALLOCATED)]
    if event.team_event:
        return Round(matches=tuple(Match(a, b, tuple(line_up(event, a, b))) for a, b in pairs), byes=tuple(byes))
    if hearing.position.system == "double-swiss":
        return Round(matches=tuple(Match(a, b, (Game(a, b), Game(b, a))) for a, b in pairs), byes=tuple(byes))
    return Round(games=tuple(Game(a, b) for a, b in pairs), byes=tuple(byes))


def report(hearing: Hearing, pairs: list[Pair], bye: int | None) -> RoundReport:
    """What the checker says."""
    before = replace(hearing.tournament, system=hearing.tournament.system)
    return judged(before, recorded(hearing, pairs, bye), None, hearing.system)


def spoilt(hearing: Hearing, rng: random.Random) -> Iterator[tuple[list[Pair], int | None]]:
    """Other complete pairings, ours with other colours, two exchanged, another bye."""
    others = [whole for whole in hearing.judge.every if whole != hearing.ours]
    for whole in rng.sample(others, min(MOST, len(others))):
        yield sorted(whole.pairs), whole.bye
    pairs = list(hearing.outcome.pairs)
    for at in range(len(pairs)):
        yield [pair[::-1] if n == at else pair for n, pair in enumerate(pairs)], hearing.outcome.bye
    for n in range(len(pairs) - 1):
        (a, b), (c, d) = pairs[n : n + 2]
        yield [*pairs[:n], (a, d), (c, b), *pairs[n + 2 :]], hearing.outcome.bye
    if hearing.outcome.bye is not None:
        for n, (a, b) in enumerate(pairs):
            yield [*pairs[:n], (a, hearing.outcome.bye), *pairs[n + 1 :]], b


def checked(statements: Statements, rng: random.Random) -> Iterator[tuple[str, str, list[str]]]:
    """Every spoilt round: what it was, what was said, and what is wrong with that."""
    hearing = statements.hearing
    rounds = list(spoilt(hearing, rng))
    for pairs, bye in rounds:
        statements.recorded = Whole(frozenset(ordered(*pair) for pair in pairs), bye)
        found = report(hearing, pairs, bye)
        wrong = [*held(hearing, pairs, bye, found), *decided(statements, found)]
        yield f"check {pairs} {bye}", f"check {found.verdict.name.lower()}", wrong
    for pairs, bye in rng.sample(rounds, min(FILED, len(rounds))):
        yield from in_the_file(statements, pairs, bye)
    statements.recorded = hearing.recorded = None


def decided(statements: Statements, found: RoundReport) -> Iterator[str]:
    """What is wrong with the fact and the words by which a pairing is judged."""
    said = list(describe_round(found, name_of(statements.hearing), teams=statements.hearing.tournament.team_event))
    if not found.agree and not said:
        yield "nothing is said"
    fact = found.decided_by.fact if found.decided_by else None
    if fact is not None:
        yield from statements.held(fact, Question("check"))
        yield from heard(statements, Reason(said[-1], fact=fact))


def name_of(hearing: Hearing) -> Callable[[int], str]:
    """How everybody is called."""
    return lambda one: f"{hearing.tournament.participants_by_number[one].name} ({one})"


def in_the_file(statements: Statements, pairs: list[Pair], bye: int | None) -> Iterator[tuple[str, str, list[str]]]:
    """Everybody asked about a round that the file has already."""
    hearing = statements.hearing
    statements.recorded = Whole(frozenset(ordered(*pair) for pair in pairs), bye)
    hearing.recorded = recorded(hearing, pairs, bye)
    event = replace(hearing.tournament, requested_byes=()).with_round(hearing.recorded)
    outcome = rookery.pair(event, hearing.system, round=len(event.rounds))
    for one in hearing.judge.ids:
        question = Question("explain", (one,))
        for reason in outcome.explain(one).reasons:
            assert reason.fact is not None
            wrong = [*statements.held(reason.fact, question), *heard(statements, reason)]
            told = f"file {pairs} {bye}, explain {one}: {reason}"
            yield told, f"filed {type(reason.fact).__name__}", wrong


def held(hearing: Hearing, pairs: list[Pair], bye: int | None, found: RoundReport) -> Iterator[str]:
    """What is wrong with a report."""
    judge, whole = hearing.judge, Whole(frozenset(ordered(*pair) for pair in pairs), bye)
    broken = {rule for a, b in whole.pairs for rule in judge.broken(a, b)}
    broken |= {judge.barring} if bye is not None and not judge.may_have_bye(bye) else set()
    said = {rule_of(breach.article) for breach in found.breaches}
    if said != broken:
        yield f"breaks {broken}, told of {said}"
    yield from breaches(hearing, whole, found)
    decider = found.decided_by
    if broken:
        if found.verdict is not Verdict.ILLEGAL or decider is None or rule_of(decider.article) not in broken:
            yield f"illegal, told {found.verdict} by {decider}"
        return
    if whole == hearing.ours:
        turned = [pair for pair in pairs if pair not in hearing.outcome.pairs]
        yield from colours(hearing, turned, found)
        return
    if found.verdict is not Verdict.WORSE or decider is None:
        yield f"worse, told {found.verdict}"
        return
    partings = judge.partings(hearing.ours, lambda other: other == whole)
    if not any((met.part.score, met.ours.rule) == (decider.score, rule_of(decider.article)) for met in partings):
        met = partings[0]
        yield f"{decider.score} {decider.article}, should be {met.part.score} {met.ours} {met.theirs}"


def breaches(hearing: Hearing, whole: Whole, found: RoundReport) -> Iterator[str]:
    """What is wrong with the rules that are said to be broken."""
    for breach in found.breaches:
        rule = rule_of(breach.article)
        if len(breach.participants) == 2 and rule not in hearing.judge.broken(*breach.participants):
            yield f"{breach.participants} do not break {rule}"
        if len(breach.participants) == 1 and (
            breach.participants[0] != whole.bye or hearing.judge.may_have_bye(breach.participants[0])
        ):
            yield f"{breach.participants} may have the bye"


def colours(hearing: Hearing, turned: list[Pair], found: RoundReport) -> Iterator[str]:
    """What is wrong with the word on other colours."""
    if not turned:
        if not found.agree:
            yield f"the same, told {found.verdict}"
        return
    decider = found.decided_by
    if found.verdict is not Verdict.COLOURS or decider is None:
        yield f"other colours, told {found.verdict}"
        return
    pair = ordered(*turned[0])
    part = next(part for part in hearing.parts if pair in part.pairs)
    right = hearing.judge.colour_article(*pair, part)
    if rule_of(decider.article) != right or decider.expected != hearing.coloured[pair]:
        yield f"colours by {decider}, should be {right}: {hearing.coloured[pair]}"
