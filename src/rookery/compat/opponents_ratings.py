"""The tie-breaks of the packages on the ratings of the opponents (C.07 10), as the packages document them."""

from __future__ import annotations

from collections.abc import Callable

from rookery.compat.entered import Maker, coded, value
from rookery.compat.shapes import Games, Players


def average_rating(player: str, games: Games, players: Players) -> int:
    """The average rating of the opponents played (C.07 10.1, ARO); those without a rating are skipped.

    Article 10 does not let ratings break ties where somebody has none, unless a substitute is declared: "ARO" and
    "ARO/U1400" in `rookery.standings`. This is so for all ratings here.

    >>> from rookery.compat import Game
    >>> games = [[Game("A", "B", 1)], [Game("A", "C", 0.5)], [Game("D", "A", 0)]]
    >>> rated = [{"id": "B", "rating": 1600}, {"id": "C", "rating": 1700}, {"id": "D", "rating": 1900}]
    >>> average_rating("A", games, rated)
    1733
    """
    return int(value(MAKERS[average_rating], player, games, players))


def average_rating_cut1(player: str, games: Games, players: Players) -> int:
    """The average rating of the opponents without the lowest (C.07 10.1, 14.1; "ARO/C1" where all are rated).

    >>> from rookery.compat import Game
    >>> games = [[Game("A", "B", 1)], [Game("A", "C", 0.5)], [Game("D", "A", 0)]]
    >>> rated = [{"id": "B", "rating": 1600}, {"id": "C", "rating": 1700}, {"id": "D", "rating": 1900}]
    >>> average_rating_cut1("A", games, rated)
    1800
    """
    return int(value(MAKERS[average_rating_cut1], player, games, players))


def performance_rating(player: str, games: Games, players: Players) -> int:
    """The average of the rated opponents and the difference for the percentage (C.07 10.2; "TPR").

    >>> from rookery.compat import Game
    >>> games = [[Game("A", "B", 1)], [Game("A", "C", 0.5)], [Game("D", "A", 0)]]
    >>> rated = [{"id": "B", "rating": 1600}, {"id": "C", "rating": 1700}, {"id": "D", "rating": 1900}]
    >>> performance_rating("A", games, rated)
    2006
    """
    return int(value(MAKERS[performance_rating], player, games, players))


def perfect_performance_rating(player: str, games: Games, players: Players) -> int:
    """The lowest rating that expects the score; for a full score, as documented, the best opponent and 800.

    C.07 10.3 stays with the table, where 736 are enough: "PTP" in `rookery.standings`.

    >>> from rookery.compat import Game
    >>> perfect_performance_rating("A", [[Game("A", "B", 1)]], [{"id": "B", "rating": 1600}])
    2400
    """
    return int(value(MAKERS[perfect_performance_rating], player, games, players))


def average_performance_of_opponents(player: str, games: Games, players: Players) -> int:
    """The average performance of the opponents played, a half going up (C.07 10.4; "APRO" where all are rated).

    >>> from rookery.compat import Game
    >>> rated = [{"id": "A", "rating": 1800}, {"id": "B", "rating": 1600}]
    >>> average_performance_of_opponents("A", [[Game("A", "B", 0.5)]], rated)
    1800
    """
    return int(value(MAKERS[average_performance_of_opponents], player, games, players))


def average_perfect_performance_of_opponents(player: str, games: Games, players: Players) -> int:
    """The average of `perfect_performance_rating` of the opponents played ("APPO" follows C.07 10.5).

    >>> from rookery.compat import Game
    >>> rated = [{"id": "A", "rating": 1800}, {"id": "B", "rating": 1600}]
    >>> average_perfect_performance_of_opponents("A", [[Game("B", "A", 1)]], rated)
    2600
    """
    return int(value(MAKERS[average_perfect_performance_of_opponents], player, games, players))


average_rating_of_opponents = average_rating
average_rating_of_opponents_cut1 = average_rating_cut1
tournament_performance_rating = performance_rating
perfect_tournament_performance = perfect_performance_rating
average_performance_rating_of_opponents = average_performance_of_opponents

MAKERS: dict[Callable[..., float], Maker] = {
    average_rating: coded("ARO/U1", True),
    average_rating_cut1: coded("ARO/C1/U1", True),
    performance_rating: coded("TPR/U1", True),
    perfect_performance_rating: coded("PTP/U1", True),
    average_performance_of_opponents: coded("APRO/U1", True),
    average_perfect_performance_of_opponents: coded("APPO/U1", True),
}
"""What each function is in a list of tie-breaks, where a whole field is worked out at once."""
