"""Commands that fix the board or colour of a participant, for instance one who cannot move."""

from __future__ import annotations

from rookery.messages import msg
from rookery.model import Colour
from rookery.tournaments.command import Command, command, decider
from rookery.tournaments.commands.checks import require_participant
from rookery.tournaments.events.seats import SeatFixed, SeatFreed
from rookery.tournaments.execute import apply_events
from rookery.tournaments.outcomes import CommandRejectedError, Decision
from rookery.tournaments.state import State


@command("seat.fix")
class FixSeat(Command):
    """Fix the board, colour or both of a participant from the next round or a later one on."""

    key: str
    board: int | None = None
    colour: Colour | None = None
    round: int | None = None


@command("seat.free")
class FreeSeat(Command):
    """Remove the fixed board and colour of a participant from the next round or a later one on."""

    key: str
    round: int | None = None


@decider(FixSeat)
def _fix(state: State, command: FixSeat) -> Decision:
    first = _first_round(state, command)
    if command.board is None and command.colour is None:
        raise CommandRejectedError(msg("choose a board, a colour or both"), keys=(command.key,),
                      instead=msg("remove it to end both"))  # fmt: skip
    had = state.tournament.seats_in(first).get(state.number(command.key))
    board = had.board if had is not None and command.board is None else command.board
    colour = had.colour if had is not None and command.colour is None else command.colour
    return _decide_if_changed(state, SeatFixed(command.key, first, board, colour))


@decider(FreeSeat)
def _free(state: State, command: FreeSeat) -> Decision:
    return _decide_if_changed(state, SeatFreed(command.key, _first_round(state, command)))


def _first_round(state: State, command: FixSeat | FreeSeat) -> int:
    """Return the first round concerned, which must not be paired yet."""
    require_participant(state, command.key)
    following = state.tournament.next_round
    if command.round is not None and command.round < following:
        text = msg("round %(round)s is paired; a fixed board can begin with round %(following)s",
                      round=command.round, following=following)  # fmt: skip
        raise CommandRejectedError(text, keys=(command.key,))
    return command.round or following


def _decide_if_changed(state: State, event: SeatFixed | SeatFreed) -> Decision:
    """Return the decision with the event, or an empty one if it changes nothing."""
    return Decision(
        (event,) if apply_events(state, [event]).tournament.fixed_seats != state.tournament.fixed_seats else ()
    )
