"""The articles of B.01, titles."""

from __future__ import annotations

from articles.table.article import Article
from rookery.regulations import TITLES

ARTICLES = (
    Article(TITLES, "1.1.3", "a title from norms: 27 games, the rating, one round a day"),
    Article(TITLES, "1.4.1", "nine games, and the events where fewer suffice",
            "test_b01.py::test_number_of_games"),
    Article(TITLES, "1.4.1d", "points above the requirement count as games",
            "test_b01.py::test_credit"),
    Article(TITLES, "1.4.1e", "Swiss: a tail of games may be ignored",
            "test_b01.py::test_trailing_games"),
    Article(TITLES, "1.4.1f", "games won may be ignored",
            "test_b01.py::test_won_games"),
    Article(TITLES, "1.4.2", "games that do not count",
            "test_b01.py::test_games_that_are_excluded"),
    Article(TITLES, "1.4.2, last round", "a forfeit win of the last round may count as lost",
            "test_b01.py::test_last_forfeit_as_loss"),
    Article(TITLES, "1.4.3", "two other federations",
            "test_b01.py::test_federations"),
    Article(TITLES, "1.4.3d", "the large Swiss is exempt",
            "test_b01.py::test_large_swiss"),
    Article(TITLES, "1.4.4", "three fifths of the own, two thirds of one federation at most",
            "test_b01.py::test_shares_of_federations"),
    Article(TITLES, "1.4.5", "title-holders, and those of the level",
            "test_b01.py::test_titles"),
    Article(TITLES, "1.4.6", "unrated as 1400, the lowest opponent raised",
            "test_b01.py::test_the_lowest_opponent_is_raised"),
    Article(TITLES, "1.4.7", "average of the opponents",
            "test_b01.py::test_average"),
    Article(TITLES, "1.4.8", "performance",
            "test_b01.py::test_performance"),
    Article(TITLES, "1.4.8b", "35 per cent",
            "test_b01.py::test_share_of_points"),
    Article(TITLES, "1.5.6", "one norm from an event of the listed kinds"),
)  # fmt: skip
