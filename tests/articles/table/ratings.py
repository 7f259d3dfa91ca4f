"""The articles of B.02, ratings."""

from __future__ import annotations

from articles.table.article import Article
from rookery.regulations import RATING

ARTICLES = (
    Article(RATING, "0", "rules by the day an event starts; none before March 2024",
            "test_b02.py::test_editions"),
    Article(RATING, "1.1", "rate of play, by the higher rating of each game",
            "test_b02.py::test_rate_of_play"),
    Article(RATING, "1.2", "which list a rate of play belongs to (rapid, blitz)",
            "test_b02.py::test_rapid_and_blitz"),
    Article(RATING, "5.1", "unplayed games are not rated",
            "test_b02.py::test_unplayed_games"),
    Article(RATING, "6", "matches: both rated, and only until decided",
            "test_b02.py::test_matches"),
    Article(RATING, "7.1", "rapid and blitz: the standard rating stands in for a missing one",
            "test_b02.py::test_the_standard_rating_is_the_substitute"),
    Article(RATING, "7.2.1", "a rating below 1400 is no rating",
            "test_b02.py::test_below_the_floor"),
    Article(RATING, "7.3.1 (rapid, blitz)", "600 points apart and one above 2600: not rated",
            "test_b02.py::test_uneven_games"),
    Article(RATING, "8.1.1", "difference for a percentage",
            "test_b02.py::test_percentage_table"),
    Article(RATING, "8.1.2", "expectation for a difference",
            "test_b02.py::test_difference_table"),
    Article(RATING, "8.2.1", "a first event without a point is left out",
            "test_b02.py::test_zero_in_the_first_event"),
    Article(RATING, "8.2.2", "first rating: five games in 26 months, two draws with 1800 added",
            "test_b02.py::test_first_rating"),
    Article(RATING, "8.2.3", "first rating: at most 2200, published from 1400",
            "test_b02.py::test_first_rating_limits"),
    Article(RATING, "8.2.4", "published after the start: rated, and unrated for the opponent",
            "test_b02.py::test_published_after_the_start"),
    Article(RATING, "8.3.1", "differences count to 400, from 2650 on in full; only rated opponents",
            "test_b02.py::test_difference_of_400"),
    Article(RATING, "8.3.2", "score less expectation, game by game",
            "test_b02.py::test_change_of_a_game"),
    Article(RATING, "8.3.3", "K, and 700 as the limit of K times games",
            "test_b02.py::test_k"),
    Article(RATING, "8.3.4", "one rounding for all tournaments of a period",
            "test_b02.py::test_a_single_rounding"),
    Article(RATING, "9", "reporting deadlines"),
)  # fmt: skip
