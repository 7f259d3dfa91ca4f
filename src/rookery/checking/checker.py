"""Checker of recorded rounds: whether each is the pairing by the rules, and if not, which rule decides.

A round is checked against the rounds before it as recorded, right or wrong. Participants who were not paired count as
absent: a requested bye is a fact, only the allocated bye follows from the rules.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping
from itertools import count, zip_longest
from types import NoneType

from rookery._record import replace
from rookery.checking.report import (
    CheckReport,
    DecidingRule,
    Difference,
    Placing,
    RoundReport,
    RuleKind,
    Seats,
    Verdict,
)
from rookery.errors import NoPairingError, Problem, RuleError, Severity, UnsupportedError
from rookery.formats.board_order import list_numbered_boards
from rookery.formats.handlers import FormatHandlers
from rookery.formats.pair import check_no_edition
from rookery.formats.resolve import get_format, handlers_for, resolve, with_system
from rookery.history.history import History
from rookery.history.pairing_numbers import paired_participants
from rookery.history.round_results import BYES
from rookery.messages import msg
from rookery.model import ByeKind, Player, Points, RequestedBye, Round, Team, Tournament
from rookery.model._construct import construct_many, pause_gc, replace_unchecked
from rookery.model.tournament import require_tournament
from rookery.model.validation import require_argument
from rookery.pairing.colours import initial_colour
from rookery.pairing.field import Field
from rookery.pairing.outcome import Breach, Cause, Line, Pairing, allocated_byes
from rookery.pairing.system import System
from rookery.regulations import EditionName, parse_type_code

_TABLE_COLOUR_RULE = DecidingRule(
    RuleKind.COLOURS, 0, "colours of the table", "C.05 Annex 1", "", (), (),
    msg("The Berger table gives the colours of the round."),
)  # fmt: skip
_NO_SYSTEM = msg("The file names no pairing system: the FIDE (Dutch) System is assumed.")
_NO_LAST_ROUND = msg(
    "The file does not say how many rounds there are: no round was taken for the last one. bbpPairings takes the last"
    " round played for it, and so does `rookery FILE -c`."
)
_REQUESTED_KINDS = (ByeKind.FULL, ByeKind.HALF, ByeKind.ZERO)


def check(
    tournament: Tournament,
    rounds: Iterable[int] | None = None,
    *,
    system: str | None = None,
    edition: EditionName | None = None,
) -> CheckReport:
    """Compare every recorded round (or those given) with the pairing by the rules, and check the declared ranks.

    `system` overrides the tournament's own. The rules are those of the given `edition`, of the year in the type code,
    or in force when the event began; the report says which. The ranks are checked only with all rounds of a finished
    tournament.

    Args:
        tournament: The tournament.
        rounds: The numbers of the rounds; by default all.
        system: The system instead of the tournament's own.
        edition: The edition of the rules, such as "2017".

    Returns:
        The report, true if everything agrees.

    Raises:
        RuleError: There is no such round.
        UnfinishedError: A game before a round has no result.
        UnsupportedError: The system is not implemented.
    """
    require_tournament(tournament, "check")
    require_argument("check", "rounds", rounds, (Iterable, NoneType), "numbers of rounds such as [1, 2]")
    require_argument("check", "system", system, (str, NoneType), "a name or a code of a system")
    tournament = with_system(tournament, system)
    recorded_rounds = range(1, len(tournament.rounds) + 1)
    selected = set(recorded_rounds if rounds is None else rounds)
    for number in selected:
        require_argument("check", "each of rounds", number, (int,), "the number of a round")
    unknown = sorted(selected.difference(recorded_rounds))
    if unknown:
        raise RuleError(msg("there is no round %(strangers)s to check: the tournament has %(number)s",
                               strangers=unknown[0], number=len(recorded_rounds)))  # fmt: skip
    event_format = get_format(tournament)
    if not event_format.swiss:
        check_no_edition(event_format, edition)
        return _check_scheduled_format(
            tournament, sorted(selected), find_misplaced(tournament) if rounds is None else None
        )
    pairing_system = resolve(tournament, edition=edition)
    tournament = replace_unchecked(
        tournament, initial_colour=initial_colour(tournament)
    )  # drawn by lot: round one shows it
    with pause_gc():
        return _check_swiss(tournament, sorted(selected), pairing_system, rounds is None)


def _check_swiss(tournament: Tournament, rounds: Iterable[int], system: System, check_ranks: bool) -> CheckReport:
    """Check these rounds of a Swiss, in order, and optionally the ranks."""
    history, reports = History(tournament.before_round(1)), []
    for number in rounds:
        history = _history_before(history, tournament, number)
        reports.append(check_round(history.tournament, tournament.rounds[number - 1], history, system))
    complete_history = history.extend(tournament) if check_ranks else None  # kept: the ranks rest on it
    placings = find_misplaced(tournament) if complete_history else None
    notes = (*_assumption_notes(tournament), *_unusable_tiebreak_notes(tournament, placings))
    return CheckReport(get_format(tournament).name, tuple(reports), placings, notes, system.edition)


def _history_before(history: History, tournament: Tournament, number: int) -> History:
    """Return the history before a round, derived from that before an earlier one."""
    if tournament.team_event or len(history.round_columns) != number - 2:
        return history.extend(position_before_round(tournament, number))
    return history.append_round(tournament.rounds[number - 2], _implied_requests(tournament, number))


def _check_scheduled_format(
    tournament: Tournament, rounds: list[int], placings: tuple[Placing, ...] | None
) -> CheckReport:
    """Check a round robin, knock-out or similar format as a whole: who meets whom, how often and with which colours."""
    handlers = handlers_for(tournament)
    round_reports = tuple(_check_table_colours(tournament, handlers, rounds))
    notes = (*handlers.find_problems(tournament), *_unusable_tiebreak_notes(tournament, placings))
    return CheckReport(handlers.format.name, round_reports, placings, notes)


def _check_table_colours(tournament: Tournament, handlers: FormatHandlers, rounds: list[int]) -> Iterator[RoundReport]:
    """Yield the rounds of a format, with departures from the colours of the Berger table if it is in use."""
    wrong_colours = handlers.other_colours(tournament) or {}
    for number in rounds:
        if not wrong_colours.get(number):
            yield RoundReport(number, Verdict.AGREE)
            continue
        board_numbers = _board_numbers(tournament, number)
        differing_boards = tuple(
            Difference(board_numbers[recorded], recorded, expected) for recorded, expected in wrong_colours[number]
        )
        first = differing_boards[0]
        assert first.recorded is not None
        assert first.expected is not None
        rule = replace(_TABLE_COLOUR_RULE, recorded=first.recorded, expected=first.expected)
        yield RoundReport(number, Verdict.COLOURS, differing_boards, rule)


def position_before_round(tournament: Tournament, round_number: int) -> Tournament:
    """Return the tournament before a round, with a bye request for everyone who was not paired in it."""
    return replace_unchecked(
        tournament,
        rounds=tournament.rounds[: round_number - 1],
        requested_byes=_implied_requests(tournament, round_number),
    )


def _implied_requests(tournament: Tournament, round_number: int) -> tuple[RequestedBye, ...]:
    """Return the bye requests implied by the participants who were not paired in a round."""
    recorded = tournament.rounds[round_number - 1]
    if len(recorded.participants) == len(tournament.participants_by_number):
        absent = sorted([bye.player for bye in recorded.byes if not BYES[bye.kind].paired])
    else:
        paired = paired_participants(recorded)
        absent = [player for player in tournament.participants_by_number if player not in paired]
    requested_kinds = {bye.player: bye.kind for bye in recorded.byes if bye.kind in _REQUESTED_KINDS}
    kinds = [requested_kinds.get(player, ByeKind.ZERO) for player in absent]
    return tuple(construct_many(RequestedBye, round=[round_number] * len(absent), player=absent, kind=kinds))


def check_round(
    before: Tournament, recorded: Round, history: History | None = None, system: System | None = None
) -> RoundReport:
    """Compare a pairing of the next round with the one by the rules of this system or the tournament's own."""
    system = (system or resolve(before)).system_for_round(before.next_round, before.planned_rounds)
    field = system.field(before, history=history)
    try:
        outcome = system.pair_with_fixed(field, initial_colour(before))
    except NoPairingError as error:
        broken_rules = system.breaches_of_round(field, recorded)
        reason = broken_rule(field, broken_rules) if broken_rules else None
        causes = tuple(cause for cause in error.causes if isinstance(cause, Cause))
        return RoundReport(
            field.round, Verdict.ILLEGAL if broken_rules else Verdict.BETTER, (), reason, broken_rules, causes
        )
    byes = [] if outcome.bye is None else [outcome.bye]
    if allocated_byes(recorded) == byes and set(recorded.pairs) == set(outcome.pairs):
        return RoundReport(field.round, Verdict.AGREE)
    numbers = _board_numbers(replace_unchecked(before, rounds=(*before.rounds, recorded)), outcome.round_number)
    return _compare_pairings(system, field, outcome, recorded, numbers)


def _board_numbers(tournament: Tournament, number: int) -> dict[Seats, int]:
    """Return the published numbers of the boards of a round."""
    return {(game.white, game.black): board for board, game in list_numbered_boards(tournament, number)}


def _compare_pairings(
    system: System, field: Field, outcome: Pairing, recorded: Round, numbers: Mapping[Seats, int]
) -> RoundReport:
    """Report on a recorded pairing that differs from the outcome."""
    number, differing_boards = outcome.round_number, find_differences(field, recorded, outcome, numbers)
    if not differing_boards:  # a forfeit was recorded without colours
        return RoundReport(number, Verdict.AGREE)
    broken_rules = system.breaches_of_round(field, recorded)
    if broken_rules:
        return RoundReport(number, Verdict.ILLEGAL, differing_boards, broken_rule(field, broken_rules), broken_rules)
    if all(
        difference.recorded and difference.expected and set(difference.recorded) == set(difference.expected)
        for difference in differing_boards
    ):
        return RoundReport(
            number, Verdict.COLOURS, differing_boards, colour_rule(system, field, outcome, differing_boards[0])
        )
    verdict, reason = compare_costs(system, field, outcome, recorded)
    return RoundReport(number, verdict, differing_boards, reason)


def _unusable_tiebreak_notes(tournament: Tournament, placings: tuple[Placing, ...] | None) -> Iterator[Problem]:
    """Yield a note for each announced tie-break that cannot be used for checking the ranks."""
    if placings is None:
        return
    from rookery.formats.standings import unusable_tiebreaks

    for code, reason in unusable_tiebreaks(tournament):
        text = f"The ranks were judged without {reason}"
        yield Problem(Severity.INFO, "tie-break", 0, (0, 0), "ranking", text, code)


def _assumption_notes(tournament: Tournament) -> Iterator[Problem]:
    """Yield notes on assumptions made where the file has no information."""
    if not tournament.system:
        yield Problem(Severity.INFO, "assumed-system", 0, (0, 0), "system", _NO_SYSTEM)
    if tournament.planned_rounds is None:
        yield Problem(Severity.INFO, "assumed-rounds", 0, (0, 0), "planned", _NO_LAST_ROUND)


# -- ranks


def find_misplaced(tournament: Tournament, edition: EditionName | None = None) -> tuple[Placing, ...] | None:
    """Return the participants whose declared rank or points do not follow from games and tie-breaks.

    Participants left tied may be in any order. None if there is nothing to check: the tournament is not finished, there
    are no ranks, or no edition of C.07 of its time is known.
    """
    declared = {player.number: player for player in tournament.participants if player.rank is not None}
    has_open_games = any(round_record.pending or round_record.adjourned for round_record in tournament.rounds)
    unfinished = has_open_games or len(tournament.rounds) < (tournament.planned_rounds or 1)
    if unfinished or not declared:
        return None
    try:
        return tuple(_compare_ranks(tournament, edition))
    except UnsupportedError:  # no edition of C.07 of that day is known
        return None


def _compare_ranks(tournament: Tournament, edition: EditionName | None) -> Iterator[Placing]:
    """Compare ranks and points; points may exclude games against early withdrawals (C.05 6.6)."""
    from rookery.formats.standings import allowed_ranks, standings

    all_games = _all_points(tournament)
    counted = all_games
    declared = {
        participant.number: _declared_points(tournament, participant) for participant in tournament.participants
    }
    if any(points not in (None, all_games[participant]) for participant, points in declared.items()):
        counted = {row.id: row.points for row in standings(tournament, (), edition=edition).rows}
    for participant, (first, last) in allowed_ranks(tournament, edition).items():
        player = tournament.participants_by_number[participant]
        points = declared[participant]
        wrong = player.rank is not None and not first <= player.rank <= last
        if wrong or points not in (None, counted.get(participant), all_games[participant]):
            yield Placing(
                participant, player.rank, (first, last), points, counted.get(participant, all_games[participant])
            )


def _declared_points(tournament: Tournament, participant: Player | Team) -> Points | None:
    """Return the declared points; of a team those of its primary score."""
    if isinstance(participant, Player):
        return participant.points
    return participant.game_points if parse_type_code(tournament.system).primary == "GP" else participant.match_points


def _all_points(tournament: Tournament) -> dict[int, Points]:
    view = History.for_tournament(tournament).before(tournament.next_round)
    return {participant: view.score(participant) for participant in tournament.participants_by_number}


# -- what differs


def find_differences(
    field: Field, recorded: Round, outcome: Pairing, numbers: Mapping[Seats, int]
) -> tuple[Difference, ...]:
    """Return the boards that differ: pairs with reversed colours side by side, the others in order of rank.

    `numbers` are the published numbers of the recorded boards.
    """
    expected_byes = [] if outcome.bye is None else [outcome.bye]
    expected: list[Seats] = [*outcome.pairs, *((player, 0) for player in expected_byes)]
    uncoloured = {(game.white, game.black) for game in recorded.games if not game.coloured}
    recorded_boards = {
        frozenset(seats): seats for seats in (*recorded.pairs, *((player, 0) for player in allocated_byes(recorded)))
    }
    rows: list[tuple[Seats | None, Seats | None]] = []
    missing: list[Seats] = []
    for expected_seats in expected:
        recorded_seats = recorded_boards.pop(frozenset(expected_seats), None)
        if recorded_seats is None:
            missing.append(expected_seats)
        elif recorded_seats != expected_seats and recorded_seats not in uncoloured:
            rows.append((recorded_seats, expected_seats))
    unexpected = sorted(
        recorded_boards.values(),
        key=lambda seats: (not seats[1], min(field.place.get(player, field.size) for player in seats)),
    )
    rows += zip_longest(unexpected, missing)
    next_number = count(max(numbers.values(), default=0) + 1)
    board_differences = [
        Difference((numbers.get(seats) if seats else None) or next(next_number), seats, expected_seats)
        for seats, expected_seats in rows
    ]
    return tuple(sorted(board_differences, key=lambda difference: difference.board))


# -- why


def broken_rule(field: Field, breaches: tuple[Breach, ...]) -> DecidingRule:
    """Return the first absolute rule that is broken, and how often."""
    first = breaches[0]
    times = sum(breach.criterion == first.criterion for breach in breaches)
    rule = (first.criterion, first.article, first.code)
    return DecidingRule(RuleKind.ABSOLUTE, _bracket_index(field, first.participants), *rule, (times,), (0,), first.text)


def colour_rule(system: System, field: Field, outcome: Pairing, difference: Difference) -> DecidingRule:
    """Return the rule that gives two players the reverse colours."""
    from rookery.pairing.explain.first_difference import colour_fact

    assert difference.recorded is not None
    assert difference.expected is not None
    board = next(board for board in outcome.boards if (board.white, board.black) == difference.expected)
    text = next((rule.text for rule in system.colours if rule.name == board.reason), "")
    bracket, fact = _bracket_index(field, difference.expected), colour_fact(system, field, outcome, board, filed=True)
    rule, sides = (board.reason, board.article, ""), (difference.recorded, difference.expected)
    return DecidingRule(RuleKind.COLOURS, bracket, *rule, *sides, text, fact=fact)


def compare_costs(
    system: System, field: Field, outcome: Pairing, recorded: Round
) -> tuple[Verdict, DecidingRule | None]:
    """Return the verdict and the first rule on which the costs of both pairings differ."""
    from rookery.pairing.explain.facts import Condition, ConditionKind
    from rookery.pairing.explain.first_difference import difference_fact

    difference = system.cost_difference(field, outcome, recorded)
    if difference is None:
        return Verdict.BETTER, None
    expected_line, recorded_line, ledger = difference.line, difference.their_line, difference.ours
    rule = (expected_line.criterion, expected_line.article, expected_line.code)
    score = ledger.decision.score if ledger.bracket else None
    kind, costs = _rule_kind(expected_line), (recorded_line.cost, expected_line.cost)
    fact = difference_fact(system, field, Condition(ConditionKind.RECORDED, ()), difference)
    reason = DecidingRule(
        kind, ledger.bracket, *rule, *costs, expected_line.text, recorded_line.participants, score, fact
    )
    return (Verdict.WORSE if expected_line.cost < recorded_line.cost else Verdict.BETTER), reason


def _rule_kind(line: Line) -> RuleKind:
    """Return the kind of rule of a ledger line; the first step of choosing the bye compares scores."""
    return RuleKind.BYE_SCORE if line.criterion == RuleKind.BYE_SCORE else RuleKind(line.kind)


def _bracket_index(field: Field, participants: Iterable[int]) -> int:
    """Return the bracket of the lowest ranked of these participants, 0 if none is to be paired."""
    places = [field.place[participant] for participant in participants if participant in field.place]
    return bisect_right(field.bounds, max(places)) if places else 0
