"""The sets of games that may be put forward for a norm, one after the other: the plain search that ours must equal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from rookery.rating.norm_conditions import NormGame, Terms


def choices(games: Sequence[NormGame], terms: Terms) -> Iterator[tuple[NormGame, ...]]:
    """The sets of games that may be put forward, fewest ignored first (B.01 1.4.1e, 1.4.1f).

    In a Swiss any tail of games may be ignored, in every event any games won, as long as enough remain.
    """
    n = len(games)
    for dropped in range(max(0, n - terms.minimum) + 1):
        for tail in range((dropped if terms.swiss else 0) + 1):
            head = games[: n - tail]
            won = [at for at, game in enumerate(head) if game.half_points == 2]
            for without in combinations(won, dropped - tail):
                yield tuple(game for at, game in enumerate(head) if at not in without)
