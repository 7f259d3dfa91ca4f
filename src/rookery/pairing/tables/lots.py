"""Who gets which number of a table: by lot, by hand, or by the restricted draw of the Varma tables (C.05 Annex 2)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from random import Random

from rookery.entries import renumbered
from rookery.errors import RuleError, Unsupported
from rookery.model import Forbidden, Player, RequestedBye, Tournament
from rookery.order import sequence
from rookery.pairing.tables.berger import berger
from rookery.values import replace
from rookery.wording import spoken

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


def by_lot(tournament: Tournament, seed: int) -> dict[int, int]:
    """A number for everybody, all orders equally likely; the same seed draws the same.

    >>> sorted(by_lot(Tournament(players=tuple(map(Player, range(1, 6)))), seed=1).values())
    [1, 2, 3, 4, 5]
    """
    everybody = list(sequence(tournament))
    numbers = list(range(1, len(everybody) + 1))
    Random(seed).shuffle(numbers)
    return dict(zip(everybody, numbers, strict=True))


def federation(player: Player) -> str:
    """Whom a player should not meet at the end: those of the same federation."""
    return player.federation.upper()


def by_varma(players: Iterable[Player], seed: int, contingent: Callable[[Player], str] = federation) -> dict[int, int]:
    """A number for everybody so that no two of a contingent meet in the last three rounds, where envelopes allow it.

    The largest contingent draws first, equal ones in the order of their codes, inside it by name. It chooses an
    envelope that holds enough numbers, and all of it draws from there; what is left serves the others. A contingent
    that no envelope can hold takes the fullest one, and goes on to the next fullest.
    """
    entered = sorted(players, key=lambda player: (player.name.casefold(), player.id))
    size = len(entered) + len(entered) % 2
    if size not in VARMA:
        raise Unsupported(spoken("the Varma tables are for 9 to 24 players, not %(number)s (C.05 Annex 2)",
                                 number=len(entered)))  # fmt: skip
    lot = Random(seed)
    envelopes = [[number for number in group if number <= len(entered)] for group in VARMA[size]]
    numbers: dict[int, int] = {}
    for members in _contingents(entered, contingent):
        wide = [envelope for envelope in envelopes if len(envelope) >= len(members)]
        envelope = lot.choice(wide) if wide else []
        for player in members:
            envelope = envelope or max(envelopes, key=len)
            numbers[player.id] = envelope.pop(lot.randrange(len(envelope)))
    return numbers


def _contingents(players: Iterable[Player], contingent: Callable[[Player], str]) -> list[list[Player]]:
    """The contingents in the order in which they draw; who has none draws alone, at the end."""
    found: dict[str, list[Player]] = {}
    alone = []
    for player in players:
        if code := contingent(player):
            found.setdefault(code, []).append(player)
        else:
            alone.append([player])
    return [found[code] for code in sorted(found, key=lambda code: (-len(found[code]), code))] + alone


def late_meetings(
    tournament: Tournament, contingent: Callable[[Player], str] = federation
) -> tuple[tuple[int, int, int], ...]:
    """Round and players of the meetings within a contingent in the last three rounds of a single round robin."""
    seats = dict(enumerate(tournament.players, 1))
    table = berger(len(seats))
    return tuple(
        (number, seats[white].id, seats[black].id)
        for number, boards in list(enumerate(table, 1))[-3:]
        for white, black in boards
        if contingent(seats[white]) and contingent(seats[white]) == contingent(seats[black])
    )


def numbered(tournament: Tournament, numbers: Mapping[int, int]) -> Tournament:
    """The tournament with these numbers (old to new), drawn or given by hand; only before round one is paired."""
    if tournament.rounds:
        raise RuleError(spoken("numbers are drawn before round one is paired"))
    everybody = set(tournament.by_id)
    wanted = set(range(1, len(everybody) + 1))
    if set(numbers) != everybody or set(numbers.values()) != wanted:
        wrong = (everybody ^ set(numbers)) | (wanted ^ set(numbers.values()))
        raise RuleError(spoken("everybody needs one number of 1 to %(number)s, each given once", number=len(wanted)),
                        who=sorted(wrong))  # fmt: skip
    if not tournament.team_event:
        return replace(renumbered(tournament, numbers), by_rank=False)
    return replace(
        tournament,
        by_rank=False,
        teams=tuple(sorted((replace(t, id=numbers[t.id]) for t in tournament.teams), key=lambda team: team.id)),
        requested=tuple(RequestedBye(bye.round, numbers[bye.player], bye.kind) for bye in tournament.requested),
        forbidden=tuple(
            Forbidden(tuple(numbers[one] for one in group.players), group.first_round, group.last_round)
            for group in tournament.forbidden
        ),
        expelled=tuple(replace(one, player=numbers[one.player]) for one in tournament.expelled),
        withdrawn=tuple(replace(one, player=numbers[one.player]) for one in tournament.withdrawn),
        fixed_seats=tuple(replace(one, player=numbers[one.player]) for one in tournament.fixed_seats),
    )
