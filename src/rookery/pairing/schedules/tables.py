"""Tables of round robins (Berger, C.05 Annex 1) and of Scheveningen matches, for one cycle or two.

Their numbers are assigned by lot, by hand, or by the Varma tables (C.05 Annex 2).
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from typing import TypeVar

from rookery._record import replace
from rookery.errors import RuleError, UnsupportedError
from rookery.history.late_entries import renumber
from rookery.history.pairing_numbers import ids_in_order
from rookery.messages import msg, msg_plural
from rookery.model import ForbiddenPair, Player, RequestedBye, Tournament

Seat = TypeVar("Seat", bound=Hashable)
Boards = tuple[tuple[Seat, Seat], ...]
"""One round: White and Black of every board."""
Table = tuple[Boards[Seat], ...]
"""All rounds."""


def berger(size: int) -> Table[int]:
    """Return the Berger table: all seats meet once; in an odd field one seat is free in each round.

    In round r the last seat meets x; the others meet where their numbers add up to 2x, modulo the number of rounds.

    >>> berger(4)
    (((1, 4), (2, 3)), ((4, 3), (1, 2)), ((2, 4), (3, 1)))
    >>> berger(3)
    (((2, 3),), ((1, 2),), ((3, 1),))
    """
    if size < 2:
        raise RuleError(msg("a round robin needs two participants, not %(size)s", size=size), article="C.05 Annex 1")
    last = size + size % 2
    rounds = last - 1
    table = []
    for number in range(1, last):
        odd = number % 2 == 1
        x = (number + 1) // 2 if odd else (last + number) // 2
        boards = [(x, last) if odd else (last, x)] if last == size else []
        boards += [((x + k - 1) % rounds + 1, (x - k - 1) % rounds + 1) for k in range(1, last // 2)]
        table.append(tuple(boards))
    return tuple(table)


def two_cycles(table: Table[Seat], *, reverse: bool) -> Table[Seat]:
    """Return every round twice, the second time with colours exchanged.

    With `reverse` the last two rounds of the first cycle are exchanged, to avoid three equal colours in a row
    between the cycles of an even Berger table.

    >>> two_cycles(berger(4), reverse=True)[1:4]
    (((2, 4), (3, 1)), ((4, 3), (1, 2)), ((4, 1), (3, 2)))
    """
    first = (*table[:-2], *table[:-3:-1]) if reverse else table
    return first + tuple(tuple((black, white) for white, black in boards) for boards in table)


def colours(rounds: Iterable[Sequence[tuple[Seat, Seat]]]) -> dict[Seat, str]:
    """Return the colours of every seat, round after round; a free round adds nothing.

    >>> colours(berger(4))
    {1: 'wwb', 4: 'bwb', 2: 'wbw', 3: 'bbw'}
    """
    sequences: dict[Seat, str] = {}
    for boards in rounds:
        for white, black in boards:
            sequences[white] = sequences.get(white, "") + "w"
            sequences[black] = sequences.get(black, "") + "b"
    return sequences


def three_in_a_row(rounds: Iterable[Sequence[tuple[Seat, Seat]]]) -> tuple[Seat, ...]:
    """Return the seats with the same colour in three successive games.

    >>> three_in_a_row(two_cycles(berger(8), reverse=False)), three_in_a_row(two_cycles(berger(8), reverse=True))
    ((1, 5), ())
    """
    return tuple(seat for seat, row in colours(rounds).items() if "www" in row or "bbb" in row)


def planned_rounds_text(planned: int, needed: int) -> str:
    """Return the message that the planned rounds differ from those of a table or a bracket."""
    needs = msg_plural(needed, "%(num)s is needed", "%(num)s are needed")
    return msg_plural(planned, "%(num)s round is planned, and %(needs)s", "%(num)s rounds are planned, and %(needs)s",
                   needs=needs)  # fmt: skip


# -- Scheveningen ------------------------------------------------------------------------------------------------------

# Every player of one side meets every player of the other. For 2 to 6 and 8 boards the tables are the published ones.
# No tables are published for other sizes; they continue the same patterns. In every table all players meet each
# opponent once, have as many Whites as Blacks (one more or less if the number of boards is odd), and never the same
# colour in three successive games. In each round a side has White on half of its boards - except on 2, 10, 14, 18, ...
# boards, where it may be one board more or less.

PUBLISHED = (2, 3, 4, 5, 6, 8)
"""The numbers of boards for which there is a published table."""

Grid = tuple[tuple[tuple[int, bool], ...], ...]
"""By round and board of the first side: the opponent (from 0), and whether the first side has White."""

_SIX = """
    +1 -2 -3 +4 -5 +6
    -2 +3 +5 -6 +4 -1
    +3 -5 -1 +2 +6 -4
    -4 -6 +2 +1 -3 +5
    +5 +4 +6 -3 -1 -2
    -6 +1 -4 -5 +2 +3
"""  # a line is a round: the opponents of A1 to A6, + where they have White; no pattern known makes this table


def scheveningen(boards: int) -> Table[str]:
    """Return the rounds of a Scheveningen match, White first; A1, A2, ... meet B1, B2, ...

    >>> scheveningen(2)
    ((('A1', 'B1'), ('A2', 'B2')), (('B2', 'A1'), ('B1', 'A2')))
    """
    if boards < 1:
        raise RuleError(msg("a Scheveningen match needs at least one board, not %(boards)s", boards=boards))
    return tuple(
        tuple(
            (f"A{a}", f"B{b + 1}") if white else (f"B{b + 1}", f"A{a}")
            for a, (b, white) in enumerate(opponents, start=1)
        )
        for opponents in _build_grid(boards)
    )


def double_scheveningen(boards: int, *, reverse: bool | None = None) -> Table[str]:
    """Return the rounds of a double Scheveningen match: both cycles, the second with colours exchanged.

    No regulation orders the second cycle. `reverse` orders the last two rounds of the first cycle as in a round
    robin; by default the second cycle begins with the first of its rounds that avoids three equal colours in a row.
    """
    once = scheveningen(boards)
    if reverse is not None:
        return two_cycles(once, reverse=reverse)
    exchanged = two_cycles(once, reverse=False)[boards:]
    orders = (once + exchanged[start:] + exchanged[:start] for start in range(boards))
    return next(table for table in orders if not three_in_a_row(table))


def _build_grid(boards: int) -> Grid:
    if boards == 6:
        cells = [[int(cell) for cell in line.split()] for line in _SIX.split("\n") if line.strip()]
        return tuple(tuple((abs(cell) - 1, cell > 0) for cell in line) for line in cells)
    if boards % 2:
        return _odd_grid(boards)
    return _grid_of_fours(boards) if boards % 4 == 0 else _grid_of_pairs(boards)


def _odd_grid(n: int) -> Grid:
    """Build a grid of odd size.

    Opponents move on by one; the Whites of a round are neighbours, half the circle further on in each round.
    """
    half = n // 2

    def white(a: int, r: int) -> bool:
        return (a - half * r) % n < half + 1 - r % 2

    return tuple(tuple(((a + r) % n, white(a, r)) for a in range(n)) for r in range(n))


def _grid_of_fours(n: int) -> Grid:
    """Build a grid of a size divisible by four.

    Each side has two halves: they first meet their counterpart, then the other half; the halves have opposite
    colours.
    """
    half = n // 2

    def opponent(a: int, r: int) -> int:
        return (a + r) % half + half * ((a >= half) != (r >= half))

    return tuple(tuple((opponent(a, r), (r % 2 == 0) == (a < half)) for a in range(n)) for r in range(n))


def _grid_of_pairs(n: int) -> Grid:
    """Build a grid of another even size.

    Couples meet couples in two rounds, with one White and one Black for each of the four players.
    """
    couples = n // 2

    def cell(a: int, r: int) -> tuple[int, bool]:
        couple, step = a // 2, r // 2
        white_first = couple < (couples + 1 - step % 2) // 2
        return 2 * ((couple + step) % couples) + (a + r) % 2, (r % 2 == 0) == white_first

    return tuple(tuple(cell(a, r) for a in range(n)) for r in range(n))


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
    from random import Random  # it loads much, and tables need none

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
    from random import Random

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
