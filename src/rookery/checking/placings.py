"""Do the declared ranks follow the announced tie-breaks, or the format where that ranks in a way of its own?"""

from __future__ import annotations

from collections.abc import Iterator

from rookery.checking.report import Placing
from rookery.errors import Unsupported
from rookery.history import History
from rookery.model import Player, Points, Team, Tournament
from rookery.regulations import EditionWish, scheme


def ranks(tournament: Tournament, edition: EditionWish | None = None) -> dict[int, tuple[int, int]]:
    """The ranks that everybody may have: those left tied share theirs. Who is not ranked is not there.

    By the announced tie-breaks that can be used; in a Keizer by its own scores, in a knock-out by how far they came.
    """
    from rookery.formats.standings import standings

    own = scheme(tournament.system).format.ranks_itself
    tied: dict[int, list[int]] = {}
    for row in standings(tournament, None if own or tournament.ranking else (), edition=edition).rows:
        tied.setdefault(row.rank, []).append(row.id)
    return {one: (rank, rank + len(group) - 1) for rank, group in tied.items() for one in group}


def misplaced(tournament: Tournament, edition: EditionWish | None = None) -> tuple[Placing, ...] | None:
    """Everybody whose declared rank, or points, the games and the announced list of tie-breaks do not give.

    Those whom the list leaves tied may stand in any order among themselves. None when there is nothing to judge: the
    tournament is not finished, nobody has a rank, or no edition of C.07 of its time is known.
    """
    declared = {player.id: player for player in tournament.participants if player.rank is not None}
    waiting = any(one.pending or one.adjourned for one in tournament.rounds)
    unfinished = waiting or len(tournament.rounds) < (tournament.planned or 1)
    if unfinished or not declared:
        return None
    try:
        return tuple(_misplaced(tournament, edition))
    except Unsupported:  # no edition of C.07 of that day is known
        return None


def _misplaced(tournament: Tournament, edition: EditionWish | None) -> Iterator[Placing]:
    """Points may be those of all games, or without those against somebody who left early (C.05 6.6)."""
    all_games = _all_points(tournament)
    counted = all_games
    declared = {one.id: _declared(tournament, one) for one in tournament.participants}
    if any(points not in (None, all_games[one]) for one, points in declared.items()):
        from rookery.formats.standings import standings

        counted = {row.id: row.points for row in standings(tournament, (), edition=edition).rows}
    for one, (first, last) in ranks(tournament, edition).items():
        player = tournament.by_id[one]
        points = declared[one]
        wrong = player.rank is not None and not first <= player.rank <= last
        if wrong or points not in (None, counted.get(one), all_games[one]):
            yield Placing(one, player.rank, (first, last), points, counted.get(one, all_games[one]))


def _declared(tournament: Tournament, one: Player | Team) -> Points | None:
    """The points that the file declares: of a team those by which teams are ranked first."""
    if isinstance(one, Player):
        return one.points
    return one.game_points if scheme(tournament.system).primary == "GP" else one.match_points


def _all_points(tournament: Tournament) -> dict[int, Points]:
    view = History.of(tournament).before(tournament.next_round)
    return {one: view.score(one) for one in tournament.by_id}
