"""Pairing numbers: at the start by rating, title and name; later in the places that a late entry leaves."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rookery.desk.decision import Granted, Refused
from rookery.desk.events.numbers import NumbersGiven
from rookery.desk.events.players import PlayerEntered
from rookery.desk.happening import Happening
from rookery.desk.state import State
from rookery.desk.wish import Wish, decides, wish
from rookery.entries import insert, renumbered
from rookery.model import Tournament, VirtualPoints
from rookery.order import numbered


@wish("numbers.give")
class GiveNumbers(Wish):
    """Number the players by rating, title and name, before round 1."""


@decides(GiveNumbers)
def _give(state: State, wanted: GiveNumbers) -> Granted:
    if state.tournament.rounds:
        raise Refused("round 1 has been paired: numbers are not given anew", article="C.04.2 2.3")
    return Granted(tuple(from_the_start(state)))


def from_the_start(state: State) -> Iterator[Happening]:
    """The numbers by rating, title and name, where they are others than everybody has (C.04.2 2.2)."""
    moved = numbered(state.tournament.players).numbers
    if any(old != new for old, new in moved.items()):
        yield _given(state, moved, "start")


def in_their_places(state: State, event: PlayerEntered) -> Iterator[Happening]:
    """The numbers that everybody has once a late entry has the place that the rating gives (C.04.2 2.4)."""
    t = state.tournament
    made, moved = insert(t, event.facts.player(event.number, event.key))
    place = made.by_key[event.key].id
    if place != event.number:
        yield NumbersGiven(by_key(state, moved) | {event.key: place}, "late", accelerated(t, moved))


def _given(state: State, moved: Mapping[int, int], why: str) -> NumbersGiven:
    return NumbersGiven(by_key(state, moved), why, accelerated(state.tournament, moved))  # type: ignore[arg-type]


def by_key(state: State, moved: Mapping[int, int]) -> dict[str, int]:
    """Who has another number, by key."""
    return {state.keys.player[old]: new for old, new in moved.items() if old != new}


def accelerated(tournament: Tournament, moved: Mapping[int, int]) -> tuple[VirtualPoints, ...]:
    """The virtual points that records give, by the new numbers."""
    return renumbered(tournament, moved).acceleration if tournament.acceleration else ()
