"""The words of an answer held against its facts: whoever is named, and every number, is what the fact says.

What the fact says is held against all pairings elsewhere (`statements`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from typing import Any

from rookery.pairing.explain import facts as facts
from rookery.pairing.outcome import Decision, Fact, Line, Reason
from support.all_pairings import rule_number
from support.explanation_case import ExplanationCase
from support.statements import Statements

NAME = re.compile(r"(?:Player0*(\d+), Test|Team0*(\d+)) \((\d+)\)")
SCORE = re.compile(r"(\d+(?:\.\d+)?½?|½) points?")
NUMBER = re.compile(r"\d+(?:\.\d+)?")
MORE = re.compile(r"and (\d+) more\b")
GROUP = re.compile(r"groups? of (\d+(?:\.\d+)?½?|½) points?")
OF_THE_GROUP = {"2.4.9", "2.4.11", "C.12", "C.14"}
"""Rules that count residents only."""
CONDITIONS = ("can have it", "of these", "of those", "of equal", "among")
"""How a rule is told that is asked after another."""
CITED = re.compile(r" \(C\.0[^()]*\)$")
ROUNDS = {0: "every round", 1: "all rounds but one"}
"""How it is said that somebody missed none, or one."""
NAMED = 6
"""So many are named before the others are counted."""


def tenths(text: str) -> int:
    """A score as it is said, in tenths."""
    half = text.endswith("½")
    whole = text.rstrip("½")
    return round(float(whole or 0) * 10) + 5 * half


def collect_values(what: Any, ids: set[int], scores: set[int], counts: set[int]) -> None:
    """All that a fact may be heard to say: participants, scores, other numbers."""
    if isinstance(what, Decision):
        ids |= {*what.members, *what.left}
        scores |= {what.score} | ({what.lowest} if what.lowest is not None else set())
        counts |= {len(what.members), len(what.left), len(what.moved_down), len(what.moved_up), len(what.residents)}
    elif isinstance(what, facts.Named):
        ids |= set(what.participants)
        if what.number is not None:
            (scores if what.unit in ("points", "apart") else counts).add(what.number)
    elif isinstance(what, Line):
        return
    elif is_dataclass(what):
        for field in fields(what):
            value = getattr(what, field.name)
            if isinstance(value, int) and not isinstance(value, bool):
                chosen = {"score": scores, "points": scores, "next": scores}.get(field.name, counts)
                chosen.add(int(value))
                ids.add(int(value))
            elif field.name.startswith("scores"):
                scores |= set(value)
            else:
                collect_values(value, ids, scores, counts)
    elif isinstance(what, tuple | list):
        for element in what:
            if isinstance(element, int):
                ids.add(int(element))
            else:
                collect_values(element, ids, scores, counts)


def list_lengths(value: Any) -> set[int]:
    """How many there may be in a list of a fact."""
    if isinstance(value, facts.Incomplete):
        apart = set(value.condition.participants)
        lists = [[i for group in cause.groups for i in group] for cause in value.causes]
        lists += [list(cause.around) for cause in value.causes]
        return {len(ids) for ids in lists} | {len(set(ids) - apart) for ids in lists}
    if isinstance(value, Decision):
        return {len(value.left), len(value.moved_up), len(value.members)}
    sizes = {len(value)} if isinstance(value, tuple) else set()
    if is_dataclass(value):
        sizes |= {n for field in fields(value) for n in list_lengths(getattr(value, field.name))}
    return sizes


def group_scores(value: Any) -> set[int]:
    """The scores of the groups that a fact speaks of."""
    if isinstance(value, Decision):
        return {value.score}
    if not is_dataclass(value):
        return set()
    named = {getattr(value, name, None) for name in ("score", "next")} - {None}
    return named.union(*(group_scores(getattr(value, field.name)) for field in fields(value)))


def check_sentence(statements: Statements, reason: Reason) -> Iterator[str]:
    """What is wrong with the words of a sentence."""
    ids: set[int] = set()
    scores: set[int] = set()
    counts: set[int] = set()
    assert reason.fact is not None
    collect_values(reason.fact, ids, scores, counts)
    text = CITED.sub("", reason.text).replace(getattr(reason.fact, "edition", "\n"), "")
    for player, team, number in NAME.findall(text):
        if int(player or team) != int(number):
            yield f"{player or team} is called {number}"
        if int(number) not in ids:
            yield f"{number} is named, the fact knows {sorted(ids)}"
    rest = NAME.sub("", text)
    for score in SCORE.findall(rest):
        if tenths(score) not in scores:
            yield f"{score} points, the fact knows {sorted(scores)}"
    rest = SCORE.sub("", rest)
    for number in MORE.findall(rest):
        if len(NAME.findall(text)) < NAMED or int(number) + NAMED not in list_lengths(reason.fact):
            yield f"and {number} more, the fact knows {list_lengths(reason.fact)}"
    for score in GROUP.findall(text):
        if tenths(score) not in group_scores(reason.fact):
            yield f"the group of {score} points, the fact knows {group_scores(reason.fact)}"
    for number in NUMBER.findall(MORE.sub("", rest)):
        if int(float(number)) not in counts:
            yield f"{number}, the fact knows {sorted(counts)}"
    yield from check_wording(statements, reason.fact, text)


def numbered_parties(fact: Fact) -> tuple[facts.Named, ...]:
    """Everybody whom a fact names with a number."""
    if isinstance(fact, facts.ByeAsksFor):
        return (fact.named,)
    if isinstance(fact, facts.GivenUp):
        return fact.paid
    return (*fact.paid, *fact.instead) if isinstance(fact, facts.Worse) else ()


def check_unconditional(case: ExplanationCase, fact: facts.ByeAsksFor) -> Iterator[str]:
    """Who would be better by a rule of the bye that is told as if it knew no other."""
    judge, party = case.judge, fact.named
    worth = {"points": judge.scores.__getitem__, "missed": judge.games_missed, "number": lambda i: -judge.number(i)}
    value = worth.get(party.unit)
    better = [i for i in judge.ids if value and value(i) < value(party.participants[0])]
    if better:
        yield f"{better} would be better by it"


def check_equal_lines(statements: Statements, fact: facts.Later) -> Iterator[str]:
    """Whether a group is paired as well by every criterion, also by those after the order that decides."""
    differences = statements.differences(fact.condition)
    both = [list(zip(met.part.items, met.other.items, strict=False)) for met in differences]
    worse = [[a.rule for a, b in items if a.kind in ("criterion", "step") and a.cost != b.cost] for items in both]
    yield from (f"not as well by {rule}" for rule in min(worse, key=len, default=[]))


def check_wording(statements: Statements, fact: Fact, text: str) -> Iterator[str]:
    """What the words of one kind of fact say beyond that."""
    case = statements.case
    if isinstance(fact, facts.Instead):
        yield from check_wording(statements, fact.why, text)
    if isinstance(fact, facts.Later) and "equally well" in text and "earlier rules" not in text:
        yield from check_equal_lines(statements, fact)
    if isinstance(fact, facts.Worse | facts.GivenUp):
        line = fact.ours if isinstance(fact, facts.Worse) else fact.line
        if rule_number(line.article) in OF_THE_GROUP and "of the group" not in text:
            yield "whoever came down and goes on would count as well"
    if (
        isinstance(fact, facts.Worse)
        and "another pairing" in text
        and any(len(party.participants) == 1 for party in fact.instead)
    ):
        yield "those named are no pairing"
    for party in numbered_parties(fact):
        if party.unit == "missed" and ROUNDS.get(party.number, f"all but {party.number} rounds") not in text:
            yield f"{party.participants} missed {party.number}"
    if isinstance(fact, facts.ByeAsksFor) and not any(word in text.lower() for word in CONDITIONS):
        yield from check_unconditional(case, fact)
    if isinstance(fact, facts.ColourGiven) and "both colour preferences" in text:
        sides = [case.judge.side(participant) for participant in (fact.white, fact.black)]
        if any(side.due is None for side in sides):
            yield f"both preferences, of {sides}"
    if isinstance(fact, facts.LeftTheGroup):
        size, left = len(fact.bracket.members), len(fact.bracket.left)
        if ("only one" in text) != (size == 1) or ("odd number" in text and (size % 2 == 0 or left != 1)):
            yield f"{size} players, {left} leave"
        if ("move up" in text or "moved up" in text) != fact.upwards:
            yield "the other way"
