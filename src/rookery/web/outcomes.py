"""What results of a round do not change: the round as the rules give it, its boards; made once and kept for all."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import TypeVar

from rookery.desk.views.cells import RoundCell, cells
from rookery.desk.views.reasons import asked_again
from rookery.desk.views.round import RoundView, round_before, round_view
from rookery.pairing.outcome import Outcome
from rookery.web.visit import Visit

T = TypeVar("T")


class _Rests:
    """What something rests on; large, so that its hash is made once."""

    def __init__(self, *parts: Hashable) -> None:
        self.parts, self._hash = parts, hash(parts)

    def __hash__(self) -> int:
        return self._hash

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Rests) and self._hash == other._hash and self.parts == other.parts


def standing(visit: Visit, what: str, round: int, make: Callable[[], T]) -> T:
    """Something that stays as long as the rounds before a round do, and who meets whom in it."""
    t = visit.state.tournament
    if not 1 <= round <= len(t.rounds):
        return make()
    there = t.rounds[round - 1]
    rests = _Rests(t.until(round), there.pairs, there.byes, there.published)
    return visit.site.kept.get((what, visit.id, round, rests), make)


def outcome(visit: Visit, round: int) -> Outcome:
    """The round as the rules give it, to be asked why."""
    return standing(visit, "outcome", round, lambda: asked_again(visit.state, round))


def seen(visit: Visit, round: int) -> RoundView:
    """The round as it is."""
    t = visit.state.tournament
    if not 1 <= round <= len(t.rounds):
        return round_view(visit.state, round)
    return round_view(visit.state, round, standing(visit, "before", round, lambda: round_before(t, round)))


def so_far(visit: Visit, round: int) -> dict[int, tuple[RoundCell, ...]]:
    """What everybody did in the rounds before."""
    return standing(visit, "cells", round, lambda: cells(visit.state, round - 1))
