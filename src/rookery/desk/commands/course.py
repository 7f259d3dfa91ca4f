"""The course of a tournament: remarks, points to go back to, start positions, and its end."""

from __future__ import annotations

from rookery.desk.decision import Granted, Refused
from rookery.desk.events.rounds import PositionDrawn
from rookery.desk.events.time import PointMarked
from rookery.desk.events.tournament import RemarkAdded, TournamentClosed, TournamentReopened
from rookery.desk.fold import fold
from rookery.desk.judging import by_hand, ended, in_parts
from rookery.desk.levels import caution
from rookery.desk.state import State
from rookery.desk.wish import Wish, decides, wish
from rookery.finality import is_final
from rookery.model import Remark
from rookery.start_positions import drawn_position
from rookery.wording import joined, spoken


@wish("remark.add")
class AddRemark(Wish):
    """Put something on record: the file says it in a line of its own."""

    text: str
    round: int | None = None


@decides(AddRemark)
def _remark(state: State, wanted: AddRemark) -> Granted:
    made = Remark(wanted.text, wanted.round)
    return Granted((RemarkAdded(made.text, made.round),))


@wish("point.mark")
class MarkPoint(Wish):
    """Give this moment a name, to go back to it."""

    name: str


@decides(MarkPoint)
def _mark(state: State, wanted: MarkPoint) -> Granted:
    if not wanted.name.strip():
        raise Refused(spoken("a point to go back to needs a name"))
    if any(one.name == wanted.name.strip() for one in state.sticky.marks):
        raise Refused(spoken("there is a point %(name)s already", name=f"{wanted.name.strip()!r}"),
                      instead=spoken("choose another name"))  # fmt: skip
    return Granted((PointMarked(wanted.name.strip()),))


@wish("position.draw")
class DrawPosition(Wish):
    """Draw the start position of a round of Chess960; it follows from the seed of the event, and is drawn once."""

    round: int


@decides(DrawPosition)
def _position(state: State, wanted: DrawPosition) -> Granted:
    if not state.choices.chess960:
        raise Refused(spoken("the rules do not say that this is Chess960"))
    if wanted.round in state.positions:
        raise Refused(spoken("the position of round %(round)s has been drawn, and is drawn once", round=wanted.round))
    if not state.sticky.lots:
        raise Refused(spoken("this tournament was opened without a seed for its lots"))
    return Granted((PositionDrawn(wanted.round, drawn_position(state.sticky.lots, wanted.round)),))


@wish("tournament.close")
class CloseTournament(Wish):
    """Close the tournament when it is over: nothing changes any more."""


@decides(CloseTournament)
def _close(state: State, wanted: CloseTournament) -> Granted:
    parts = list(in_parts(state))
    events = tuple(ended(state, *one) for one in parts)
    must_be_final(fold(state, events))
    if state.closed is not None:
        return Granted(())
    said = tuple(each for one in parts for each in by_hand(state, *one))
    return Granted((*events, TournamentClosed(len(state.tournament.rounds))), said)


def must_be_final(state: State) -> None:
    """Refuse what is final while anything is open."""
    found = is_final(state.tournament)
    if not found or state.phase is not None or state.in_parts:
        reasons = [one.text for one in found.reasons]
        reasons += [spoken("round %(round)s is being made by hand", round=state.phase.round)] if state.phase else []
        reasons += [
            spoken("round %(one)s was made by hand in parts, and not held against ours", one=one)
            for one in state.in_parts
        ]
        raise Refused.by(caution("not-final", state.fide, spoken("the tournament is not over: %(list)s",
                                                                 list=joined("; ", reasons))))  # fmt: skip


@wish("tournament.reopen")
class ReopenTournament(Wish):
    """Open a closed tournament again."""


@decides(ReopenTournament)
def _reopen(state: State, wanted: ReopenTournament) -> Granted:
    if state.closed is None:
        raise Refused(spoken("the tournament is open"))
    return Granted((TournamentReopened(state.closed),))
