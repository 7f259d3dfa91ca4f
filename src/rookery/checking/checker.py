"""The checker: for every round, is the recorded pairing the one that the rules give, and if not, which rule says so?

A round is judged on the rounds before it as they are recorded, right or wrong. Who was not paired in it counts as
absent: a bye that somebody asked for is a fact, only the allocated one follows from the rules.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rookery.checking.comparison import broken_rule, bye_of, colour_rule, differences, priced
from rookery.checking.placings import misplaced
from rookery.checking.report import CheckReport, DecidingRule, Difference, Placing, RoundReport, RuleKind, Verdict
from rookery.errors import NoPairing, Problem, RuleError, Severity
from rookery.formats.catalogue import as_named, conduct_of, format_of
from rookery.formats.conduct import Conduct
from rookery.formats.pairing import must_have_editions, system_of
from rookery.history import History
from rookery.meetings import BYES
from rookery.model import ByeKind, RequestedBye, Round, Tournament
from rookery.model.tournament import must_be_tournament
from rookery.model.unchecked import changed, many, undisturbed
from rookery.order import took_part
from rookery.pairing.colours import initial_colour
from rookery.pairing.field import Field
from rookery.pairing.outcome import Cause, Outcome
from rookery.pairing.recorded import breaches, byes_in
from rookery.pairing.system import System
from rookery.regulations import EditionWish
from rookery.values import replace
from rookery.wording import spoken

_TABLE_COLOURS = DecidingRule(
    RuleKind.COLOURS, 0, "colours of the table", "C.05 Annex 1", "", (), (),
    spoken("The Berger table of the round gives the colours."),
)  # fmt: skip
_NO_SYSTEM = spoken("The file names no pairing system: the FIDE (Dutch) System is assumed.")
_NO_LAST_ROUND = spoken(
    "The file does not say how many rounds there are: no round was taken for the last one. bbpPairings takes the last"
    " round played for it, and so does `rookery FILE -c`."
)
_ASKED = (ByeKind.FULL, ByeKind.HALF, ByeKind.ZERO)


def check(
    tournament: Tournament,
    rounds: Iterable[int] | None = None,
    *,
    system: str | None = None,
    edition: EditionWish | None = None,
) -> CheckReport:
    """Every recorded round (or these) beside the pairing that the rules give for it, and the declared ranks.

    `system` names another system than the tournament's own. The rules are those of the `edition` asked for, of the
    year in the code, or in force when the event began; the report says which. The ranks are judged when the whole of a
    finished tournament is.

    Raises RuleError for a round that does not exist, Unfinished when games before a round have no result yet, and
    Unsupported when the system of the tournament is not one of ours.
    """
    must_be_tournament(tournament, "check")
    tournament = as_named(tournament, system)
    played = range(1, len(tournament.rounds) + 1)
    wanted = set(played if rounds is None else rounds)
    strangers = sorted(wanted.difference(played))
    if strangers:
        raise RuleError(spoken("there is no round %(strangers)s to check: the tournament has %(number)s",
                               strangers=strangers[0], number=len(played)))  # fmt: skip
    format = format_of(tournament)
    if not format.swiss:
        must_have_editions(format, edition)
        return _of_a_format(tournament, sorted(wanted), misplaced(tournament) if rounds is None else None)
    by = system_of(tournament, edition=edition)
    tournament = changed(tournament, initial_colour=initial_colour(tournament))  # drawn by lot: round one shows it
    with undisturbed():
        return _judged(tournament, sorted(wanted), by, rounds is None)


def _judged(tournament: Tournament, rounds: Iterable[int], by: System, ranks: bool) -> CheckReport:
    """Every one of these rounds, in order, and the ranks if wanted."""
    history, found = History(tournament.until(1)), []
    for number in rounds:
        history = _before(history, tournament, number)
        found.append(judge(history.tournament, tournament.rounds[number - 1], history, by))
    whole = history.extended(tournament) if ranks else None  # kept: the ranks rest on it
    placings = misplaced(tournament) if whole else None
    notes = (*_assumed(tournament), *_without(tournament, placings))
    return CheckReport(format_of(tournament).name, tuple(found), placings, notes, by.edition)


def _before(history: History, tournament: Tournament, number: int) -> History:
    """The history before a round, from that before an earlier one."""
    if tournament.team_event or len(history.sheets) != number - 2:
        return history.extended(position(tournament, number))
    return history.followed_by(tournament.rounds[number - 2], _requests(tournament, number))


def _of_a_format(tournament: Tournament, rounds: list[int], placings: tuple[Placing, ...] | None) -> CheckReport:
    """A round robin, a knock-out or the like: judged as a whole, on who meets whom how often and with which colours."""
    conduct = conduct_of(tournament)
    looked_at = tuple(_by_table(tournament, conduct, rounds))
    notes = (*conduct.complaints(tournament), *_without(tournament, placings))
    return CheckReport(conduct.format.name, looked_at, placings, notes)


def _by_table(tournament: Tournament, conduct: Conduct, rounds: list[int]) -> Iterator[RoundReport]:
    """The rounds of a format: in a Berger round robin with the colours of its table, where they are its rounds."""
    turned = conduct.other_colours(tournament) or {}
    for number in rounds:
        pairs = tournament.rounds[number - 1].pairs
        found = tuple(Difference(pairs.index(here) + 1, here, right) for here, right in turned.get(number, ()))
        if not found:
            yield RoundReport(number, Verdict.AGREE)
            continue
        first = found[0]
        assert first.recorded is not None
        assert first.expected is not None
        rule = replace(_TABLE_COLOURS, recorded=first.recorded, expected=first.expected)
        yield RoundReport(number, Verdict.COLOURS, found, rule)


def position(tournament: Tournament, round: int) -> Tournament:
    """The tournament as it stood before this round was paired; whoever was not paired in it has asked for a bye."""
    return changed(tournament, rounds=tournament.rounds[: round - 1], requested=_requests(tournament, round))


def _requests(tournament: Tournament, round: int) -> tuple[RequestedBye, ...]:
    """The byes that those must have asked for who were not paired in this round."""
    here = tournament.rounds[round - 1]
    if len(here.participants) == len(tournament.by_id):
        away = sorted([bye.player for bye in here.byes if not BYES[bye.kind].paired])
    else:
        paired = took_part(here)
        away = [one for one in tournament.by_id if one not in paired]
    asked = {bye.player: bye.kind for bye in here.byes if bye.kind in _ASKED}
    kinds = [asked.get(one, ByeKind.ZERO) for one in away]
    return tuple(many(RequestedBye, round=[round] * len(away), player=away, kind=kinds))


def judge(
    before: Tournament, recorded: Round, history: History | None = None, system: System | None = None
) -> RoundReport:
    """What there is to say of a pairing for the next round of this tournament, by this system or its own."""
    system = (system or system_of(before)).in_round(before.next_round, before.planned)
    field = system.field(before, history=history)
    try:
        outcome = system.decide(field, initial_colour(before))
    except NoPairing as error:
        broken = breaches(system, field, recorded)
        reason = broken_rule(field, broken) if broken else None
        causes = tuple(cause for cause in error.causes if isinstance(cause, Cause))
        return RoundReport(field.round, Verdict.ILLEGAL if broken else Verdict.BETTER, (), reason, broken, causes)
    if byes_in(recorded) == bye_of(outcome) and set(recorded.pairs) == set(outcome.pairs):
        return RoundReport(field.round, Verdict.AGREE)
    return _differing(system, field, outcome, recorded)


def _differing(system: System, field: Field, outcome: Outcome, recorded: Round) -> RoundReport:
    """What there is to say of a pairing that is not written as ours is."""
    number, found = outcome.number, differences(field, recorded, outcome)
    if not found:  # a forfeit was recorded without colours
        return RoundReport(number, Verdict.AGREE)
    broken = breaches(system, field, recorded)
    if broken:
        return RoundReport(number, Verdict.ILLEGAL, found, broken_rule(field, broken), broken)
    if all(one.recorded and one.expected and set(one.recorded) == set(one.expected) for one in found):
        return RoundReport(number, Verdict.COLOURS, found, colour_rule(system, field, outcome, found[0]))
    verdict, reason = priced(system, field, outcome, recorded)
    return RoundReport(number, verdict, found, reason)


def _without(tournament: Tournament, placings: tuple[Placing, ...] | None) -> Iterator[Problem]:
    """The announced tie-breaks that cannot be used, so that the ranks were judged without them."""
    if placings is None:
        return
    from rookery.formats.standings import unusable

    for code, said in unusable(tournament):
        text = f"The ranks were judged without {said}"
        yield Problem(Severity.INFO, "tie-break", 0, (0, 0), "ranking", text, code)


def _assumed(tournament: Tournament) -> Iterator[Problem]:
    """What the judgement rests on where the file is silent."""
    if not tournament.system:
        yield Problem(Severity.INFO, "assumed-system", 0, (0, 0), "system", _NO_SYSTEM)
    if tournament.planned is None:
        yield Problem(Severity.INFO, "assumed-rounds", 0, (0, 0), "planned", _NO_LAST_ROUND)
