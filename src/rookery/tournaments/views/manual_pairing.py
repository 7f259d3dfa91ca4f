"""The view of a manual pairing: the draft boards with their warnings, the unpaired, and the pairing by the rules."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from rookery._record import record
from rookery.checking.manual_pairing import with_requested_byes
from rookery.errors import RookeryError
from rookery.history.completion import total_rounds
from rookery.history.pairing_numbers import participants_to_pair
from rookery.messages import msg, msg_plural
from rookery.model import ByeKind, Game, Match, Result, Round
from rookery.tournaments.command import decide
from rookery.tournaments.domain.manual_pairing import ClosePhase, numbered_boards
from rookery.tournaments.errors import CommandRejectedError
from rookery.tournaments.event import apply_events
from rookery.tournaments.guard import find_warnings
from rookery.tournaments.manual_pairing_check import (
    PairingComparison,
    build_fixed_round,
    compare_with_rules,
    pairs_of,
    violation_warnings,
)
from rookery.tournaments.state import State
from rookery.tournaments.views.participants import Participant, before_round
from rookery.tournaments.warning_table import RuleWarning, merge_warnings

Both = tuple[int, int]
"""A pair, White first; the allocated bye is `(player, 0)`."""


@record
class HandBoard:
    """A draft board: two who meet, or a participant with a bye, and the warnings.

    `same`: the rules give the same board. `ended`: it has results, which a move would lose.
    """

    number: int
    white: Participant
    black: Participant | None = None
    bye: ByeKind | None = None
    cautions: tuple[RuleWarning, ...] = ()
    same: bool = False
    ended: bool = False


@record
class OurBoard:
    """A board by the rules, without Black for the allocated bye; `same`: the draft has it too."""

    white: Participant
    black: Participant | None
    same: bool


@record
class HandView:
    """The manual phase: draft `boards` and `byes`, the unpaired `pool`, and the round by the rules (`ours`).

    `unknown` says why the rules give no round. `verdict` compares a complete round with the rules. `asks` are the
    warnings that closing would raise; `refused` says why closing is rejected. `again`: the round was paired before.
    """

    round: int
    of: int | None
    boards: tuple[HandBoard, ...] = ()
    byes: tuple[HandBoard, ...] = ()
    pool: tuple[Participant, ...] = ()
    ours: tuple[OurBoard, ...] = ()
    unknown: str = ""
    verdict: str = ""
    asks: tuple[RuleWarning, ...] = ()
    refused: str = ""
    again: bool = False


def hand_view(state: State) -> HandView:
    """Return the view of the round that is being paired by hand."""
    phase, t = state.phase, state.tournament
    if phase is None:
        raise CommandRejectedError(msg("no round is being paired by hand"), instead=msg("start that first"))
    table, people = phase.boards.round(state.keys), before_round(state, t, phase.round)
    warnings, verdict, trouble = _judge_draft(state, table)
    rule_pairs, unknown = _pairing_by_rules(state, table)
    same = set(rule_pairs)
    laid_boards = numbered_boards(state, phase.round, table) if table.published else None
    boards = tuple(_draft_boards(laid_boards or enumerate((*table.games, *table.matches), 1), people, warnings, same))
    byes = tuple(_draft_byes(table, people, warnings, same, max((board.number for board in boards), default=0) + 1))
    pool = tuple(
        people[number]
        for number in participants_to_pair(with_requested_byes(t, table.byes))
        if number not in table.participants
    )
    asks, refusal = ((), _format_unpaired_count(state, len(pool))) if pool else _preview_closing(state)
    laid = set(pairs_of(table))
    return HandView(
        phase.round,
        total_rounds(t),
        boards,
        byes,
        pool,
        tuple(
            OurBoard(people[first], people[second] if second else None, (first, second) in laid)
            for first, second in rule_pairs
        ),
        unknown or trouble,
        "" if pool else verdict,
        asks,
        refusal,
        phase.was is not None,
    )


def _judge_draft(state: State, table: Round) -> tuple[dict[Both, list[RuleWarning]], str, str]:
    """Return the warnings of each board, the verdict on the round, and why there is none."""
    try:
        judgement: PairingComparison = compare_with_rules(state.tournament, table, state.choices.reverse)
    except RookeryError as error:
        return {}, "", error.message
    warnings: dict[Both, list[RuleWarning]] = {}
    for violation, warning in zip(judgement.violations, violation_warnings(state, judgement.violations), strict=True):
        warnings.setdefault(violation.board, []).append(warning)
    return warnings, judgement.verdict, ""


def _pairing_by_rules(state: State, table: Round) -> tuple[tuple[Both, ...], str]:
    """Return the round by the rules, treating draft byes as requested; or why there is none."""
    try:
        return pairs_of(build_fixed_round(with_requested_byes(state.tournament, table.byes), state.choices.reverse)), ""
    except RookeryError as error:
        return (), error.message


def _draft_boards(
    meetings: Iterable[tuple[int, Game | Match]], people: Mapping[int, Participant],
    warnings: Mapping[Both, list[RuleWarning]], rule_pairs: set[Both],
) -> Iterator[HandBoard]:  # fmt: skip
    for number, meeting in meetings:
        pair, games = (meeting.white, meeting.black), meeting.games if isinstance(meeting, Match) else (meeting,)
        ended = any(game.result is not Result.PENDING for game in games)
        yield HandBoard(
            number,
            people[meeting.white],
            people[meeting.black],
            None,
            tuple(warnings.get(pair, ())),
            pair in rule_pairs,
            ended,
        )


def _draft_byes(
    table: Round,
    people: Mapping[int, Participant],
    warnings: Mapping[Both, list[RuleWarning]],
    rule_pairs: set[Both],
    first: int,
) -> Iterator[HandBoard]:
    for number, bye in enumerate(table.byes, first):
        pair = bye.player, 0
        same = bye.kind is not ByeKind.PAIRING_ALLOCATED or pair in rule_pairs
        bye_warnings = tuple(warnings.get(pair, ())) if bye.kind is ByeKind.PAIRING_ALLOCATED else ()
        yield HandBoard(number, people[bye.player], None, bye.kind, bye_warnings, same)


def _format_unpaired_count(state: State, count: int) -> str:
    if state.tournament.team_event:
        return msg_plural(
            count, "%(num)s team has neither a board nor a bye", "%(num)s teams have neither a board nor a bye"
        )
    return msg_plural(
        count, "%(num)s player has neither a board nor a bye", "%(num)s players have neither a board nor a bye"
    )


def _preview_closing(state: State) -> tuple[tuple[RuleWarning, ...], str]:
    """Return the warnings that closing would raise now, or why it is rejected."""
    try:
        decision = decide(state, ClosePhase())
        return merge_warnings(decision.warnings, find_warnings(state, apply_events(state, decision.events))), ""
    except RookeryError as error:
        return (), error.message
