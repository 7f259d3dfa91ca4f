"""Execution of commands: a pure function from a state and a command to the new state, its events and its warnings."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable

from rookery._record import record, replace
from rookery.messages import msg
from rookery.tournaments.command import DECIDERS, Command, Proposal, command_hash, decide
from rookery.tournaments.domain.lifecycle import RemarkAdded, RemarkDropped
from rookery.tournaments.domain.manual_pairing import discard_events, is_idle
from rookery.tournaments.domain.restore_points import PointMarked, Returned
from rookery.tournaments.errors import CommandRejectedError, ConfirmationRequiredError
from rookery.tournaments.event import Event, apply_event, apply_events
from rookery.tournaments.guard import find_warnings, outdated_remarks
from rookery.tournaments.roles import EVERYTHING, Authority, check_authority, check_effect
from rookery.tournaments.state import Phase, Stamp, State
from rookery.tournaments.undo import LogAccess, decide_undo, return_to_state
from rookery.tournaments.warning_table import REFUSED, RuleWarning, bind_to_command, merge_warnings, unconfirmed

ApplyEvents = Callable[[State, tuple[Event, ...]], State]
"""A function that applies the events of a command to a state."""

Confirm = Callable[[tuple[RuleWarning, ...]], None]
"""A function that raises an error if a warning is not confirmed."""

ROUND_COMMANDS = frozenset(
    {
        "claim.settle", "hand.open", "hand.swap", "lineup.set", "lineups.set", "match.forfeit", "report.correct",
        "result.claim", "result.enter", "round.book", "round.pair", "round.unpair", "tournament.close",
    }
)  # fmt: skip
"""Commands that need a round without an open manual phase."""

TABLE_COMMANDS = frozenset({"hand.fill", "hand.move", "hand.set"})
"""Commands that open the manual phase of a round themselves."""


@record
class Decision:
    """The outcome of a command: the state after it, the events that lead there, and the warnings about it."""

    state: State
    events: tuple[Event, ...]
    warnings: tuple[RuleWarning, ...] = ()


def execute(
    state: State,
    command: Command,
    actor: str = "",
    acknowledged: Collection[str] = (),
    *,
    version: int = 0,
    at: str = "",
    log: LogAccess | None = None,
    authority: Authority = EVERYTHING,
) -> Decision:
    """Execute a command in a state; nothing is written.

    Args:
        state: The present state.
        command: The command.
        actor: The person who gives the command.
        acknowledged: The tokens of the warnings that the person has confirmed.
        version: The version of the log that led to the state; tokens are bound to it.
        at: The time of the command.
        log: Access to earlier versions, which undo, redo and returns need.
        authority: What the person may do.

    Raises:
        CommandRejectedError: The command is not permitted, by the rules or by the person's role. The library
            may raise other RuleErrors.
        ConfirmationRequiredError: A warning is not acknowledged.
        StaleVersionError: A value to be replaced has changed.
    """
    if (error := check_authority(authority, command, state)) is not None:
        raise error
    proposal = propose(state, command, actor, log)
    if not proposal.events:
        return Decision(state, ())
    if proposal.point and version:
        proposal = replace(proposal, events=(PointMarked(proposal.point), *proposal.events))

    def confirm(warnings: tuple[RuleWarning, ...]) -> None:
        if pending := unconfirmed(_bind_warnings(warnings, command), version, acknowledged):
            raise ConfirmationRequiredError(pending, version)

    apply = _event_applier(Stamp(version + 1, actor, at), log)
    if authority is not EVERYTHING and (error := check_effect(authority, state, apply(state, proposal.events))):
        raise error
    decision = evaluate(state, proposal, apply, confirm)
    return replace(decision, warnings=_bind_warnings(decision.warnings, command))


def preview(
    state: State, command: Command, actor: str = "", *, version: int = 0, at: str = "", log: LogAccess | None = None
) -> Decision:
    """Return the outcome that a command would have with all its warnings, whether or not it is permitted."""
    proposal = propose(state, command, actor, log)
    after = _event_applier(Stamp(version + 1, actor, at), log)(state, proposal.events)
    warnings = merge_warnings(proposal.warnings, find_warnings(state, after))
    return Decision(after, proposal.events, _bind_warnings(warnings, command))


def propose(state: State, command: Command, actor: str = "", log: LogAccess | None = None) -> Proposal:
    """Return what a command would do; an unchanged manual phase ends before a command that needs its round.

    A phase that was opened and abandoned therefore does not block other commands.
    """
    if command.STREAM not in ("", state.kind):
        raise CommandRejectedError(
            msg("this changes a tournament, and this is an event with sections")
            if state.kind == "event"
            else msg("this changes an event with sections, and this is a tournament")
        )
    if type(command) not in DECIDERS:
        if log is None:
            raise ValueError(f"{command.NAME} needs the log")
        return decide_undo(state, log, command, actor)
    phase = state.phase
    if phase is None or not _needs_round(command, phase) or not is_idle(phase):
        return decide(state, command)
    events = discard_events(phase)
    proposal = decide(apply_events(state, events), command)
    return replace(proposal, events=(*events, *proposal.events)) if proposal.events else proposal


def _needs_round(command: Command, phase: Phase) -> bool:
    """Return whether a command needs the round of a phase, or the phase for another round."""
    is_other_round = getattr(command, "round", None) not in (None, phase.round)
    return command.NAME in ROUND_COMMANDS or (command.NAME in TABLE_COMMANDS and is_other_round)


def evaluate(state: State, proposal: Proposal, apply: ApplyEvents, confirm: Confirm) -> Decision:
    """Return the outcome of a permitted proposal, with the events that record its remarks.

    Raises:
        CommandRejectedError: A warning refuses the change.
    """
    after = apply(state, proposal.events)
    warnings = merge_warnings(proposal.warnings, find_warnings(state, after))
    require_no_refusal(warnings)
    confirm(warnings)
    remarks: list[Event] = [RemarkDropped(remark.text, remark.round) for remark in outdated_remarks(state, after)]
    remarks += [RemarkAdded(warning.remark, warning.round) for warning in warnings if warning.remark]
    return Decision(apply_events(after, remarks), (*proposal.events, *remarks), warnings)


def require_no_refusal(warnings: Iterable[RuleWarning]) -> None:
    """Raise CommandRejectedError if a warning has level 5."""
    for warning in warnings:
        if warning.level >= REFUSED:
            raise CommandRejectedError.from_warning(warning)


def decide_in_sequence(state: State, commands: Iterable[Command]) -> Proposal:
    """Decide several commands as one, each in the state that the previous one leads to."""
    events, warnings = list[Event](), list[RuleWarning]()
    for command in commands:
        proposal = decide(state, command)
        state = apply_events(state, proposal.events)
        events += proposal.events
        warnings += proposal.warnings
    return Proposal(tuple(events), tuple(warnings))


def _event_applier(stamp: Stamp, log: LogAccess | None) -> ApplyEvents:
    """Return the function that applies events, the first of which has this stamp; a return looks up its state."""

    def apply(state: State, events: tuple[Event, ...]) -> State:
        for version, event in enumerate(events, stamp.version):
            if isinstance(event, Returned):
                assert log is not None, "only a command that has the log returns"
                state = return_to_state(state, log.state_at(event.to))
            else:
                state = apply_event(state, event, replace(stamp, version=version))
        return state

    return apply


def _bind_warnings(warnings: tuple[RuleWarning, ...], command: Command) -> tuple[RuleWarning, ...]:
    """Return the warnings of a command, bound to it."""
    return bind_to_command(warnings, command_hash(command)) if warnings else ()
