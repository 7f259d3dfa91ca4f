"""Assignment of the numbers of a table: by lot, by hand, or by the Varma tables (C.05 Annex 2)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from random import Random

from rookery._record import replace
from rookery.errors import RuleError, UnsupportedError
from rookery.history.late_entries import renumber
from rookery.history.pairing_numbers import ids_in_order
from rookery.messages import msg
from rookery.model import ForbiddenPair, Player, RequestedBye, Tournament
from rookery.pairing.schedules.tables import berger

VARMA: dict[int, tuple[tuple[int, ...], ...]] = {
    10: ((3, 4, 8), (5, 7, 9), (1, 6), (2, 10)),
    12: ((4, 5, 9, 10), (1, 2, 7), (6, 8, 11), (3, 12)),
    14: ((4, 5, 6, 11, 12), (1, 2, 8, 9), (7, 10, 13), (3, 14)),
    16: ((5, 6, 7, 12, 13, 14), (1, 2, 3, 9, 10), (8, 11, 15), (4, 16)),
    18: ((5, 6, 7, 8, 14, 15, 16), (1, 2, 3, 10, 11, 12), (9, 13, 17), (4, 18)),
    20: ((6, 7, 8, 9, 15, 16, 17, 18), (1, 2, 3, 11, 12, 13, 14), (5, 10, 19), (4, 20)),
    22: ((6, 7, 8, 9, 10, 17, 18, 19, 20), (1, 2, 3, 4, 12, 13, 14, 15), (11, 16, 21), (5, 22)),
    24: ((6, 7, 8, 9, 10, 11, 19, 20, 21, 22), (1, 2, 3, 4, 13, 14, 15, 16, 17), (12, 18, 23), (5, 24)),
}
"""The envelopes A to D by the size of the table: two numbers of one envelope never meet in the last three rounds.

As published, row 12 has C = 6 8 12 and D = 3 11: a misprint, for 6 meets 12 in the last round.
"""


def draw_numbers(tournament: Tournament, seed: int) -> dict[int, int]:
    """Draw a number for every participant, all orders equally likely; the same seed draws the same.

    >>> sorted(draw_numbers(Tournament(players=tuple(map(Player, range(1, 6)))), seed=1).values())
    [1, 2, 3, 4, 5]
    """
    everybody = list(ids_in_order(tournament))
    numbers = list(range(1, len(everybody) + 1))
    Random(seed).shuffle(numbers)
    return dict(zip(everybody, numbers, strict=True))


def federation(player: Player) -> str:
    """Return the federation of a player; players of the same federation should not meet in the last rounds."""
    return player.federation.upper()


def draw_varma_numbers(
    players: Iterable[Player], seed: int, contingent: Callable[[Player], str] = federation
) -> dict[int, int]:
    """Draw numbers so that no two of a contingent meet in the last three rounds, where envelopes allow it.

    The largest contingent draws first, equal ones in the order of their codes, inside it by name. It chooses an
    envelope that holds enough numbers, and all its members draw from it; the remaining numbers serve the others. A
    contingent too large for any envelope takes the fullest one, then the next fullest.
    """
    entrants = sorted(players, key=lambda player: (player.name.casefold(), player.number))
    size = len(entrants) + len(entrants) % 2
    if size not in VARMA:
        raise UnsupportedError(msg("the Varma tables are for 9 to 24 players, not %(number)s (C.05 Annex 2)",
                                 number=len(entrants)))  # fmt: skip
    lot = Random(seed)
    envelopes = [[number for number in group if number <= len(entrants)] for group in VARMA[size]]
    numbers: dict[int, int] = {}
    for members in _contingents(entrants, contingent):
        wide = [envelope for envelope in envelopes if len(envelope) >= len(members)]
        envelope = lot.choice(wide) if wide else []
        for player in members:
            envelope = envelope or max(envelopes, key=len)
            numbers[player.number] = envelope.pop(lot.randrange(len(envelope)))
    return numbers


def _contingents(players: Iterable[Player], contingent: Callable[[Player], str]) -> list[list[Player]]:
    """Return the contingents in the order in which they draw; players without one draw alone, at the end."""
    groups: dict[str, list[Player]] = {}
    alone = []
    for player in players:
        if code := contingent(player):
            groups.setdefault(code, []).append(player)
        else:
            alone.append([player])
    return [groups[code] for code in sorted(groups, key=lambda code: (-len(groups[code]), code))] + alone


def late_meetings(
    tournament: Tournament, contingent: Callable[[Player], str] = federation
) -> tuple[tuple[int, int, int], ...]:
    """Return round and players of the meetings within a contingent in the last three rounds of a round robin."""
    seats = dict(enumerate(tournament.players, 1))
    table = berger(len(seats))
    return tuple(
        (number, seats[white].number, seats[black].number)
        for number, boards in list(enumerate(table, 1))[-3:]
        for white, black in boards
        if contingent(seats[white]) and contingent(seats[white]) == contingent(seats[black])
    )


def assign_numbers(tournament: Tournament, numbers: Mapping[int, int]) -> Tournament:
    """Return the tournament with these numbers (old to new), before round one is paired."""
    if tournament.rounds:
        raise RuleError(msg("numbers are drawn before round one is paired"))
    everybody = set(tournament.participants_by_number)
    allowed = set(range(1, len(everybody) + 1))
    if set(numbers) != everybody or set(numbers.values()) != allowed:
        invalid = (everybody ^ set(numbers)) | (allowed ^ set(numbers.values()))
        raise RuleError(msg("everybody needs one number of 1 to %(number)s, each given once", number=len(allowed)),
                        participants=sorted(invalid))  # fmt: skip
    if not tournament.team_event:
        return replace(renumber(tournament, numbers), by_rank=False)
    return replace(
        tournament,
        by_rank=False,
        teams=tuple(
            sorted((replace(t, number=numbers[t.number]) for t in tournament.teams), key=lambda team: team.number)
        ),
        requested_byes=tuple(
            RequestedBye(bye.round, numbers[bye.player], bye.kind) for bye in tournament.requested_byes
        ),
        forbidden_pairs=tuple(
            ForbiddenPair(tuple(numbers[seat] for seat in group.players), group.first_round, group.last_round)
            for group in tournament.forbidden_pairs
        ),
        expelled=tuple(replace(seat, player=numbers[seat.player]) for seat in tournament.expelled),
        withdrawn=tuple(replace(seat, player=numbers[seat.player]) for seat in tournament.withdrawn),
        fixed_seats=tuple(replace(seat, player=numbers[seat.player]) for seat in tournament.fixed_seats),
    )
