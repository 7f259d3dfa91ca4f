"""Apply events to a state, and check what a command would do before it is written."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from rookery._record import record, replace
from rookery.tournaments import steps  # noqa: F401  # fills STEPS
from rookery.tournaments.command import Command, decide
from rookery.tournaments.event import Event
from rookery.tournaments.events.tournament import RemarkAdded, RemarkDropped
from rookery.tournaments.guard import find_warnings, outdated_remarks
from rookery.tournaments.outcomes import CommandRejectedError, Decision
from rookery.tournaments.state import Stamp, State, last_played_round, with_permanent
from rookery.tournaments.stepping import HANDLERS
from rookery.tournaments.warning_table import REFUSED, RuleWarning, merge_warnings

_NO_STAMP = Stamp()


def apply_event(state: State, event: Event, stamp: Stamp = _NO_STAMP) -> State:
    """Return the state after an event; `returned` is applied by `rookery.tournaments.undo`, which needs the log."""
    result = HANDLERS[type(event)](state, event, stamp)
    permanent = result.sticky
    if result.tournament is not state.tournament and (permanent.left is not None or permanent.colour is not None):
        result = with_permanent(result, permanent)  # permanent, whatever the event says
    if result.tournament.rounds is state.tournament.rounds:
        return result
    last_round = last_played_round(result.tournament)
    if last_round <= result.sticky.played:
        return result
    return replace(result, sticky=replace(result.sticky, played=last_round))


def apply_events(state: State, events: Iterable[Event], stamp: Stamp = _NO_STAMP) -> State:
    """Return the state after the events of one command; `stamp` is that of the first."""
    for version, event in enumerate(events, stamp.version):
        state = apply_event(state, event, replace(stamp, version=version))
    return state


ApplyEvents = Callable[[State, tuple[Event, ...]], State]
"""A function that applies the events of a command to a state."""
RequireAnswers = Callable[[tuple[RuleWarning, ...]], None]
"""A function that raises an error if a warning is not confirmed."""


@record
class Consequence:
    """The result of a decision: the state after it, all its events and all warnings."""

    after: State
    events: tuple[Event, ...]
    cautions: tuple[RuleWarning, ...]


def preview(before: State, decision: Decision, apply: ApplyEvents) -> Consequence:
    """Return the result of a decision, whether or not it is permitted."""
    after = apply(before, decision.events)
    return Consequence(after, decision.events, merge_warnings(decision.cautions, find_warnings(before, after)))


def check_decision(
    before: State, decision: Decision, apply: ApplyEvents, require_answers: RequireAnswers
) -> Consequence:
    """Return the result of a permitted decision, with the events that record its remarks.

    Raises:
        CommandRejectedError: A warning refuses the change.
    """
    consequence = preview(before, decision, apply)
    require_no_refusal(consequence.cautions)
    require_answers(consequence.cautions)
    remarks: list[Event] = [
        RemarkDropped(warning.text, warning.round) for warning in outdated_remarks(before, consequence.after)
    ]
    remarks += [RemarkAdded(warning.remark, warning.round) for warning in consequence.cautions if warning.remark]
    return replace(consequence, after=apply_events(consequence.after, remarks), events=(*consequence.events, *remarks))


def require_no_refusal(warnings: Iterable[RuleWarning]) -> None:
    """Raise CommandRejectedError if a warning has level 5."""
    for warning in warnings:
        if warning.level >= REFUSED:
            raise CommandRejectedError.by(warning)


def decide_in_sequence(state: State, commands: Iterable[Command]) -> Decision:
    """Decide several commands as one, each in the state that the previous one leads to."""
    events, warnings = list[Event](), list[RuleWarning]()
    for command in commands:
        decision = decide(state, command)
        state = apply_events(state, decision.events)
        events += decision.events
        warnings += decision.cautions
    return Decision(tuple(events), tuple(warnings))
