"""What was judged before and while pairing, in sentences: who, what, why, and the article in brackets."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from rookery.checking import feasibility as facts
from rookery.checking.breach import BreachKind, HandBreach
from rookery.checking.feasibility import Feasibility, Possibility
from rookery.checking.objection import Objection, ObjectionKind
from rookery.checking.sentences import reasons
from rookery.pairing.outcome import cite
from rookery.regulations import FORMATS
from rookery.scoring import in_words
from rookery.typed import Any
from rookery.wording import count, listed

Name = Callable[[int], str]
"""How somebody is called."""


def feasibility(found: Feasibility, name: Name = str) -> Iterator[str]:
    """Whether the rounds that are left can be paired, and why not, sentence by sentence.

    >>> list(feasibility(Feasibility(Possibility.YES, 3, 5, 5)))
    ['Rounds 3 to 5 can be paired.']
    """
    yield _answer(found)
    for cause in found.causes:
        text = _SAID[type(cause)](cause, name)
        yield f"{text[:1].upper()}{text[1:]}.{f' ({cause.article})' if cause.article else ''}"


def _answer(found: Feasibility) -> str:
    if found.last is None:
        return "Nobody can say whether all rounds can be paired."
    rounds = tuple(range(found.first, found.last + 1))
    if not rounds:
        return "All rounds are paired."
    if found.answer is Possibility.YES:
        return f"{_when(rounds).capitalize()} can be paired."
    reached = "" if found.reached in (None, found.first - 1) else f", but no further than round {found.reached}"
    if found.answer is Possibility.NO:
        alone = len(rounds) == 1
        return f"{_when(rounds).capitalize()} cannot {'' if alone else 'all '}be paired{reached.replace(', but', ':')}."
    return f"It is not known whether {_when(rounds)} can all be paired."


def _when(rounds: Sequence[int]) -> str:
    """Some rounds in a sentence."""
    if len(rounds) == 1:
        return f"round {rounds[0]}"
    if len(rounds) > 2 and rounds[-1] - rounds[0] == len(rounds) - 1:
        return f"rounds {rounds[0]} to {rounds[-1]}"
    return f"rounds {listed(rounds)}"


# -- one sentence for every cause


def _too_many_rounds(cause: facts.TooManyRounds, name: Name) -> str:
    before = f"after round {cause.most}" if cause.most else "before that"
    return f"{before} nobody has enough opponents left for {count(cause.planned, 'round')}"


def _too_few_opponents(cause: facts.TooFewOpponents, name: Name) -> str:
    others = f"only {listed(map(name, cause.opponents))}" if cause.opponents else "nobody"
    even = ", which is too few even with the bye" if cause.bye else ", which is too few"
    return f"{name(cause.player)} is to be paired in {_when(cause.rounds)} and may meet {others}{even}"


def _too_few_for_the_bye(cause: facts.TooFewForTheBye, name: Name) -> str:
    who = f"only {listed(map(name, cause.players))}" if cause.players else "nobody"
    return f"in {_when(cause.rounds)} the number to be paired is odd, and {who} may still have the bye"


def _too_many_claims(cause: facts.TooManyClaims, name: Name) -> str:
    who = listed(map(name, cause.players))
    must = "have the bye" if cause.player is None else f"meet {name(cause.player)}"
    only = f"there is one in {_when(cause.rounds)} only"
    if cause.player is not None:
        also = ", who must have the bye as well and" if cause.bye else ", who"
        only = f"{also} is to be paired in {_when(cause.rounds)} only"
        return f"each of {who} has nobody to spare and must {must}{only}"
    return f"each of {who} has nobody to spare and must {must}, but {only}"


def _no_legal_pairing(cause: facts.NoLegalPairing, name: Name) -> str:
    return f"{_when(cause.rounds)} cannot be paired: {cause.cause.said(name)}"


def _not_all_together(cause: facts.NotAllTogether, name: Name) -> str:
    return f"each of {_when(cause.rounds)} could be paired, but not one after the other"


def _table_too_short(cause: facts.TableTooShort, name: Name) -> str:
    return f"{count(cause.planned, 'round is', 'rounds are')} planned, and with this field there are {cause.rounds}"


def _given_meeting(cause: facts.GivenMeeting, name: Name) -> str:
    return f"the table has {listed(map(name, cause.players))} meet in round {cause.round}, which is forbidden"


_SAID: Mapping[type[Any], Callable[[Any, Name], str]] = {
    facts.TooManyRounds: _too_many_rounds,
    facts.TooFewOpponents: _too_few_opponents,
    facts.TooFewForTheBye: _too_few_for_the_bye,
    facts.TooManyClaims: _too_many_claims,
    facts.NoLegalPairing: _no_legal_pairing,
    facts.NotAllTogether: _not_all_together,
    facts.TableTooShort: _table_too_short,
    facts.GivenMeeting: _given_meeting,
    facts.RoundsNotAnnounced: lambda cause, name: "the number of rounds is not announced",
    facts.TooMuchToTry: lambda cause, name: "nothing is in the way that could be seen, and no way was found in time",
    facts.PairedByHand: lambda cause, name: "the rounds so far are not those of the table",
    facts.ResultsDecide: lambda cause, name: "results decide whether two meet who are forbidden to",
    facts.OwnRules: lambda cause, name: "this format lets people meet again, so that there is nothing to run out of",
}


# -- boards made by hand

_BROKEN = {
    BreachKind.UNKNOWN: "nobody takes part under this number: {who}",
    BreachKind.ABSENT: "{who} is not to be paired in round {round}",
    BreachKind.TWICE: "{who} is in round {round} more than once",
    BreachKind.REMATCH: "{who} have met already",
    BreachKind.FORBIDDEN: "{who} are forbidden to meet",
    BreachKind.BYE_AGAIN: "{who} may not have the bye: one was had before, or the points of a win without a game",
    BreachKind.SPARE_BYE: "{who} cannot have the bye: only one can, and only if the number of players is odd",
    BreachKind.THIRD_COLOUR: "{who} would have {colour} for the third time running{allowed}",
    BreachKind.COLOUR_DIFFERENCE: "{who} would have had {colour} three times more than {other}{allowed}",
    BreachKind.BANNED: "{who} may not meet",
    BreachKind.BOTH_COLOURS: "{white} is due Black and {black} is due White: both get the other colour",
}


def breach(found: HandBreach, name: Name = str) -> str:
    """What a board made by hand does not keep, in a sentence.

    >>> breach(HandBreach(BreachKind.THIRD_COLOUR, 3, (2,), (1, 2), "C.04.1 7"))
    '2 would have Black for the third time running. (C.04.1 7)'
    """
    if found.kind is BreachKind.NOT_OURS:
        return " ".join((f"Round {found.round} is not the one that the rules give.", *_why_not_ours(found, name)))
    white, black = found.board
    colour, other = ("White", "Black") if found.who[0] == white else ("Black", "White")
    text = _BROKEN[found.kind].format(
        who=listed(map(name if found.kind is not BreachKind.UNKNOWN else str, found.who)),
        round=found.round, white=name(white), black=name(black) if black else "", colour=colour, other=other,
        allowed="" if found.absolute else ", which the system allows here",
    )  # fmt: skip
    return f"{text[:1].upper()}{text[1:]}. ({cite(found)})"


def _why_not_ours(found: HandBreach, name: Name) -> Iterator[str]:
    assert found.report is not None
    yield from reasons(found.report, name)


# -- what is not by the rules

_OBJECTED = {
    ObjectionKind.SYSTEM: "FIDE has published no {title} system",
    ObjectionKind.SYSTEM_NOT_NAMED: "{given} does not say by which of FIDE's systems the rounds are paired",
    ObjectionKind.EDITION: "{given} names the rules of {value}; on the first day those of {expected} are in force",
    ObjectionKind.ACCELERATION: "the virtual points of {rounds} are not those of the Baku method, and FIDE has"
    " published no other acceleration",
    ObjectionKind.BAKU: "the Baku method does not apply to this system, or to these points for a game",
    ObjectionKind.ROUNDS_NOT_DECLARED: "the number of rounds must be declared beforehand",
    ObjectionKind.TOO_MANY_ROUNDS: "{paired} been paired, and {expected} {were} declared",
    ObjectionKind.ROUNDS_OF_THE_TABLE: "{planned} planned, and the table has {expected}",
    ObjectionKind.BYE_VALUE: "the allocated bye is worth {points}: where games give {allowed}, it is worth one of"
    " these",
    ObjectionKind.BYE_VALUES: "the allocated bye of {who} is worth {points}: it must be worth the same for everybody",
    ObjectionKind.ADJOURNED: "an adjourned game is worth {points} until it ends, and not a draw, {allowed}",
    ObjectionKind.UNRATED: "the system pairs by ratings, and {who} {have} none",
    ObjectionKind.FIXED_COLOUR: "{who} {keep} a colour; FIDE's rules give colours by the games played, or by the table",
    ObjectionKind.TIE_BREAK: "the tie-break {given} cannot be used in this event",
}


def objection(found: Objection, name: Name = str) -> str:
    """What is not by FIDE's rules, in a sentence.

    >>> objection(Objection(ObjectionKind.ROUNDS_NOT_DECLARED, "C.04.1 1"))
    'The number of rounds must be declared beforehand. (C.04.1 1)'
    """
    *others, last = [in_words(points) for points in found.expected] or [""]
    text = _OBJECTED[found.kind].format(
        title=FORMATS[found.given].title if found.given in FORMATS else "", given=found.given, value=found.value,
        expected=listed(found.expected), rounds=_when(found.rounds) if found.rounds else "",
        points=in_words(found.value or 0), allowed=f"{', '.join(others)} or {last}" if others else last,
        who=listed(map(name, found.who)), have="has" if len(found.who) == 1 else "have",
        keep="keeps" if len(found.who) == 1 else "keep",
        planned=count(found.value or 0, "round is", "rounds are"),
        paired=count(found.value or 0, "round has", "rounds have"), were="was" if found.expected == (1,) else "were",
    )  # fmt: skip
    return f"{text[:1].upper()}{text[1:]}. ({found.article})"
