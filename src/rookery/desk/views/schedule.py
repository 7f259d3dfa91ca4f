"""Rounds that are known beforehand: the schedule of a round robin, and the bracket of a knock-out."""

from __future__ import annotations

from rookery.desk.decision import Refused
from rookery.desk.state import State
from rookery.desk.views.who import Seats, Who, participants, seats
from rookery.errors import RookeryError
from rookery.formats.catalogue import conduct_of
from rookery.model import Date, Points, Result
from rookery.pairing.knockout_tree import TreeMeeting, tree_of
from rookery.regulations import scheme
from rookery.values import frozen
from rookery.wording import spoken


@frozen
class ScheduledRound:
    """A round of the table with its pairs, White first, and who is free; `paired` says that it is there already.

    Of a round that is there these are the pairs it has, whatever the table says, each with its `results`: none where
    a pair plays more than one game.
    """

    number: int
    pairs: tuple[Seats, ...]
    free: tuple[Who, ...] = ()
    paired: bool = False
    day: Date | None = None
    results: tuple[Result | None, ...] = ()


@frozen
class ScheduleView:
    """Every round of an event whose pairings are known beforehand; `unknown` says why they are not yet."""

    rounds: tuple[ScheduledRound, ...] = ()
    unknown: str = ""


def schedule_view(state: State) -> ScheduleView:
    """The schedule of a round robin, or of another event with a table."""
    t = state.tournament
    made = conduct_of(t).schedule
    if made is None:
        raise Refused(spoken("%(called)s has no schedule: it is paired round by round",
                             called=scheme(t.system).format.called))  # fmt: skip
    try:
        rounds = (*t.rounds, *made(t, state.choices.reverse)[len(t.rounds) :])
    except RookeryError as error:
        return ScheduleView(unknown=error.said)
    who, days = participants(state), t.event.round_dates
    found = []
    for number, round in enumerate(rounds, 1):
        pairs = tuple(seats(both, who) for both in round.pairs)
        here = {one for both in round.pairs for one in both}
        free = tuple(each for one, each in who.items() if one not in here)
        day = days[number - 1] if number <= len(days) else None
        ended = {(game.white, game.black): game.result for game in round.games}
        results = tuple(ended.get(both) for both in round.pairs) if number <= len(t.rounds) else ()
        found.append(ScheduledRound(number, pairs, free, number <= len(t.rounds), day, results))
    return ScheduleView(tuple(found))


# -- knock-outs --------------------------------------------------------------------------------------------------------


@frozen
class BracketMeeting:
    """Two neighbours along the bracket, as far as they are known; who went `through`, and what both have made.

    `bye` says that there is nobody to meet in the first round.
    """

    upper: Who | None
    lower: Who | None
    through: Who | None = None
    points: tuple[Points, Points] | None = None
    bye: bool = False


@frozen
class BracketStage:
    """A round of the bracket, by its number and its name."""

    round: int
    called: str
    meetings: tuple[BracketMeeting, ...]


@frozen
class BracketView:
    """Every stage from the first round to the final, and who has won."""

    stages: tuple[BracketStage, ...] = ()
    winner: Who | None = None
    unknown: str = ""


def bracket_view(state: State) -> BracketView:
    """The bracket of a knock-out."""
    t, who = state.tournament, participants(state)
    if not scheme(t.system).format.eliminates:
        raise Refused(spoken("%(called)s has no bracket", called=scheme(t.system).format.called))
    try:
        found = tree_of(t)
    except RookeryError as error:
        return BracketView(unknown=error.said)

    def named(one: int | None) -> Who | None:
        return None if one is None else who[one]

    def shown(one: TreeMeeting, first: bool) -> BracketMeeting:
        bye = first and None in (one.upper, one.lower)
        return BracketMeeting(named(one.upper), named(one.lower), named(one.through), one.points, bye)

    stages = tuple(
        BracketStage(number, stage.called, tuple(shown(one, number == 1) for one in stage.meetings))
        for number, stage in enumerate(found, 1)
    )
    return BracketView(stages, named(found[-1].meetings[0].through))
