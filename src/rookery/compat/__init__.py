"""Plain data in, plain numbers out: what the @echecs packages of npm document, call for call, on the core of Rookery.

>>> from rookery import compat
>>> compat.update(1400, 1400, 1)
(1410, 1390)
>>> compat.buchholz("A", [[compat.Game("A", "B", 1)], [compat.Game("B", "C", 1)]])
1.0

Ids are strings, `games[n]` is round n + 1, points are floats. No rule has a second home here: games become a
Tournament, and the core answers. docs/compat.md lists where the packages and the regulations differ, and which of them
a call follows.
"""

from __future__ import annotations

from rookery.compat.entries import Game, GameKind
from rookery.compat.ratings import delta, expected, initial, k_factor, performance, update
from rookery.compat.swiss import (
    Bye,
    Paired,
    Pairing,
    Standing,
    burstein,
    double_swiss,
    dubov,
    dutch,
    lim,
    standings,
    swiss_team,
)
from rookery.compat.tiebreaks import (
    average_opponents_buchholz,
    average_perfect_performance_of_opponents,
    average_performance_of_opponents,
    average_performance_rating_of_opponents,
    average_rating,
    average_rating_cut1,
    average_rating_of_opponents,
    average_rating_of_opponents_cut1,
    buchholz,
    buchholz_cut1,
    buchholz_cut2,
    buchholz_median1,
    buchholz_median2,
    direct_encounter,
    fore_buchholz,
    games_played_with_black,
    games_won,
    games_won_with_black,
    koya,
    number_of_wins,
    perfect_performance_rating,
    perfect_tournament_performance,
    performance_rating,
    progressive,
    progressive_cut1,
    rounds_elected_to_play,
    sonneborn_berger,
    standard_points,
    tournament_performance_rating,
)

__all__ = [
    "Bye",
    "Game",
    "GameKind",
    "Paired",
    "Pairing",
    "Standing",
    "average_opponents_buchholz",
    "average_perfect_performance_of_opponents",
    "average_performance_of_opponents",
    "average_performance_rating_of_opponents",
    "average_rating",
    "average_rating_cut1",
    "average_rating_of_opponents",
    "average_rating_of_opponents_cut1",
    "buchholz",
    "buchholz_cut1",
    "buchholz_cut2",
    "buchholz_median1",
    "buchholz_median2",
    "burstein",
    "delta",
    "direct_encounter",
    "double_swiss",
    "dubov",
    "dutch",
    "expected",
    "fore_buchholz",
    "games_played_with_black",
    "games_won",
    "games_won_with_black",
    "initial",
    "k_factor",
    "koya",
    "lim",
    "number_of_wins",
    "perfect_performance_rating",
    "perfect_tournament_performance",
    "performance",
    "performance_rating",
    "progressive",
    "progressive_cut1",
    "rounds_elected_to_play",
    "sonneborn_berger",
    "standard_points",
    "standings",
    "swiss_team",
    "tournament_performance_rating",
    "update",
]
