"""Somebody as every view names them, and who has gone."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Literal

from rookery.declared import points_so_far
from rookery.desk.decision import Refused
from rookery.desk.state import State
from rookery.model import Player, Points, Team, Tournament
from rookery.regulations import scheme
from rookery.values import frozen
from rookery.wording import spoken

Gone = Literal["", "withdrawn", "expelled"]
GONE = (spoken("withdrawn"), spoken("expelled"))
"""The words of those who are gone."""


@frozen
class Who:
    """A player, or a team, which has neither title nor rating; `points` are those that the view counts, in tenths.

    `gone` says that somebody plays no more: of those who withdraw and are expelled, what is the more serious.
    """

    key: str
    number: int
    name: str
    title: str = ""
    rating: int | None = None
    federation: str = ""
    points: Points | None = None
    gone: Gone = ""


@frozen
class Seats:
    """White and Black; without Black the allocated bye."""

    white: Who
    black: Who | None = None


def seats(both: tuple[int, int], who: Mapping[int, Who]) -> Seats:
    """Two who meet by their numbers; the allocated bye is `(player, 0)`."""
    white, black = both
    return Seats(who[white], who[black] if black else None)


NOBODY: Mapping[int, Points] = {}


def participants(state: State, points: Mapping[int, Points] = NOBODY, round: int | None = None) -> dict[int, Who]:
    """Everybody who is paired, by number, as they are in a round: with these points, and gone or not."""
    t = state.tournament
    away = gone(state, t.next_round if round is None else round)
    who: tuple[Player | Team, ...] = t.participants
    return {one.id: named(one, points.get(one.id), away.get(one.id, "")) for one in who}


def before_round(state: State, t: Tournament, number: int) -> dict[int, Who]:
    """Everybody who is paired, with the points before a round by which they are."""
    second = t.team_event and scheme(t.system).primary == "GP"
    return participants(state, {one: both[second] for one, both in points_so_far(t.until(number)).items()}, number)


def players(state: State, points: Mapping[int, Points] = NOBODY, round: int | None = None) -> dict[int, Who]:
    """Every player by number; in a team event they are not those who are paired."""
    if not state.tournament.team_event:
        return participants(state, points, round)
    return {one.id: named(one, points.get(one.id)) for one in state.tournament.players}


def named(one: Player | Team, points: Points | None = None, away: Gone = "") -> Who:
    """One of them."""
    if isinstance(one, Team):
        return Who(one.key, one.id, one.name, points=points, gone=away)
    return Who(one.key, one.id, one.name, one.title, one.rating, one.federation, points, away)


def gone(state: State, round: int) -> dict[int, Gone]:
    """Who plays no more in a round, by number, and why."""
    found: dict[int, Gone] = {one: "withdrawn" for one, first in withdrawn(state).items() if first <= round}
    return found | dict(_expelled(state, round))


def withdrawn(state: State) -> dict[int, int]:
    """The first round that everybody who withdrew does not play, by number; as the log says, else as the file does."""
    who = state.keys.participants
    found = {one.player: one.round for one in state.tournament.withdrawn}
    return found | {who[key]: first for key, first in state.withdrawn.items() if key in who}


def _expelled(state: State, round: int) -> Iterator[tuple[int, Gone]]:
    for one in state.tournament.expelled:
        if one.round <= round:
            yield one.player, "expelled"


def must_be_here(state: State, key: str) -> None:
    """Refuse a key that nobody has, no player and no team."""
    if key not in state.keys.players and key not in state.keys.teams:
        raise Refused(spoken("nobody here has the key %(key)s", key=f"{key!r}"))
