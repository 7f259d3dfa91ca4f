"""Rounds: paired, taken back, entered and changed by hand, and the start positions of Chess960."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import datetime

from rookery._record import replace
from rookery._record import replace as with_values
from rookery.checking.feasibility import Possibility, check_feasibility
from rookery.checking.text import describe_feasibility, describe_violation
from rookery.chess960 import draw_chess960_position
from rookery.formats.board_order import fix_boards, list_numbered_boards
from rookery.formats.pair import pair
from rookery.formats.resolve import get_format
from rookery.messages import Message, join_list, join_texts, msg, msg_plural
from rookery.model import ByeKind, Game, Match, PartialDate, RequestedBye, Result, Tournament
from rookery.model.players import format_date
from rookery.pairing.outcome import Pairing
from rookery.tournaments.command import Command, Proposal, command, decider
from rookery.tournaments.domain.byes import require_round
from rookery.tournaments.domain.check_in import find_missing, parse_time_of_day
from rookery.tournaments.domain.publication import without_published
from rookery.tournaments.domain.results import ResultEntered
from rookery.tournaments.errors import CommandRejectedError, require_no_phase
from rookery.tournaments.event import MAX_NAMES, ROUND_RECORDS, Event, NameOf, applies, apply_events, describes, kind
from rookery.tournaments.keyed import NO_BOARDS, Boards
from rookery.tournaments.lineups import with_announced_line_ups
from rookery.tournaments.manual_pairing_check import (
    VERDICT_LABELS,
    PairingComparison,
    build_fixed_round,
    compare_partial_rounds,
    compare_with_rules,
    manual_pairing_warnings,
    participant_names,
    violation_warnings,
)
from rookery.tournaments.round_diff import games_of, has_results, list_pairs
from rookery.tournaments.state import AnnouncedStart, Phase, Stamp, State, with_fields, with_round
from rookery.tournaments.warning_table import RuleWarning, rule_warning

AS_IT_WAS = "as it was"
"""The `by` of a round that is restored when a manual change is discarded."""

BY_HAND = "hand"
"""The `by` of a round that is paired by hand; if it was published before, it stays published."""


# -- events ------------------------------------------------------------------------------------------------------------


@kind("round.paired", trf=ROUND_RECORDS)
class RoundPaired(Event):
    """A round is paired: every board and every bye, and by which rules."""

    round: int
    boards: Boards
    by: str = ""


@applies(RoundPaired)
def _apply_round_paired(state: State, event: RoundPaired, stamp: Stamp) -> State:
    result = _with_paired_round(state, event)
    if event.by not in (AS_IT_WAS, BY_HAND) and event.round > len(state.tournament.rounds):
        result = without_published(result, event.round)
    if event.by == AS_IT_WAS and event.round in state.paired_at:
        return result
    before = {number: version for number, version in state.paired_at.items() if number < event.round}
    return replace(result, paired_at={**before, event.round: stamp.version} if stamp.version else before)


@describes(RoundPaired)
def _describe_round_paired(event: RoundPaired, name: NameOf) -> str:
    boards, idle = len(event.boards.games) + len(event.boards.matches), len(event.boards.byes)
    summary: Message = msg_plural(boards, "%(num)s board", "%(num)s boards")
    if idle:
        summary = msg("%(boards)s, %(idle)s without an opponent", boards=summary, idle=idle)
    if event.by:
        return msg(
            "Round %(round)s was paired (%(system)s): %(what)s.", round=event.round, system=event.by, what=summary
        )
    return msg("Round %(round)s was paired: %(what)s.", round=event.round, what=summary)


def _with_paired_round(state: State, event: RoundPaired, *, in_parts: bool = False) -> State:
    """Return the state with a round; boards of a round entered in parts get permanent numbers when it is complete."""
    t = state.tournament
    other_requests = tuple(request for request in t.requested_byes if request.round != event.round)
    updated = _with_result_authors(state, event.round, event.boards) if event.round in state.entered else state
    updated = (
        replace(updated, in_parts=updated.in_parts - {event.round}) if event.round in updated.in_parts else updated
    )
    updated = with_fields(
        updated, rounds=(*t.rounds[: event.round - 1], event.boards.round(state.keys)), requested_byes=other_requests
    )
    return updated if in_parts else _with_permanent_board_numbers(updated, event.round)


def _with_permanent_board_numbers(state: State, number: int) -> State:
    """Return the state in which the boards of a round have permanent numbers.

    Events record them since state format 2; in older logs they are the numbers shown at this moment.
    """
    round = state.tournament.rounds[number - 1]
    fixed = fix_boards(state.tournament, number)
    return state if fixed is round else with_round(state, number, fixed)


def _with_result_authors(state: State, number: int, boards: Boards) -> State:
    """Keep who entered the results of a replaced round, for the games that are still in it."""
    games = (*boards.games, *(game for match in boards.matches for game in match.games))
    with_result = {(game.white, game.black) for game in games if game.result is not Result.PENDING}
    kept_entries = {
        key: entry for key, entry in state.entered[number].items() if (entry.white, entry.black) in with_result
    }
    return replace(state, entered={**state.entered, number: kept_entries})


@kind("round.unpaired", trf=ROUND_RECORDS)
class RoundUnpaired(Event):
    """The last round is unpaired; its requested byes are requested again."""

    round: int


@applies(RoundUnpaired)
def _apply_round_unpaired(state: State, event: RoundUnpaired, stamp: Stamp) -> State:
    return without_published(_without_last_round(state, event.round), event.round)


@describes(RoundUnpaired)
def _describe_round_unpaired(event: RoundUnpaired, name: NameOf) -> str:
    return msg("Round %(round)s was taken back.", round=event.round)


def _without_last_round(state: State, number: int) -> State:
    """Return the state before the last round; its byes that can be requested are requested again."""
    t = state.tournament
    requestable = (ByeKind.FULL, ByeKind.HALF, ByeKind.ZERO)
    back = tuple(
        RequestedBye(number, bye.player, bye.kind) for bye in t.rounds[number - 1].byes if bye.kind in requestable
    )
    remaining_results = {
        round_number: entries for round_number, entries in state.entered.items() if round_number != number
    }
    paired_at = {round_number: version for round_number, version in state.paired_at.items() if round_number != number}
    updated = replace(state, entered=remaining_results, in_parts=state.in_parts - {number}, paired_at=paired_at)
    return with_fields(updated, rounds=t.rounds[: number - 1], requested_byes=(*back, *t.requested_byes))


@kind("position.drawn", trf=("###",))
class PositionDrawn(Event):
    """The Chess960 start position of a round is drawn, 0 to 959."""

    round: int
    number: int


@applies(PositionDrawn)
def _apply_position_drawn(state: State, event: PositionDrawn, stamp: Stamp) -> State:
    return replace(state, positions={**state.positions, event.round: event.number})


@describes(PositionDrawn)
def _describe_position_drawn(event: PositionDrawn, name: NameOf) -> str:
    return msg("Round %(round)s starts from position %(number)s.", round=event.round, number=event.number)


@kind("round.scheduled", trf=("132", "###"))
class RoundScheduled(Event):
    """The day and the start time of a round are set, or removed."""

    round: int
    day: PartialDate | None = None
    time: str = ""


@applies(RoundScheduled)
def _apply_round_scheduled(state: State, event: RoundScheduled, stamp: Stamp) -> State:
    info, other_times = state.tournament.info, dict(state.start_times)
    other_times.pop(event.round, None)
    days = list(info.round_dates) + [None] * (event.round - len(info.round_dates))
    days[event.round - 1] = event.day
    while days and days[-1] is None:
        days.pop()
    updated = with_fields(state, info=with_values(info, round_dates=tuple(days)))
    return replace(
        updated,
        start_times=other_times | ({event.round: event.time} if event.time else {}),
        announced_starts=_announced_starts(state, event, stamp),
    )


CORRECTION_MINUTES = 10
"""A start that is changed within so many minutes after it was set was a slip, and not announced yet."""


def _announced_starts(state: State, event: RoundScheduled, stamp: Stamp) -> dict[int, AnnouncedStart]:
    """Return the announced starts after a start was set: the first one stays, unless it is corrected soon or removed.

    A start in an old log that has none yet is announced at the time of its event.
    """
    starts = dict(state.announced_starts)
    if not event.time:
        starts.pop(event.round, None)
    elif event.round not in starts or _minutes_between(starts[event.round].at, stamp.at) < CORRECTION_MINUTES:
        starts[event.round] = AnnouncedStart(event.day, event.time, stamp.at)
    return starts


def _minutes_between(earlier: str, later: str) -> float:
    """Return the minutes between two times of the log; an invalid one, as in old logs, is long ago."""
    try:
        return (datetime.fromisoformat(later) - datetime.fromisoformat(earlier)).total_seconds() / 60
    except (ValueError, TypeError):
        return CORRECTION_MINUTES


@describes(RoundScheduled)
def _describe_round_scheduled(event: RoundScheduled, name: NameOf) -> str:
    facts = {"round": event.round, "day": event.day and format_date(event.day), "time": event.time}
    if event.day and event.time:
        return msg("Round %(round)s starts on %(day)s at %(time)s.", **facts)
    if event.day:
        return msg("Round %(round)s is played on %(day)s.", **facts)
    if event.time:
        return msg("Round %(round)s starts at %(time)s.", **facts)
    return msg("The day and the start time of round %(round)s were removed.", **facts)


@kind("phase.opened", note="the file has the resulting round, with a remark (MPA) if it differs from the rules")
class PhaseOpened(Event):
    """Manual pairing of a round begins; `boards` are the requested byes, or the boards of a round already paired."""

    round: int
    boards: Boards = NO_BOARDS


@applies(PhaseOpened)
def _apply_phase_opened(state: State, event: PhaseOpened, stamp: Stamp) -> State:
    if event.round != len(state.tournament.rounds):
        return replace(without_published(state, event.round), phase=Phase(event.round, event.boards, by=stamp.actor))
    boards = event.boards if event.boards.published else Boards.from_round(state.tournament.rounds[-1], state.keys)
    updated = replace(_without_last_round(state, event.round), entered=state.entered, paired_at=state.paired_at)
    return replace(updated, phase=Phase(event.round, boards, boards, stamp.actor))


@describes(PhaseOpened)
def _describe_phase_opened(event: PhaseOpened, name: NameOf) -> str:
    return msg("Pairing round %(round)s by hand started.", round=event.round)


@kind("boards.set", trf=ROUND_RECORDS, note="when the phase has ended")
class BoardsSet(Event):
    """The boards of a round are set: the draft in a manual phase, otherwise the round itself."""

    round: int
    boards: Boards
    was: Boards = NO_BOARDS


@applies(BoardsSet)
def _apply_boards_set(state: State, event: BoardsSet, stamp: Stamp) -> State:
    if state.phase is not None and state.phase.round == event.round:
        return replace(state, phase=replace(state.phase, boards=event.boards))
    if event.round > len(state.tournament.rounds):
        fresh = without_published(state, event.round)
        updated = _with_paired_round(fresh, RoundPaired(event.round, event.boards), in_parts=True)
        return replace(updated, in_parts=updated.in_parts | {event.round})
    updated = with_round(state, event.round, event.boards.round(state.keys))
    return updated if event.round in state.in_parts else _with_permanent_board_numbers(updated, event.round)


@describes(BoardsSet)
def _describe_boards_set(event: BoardsSet, name: NameOf) -> str:
    pairs = [
        f"{name(white)} - {name(black)}" for white, black in event.boards.pairs if (white, black) not in event.was.pairs
    ]
    if not pairs:
        return msg("Round %(round)s: boards changed by hand.", round=event.round)
    return msg("Round %(round)s, by hand: %(pairs)s.", round=event.round,
               pairs=join_list(pairs, MAX_NAMES))  # fmt: skip


@kind("phase.closed", note="the file has the resulting round, with a remark (MPA) if it differs from the rules")
class PhaseClosed(Event):
    """The manual phase ends, with the round that follows in the log or discarded; how it compares with the rules."""

    round: int
    verdict: str = ""
    differences: tuple[str, ...] = ()
    breaches: tuple[str, ...] = ()


@applies(PhaseClosed)
def _apply_phase_closed(state: State, event: PhaseClosed, stamp: Stamp) -> State:
    updated = replace(state, phase=None, in_parts=state.in_parts - {event.round})
    return _with_permanent_board_numbers(updated, event.round) if event.round in state.in_parts else updated


@describes(PhaseClosed)
def _describe_phase_closed(event: PhaseClosed, name: NameOf) -> str:
    if not event.verdict:
        return msg("Pairing round %(round)s by hand ended.", round=event.round)
    verdict = VERDICT_LABELS.get(event.verdict, event.verdict)
    return msg("Pairing round %(round)s by hand ended: %(verdict)s.", round=event.round, verdict=verdict)


# -- commands ----------------------------------------------------------------------------------------------------------


def phase_closed_event(state: State, number: int, comparison: PairingComparison) -> PhaseClosed:
    """Return the event that ends pairing a round by hand, with the result of the comparison."""
    names = participant_names(state)
    violations = tuple(describe_violation(v, lambda i: names.get(i, str(i))) for v in comparison.violations)
    return PhaseClosed(number, comparison.verdict, () if comparison.same else (comparison.differences,), violations)


@command("round.pair")
class PairRound(Command):
    """Pair the next round by the rules; games without a result become adjourned.

    `fixed` are required pairs, and `bye` is the participant to get the allocated bye: if these differ from the pairing
    by the rules, the round counts as paired by hand. `through` names the winners of level matches of a knock-out.
    """

    through: tuple[str, ...] = ()
    games: int | None = None
    fixed: tuple[tuple[str, str], ...] = ()
    bye: str = ""


@decider(PairRound)
def _decide_pair_round(state: State, command: PairRound) -> Proposal:
    require_no_phase(state)
    number = state.number

    def find_pairing(tournament: Tournament) -> Pairing:
        return pair(
            tournament,
            fixed=[(number(white), number(black)) for white, black in command.fixed],
            bye=number(command.bye) if command.bye else None,
            through=[number(key) for key in command.through],
            games=command.games or state.choices.games,
        )

    return propose_pairing(state, find_pairing, requested=bool(command.fixed or command.bye))


def propose_pairing(state: State, find_pairing: Callable[[Tournament], Pairing], *, requested: bool) -> Proposal:
    """Return what pairing the next round does; with `requested` pairs or byes it counts as paired by hand."""
    parts = list(compare_partial_rounds(state))
    events: list[Event] = [*(phase_closed_event(state, *part) for part in parts), *_adjourn_open_games(state)]
    warnings = [
        *(warning for part in parts for warning in manual_pairing_warnings(state, *part)),
        *_warn_open_games(state),
        *_warn_many_absent(state),
        *_warn_missing(state),
        *_warn_infeasible(state),
    ]
    after = apply_events(state, events)
    outcome = find_pairing(after.tournament)
    uses_chosen_order = state.choices.reverse is not None and get_format(state.tournament).predetermined
    updated = after.tournament.with_round(
        build_fixed_round(after.tournament, state.choices.reverse) if uses_chosen_order else outcome.round
    )
    round = with_announced_line_ups(state, outcome.round_number, fix_boards(updated, outcome.round_number))
    events.append(RoundPaired(outcome.round_number, Boards.from_round(round, state.keys), describe_rules(outcome)))
    if requested:
        judgement = compare_with_rules(after.tournament, round, state.choices.reverse)
        warnings += violation_warnings(after, judgement.violations)
        warnings += manual_pairing_warnings(after, outcome.round_number, judgement, round)
    return Proposal(tuple(events), tuple(warnings), f"before round {outcome.round_number}")


def describe_rules(outcome: Pairing) -> str:
    """Return the rules by which a round was paired."""
    return f"{outcome.system} {outcome.edition.since:%Y-%m}" if outcome.edition is not None else outcome.system


def _adjourn_open_games(state: State) -> Iterator[Event]:
    """Yield the events that adjourn every game without a result, if the next round depends on it (C.04.2 3.1)."""
    if get_format(state.tournament).predetermined:
        return
    for number, round in enumerate(state.tournament.rounds, 1):
        games_by_pair: dict[tuple[str, str], int] = {}
        for board in games_of(Boards.from_round(round, state.keys)) if round.pending else ():
            pair = board.white, board.black
            game = games_by_pair[pair] = games_by_pair.get(pair, -1) + 1
            if board.result is Result.PENDING:
                yield ResultEntered(number, *pair, Result.ADJOURNED, Result.PENDING, "pairing", game)


def _warn_open_games(state: State) -> Iterator[RuleWarning]:
    if get_format(state.tournament).predetermined:
        return
    rounds = list(enumerate(state.tournament.rounds, 1))
    pending = [_describe_board(state, number, game) for number, round in rounds for game in round.pending]
    older = [_describe_board(state, number, game) for number, round in rounds for game in round.adjourned]
    if pending:
        text = msg_plural(len(pending),
                          "%(games)s: no result yet. It will count as adjourned (a draw for the pairing)",
                          "%(games)s: no results yet. They will count as adjourned (draws for the pairing)",
                          games=list_pairs(pending))  # fmt: skip
        yield rule_warning("adjourned-now", state.fide, text)
    if older:
        text = msg_plural(len(older), "%(games)s: still adjourned. It counts as a draw for the pairing",
                          "%(games)s: still adjourned. They count as draws for the pairing",
                          games=list_pairs(older))  # fmt: skip
        yield rule_warning("adjourned-old", state.fide, text)


def _describe_board(state: State, number: int, game: Game) -> str:
    """Return the description of a game: its board and players, and the round if it is an earlier one."""
    names = {labelled.number: labelled.name or str(labelled.number) for labelled in state.tournament.players}
    label = next(label for label, labelled in _labelled_games(state.tournament, number) if labelled is game)
    arguments = {"board": label, "white": names[game.white], "black": names[game.black], "round": number}
    if number == len(state.tournament.rounds):
        return msg("board %(board)s, %(white)s – %(black)s", **arguments)
    return msg("board %(board)s of round %(round)s, %(white)s – %(black)s", **arguments)


def _labelled_games(tournament: Tournament, number: int) -> Iterator[tuple[str, Game]]:
    """Yield the games of a round with the labels of their boards: 5, or 3.2 in a match of teams."""
    for board, meeting in list_numbered_boards(tournament, number):
        if isinstance(meeting, Match):
            yield from (
                (f"{board}.{board_number}", game)
                for board_number, game in zip(meeting.board_numbers, meeting.games, strict=True)
            )
        else:
            yield str(board), meeting


def _warn_many_absent(state: State) -> Iterator[RuleWarning]:
    t = state.tournament
    away = t.absent(t.next_round)
    if 2 * len(away) > len(t.participants_by_number):
        text = msg("%(away)s of %(all)s are absent in round %(round)s, more than half", away=len(away),
                   all=len(t.participants_by_number), round=t.next_round)  # fmt: skip
        yield rule_warning("many-absent", state.fide, text)


def _warn_missing(state: State) -> Iterator[RuleWarning]:
    """Warn about players who have not checked in while the check-in is open: they are paired, too."""
    missing = find_missing(state)
    if missing:
        names = join_list([state.label(key) for key in missing], MAX_NAMES)
        text = msg_plural(
            len(missing),
            "The check-in for round %(round)s is open, and %(num)s player is missing: %(names)s",
            "The check-in for round %(round)s is open, and %(num)s players are missing: %(names)s",
            round=state.tournament.next_round,
            names=names,
        )
        instead = msg("end the check-in first: who is missing is then not paired")
        yield rule_warning("not-checked-in", state.fide, text, keys=missing, instead=instead)


def _warn_infeasible(state: State) -> Iterator[RuleWarning]:
    """Before round 1: that not all rounds can be paired for this field."""
    t = state.tournament
    if t.rounds or not get_format(t).swiss:
        return
    feasibility = check_feasibility(t)
    if feasibility.answer is Possibility.NO:
        names = {participant.number: participant.name or str(participant.number) for participant in t.participants}
        yield rule_warning(
            "not-feasible",
            state.fide,
            join_texts(" ", describe_feasibility(feasibility, lambda number: names.get(number, str(number)))),
        )


@command("round.unpair")
class UnpairRound(Command):
    """Take the last round back; the byes that were asked for stay asked for."""


@decider(UnpairRound)
def _decide_unpair_round(state: State, command: UnpairRound) -> Proposal:
    number = len(state.tournament.rounds)
    if not number:
        raise CommandRejectedError(msg("no round is paired yet"))
    return Proposal((RoundUnpaired(number),), point=f"round {number} as it was")


@command("round.pair_again")
class PairAgain(Command):
    """Take the last round back and pair it again, on the results as they are now; it must not have any result."""


@decider(PairAgain)
def _decide_pair_again(state: State, command: PairAgain) -> Proposal:
    undone = _decide_unpair_round(state, UnpairRound())
    number = len(state.tournament.rounds)
    if has_results(state.tournament.rounds[-1]):
        raise CommandRejectedError(
            msg("round %(number)s has results, which would be lost", number=number),
            article="C.04.2 4.3",
            instead=msg("take the round back first"),
        )
    paired = _decide_pair_round(apply_events(state, undone.events), PairRound())
    return Proposal((*undone.events, *paired.events), paired.warnings, undone.point)


@command("position.draw")
class DrawPosition(Command):
    """Draw the Chess960 start position of a round, once, from the seed of the event."""

    round: int


@decider(DrawPosition)
def _decide_draw_position(state: State, command: DrawPosition) -> Proposal:
    if not state.choices.chess960:
        raise CommandRejectedError(msg("this is not a Chess960 tournament"))
    if command.round in state.positions:
        raise CommandRejectedError(
            msg("the position of round %(round)s has already been drawn; it is drawn only once", round=command.round)
        )
    if not state.permanent.lots:
        raise CommandRejectedError(msg("this tournament cannot draw lots: it was created without a seed"))
    return Proposal((PositionDrawn(command.round, draw_chess960_position(state.permanent.lots, command.round)),))


# -- days and start times ----------------------------------------------------------------------------------------------


@command("round.schedule")
class ScheduleRound(Command):
    """Set the day and the start time of a round, such as 14:30; what is left out is removed."""

    round: int
    day: PartialDate | None = None
    time: str = ""


@decider(ScheduleRound)
def _decide_schedule_round(state: State, command: ScheduleRound) -> Proposal:
    require_round(state.tournament, command.round)
    event = RoundScheduled(command.round, command.day, parse_time_of_day(command.time))
    was = round_start(state, command.round)
    return Proposal(() if was == (event.day, event.time) else (event,))


def round_start(state: State, number: int) -> tuple[PartialDate | None, str]:
    """Return the day and the start time of a round, as far as they are known."""
    days = state.tournament.info.round_dates
    return days[number - 1] if number <= len(days) else None, state.start_times.get(number, "")


def previous_start(state: State, number: int) -> tuple[PartialDate | None, str] | None:
    """Return the day and the start time that were announced first for a round, if it was moved since."""
    announced, (day, time) = state.announced_starts.get(number), round_start(state, number)
    if announced is None or not time:
        return None
    other_day = announced.day is not None and day is not None and announced.day != day
    return (announced.day, announced.time) if other_day or announced.time != time else None
