"""Who plays in which round: byes had and asked for, games, and what can still change."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rookery.desk.guard import window
from rookery.desk.state import State
from rookery.finality import length
from rookery.model import ByeKind
from rookery.values import frozen


@frozen
class Presence:
    """A round of somebody: the bye had or asked for, whether there is a game, whether a bye can still be changed."""

    bye: ByeKind | None = None
    plays: bool = False
    open: bool = True


_PLAYS = Presence(None, True, False)


def presences(state: State) -> dict[int, tuple[Presence, ...]]:
    """Everybody's rounds by number, those to come as well."""
    t, first = state.tournament, window(state) if state.fide else 1
    columns: list[Mapping[int, Presence]] = [
        dict(_paired(state, number, state.closed is None and number >= first)) for number in range(1, len(t.rounds) + 1)
    ]
    columns += [dict(_to_come(state, number)) for number in range(t.next_round, (length(t) or 0) + 1)]
    empty = Presence(open=state.closed is None)
    return {one: tuple([column.get(one, empty) for column in columns]) for one in t.by_id}


def _paired(state: State, number: int, open: bool) -> Iterator[tuple[int, Presence]]:
    """A round that is paired: who has a game must be taken out of it by hand, and the allocated bye stays."""
    round = state.tournament.rounds[number - 1]
    if not open:
        yield from dict.fromkeys(state.tournament.by_id, Presence(open=False)).items()
    for both in round.pairs:
        for one in both:
            yield one, _PLAYS
    for bye in round.byes:
        yield bye.player, Presence(bye.kind, False, open and bye.kind is not ByeKind.PAIRING_ALLOCATED)


def _to_come(state: State, number: int) -> Iterator[tuple[int, Presence]]:
    """A round to come: who is expelled has no bye to ask for."""
    t = state.tournament
    for one, kind in t.absent(number).items():
        yield one, Presence(kind, False, state.closed is None)
    for gone in t.expelled:
        if gone.round <= number:
            yield gone.player, Presence(ByeKind.ZERO, False, False)
