"""Manual pairing: begin and end the phase, set and move boards, pair the rest."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from itertools import count, islice
from typing import Literal

from rookery._record import record, replace
from rookery._record import replace as with_values
from rookery.checking.manual_pairing import PairingViolation, with_requested_byes
from rookery.formats.board_order import fix_boards, list_numbered_boards, place_boards, reassign_board_numbers
from rookery.formats.pair import pair
from rookery.history.pairing_numbers import fixed_boards
from rookery.messages import msg, msg_plural
from rookery.model import Bye, ByeKind, Game, Match, Result, Round
from rookery.model._construct import replace_unchecked
from rookery.tournaments.command import Command, Proposal, command, decider
from rookery.tournaments.domain.rounds import (
    AS_IT_WAS,
    BY_HAND,
    BoardsSet,
    PhaseClosed,
    PhaseOpened,
    RoundPaired,
    phase_closed_event,
)
from rookery.tournaments.errors import CommandRejectedError, require_no_phase
from rookery.tournaments.event import Event, apply_events
from rookery.tournaments.keyed import Boards, KeyedBye
from rookery.tournaments.lineups import build_lined_up_meeting, with_announced_line_ups
from rookery.tournaments.manual_pairing_check import (
    PairingComparison,
    compare_with_rules,
    manual_pairing_warnings,
    violation_warnings,
)
from rookery.tournaments.round_diff import list_pairs
from rookery.tournaments.state import Phase, State
from rookery.tournaments.warning_table import RuleWarning, rule_warning

DISCARDED = "given up"


def is_idle(phase: Phase) -> bool:
    """Return whether nothing has been changed in a manual phase yet."""
    if phase.was is not None:
        return phase.boards == phase.was
    allocated = any(bye.kind is ByeKind.PAIRING_ALLOCATED for bye in phase.boards.byes)
    return not phase.boards.pairs and not allocated


def discard_events(phase: Phase) -> tuple[Event, ...]:
    """Return the events that end a phase and leave the round as it was before."""
    closed = PhaseClosed(phase.round, DISCARDED)
    return (closed,) if phase.was is None else (closed, RoundPaired(phase.round, phase.was, AS_IT_WAS))


def state_as_paired(state: State, *, public: bool = False) -> State:
    """Return the state in which the round that is changed by hand is as it was before.

    Arbiters still see the phase once something was changed in it; the public does not.
    """
    phase = state.phase
    if phase is None:
        return state
    if len(state.tournament.rounds) >= phase.round:  # it is as it was already
        return replace(state, phase=None) if public else state
    before = apply_events(state, discard_events(phase))
    return before if public or is_idle(phase) else replace(before, phase=phase)


_REQUESTED_KINDS = (ByeKind.FULL, ByeKind.HALF, ByeKind.ZERO)


@command("hand.open")
class OpenPhase(Command):
    """Begin the manual pairing of the next round, or of the last one with its boards."""

    round: int


@decider(OpenPhase)
def _decide_open_phase(state: State, command: OpenPhase) -> Proposal:
    beginning = begin_phase(state, command.round)
    return Proposal(beginning.events, beginning.warnings, beginning.point)


@record
class Beginning:
    """A manual phase, already open or begun by a command: the state in it, and the events that begin it."""

    state: State
    events: tuple[Event, ...] = ()
    warnings: tuple[RuleWarning, ...] = ()
    point: str = ""


def begin_phase(state: State, number: int, results: int = 0) -> Beginning:
    """Begin a manual phase; `results` is the number of entered results that the user has seen."""
    event = open_phase_event(state, number)
    point = f"before round {number} by hand"
    return Beginning(
        apply_events(state, (event,)), (event,), tuple(_warn_blocked_results(state, number, results)), point
    )


def enter_phase(state: State, number: int | None, results: int) -> Beginning:
    """Return the open phase, or begin that of a round if the command names one."""
    if state.phase is None and number is not None:
        return begin_phase(state, number, results)
    if state.phase is not None and number not in (None, state.phase.round):
        require_no_phase(state)
    return Beginning(state)


def count_results(state: State, number: int) -> int:
    """Return the number of games of a round that have a result."""
    rounds = state.tournament.rounds
    games = _all_games(rounds[number - 1]) if 1 <= number <= len(rounds) else ()
    return sum(game.result is not Result.PENDING for game in games)


def _warn_blocked_results(state: State, number: int, count_before: int) -> Iterator[RuleWarning]:
    """Warn that no results can be entered while a round with results is changed."""
    result_count = count_results(state, number)
    if result_count > count_before:
        text = msg_plural(
            result_count,
            "round %(round)s has %(num)s result already. No other can be entered until you use the new pairing or "
            "discard it",
            "round %(round)s has %(num)s results already. No other can be entered until you use the new pairing or "
            "discard it",
            round=number,
        )
        yield rule_warning("results-wait", state.fide, text, round=number)


def open_phase_event(state: State, number: int) -> PhaseOpened:
    """Return the event that opens a phase; reject a second phase, and rounds other than the last and the next."""
    t = state.tournament
    require_no_phase(state)
    if number not in (len(t.rounds), t.next_round) or number < 1 or number > (t.planned_rounds or number):
        text = msg_plural(
            len(t.rounds),
            "round %(number)s cannot be paired by hand: %(num)s round is paired",
            "round %(number)s cannot be paired by hand: %(num)s rounds are paired",
            number=number,
        )
        raise CommandRejectedError(text, article="C.04.2 4.3")
    if number == len(t.rounds):
        return PhaseOpened(number, Boards.from_round(fix_boards(t, number), state.keys))
    requested_byes = tuple(
        KeyedBye(state.keys.participant[participant], kind) for participant, kind in t.absent(number).items()
    )
    return PhaseOpened(number, Boards(byes=requested_byes))


@command("hand.set")
class SetBoards(Command):
    """Set the draft boards; participants not named have no board yet.

    If no phase is open, that of `round` begins; `results` is the number of its results that the user knows of.
    """

    boards: Boards
    round: int | None = None
    results: int = 0


@decider(SetBoards)
def _decide_set_boards(state: State, command: SetBoards) -> Proposal:
    beginning = enter_phase(state, command.round, command.results)
    return prepend_beginning(beginning, propose_boards(beginning.state, command.boards))


def prepend_beginning(beginning: Beginning, decision: Proposal) -> Proposal:
    """Return the decision preceded by the events of the beginning, if the decision changes anything."""
    if not decision.events or not beginning.events:
        return decision
    return Proposal((*beginning.events, *decision.events), (*beginning.warnings, *decision.warnings), beginning.point)


def propose_boards(state: State, boards: Boards) -> Proposal:
    """Set the draft boards, with warnings about new violations only."""
    phase = require_phase(state)
    boards = _with_published_board_numbers(state, phase, _with_team_matches(state, boards))
    new_violations, old_violations = [], _find_violations(state, phase.boards)
    for violation in _find_violations(state, boards):
        if (violation.kind, violation.board) not in {(earlier.kind, earlier.board) for earlier in old_violations}:
            new_violations.append(violation)
    if boards == phase.boards:
        return Proposal(())
    return Proposal(
        (BoardsSet(phase.round, boards, phase.boards),), tuple(violation_warnings(state, tuple(new_violations)))
    )


def _with_published_board_numbers(state: State, phase: Phase, boards: Boards) -> Boards:
    """Return the boards with their published numbers; a new round has none before the phase ends."""
    if boards.published or not phase.boards.published:
        return boards
    draft = boards.round(state.keys)
    meetings: tuple[Game | Match, ...] = (*draft.games, *draft.matches)
    numbered = reassign_board_numbers(numbered_boards(state, phase.round, phase.boards.round(state.keys)), meetings)
    return Boards.from_round(place_boards(draft, numbered, fixed_boards(state.tournament, phase.round)), state.keys)


def numbered_boards(state: State, number: int, round: Round) -> list[tuple[int, Game | Match]]:
    """Return the games or matches of a draft round with their board numbers."""
    t = state.tournament
    return list_numbered_boards(replace_unchecked(t, rounds=(*t.rounds[: number - 1], round)), number)


def _with_team_matches(state: State, boards: Boards) -> Boards:
    """Return the boards with each pair of teams replaced by its match, in formats with matches."""
    table, number = boards.round(state.keys), require_phase(state).round
    meetings = tuple(build_lined_up_meeting(state, number, game.white, game.black) for game in table.games)
    matches = tuple(meeting for meeting in meetings if isinstance(meeting, Match))
    return (
        Boards.from_round(with_values(table, games=(), matches=(*table.matches, *matches)), state.keys)
        if matches
        else boards
    )


@command("hand.close")
class ClosePhase(Command):
    """End the phase: the draft becomes the round, or is discarded."""

    give_up: bool = False


@decider(ClosePhase)
def _decide_close_phase(state: State, command: ClosePhase) -> Proposal:
    phase = require_phase(state)
    if command.give_up:
        return Proposal(discard_events(phase))
    draft = _with_team_matches(state, phase.boards).round(state.keys)
    complete = state.tournament.with_round(draft)  # raises an error if a participant is missing
    judgement = compare_with_rules(state.tournament, complete.rounds[-1], state.choices.reverse)
    boards = Boards.from_round(complete.rounds[-1], state.keys)
    events = tuple(close_phase_events(state, phase.round, boards, judgement))
    return Proposal(events, tuple(manual_pairing_warnings(state, phase.round, judgement, complete.rounds[-1])))


def close_phase_events(state: State, number: int, boards: Boards, judgement: PairingComparison) -> Iterator[Event]:
    """Yield the end of a phase and the resulting round, with permanent board numbers."""
    t = state.tournament
    numbered = fix_boards(replace_unchecked(t, rounds=(*t.rounds[: number - 1], boards.round(state.keys))), number)
    yield phase_closed_event(state, number, judgement)
    yield RoundPaired(number, Boards.from_round(numbered, state.keys), BY_HAND)


def require_phase(state: State) -> Phase:
    """Return the manual phase; reject the command if there is none."""
    if state.phase is None:
        raise CommandRejectedError(msg("no round is being paired by hand"), instead=msg("start that first"))
    return state.phase


def _find_violations(state: State, boards: Boards) -> tuple[PairingViolation, ...]:
    """Return the violations of the draft boards."""
    return compare_with_rules(state.tournament, boards.round(state.keys), state.choices.reverse).violations


@command("hand.swap")
class Swap(Command):
    """Swap, in the last round, the colours of two who meet, or the places of two who do not."""

    one: str
    other: str
    what: Literal["colours", "places"] = "colours"
    round: int | None = None


@decider(Swap)
def _decide_swap(state: State, command: Swap) -> Proposal:
    number = command.round or len(state.tournament.rounds)
    if number == state.tournament.next_round or not state.tournament.rounds:
        text = msg("no round is paired yet")
        if number:
            text = msg("round %(number)s is not paired yet", number=number)
        raise CommandRejectedError.from_warning(
            rule_warning("not-paired", state.fide, text, instead=msg("pair it first"))
        )
    first, second = state.number(command.one), state.number(command.other)
    opening = open_phase_event(state, number)
    within = apply_events(state, (opening,))
    old = opening.boards.round(state.keys)
    new = (
        swap_colours(state, old, first, second)
        if command.what == "colours"
        else _swap_places(within, old, first, second)
    )
    boards = Boards.from_round(new, state.keys)
    judgement = compare_with_rules(within.tournament, new, state.choices.reverse)
    events = (
        opening,
        BoardsSet(number, boards, opening.boards),
        *close_phase_events(within, number, boards, judgement),
    )
    warnings = (
        *warn_lost_results(state, number, old, new),
        *violation_warnings(within, judgement.violations),
        *manual_pairing_warnings(state, number, judgement, new),
    )
    return Proposal(events, warnings, f"before round {number} by hand")


def warn_lost_results(state: State, number: int, old: Round, new: Round) -> Iterator[RuleWarning]:
    """Warn about results of games that are no longer in the round."""
    still = {frozenset((game.white, game.black)) for game in _all_games(new)}
    ended = [game for game in _all_games(old) if game.result is not Result.PENDING]
    names = {player.number: player.name or str(player.number) for player in state.tournament.players}
    gone = [
        f"{names[game.white]} – {names[game.black]} {game.result}"
        for game in ended
        if {game.white, game.black} not in still
    ]
    if gone:
        text = msg("these results of round %(number)s will be lost: %(gone)s", number=number,
                   gone=list_pairs(gone))  # fmt: skip
        yield rule_warning("results-lost", state.fide, text, round=number)


def _all_games(round: Round) -> Iterator[Game]:
    yield from round.games
    for match in round.matches:
        yield from match.games


def swap_colours(state: State, round: Round, first: int, second: int) -> Round:
    """Return the round with the colours of two who meet swapped; the score of each stays."""
    if not any({first, second} == set(pair) for pair in round.pairs):
        text = msg("%(one)s and %(other)s do not meet in this round", one=_name_or_number(state, first),
                   other=_name_or_number(state, second))  # fmt: skip
        raise CommandRejectedError(text, article="C.04.1 7", instead=msg("swap their places"))
    games = tuple(_reverse_game(game) if {game.white, game.black} == {first, second} else game for game in round.games)
    matches = tuple(
        with_values(match, white=match.black, black=match.white, games=tuple(map(_reverse_game, match.games)),
                    forfeit=match.forfeit and match.forfeit.reversed)
        if {match.white, match.black} == {first, second} else match
        for match in round.matches
    )  # fmt: skip
    return with_values(round, games=games, matches=matches)


def _name_or_number(state: State, participant: int) -> str:
    return state.name(state.keys.participant[participant]) or str(participant)


def _reverse_game(game: Game) -> Game:
    return Game(game.black, game.white, game.result.reversed, game.coloured)


def _swap_places(state: State, round: Round, first: int, second: int) -> Round:
    """Return the round with two places swapped; reject participants who are not in it."""
    if missing := [participant for participant in (first, second) if participant not in round.participants]:
        raise CommandRejectedError(msg("%(name)s is not in this round", name=_name_or_number(state, missing[0])),
                      article="C.04.2 3.2")  # fmt: skip
    return swap_places(state, round, first, second)


def swap_places(state: State, round: Round, first: int, second: int) -> Round:
    """Return the round with two places swapped; changed pairs lose their results."""
    t, seats = state.tournament, {first: second, second: first}
    number = state.phase.round if state.phase is not None else len(t.rounds)
    if any({first, second} == set(pair) for pair in round.pairs):
        text = msg(
            "%(one)s and %(other)s meet in this round",
            one=_name_or_number(state, first),
            other=_name_or_number(state, second),
        )
        raise CommandRejectedError(text, article="C.04.1 2", instead=msg("swap their colours"))
    for bye in round.byes:
        if bye.player in seats and bye.kind in _REQUESTED_KINDS:
            text = msg("%(name)s has a %(kind)s, so there is no place to swap", name=_name_or_number(state, bye.player),
                       kind=bye.kind)  # fmt: skip
            raise CommandRejectedError(
                text, article="C.04.2 3.3", instead=msg("take the bye away and pair the round again")
            )

    def move(meeting: Game | Match) -> Game | Match:
        white, black = seats.get(meeting.white, meeting.white), seats.get(meeting.black, meeting.black)
        return (
            meeting
            if (white, black) == (meeting.white, meeting.black)
            else build_lined_up_meeting(state, number, white, black)
        )

    old_meetings: tuple[Game | Match, ...] = (*round.games, *round.matches)
    new_meetings = [move(meeting) for meeting in old_meetings]
    team_players = {player for team in t.teams if team.number in seats for player in team.players}
    moved_round = with_values(
        round,
        games=tuple(meeting for meeting in new_meetings if isinstance(meeting, Game)),
        matches=tuple(meeting for meeting in new_meetings if isinstance(meeting, Match)),
        byes=tuple(Bye(seats.get(bye.player, bye.player), bye.kind) for bye in round.byes),
        player_byes=tuple(bye for bye in round.player_byes if bye.player not in team_players),
    )
    return _keep_board_numbers(state, round, moved_round, seats) if round.published else moved_round


def _keep_board_numbers(state: State, old: Round, new: Round, seats: dict[int, int]) -> Round:
    """Return the changed round with the board numbers of the old one; fixed boards follow their participants."""
    number = require_phase(state).round
    boards_by_pair = {(meeting.white, meeting.black): board for board, meeting in numbered_boards(state, number, old)}
    numbers = [boards_by_pair[pair] for pair in old.pairs]
    kept_boards = fixed_boards(state.tournament, number)
    changed_boards = [index for index, pair in enumerate(new.pairs) if pair != old.pairs[index]]
    if kept_boards.keys() & seats.keys() and len(changed_boards) == 2:
        first, second = changed_boards
        numbers[first], numbers[second] = numbers[second], numbers[first]
    meetings: tuple[Game | Match, ...] = (*new.games, *new.matches)
    return place_boards(new, zip(numbers, meetings, strict=True), kept_boards)


Move = Literal["exchange", "together", "bye", "off"]


@command("hand.move")
class MoveSeats(Command):
    """Move participants in the draft.

    `exchange` swaps the colours of two who meet, or otherwise their places; `together` pairs two, the first with White;
    `bye` gives a participant the allocated bye; `off` removes all of them.

    If no phase is open, that of `round` begins; `results` is the number of its results that the user knows of.
    """

    keys: tuple[str, ...]
    what: Move = "exchange"
    round: int | None = None
    results: int = 0


@decider(MoveSeats)
def _decide_move_seats(state: State, command: MoveSeats) -> Proposal:
    beginning = enter_phase(state, command.round, command.results)
    return prepend_beginning(beginning, _move_on_table(beginning.state, command))


def _move_on_table(state: State, command: MoveSeats) -> Proposal:
    phase, numbers = require_phase(state), [state.number(key) for key in dict.fromkeys(command.keys)]
    expected = {"exchange": 2, "together": 2, "bye": 1}.get(command.what, len(numbers) or 1)
    if len(numbers) != expected:
        if expected == 2:
            raise CommandRejectedError(msg("choose two players first (%(number)s chosen)", number=len(numbers)))
        raise CommandRejectedError(msg("choose one player first (%(number)s chosen)", number=len(numbers)))
    old = phase.boards.round(state.keys)
    new = _with_move(state, old, command.what, numbers)
    decision = propose_boards(state, Boards.from_round(new, state.keys))
    return Proposal(decision.events, (*warn_lost_results(state, phase.round, old, new), *decision.warnings))


def _with_move(state: State, round: Round, move: Move, numbers: list[int]) -> Round:
    if move == "off":
        return without_participants(state, round, numbers)
    if move == "bye":
        rest = without_participants(state, round, numbers)
        return replace(rest, byes=(*rest.byes, Bye(numbers[0], ByeKind.PAIRING_ALLOCATED)))
    first, second = numbers
    return (
        _swap_colours_or_places(state, round, first, second)
        if move == "exchange"
        else _pair_together(state, round, first, second)
    )


def _swap_colours_or_places(state: State, round: Round, first: int, second: int) -> Round:
    if any({first, second} == set(pair) for pair in round.pairs):
        return swap_colours(state, round, first, second)
    if first not in round.participants and second not in round.participants:
        raise CommandRejectedError(msg("neither of the two has a board yet"), instead=msg("pair these two"))
    return swap_places(state, round, first, second)


def _pair_together(state: State, round: Round, white: int, black: int) -> Round:
    """Pair two at the board of the first, or else of the second; their former opponents have no board."""
    if round.published:
        return _pair_at_board(state, round, white, black)
    board = next((index for index, pair in enumerate(round.pairs) if white in pair), None)
    board = next((index for index, pair in enumerate(round.pairs) if black in pair), None) if board is None else board
    rest = without_participants(state, round, (white, black))
    before = sum(not {white, black} & set(pair) for pair in round.pairs[:board])
    meeting = build_lined_up_meeting(state, require_phase(state).round, white, black)
    if isinstance(meeting, Match):
        return replace(rest, matches=(*rest.matches[:before], meeting, *rest.matches[before:]))
    return replace(rest, games=(*rest.games[:before], meeting, *rest.games[before:]))


def _pair_at_board(state: State, round: Round, white: int, black: int) -> Round:
    """Pair two in a published round, at the board of the first, or else of the second, or the first free one."""
    boards = _numbered_draft_boards(state, round)
    seat = {player: number for number, meeting in boards for player in (meeting.white, meeting.black)}
    rest = without_participants(state, round, (white, black))
    remaining = _numbered_draft_boards(state, rest)
    number = seat.get(white) or seat.get(black) or _unused_board_numbers(remaining, 1)[0]
    new_meeting = build_lined_up_meeting(state, require_phase(state).round, white, black)
    return _with_boards(state, rest, [*remaining, (number, new_meeting)])


def _numbered_draft_boards(state: State, round: Round) -> list[tuple[int, Game | Match]]:
    """Return the draft boards with their numbers."""
    return numbered_boards(state, require_phase(state).round, round)


def _unused_board_numbers(boards: Iterable[tuple[int, Game | Match]], amount: int) -> list[int]:
    """Return this many of the lowest unused board numbers."""
    used = {number for number, _ in boards}
    return list(islice((number for number in count(1) if number not in used), amount))


def _with_boards(state: State, round: Round, boards: Iterable[tuple[int, Game | Match]]) -> Round:
    """Return the round with these boards."""
    return place_boards(round, boards, fixed_boards(state.tournament, require_phase(state).round))


def without_participants(state: State, round: Round, participants: Collection[int]) -> Round:
    """Return the round without the boards and byes of participants, and the byes of their players.

    The other boards of a published round keep their numbers.
    """
    gone = {meeting for pair in round.pairs if set(participants) & set(pair) for meeting in pair}
    team_players = {player for team in state.tournament.teams if team.number in gone for player in team.players}
    remaining = replace(
        round,
        games=tuple(meeting for meeting in round.games if meeting.white not in gone),
        matches=tuple(meeting for meeting in round.matches if meeting.white not in gone),
        byes=tuple(meeting for meeting in round.byes if meeting.player not in participants),
        player_byes=tuple(meeting for meeting in round.player_byes if meeting.player not in team_players),
        board_numbers=(),
    )
    if not round.published:
        return remaining
    return _with_boards(
        state,
        remaining,
        [(number, meeting) for number, meeting in _numbered_draft_boards(state, round) if meeting.white not in gone],
    )


@command("hand.fill")
class FillTable(Command):
    """Pair by the rules those without a board or a bye; the draft boards stay.

    If no phase is open, that of `round` begins; `results` is the number of its results that the user knows of.
    """

    round: int | None = None
    results: int = 0


@decider(FillTable)
def _decide_fill_table(state: State, command: FillTable) -> Proposal:
    beginning = enter_phase(state, command.round, command.results)
    return prepend_beginning(beginning, _fill_table(beginning.state))


def _fill_table(state: State) -> Proposal:
    phase = require_phase(state)
    old, t = phase.boards.round(state.keys), state.tournament
    allocated = next((bye.player for bye in old.byes if bye.kind is ByeKind.PAIRING_ALLOCATED), None)
    outcome = pair(with_requested_byes(t, old.byes), fixed=old.pairs, bye=allocated, games=state.choices.games)
    complete = with_announced_line_ups(state, phase.round, outcome.round)
    paired = {frozenset(opponents) for opponents in old.pairs}
    meetings: tuple[Game | Match, ...] = (*complete.games, *complete.matches)
    new_meetings = [meeting for meeting in meetings if {meeting.white, meeting.black} not in paired]
    with_bye = {bye.player for bye in old.byes}
    completed = replace(
        old,
        board_numbers=(),
        games=(*old.games, *(meeting for meeting in new_meetings if isinstance(meeting, Game))),
        matches=(*old.matches, *(meeting for meeting in new_meetings if isinstance(meeting, Match))),
        byes=(*old.byes, *(bye for bye in complete.byes if bye.player not in with_bye)),
        player_byes=(*old.player_byes, *(bye for bye in complete.player_byes if bye not in old.player_byes)),
    )
    if old.published:
        boards = _numbered_draft_boards(state, old)
        completed = _with_boards(
            state,
            completed,
            [*boards, *zip(_unused_board_numbers(boards, len(new_meetings)), new_meetings, strict=True)],
        )
    return propose_boards(state, Boards.from_round(completed, state.keys))
