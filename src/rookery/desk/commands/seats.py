"""Who keeps a board or a colour: one who cannot move, or needs it for another reason."""

from __future__ import annotations

from rookery.desk.commands.asked import must_be_known
from rookery.desk.decision import Granted, Refused
from rookery.desk.events.seats import SeatFixed, SeatFreed
from rookery.desk.fold import fold
from rookery.desk.state import State
from rookery.desk.wish import Wish, decides, wish
from rookery.model import Colour
from rookery.wording import spoken


@wish("seat.fix")
class FixSeat(Wish):
    """Let somebody keep a board, a colour or both from the next round on, or from a later one; the other one stays."""

    key: str
    board: int | None = None
    colour: Colour | None = None
    round: int | None = None


@wish("seat.free")
class FreeSeat(Wish):
    """Let somebody keep neither a board nor a colour any more, from the next round on or from a later one."""

    key: str
    round: int | None = None


@decides(FixSeat)
def _fix(state: State, wanted: FixSeat) -> Granted:
    first = _first(state, wanted)
    if wanted.board is None and wanted.colour is None:
        raise Refused(spoken("a seat is a board, a colour or both"), keys=(wanted.key,),
                      instead=spoken("free it to end both"))  # fmt: skip
    had = state.tournament.seats_in(first).get(state.number(wanted.key))
    board = had.board if had is not None and wanted.board is None else wanted.board
    colour = had.colour if had is not None and wanted.colour is None else wanted.colour
    return _changing(state, SeatFixed(wanted.key, first, board, colour))


@decides(FreeSeat)
def _free(state: State, wanted: FreeSeat) -> Granted:
    return _changing(state, SeatFreed(wanted.key, _first(state, wanted)))


def _first(state: State, wanted: FixSeat | FreeSeat) -> int:
    """The first round that is meant; one that is paired stays as it is."""
    must_be_known(state, wanted.key)
    following = state.tournament.next_round
    if wanted.round is not None and wanted.round < following:
        text = spoken("round %(round)s has been paired, and seats can be kept from round %(following)s on",
                      round=wanted.round, following=following)  # fmt: skip
        raise Refused(text, keys=(wanted.key,))
    return wanted.round or following


def _changing(state: State, event: SeatFixed | SeatFreed) -> Granted:
    """The event, if anything is different after it."""
    return Granted((event,) if fold(state, [event]).tournament.fixed_seats != state.tournament.fixed_seats else ())
