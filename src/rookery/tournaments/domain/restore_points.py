"""Restore points, undo, redo, and returns to an earlier version, which `rookery.tournaments.undo` decides."""

from __future__ import annotations

from typing import ClassVar, Literal

from rookery._record import replace
from rookery.messages import format_msg, msg, msg_plural
from rookery.tournaments.command import Command, Proposal, command, decider
from rookery.tournaments.errors import CommandRejectedError
from rookery.tournaments.event import Event, NameOf, applies, describes, kind
from rookery.tournaments.state import Mark, Stamp, State

# -- events ------------------------------------------------------------------------------------------------------------


@kind("point.marked", note="only the log contains the history")
class PointMarked(Event):
    """A restore point is named."""

    name: str


@applies(PointMarked)
def _apply_point_marked(state: State, event: PointMarked, stamp: Stamp) -> State:
    return replace(
        state, permanent=replace(state.permanent, marks=(*state.permanent.marks, Mark(event.name, stamp.version)))
    )


@describes(PointMarked)
def _describe_point_marked(event: PointMarked, name: NameOf) -> str:
    return msg("Restore point: %(point)s.", point=restore_point_label(event.name))


def restore_point_label(name: str) -> str:
    """Return the display name of a restore point: the application's own are translated, those of users stay.

    >>> restore_point_label("before round 5").templates, restore_point_label("Lunch")
    (('before round %(round)s',), 'Lunch')
    """
    for template in _RESTORE_POINTS:
        prefix, _, suffix = template.partition("%(round)s")
        number = name.removeprefix(prefix).removesuffix(suffix)
        if name == template or (number.isdecimal() and name == f"{prefix}{number}{suffix}"):
            return format_msg(template, round=number)
    return name


_RESTORE_POINTS = (
    msg("before round %(round)s"), msg("before round %(round)s by hand"), msg("round %(round)s as it was"),
    msg("before the check-in of round %(round)s"), msg("before a table of entries"),
)  # fmt: skip
"""The names of restore points that the application sets itself."""


@kind("returned", note="only the log contains the history; the file has the result")
class Returned(Event):
    """The state of an earlier version is restored, except permanent facts; `lost` are the versions undone."""

    to: int
    why: Literal["undo", "redo", "point", "version"] = "undo"
    lost: tuple[int, ...] = ()


@describes(Returned)
def _describe_returned(event: Returned, name: NameOf) -> str:
    label = _RETURN_LABELS[event.why]
    if not event.lost:
        return msg("%(how)s: as at version %(version)s.", how=label, version=event.to)
    return msg_plural(
        len(event.lost),
        "%(how)s: as at version %(version)s, one entry taken back.",
        "%(how)s: as at version %(version)s, %(num)s entries taken back.",
        how=label,
        version=event.to,
    )


_RETURN_LABELS = {
    "undo": msg("Taken back"), "redo": msg("Done again"), "point": msg("Back to a restore point"),
    "version": msg("Back"),
}  # fmt: skip


# -- commands ----------------------------------------------------------------------------------------------------------


@command("point.mark")
class MarkPoint(Command):
    """Create a named restore point."""

    STREAM: ClassVar[str] = ""
    name: str


@decider(MarkPoint)
def _decide_mark_point(state: State, command: MarkPoint) -> Proposal:
    if not command.name.strip():
        raise CommandRejectedError(msg("a restore point needs a name"))
    if any(mark.name == command.name.strip() for mark in state.permanent.marks):
        raise CommandRejectedError(msg("there is already a restore point %(name)s", name=f"{command.name.strip()!r}"),
                      instead=msg("choose another name"))  # fmt: skip
    return Proposal((PointMarked(command.name.strip()),))


@command("time.undo")
class Undo(Command):
    """Take back the user's own last command that is still in effect."""

    STREAM: ClassVar[str] = ""


@command("time.redo")
class Redo(Command):
    """Do again what the last undo took back, if nothing else has been done since."""

    STREAM: ClassVar[str] = ""


@command("time.return")
class Return(Command):
    """Go back to a version, or to a point by its name; its last one of that name."""

    STREAM: ClassVar[str] = ""
    to: int | None = None
    point: str = ""
