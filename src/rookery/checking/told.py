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
from rookery.wording import Text, capital, cited, counted, filled, joined, listed, sentence, spoken, word

Name = Callable[[int], str]
"""How somebody is called."""

WHITE, BLACK = spoken("White"), spoken("Black")


def feasibility(found: Feasibility, name: Name = str) -> Iterator[str]:
    """Whether the rounds that are left can be paired, and why not, sentence by sentence.

    >>> list(feasibility(Feasibility(Possibility.YES, 3, 5, 5)))
    ['Rounds 3 to 5 can be paired.']
    """
    yield _answer(found)
    for cause in found.causes:
        yield cited(sentence(_SAID[type(cause)](cause, name)), cause.article)


def _answer(found: Feasibility) -> str:
    if found.last is None:
        return spoken("Nobody can say whether all rounds can be paired.")
    rounds = tuple(range(found.first, found.last + 1))
    if not rounds:
        return spoken("All rounds are paired.")
    when = capital(_when(rounds))
    if found.answer is Possibility.YES:
        return spoken("%(rounds)s can be paired.", rounds=when)
    if found.answer is not Possibility.NO:
        return spoken("It is not known whether %(rounds)s can all be paired.", rounds=_when(rounds))
    if found.reached in (None, found.first - 1):
        if len(rounds) == 1:
            return spoken("%(rounds)s cannot be paired.", rounds=when)
        return spoken("%(rounds)s cannot all be paired.", rounds=when)
    if len(rounds) == 1:
        return spoken("%(rounds)s cannot be paired: no further than round %(last)s.", rounds=when, last=found.reached)
    return spoken("%(rounds)s cannot all be paired: no further than round %(last)s.", rounds=when, last=found.reached)


def _when(rounds: Sequence[int]) -> str:
    """Some rounds in a sentence."""
    if len(rounds) == 1:
        return spoken("round %(round)s", round=rounds[0])
    if len(rounds) > 2 and rounds[-1] - rounds[0] == len(rounds) - 1:
        return spoken("rounds %(first)s to %(last)s", first=rounds[0], last=rounds[-1])
    return spoken("rounds %(list)s", list=listed(rounds))


# -- one sentence for every cause


def _too_many_rounds(cause: facts.TooManyRounds, name: Name) -> str:
    if cause.most:
        return counted(cause.planned, "after round %(round)s nobody has enough opponents left for %(num)s round",
                       "after round %(round)s nobody has enough opponents left for %(num)s rounds",
                       round=cause.most)  # fmt: skip
    return counted(cause.planned, "before that nobody has enough opponents left for %(num)s round",
                   "before that nobody has enough opponents left for %(num)s rounds")  # fmt: skip


def _only(some: Sequence[int], name: Name) -> str:
    return spoken("only %(names)s", names=listed(map(name, some))) if some else spoken("nobody")


def _too_few_opponents(cause: facts.TooFewOpponents, name: Name) -> str:
    template = spoken("%(name)s is to be paired in %(rounds)s and may meet %(others)s, which is too few")
    if cause.bye:
        template = spoken("%(name)s is to be paired in %(rounds)s and may meet %(others)s, which is too few even with"
                          " the bye")  # fmt: skip
    return filled(template, name=name(cause.player), rounds=_when(cause.rounds), others=_only(cause.opponents, name))


def _too_few_for_the_bye(cause: facts.TooFewForTheBye, name: Name) -> str:
    return spoken("in %(rounds)s the number to be paired is odd, and %(names)s may still have the bye",
                  rounds=_when(cause.rounds), names=_only(cause.players, name))  # fmt: skip


def _too_many_claims(cause: facts.TooManyClaims, name: Name) -> str:
    who, when = listed(map(name, cause.players)), _when(cause.rounds)
    if cause.player is None:
        return spoken("each of %(names)s has nobody to spare and must have the bye, but there is one in %(rounds)s"
                      " only", names=who, rounds=when)  # fmt: skip
    template = spoken("each of %(names)s has nobody to spare and must meet %(other)s, who is to be paired in"
                      " %(rounds)s only")  # fmt: skip
    if cause.bye:
        template = spoken("each of %(names)s has nobody to spare and must meet %(other)s, who must have the bye as"
                          " well and is to be paired in %(rounds)s only")  # fmt: skip
    return filled(template, names=who, other=name(cause.player), rounds=when)


def _no_legal_pairing(cause: facts.NoLegalPairing, name: Name) -> str:
    return spoken("%(rounds)s cannot be paired: %(why)s", rounds=_when(cause.rounds), why=cause.cause.said(name))


def _not_all_together(cause: facts.NotAllTogether, name: Name) -> str:
    return spoken("each of %(rounds)s could be paired, but not one after the other", rounds=_when(cause.rounds))


def _table_too_short(cause: facts.TableTooShort, name: Name) -> str:
    return counted(cause.planned, "%(num)s round is planned, and with this field there are %(rounds)s",
                   "%(num)s rounds are planned, and with this field there are %(rounds)s",
                   rounds=cause.rounds)  # fmt: skip


def _given_meeting(cause: facts.GivenMeeting, name: Name) -> str:
    return spoken("the table has %(names)s meet in round %(round)s, which is forbidden",
                  names=listed(map(name, cause.players)), round=cause.round)  # fmt: skip


_SAID: Mapping[type[Any], Callable[[Any, Name], str]] = {
    facts.TooManyRounds: _too_many_rounds,
    facts.TooFewOpponents: _too_few_opponents,
    facts.TooFewForTheBye: _too_few_for_the_bye,
    facts.TooManyClaims: _too_many_claims,
    facts.NoLegalPairing: _no_legal_pairing,
    facts.NotAllTogether: _not_all_together,
    facts.TableTooShort: _table_too_short,
    facts.GivenMeeting: _given_meeting,
    facts.RoundsNotAnnounced: lambda cause, name: spoken("the number of rounds is not announced"),
    facts.TooMuchToTry: lambda cause, name: spoken(
        "nothing is in the way that could be seen, and no way was found in time"
    ),
    facts.PairedByHand: lambda cause, name: spoken("the rounds so far are not those of the table"),
    facts.ResultsDecide: lambda cause, name: spoken("results decide whether two meet who are forbidden to"),
    facts.OwnRules: lambda cause, name: spoken(
        "this format lets people meet again, so that there is nothing to run out of"
    ),
}


# -- boards made by hand

_BROKEN = {
    BreachKind.UNKNOWN: spoken("nobody takes part under this number: %(who)s"),
    BreachKind.ABSENT: spoken("%(who)s is not to be paired in round %(round)s"),
    BreachKind.TWICE: spoken("%(who)s is in round %(round)s more than once"),
    BreachKind.REMATCH: spoken("%(who)s have met already"),
    BreachKind.FORBIDDEN: spoken("%(who)s are forbidden to meet"),
    BreachKind.BYE_AGAIN: spoken(
        "%(who)s may not have the bye: one was had before, or the points of a win without a game"
    ),
    BreachKind.SPARE_BYE: spoken("%(who)s cannot have the bye: only one can, and only if the number of players is odd"),
    BreachKind.THIRD_COLOUR: spoken("%(who)s would have %(colour)s for the third time running"),
    BreachKind.COLOUR_DIFFERENCE: spoken("%(who)s would have had %(colour)s three times more than %(other)s"),
    BreachKind.BANNED: spoken("%(who)s may not meet"),
    BreachKind.BOTH_COLOURS: spoken("%(white)s is due Black and %(black)s is due White: both get the other colour"),
}

_ALLOWED = {
    BreachKind.THIRD_COLOUR: spoken(
        "%(who)s would have %(colour)s for the third time running, which the system allows here"
    ),
    BreachKind.COLOUR_DIFFERENCE: spoken(
        "%(who)s would have had %(colour)s three times more than %(other)s, which the system allows here"
    ),
}
"""The same where the system allows it."""


def breach(found: HandBreach, name: Name = str) -> str:
    """What a board made by hand does not keep, in a sentence.

    >>> breach(HandBreach(BreachKind.THIRD_COLOUR, 3, (2,), (1, 2), "C.04.1 7"))
    '2 would have Black for the third time running. (C.04.1 7)'
    """
    if found.kind is BreachKind.NOT_OURS:
        said = spoken("Round %(round)s is not the one that the rules give.", round=found.round)
        return joined(" ", (said, *_why_not_ours(found, name)))
    return joined(" ", (sentence(broken(found, name)), f"({cite(found)})"))


def broken(found: HandBreach, name: Name = str) -> str:
    """What a board made by hand does not keep, inside a sentence."""
    white, black = found.board
    colour, other = (WHITE, BLACK) if found.who[0] == white else (BLACK, WHITE)
    template = _BROKEN[found.kind] if found.absolute else _ALLOWED.get(found.kind, _BROKEN[found.kind])
    return filled(
        template, who=listed(map(name if found.kind is not BreachKind.UNKNOWN else str, found.who)),
        round=found.round, white=name(white), black=name(black) if black else "", colour=colour, other=other,
    )  # fmt: skip


def _why_not_ours(found: HandBreach, name: Name) -> Iterator[str]:
    assert found.report is not None
    yield from reasons(found.report, name)


# -- what is not by the rules

_OBJECTED = {
    ObjectionKind.SYSTEM: spoken("FIDE has published no %(title)s system"),
    ObjectionKind.SYSTEM_NOT_NAMED: spoken("%(given)s does not say by which of FIDE's systems the rounds are paired"),
    ObjectionKind.EDITION: spoken(
        "%(given)s names the rules of %(value)s; on the first day those of %(expected)s are in force"
    ),
    ObjectionKind.ACCELERATION: spoken(
        "the virtual points of %(rounds)s are not those of the Baku method, and FIDE has published no other"
        " acceleration"
    ),
    ObjectionKind.BAKU: spoken("the Baku method does not apply to this system, or to these points for a game"),
    ObjectionKind.ROUNDS_NOT_DECLARED: spoken("the number of rounds must be declared beforehand"),
    ObjectionKind.BYE_VALUE: spoken(
        "the allocated bye is worth %(points)s: where games give %(allowed)s, it is worth one of these"
    ),
    ObjectionKind.BYE_VALUES: spoken(
        "the allocated bye of %(who)s is worth %(points)s: it must be worth the same for everybody"
    ),
    ObjectionKind.ADJOURNED: spoken("an adjourned game is worth %(points)s until it ends, and not a draw, %(allowed)s"),
    ObjectionKind.TIE_BREAK: spoken("the tie-break %(given)s cannot be used in this event"),
}


def _numbered(found: Objection, who: str) -> Text:
    """The objections of one thing or of several."""
    number, expected = found.value or 0, listed(found.expected)
    if found.kind is ObjectionKind.TOO_MANY_ROUNDS:
        were = counted(found.expected[0] if len(found.expected) == 1 else 2, "%(number)s was declared",
                       "%(number)s were declared", number=expected)  # fmt: skip
        return counted(number, "%(num)s round has been paired, and %(declared)s",
                       "%(num)s rounds have been paired, and %(declared)s", declared=were)  # fmt: skip
    if found.kind is ObjectionKind.ROUNDS_OF_THE_TABLE:
        return counted(number, "%(num)s round is planned, and the table has %(expected)s",
                       "%(num)s rounds are planned, and the table has %(expected)s", expected=expected)  # fmt: skip
    if found.kind is ObjectionKind.UNRATED:
        return counted(len(found.who), "the system pairs by ratings, and %(who)s has none",
                       "the system pairs by ratings, and %(who)s have none", who=who)  # fmt: skip
    assert found.kind is ObjectionKind.FIXED_COLOUR
    return counted(
        len(found.who), "%(who)s keeps a colour; FIDE's rules give colours by the games played, or by the table",
        "%(who)s keep a colour; FIDE's rules give colours by the games played, or by the table", who=who,
    )  # fmt: skip


def objection(found: Objection, name: Name = str) -> str:
    """What is not by FIDE's rules, in a sentence.

    >>> objection(Objection(ObjectionKind.ROUNDS_NOT_DECLARED, "C.04.1 1"))
    'The number of rounds must be declared beforehand. (C.04.1 1)'
    """
    return joined(" ", (sentence(stated(found, name)), f"({found.article})"))


def stated(found: Objection, name: Name = str) -> Text:
    """What is not by FIDE's rules, inside a sentence."""
    who = listed(map(name, found.who))
    if found.kind not in _OBJECTED:
        return _numbered(found, who)
    *others, last = [in_words(points) for points in found.expected] or [""]
    allowed = spoken("%(some)s or %(last)s", some=joined(", ", others), last=last) if others else last
    return filled(
        _OBJECTED[found.kind], title=word(FORMATS[found.given].title) if found.given in FORMATS else "",
        given=found.given, value=found.value, expected=listed(found.expected),
        rounds=_when(found.rounds) if found.rounds else "", points=in_words(found.value or 0), allowed=allowed, who=who,
    )  # fmt: skip
