"""Why a recorded round is not the one the rules give, in sentences; what differs is compared elsewhere."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from rookery.checking.report import DecidingRule, RoundReport, Verdict
from rookery.pairing.outcome import cite
from rookery.pairing.phrases import People
from rookery.pairing.sentences import Sentences
from rookery.pairing.stated import after_colon
from rookery.scoring import in_words
from rookery.wording import cited, joined, listed, sentence, spoken, word

Name = Callable[[int], str]
"""How somebody is called."""


def reasons(round: RoundReport, name: Name = str, *, teams: bool = False) -> Iterator[str]:
    """The rules that are broken and by whom; else the rule that decides, and at whose expense both pairings are."""
    broken: dict[tuple[str, str], list[str]] = {}
    for breach in round.breaches:
        rule = breach.text or f"{breach.criterion.capitalize()}."
        broken.setdefault((rule, cite(breach)), []).append(listed(map(name, breach.who)))
    for (rule, article), culprits in broken.items():
        by = spoken("%(rule)s Broken by %(names)s.", rule=word(rule), names=joined("; ", culprits))
        yield joined(" ", (by, f"({article})"))
    if round.impossible:
        yield sentence(round.impossible)
    decider = round.decided_by
    if decider is None or round.breaches:
        return
    if decider.fact is not None and round.verdict in (Verdict.WORSE, Verdict.COLOURS):
        told = Sentences(People(name, teams)).say(decider.fact)
        yield cited(told.text, told.article)
    else:
        yield joined(" ", (_rule(decider), f"({cite(decider)})"))


def _rule(decider: DecidingRule) -> str:
    """The rule, and the group in which it decides."""
    if decider.score is None:
        return word(decider.text) if decider.text else f"{decider.criterion.capitalize()}."
    points = in_words(decider.score)
    if decider.text:
        return spoken("In the group of %(points)s: %(rule)s", points=points, rule=after_colon(word(decider.text)))
    return spoken("In the group of %(points)s every rule is kept, but another pairing comes first in the order:"
                  " %(order)s.", points=points, order=decider.criterion)  # fmt: skip
