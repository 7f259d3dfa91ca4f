"""States and commands beside a round that is being changed by hand, which others see as it was paired before."""

from __future__ import annotations

from rookery._record import replace
from rookery.model import ByeKind
from rookery.tournaments.command import Command, decide
from rookery.tournaments.event import Event
from rookery.tournaments.events.hand import PhaseClosed
from rookery.tournaments.events.rounds import AS_IT_WAS, RoundPaired
from rookery.tournaments.execute import apply_events
from rookery.tournaments.outcomes import Decision
from rookery.tournaments.state import Phase, State

DISCARDED = "given up"

ROUND_COMMANDS = frozenset(
    {
        "hand.open", "hand.swap", "lineup.set", "lineups.set", "match.forfeit", "report.correct", "result.enter",
        "round.book", "round.pair", "round.unpair", "tournament.close",
    }
)  # fmt: skip
"""Commands that need a round without an open manual phase."""

TABLE_COMMANDS = frozenset({"hand.fill", "hand.move", "hand.set"})
"""Commands that open the manual phase of a round themselves."""


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
