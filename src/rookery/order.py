"""Initial order, pairing numbers, late entries, and who was ever paired (C.04.2 article 2)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace

from rookery.model import (
    Bye,
    ByeKind,
    Forbidden,
    Game,
    Match,
    Player,
    RequestedBye,
    Round,
    Team,
    Tournament,
    VirtualPoints,
)

TITLES = ("GM", "IM", "WGM", "FM", "WIM", "CM", "WFM", "WCM", "")
"""Titles in the order of C.04.2 2.2.2; players without one come last."""


def initial_order(players: Iterable[Player], key: Callable[[Player], str] | None = None) -> tuple[Player, ...]:
    """Strength, then title, then the declared key (the name unless told otherwise), as C.04.2 2.2 orders them.

    >>> [p.name for p in initial_order([Player(1, "B", 2000), Player(2, "C"), Player(3, "A", 2000, title="IM")])]
    ['A', 'B', 'C']
    """
    by = key or (lambda player: player.name.casefold())
    return tuple(sorted(players, key=lambda player: (*_strength(player), by(player), player.id)))


def _strength(player: Player) -> tuple[int, int]:
    title = player.title.upper()
    return -(player.rating or 0), TITLES.index(title) if title in TITLES else len(TITLES)


def numbered(players: Iterable[Player], key: Callable[[Player], str] | None = None) -> tuple[Player, ...]:
    """The players in initial order with pairing numbers 1, 2, 3, ..."""
    return tuple(replace(player, id=number) for number, player in enumerate(initial_order(players, key), 1))


def sequence(tournament: Tournament) -> tuple[int, ...]:
    """All participants in the order of their numbers (or of their declared ranks, where the event says so)."""
    who: tuple[Player | Team, ...] = tournament.participants
    if tournament.by_rank:
        return tuple(one.id for one in sorted(who, key=lambda one: (one.rank is None, one.rank or 0, one.id)))
    return tuple(one.id for one in who)


def took_part(round: Round) -> set[int]:
    """Who was taken into account when this round was paired: paired, even if not played, or given the allocated bye."""
    who = {player for pair in round.pairs for player in pair}
    return who | {bye.player for bye in round.byes if bye.kind is ByeKind.PAIRING_ALLOCATED}


def to_pair(tournament: Tournament) -> tuple[int, ...]:
    """Who shall be paired in the next round: everybody who has not asked to be left out, in order."""
    absent = tournament.absent(tournament.next_round)
    return tuple(one for one in sequence(tournament) if one not in absent)


def pairing_numbers(tournament: Tournament, pool: Iterable[int]) -> dict[int, int]:
    """Consecutive numbers for those who are paired now (`pool`) or were paired in an earlier round.

    A participant never yet taken into account has no number (C.04.2 2.4); the numbers of teams are given, never derived
    (C.04.6 1.1.2).
    """
    if tournament.team_event:
        return {one: one for one in sequence(tournament)}
    known = set(pool).union(*map(took_part, tournament.rounds))
    return {one: number for number, one in enumerate((i for i in sequence(tournament) if i in known), 1)}


def insert(tournament: Tournament, player: Player, key: Callable[[Player], str] | None = None) -> Tournament:
    """The tournament with a late entry at its correct place; everybody below moves down by one (C.04.2 2.4).

    The newcomer is "not yet entered" in every round already paired.
    """
    by = key or (lambda one: one.name.casefold())
    rank = (*_strength(player), by(player))
    place = 1 + sum((*_strength(one), by(one)) <= rank for one in tournament.players)
    place = min(place, 1 + max((one.id for one in tournament.players), default=0))
    moved = {one.id: one.id + (one.id >= place) for one in tournament.players}
    shifted = renumbered(tournament, moved)
    missed = Bye(place, ByeKind.NOT_ENTERED)
    rounds = tuple(replace(round, byes=(*round.byes, missed)) for round in shifted.rounds)
    return replace(shifted, players=(*shifted.players, replace(player, id=place)), rounds=rounds)


def renumbered(tournament: Tournament, moved: Mapping[int, int]) -> Tournament:
    """The same tournament with other pairing numbers for its players."""

    def group(ids: Sequence[int]) -> tuple[int, ...]:
        return tuple(moved[i] for i in ids)

    return replace(
        tournament,
        players=tuple(sorted((replace(p, id=moved[p.id]) for p in tournament.players), key=lambda p: p.id)),
        teams=tuple(replace(team, players=group(team.players)) for team in tournament.teams),
        rounds=tuple(_renumbered_round(round, moved, tournament.team_event) for round in tournament.rounds),
        requested=tournament.requested if tournament.team_event else tuple(
            RequestedBye(bye.round, moved[bye.player], bye.kind) for bye in tournament.requested
        ),
        forbidden=tournament.forbidden if tournament.team_event else tuple(
            Forbidden(group(one.players), one.first, one.last) for one in tournament.forbidden
        ),
        acceleration=tournament.acceleration if tournament.team_event else tuple(
            _stretched(one, moved) for one in tournament.acceleration
        ),
        abnormal=tournament.abnormal if tournament.team_event else tuple(
            replace(one, players=group(one.players)) for one in tournament.abnormal
        ),
    )  # fmt: skip


def _stretched(points: VirtualPoints, moved: Mapping[int, int]) -> VirtualPoints:
    inside = [new for old, new in moved.items() if points.first <= old <= points.last]
    return replace(points, first=min(inside), last=max(inside)) if inside else points


def _renumbered_round(round: Round, moved: Mapping[int, int], teams: bool) -> Round:
    def game(one: Game) -> Game:
        return Game(moved[one.white], moved[one.black], one.result, one.coloured)

    def match(one: Match) -> Match:
        white, black = (one.white, one.black) if teams else (moved[one.white], moved[one.black])
        return Match(white, black, tuple(map(game, one.games)), one.forfeit)

    def bye(one: Bye) -> Bye:
        return Bye(moved[one.player], one.kind)

    return Round(
        games=tuple(map(game, round.games)),
        matches=tuple(map(match, round.matches)),
        byes=round.byes if teams else tuple(map(bye, round.byes)),
        player_byes=tuple(map(bye, round.player_byes)),
    )
