"""Why a recorded round is not the one the rules give, in sentences; what differs is compared elsewhere."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import zip_longest

from rookery.checking.report import DecidingRule, RoundReport, RuleKind
from rookery.scoring import in_words
from rookery.wording import listed

Name = Callable[[int], str]
"""How somebody is called."""

MOST_NAMED = 6
"""How many are named, at most, before the others are counted."""


def reasons(round: RoundReport, name: Name = str) -> Iterator[str]:
    """The rules that are broken and by whom; else the rule that decides, and what both pairings pay for it."""
    broken: dict[str, list[str]] = {}
    for breach in round.breaches:
        rule = breach.text or f"{breach.criterion.capitalize()}."
        sentence = f"{rule} Broken by {{}}. {_cited(breach.article, breach.code)}"
        broken.setdefault(sentence, []).append(listed(map(name, breach.who)))
    for sentence, culprits in broken.items():
        yield sentence.format("; ".join(culprits))
    if round.impossible:
        yield f"{round.impossible[:1].upper()}{round.impossible[1:]}."
    decider = round.decided_by
    if decider is not None and not round.breaches:
        yield f"{_rule(decider)} {_cited(decider.article, decider.code)}"
        if decider.kind is RuleKind.BYE_SCORE or decider.kind is RuleKind.CRITERION:
            yield _costs(decider, name)


def _rule(decider: DecidingRule) -> str:
    """The rule, and the group in which it decides."""
    if decider.score is None:
        return decider.text or f"{decider.criterion.capitalize()}."
    group = f"In the group of {in_words(decider.score)}"
    if decider.text:
        return f"{group}: {decider.text[:1].lower()}{decider.text[1:]}"
    return f"{group} every rule is kept, but another pairing comes first in the order: {decider.criterion}."


def _cited(article: str, code: str) -> str:
    return f"({article})" if not code or article.endswith(code) else f"({article} [{code}])"


def _costs(decider: DecidingRule, name: Name) -> str:
    """What both pairings pay, where they first differ, and at whose expense."""
    both = zip_longest(decider.recorded, decider.expected, fillvalue=0)
    theirs, ours = next((pair for pair in both if pair[0] != pair[1]), (0, 0))
    if decider.kind is RuleKind.BYE_SCORE:
        return f"Recorded: {in_words(theirs)}. By the rules: {in_words(ours)}."
    names = [" - ".join(map(name, who)) for who in decider.who[:MOST_NAMED]]
    names += [f"{len(decider.who) - MOST_NAMED} more"] * (len(decider.who) > MOST_NAMED)
    expense = f" ({'; '.join(names)})" if names else ""
    return f"Recorded: {theirs}{expense}. By the rules: {ours}. Less is better."
