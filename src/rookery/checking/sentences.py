"""Why a recorded round is not the one the rules give, in sentences; what differs is compared elsewhere."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from rookery.checking.report import DecidingRule, RoundReport, Verdict
from rookery.pairing.phrases import People
from rookery.pairing.sentences import Sentences
from rookery.scoring import in_words
from rookery.wording import listed

Name = Callable[[int], str]
"""How somebody is called."""


def reasons(round: RoundReport, name: Name = str, *, teams: bool = False) -> Iterator[str]:
    """The rules that are broken and by whom; else the rule that decides, and at whose expense both pairings are."""
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
    if decider is None or round.breaches:
        return
    if decider.fact is not None and round.verdict in (Verdict.WORSE, Verdict.COLOURS):
        yield str(Sentences(People(name, teams)).say(decider.fact))
    else:
        yield f"{_rule(decider)} {_cited(decider.article, decider.code)}"


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
