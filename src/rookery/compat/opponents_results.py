"""The tie-breaks of the packages on the results of the opponents: Buchholz, Sonneborn-Berger, Koya (C.07 8, 9)."""

from __future__ import annotations

from collections.abc import Callable

from rookery.compat.entered import Maker, coded, value
from rookery.compat.shapes import Games, Players


def buchholz(player: str, games: Games, players: Players | None = None) -> float:
    """The sum of the scores of the opponents, a dummy for each unplayed round with an entry (C.07 8.1, 16; BH).

    >>> buchholz("A", [[{"white": "A", "black": "B", "result": 0}], [{"white": "B", "black": "C", "result": 0.5}]])
    1.5
    """
    return value(MAKERS[buchholz], player, games, players)


def buchholz_cut1(player: str, games: Games, players: Players | None = None) -> float:
    """Buchholz without the least significant contribution (C.07 14.1, 16.5; BH/C1).

    >>> from rookery.compat import Game
    >>> games = [[Game("A", "B", 1)], [Game("A", "C", 0.5)], [Game("D", "A", 0)]]
    >>> buchholz_cut1("A", games)
    0.5
    """
    return value(MAKERS[buchholz_cut1], player, games, players)


def buchholz_cut2(player: str, games: Games, players: Players | None = None) -> float:
    """Buchholz without the two least significant contributions (C.07 14.2; BH/C2).

    >>> from rookery.compat import Game
    >>> games = [[Game("A", "B", 1)], [Game("A", "C", 0.5)], [Game("D", "A", 0)]]
    >>> buchholz_cut2("A", games)
    0.5
    """
    return value(MAKERS[buchholz_cut2], player, games, players)


def buchholz_median1(player: str, games: Games, players: Players | None = None) -> float:
    """Buchholz without the least and the most significant contribution (C.07 14.3; BH/M1).

    >>> from rookery.compat import Game
    >>> games = [[Game("A", "B", 1)], [Game("A", "C", 0.5)], [Game("D", "A", 0)]]
    >>> buchholz_median1("A", games)
    0.0
    """
    return value(MAKERS[buchholz_median1], player, games, players)


def buchholz_median2(player: str, games: Games, players: Players | None = None) -> float:
    """Buchholz without the two least and the two most significant contributions (C.07 14.4; BH/M2).

    >>> from rookery.compat import Game
    >>> games = [[Game("A", "B", 1)], [Game("A", "C", 0.5)], [Game("D", "A", 0)]]
    >>> buchholz_median2("A", games)
    0.0
    """
    return value(MAKERS[buchholz_median2], player, games, players)


def average_opponents_buchholz(player: str, games: Games, players: Players | None = None) -> float:
    """The average Buchholz of the opponents played, to two decimals (C.07 8.2, AOB).

    >>> from rookery.compat import Game
    >>> games = [[Game("A", "B", 1)], [Game("A", "C", 0.5)], [Game("D", "A", 0)]]
    >>> average_opponents_buchholz("A", games)
    2.5
    """
    return value(MAKERS[average_opponents_buchholz], player, games, players)


def fore_buchholz(player: str, games: Games, players: Players | None = None) -> float:
    """Buchholz as if every paired game of the last round in `games` had been drawn (C.07 8.3, FB).

    >>> from rookery.compat import Game
    >>> games = [[Game("A", "B", 1)], [Game("A", "C", 0.5)], [Game("D", "A", 0)]]
    >>> fore_buchholz("A", games)
    1.0
    """
    return value(MAKERS[fore_buchholz], player, games, players)


def sonneborn_berger(player: str, games: Games, players: Players | None = None) -> float:
    """The scores of the opponents times the points made against them (C.07 9.1, SB).

    >>> from rookery.compat import Game
    >>> games = [[Game("A", "B", 1)], [Game("A", "C", 0.5)], [Game("D", "A", 0)]]
    >>> sonneborn_berger("A", games)
    0.25
    """
    return value(MAKERS[sonneborn_berger], player, games, players)


def sonneborn_berger_cut1(player: str, games: Games, players: Players | None = None) -> float:
    """Sonneborn-Berger without the least significant contribution (C.07 14.1, 16.5; SB/C1).

    >>> from rookery.compat import Game
    >>> games = [[Game("A", "B", 1)], [Game("A", "C", 0.5)], [Game("D", "A", 0)]]
    >>> sonneborn_berger_cut1("A", games)
    0.25
    """
    return value(MAKERS[sonneborn_berger_cut1], player, games, players)


def sonneborn_berger_cut2(player: str, games: Games, players: Players | None = None) -> float:
    """Sonneborn-Berger without the two least significant contributions (C.07 14.2; SB/C2).

    >>> from rookery.compat import Game
    >>> games = [[Game("A", "B", 1)], [Game("A", "C", 0.5)], [Game("D", "A", 0)]]
    >>> sonneborn_berger_cut2("A", games)
    0.25
    """
    return value(MAKERS[sonneborn_berger_cut2], player, games, players)


def koya(player: str, games: Games, players: Players | None = None) -> float:
    """The points against opponents with at least half of the points one could have (C.07 9.2, KS).

    >>> from rookery.compat import Game
    >>> koya("A", [[Game("A", "B", 1)], [Game("B", "A", 0.5)], [Game("B", "C", 1)]])  # B has 1.5 of 3
    1.5
    """
    return value(MAKERS[koya], player, games, players)


buchholz_cut = buchholz_cut1
median_buchholz = buchholz_median1

MAKERS: dict[Callable[..., float], Maker] = {
    buchholz: coded("BH"),
    buchholz_cut1: coded("BH/C1"),
    buchholz_cut2: coded("BH/C2"),
    buchholz_median1: coded("BH/M1"),
    buchholz_median2: coded("BH/M2"),
    average_opponents_buchholz: coded("AOB"),
    fore_buchholz: coded("FB"),
    sonneborn_berger: coded("SB"),
    sonneborn_berger_cut1: coded("SB/C1"),
    sonneborn_berger_cut2: coded("SB/C2"),
    koya: coded("KS"),
}
"""What each function is in a list of tie-breaks, where a whole field is worked out at once."""
