"""The articles of C.04.4.3, the Lim system."""

from __future__ import annotations

from articles.table.article import Article
from rookery.regulations import LIM

ARTICLES = (
    Article(LIM, "1.1", "the allocated bye to the lowest rank of the lowest score",
            "test_c04_4_3.py::test_the_bye"),
    Article(LIM, "2.1", "who is compatible",
            "test_c04_4_3.py::test_compatible_players"),
    Article(LIM, "2.2", "from the top, from the bottom, the median last",
            "test_c04_4_3.py::test_order_of_the_groups"),
    Article(LIM, "2.3", "who has floated",
            "test_c04_4_3.py::test_two_floats_in_succession"),
    Article(LIM, "2.6", "a pairing next to the median is cracked when it cannot be paired",
            "test_c04_4_3.py::test_the_median_is_cracked"),
    Article(LIM, "3.2.2", "floaters that make the numbers due each colour equal",
            "test_c04_4_3.py::test_equal_numbers_due"),
    Article(LIM, "3.2.3", "Maxi-tournaments: within 100 points",
            "test_c04_4_3.py::test_maxi_tournaments"),
    Article(LIM, "3.6", "downfloaters are paired first; 3.7 is the mirror",
            "test_c04_4_3.py::test_floaters_first"),
    Article(LIM, "3.8", "whom a floater meets",
            "test_c04_4_3.py::test_opponents_of_floaters"),
    Article(LIM, "3.9", "kinds of floaters",
            "test_c04_4_3.py::test_kinds_of_floaters"),
    Article(LIM, "3.10", "not two floats in succession, if it can be",
            "test_c04_4_3.py::test_two_floats_in_succession"),
    Article(LIM, "4.1", "scrutiny from the highest number, below the median from the lowest",
            "test_c04_4_3.py::test_scrutiny_from_the_lowest_below_the_median"),
    Article(LIM, "4.2", "the order of exchanges; 4.3 and 4.4 go on from it",
            "test_c04_4_3.py::test_order_of_exchanges"),
    Article(LIM, "5.1", "limits of colours",
            "test_c04_4_3.py::test_limits_of_colours"),
    Article(LIM, "5.2", "exchanges for colours",
            "test_c04_4_3.py::test_exchanges_for_colours"),
    Article(LIM, "5.3", "who must alternate",
            "test_c04_4_3.py::test_must_alternate"),
    Article(LIM, "5.4", "two due the same colour",
            "test_c04_4_3.py::test_same_colour_due"),
    Article(LIM, "5.5", "which colour is due; 5.6 with it",
            "test_c04_4_3.py::test_colour_due"),
    Article(LIM, "6", "the last round",
            "test_c04_4_3.py::test_last_round"),
    Article(LIM, "7", "the first round",
            "test_c04_4_3.py::test_first_round"),
)  # fmt: skip
