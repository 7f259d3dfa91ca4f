"""The articles of C.04.4.2, the Burstein system."""

from __future__ import annotations

from articles.table.article import Article
from rookery.regulations import BURSTEIN

ARTICLES = (
    Article(BURSTEIN, "1.6.2", "half of the rounds, at most four, are Dutch rounds",
            "test_c04_4_2.py::test_seeding_rounds"),
    Article(BURSTEIN, "1.7.1", "Buchholz and Sonneborn-Berger",
            "test_c04_4_2.py::test_the_index"),
    Article(BURSTEIN, "1.7.2", "unplayed rounds, zero-point byes, no virtual points",
            "test_c04_4_2.py::test_zero_point_byes_of_an_opponent"),
    Article(BURSTEIN, "1.8", "rank by the Index",
            "test_c04_4_2.py::test_rank_by_the_index"),
    Article(BURSTEIN, "2.1.1", "no second meeting, no forbidden pair",
            "test_c04_4_2.py::test_forbidden_meetings"),
    Article(BURSTEIN, "2.1.2", "who may not receive the allocated bye",
            "test_c04_4_2.py::test_ineligible_for_the_bye"),
    Article(BURSTEIN, "2.1.3", "no two equal absolute preferences",
            "test_c04_4_2.py::test_forbidden_meetings"),
    Article(BURSTEIN, "2.2.1", "the others can be completed",
            "test_c04_4_2.py::test_completion"),
    Article(BURSTEIN, "2.3.1", "most pairs",
            "test_c04_4_2.py::test_quality_criteria"),
    Article(BURSTEIN, "2.3.2", "floaters of the lowest scores",
            "test_c04_4_2.py::test_quality_criteria"),
    Article(BURSTEIN, "2.3.3", "floaters that suit the next bracket",
            "test_c04_4_2.py::test_quality_criteria"),
    Article(BURSTEIN, "2.3.4", "fewest players without their colour preference",
            "test_c04_4_2.py::test_quality_criteria"),
    Article(BURSTEIN, "3.1.2", "the bye leaves a complete pairing",
            "test_c04_4_2.py::test_the_bye_leaves_a_pairing"),
    Article(BURSTEIN, "3.1.3", "the bye: lowest score",
            "test_c04_4_2.py::test_the_bye"),
    Article(BURSTEIN, "3.1.4", "the bye: most games played",
            "test_c04_4_2.py::test_the_bye"),
    Article(BURSTEIN, "3.1.5", "the bye: lowest Index",
            "test_c04_4_2.py::test_the_bye"),
    Article(BURSTEIN, "4", "the pairings from the ends inwards",
            "test_c04_4_2.py::test_the_order_of_all_pairings"),
    Article(BURSTEIN, "5.2", "allocation of colours",
            "test_c04_4_2.py::test_colours"),
)  # fmt: skip
