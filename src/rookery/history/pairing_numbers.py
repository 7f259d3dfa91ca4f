"""The order of C.04.2: initial order, pairing numbers, participants to pair or paired, order of boards."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import count
from operator import itemgetter
from typing import Protocol, TypeVar

from rookery._record import replace
from rookery.history.round_results import BYES
from rookery.model import Player, Points, Round, Team, Tournament

TITLES = ("GM", "IM", "WGM", "FM", "WIM", "CM", "WFM", "WCM", "")
"""Titles in the order of C.04.2 2.2.2; players without one come last."""

_PLACE_OF_TITLE = {title: place for place, title in enumerate(TITLES)}


def initial_order(players: Iterable[Player], key: Callable[[Player], str] | None = None) -> tuple[Player, ...]:
    """Return players by strength, then title, then `key` (by default the name), as C.04.2 2.2 orders them.

    >>> [p.name for p in initial_order([Player(1, "B", 2000), Player(2, "C"), Player(3, "A", 2000, title="IM")])]
    ['A', 'B', 'C']
    """
    name_key = key or (lambda player: player.name.casefold())
    return tuple(sorted(players, key=lambda player: (*strength(player), name_key(player), player.number)))


def strength(player: Player) -> tuple[int, int]:
    """Return the primary sort key of players: the rating, then the title (C.04.2 2.2); stronger players come first."""
    return -(player.rating or 0), _PLACE_OF_TITLE.get(player.title.upper(), len(TITLES))


class NumberedPlayers(tuple[Player, ...]):
    """Players with new numbers; `numbers` maps the old numbers to the new ones."""

    numbers: dict[int, int]


def number_players(players: Iterable[Player], key: Callable[[Player], str] | None = None) -> NumberedPlayers:
    """Return the players in initial order with pairing numbers 1, 2, 3, ...

    Args:
        players: The players, with any numbers.
        key: What orders players of equal rating and title; by default the name.

    Returns:
        The players in their new order, with `numbers` from old to new.

    >>> players = number_players([Player(7, "Ada", 1900), Player(4, "Ben", 2000)])
    >>> [(player.number, player.name) for player in players], players.numbers
    ([(1, 'Ben'), (2, 'Ada')], {4: 1, 7: 2})
    """
    order = initial_order(players, key)
    result = NumberedPlayers(replace(player, number=number) for number, player in enumerate(order, 1))
    result.numbers = {player.number: number for number, player in enumerate(order, 1)}
    return result


def ids_in_order(tournament: Tournament) -> tuple[int, ...]:
    """Return all participants in the order of their numbers (or of their declared ranks, where the event says so)."""
    participants: tuple[Player | Team, ...] = tournament.participants
    if tournament.by_rank:
        ranked = sorted(participants, key=lambda entrant: (entrant.rank is None, entrant.rank or 0, entrant.number))
        return tuple(entrant.number for entrant in ranked)
    return tuple(tournament.participants_by_number)


def paired_participants(round: Round) -> set[int]:
    """Return those taken into account when this round was paired: paired, even if not played, or with its bye."""
    paired = {player for pair in round.pairs for player in pair}
    return paired | {bye.player for bye in round.byes if BYES[bye.kind].paired}


def participants_to_pair(tournament: Tournament) -> tuple[int, ...]:
    """Return the participants to pair in the next round, in order: all who have not asked for a bye."""
    absent = tournament.absent(tournament.next_round)
    return tuple([participant for participant in ids_in_order(tournament) if participant not in absent])


def pairing_numbers(
    tournament: Tournament, pool: Iterable[int], earlier: Iterable[int] | None = None
) -> dict[int, int]:
    """Return consecutive numbers for the participants who are paired now (`pool`) or were paired in an earlier round.

    A participant never yet taken into account has no number (C.04.2 2.4); the numbers of teams are given, never
    derived (C.04.6 1.1.2). `earlier`, the participants paired before, is computed if not given.
    """
    if tournament.team_event:
        return {participant: participant for participant in ids_in_order(tournament)}
    pool = tuple(pool)
    if len(pool) == len(tournament.participants_by_number):
        return dict(zip(ids_in_order(tournament), count(1), strict=False))
    numbered_ids = set(pool).union(*map(paired_participants, tournament.rounds) if earlier is None else (earlier,))
    ordered = [participant for participant in ids_in_order(tournament) if participant in numbered_ids]
    return dict(zip(ordered, count(1), strict=False))


def board_order_key(score: Points, rank: int, other_score: Points, other_rank: int) -> tuple[Points, Points, int]:
    """Return the sort key by which a pairing is published, from both scores and initial ranks (C.04.2 3.6).

    The score of the higher ranked of the two, then the sum of both scores, then the rank of the higher ranked.

    >>> board_order_key(10, 4, 25, 7) < board_order_key(20, 1, 20, 2) < board_order_key(20, 3, 15, 2)
    True
    """
    if score < other_score or (score == other_score and other_rank < rank):
        score, rank, other_score = other_score, other_rank, score
    return -score, -score - other_score, rank


class PairedSides(Protocol):
    """A pairing with a white and a black side."""

    @property
    def white(self) -> int:
        """The side with White, on board one at least."""

    @property
    def black(self) -> int:
        """The side with Black."""


M = TypeVar("M", bound=PairedSides)


def fixed_boards(tournament: Tournament, round: int) -> dict[int, int]:
    """Return the fixed board of each participant who has one in this round."""
    seats = tournament.seats_in(round) if tournament.fixed_seats else {}
    return {participant: seat.board for participant, seat in seats.items() if seat.board is not None}


def number_boards(meetings: Sequence[M], fixed_boards: Mapping[int, int]) -> list[tuple[int, M]]:
    """Return meetings with their board numbers: the fixed board of a participant, else the next free one.

    Two participants with fixed boards meet at the smaller number.

    >>> from rookery.model import Game
    >>> boards = number_boards([Game(1, 4), Game(2, 5), Game(3, 6)], {4: 7, 6: 1})
    >>> [(number, game.white) for number, game in boards]
    [(1, 3), (2, 2), (7, 1)]
    """
    fixed = [
        min(
            [
                fixed_boards[participant]
                for participant in (meeting.white, meeting.black)
                if participant in fixed_boards
            ],
            default=0,
        )
        for meeting in meetings
    ]
    reserved = set(fixed)
    free = (number for number in count(1) if number not in reserved)
    numbers = [number or next(free) for number in fixed]
    return sorted(zip(numbers, meetings, strict=True), key=itemgetter(0))
