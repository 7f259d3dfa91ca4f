"""Commands of remarks, restore points, start positions, closing and archiving."""

from __future__ import annotations

from rookery.chess960 import draw_chess960_position
from rookery.history.completion import completion
from rookery.messages import join_texts, msg
from rookery.model import Remark
from rookery.tournaments.command import Command, command, decider
from rookery.tournaments.events.rounds import PositionDrawn
from rookery.tournaments.events.time import PointMarked
from rookery.tournaments.events.tournament import RemarkAdded, TournamentClosed, TournamentMoved, TournamentReopened
from rookery.tournaments.execute import apply_events
from rookery.tournaments.manual_pairing_check import compare_partial_rounds, manual_pairing_warnings, phase_closed_event
from rookery.tournaments.outcomes import CommandRejectedError, Decision
from rookery.tournaments.state import State
from rookery.tournaments.warning_table import rule_warning


@command("remark.add")
class AddRemark(Command):
    """Add a remark, which the file has in a line of its own."""

    text: str
    round: int | None = None


@decider(AddRemark)
def _remark(state: State, command: AddRemark) -> Decision:
    remark = Remark(command.text, command.round)
    return Decision((RemarkAdded(remark.text, remark.round),))


@command("point.mark")
class MarkPoint(Command):
    """Create a named restore point."""

    name: str


@decider(MarkPoint)
def _mark(state: State, command: MarkPoint) -> Decision:
    if not command.name.strip():
        raise CommandRejectedError(msg("a restore point needs a name"))
    if any(mark.name == command.name.strip() for mark in state.sticky.marks):
        raise CommandRejectedError(msg("there is already a restore point %(name)s", name=f"{command.name.strip()!r}"),
                      instead=msg("choose another name"))  # fmt: skip
    return Decision((PointMarked(command.name.strip()),))


@command("position.draw")
class DrawPosition(Command):
    """Draw the Chess960 start position of a round, once, from the seed of the event."""

    round: int


@decider(DrawPosition)
def _position(state: State, command: DrawPosition) -> Decision:
    if not state.choices.chess960:
        raise CommandRejectedError(msg("this is not a Chess960 tournament"))
    if command.round in state.positions:
        raise CommandRejectedError(
            msg("the position of round %(round)s has already been drawn; it is drawn only once", round=command.round)
        )
    if not state.sticky.lots:
        raise CommandRejectedError(msg("this tournament cannot draw lots: it was created without a seed"))
    return Decision((PositionDrawn(command.round, draw_chess960_position(state.sticky.lots, command.round)),))


@command("tournament.close")
class CloseTournament(Command):
    """Close the finished tournament; no further changes are accepted."""


@decider(CloseTournament)
def _close(state: State, command: CloseTournament) -> Decision:
    parts = list(compare_partial_rounds(state))
    events = tuple(phase_closed_event(state, *part) for part in parts)
    require_finished(apply_events(state, events))
    if state.closed is not None:
        return Decision(())
    warnings = tuple(warning for part in parts for warning in manual_pairing_warnings(state, *part))
    return Decision((*events, TournamentClosed(len(state.tournament.rounds))), warnings)


def require_finished(state: State) -> None:
    """Reject final actions while anything is open."""
    status = completion(state.tournament)
    if not status or state.phase is not None or state.in_parts:
        reasons = [reason.text for reason in status.reasons]
        reasons += [msg("round %(round)s is being paired by hand", round=state.phase.round)] if state.phase else []
        reasons += [
            msg("round %(one)s was paired by hand in parts and not checked against the rules", one=number)
            for number in state.in_parts
        ]
        raise CommandRejectedError.by(
            rule_warning(
                "not-final", state.fide, msg("the tournament is not finished: %(list)s", list=join_texts("; ", reasons))
            )
        )


@command("tournament.reopen")
class ReopenTournament(Command):
    """Reopen a closed tournament."""


@decider(ReopenTournament)
def _reopen(state: State, command: ReopenTournament) -> Decision:
    if state.closed is None:
        raise CommandRejectedError(msg("the tournament is open"))
    return Decision((TournamentReopened(state.closed),))


# -- archive -----------------------------------------------------------------------------------------------------------


@command("tournament.archive")
class ArchiveTournament(Command):
    """Archive the tournament; lists do not show it until it is restored."""


@decider(ArchiveTournament)
def _archive(state: State, command: ArchiveTournament) -> Decision:
    return Decision((TournamentMoved("archive"),) if state.sticky.place == "desk" else ())


@command("tournament.restore")
class RestoreTournament(Command):
    """Restore an archived or deleted tournament."""


@decider(RestoreTournament)
def _restore(state: State, command: RestoreTournament) -> Decision:
    return Decision((TournamentMoved("desk"),) if state.sticky.place != "desk" else ())


@command("tournament.delete")
class DeleteTournament(Command):
    """Delete an archived tournament; `name` must repeat its name. The log is kept."""

    name: str = ""


@decider(DeleteTournament)
def _delete(state: State, command: DeleteTournament) -> Decision:
    if state.sticky.place != "archive":
        raise CommandRejectedError(msg("only a tournament in the archive can be deleted"),
                      instead=msg("put it into the archive first"))  # fmt: skip
    if command.name.strip() != state.tournament.info.name.strip():
        raise CommandRejectedError(msg("the name that was typed is not that of the tournament: nothing was deleted"),
                      instead=msg("type %(name)s", name=state.tournament.info.name))  # fmt: skip
    return Decision((TournamentMoved("deleted"),))
