"""Presence of participants by round: byes, games, and the changes that are still possible."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rookery._record import record
from rookery.history.completion import total_rounds
from rookery.model import ByeKind
from rookery.tournaments.guard import first_changeable_round
from rookery.tournaments.state import State


@record
class Presence:
    """A round of a participant: the bye, whether there is a game, and whether a bye can still change."""

    bye: ByeKind | None = None
    plays: bool = False
    open: bool = True


_PLAYS = Presence(None, True, False)


def presences(state: State) -> dict[int, tuple[Presence, ...]]:
    """Return the rounds of all participants by number, including future ones."""
    t, first = state.tournament, first_changeable_round(state) if state.fide else 1
    columns: list[Mapping[int, Presence]] = [
        dict(_paired(state, number, state.closed is None and number >= first)) for number in range(1, len(t.rounds) + 1)
    ]
    columns += [dict(_to_come(state, number)) for number in range(t.next_round, (total_rounds(t) or 0) + 1)]
    empty = Presence(open=state.closed is None)
    return {number: tuple([column.get(number, empty) for column in columns]) for number in t.participants_by_number}


def _paired(state: State, number: int, open: bool) -> Iterator[tuple[int, Presence]]:
    """Yield the cells of a paired round; games and the allocated bye cannot be changed here."""
    round = state.tournament.rounds[number - 1]
    if not open:
        yield from dict.fromkeys(state.tournament.participants_by_number, Presence(open=False)).items()
    for pair in round.pairs:
        for player in pair:
            yield player, _PLAYS
    for bye in round.byes:
        yield bye.player, Presence(bye.kind, False, open and bye.kind is not ByeKind.PAIRING_ALLOCATED)


def _to_come(state: State, number: int) -> Iterator[tuple[int, Presence]]:
    """Yield the cells of a future round; expelled participants cannot request byes."""
    t = state.tournament
    for player, kind in t.absent(number).items():
        yield player, Presence(kind, False, state.closed is None)
    for gone in t.expelled:
        if gone.round <= number:
            yield gone.player, Presence(ByeKind.ZERO, False, False)
