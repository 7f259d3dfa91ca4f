"""The one way from a decision to what may be written: folded, guarded, refused or answered, put on record.

Every door goes this way: the desk with its store, the command line with a file.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from rookery.desk.decision import Granted, Refused
from rookery.desk.events.tournament import RemarkAdded, RemarkDropped
from rookery.desk.fold import fold
from rookery.desk.guard import cautions, outdated
from rookery.desk.happening import Happening
from rookery.desk.levels import REFUSED, Caution, together
from rookery.desk.state import State
from rookery.desk.wish import Wish, decide
from rookery.values import frozen, replace

Folded = Callable[[State, tuple[Happening, ...]], State]
"""What a door makes of a state and the events of a command."""
Answered = Callable[[tuple[Caution, ...]], None]
"""What a door does with warnings: it raises where one waits for its answer."""


@frozen
class Consequence:
    """What a decision comes to: the state after it, all its events, and everything that is to be said of it."""

    after: State
    events: tuple[Happening, ...]
    cautions: tuple[Caution, ...]


def foreseen(before: State, found: Granted, folded: Folded) -> Consequence:
    """What a decision would come to, whether or not that is allowed."""
    after = folded(before, found.events)
    return Consequence(after, found.events, together(found.cautions, cautions(before, after)))


def guarded(before: State, found: Granted, folded: Folded, answered: Answered) -> Consequence:
    """What a decision comes to when nothing is against it and every warning has its answer; its remarks are with it."""
    made = foreseen(before, found, folded)
    must_not_be_refused(made.cautions)
    answered(made.cautions)
    remarks: list[Happening] = [RemarkDropped(one.text, one.round) for one in outdated(before, made.after)]
    remarks += [RemarkAdded(one.remark, one.round) for one in made.cautions if one.remark]
    return replace(made, after=fold(made.after, remarks), events=(*made.events, *remarks))


def must_not_be_refused(said: Iterable[Caution]) -> None:
    """Refuse what a warning of level 5 is about."""
    for one in said:
        if one.level >= REFUSED:
            raise Refused.by(one)


def in_turn(state: State, wishes: Iterable[Wish]) -> Granted:
    """What several wishes come to as one command, each decided where the one before it leads."""
    events, said = list[Happening](), list[Caution]()
    for one in wishes:
        found = decide(state, one)
        state = fold(state, found.events)
        events += found.events
        said += found.cautions
    return Granted(tuple(events), tuple(said))
