"""Sentences for the results of the checks: rounds, feasibility, manual pairings and compliance."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from rookery.checking import feasibility as facts
from rookery.checking.compliance import ComplianceIssue, ComplianceKind
from rookery.checking.feasibility import Feasibility, Possibility
from rookery.checking.manual_pairing import PairingViolation, ViolationKind
from rookery.checking.report import DecidingRule, RoundReport, Verdict
from rookery.history.scoring import format_score
from rookery.messages import (
    Message,
    append_article,
    as_sentence,
    capitalize_first,
    format_msg,
    join_list,
    join_texts,
    msg,
    msg_const,
    msg_plural,
)
from rookery.pairing.explain.text import FactText, ParticipantNames
from rookery.pairing.outcome import cite
from rookery.pairing.rule_text import lower_first_letter
from rookery.regulations import FORMATS

VERDICT_WORDS = {
    Verdict.AGREE: msg("as the rules give it"),
    Verdict.COLOURS: msg("the opponents are those by the rules, the colours are not"),
    Verdict.WORSE: msg("allowed, but not the pairing by the rules"),
    Verdict.ILLEGAL: msg("not allowed by the rules"),
    Verdict.BETTER: msg("better than the pairing found here: please report this"),
}
"""Descriptions of the verdicts on recorded rounds."""

NameLookup = Callable[[int], str]
"""Function that returns the display name of a participant."""


def describe_round(report: RoundReport, name: NameLookup = str, *, teams: bool = False) -> Iterator[str]:
    """Yield the broken rules and by whom; otherwise the deciding rule and at whose expense it decides."""
    broken: dict[tuple[str, str], list[str]] = {}
    for breach in report.breaches:
        rule = breach.text or f"{breach.criterion.capitalize()}."
        broken.setdefault((rule, cite(breach)), []).append(join_list(map(name, breach.participants)))
    for (rule, article), culprits in broken.items():
        clause = msg("%(rule)s Not kept: %(names)s.", rule=msg_const(rule), names=join_texts("; ", culprits))
        yield join_texts(" ", (clause, f"({article})"))
    if report.impossible:
        yield as_sentence(report.impossible)
    decider = report.decided_by
    if decider is None or report.breaches:
        return
    if decider.fact is not None and report.verdict in (Verdict.WORSE, Verdict.COLOURS):
        explanation = FactText(ParticipantNames(name, teams)).render(decider.fact)
        yield append_article(explanation.text, explanation.article)
    else:
        yield join_texts(" ", (_describe_rule(decider), f"({cite(decider)})"))


def _describe_rule(decider: DecidingRule) -> str:
    """Return the deciding rule and the score group in which it decides."""
    if decider.score is None:
        return msg_const(decider.text) if decider.text else f"{decider.criterion.capitalize()}."
    points = format_score(decider.score)
    if decider.text:
        return msg(
            "In the group of %(points)s: %(rule)s", points=points, rule=lower_first_letter(msg_const(decider.text))
        )
    return msg("In the group of %(points)s all rules are kept, but another pairing comes first in"
                  " the order: %(order)s.", points=points, order=decider.criterion)  # fmt: skip


WHITE, BLACK = msg("White"), msg("Black")


def describe_feasibility(answer: Feasibility, name: NameLookup = str) -> Iterator[str]:
    """Yield sentences on whether the remaining rounds can be paired, and why not.

    >>> list(describe_feasibility(Feasibility(Possibility.YES, 3, 5, 5)))
    ['Rounds 3 to 5 can be paired.']
    """
    yield _describe_answer(answer)
    for cause in answer.causes:
        yield append_article(as_sentence(_CAUSE_SENTENCES[type(cause)](cause, name)), cause.article)


def _describe_answer(answer: Feasibility) -> str:
    if answer.last is None:
        return msg("It cannot be said whether all rounds can be paired.")
    rounds = tuple(range(answer.first, answer.last + 1))
    if not rounds:
        return msg("All rounds are paired.")
    rounds_text = capitalize_first(_format_rounds(rounds))
    if answer.answer is Possibility.YES:
        return msg("%(rounds)s can be paired.", rounds=rounds_text)
    if answer.answer is not Possibility.NO:
        return msg("It is not known whether %(rounds)s can all be paired.", rounds=_format_rounds(rounds))
    if answer.reached in (None, answer.first - 1):
        if len(rounds) == 1:
            return msg("%(rounds)s cannot be paired.", rounds=rounds_text)
        return msg("%(rounds)s cannot all be paired.", rounds=rounds_text)
    if len(rounds) == 1:
        return msg(
            "%(rounds)s cannot be paired: no further than round %(last)s.", rounds=rounds_text, last=answer.reached
        )
    return msg(
        "%(rounds)s cannot all be paired: no further than round %(last)s.", rounds=rounds_text, last=answer.reached
    )


def _format_rounds(rounds: Sequence[int]) -> str:
    """Format round numbers for use inside a sentence."""
    if len(rounds) == 1:
        return msg("round %(round)s", round=rounds[0])
    if len(rounds) > 2 and rounds[-1] - rounds[0] == len(rounds) - 1:
        return msg("rounds %(first)s to %(last)s", first=rounds[0], last=rounds[-1])
    return msg("rounds %(list)s", list=join_list(rounds))


# -- one sentence for every cause


def _describe_too_many_rounds(cause: facts.TooManyRounds, name: NameLookup) -> str:
    if cause.most:
        return msg_plural(cause.planned, "after round %(round)s nobody has enough opponents left for %(num)s round",
                       "after round %(round)s nobody has enough opponents left for %(num)s rounds",
                       round=cause.most)  # fmt: skip
    return msg_plural(cause.planned, "before that nobody has enough opponents left for %(num)s round",
                   "before that nobody has enough opponents left for %(num)s rounds")  # fmt: skip


def _format_only(participants: Sequence[int], name: NameLookup) -> str:
    return msg("only %(names)s", names=join_list(map(name, participants))) if participants else msg("nobody")


def _describe_too_few_opponents(cause: facts.TooFewOpponents, name: NameLookup) -> str:
    template = msg("%(name)s plays in %(rounds)s and may meet %(others)s: too few")
    if cause.bye:
        template = msg("%(name)s plays in %(rounds)s and may meet %(others)s: too few even with"
                          " the bye")  # fmt: skip
    return format_msg(
        template,
        name=name(cause.player),
        rounds=_format_rounds(cause.rounds),
        others=_format_only(cause.opponents, name),
    )


def _describe_too_few_for_the_bye(cause: facts.TooFewForTheBye, name: NameLookup) -> str:
    return msg("in %(rounds)s the number to be paired is odd, and %(names)s may still have the bye",
                  rounds=_format_rounds(cause.rounds), names=_format_only(cause.players, name))  # fmt: skip


def _describe_too_many_claims(cause: facts.TooManyClaims, name: NameLookup) -> str:
    names, rounds_text = join_list(map(name, cause.players)), _format_rounds(cause.rounds)
    if cause.player is None:
        return msg("each of %(names)s needs every possible opponent and the bye, but there is a"
                      " bye in %(rounds)s only", names=names, rounds=rounds_text)  # fmt: skip
    template = msg("each of %(names)s needs every possible opponent and must meet %(other)s, who"
                      " plays in %(rounds)s only")  # fmt: skip
    if cause.bye:
        template = msg("each of %(names)s needs every possible opponent and must meet %(other)s,"
                          " who must also have the bye and plays in %(rounds)s only")  # fmt: skip
    return format_msg(template, names=names, other=name(cause.player), rounds=rounds_text)


def _describe_no_legal_pairing(cause: facts.NoLegalPairing, name: NameLookup) -> str:
    return msg(
        "%(rounds)s cannot be paired: %(why)s", rounds=_format_rounds(cause.rounds), why=cause.cause.describe(name)
    )


def _describe_not_all_together(cause: facts.NotAllTogether, name: NameLookup) -> str:
    return msg("each of %(rounds)s could be paired, but not one after the other", rounds=_format_rounds(cause.rounds))


def _describe_table_too_short(cause: facts.TableTooShort, name: NameLookup) -> str:
    return msg_plural(cause.planned, "%(num)s round is planned, but with these players there are %(rounds)s",
                   "%(num)s rounds are planned, but with these players there are %(rounds)s",
                   rounds=cause.rounds)  # fmt: skip


def _describe_given_meeting(cause: facts.GivenMeeting, name: NameLookup) -> str:
    return msg("the table has %(names)s meet in round %(round)s, which is forbidden",
                  names=join_list(map(name, cause.players)), round=cause.round)  # fmt: skip


_CAUSE_SENTENCES: Mapping[type[Any], Callable[[Any, NameLookup], str]] = {
    facts.TooManyRounds: _describe_too_many_rounds,
    facts.TooFewOpponents: _describe_too_few_opponents,
    facts.TooFewForTheBye: _describe_too_few_for_the_bye,
    facts.TooManyClaims: _describe_too_many_claims,
    facts.NoLegalPairing: _describe_no_legal_pairing,
    facts.NotAllTogether: _describe_not_all_together,
    facts.TableTooShort: _describe_table_too_short,
    facts.GivenMeeting: _describe_given_meeting,
    facts.RoundsNotAnnounced: lambda cause, name: msg("the number of rounds is not announced"),
    facts.TooMuchToTry: lambda cause, name: msg("no obstacle was found, but no solution in the time either"),
    facts.PairedByHand: lambda cause, name: msg("the rounds so far are not those of the table"),
    facts.ResultsDecide: lambda cause, name: msg("it depends on the results whether two meet who may not"),
    facts.OwnRules: lambda cause, name: msg("in this format players may meet again, so there are always opponents"),
}


# -- boards made by hand

_VIOLATION_TEXTS = {
    ViolationKind.UNKNOWN: msg("there is no player with this number: %(who)s"),
    ViolationKind.ABSENT: msg("%(who)s does not play in round %(round)s"),
    ViolationKind.TWICE: msg("%(who)s is in round %(round)s more than once"),
    ViolationKind.REMATCH: msg("%(who)s have met already"),
    ViolationKind.FORBIDDEN: msg("%(who)s are forbidden to meet"),
    ViolationKind.BYE_AGAIN: msg("%(who)s may not have the bye: had one before, or the points of a win without a game"),
    ViolationKind.SPARE_BYE: msg("%(who)s cannot have the bye: only one can, and only if the number of players is odd"),
    ViolationKind.THIRD_COLOUR: msg("%(who)s would have %(colour)s for the third time in a row"),
    ViolationKind.COLOUR_DIFFERENCE: msg("%(who)s would have had %(colour)s three times more than %(other)s"),
    ViolationKind.BANNED: msg("%(who)s may not meet"),
    ViolationKind.BOTH_COLOURS: msg("%(white)s should have Black and %(black)s White: both get the wrong colour"),
}

_ALLOWED_VIOLATION_TEXTS = {
    ViolationKind.THIRD_COLOUR: msg(
        "%(who)s would have %(colour)s for the third time in a row, which the system allows here"
    ),
    ViolationKind.COLOUR_DIFFERENCE: msg(
        "%(who)s would have had %(colour)s three times more than %(other)s, which the system allows here"
    ),
}
"""Texts for violations that the system allows."""


def describe_violation(violation: PairingViolation, name: NameLookup = str) -> str:
    """Return a sentence about a violation.

    >>> describe_violation(PairingViolation(ViolationKind.THIRD_COLOUR, 3, (2,), (1, 2), "C.04.1 7"))
    '2 would have Black for the third time in a row. (C.04.1 7)'
    """
    if violation.kind is ViolationKind.DIFFERENT_PAIRING:
        summary = msg("Round %(round)s is not paired as the rules give it.", round=violation.round)
        return join_texts(" ", (summary, *_describe_difference(violation, name)))
    return join_texts(" ", (as_sentence(violation_clause(violation, name)), f"({cite(violation)})"))


def violation_clause(violation: PairingViolation, name: NameLookup = str) -> str:
    """Return the text of a violation for use inside a sentence."""
    white, black = violation.board
    colour, other_colour = (WHITE, BLACK) if violation.participants[0] == white else (BLACK, WHITE)
    template = (
        _VIOLATION_TEXTS[violation.kind]
        if violation.absolute
        else _ALLOWED_VIOLATION_TEXTS.get(violation.kind, _VIOLATION_TEXTS[violation.kind])
    )
    return format_msg(
        template,
        who=join_list(map(name if violation.kind is not ViolationKind.UNKNOWN else str, violation.participants)),
        round=violation.round, white=name(white), black=name(black) if black else "", colour=colour, other=other_colour,
    )  # fmt: skip


def _describe_difference(violation: PairingViolation, name: NameLookup) -> Iterator[str]:
    assert violation.report is not None
    yield from describe_round(violation.report, name)


# -- what is not by the rules

_ISSUE_TEXTS = {
    ComplianceKind.SYSTEM: msg("FIDE has published no %(title)s system"),
    ComplianceKind.SYSTEM_NOT_NAMED: msg("%(given)s does not name one of FIDE's pairing systems"),
    ComplianceKind.EDITION: msg(
        "%(given)s names the rules of %(value)s; on the first day those of %(expected)s are in force"
    ),
    ComplianceKind.ACCELERATION: msg(
        "the virtual points of %(rounds)s are not those of the Baku method, and FIDE has published no other"
        " acceleration"
    ),
    ComplianceKind.BAKU: msg("the Baku method does not apply to this system, or to these points for a game"),
    ComplianceKind.ROUNDS_NOT_DECLARED: msg("the number of rounds must be declared beforehand"),
    ComplianceKind.BYE_VALUE: msg(
        "the allocated bye is worth %(points)s: where games give %(allowed)s, it is worth one of these"
    ),
    ComplianceKind.BYE_VALUES: msg(
        "the allocated bye of %(who)s is worth %(points)s: it must be worth the same for all"
    ),
    ComplianceKind.ADJOURNED: msg("an adjourned game is worth %(points)s until it ends, and not a draw, %(allowed)s"),
    ComplianceKind.TIE_BREAK: msg("the tie-break %(given)s cannot be used in this event"),
}


def _format_plural_issue(issue: ComplianceIssue, names: str) -> Message:
    """Return the text of an issue that has singular and plural forms."""
    number, expected = issue.value or 0, join_list(issue.expected)
    if issue.kind is ComplianceKind.TOO_MANY_ROUNDS:
        declared = msg_plural(issue.expected[0] if len(issue.expected) == 1 else 2, "%(number)s was declared",
                       "%(number)s were declared", number=expected)  # fmt: skip
        return msg_plural(number, "%(num)s round has been paired, and %(declared)s",
                       "%(num)s rounds have been paired, and %(declared)s", declared=declared)  # fmt: skip
    if issue.kind is ComplianceKind.ROUNDS_OF_THE_TABLE:
        return msg_plural(number, "%(num)s round is planned, and the table has %(expected)s",
                       "%(num)s rounds are planned, and the table has %(expected)s", expected=expected)  # fmt: skip
    if issue.kind is ComplianceKind.UNRATED:
        return msg_plural(len(issue.participants), "the system pairs by ratings, and %(who)s has none",
                       "the system pairs by ratings, and %(who)s have none", who=names)  # fmt: skip
    assert issue.kind is ComplianceKind.FIXED_COLOUR
    return msg_plural(
        len(issue.participants),
        "%(who)s has a fixed colour; FIDE's rules give colours by the games played, or by the table",
        "%(who)s have fixed colours; FIDE's rules give colours by the games played, or by the table", who=names,
    )  # fmt: skip


def describe_issue(issue: ComplianceIssue, name: NameLookup = str) -> str:
    """Return a sentence about a compliance issue.

    >>> describe_issue(ComplianceIssue(ComplianceKind.ROUNDS_NOT_DECLARED, "C.04.1 1"))
    'The number of rounds must be declared beforehand. (C.04.1 1)'
    """
    return join_texts(" ", (as_sentence(issue_clause(issue, name)), f"({issue.article})"))


def issue_clause(issue: ComplianceIssue, name: NameLookup = str) -> Message:
    """Return the text of a compliance issue for use inside a sentence."""
    names = join_list(map(name, issue.participants))
    if issue.kind not in _ISSUE_TEXTS:
        return _format_plural_issue(issue, names)
    *first_values, last_value = [format_score(points) for points in issue.expected] or [""]
    allowed = (
        msg("%(some)s or %(last)s", some=join_texts(", ", first_values), last=last_value)
        if first_values
        else last_value
    )
    return format_msg(
        _ISSUE_TEXTS[issue.kind], title=msg_const(FORMATS[issue.subject].title) if issue.subject in FORMATS else "",
        given=issue.subject, value=issue.value, expected=join_list(issue.expected),
        rounds=_format_rounds(issue.rounds) if issue.rounds else "", points=format_score(issue.value or 0),
        allowed=allowed, who=names,
    )  # fmt: skip
