"""The articles of C.04.5, the Double-Swiss system."""

from __future__ import annotations

from articles.table.article import Article
from rookery.regulations import DOUBLE_SWISS

ARTICLES = (
    Article(DOUBLE_SWISS, "Preface", "a match is forfeited only with both its games",
            "test_c04_5.py::test_matches"),
    Article(DOUBLE_SWISS, "1.1", "numbers run over those paired now or before",
            "test_c04_5.py::test_numbers_of_those_paired"),
    Article(DOUBLE_SWISS, "1.4", "the allocated bye is a game won and a game drawn",
            "test_c04_5.py::test_value_of_the_bye"),
    Article(DOUBLE_SWISS, "1.5", "a floater has played a match against another score",
            "test_c04_5.py::test_floaters"),
    Article(DOUBLE_SWISS, "1.6", "the colour of a match is that of its first game, if a game was played",
            "test_c04_5.py::test_matches"),
    Article(DOUBLE_SWISS, "2.1.1", "two players meet at most once",
            "test_c04_5.py::test_no_second_meeting"),
    Article(DOUBLE_SWISS, "2.1.2", "who may not receive the allocated bye",
            "test_c04_5.py::test_ineligible_for_the_bye"),
    Article(DOUBLE_SWISS, "2.2.1", "the players left can still be paired",
            "test_c04_5.py::test_the_others_can_be_paired"),
    Article(DOUBLE_SWISS, "2.3.1", "as few upfloaters as possible",
            "test_c04_5.py::test_number_of_upfloaters"),
    Article(DOUBLE_SWISS, "2.3.2", "their scores as high as possible",
            "test_c04_5.py::test_scores_of_upfloaters"),
    Article(DOUBLE_SWISS, "2.3.3", "upfloaters with an eye to the following scoregroup",
            "test_c04_5.py::test_following_scoregroup"),
    Article(DOUBLE_SWISS, "2.3.4", "upfloaters who were floaters before, but for the last round",
            "test_c04_5.py::test_former_upfloaters"),
    Article(DOUBLE_SWISS, "2.3.5", "opponents of upfloaters who were floaters before",
            "test_c04_5.py::test_opponents_of_former_upfloaters"),
    Article(DOUBLE_SWISS, "3.4", "who receives the allocated bye",
            "test_c04_5.py::test_the_bye"),
    Article(DOUBLE_SWISS, "3.5", "the order of the sets of upfloaters",
            "test_c04_5.py::test_sets_of_upfloaters"),
    Article(DOUBLE_SWISS, "3.6", "the first identifier, by number",
            "test_c04_5.py::test_first_identifier"),
    Article(DOUBLE_SWISS, "4.2", "who is the higher ranked",
            "test_c04_5.py::test_higher_ranked"),
    Article(DOUBLE_SWISS, "4.3", "allocation of colours, step by step",
            "test_c04_5.py::test_colours"),
)  # fmt: skip
