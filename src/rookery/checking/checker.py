"""The checker: for every round, is the recorded pairing the one that the rules give, and if not, which rule says so?

A round is judged on the rounds before it as they are recorded, right or wrong. Who was not paired in it counts as
absent: a bye that somebody asked for is a fact, only the allocated one follows from the rules.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import replace

from rookery.checking.placings import misplaced
from rookery.checking.report import Difference, Placing, Reason, Report, RoundReport, Seats, Verdict
from rookery.errors import NoPairing, RuleError, Severity
from rookery.history import History
from rookery.model import ByeKind, RequestedBye, Round, Tournament
from rookery.model.tournament import must_be_tournament
from rookery.order import took_part
from rookery.pairing.colours import initial_colour
from rookery.pairing.field import Field
from rookery.pairing.outcome import Breach, Outcome, first_difference
from rookery.pairing.system import System
from rookery.pairing.systems import not_swiss, system_of
from rookery.regulations import scheme

_ASKED = (ByeKind.FULL, ByeKind.HALF, ByeKind.ZERO)


def check(tournament: Tournament, rounds: Iterable[int] | None = None) -> Report:
    """Every recorded round (or these) beside the pairing that the rules give for it, and the declared ranks.

    The ranks are judged when the whole of a finished tournament is.

    Raises RuleError for a round that does not exist, Unfinished when games before a round have no result yet, and
    Unsupported when the system of the tournament is not one of ours.
    """
    must_be_tournament(tournament, "check")
    played = range(1, len(tournament.rounds) + 1)
    wanted = set(played if rounds is None else rounds)
    strangers = sorted(wanted.difference(played))
    if strangers:
        raise RuleError(f"there is no round {strangers[0]} to check: the tournament has {len(played)}")
    if not_swiss(scheme(tournament.system).family):
        return _of_a_format(tournament, sorted(wanted), misplaced(tournament) if rounds is None else None)
    system = system_of(tournament)
    tournament = replace(tournament, initial_colour=initial_colour(tournament))  # drawn by lot: round one shows it
    history = History(tournament.until(1))
    found = []
    for number in sorted(wanted):
        before = position(tournament, number)
        history = history.extended(before)
        found.append(judge(before, tournament.rounds[number - 1], history))
    placings = misplaced(tournament) if rounds is None else None
    return Report(system.name, tuple(found), placings, tuple(_notes(tournament)))


def _of_a_format(tournament: Tournament, rounds: list[int], placings: tuple[Placing, ...] | None) -> Report:
    """A round robin, a knock-out or the like: judged as a whole, on who meets whom how often and with which colours."""
    from rookery.pairing import formats

    problems = formats.complaints(tournament)
    faults = tuple(str(one.text) for one in problems if one.severity is Severity.ERROR)
    notes = tuple(str(one.text) for one in problems if one.severity is not Severity.ERROR)
    looked_at = tuple(_by_table(tournament, rounds))
    return Report(scheme(tournament.system).family, looked_at, placings, notes, faults)


def _by_table(tournament: Tournament, rounds: list[int]) -> Iterator[RoundReport]:
    """The rounds of a format: in a Berger round robin with the colours of its table, where they are its rounds."""
    from rookery.pairing import predetermined

    turned = predetermined.other_colours(tournament) or {}
    for number in rounds:
        pairs = tournament.rounds[number - 1].pairs
        found = tuple(Difference(pairs.index(here) + 1, here, right) for here, right in turned.get(number, ()))
        if not found:
            yield RoundReport(number, Verdict.AGREE)
            continue
        first = found[0]
        assert first.recorded is not None
        assert first.expected is not None
        text = "The Berger table of the round gives the colours."
        reason = Reason(0, "colours of the table", "C.05 Annex 1", "", first.recorded, first.expected, text)
        yield RoundReport(number, Verdict.COLOURS, found, reason)


def position(tournament: Tournament, round: int) -> Tournament:
    """The tournament as it stood before this round was paired; whoever was not paired in it has asked for a bye."""
    here = tournament.rounds[round - 1]
    paired = took_part(here)
    kinds = {bye.player: bye.kind for bye in here.byes}
    requests = []
    for one in tournament.by_id:
        if one not in paired:
            kind = kinds.get(one, ByeKind.ZERO)
            requests.append(RequestedBye(round, one, kind if kind in _ASKED else ByeKind.ZERO))
    return replace(tournament, rounds=tournament.rounds[: round - 1], requested=tuple(requests))


def judge(before: Tournament, recorded: Round, history: History | None = None) -> RoundReport:
    """What there is to say of a pairing for the next round of this tournament."""
    system = system_of(before).in_round(before.next_round, before.planned)
    field = system.field(before, history=history)
    try:
        outcome = system.decide(field, initial_colour(before))
    except NoPairing as error:
        breaches = _breaches(system, field, recorded)
        reason = _broken(field, breaches) if breaches else None
        verdict = Verdict.ILLEGAL if breaches else Verdict.BETTER
        return RoundReport(field.round, verdict, (), reason, breaches, str(error))
    if _byes(recorded) == _bye_of(outcome) and set(recorded.pairs) == set(outcome.pairs):
        return RoundReport(field.round, Verdict.AGREE)
    return _differing(system, field, outcome, recorded)


def _differing(system: System, field: Field, outcome: Outcome, recorded: Round) -> RoundReport:
    """What there is to say of a pairing that is not written as ours is."""
    number = outcome.round
    differences = _differences(field, recorded, [*outcome.pairs, *((one, 0) for one in _bye_of(outcome))])
    if not differences:  # a forfeit was recorded without colours
        return RoundReport(number, Verdict.AGREE)
    breaches = _breaches(system, field, recorded)
    if breaches:
        return RoundReport(number, Verdict.ILLEGAL, differences, _broken(field, breaches), breaches)
    if all(one.recorded and one.expected and set(one.recorded) == set(one.expected) for one in differences):
        return RoundReport(number, Verdict.COLOURS, differences, _coloured(system, field, outcome, differences[0]))
    verdict, reason = _priced(system, field, outcome, recorded)
    return RoundReport(number, verdict, differences, reason)


def _notes(tournament: Tournament) -> Iterator[str]:
    if not tournament.system:
        yield "The file names no pairing system: the FIDE (Dutch) System is assumed."
    if tournament.planned is None:
        yield "The file does not say how many rounds there are: no round was taken for the last one."


# -- what differs


def _byes(recorded: Round) -> list[int]:
    return [bye.player for bye in recorded.byes if bye.kind is ByeKind.PAIRING_ALLOCATED]


def _bye_of(outcome: Outcome) -> list[int]:
    return [] if outcome.bye is None else [outcome.bye]


def _differences(field: Field, recorded: Round, expected: list[Seats]) -> tuple[Difference, ...]:
    """The boards that differ: the same two with other colours side by side, the others in order of rank."""
    uncoloured = {(game.white, game.black) for game in recorded.games if not game.coloured}
    there = {frozenset(seats): seats for seats in (*recorded.pairs, *((one, 0) for one in _byes(recorded)))}
    found: list[Difference] = []
    missing: list[tuple[int, Seats]] = []
    for board, right in enumerate(expected, 1):
        same = there.pop(frozenset(right), None)
        if same is None:
            missing.append((board, right))
        elif same != right and same not in uncoloured:
            found.append(Difference(board, same, right))
    rest = sorted(
        there.values(), key=lambda seats: (not seats[1], min(field.place.get(one, field.size) for one in seats))
    )
    found += [Difference(board, other, right) for (board, right), other in zip(missing, rest, strict=False)]
    found += [Difference(board, None, right) for board, right in missing[len(rest) :]]
    beyond = enumerate(rest[len(missing) :], len(expected) + 1)
    return (*sorted(found, key=lambda one: one.board), *(Difference(board, other, None) for board, other in beyond))


# -- why


def _breaches(system: System, field: Field, recorded: Round) -> tuple[Breach, ...]:
    """Every absolute rule that a recorded round breaks."""
    byes = _byes(recorded)
    paired = {one for pair in recorded.pairs for one in pair}
    found = []
    forgotten = tuple(sorted(field.place.keys() - paired - set(byes)))
    if forgotten:
        text = "Everybody who takes part in the round is paired or receives the allocated bye."
        found.append(Breach("somebody is not paired", "C.04.1 3", "", forgotten, text))
    uncalled = tuple(sorted((paired | set(byes)) - field.place.keys()))
    if uncalled:
        text = "Only those who take part in the round are paired."
        found.append(Breach("somebody absent is paired", "C.04.2 3.3", "", uncalled, text))
    if len(byes) > 1:
        text = "Only one player can receive the allocated bye, and only if the number of players is odd."
        found.append(Breach("more than one allocated bye", "C.04.1 3", "", tuple(byes), text))
    known = [pair for pair in recorded.pairs if not set(pair).intersection(uncalled)]
    taken: list[int | None] = [one for one in byes if one in field.place]
    by_rule = dict.fromkeys(one for bye in taken or [None] for one in system.breaches(field, known, bye))
    return (*found, *(replace(one, article=cited(system, one.article)) for one in by_rule))


def _broken(field: Field, breaches: tuple[Breach, ...]) -> Reason:
    """The first absolute rule that is broken, and how often."""
    first = breaches[0]
    times = sum(one.criterion == first.criterion for one in breaches)
    return Reason(_bracket(field, first.who), first.criterion, first.article, first.code, (times,), (0,), first.text)


def _coloured(system: System, field: Field, outcome: Outcome, difference: Difference) -> Reason:
    """The rule that gives two players the other colours."""
    assert difference.recorded is not None
    assert difference.expected is not None
    board = next(one for one in outcome.boards if (one.white, one.black) == difference.expected)
    text = next((rule.text for rule in system.colours if rule.name == board.reason), "")
    bracket = _bracket(field, difference.expected)
    article = cited(system, board.article)
    return Reason(bracket, board.reason, article, "", difference.recorded, difference.expected, text)


def _priced(system: System, field: Field, outcome: Outcome, recorded: Round) -> tuple[Verdict, Reason | None]:
    """Where the ledgers of both pairings part."""
    bye = next(iter(_byes(recorded)), None)
    if bye is not None and field.scores[field.place[bye]] != field.scores[field.place[outcome.bye or bye]]:
        field = system.settled(field, (), bye)  # what can be completed below depends on the score of the bye
    theirs = system.price(field, recorded.pairs, bye)
    parting = first_difference(outcome.ledger, theirs)
    if parting is None:
        return Verdict.BETTER, None
    where, mine, other = parting
    article = cited(system, mine.article)
    score = where.decision.score if where.bracket else None
    costs = (other.cost, mine.cost)
    reason = Reason(where.bracket, mine.criterion, article, mine.code, *costs, mine.text, other.who, score)
    return Verdict.WORSE if mine.cost < other.cost else Verdict.BETTER, reason


def _bracket(field: Field, who: Iterable[int]) -> int:
    """The bracket in which these meet: that of the lowest ranked; 0 for somebody who is not to be paired."""
    places = [field.place[one] for one in who if one in field.place]
    return bisect_right(field.bounds, max(places)) if places else 0


def cited(system: System, article: str) -> str:
    """An article with the chapter it stands in.

    >>> from rookery.pairing.dutch import DUTCH_2026
    >>> cited(DUTCH_2026, "2.4.7"), cited(DUTCH_2026, "C.04.1 3")
    ('C.04.3 2.4.7', 'C.04.1 3')
    """
    return article if article[:1].isalpha() else f"{system.edition.regulation.code} {article}"
