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

from rookery.compat.berger import round_robin
from rookery.compat.entries import Game, GameDict, GameKind, Games, Player, Players
from rookery.compat.opponents_ratings import (
    average_perfect_performance_of_opponents,
    average_performance_of_opponents,
    average_performance_rating_of_opponents,
    average_rating,
    average_rating_cut1,
    average_rating_of_opponents,
    average_rating_of_opponents_cut1,
    perfect_performance_rating,
    perfect_tournament_performance,
    performance_rating,
    tournament_performance_rating,
)
from rookery.compat.opponents_results import (
    average_opponents_buchholz,
    buchholz,
    buchholz_cut1,
    buchholz_cut2,
    buchholz_median1,
    buchholz_median2,
    fore_buchholz,
    koya,
    sonneborn_berger,
    sonneborn_berger_cut1,
    sonneborn_berger_cut2,
)
from rookery.compat.own_results import (
    direct_encounter,
    games_played_with_black,
    games_won,
    games_won_with_black,
    number_of_wins,
    progressive,
    progressive_cut1,
    rounds_elected_to_play,
    standard_points,
)
from rookery.compat.ratings import (
    GameOptions,
    GameType,
    KFactorOptions,
    PlayerOptions,
    ResultAndOpponent,
    delta,
    expected,
    initial,
    k_factor,
    performance,
    update,
)
from rookery.compat.report_games import to_games, to_players
from rookery.compat.report_parse import parse
from rookery.compat.report_shapes import (
    ParseError,
    ParseWarning,
    Report,
    ReportPlayer,
    ResultCode,
    RoundResult,
    Version,
)
from rookery.compat.report_stringify import stringify
from rookery.compat.swiss import (
    Bye,
    Paired,
    Pairing,
    PairingResult,
    PairingSystem,
    Standing,
    Tiebreak,
    burstein,
    double_swiss,
    dubov,
    dutch,
    lim,
    pair,
    standings,
    swiss_team,
)

__all__ = [
    "Bye",
    "Game",
    "GameDict",
    "GameKind",
    "GameOptions",
    "GameType",
    "Games",
    "KFactorOptions",
    "Paired",
    "Pairing",
    "PairingResult",
    "PairingSystem",
    "ParseError",
    "ParseWarning",
    "Player",
    "PlayerOptions",
    "Players",
    "Report",
    "ReportPlayer",
    "ResultAndOpponent",
    "ResultCode",
    "RoundResult",
    "Standing",
    "Tiebreak",
    "Version",
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
    "pair",
    "parse",
    "perfect_performance_rating",
    "perfect_tournament_performance",
    "performance",
    "performance_rating",
    "progressive",
    "progressive_cut1",
    "round_robin",
    "rounds_elected_to_play",
    "sonneborn_berger",
    "sonneborn_berger_cut1",
    "sonneborn_berger_cut2",
    "standard_points",
    "standings",
    "stringify",
    "swiss_team",
    "to_games",
    "to_players",
    "tournament_performance_rating",
    "update",
]
