"""Do the declared ranks follow the announced tie-breaks?"""

from __future__ import annotations

from rookery.checking.report import Placing
from rookery.model import Tournament
from rookery.ranking.rank import standings


def misplaced(tournament: Tournament) -> tuple[Placing, ...] | None:
    """Everybody whose declared rank, or points, the games and the announced list of tie-breaks do not give.

    Those whom the list leaves tied may stand in any order among themselves. None when there is nothing to judge: the
    tournament is not finished, or nobody has a rank.
    """
    declared = {player.id: player for player in tournament.participants if player.rank is not None}
    unfinished = len(tournament.rounds) < (tournament.planned or 1) or any(one.pending for one in tournament.rounds)
    if unfinished or not declared or tournament.team_event:
        return None
    rows = standings(tournament, tournament.tiebreaks).rows
    ranks = [row.rank for row in rows]
    found = []
    for row in rows:
        player = tournament.by_id[row.id]
        first, last = row.rank, row.rank + ranks.count(row.rank) - 1
        points = getattr(player, "points", None)
        wrong = player.rank is not None and not first <= player.rank <= last
        if wrong or points not in (None, row.points):
            found.append(Placing(row.id, player.rank, (first, last), points, row.points))
    return tuple(found)
