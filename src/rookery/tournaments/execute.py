"""Check what a command would do before it is written."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from rookery._record import record, replace
from rookery.tournaments.command import Command, Decision, decide
from rookery.tournaments.domain.lifecycle import RemarkAdded, RemarkDropped
from rookery.tournaments.domain.manual_pairing import discard_events, is_idle
from rookery.tournaments.errors import CommandRejectedError
from rookery.tournaments.event import Event, apply_events
from rookery.tournaments.guard import find_warnings, outdated_remarks
from rookery.tournaments.state import Phase, State
from rookery.tournaments.warning_table import REFUSED, RuleWarning, merge_warnings

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


ROUND_COMMANDS = frozenset(
    {
        "hand.open", "hand.swap", "lineup.set", "lineups.set", "match.forfeit", "report.correct", "result.enter",
        "round.book", "round.pair", "round.unpair", "tournament.close",
    }
)  # fmt: skip
"""Commands that need a round without an open manual phase."""


TABLE_COMMANDS = frozenset({"hand.fill", "hand.move", "hand.set"})
"""Commands that open the manual phase of a round themselves."""


def decide_beside_phase(state: State, command: Command) -> Decision:
    """Decide a command; an unchanged manual phase ends before a command that needs its round.

    A phase that was opened and abandoned therefore does not block other commands.
    """
    phase = state.phase
    if phase is None or not _needs_round(command, phase) or not is_idle(phase):
        return decide(state, command)
    events = discard_events(phase)
    decision = decide(apply_events(state, events), command)
    return replace(decision, events=(*events, *decision.events)) if decision.events else decision


def _needs_round(command: Command, phase: Phase) -> bool:
    """Return whether a command needs the round of a phase, or the phase for another round."""
    is_other_round = getattr(command, "round", None) not in (None, phase.round)
    return command.NAME in ROUND_COMMANDS or (command.NAME in TABLE_COMMANDS and is_other_round)
