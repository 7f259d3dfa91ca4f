"""The order of C.04.2: initial order, pairing numbers, who is to be paired and who ever was, the order of boards."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import count
from operator import itemgetter

from rookery.meetings import BYES
from rookery.model import Player, Points, Round, Team, Tournament
from rookery.renamed import forwarding
from rookery.typed import Protocol, TypeVar
from rookery.values import replace

TITLES = ("GM", "IM", "WGM", "FM", "WIM", "CM", "WFM", "WCM", "")
"""Titles in the order of C.04.2 2.2.2; players without one come last."""

_PLACE_OF_TITLE = {title: place for place, title in enumerate(TITLES)}


def initial_order(players: Iterable[Player], key: Callable[[Player], str] | None = None) -> tuple[Player, ...]:
    """Strength, then title, then the declared key (the name unless told otherwise), as C.04.2 2.2 orders them.

    >>> [p.name for p in initial_order([Player(1, "B", 2000), Player(2, "C"), Player(3, "A", 2000, title="IM")])]
    ['A', 'B', 'C']
    """
    by = key or (lambda player: player.name.casefold())
    return tuple(sorted(players, key=lambda player: (*strength(player), by(player), player.id)))


def strength(player: Player) -> tuple[int, int]:
    """What orders players first: the rating, then the title (C.04.2 2.2); the stronger come first."""
    return -(player.rating or 0), _PLACE_OF_TITLE.get(player.title.upper(), len(TITLES))


class Numbered(tuple[Player, ...]):
    """Players with new numbers; `numbers` says everybody's, the old one to the new one."""

    numbers: dict[int, int]


def numbered(players: Iterable[Player], key: Callable[[Player], str] | None = None) -> Numbered:
    """The players in initial order with pairing numbers 1, 2, 3, ...

    >>> players = numbered([Player(7, "Ada", 1900), Player(4, "Ben", 2000)])
    >>> [(player.id, player.name) for player in players], players.numbers
    ([(1, 'Ben'), (2, 'Ada')], {4: 1, 7: 2})
    """
    order = initial_order(players, key)
    made = Numbered(replace(player, id=number) for number, player in enumerate(order, 1))
    made.numbers = {player.id: number for number, player in enumerate(order, 1)}
    return made


def sequence(tournament: Tournament) -> tuple[int, ...]:
    """All participants in the order of their numbers (or of their declared ranks, where the event says so)."""
    who: tuple[Player | Team, ...] = tournament.participants
    if tournament.by_rank:
        return tuple(one.id for one in sorted(who, key=lambda one: (one.rank is None, one.rank or 0, one.id)))
    return tuple(tournament.by_id)


def took_part(round: Round) -> set[int]:
    """Who was taken into account when this round was paired: paired, even if not played, or given the allocated bye."""
    who = {player for pair in round.pairs for player in pair}
    return who | {bye.player for bye in round.byes if BYES[bye.kind].paired}


def to_pair(tournament: Tournament) -> tuple[int, ...]:
    """Who shall be paired in the next round: everybody who has not asked to be left out, in order."""
    absent = tournament.absent(tournament.next_round)
    return tuple([one for one in sequence(tournament) if one not in absent])


def pairing_numbers(
    tournament: Tournament, pool: Iterable[int], earlier: Iterable[int] | None = None
) -> dict[int, int]:
    """Consecutive numbers for those who are paired now (`pool`) or were paired in an earlier round.

    A participant never yet taken into account has no number (C.04.2 2.4); the numbers of teams are given, never derived
    (C.04.6 1.1.2). Who has the history at hand need not have it searched for those who were paired `earlier`.
    """
    if tournament.team_event:
        return {one: one for one in sequence(tournament)}
    pool = tuple(pool)
    if len(pool) == len(tournament.by_id):
        return dict(zip(sequence(tournament), count(1), strict=False))
    known = set(pool).union(*map(took_part, tournament.rounds) if earlier is None else (earlier,))
    return dict(zip([one for one in sequence(tournament) if one in known], count(1), strict=False))


def board_order(score: Points, place: int, other: Points, other_place: int) -> tuple[Points, Points, int]:
    """Where two who meet are published, given their scores and places in the initial order: by C.04.2 3.6.

    The score of the higher ranked of the two, then the sum of both scores, then the place of the higher ranked.

    >>> board_order(10, 4, 25, 7) < board_order(20, 1, 20, 2) < board_order(20, 3, 15, 2)
    True
    """
    if score < other or (score == other and other_place < place):
        score, place, other = other, other_place, score
    return -score, -score - other, place


class TwoWhoMeet(Protocol):
    """Two who meet."""

    @property
    def white(self) -> int:
        """Who has White, on board one at least."""

    @property
    def black(self) -> int:
        """Who has Black."""


M = TypeVar("M", bound=TwoWhoMeet)


def kept_boards(tournament: Tournament, round: int) -> dict[int, int]:
    """Who keeps a board in this round, and which."""
    seats = tournament.seats_in(round) if tournament.fixed_seats else {}
    return {one: seat.board for one, seat in seats.items() if seat.board is not None}


def placed(meetings: Sequence[M], kept: Mapping[int, int]) -> list[tuple[int, M]]:
    """Meetings with the numbers of their boards: where one of the two keeps a board that one, else the next free one.

    Two who both keep a board meet at the one with the smaller number.

    >>> from rookery.model import Game
    >>> boards = placed([Game(1, 4), Game(2, 5), Game(3, 6)], {4: 7, 6: 1})
    >>> [(number, game.white) for number, game in boards]
    [(1, 3), (2, 2), (7, 1)]
    """
    found = [min([kept[one] for one in (each.white, each.black) if one in kept], default=0) for each in meetings]
    taken = set(found)
    free = (number for number in count(1) if number not in taken)
    numbers = [number or next(free) for number in found]
    return sorted(zip(numbers, meetings, strict=True), key=itemgetter(0))


__getattr__ = forwarding(
    __name__,
    {
        **{
            name: f"rookery.entries.{name}"
            for name in (
                "LAST_CORRECTION", "insert", "joined", "with_team", "corrected", "numbers_after", "renumbered",
                "provisionally_rated",
            )
        },
        "line_up": "rookery.matches.line_up",
        "meetings_due": "rookery.attendance.meetings_due",
        "left_out": "rookery.attendance.left_out",
    },
)  # fmt: skip
